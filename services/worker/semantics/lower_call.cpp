#include "services/worker/semantics/lower_call.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <utility>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_promises.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

/// May the call of a target's intrinsic be treated as one of an unknown function with the intrinsic's attributes? Not
/// if several threads take part in it, or if it handles exceptions.
bool may_be_unknown_function(const llvm::CallBase& call) {
  const auto has_value = [](const llvm::Type* type) {
    return type->isVoidTy() || type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPtrOrPtrVectorTy() ||
           type->isAggregateType();
  };
  const llvm::Function& callee = *call.getCalledFunction();
  const llvm::StringRef name = callee.getName();
  const auto is_value = [&](const llvm::Use& argument) { return has_value(argument->getType()); };
  return llvm::Intrinsic::isTargetIntrinsic(call.getIntrinsicID()) && !call.isConvergent() && !callee.isConvergent() &&
         (!name.starts_with("llvm.wasm.") || name.starts_with("llvm.wasm.trunc.")) && !name.contains(".seh.") &&
         !name.contains(".eh.") && has_value(call.getType()) && std::all_of(call.arg_begin(), call.arg_end(), is_value);
}

/// Metadata is no value, but names something: only strings have the same name in two modules.
bool has_nameless_metadata(const llvm::CallBase& call) {
  return llvm::any_of(call.args(), [](const llvm::Use& argument) {
    const auto* value = llvm::dyn_cast<llvm::MetadataAsValue>(argument.get());
    return value != nullptr && !llvm::isa<llvm::MDString>(value->getMetadata());
  });
}

/// nnan and ninf also bind the arguments: one that is a NaN or infinite makes the result poison, lane by lane where
/// both have as many lanes. The machines check the result themselves.
void append_with_fast_math_arguments(Emitter& out, Instruction call, llvm::ArrayRef<Slots> operands) {
  constexpr std::uint64_t kNaNs = llvm::fcNan, kInfinities = llvm::fcInf;
  Details broken;
  broken.immediate = ((call.flags & NoNaNs) != 0 ? kNaNs : 0) | ((call.flags & NoInfs) != 0 ? kInfinities : 0);
  const auto is_float = [&](const Slots& value) {
    return value.count != 0 && out.type_of(value).kind == LaneKind::Float;
  };
  std::vector<Slots> floats;
  if (call.op == Op::Call && broken.immediate != 0 && is_float(call.result))
    llvm::copy_if(operands, std::back_inserter(floats), is_float);
  const Slots result = call.result;
  const auto fresh = [&] { return out.new_slots_like(result); };
  Slots value = call.result = floats.empty() ? result : fresh();
  const llvm::Instruction& origin = *call.origin;
  out.append(call, operands);
  for (std::size_t i = 0; i < floats.size(); ++i) {
    Slots breaks = emit(out, origin, Op::IsFPClass, out.new_slots(kTruth, floats[i].count), {floats[i]}, broken);
    if (breaks.count != result.count) {
      const Slots any = emit(out, origin, Op::ReduceOr, out.new_slots(kTruth, 1), {breaks});
      breaks = emit_moves(out, origin, out.new_slots(kTruth, result.count), {any},
                          std::vector<std::int32_t>(result.count, 0));
    }
    value = emit(out, origin, Op::Select, i + 1 == floats.size() ? result : fresh(),
                 {breaks, out.poison_like(result), value});
  }
}

/// With nsz, the function may be given a zero of any sign (VAL-63). What is promised of the argument is checked before.
void open_zeros_of_arguments(Emitter& out, const llvm::CallBase& call, CallSite& site, std::vector<Slots>& operands) {
  const bool gives_float = call.getType()->isFPOrFPVectorTy();
  if (!gives_float || !llvm::isa<llvm::CallInst>(call) || (fast_math_flags_of(call) & NoSignedZeros) == 0) return;
  const std::size_t first = operands.size() - site.arguments.size();  // the callee's address, if it is one
  for (std::size_t i = 0; i < site.arguments.size(); ++i) {
    Slots& operand = operands[first + i];
    if (operand.count == 0 || out.type_of(operand).kind != LaneKind::Float) continue;
    Promises promises = std::exchange(site.arguments[i], {});
    if (i < site.facts.arguments.size()) merge_promises(promises, std::exchange(site.facts.arguments[i].promises, {}));
    operand = with_open_zeros(out, call, with_promises(out, operand, std::move(promises), call));
  }
}

