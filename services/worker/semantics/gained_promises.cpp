#include "services/worker/semantics/gained_promises.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/ir/references.h"
#include "services/worker/ir/steps_to_object.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/gained_at_calls.h"
#include "services/worker/semantics/gained_metadata.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/new_bodies.h"
#include "services/worker/semantics/openmp_runtime.h"
#include "services/worker/semantics/progress.h"
#include "services/worker/semantics/recursion.h"

namespace assay::semantics {
namespace {

/// A new object that nobody but the caller has a pointer to, or none at all.
bool is_new_object(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  return llvm::all_of(objects, [](const llvm::Value* object) {
    return llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(object) ||
           (llvm::isNoAliasCall(object) && !llvm::PointerMayBeCaptured(object, /*ReturnCaptures=*/false));
  });
}

/// noalias counts only where memory is modified (LangRef).
bool may_write(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& each) { return each.mayWriteToMemory(); });
}

using AttrKind = llvm::Attribute::AttrKind;
using llvm::AttributeSet;

/// Licences and facts of string attributes that optimizers or the code generator take up.
constexpr llvm::StringRef kStrings[] = {"no-nans-fp-math", "no-infs-fp-math",     "no-signed-zeros-fp-math",
                                        "unsafe-fp-math",  "approx-func-fp-math", "less-precise-fpmad"};

std::string gained_string(const AttributeSet& before, const AttributeSet& after) {
  for (const llvm::StringRef name : kStrings)
    if (after.hasAttribute(name) && after.getAttribute(name) != before.getAttribute(name) &&
        after.getAttribute(name).getValueAsString() != "false")
      return name.str();
  return {};
}

/// A volatile access may change what no pointer of the module leads to (LangRef, volatile memory accesses).
llvm::MemoryEffects effects_of_volatile_accesses(const llvm::Function& function) {
  const bool has_some =
      llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) { return each.isVolatile(); });
  return has_some ? llvm::MemoryEffects::inaccessibleMemOnly() : llvm::MemoryEffects::none();
}

/// What only the target's function promises of itself, and whose breach by the functions that it calls, or by its
/// callers, the machines do not see.
std::string gained_by_function_attributes(const llvm::Function& source, const llvm::Function& target) {
  const auto gains = [&](AttrKind kind) { return target.hasFnAttribute(kind) && !source.hasFnAttribute(kind); };
  const llvm::MemoryEffects promised = target.getMemoryEffects();
  if (!allows(promised, source.getMemoryEffects()) &&
      !allows(promised, (effects_of_calls(target) | effects_of_volatile_accesses(target)) & source.getMemoryEffects()))
    return "memory";
  // What the function's memory(...) implies is kept with it: who only reads frees nothing.
  if (gains(AttrKind::NoFree) && !target.onlyReadsMemory() && !all_calls_have(target, AttrKind::NoFree))
    return "nofree";
  if (gains(AttrKind::NoSync) && !never_synchronizes(target)) return "nosync";
  if (gains(AttrKind::Speculatable) && !is_always_defined(target)) return "speculatable";
  if (std::string gained =
          gained_of_allocation(source.getAttributes().getFnAttrs(), target.getAttributes().getFnAttrs());
      !gained.empty())
    return gained;
  if (target.hasFnAttribute(AttrKind::VScaleRange) &&
      target.getFnAttribute(AttrKind::VScaleRange) != source.getFnAttribute(AttrKind::VScaleRange))
    return "vscale_range";
  return gained_string(source.getAttributes().getFnAttrs(), target.getAttributes().getFnAttrs());
}

