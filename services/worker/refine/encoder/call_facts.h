#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/Support/ModRef.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "services/worker/semantics/program.h"

namespace assay::refine {

/// What is known of one argument of a call.
struct ArgumentFacts {
  semantics::Promises promises;
  llvm::CaptureInfo capture = llvm::CaptureInfo::all();
  bool read_only = false;
  bool write_only = false;
  bool returned = false;
  bool dead_after = false;  ///< what it points to is poison when the call is over
  std::uint64_t by_value = 0;  ///< size of the copy that is passed; 0: the argument itself
  std::vector<llvm::ConstantRange> initializes;  ///< offsets of bytes that are written before they are read
  /// May others access the object by it once the call is over?
  bool is_captured() const { return llvm::capturesAnyProvenance(capture.getOtherComponents()); }
  /// May they know where it is?
  bool is_located() const {
    return llvm::capturesAddress(capture) && !llvm::capturesAddressIsNullOnly(capture);
  }
  /// Or is it only the result that they may access it by?
  bool is_given_back() const { return !is_captured() && llvm::capturesAnyProvenance(capture.getRetComponents()); }
};

/// What is known of a call: from its own attributes, those of the function called, and for library functions from what
/// LLVM knows of them.
struct CallFacts {
  llvm::MemoryEffects effects = llvm::MemoryEffects::unknown();
  bool returns = false;  ///< always comes back
  bool never_returns = false;
  bool unwinds = true;
  bool frees = true;
  bool speculatable = false;
  bool allocates = false;      ///< allockind: may be left out or put in
  bool reallocates = false;    ///< the same, and the object is one that there was before
  bool fresh_result = false;   ///< the result is an object that nobody else has
  bool zeroed = false;         ///< and it holds zeros
  bool uninitialized = false;  ///< or nothing yet
  /// Arguments whose product it is bytes large, or larger; the second may be missing.
  std::optional<std::pair<unsigned, std::optional<unsigned>>> size_arguments;
  std::optional<unsigned> align_argument;  ///< which the result is aligned to, unless it is null
  semantics::Promises result;
  std::vector<ArgumentFacts> arguments;
};

/// Is this one of the C library's that check the size of what they write (__memset_chk and its kin)?
bool is_fortified(const llvm::Function& function);
/// Is this a function that LLVM knows by name (and then of its attributes, whatever its body)?
bool is_library_function(const llvm::Function& function);
/// Is it one that does nothing but compute, or read and write what its arguments point to (and errno)?
bool is_contained_library_function(const llvm::Function& function);

/// Does the call, or the function by its name, say that the result is an object that nobody else has?
bool gives_new_object(const llvm::CallBase& call, const llvm::Function* callee);

/// Is it an intrinsic of which no more is known than what its attributes say? Those of targets are, and those that deal
/// with variable arguments.
bool is_unknown_intrinsic(const llvm::Function& function);

/// What is known of both calls of what the function does, beside what is promised of values.
CallFacts common(const CallFacts& a, const CallFacts& b);
/// To what is known of a call comes what is known of another that does the same.
void add_facts(CallFacts& facts, const CallFacts& other);

/// The facts of a call that goes to `callee` (null: not known).
CallFacts facts_of(const llvm::CallBase& call, const llvm::Function* callee, const semantics::CallSite& site);

}  // namespace assay::refine
