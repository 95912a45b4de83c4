#include "services/worker/refine/encoder/library_values.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <map>
#include <string_view>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/semantics/eval.h"

namespace assay::refine {
namespace {

using semantics::Instruction;
using semantics::Op;

/// Functions of floats that are a row.
std::optional<Op> float_row(std::string_view name, bool single) {
  if (single) {
    if (!name.ends_with('f')) return std::nullopt;
    name.remove_suffix(1);
  }
  static constexpr std::pair<std::string_view, Op> kRowsOf[] = {
      {"fabs", Op::FAbs},           {"copysign", Op::CopySign}, {"floor", Op::Floor},         {"ceil", Op::Ceil},
      {"trunc", Op::FTrunc},        {"rint", Op::Rint},         {"nearbyint", Op::NearbyInt}, {"round", Op::Round},
      {"roundeven", Op::RoundEven}, {"fmin", Op::MinNum},       {"fmax", Op::MaxNum},       {"fma", Op::Fma},
  };
  for (const auto& [spelling, op] : kRowsOf)
    if (spelling == name) return op;
  return std::nullopt;
}

std::optional<Op> float_row(const llvm::Function& callee) {
  llvm::Type* type = callee.getReturnType();
  if (!type->isFloatTy() && !type->isDoubleTy()) return std::nullopt;
  for (const llvm::Argument& argument : callee.args())
    if (argument.getType() != type) return std::nullopt;
  const auto op = float_row(std::string_view(callee.getName().data(), callee.getName().size()), type->isFloatTy());
  if (!op) return std::nullopt;
  const semantics::Signature signature = semantics::row_of(*op).signature;
  const unsigned operands = signature == semantics::Signature::TernaryFloat  ? 3
                            : signature == semantics::Signature::BinaryFloat ? 2
                                                                             : 1;
  return callee.arg_size() == operands ? op : std::nullopt;
}

enum class IntegerFunction : std::uint8_t { FindFirstSet, Absolute, IsAscii, ToAscii, IsDigit };
std::optional<IntegerFunction> integer_function(const llvm::Function& callee) {
  static const auto& names = *new std::map<std::string_view, IntegerFunction>{
      {"ffs", IntegerFunction::FindFirstSet},   {"ffsl", IntegerFunction::FindFirstSet},
      {"ffsll", IntegerFunction::FindFirstSet}, {"abs", IntegerFunction::Absolute},
      {"labs", IntegerFunction::Absolute},      {"llabs", IntegerFunction::Absolute},
      {"isascii", IntegerFunction::IsAscii},    {"toascii", IntegerFunction::ToAscii},
      {"isdigit", IntegerFunction::IsDigit},
  };
  if (callee.arg_size() != 1 || !callee.getReturnType()->isIntegerTy() || !callee.getArg(0)->getType()->isIntegerTy())
    return std::nullopt;
  const auto found = names.find(std::string_view(callee.getName().data(), callee.getName().size()));
  if (found == names.end()) return std::nullopt;
  const bool narrows = found->second == IntegerFunction::FindFirstSet;
  return narrows || callee.getReturnType() == callee.getArg(0)->getType() ? std::optional(found->second) : std::nullopt;
}

Picked evaluate_integer(Terms& t, IntegerFunction function, const Picked& in, unsigned width) {
  const Term x = in.bits, zero = t.zero(x.width());
  switch (function) {
    case IntegerFunction::FindFirstSet: {
      const Term place = t.add(t.cttz(x), t.constant(x.width(), 1));
      const Term result = t.ite(t.eq(x, zero), zero, place);
      return {x.width() >= width ? t.trunc(result, width) : t.zext(result, width), in.poison};
    }
    case IntegerFunction::Absolute: {
      const Term least = t.shl(t.constant(x.width(), 1), t.constant(x.width(), x.width() - 1));
      return {t.ite(t.slt(x, zero), t.neg(x), x), t.lor(in.poison, t.eq(x, least))};
    }
    case IntegerFunction::IsAscii:
      return {t.zext(t.ult(x, t.constant(x.width(), 128)), width), in.poison};
    case IntegerFunction::ToAscii:
      return {t.band(x, t.constant(x.width(), 127)), in.poison};
    case IntegerFunction::IsDigit:
      return {t.zext(t.ult(t.sub(x, t.constant(x.width(), '0')), t.constant(x.width(), 10)), width), in.poison};
  }
  __builtin_unreachable();
}

}  // namespace

bool is_value_function(const llvm::Function& callee) {
  return float_row(callee).has_value() || integer_function(callee).has_value();
}

void encode_value_function(Machine& m, const Instruction& instruction, const llvm::Function& callee) {
  const auto operands = m.function().operands_of(instruction);
  std::vector<Picked> in;
  for (const semantics::Slots& operand : operands) in.push_back(m.use(operand.first));
  Picked out;
  if (const auto op = float_row(callee)) {
    semantics::ValueInfo info;
    info.op = *op;
    info.flags = instruction.flags;
    info.result = m.function().slots[instruction.result.first];
    info.operand = m.function().slots[operands[0].first];
    info.rounding = *op == Op::Floor  ? semantics::Rounding::TowardNegative
                    : *op == Op::Ceil ? semantics::Rounding::TowardPositive
                                      : semantics::Rounding::NearestTiesToEven;
    out = semantics::evaluate<Domain>(m.domain(), info, in);
  } else {
    out = evaluate_integer(m.terms(), *integer_function(callee), in[0],
                           m.function().slots[instruction.result.first].bits);
  }
  m.set(instruction.result.first, {out.bits, out.poison, m.choices().take_picked()});
}

}  // namespace assay::refine