/// Bytes that are written by volatile or atomic accesses count as uninitialized, and the write is undefined (LangRef,
/// initializes). The machines take each write for one that initializes.
bool has_writes_that_initialize_nothing(const llvm::Argument& argument) {
  return llvm::any_of(llvm::instructions(*argument.getParent()), [&](const llvm::Instruction& each) {
    if (!each.mayWriteToMemory() || !(each.isVolatile() || each.isAtomic())) return false;
    const llvm::Value* pointer = llvm::getPointerOperand(&each);
    llvm::SmallVector<const llvm::Value*, 4> objects;
    if (pointer != nullptr) llvm::getUnderlyingObjects(pointer, objects, nullptr, ir::kStepsToObject);
    return pointer == nullptr || llvm::any_of(objects, [&](const llvm::Value* object) {
             return object == &argument ||
                    !llvm::isa<llvm::Argument, llvm::AllocaInst, llvm::Constant>(object);  // may be based on it
           });
  });
}

/// The same of an argument.
std::string gained_by_argument(const llvm::Argument& source, const llvm::Argument& target) {
  const AttributeSet before = source.getAttributes(), after = target.getAttributes();
  if (before == after) return {};
  const llvm::ModRefInfo forbidden = only_in(access_of(before), access_of(after));
  const bool gains_nofree = after.hasAttribute(AttrKind::NoFree) && !before.hasAttribute(AttrKind::NoFree);
  if (forbidden != llvm::ModRefInfo::NoModRef || gains_nofree) {
    const PointerUse use = use_by_calls(target);
    if (use.written && llvm::isModSet(forbidden))
      return use.read && llvm::isRefSet(forbidden) ? "readnone" : "readonly";
    if (use.read && llvm::isRefSet(forbidden)) return "writeonly";
    if (use.freed && gains_nofree) return "nofree";
  }
  if (initializes_more(before, after) && has_writes_that_initialize_nothing(target)) return "initializes";
  const bool captures_less = promises_less_capture(before.getCaptureInfo(), after.getCaptureInfo());
  return captures_less && !captures_at_most(target, after.getCaptureInfo()) ? "captures" : "";
}

/// Must a loop of the target make progress, where nothing that the source may consist of says so?
bool gains_loop_that_must_progress(const SaidBefore& before, const llvm::Function& target) {
  if (!has_loop_that_must_progress(target) || before.function.mustProgress()) return false;
  // A function that was inlined brings its promise along.
  return llvm::none_of(ir::bodies_needed_by(before.source), [](const llvm::Function* each) {
    return each->mustProgress() || has_loop_that_must_progress(*each);
  });
}

bool may_throw(const llvm::Function& function) {
  return !function.doesNotThrow() &&
         llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) { return each.mayThrow(true); });
}

/// Promises of the function to which the machines hold nobody who calls it.
std::string gained_by_function(const llvm::Function& source, const llvm::Function& target) {
  if (target.hasRetAttribute(llvm::Attribute::NoAlias) && !source.hasRetAttribute(llvm::Attribute::NoAlias) &&
      !all_returned(target, is_new_object))
    return "noalias of the result";
  const auto no_poison = llvm::Attribute::NoCreateUndefOrPoison;
  if (target.hasFnAttribute(no_poison) && !source.hasFnAttribute(no_poison) && !target.getReturnType()->isVoidTy())
    return "nocreateundeforpoison";
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i) {
    const auto gains = [&](llvm::Attribute::AttrKind kind) {
      return target.hasParamAttribute(i, kind) && !source.hasParamAttribute(i, kind);
    };
    if (gains(llvm::Attribute::NoAlias) && may_write(target)) return "noalias";
    if (gains(llvm::Attribute::DeadOnReturn) && may_write(target)) return "dead_on_return";
    if (gains(llvm::Attribute::DeadOnUnwind) && may_write(target) && may_throw(target)) return "dead_on_unwind";
    const llvm::Argument* argument = target.getArg(i);
    const auto is_it = [&](const llvm::Value& value) { return value.stripPointerCasts() == argument; };
    if (gains(llvm::Attribute::Returned) && !all_returned(target, is_it)) return "returned";
  }
  return {};
}

