#include "services/worker/check/blind_spots.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "services/worker/ir/exposure.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/partial_bytes.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/steps_to_object.h"
#include "services/worker/normalize/guards.h"
#include "services/worker/semantics/attribute_support.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/opencl_functions.h"
#include "services/worker/semantics/openmp_runtime.h"
#include "services/worker/semantics/pointer_accesses.h"

namespace assay::check {

using evidence::Assumed;
using evidence::Claim;

namespace {

bool is_beyond_solver(const llvm::Instruction& instruction) {
  return !semantics::metadata_beyond(&semantics::FollowedBy::solver, instruction).empty();
}

bool has_safepoints(const llvm::Function& of) {
  return llvm::any_of(*of.getParent(), [&](const llvm::Function& function) {
    return function.getIntrinsicID() == llvm::Intrinsic::experimental_gc_statepoint && !function.use_empty() &&
           ir::globals_needed_by(of, /*with_callees=*/true).contains(&function);
  });
}

/// Is one of the functions of the module that the source calls another one in the target's module?
bool callees_differ(const llvm::Function& source, const llvm::Function& target) {
  for (const llvm::GlobalValue* each : ir::globals_needed_by(source, /*with_callees=*/true)) {
    const auto* before = llvm::dyn_cast<llvm::Function>(each);
    if (before == nullptr || before->isDeclaration()) continue;
    const llvm::Function* after = target.getParent()->getFunction(before->getName());
    if (after != nullptr && !after->isDeclaration() && !ir::same_text(*before, *after)) return true;
  }
  return false;
}

}  // namespace

bool says_more_than_the_solver_knows(const llvm::Function& function) {
  return llvm::any_of(ir::bodies_needed_by(function), [](const llvm::Function* body) {
    return llvm::any_of(llvm::instructions(*body), is_beyond_solver);
  });
}

static bool exposes_variable(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction);
    return number != nullptr && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(number->getPointerOperand())) &&
           ir::exposes_pointer(*number);
  });
}

bool exposes_variables_alone(const llvm::Function& source, const llvm::Function& target) {
  return exposes_variable(source) && !exposes_variable(target);
}

/// Does the target call a function of the compiler's run-time that the source's function does not? What the module says
/// of it is no matter: passes carry operations out by it.
static bool calls_compiler_runtime_alone(const llvm::Function& source, const llvm::Function& target) {
  const auto before = ir::globals_needed_by(source, /*with_callees=*/true);
  return llvm::any_of(ir::globals_needed_by(target, /*with_callees=*/true), [&](const llvm::GlobalValue* each) {
    const auto* callee = llvm::dyn_cast<llvm::Function>(each);
    return callee != nullptr && semantics::is_unknown_runtime_function(*callee) &&
           llvm::none_of(before, [&](const llvm::GlobalValue* known) { return known->getName() == callee->getName(); });
  });
}

/// Does the target call less often what optimizers know by its name and no machine does: counters of profiles, what
/// Objective-C's runtime does with what a call gives (the bundle clang.arc.attachedcall), and functions of OpenCL's
/// library, each of which may become another one?
static bool drops_known_runtime(const llvm::Function& source, const llvm::Function& target) {
  const auto count = [](const llvm::Function& function) {
    std::map<llvm::StringRef, std::size_t> calls;
    for (const llvm::Function* body : ir::bodies_needed_by(function))
      for (const llvm::Instruction& each : llvm::instructions(*body)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
        if (call == nullptr) continue;
        const llvm::Function* callee = call->getCalledFunction();
        if (call->getOperandBundle(llvm::LLVMContext::OB_clang_arc_attachedcall).has_value() ||
            (callee != nullptr && callee->getName().starts_with("__llvm_profile_")))
          ++calls[""];
        else if (callee != nullptr && semantics::is_opencl_function(*callee) && !call->isNoBuiltin())
          ++calls[callee->getName()];
      }
    return calls;
  };
  const auto before = count(source);
  if (before.empty()) return false;
  auto after = count(target);
  return llvm::any_of(before, [&](const auto& each) { return after[each.first] < each.second; });
}

/// Does the target use a variable that is initialized from outside and that the source does not know, where it lacks
/// one of the source's? It was split.
static bool splits_what_is_initialized_outside(const llvm::Function& source, const llvm::Function& target) {
  const auto lacks = [](const llvm::Function& of, const llvm::Module& among) {
    return llvm::any_of(ir::globals_needed_by(of, /*with_callees=*/true), [&](const llvm::GlobalValue* each) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(each);
      return variable != nullptr && variable->isExternallyInitialized() && variable->hasLocalLinkage() &&
             among.getNamedValue(variable->getName()) == nullptr;
    });
  };
  return lacks(source, *target.getParent()) && lacks(target, *source.getParent());
}

