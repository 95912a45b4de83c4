#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lowering.h"

namespace assay::semantics {
namespace {

const std::map<std::string_view, Op>& intrinsic_rows() {
  static const auto& rows = *new std::map<std::string_view, Op>([] {
    std::map<std::string_view, Op> made;
    for (const Row& row : kRows)
      if (row.is_intrinsic()) made.emplace(row.spelling, row.op);
    return made;
  }());
  return rows;
}

}  // namespace

Flags fast_math_flags_of(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::FPMathOperator>(instruction)) return 0;
  const llvm::FastMathFlags fast = instruction.getFastMathFlags();
  return (fast.noNaNs() ? NoNaNs : 0u) | (fast.noInfs() ? NoInfs : 0u) | (fast.noSignedZeros() ? NoSignedZeros : 0u) |
         (fast.allowReassoc() ? Reassociate : 0u) | (fast.allowReciprocal() ? AllowReciprocal : 0u) |
         (fast.allowContract() ? AllowContract : 0u) | (fast.approxFunc() ? ApproximateFunctions : 0u);
}

std::optional<Rounding> rounding_of(llvm::RoundingMode mode) {
  switch (mode) {
    case llvm::RoundingMode::NearestTiesToEven: return Rounding::NearestTiesToEven;
    case llvm::RoundingMode::NearestTiesToAway: return Rounding::NearestTiesToAway;
    case llvm::RoundingMode::TowardPositive: return Rounding::TowardPositive;
    case llvm::RoundingMode::TowardNegative: return Rounding::TowardNegative;
    case llvm::RoundingMode::TowardZero: return Rounding::TowardZero;
    default: return std::nullopt;
  }
}

std::optional<Op> op_of_intrinsic(llvm::Intrinsic::ID id) {
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  const auto found = intrinsic_rows().find(std::string_view(name.data(), name.size()));
  if (found == intrinsic_rows().end()) return std::nullopt;
  return found->second;
}

/// The name after llvm.experimental.constrained. is that of the plain operation: an instruction or an intrinsic.
std::optional<Op> op_of_constrained(llvm::Intrinsic::ID id) {
  llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  if (!name.consume_front("llvm.experimental.constrained.")) return std::nullopt;
  if (name == "fcmps") name = "fcmp";
  const std::string intrinsic = "llvm." + name.str();
  if (const auto found = intrinsic_rows().find(intrinsic); found != intrinsic_rows().end()) return found->second;
  for (const Row& row : kRows)
    if (row.spelling == std::string_view(name.data(), name.size())) return row.op;
  return std::nullopt;
}

/// May the call of a target's intrinsic be taken for one of a function that nobody knows, which has the intrinsic's
/// attributes? Not where several threads take part in it, or it belongs to the handling of exceptions.
bool may_be_unknown_function(const llvm::CallBase& call) {
  const auto has_value = [](const llvm::Type* type) {
    return type->isVoidTy() || type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPtrOrPtrVectorTy() ||
           type->isAggregateType();
  };
  const llvm::Function& callee = *call.getCalledFunction();
  const llvm::StringRef name = callee.getName();
  const auto is_value = [&](const llvm::Use& argument) { return has_value(argument->getType()); };
  return llvm::Intrinsic::isTargetIntrinsic(call.getIntrinsicID()) && !call.isConvergent() && !callee.isConvergent() &&
         !name.starts_with("llvm.wasm.") && !name.contains(".seh.") && !name.contains(".eh.") &&
         has_value(call.getType()) && std::all_of(call.arg_begin(), call.arg_end(), is_value);
}

Status Lowering::add_call(const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id != llvm::Intrinsic::assume)
    if (std::optional<Status> done = add_if_bundled(call)) return *done;
  if (id != llvm::Intrinsic::not_intrinsic && !acts_like_function(id)) {
    Status special;
    if (add_special_intrinsic(call, special)) return special;
    if (const auto op = op_of_intrinsic(id)) return add_intrinsic(call, *op);
    if (const auto op = op_of_constrained(id)) return add_constrained_intrinsic(call, *op);
    if (!may_be_unknown_function(call)) return Error{"intrinsic " + llvm::Intrinsic::getBaseName(id).str()};
  }
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  std::vector<Slots> operands;
  if (callee == nullptr && !call.isInlineAsm()) operands.push_back(slots_of(call.getCalledOperand()));
  for (const llvm::Use& argument : call.args()) operands.push_back(slots_of(argument.get()));
  return add_function_call(call, call, callee, operands);
}