/// The constant addresses with `inrange` among a function's operands, as they are written: what is loaded through them
/// stays in that range, or is undefined.
std::set<std::string> addresses_in_range(llvm::ArrayRef<const llvm::Function*> functions) {
  std::vector<std::string> texts;
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
  const auto visit = [&](const llvm::Constant& constant, const auto& again) -> void {
    if (llvm::isa<llvm::GlobalValue>(constant) || !seen.insert(&constant).second) return;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&constant); address != nullptr && address->getInRange())
      llvm::raw_string_ostream(texts.emplace_back()) << constant;
    for (const llvm::Use& part : constant.operands())
      if (const auto* inner = llvm::dyn_cast<llvm::Constant>(part.get())) again(*inner, again);
  };
  for (const llvm::Function* function : functions)
    for (const llvm::Instruction& each : llvm::instructions(*function))
      for (const llvm::Use& operand : each.operands())
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) visit(*constant, visit);
  return {texts.begin(), texts.end()};
}

bool gains_range_of_address(const llvm::Function& source, const llvm::Function& target) {
  const std::set<std::string> after = addresses_in_range({&target});
  if (after.empty()) return false;
  const std::set<std::string> before = addresses_in_range(ir::bodies_needed_by(source));
  return !std::ranges::includes(before, after);
}

/// Loops say of groups of accesses that no round depends on another by them.
class ParallelAccesses {
 public:
  explicit ParallelAccesses(const llvm::Function& function)
      : tree_(const_cast<llvm::Function&>(function)), loops_(tree_) {}

  /// How many of the loops around it say so of the access?
  unsigned loops_of(const llvm::Instruction& access) const {
    const llvm::MDNode* groups = access.getMetadata(llvm::LLVMContext::MD_access_group);
    if (groups == nullptr) return 0;
    unsigned count = 0;
    for (const llvm::Loop* each = loops_.getLoopFor(access.getParent()); each != nullptr; each = each->getParentLoop())
      count += says_so(*each, *groups) ? 1 : 0;
    return count;
  }

 private:
  static bool says_so(const llvm::Loop& loop, const llvm::MDNode& groups) {
    llvm::MDNode* id = loop.getLoopID();
    const llvm::MDNode* said = id == nullptr ? nullptr : llvm::findOptionMDForLoopID(id, "llvm.loop.parallel_accesses");
    const auto is_said = [&](const llvm::Metadata* group) {
      return said != nullptr && llvm::is_contained(llvm::drop_begin(said->operands()), group);
    };
    return groups.getNumOperands() == 0 ? is_said(&groups) : llvm::any_of(groups.operands(), is_said);
  }

  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
};

bool has_parallel_loop(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    llvm::MDNode* loop = block.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
    return loop != nullptr && llvm::findOptionMDForLoopID(loop, "llvm.loop.parallel_accesses") != nullptr;
  });
}

}  // namespace

bool gains_parallel_loop(const llvm::Function& source, const llvm::Function& target) {
  if (!has_parallel_loop(target)) return false;
  if (!has_parallel_loop(source)) return true;
  const Counterparts in_source(source);
  const ParallelAccesses before(source), after(target);
  // Of a copy, or of a wider access, several may have been made.
  const auto may_be_part_of = [](const llvm::Instruction& access, const llvm::Instruction& whole) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&access),
                      *other = llvm::getLoadStorePointerOperand(&whole);
    return pointer == nullptr || other == nullptr ||
           match_operand(*llvm::getUnderlyingObject(pointer, ir::kStepsToObject),
                         *llvm::getUnderlyingObject(other, ir::kStepsToObject)) != Match::No;
  };
  return llvm::any_of(llvm::instructions(target), [&](const llvm::Instruction& access) {
    const unsigned now = after.loops_of(access);
    if (now == 0) return false;
    const auto said_it = [&](const llvm::Instruction& each) { return before.loops_of(each) >= now; };
    bool is_known = false;
    const bool was_said = in_source.any_of(access, [&](const llvm::Instruction& each, Match) {
      is_known = true;
      return said_it(each);
    });
    return !was_said && (is_known || llvm::none_of(llvm::instructions(source), [&](const llvm::Instruction& each) {
                           return said_it(each) && may_be_part_of(access, each);
                         }));
  });
}

