#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <string_view>

/// Which intrinsics have a meaning here. Every target-independent one is in exactly one of these classes; a test walks
/// all that the linked LLVM has.
namespace assay::semantics {

enum class IntrinsicClass : unsigned char {
  Row,             ///< an operation of rows.def
  Composed,        ///< written in other operations when it is lowered
  Constrained,     ///< an operation of rows.def in an environment that its arguments name
  WithoutMeaning,  ///< says nothing about what the program does
  LikeFunction,    ///< the machines treat it like a call of a function
  ByAttributes,    ///< the same of a function of which only the attributes are known
  Other,           ///< lowered in code of its own
  Unsupported,     ///< listed by name, with a reason
  OfTarget,        ///< of one target; a few of x86 are rows
  Unlisted,        ///< missing in the lists: a mistake that a test reports
};

struct IntrinsicNote {
  IntrinsicClass kind = IntrinsicClass::Unlisted;
  std::string_view reason;  ///< Unsupported: why
};
IntrinsicNote note_of(llvm::Intrinsic::ID id);

/// Is it written in other operations?
bool is_composed_intrinsic(llvm::Intrinsic::ID id);
/// Does it say nothing about what the program does?
bool is_without_meaning(llvm::Intrinsic::ID id);
/// Is it called as an unknown function with the intrinsic's attributes? So are those that stand for a function of some
/// runtime, or for something that the linker or the machine decides (coroutines before they are split, profile
/// counters, Objective-C, safepoints, type identifiers, hardware loops, signed pointers).
bool is_known_by_attributes(llvm::Intrinsic::ID id);
/// Must the argument be a constant? LangRef wants more of them than the verifier does.
bool takes_constant(const llvm::Function& intrinsic, unsigned argument);
/// Of a call of llvm.objectsize: is the pointer not shown to be null, or to lead into a variable of which the size is
/// known, or of the stack? It may be an allocation's, which may have failed.
bool is_size_guessed(const llvm::CallBase& call);
/// Do the machines treat it like a call?
bool acts_like_function(llvm::Intrinsic::ID id);

}  // namespace assay::semantics
