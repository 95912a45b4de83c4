#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <set>

#include "services/worker/semantics/program.h"
#include "services/worker/semantics/rounding.h"

/// What the IR leaves to the target and the environment.
namespace assay::semantics {
namespace {

/// Each type is looked at once: one that holds another twice, which holds the next one twice, has many parts.
bool is_scalable(llvm::Type* type, llvm::SmallPtrSetImpl<llvm::Type*>& seen) {
  if (!seen.insert(type).second) return false;
  if (type->isScalableTy()) return true;
  return llvm::any_of(type->subtypes(), [&](llvm::Type* inner) { return is_scalable(inner, seen); });
}
bool is_scalable(llvm::Type* type) {
  llvm::SmallPtrSet<llvm::Type*, 8> seen;
  return is_scalable(type, seen);
}

/// What a function depends on.
struct Dependence {
  bool vscale = false;
  std::set<Rounding> roundings;   ///< that operations name
  bool any_rounding = false;      ///< it asks for the mode that is set
  bool to_nearest = false;        ///< an operation that is not constrained rounds
  bool denormals = false;         ///< how operands that are denormal are seen
  bool denormal_results = false;  ///< what becomes of results that are
  bool single = false;            ///< it has numbers of single precision
  bool other_format = false;      ///< and others
  std::set<const llvm::Function*> seen;
};

/// An operation that rounds, and assumes that it does so to nearest (LangRef, Floating-Point Environment).
bool assumes_nearest(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return true;
    default:
      break;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  switch (call == nullptr ? llvm::Intrinsic::not_intrinsic : call->getIntrinsicID()) {
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint:
      return true;
    default:
      return false;
  }
}

void look_at(const llvm::Instruction& instruction, Dependence& found) {
  const auto see = [&](const llvm::Type& type) {
    found.single |= type.isFloatTy();
    found.other_format |= type.isFloatingPointTy() && !type.isFloatTy();
  };
  see(*instruction.getType()->getScalarType());
  for (const llvm::Use& use : instruction.operands()) see(*use->getType()->getScalarType());
  found.to_nearest |= assumes_nearest(instruction);
  found.vscale |= is_scalable(instruction.getType());
  for (const llvm::Use& use : instruction.operands()) found.vscale |= is_scalable(use->getType());
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    found.vscale |= is_scalable(alloca->getAllocatedType());
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    found.vscale |= is_scalable(gep->getSourceElementType());
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return;
  if (call->getIntrinsicID() == llvm::Intrinsic::vscale) found.vscale = true;
  if (call->getIntrinsicID() == llvm::Intrinsic::experimental_get_vector_length)
    found.vscale |= llvm::cast<llvm::ConstantInt>(call->getArgOperand(2))->isOne();
  found.any_rounding |= depends_on_rounding(*call);
  if (const auto named = named_rounding(*call)) found.roundings.insert(*named);
}

/// Looks at the function, and at what is called from it: that runs in the same environment.
void look_at(const llvm::Function& function, Dependence& found) {
  if (function.isDeclaration() || !found.seen.insert(&function).second) return;
  found.vscale |= is_scalable(function.getReturnType());
  for (const llvm::Argument& argument : function.args()) found.vscale |= is_scalable(argument.getType());
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    look_at(instruction, found);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr) look_at(*call->getCalledFunction(), found);
  }
  for (const llvm::fltSemantics* format : {&llvm::APFloat::IEEEdouble(), &llvm::APFloat::IEEEsingle()}) {
    const llvm::DenormalMode mode = function.getDenormalMode(*format);
    found.denormals |= mode.Input == llvm::DenormalMode::Dynamic;
    found.denormal_results |= mode.Output == llvm::DenormalMode::Dynamic;
  }
}

Dependence dependence_of(const llvm::Function& function) {
  Dependence found;
  look_at(function, found);
  return found;
}

/// In a mode that no operation names, a function whose operations all name one has undefined behaviour, or does not
/// depend on it. Nothing is asked of a source that rounds without naming a mode where that is not the usual one.
std::vector<Rounding> roundings_of(const Dependence& source, const Dependence& target) {
  if (source.to_nearest) return {};
  std::set<Rounding> modes = source.roundings;
  modes.insert(target.roundings.begin(), target.roundings.end());
  if (source.any_rounding || target.any_rounding)
    modes.insert({Rounding::NearestTiesToEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero,
                  Rounding::NearestTiesToAway});
  return {modes.begin(), modes.end()};
}

constexpr unsigned kMostScales = 3;
constexpr unsigned kLargestScale = 16;