/// LangRef, llvm.objectsize: the maximum is any number that is no smaller than the object's size, the minimum any that
/// is no larger. The call gives the size itself.
Status lower_object_size(Emitter& out, const llvm::CallBase& call, const llvm::Function& callee,
                         llvm::ArrayRef<Slots> operands) {
  const bool is_minimum = immediate_of(call, 1) != 0;
  const Slots result = out.slots_of(&call), size = out.new_slots_like(result), any = out.new_slots_like(result);
  out.set_slots(&call, size);
  Status bad = lower_function_call(out, call, call, &callee, operands);
  out.set_slots(&call, result);
  if (bad) return bad;
  emit(out, call, Op::Freeze, any, {out.poison_like(result)});
  emit(out, call, is_minimum ? Op::UMin : Op::UMax, result, {size, any});
  return std::nullopt;
}

}  // namespace

Status lower_call(Emitter& out, const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id != llvm::Intrinsic::assume)
    if (std::optional<Status> done = lower_if_bundled(out, call)) return *done;
  if (id != llvm::Intrinsic::not_intrinsic && (!acts_like_function(id) || is_short(call))) {
    if (std::optional<Status> done = lower_intrinsic(out, call)) return *done;
    if (!may_be_unknown_function(call)) return Error{"intrinsic " + llvm::Intrinsic::getBaseName(id).str()};
  }
  if (const auto* relocation = llvm::dyn_cast<llvm::GCRelocateInst>(&call)) return lower_relocation(out, *relocation);
  if (is_known_by_attributes(id) && has_nameless_metadata(call))
    return Error{"intrinsic " + llvm::Intrinsic::getBaseName(id).str()};
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  std::vector<Slots> operands;
  if (callee == nullptr && !call.isInlineAsm()) operands.push_back(out.slots_of(call.getCalledOperand()));
  // The machines check what is promised to functions, and do at once what is known of an intrinsic.
  const bool is_known = acts_like_function(id) && !is_known_by_attributes(id);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    operands.push_back(is_known ? checked_argument(out, call, i) : out.slots_of(call.getArgOperand(i)));
  if (id == llvm::Intrinsic::objectsize) return lower_object_size(out, call, *callee, operands);
  return lower_function_call(out, call, call, callee, operands);
}

Status lower_function_call(Emitter& out, const llvm::CallBase& call, const llvm::CallBase& site_call,
                           const llvm::Function* callee, llvm::ArrayRef<Slots> operands) {
  CallSite site = call_site_of(call, site_call, callee);
  if (const auto done = lower_if_library_value(out, call, site, operands)) return *done;
  const Promises allocated = allocation_promises(out, call, site.facts);
  merge_promises(site.result, allocated);
  merge_promises(site.facts.result, allocated);
  Instruction lowered = out.start(call, llvm::isa<llvm::InvokeInst>(call)   ? Op::Invoke
                                        : llvm::isa<llvm::CallBrInst>(call) ? Op::CallBr
                                                                            : Op::Call);
  lowered.flags = fast_math_flags_of(call);
  lowered.promises = out.add_promises(site.result);
  std::vector<Slots> given(operands.begin(), operands.end());
  open_zeros_of_arguments(out, call, site, given);
  lowered.detail = add_row(out.function().calls, std::move(site));
  append_with_fast_math_arguments(out, std::move(lowered), given);
  return std::nullopt;
}

}  // namespace assay::semantics
