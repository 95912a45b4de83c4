#pragma once

#include <llvm/Support/ModRef.h>

#include <cstdint>

namespace llvm {
class AttributeList;
}  // namespace llvm

namespace assay::semantics {

/// How much of its surroundings a call may depend on or change.
enum class Reach : std::uint8_t {
  Nothing,     ///< no memory
  Arguments,   ///< what its arguments lead to, at most
  ReadsAll,    ///< it may read the rest, and writes nothing
  Everything,  ///< what it does depends on what was done before, and is seen by what comes after
};

/// What a call may do, as attributes (LangRef, function attributes) say it of the call, of the function called, or of
/// both. Both machines ask this record, and derive nothing from attributes of an unknown function by themselves.
struct Permissions {
  /// What it may read and write, by kinds of memory. The kinds that LLVM has beside those of arguments and others
  /// (inaccessible memory, errno, the target's) belong to nothing that a pointer of the module leads to.
  llvm::MemoryEffects memory = llvm::MemoryEffects::unknown();
  bool returns = true;  ///< else coming back is undefined (noreturn)
  bool stays = true;    ///< it may never come back: run for ever, or end the program
  bool unwinds = true;
  bool frees = true;       ///< memory that was there before
  bool calls_back = true;  ///< functions of the module that calls it

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
  /// May what it does depend on something that it is not passed, and no argument leads to?
  bool sees_world() const;
  /// Must it stay in its place among other calls: does it change something outside of the module?
  bool acts() const;
  Reach reach() const;
};

/// What is allowed by both: two things that are known of one call.
Permissions operator&(const Permissions& a, const Permissions& b);

/// What the attributes of a call, or of a function, allow.
Permissions allowed_by(const llvm::AttributeList& attributes);

}  // namespace assay::semantics