static bool says_all(const llvm::MDNode* before, const llvm::MDNode& after) {
  return before != nullptr && llvm::all_of(after.operands(), [&](const llvm::MDOperand& callback) {
           return llvm::is_contained(before->operands(), callback);
         });
}

std::string gained_callback(const llvm::Function& source, const llvm::Function& target) {
  constexpr unsigned kKind = llvm::LLVMContext::MD_callback;
  const llvm::Module& module = *target.getParent();
  if (llvm::none_of(module, [](const llvm::Function& each) { return each.hasMetadata(kKind); })) return {};
  std::set<const llvm::GlobalValue*> needed = ir::globals_needed_by(target, /*with_callees=*/true);
  needed.insert(&target);
  for (const llvm::GlobalValue* each : needed) {
    const auto* after = llvm::dyn_cast<llvm::Function>(each);
    if (after == nullptr || !after->hasMetadata(kKind)) continue;
    const llvm::Function* before = after == &target ? &source : source.getParent()->getFunction(after->getName());
    const llvm::MDNode& said = *after->getMetadata(kKind);
    if ((before == nullptr || !says_all(before->getMetadata(kKind), said)) && !says_all(openmp_callbacks(*after), said))
      return "!callback of @" + after->getName().str();
  }
  return {};
}

/// The first that the function gains, whatever the functions say that it calls.
static std::string gained_by(const SaidBefore& before, const llvm::Function& target, bool FollowedBy::*machine) {
  const llvm::Function& said = before.function;
  if (std::string gained = gained_by_function(said, target); !gained.empty()) return gained;
  if (std::string gained = gained_by_function_attributes(said, target); !gained.empty()) return gained;
  for (unsigned i = 0; i < std::min(said.arg_size(), target.arg_size()); ++i)
    if (std::string gained = gained_by_argument(*said.getArg(i), *target.getArg(i)); !gained.empty()) return gained;
  const llvm::Module& module = *before.source.getParent();
  const auto holds = [&](llvm::Attribute::AttrKind kind) {
    if (kind == llvm::Attribute::NoRecurse) return never_recurses(target, module);
    return kind == llvm::Attribute::MustProgress && keeps_mustprogress(target, module);
  };
  std::string gained = gained_attribute(said.getAttributes(), target.getAttributes(), machine, holds);
  if (gained.empty()) gained = gained_at_calls(before, target, machine);
  if (gained.empty() && machine == &FollowedBy::solver && gains_loop_that_must_progress(before, target))
    gained = "llvm.loop.mustprogress";
  if (gained.empty() && gains_range_of_address(before.source, target)) gained = "inrange";
  return gained.empty() ? gained_metadata(before, target, machine) : gained;
}

static std::string gained_by_itself(const llvm::Function& source, const llvm::Function& target,
                                    bool FollowedBy::*machine) {
  return gained_by({source, source, {&source}}, target, machine);
}

/// The same of a function that only the target has, over what it may have been made of: empty if for one of these.
static std::string gained_by_new(const llvm::Function& source, const llvm::Function& target, const llvm::Function& body,
                                 bool FollowedBy::*machine) {
  std::string first;
  const std::vector<EnteredBody> entered = entered_bodies(source, target);
  for (const std::unique_ptr<llvm::Module>& said : promised_before(source, target, body)) {
    const SaidBefore before{*said->getFunction(body.getName()), source, ir::bodies_needed_by(source), entered};
    const std::string gained = gained_by(before, body, machine);
    if (gained.empty()) return {};
    if (first.empty()) first = gained;
  }
  return first;
}

std::string unchecked_gain(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine) {
  if (std::string gained = gained_by_itself(source, target, machine); !gained.empty()) return gained;
  for (const auto& [before, after] : ir::inner_functions(source, target))
    if (const std::string gained = gained_by_itself(*before, *after, machine); !gained.empty())
      return gained + " of @" + after->getName().str();
  for (const llvm::Function* body : new_bodies(source, target))
    if (const std::string gained = gained_by_new(source, target, *body, machine); !gained.empty())
      return gained + " of @" + body->getName().str();
  return {};
}

}  // namespace assay::semantics