/// A call of a function, whose attributes and arguments are those of `site_call`.
Status Lowering::add_function_call(const llvm::CallBase& call, const llvm::CallBase& site_call, const llvm::Function* callee,
                                   llvm::ArrayRef<Slots> operands) {
  CallSite site;
  site.call = &site_call;
  site.callee = callee;
  const llvm::AttributeList attributes = site_call.getAttributes();
  for (unsigned i = 0; i < site_call.arg_size(); ++i) {
    site.arguments.push_back(promises_of(attributes.getParamAttrs(i), data_layout()));
    // A declaration's attributes hold at every call of it.
    if (callee != nullptr && i < callee->arg_size())
      merge_promises(site.arguments.back(), promises_of(callee->getAttributes().getParamAttrs(i), data_layout()));
  }
  site.result = promises_of(attributes.getRetAttrs(), data_layout());
  if (callee != nullptr) merge_promises(site.result, promises_of(callee->getAttributes().getRetAttrs(), data_layout()));
  add_metadata_promises(call, site.result);
  // allocalign: an argument is the alignment of the result.
  if (const auto* align = llvm::dyn_cast_or_null<llvm::ConstantInt>(call.getArgOperandWithAttribute(llvm::Attribute::AllocAlign)))
    if (align->getValue().isPowerOf2() && align->getValue().getActiveBits() < 64)
      site.result.align = std::max(site.result.align, align->getZExtValue());
  Instruction lowered = start(call, llvm::isa<llvm::InvokeInst>(call)   ? Op::Invoke
                                         : llvm::isa<llvm::CallBrInst>(call) ? Op::CallBr
                                                                             : Op::Call);
  lowered.flags = fast_math_flags_of(call);
  lowered.promises = remember(site.result);
  lowered.detail = static_cast<std::uint32_t>(out_.calls.size());
  out_.calls.push_back(std::move(site));
  add_with_fast_math_arguments(std::move(lowered), operands);
  return std::nullopt;
}

/// nnan and ninf hold for the arguments, too: the result is poison if one breaks them, lane by lane where both have as
/// many. The machines look at the result by themselves.
void Lowering::add_with_fast_math_arguments(Instruction call, llvm::ArrayRef<Slots> operands) {
  constexpr std::uint64_t kNaNs = llvm::fcNan, kInfinities = llvm::fcInf;
  Details broken;
  broken.immediate = ((call.flags & NoNaNs) != 0 ? kNaNs : 0) | ((call.flags & NoInfs) != 0 ? kInfinities : 0);
  const auto is_float = [&](const Slots& value) { return value.count != 0 && type_of(value).kind == LaneKind::Float; };
  std::vector<Slots> floats;
  if (call.op == Op::Call && broken.immediate != 0 && is_float(call.result))
    llvm::copy_if(operands, std::back_inserter(floats), is_float);
  const Slots result = call.result;
  const auto fresh = [&] { return new_slots(LaneType(type_of(result)), result.count); };
  Slots value = call.result = floats.empty() ? result : fresh();
  const llvm::Instruction& origin = *call.origin;
  finish(call, operands);
  for (std::size_t i = 0; i < floats.size(); ++i) {
    Slots breaks = emit(origin, Op::IsFPClass, new_slots(kTruth, floats[i].count), {floats[i]}, broken);
    if (breaks.count != result.count) {
      const Slots any = emit(origin, Op::ReduceOr, new_slots(kTruth, 1), {breaks});
      breaks = emit_moves(origin, new_slots(kTruth, result.count), {any}, std::vector<std::int32_t>(result.count, 0));
    }
    value = emit(origin, Op::Select, i + 1 == floats.size() ? result : fresh(), {breaks, poison_like(result), value});
  }
}

namespace {

/// Transcendental functions have a value for each rounding mode that nobody knows; frem and the conversions to a wider
/// format or to an integer round in no mode, or in one of their own.
bool may_round_otherwise(Op op) {
  switch (op) {
    case Op::FMulAdd:
    case Op::Pow:
    case Op::PowI:
    case Op::Atan2: return op == Op::FMulAdd;
    default: break;
  }
  const Signature signature = row_of(op).signature;
  if (signature != Signature::UnaryFloat) return true;
  switch (op) {
    case Op::Sqrt:
    case Op::Rint:
    case Op::NearbyInt:
    case Op::Floor:
    case Op::Ceil:
    case Op::FTrunc:
    case Op::Round:
    case Op::RoundEven: return true;
    default: return false;
  }
}

}  // namespace