/// Of the instruction's metadata, what neither machine follows. Runs with what !captures holds back are not judged
/// anyway (ATTR-42).
static bool has_unfollowed_metadata(const llvm::Instruction& instruction) {
  return llvm::any_of(semantics::metadata_beyond(&semantics::FollowedBy::interpreter, instruction),
                      [](const auto& each) { return each.first != llvm::LLVMContext::MD_captures; });
}

/// An address in a part of an object that may not be left for another one (LangRef, inrange).
static bool is_within_range(const llvm::Value& value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  if (constant == nullptr) return false;
  const auto* address = llvm::dyn_cast<llvm::GEPOperator>(constant);
  if (address != nullptr && address->getInRange()) return true;
  return llvm::any_of(constant->operands(), [](const llvm::Use& each) { return is_within_range(*each); });
}

/// LangRef, call: a callee that is called with `tail` accesses none of the caller's memory on the stack.
static bool is_tail_with_copy(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->isTailCall() && call->hasByValArgument();
}

static bool is_speculatable_with_effects(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && call->hasFnAttr(llvm::Attribute::Speculatable) &&
         (call->mayHaveSideEffects() || call->mayReadFromMemory());
}

/// Do both call functions that are speculatable, and the target with no other arguments? LangRef: they have no effects
/// besides their results; how often they are called may be seen, but that is what the attribute is for.
static bool speculates(const llvm::Function& source, const llvm::Function& target) {
  std::vector<const llvm::Instruction*> calls;
  for (const llvm::Instruction& each : llvm::instructions(source))
    if (is_speculatable_with_effects(each)) calls.push_back(&each);
  return !calls.empty() && llvm::all_of(llvm::instructions(target), [&](const llvm::Instruction& each) {
    return !is_speculatable_with_effects(each) || llvm::any_of(calls, [&](const llvm::Instruction* call) {
      return semantics::match(*call, each) != semantics::Match::No;
    });
  });
}

/// LangRef, nonnull: it refers to the address bits alone. Machines look at all bits, of which others are no address
/// where an index is narrower than the pointer (MEM-76).
static bool says_nonnull_of_part(const llvm::Function& body) {
  const llvm::DataLayout& layout = body.getDataLayout();
  const auto has_parts = [&](llvm::Type* type) {
    return type->isPtrOrPtrVectorTy() && layout.getIndexTypeSizeInBits(type) < layout.getPointerTypeSizeInBits(type);
  };
  constexpr auto kNonNull = llvm::Attribute::NonNull;
  return llvm::any_of(body.args(),
                      [&](const llvm::Argument& each) {
                        return has_parts(each.getType()) && body.hasParamAttribute(each.getArgNo(), kNonNull);
                      }) ||
         llvm::any_of(llvm::instructions(body), [&](const llvm::Instruction& each) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
           if (call == nullptr) return each.hasMetadata(llvm::LLVMContext::MD_nonnull) && has_parts(each.getType());
           return (has_parts(each.getType()) && call->hasRetAttr(kNonNull)) ||
                  llvm::any_of(call->args(), [&](const llvm::Use& use) {
                    return has_parts(use->getType()) && call->paramHasAttr(call->getArgOperandNo(&use), kNonNull);
                  });
         });
}

/// Does the source say something by which it may do more than a machine knows, and that none follows?
static bool says_what_nobody_follows(const llvm::Function& source) {
  const bool of_globals =
      llvm::any_of(ir::globals_needed_by(source, /*with_callees=*/true), [](const llvm::GlobalValue* each) {
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(each);
        return variable != nullptr && (variable->hasMetadata(llvm::LLVMContext::MD_absolute_symbol) ||
                                       variable->hasMetadata(llvm::LLVMContext::MD_vcall_visibility));
      });
  return of_globals || llvm::any_of(ir::bodies_needed_by(source), [](const llvm::Function* body) {
           return says_nonnull_of_part(*body) ||
                  llvm::any_of(llvm::instructions(*body), [](const llvm::Instruction& each) {
                    return has_unfollowed_metadata(each) || is_tail_with_copy(each) ||
                           llvm::any_of(each.operands(), [](const llvm::Use& used) { return is_within_range(*used); });
                  });
         });
}

std::optional<Assumed> known_to_optimizers_alone(const llvm::Function& source_function,
                                                 const llvm::Function& target_function) {
  const llvm::Module &source = *source_function.getParent(), &target = *target_function.getParent();
  if (normalize::has_guards(source_function) || normalize::has_guards(target_function)) return Assumed::Guards;
  if (has_safepoints(source_function) || has_safepoints(target_function)) return Assumed::GarbageCollection;
  if (semantics::uses_openmp_runtime(source) || semantics::uses_openmp_runtime(target)) return Assumed::OpenMpRuntime;
  if (calls_compiler_runtime_alone(source_function, target_function) ||
      drops_known_runtime(source_function, target_function))
    return Assumed::CompilerRuntime;
  if (splits_what_is_initialized_outside(source_function, target_function)) return Assumed::SplitFromOutside;
  if (says_what_nobody_follows(source_function) || speculates(source_function, target_function))
    return Assumed::NotFollowed;
  return std::nullopt;
}

