#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <map>

#include "services/worker/semantics/lowering.h"

namespace assay::semantics {
namespace {

Flags fast_math_flags_of(const llvm::CallBase& call) {
  if (!llvm::isa<llvm::FPMathOperator>(call)) return 0;
  const llvm::FastMathFlags fast = call.getFastMathFlags();
  return (fast.noNaNs() ? NoNaNs : 0u) | (fast.noInfs() ? NoInfs : 0u) | (fast.noSignedZeros() ? NoSignedZeros : 0u) |
         (fast.allowReassoc() ? Reassociate : 0u) | (fast.allowReciprocal() ? AllowReciprocal : 0u) |
         (fast.allowContract() ? AllowContract : 0u) | (fast.approxFunc() ? ApproximateFunctions : 0u);
}

bool is_without_meaning(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::pseudoprobe:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::fake_use: return true;
    default: return id >= llvm::Intrinsic::dbg_assign && id <= llvm::Intrinsic::dbg_value;
  }
}

bool gives_first_argument(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::ssa_copy:
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::arithmetic_fence: return true;
    default: return false;
  }
}

// Intrinsics whose effects the machines treat like those of a function.
bool acts_like_function(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::debugtrap:
    case llvm::Intrinsic::ubsantrap:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::eh_typeid_for: return true;
    default: return false;
  }
}

std::optional<Op> op_of_constrained(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::experimental_constrained_fadd: return Op::FAdd;
    case llvm::Intrinsic::experimental_constrained_fsub: return Op::FSub;
    case llvm::Intrinsic::experimental_constrained_fmul: return Op::FMul;
    case llvm::Intrinsic::experimental_constrained_fdiv: return Op::FDiv;
    case llvm::Intrinsic::experimental_constrained_frem: return Op::FRem;
    case llvm::Intrinsic::experimental_constrained_fma: return Op::Fma;
    case llvm::Intrinsic::experimental_constrained_sqrt: return Op::Sqrt;
    case llvm::Intrinsic::experimental_constrained_fptrunc: return Op::FPTrunc;
    case llvm::Intrinsic::experimental_constrained_fpext: return Op::FPExt;
    case llvm::Intrinsic::experimental_constrained_fptosi: return Op::FPToSI;
    case llvm::Intrinsic::experimental_constrained_fptoui: return Op::FPToUI;
    case llvm::Intrinsic::experimental_constrained_sitofp: return Op::SIToFP;
    case llvm::Intrinsic::experimental_constrained_uitofp: return Op::UIToFP;
    default: return std::nullopt;
  }
}

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

std::optional<Op> op_of_intrinsic(llvm::Intrinsic::ID id) {
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  const auto found = intrinsic_rows().find(std::string_view(name.data(), name.size()));
  if (found == intrinsic_rows().end()) return std::nullopt;
  return found->second;
}

Status Lowering::add_call(const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id != llvm::Intrinsic::not_intrinsic && !acts_like_function(id)) {
    Status special;
    if (add_special_intrinsic(call, special)) return special;
    if (const auto op = op_of_intrinsic(id)) return add_intrinsic(call, *op);
    if (const auto op = op_of_constrained(id)) return add_constrained_intrinsic(call, *op);
    return Error{"intrinsic " + call.getCalledFunction()->getName().str()};
  }
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    const llvm::StringRef tag = call.getOperandBundleAt(i).getTagName();
    if (tag != "deopt" && tag != "clang.arc.attachedcall") return Error{"operand bundle " + tag.str()};
  }
  CallSite site;
  site.call = &call;
  site.callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  std::vector<Slots> operands;
  if (site.callee == nullptr && !call.isInlineAsm()) operands.push_back(slots_of(call.getCalledOperand()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    operands.push_back(slots_of(call.getArgOperand(i)));
    site.arguments.push_back(promises_of(call.getAttributes().getParamAttrs(i)));
    // A declaration's attributes hold at every call of it.
    if (site.callee != nullptr && i < site.callee->arg_size())
      merge_promises(site.arguments.back(), promises_of(site.callee->getAttributes().getParamAttrs(i)));
  }
  site.result = promises_of(call.getAttributes().getRetAttrs());
  if (site.callee != nullptr) merge_promises(site.result, promises_of(site.callee->getAttributes().getRetAttrs()));
  add_metadata_promises(call, site.result);
  Instruction lowered = start(call, llvm::isa<llvm::InvokeInst>(call) ? Op::Invoke : Op::Call);
  lowered.flags = fast_math_flags_of(call);
  lowered.promises = remember(site.result);
  lowered.detail = static_cast<std::uint32_t>(out_.calls.size());
  out_.calls.push_back(std::move(site));
  finish(lowered, operands);
  return std::nullopt;
}