/// A constrained operation is the plain one with the rounding that its metadata names; a dynamic one is the rounding that
/// the function is lowered for. Exceptions and their flags are not modelled.
Status Lowering::add_constrained_intrinsic(const llvm::CallBase& call, Op op) {
  const auto& constrained = llvm::cast<llvm::ConstrainedFPIntrinsic>(call);
  Instruction lowered = start(call, op);
  lowered.flags = fast_math_flags_of(call);
  if (const auto mode = constrained.getRoundingMode())
    lowered.rounding = rounding_of(*mode).value_or(options_.rounding);
  if (const auto* compare = llvm::dyn_cast<llvm::ConstrainedFPCmpIntrinsic>(&call))
    lowered.predicate = predicate_of(compare->getPredicate());
  if (lowered.rounding != Rounding::NearestTiesToEven && !may_round_otherwise(op))
    return Error{std::string(row_of(op).spelling) + " with another rounding than to nearest"};
  std::vector<Slots> operands;
  for (unsigned i = 0; i < constrained.getNonMetadataArgCount(); ++i)
    operands.push_back(with_promises(slots_of(call.getArgOperand(i)), promises_of(call.getAttributes().getParamAttrs(i), data_layout()), call));
  lowered.promises = remember(promises_of(call.getAttributes().getRetAttrs(), data_layout()));
  finish(lowered, operands);
  return std::nullopt;
}

/// An intrinsic that is a row: immediate arguments become flags or immediates, the others operands.
Status Lowering::add_intrinsic(const llvm::CallBase& call, Op op) {
  Instruction lowered = start(call, op);
  lowered.flags = fast_math_flags_of(call);
  std::vector<Slots> operands;
  const llvm::AttributeList attributes = call.getAttributes();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value* argument = call.getArgOperand(i);
    if (call.paramHasAttr(i, llvm::Attribute::ImmArg)) {
      const auto* immediate = llvm::dyn_cast<llvm::ConstantInt>(argument);
      if (immediate == nullptr) return Error{"immediate argument"};
      lowered.immediate = immediate->getZExtValue();
      continue;
    }
    operands.push_back(with_promises(slots_of(argument), promises_of(attributes.getParamAttrs(i), data_layout()), call));
  }
  // LLVM's verifier lets the minima and maxima of floats be called with integers.
  const bool of_floats = op >= Op::ReduceFAdd && op <= Op::ReduceFMaximum;
  if (of_floats && type_of(operands.back()).kind != LaneKind::Float)
    return Error{"an operation on another type than its name says"};
  if (op == Op::Abs && lowered.immediate != 0) lowered.flags |= IntMinPoison;
  if ((op == Op::CtLz || op == Op::CtTz) && lowered.immediate != 0) lowered.flags |= ZeroPoison;
  Promises result = promises_of(attributes.getRetAttrs(), data_layout());
  add_metadata_promises(call, result);
  lowered.promises = remember(std::move(result));
  const llvm::ModRefInfo by_arguments = attributes.getMemoryEffects().getModRef(llvm::IRMemLocation::ArgMem);
  if (llvm::isa<llvm::MemIntrinsic>(call) && !llvm::isModSet(by_arguments)) {
    Details none;
    none.predicate = Predicate::Eq;
    const Slots length = operands.back();
    const Slots nothing = emit(call, Op::ICmp, new_slots(kTruth, 1), {length, number(type_of(length).bits, 0)}, none);
    require(call, nothing, Rule::WriteNotAllowed);
  }
  finish(lowered, operands);
  return std::nullopt;
}

/// Intrinsics that lower to moved lanes, to promises, or to nothing. True if the call was one of them.
bool Lowering::add_special_intrinsic(const llvm::CallBase& call, Status& status) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (is_without_meaning(id)) {
    finish(start(call, Op::Nothing), {});
    return true;
  }
  if (add_if_composed(call, status)) return true;
  if (id != llvm::Intrinsic::assume) return add_permuting_intrinsic(call);
  finish(start(call, Op::Assume), {slots_of(call.getArgOperand(0))});
  for (unsigned i = 0; i < call.getNumOperandBundles() && !status; ++i) status = add_assume_bundle(call, i);
  return true;
}

}  // namespace assay::semantics
