#pragma once

#include <llvm/Support/ModRef.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace llvm {
class AttributeList;
}  // namespace llvm

namespace assay::semantics {

/// Kinds of state outside of the module. What changes one of them is seen by calls that look at that kind, and by
/// nobody else: calls that have no kind in common may be exchanged.
enum class Outside : std::uint8_t {
  Inaccessible,
  Errno,
  LibraryErrno,  ///< errno as functions of the C library set it: optimizers know when they do
  Others,        ///< what is behind memory that code outside gets at, too
  Target0,
  Target1,
};
constexpr std::size_t kOutsideKinds = 6;

class OutsideKinds {
 public:
  constexpr OutsideKinds() = default;
  constexpr OutsideKinds(std::initializer_list<Outside> kinds) {
    for (const Outside kind : kinds) add(kind);
  }
  static constexpr OutsideKinds all() {
    OutsideKinds kinds;
    kinds.bits_ = (1u << kOutsideKinds) - 1;
    return kinds;
  }
  constexpr void add(Outside kind) { bits_ |= 1u << static_cast<unsigned>(kind); }
  constexpr bool has(Outside kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr unsigned bits() const { return bits_; }
  constexpr OutsideKinds operator|(OutsideKinds other) const { return of(bits_ | other.bits_); }
  constexpr OutsideKinds operator&(OutsideKinds other) const { return of(bits_ & other.bits_); }
  constexpr OutsideKinds without(Outside kind) const { return of(bits_ & ~(1u << static_cast<unsigned>(kind))); }
  constexpr bool operator==(const OutsideKinds&) const = default;

 private:
  static constexpr OutsideKinds of(unsigned bits) {
    OutsideKinds kinds;
    kinds.bits_ = bits;
    return kinds;
  }
  unsigned bits_ = 0;
};

/// How much of its surroundings a call may depend on or change.
enum class Reach : std::uint8_t {
  Nothing,     ///< no memory
  Arguments,   ///< of the module's memory what its arguments lead to, at most
  ReadsAll,    ///< it may read the rest; it changes nothing outside of the module
  Everything,  ///< what it does is seen by what comes after
};

/// What a call may do, as attributes (LangRef, function attributes) say it of the call, of the function called, or of
/// both. Both machines ask this record, and derive nothing from attributes of an unknown function by themselves.
struct Permissions {
  /// What it may read and write, by kinds of memory. The kinds that LLVM has beside those of arguments and others
  /// (inaccessible memory, errno, the target's) belong to nothing that a pointer of the module leads to.
  llvm::MemoryEffects memory = llvm::MemoryEffects::unknown();
  bool returns = true;  ///< else coming back is undefined (noreturn)
  bool stays = true;    ///< it may never come back: run for ever, or end the program
  bool idles = true;    ///< it may run for ever without doing anything that others see (not mustprogress)
  bool unwinds = true;
  bool frees = true;       ///< memory that was there before
  bool calls_back = true;  ///< functions of the module that calls it
  /// It is a function of the C library: optimizers know when it sets errno.
  bool is_library = false;

  bool reads(llvm::IRMemLocation where) const { return llvm::isRefSet(memory.getModRef(where)); }
  bool writes(llvm::IRMemLocation where) const { return llvm::isModSet(memory.getModRef(where)); }
  bool reads_arguments() const { return reads(llvm::IRMemLocation::ArgMem); }
  bool writes_arguments() const { return writes(llvm::IRMemLocation::ArgMem); }
  /// Memory that others than the arguments lead to.
  bool reads_others() const { return reads(llvm::IRMemLocation::Other); }
  bool writes_others() const { return writes(llvm::IRMemLocation::Other); }
  /// Any memory that the module may hold pointers to.
  bool reads_module() const { return reads_arguments() || reads_others(); }
  bool writes_module() const { return writes_arguments() || writes_others(); }
  /// What it does may depend on these kinds of state.
  OutsideKinds seen_outside() const;
  /// It must stay in its place among calls that see or change these.
  OutsideKinds changed_outside() const;
  bool acts() const { return !changed_outside().empty(); }
  Reach reach() const;
};

/// What is allowed by both: two things that are known of one call.
Permissions operator&(const Permissions& a, const Permissions& b);

/// What the attributes of a call, or of a function, allow.
Permissions allowed_by(const llvm::AttributeList& attributes);

}  // namespace assay::semantics