/// A constrained operation is the plain one with the rounding that its metadata names. The floating-point environment
/// itself (exceptions, a rounding mode that is only known when the program runs) is not modelled.
Status Lowering::add_constrained_intrinsic(const llvm::CallBase& call, Op op) {
  const auto& constrained = llvm::cast<llvm::ConstrainedFPIntrinsic>(call);
  Instruction lowered = start(call, op);
  lowered.flags = fast_math_flags_of(call);
  if (const auto mode = constrained.getRoundingMode()) {
    switch (*mode) {
      case llvm::RoundingMode::NearestTiesToEven: lowered.rounding = Rounding::NearestTiesToEven; break;
      case llvm::RoundingMode::NearestTiesToAway: lowered.rounding = Rounding::NearestTiesToAway; break;
      case llvm::RoundingMode::TowardPositive: lowered.rounding = Rounding::TowardPositive; break;
      case llvm::RoundingMode::TowardNegative: lowered.rounding = Rounding::TowardNegative; break;
      case llvm::RoundingMode::TowardZero: lowered.rounding = Rounding::TowardZero; break;
      default: return Error{"dynamic rounding"};
    }
  }
  std::vector<Slots> operands;
  for (unsigned i = 0; i < constrained.getNonMetadataArgCount(); ++i)
    operands.push_back(with_promises(slots_of(call.getArgOperand(i)), promises_of(call.getAttributes().getParamAttrs(i)), call));
  lowered.promises = remember(promises_of(call.getAttributes().getRetAttrs()));
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
    operands.push_back(with_promises(slots_of(argument), promises_of(attributes.getParamAttrs(i)), call));
  }
  if (op == Op::Abs && lowered.immediate != 0) lowered.flags |= IntMinPoison;
  if ((op == Op::CtLz || op == Op::CtTz) && lowered.immediate != 0) lowered.flags |= ZeroPoison;
  Promises result = promises_of(attributes.getRetAttrs());
  add_metadata_promises(call, result);
  lowered.promises = remember(std::move(result));
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
  if (gives_first_argument(id)) {
    const Slots value =
        with_promises(slots_of(call.getArgOperand(0)), promises_of(call.getAttributes().getParamAttrs(0)), call);
    std::vector<std::int32_t> mask;
    for (std::uint32_t lane = 0; lane < value.count; ++lane) mask.push_back(static_cast<std::int32_t>(lane));
    Instruction copy = start(call, Op::Copy);
    Promises result = promises_of(call.getAttributes().getRetAttrs());
    add_metadata_promises(call, result);
    copy.promises = remember(std::move(result));
    finish_permute(copy, {value}, std::move(mask));
    return true;
  }
  if (id != llvm::Intrinsic::assume) return add_permuting_intrinsic(call);
  finish(start(call, Op::Assume), {slots_of(call.getArgOperand(0))});
  for (unsigned i = 0; i < call.getNumOperandBundles() && !status; ++i) status = add_assume_bundle(call, i);
  return true;
}

}  // namespace assay::semantics