struct ScaleRange {
  unsigned least = 1;
  unsigned most = 0;  ///< 0: no bound
};
ScaleRange scales_of(const llvm::Function& function) {
  const llvm::Attribute range = function.getFnAttribute(llvm::Attribute::VScaleRange);
  if (!range.isValid()) return {};
  return {range.getVScaleRangeMin(), range.getVScaleRangeMax().value_or(0)};
}

std::string_view name_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestTiesToEven:
      return "to nearest";
    case Rounding::TowardPositive:
      return "upward";
    case Rounding::TowardNegative:
      return "downward";
    case Rounding::TowardZero:
      return "toward zero";
    case Rounding::NearestTiesToAway:
      return "to nearest, ties away";
  }
  return "";
}

}  // namespace

std::vector<LowerOptions> environments_of(const llvm::Function& source, const llvm::Function& target) {
  const Dependence a = dependence_of(source), b = dependence_of(target);
  std::vector<LowerOptions> all{LowerOptions()};
  const auto vary = [&](bool depends, auto values, auto set) {
    if (!depends) return;
    std::vector<LowerOptions> varied;
    for (const LowerOptions& before : all)
      for (const auto value : values) {
        varied.push_back(before);
        set(varied.back(), value);
      }
    all = std::move(varied);
  };
  std::vector<unsigned> scales;
  const ScaleRange range = scales_of(source);
  for (unsigned scale = range.least; scales.size() < kMostScales && scale <= kLargestScale; scale *= 2)
    if (range.most == 0 || scale <= range.most) scales.push_back(scale);
  if (scales.empty()) scales.push_back(range.least);
  vary(a.vscale || b.vscale, scales, [](LowerOptions& options, unsigned scale) { options.vscale = scale; });
  const std::vector<Rounding> roundings = roundings_of(a, b);
  vary(!roundings.empty(), roundings, [](LowerOptions& options, Rounding rounding) { options.rounding = rounding; });
  const std::vector ways{Denormals::Ieee, Denormals::PreserveSign, Denormals::PositiveZero};
  vary(a.denormals || b.denormals, ways, [](LowerOptions& options, Denormals way) { options.denormals = way; });
  vary(a.denormal_results || b.denormal_results, ways,
       [](LowerOptions& options, Denormals way) { options.denormal_results = way; });
  return all;
}

static std::string scales_that_were_tried(const llvm::Function& source, const llvm::Function& target,
                                          const std::vector<LowerOptions>& environments) {
  if (!dependence_of(source).vscale && !dependence_of(target).vscale) return "";
  std::vector<unsigned> scales;
  for (const LowerOptions& environment : environments)
    if (std::find(scales.begin(), scales.end(), environment.vscale) == scales.end())
      scales.push_back(environment.vscale);
  const ScaleRange range = scales_of(source);
  if (range.most != 0 && scales.back() * 2 > range.most) return "";  // these are all that the function may meet
  std::string text = "vscale ";
  for (std::size_t i = 0; i < scales.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(scales[i]);
  return text;
}

std::string bound_of(const llvm::Function& source, const llvm::Function& target,
                     const std::vector<LowerOptions>& environments) {
  std::string bound = scales_that_were_tried(source, target, environments);
  const auto trusts_calls = [](const llvm::Function& function) { return RoundingModes(function, {}).trusts_calls(); };
  const auto add = [&](const char* what) { bound += std::string(bound.empty() ? "" : ", ") + what; };
  if (trusts_calls(source) || trusts_calls(target)) add("calls that leave the rounding mode alone");
  const Dependence a = dependence_of(source), b = dependence_of(target);
  const bool is_dynamic = a.denormals || b.denormals || a.denormal_results || b.denormal_results;
  if (is_dynamic && (a.single || b.single) && (a.other_format || b.other_format))
    add("denormal numbers of all types treated alike");
  return bound;
}

std::string describe(const LowerOptions& environment) {
  const LowerOptions usual;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (environment.vscale != usual.vscale) add("vscale " + std::to_string(environment.vscale));
  if (environment.rounding != usual.rounding) add("rounding " + std::string(name_of(environment.rounding)));
  const auto add_denormals = [&](const char* which, Denormals way) {
    if (way == Denormals::PreserveSign) add(std::string(which) + " flushed, signs kept");
    if (way == Denormals::PositiveZero) add(std::string(which) + " flushed to +0");
  };
  if (environment.denormals == environment.denormal_results) {
    add_denormals("denormals", environment.denormals);
  } else {
    add_denormals("denormal operands", environment.denormals);
    add_denormals("denormal results", environment.denormal_results);
  }
  return text;
}

}  // namespace assay::semantics