bool drops_what_nobody_reads(const llvm::Function& source, const llvm::Function& target) {
  const llvm::DataLayout& layout = source.getDataLayout();
  return llvm::any_of(ir::globals_needed_by(source, /*with_callees=*/true), [&](const llvm::GlobalValue* each) {
    const auto* before = llvm::dyn_cast<llvm::GlobalVariable>(each);
    if (before == nullptr || !before->hasLocalLinkage() || before->isConstant()) return false;
    const auto* after = target.getParent()->getGlobalVariable(before->getName(), /*AllowInternal=*/true);
    if (after == nullptr) return false;
    const semantics::PointerAccesses given(*before, layout, /*through_choices=*/true), made(*after, layout, true);
    if (given.is_lost() || made.is_lost()) return false;
    return llvm::any_of(given.writes, [&](const auto& dropped) {
      const auto meets = [&](const auto& other) { return dropped.bytes.meets(other.bytes); };
      return llvm::none_of(made.reads, meets) && llvm::none_of(made.writes, meets);
    });
  });
}

std::string variable_that_is_an_alias(const llvm::Function& source, const llvm::Function& target) {
  for (const auto& [here, there] : {std::pair(&source, &target), std::pair(&target, &source)})
    for (const llvm::GlobalValue* each : ir::globals_needed_by(*here, /*with_callees=*/true)) {
      const llvm::GlobalValue* other = there->getParent()->getNamedValue(each->getName());
      if (other != nullptr && llvm::isa<llvm::GlobalVariable>(*each) && llvm::isa<llvm::GlobalAlias>(*other))
        return "@" + each->getName().str();
    }
  return "";
}

std::string ifunc_of_one_module(const llvm::Function& source, const llvm::Function& target) {
  if (source.getParent()->ifunc_empty() && target.getParent()->ifunc_empty()) return "";
  for (const auto& [here, there] : {std::pair(&source, &target), std::pair(&target, &source)})
    for (const llvm::GlobalValue* each : ir::globals_needed_by(*here, /*with_callees=*/true)) {
      const llvm::GlobalValue* other = there->getParent()->getNamedValue(each->getName());
      if (llvm::isa<llvm::GlobalIFunc>(*each) && other != nullptr && !llvm::isa<llvm::GlobalIFunc>(*other))
        return "@" + each->getName().str();
    }
  return "";
}

std::string copy_of_what_is_declared(const llvm::Function& copying, const llvm::Function& declaring) {
  for (const llvm::GlobalValue* each : ir::globals_needed_by(copying, /*with_callees=*/true)) {
    if (!each->hasAvailableExternallyLinkage()) continue;
    const llvm::GlobalValue* other = declaring.getParent()->getNamedValue(each->getName());
    if (other != nullptr && other->isDeclaration() &&
        ir::globals_needed_by(declaring, /*with_callees=*/true).contains(other))
      return "@" + each->getName().str();
  }
  return "";
}

std::vector<unsigned> initialized_but_read_otherwise(const llvm::Function& source, const llvm::Function& target) {
  const auto reads_otherwise = [&](const llvm::Argument& argument) {
    return llvm::any_of(llvm::instructions(target), [&](const llvm::Instruction& each) {
      if (!each.mayReadFromMemory()) return false;
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&each);
      const llvm::Value* object = pointer == nullptr ? nullptr : llvm::getUnderlyingObject(pointer, ir::kStepsToObject);
      return object == nullptr || (object != &argument && !llvm::isa<llvm::AllocaInst>(object));
    });
  };
  std::vector<unsigned> found;
  for (const llvm::Argument& argument : target.args())
    if (argument.hasAttribute(llvm::Attribute::Initializes) &&
        !source.hasParamAttribute(argument.getArgNo(), llvm::Attribute::Initializes) && reads_otherwise(argument))
      found.push_back(argument.getArgNo());
  return found;
}

void explain_disagreement(Claim& claim, const llvm::Function& source, const llvm::Function& target) {
  if (ir::keeps_partial_bytes(source) || ir::keeps_partial_bytes(target))
    claim.assume({Assumed::PartialBytes});
  else if (claim.reason() == Reason::OraclesDisagree && callees_differ(source, target))
    claim.assume({Assumed::SameCallees});
}

