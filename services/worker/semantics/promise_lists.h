#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/ModRef.h>

#include <cstddef>
#include <string>
#include <vector>

#include "services/worker/semantics/attribute_support.h"

/// What one list of attributes promises and another does not.
namespace assay::semantics {

/// A body of the target, and in how many places it is called: what it has once stands for that many before.
struct EnteredBody {
  const llvm::Function* body;
  std::ptrdiff_t places = 1;
};

/// What the promises of a function of the target are compared with.
struct SaidBefore {
  const llvm::Function& function;  ///< of itself: the function of the source, or what promised_before() made
  const llvm::Function& source;
  std::vector<const llvm::Function*> bodies;  ///< of the source, of which the function's text may be made
  std::vector<EnteredBody> after = {};        ///< all of the target, where only that has the function
  bool is_by_source() const { return &function == &source; }
  /// Is it so of some instruction of the bodies?
  bool any_of(llvm::function_ref<bool(const llvm::Instruction&)> is_so) const {
    return llvm::any_of(bodies,
                        [&](const llvm::Function* body) { return llvm::any_of(llvm::instructions(*body), is_so); });
  }
  /// Are fewer instructions so than in the source? Then it is one of these that is so no more.
  bool fewer_are(llvm::function_ref<bool(const llvm::Instruction&)> so) const;
};

/// Do all values that the function returns meet the condition?
template <typename Condition>
bool all_returned(const llvm::Function& function, Condition&& condition) {
  return llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& each) {
    const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&each);
    return end == nullptr || condition(*end->getReturnValue());
  });
}

/// The accesses that the attributes of an argument allow.
llvm::ModRefInfo access_of(const llvm::AttributeSet& argument);
inline llvm::ModRefInfo only_in(llvm::ModRefInfo a, llvm::ModRefInfo b) { return a & ~b; }
inline bool allows(llvm::MemoryEffects allowed, llvm::MemoryEffects effects) { return (allowed | effects) == allowed; }
bool promises_less_capture(llvm::CaptureInfo before, llvm::CaptureInfo after);
/// Does the second promise to write bytes of which the first does not?
bool initializes_more(const llvm::AttributeSet& before, const llvm::AttributeSet& after);

/// All that either says; what both say of the memory that is accessed holds together.
llvm::AttributeList said_by_either(llvm::LLVMContext& context, llvm::AttributeList all,
                                   const llvm::AttributeList& more);

/// What is said of an allocation that the first list does not say: the attribute's name. Empty: nothing.
std::string gained_of_allocation(const llvm::AttributeSet& before, const llvm::AttributeSet& after);

/// The first attribute that only `after` has, whose breach the machine would not see, and of which `holds` does not say
/// that it is kept.
std::string gained_attribute(llvm::AttributeList before, llvm::AttributeList after, bool FollowedBy::*machine,
                             llvm::function_ref<bool(llvm::Attribute::AttrKind)> holds);

}  // namespace assay::semantics
