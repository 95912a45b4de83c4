#pragma once

#include <llvm/Support/ModRef.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/worker/semantics/permissions.h"
#include "services/worker/semantics/promises.h"

namespace llvm {
class CallBase;
class Function;
enum LibFunc : unsigned;
}  // namespace llvm

namespace assay::semantics {

struct CallSite;
struct LibraryRow;

/// What is known of one argument of a call.
struct ArgumentFacts {
  Promises promises;
  llvm::CaptureInfo capture = llvm::CaptureInfo::all();
  bool read_only = false;
  bool write_only = false;
  bool returned = false;
  bool dead_after = false;                ///< what it points to is poison when the call is over
  std::optional<std::uint64_t> by_value;  ///< the callee gets a copy of so many bytes
  std::uint64_t copy_align = 1;           ///< which is aligned to this
  /// Offsets from the pointer, first and end, of bytes that are written before they are read.
  std::vector<std::pair<std::int64_t, std::int64_t>> initializes;

  /// May others access the object by it once the call is over?
  bool is_captured() const { return llvm::capturesAnyProvenance(capture.getOtherComponents()); }
  /// And then only read it?
  bool is_captured_to_read() const {
    return is_captured() && !llvm::capturesFullProvenance(capture.getOtherComponents());
  }
  /// May they know where it is?
  bool is_located() const { return llvm::capturesAddress(capture) && !llvm::capturesAddressIsNullOnly(capture); }
  /// Or is it only the result that they may access it by?
  bool is_given_back() const { return !is_captured() && llvm::capturesAnyProvenance(capture.getRetComponents()); }
  bool initializes_at(std::int64_t offset) const {
    for (const auto& [first, end] : initializes)
      if (first <= offset && offset < end) return true;
    return false;
  }
};

/// What allockind, allocsize, allocptr and alloc-family say, or the name of a library function.
struct AllocationFacts {
  bool allocates = false;    ///< the call may be left out or put in
  bool reallocates = false;  ///< the same, and the object is one that there was before
  bool frees = false;
  bool zeroed = false;         ///< the object holds zeros
  bool uninitialized = false;  ///< or nothing yet
  /// Arguments whose product the object is bytes large; the second may be missing.
  std::optional<std::pair<unsigned, std::optional<unsigned>>> size_arguments;
  std::optional<unsigned> align_argument;  ///< which the result is aligned to, unless it is null
  std::optional<unsigned> freed_argument;
  std::string family;  ///< what one family allocates another must not free
  bool has_kind() const { return allocates || reallocates || frees; }
};

/// What is known of a call: from its own attributes, those of the function called, and for library functions from what
/// LLVM infers for them. The call, or the function, is known to do what the one or the other says.
struct CallFacts {
  Permissions may;
  bool speculatable = false;
  bool creates_poison = true;  ///< the result may be poison though no argument is
  bool is_tail = false;        ///< the callee does not access the caller's allocas
  bool is_mismatched =
      false;               ///< the function has another type or calling convention: undefined behaviour (LangRef, call)
  std::string convention;  ///< convention_in_name(); of a function that is not known convention_of()
  bool fresh_result = false;  ///< the result is an object that nobody else has
  AllocationFacts allocation;
  std::optional<llvm::LibFunc> library;  ///< the library function that is called, if LLVM knows it
  const LibraryRow* known = nullptr;     ///< what the catalogue says of the function
  Promises result;
  std::vector<ArgumentFacts> arguments;

  /// May the callee look at what the argument leads to? Where memory(...) rules out argument memory it may only by a
  /// pointer that it has kept.
  bool reads_through(std::size_t argument) const {
    return may.reads_arguments() || (may.reads_others() && arguments[argument].is_captured());
  }
};

/// The facts of a call at the site that goes to `callee` (null: not known).
CallFacts facts_of(const CallSite& site, const llvm::Function* callee);
/// Has the function another type or calling convention than the call says? Calling it so is undefined behaviour.
bool is_mismatched(const llvm::CallBase& call, const llvm::Function& callee);

/// What is known of both calls, of what the function does beside what is promised of values.
CallFacts common(const CallFacts& a, const CallFacts& b);
/// Adds to the facts of a call those of another call that does the same.
void add_facts(CallFacts& facts, const CallFacts& other);

}  // namespace assay::semantics