bool calls_what_returns_twice(const llvm::Function& function) {
  return llvm::any_of(ir::bodies_needed_by(function), [](const llvm::Function* body) {
    return llvm::any_of(llvm::instructions(*body), [](const llvm::Instruction& each) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      return call != nullptr && call->hasFnAttr(llvm::Attribute::ReturnsTwice);
    });
  });
}

static bool may_set_errno(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  const llvm::MemoryEffects effects = call->getMemoryEffects();
  if (!llvm::isModSet(effects.getModRef(llvm::IRMemLocation::ErrnoMem))) return false;
  const llvm::Function* callee = call->getCalledFunction();
  const auto known = callee == nullptr ? std::nullopt : semantics::called_library_function(*call, *callee);
  const auto* row = known ? semantics::library_row(*known) : nullptr;
  // Whatever else a function may write, pointers lead there.
  return row != nullptr ? row->sets_errno : !llvm::isModSet(effects.getModRef(llvm::IRMemLocation::Other));
}

/// May errno be there? Not in what the module names or has allocated, nor where nothing is.
static bool may_be_errno(const llvm::Value& pointer) {
  if (!pointer.getType()->isPtrOrPtrVectorTy()) return false;
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer, ir::kStepsToObject);
  return !llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Function, llvm::ConstantData>(object) &&
         !llvm::isNoAliasCall(object);
}

/// Does it access memory in which errno may be, without saying that it accesses errno? errno is an int: an access of
/// more bytes does not fit into it.
static bool may_access_as_memory(const llvm::Instruction& instruction) {
  constexpr std::uint64_t kBytesOfErrno = 4;
  if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
    const llvm::TypeSize size = instruction.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&instruction));
    return size.getKnownMinValue() <= kBytesOfErrno && may_be_errno(*pointer);
  }
  if (!instruction.mayReadOrWriteMemory()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return llvm::any_of(instruction.operands(), [](const auto& use) { return may_be_errno(*use); });
  const llvm::MemoryEffects effects = call->getMemoryEffects();
  if (llvm::isModOrRefSet(effects.getModRef(llvm::IRMemLocation::ErrnoMem))) return false;
  if (llvm::isModOrRefSet(effects.getModRef(llvm::IRMemLocation::Other))) return true;
  if (const auto* moved = llvm::dyn_cast<llvm::AnyMemIntrinsic>(call))
    if (const auto* length = llvm::dyn_cast<llvm::ConstantInt>(moved->getLength());
        length != nullptr && length->getValue().ugt(kBytesOfErrno))
      return false;
  return llvm::isModOrRefSet(effects.getModRef(llvm::IRMemLocation::ArgMem)) &&
         llvm::any_of(call->args(), [](const auto& use) { return may_be_errno(*use); });
}

bool may_read_errno(const llvm::Function& function) {
  const auto some = [&](const auto& holds) {
    return llvm::any_of(ir::bodies_needed_by(function),
                        [&](const llvm::Function* body) { return llvm::any_of(llvm::instructions(*body), holds); });
  };
  return some(may_set_errno) && some(may_access_as_memory);
}

/// What is called, by its name, with musttail and without.
static std::map<std::string, std::pair<unsigned, unsigned>> tail_calls_of(const llvm::Function& function) {
  std::map<std::string, std::pair<unsigned, unsigned>> calls;
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
    const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand());
    auto& count = calls[callee == nullptr ? "a pointer" : "@" + callee->getName().str()];
    ++(call->isMustTailCall() ? count.first : count.second);
  }
  return calls;
}

std::string musttail_lost(const llvm::Function& source, const llvm::Function& target) {
  const auto before = tail_calls_of(source);
  for (const auto& [callee, now] : tail_calls_of(target)) {
    const auto was = before.find(callee);
    if (was != before.end() && was->second.first > now.first && was->second.second < now.second) return callee;
  }
  return "";
}

Claim with_other_threads(Claim proof, const semantics::SynchronizationChange& change,
                         const std::function<bool()>& returns_defined) {
  if (!change.exists) return proof;
  if (!change.unmatched) {
    proof.assume({Assumed::OneThread});
    return proof;
  }
  if (!change.lost.empty() && returns_defined()) {
    Counterexample seen;
    seen.source_result = "does not";
    seen.target_result = "does " + change.lost;
    seen.confirmed_by = {Decider::Interpreter};
    return Claim::refuted(Method::Interpreter, {.reason = Reason::ValueMismatch,
                                                .detail = "another thread may see the difference: " + change.lost,
                                                .counterexample = std::move(seen)});
  }
  const std::string& what = change.lost.empty() ? change.crossed : change.lost;
  proof.assume({Assumed::SameSynchronization, what.empty() ? "" : ": " + what});
  return proof;
}

}  // namespace assay::check
