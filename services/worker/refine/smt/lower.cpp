#include "services/worker/refine/smt/lower.h"

#include "services/worker/refine/smt/float_rewrites.h"
#include "services/worker/refine/smt/floats_in_integers.h"
#include "services/worker/refine/smt/fold.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

constexpr std::size_t kMostComparisons = 20'000;
constexpr std::size_t kMostLoweringSteps = 50'000;
constexpr unsigned kWideProduct = 12;
constexpr unsigned kWideQuotient = 12;

FloatFormat result_format(Term operation) {
  const FloatPayload attributes = FloatPayload::unpack(operation.payload());
  switch (operation.kind()) {
    case Kind::FConvert:
      return attributes.to;
    case Kind::FloatToInt:
    case Kind::FEq:
    case Kind::FLt:
      return FloatFormat::None;
    default:
      return attributes.format;
  }
}

}  // namespace

bool is_float_operation(Kind kind) { return kind >= Kind::FAdd && kind <= Kind::FLt; }

bool is_hard_arithmetic(Term t) {
  switch (t.kind()) {
    case Kind::Mul:
      return t.width() >= kWideProduct && (t.arity() > 2 || !t.operand(0).is_constant());
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
      return t.width() >= kWideQuotient;
    default:
      return false;
  }
}

/// No arithmetic: a conversion into x87's format that rounds nothing, and its comparisons.
static bool only_moves_bits(Term operation) {
  if (operation.kind() == Kind::FEq || operation.kind() == Kind::FLt) return true;
  const FloatPayload attributes = FloatPayload::unpack(operation.payload());
  return operation.kind() == Kind::FConvert && attributes.to == FloatFormat::X87 &&
         converts_exactly(attributes.format, attributes.to);
}

bool Lowering::too_large() const {
  return comparisons_ > kMostComparisons || steps_ > kMostLoweringSteps || WorkClock::now() > until_;
}

Term Lowering::apply(const std::string& key, Term original, std::vector<Term> arguments, unsigned width) {
  Group& group = groups_[key];
  for (const Application& other : group)
    if (other.arguments == arguments) return other.result;
  const Application made{original, std::move(arguments), terms_.fresh("lowered", width)};
  for (const Application& other : group) {
    ++comparisons_;
    Term equal = terms_.truth(true);
    for (std::size_t i = 0; i < made.arguments.size(); ++i)
      equal = terms_.land(equal, terms_.eq(made.arguments[i], other.arguments[i]));
    constraints_.push_back(terms_.implies(equal, terms_.eq(made.result, other.result)));
  }
  group.push_back(made);
  if (is_float_operation(original.kind())) {
    abstracted_.push_back(made);
    state_float_facts(made);
  } else if (is_hard_arithmetic(original)) {
    abstracted_.push_back(made);
    state_arithmetic_facts(made);
  }
  return made.result;
}

/// Facts that often suffice to prove a rewrite.
void Lowering::state_arithmetic_facts(const Application& a) {
  if (a.original.kind() != Kind::Mul) return state_quotient_facts(a);
  const Term zero = terms_.zero(a.result.width());
  std::vector<Term> lowest;
  for (Term argument : a.arguments) {
    constraints_.push_back(terms_.implies(terms_.eq(argument, zero), terms_.eq(a.result, zero)));
    lowest.push_back(terms_.slice(argument, 0, 1));
  }
  constraints_.push_back(terms_.eq(terms_.slice(a.result, 0, 1), terms_.all_of(lowest)));
  if (a.arguments.size() != 2) return;
  const Term one = terms_.constant(a.result.width(), 1);
  for (std::size_t i = 0; i < 2; ++i)
    constraints_.push_back(terms_.implies(terms_.eq(a.arguments[i], one), terms_.eq(a.result, a.arguments[1 - i])));
}

/// Of signed operands the magnitudes behave as unsigned ones do: division rounds toward zero, and the remainder has the
/// dividend's sign.
void Lowering::state_quotient_facts(const Application& a) {
  const unsigned width = a.result.width();
  const Term zero = terms_.zero(width), one = terms_.constant(width, 1);
  const bool is_signed = a.original.kind() == Kind::SDiv || a.original.kind() == Kind::SRem;
  const bool is_quotient = a.original.kind() == Kind::UDiv || a.original.kind() == Kind::SDiv;
  const auto is_negative = [&](Term t) { return terms_.slt(t, zero); };
  const auto magnitude = [&](Term t) { return is_signed ? terms_.ite(is_negative(t), terms_.neg(t), t) : t; };
  const Term dividend = magnitude(a.arguments[0]), divisor = magnitude(a.arguments[1]), result = magnitude(a.result);
  const auto state = [&](Term condition, Term fact) {
    constraints_.push_back(terms_.implies(terms_.land(terms_.ne(divisor, zero), condition), fact));
  };
  const Term small = terms_.ult(dividend, divisor);
  state(terms_.truth(true), terms_.ule(result, dividend));
  if (is_quotient) {
    state(terms_.truth(true), terms_.eq(small, terms_.eq(result, zero)));
    state(terms_.ne(divisor, one), terms_.implies(terms_.ne(dividend, zero), terms_.ult(result, dividend)));
    constraints_.push_back(terms_.implies(terms_.eq(a.arguments[1], one), terms_.eq(a.result, a.arguments[0])));
    if (!is_signed) return;
    const Term sign = terms_.ne(is_negative(a.arguments[0]), is_negative(a.arguments[1]));
    const Term overflows = terms_.eq(a.result, terms_.constant(llvm::APInt::getSignedMinValue(width)));
    const Term fits = terms_.lor(terms_.eq(a.result, zero), terms_.eq(is_negative(a.result), sign));
    state(terms_.truth(true), terms_.lor(overflows, fits));
    return;
  }
  state(terms_.truth(true), terms_.ult(result, divisor));
  state(small, terms_.eq(a.result, a.arguments[0]));
  if (is_signed)
    constraints_.push_back(
        terms_.lor(terms_.eq(a.result, zero), terms_.eq(is_negative(a.result), is_negative(a.arguments[0]))));
  constraints_.push_back(terms_.implies(terms_.eq(divisor, one), terms_.eq(a.result, zero)));
}

/// Where both the quotient and the remainder of two operands are asked for (an exact division asks for both), they make
/// the dividend.
void Lowering::join_quotients() {
  const std::size_t count = abstracted_.size();  // products are added behind
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < count; ++k) {
      const Application &quotient = abstracted_[i], &remainder = abstracted_[k];
      const Kind kind = quotient.original.kind(), other = remainder.original.kind();
      const bool is_pair = (kind == Kind::UDiv && other == Kind::URem) || (kind == Kind::SDiv && other == Kind::SRem);
      if (!is_pair || quotient.arguments != remainder.arguments || too_large()) continue;
      const Term dividend = quotient.arguments[0], divisor = quotient.arguments[1], rest = remainder.result;
      const Term product = as_variable(terms_.mul(quotient.result, divisor));
      constraints_.push_back(terms_.implies(terms_.ne(divisor, terms_.zero(divisor.width())),
                                            terms_.eq(terms_.add(product, rest), dividend)));
    }
}

/// True of every implementation of the operation; they let many goals be proven without its arithmetic.
void Lowering::state_float_facts(const Application& a) {
  const FloatPayload attributes = FloatPayload::unpack(a.original.payload());
  const FloatFormat format = result_format(a.original);
  if (format == FloatFormat::None || format == FloatFormat::X87 || attributes.format == FloatFormat::X87) return;
  const Term nan = terms_.is_nan(format, a.result);
  constraints_.push_back(terms_.implies(nan, terms_.eq(a.result, terms_.quiet_nan(format))));
  if (a.original.kind() == Kind::IntToFloat) {
    constraints_.push_back(terms_.lnot(nan));
    return;
  }
  for (Term argument : a.arguments)
    constraints_.push_back(terms_.implies(terms_.is_nan(attributes.format, argument), nan));
  const unsigned top = a.result.width() - 1;
  const auto sign = [&](Term t) { return terms_.slice(t, t.width() - 1, 1); };
  const Term result_sign = terms_.slice(a.result, top, 1);
  switch (a.original.kind()) {
    case Kind::FMul:
    case Kind::FDiv:
      constraints_.push_back(
          terms_.lor(nan, terms_.eq(result_sign, terms_.bxor(sign(a.arguments[0]), sign(a.arguments[1])))));
      break;
    case Kind::FConvert:
    case Kind::FRound:
    case Kind::FRem:
      constraints_.push_back(terms_.lor(nan, terms_.eq(result_sign, sign(a.arguments[0]))));
      break;
    default:
      break;
  }
  if (a.original.kind() == Kind::FConvert || a.original.kind() == Kind::FRound)  // NaN only from NaN
    constraints_.push_back(terms_.implies(nan, terms_.is_nan(attributes.format, a.arguments[0])));
}

Term Lowering::read(Term array, Term index) {
  ++steps_;
  if (too_large()) return terms_.zero(array.width());
  const std::uint64_t key = static_cast<std::uint64_t>(array.id()) << 32 | index.id();
  if (const auto found = reads_.find(key); found != reads_.end()) return found->second;
  Term result;
  switch (array.kind()) {
    case Kind::ArrayConstant:
      result = array.operand(0);
      break;
    case Kind::Store: {
      const Term same = terms_.eq(array.operand(1), index);
      result = same.is_true()    ? array.operand(2)
               : same.is_false() ? read(array.operand(0), index)
                                 : terms_.ite(same, array.operand(2), read(array.operand(0), index));
      break;
    }
    case Kind::Ite:
      result = terms_.ite(array.operand(0), read(array.operand(1), index), read(array.operand(2), index));
      break;
    default:
      result = apply("array " + std::to_string(array.id()), array, {index}, array.width());
  }
  reads_.emplace(key, result);
  return result;
}

Term Lowering::lower_node(Term t, std::span<const Term> operands) {
  ++steps_;
  if (t.kind() == Kind::Select) return read(operands[0], operands[1]);
  if (t.kind() == Kind::Apply)
    return apply("function " + function_key(terms_, t), t, {operands.begin(), operands.end()}, t.width());
  const Term rebuilt = terms_.rebuild(t, operands);
  if (is_float_operation(rebuilt.kind()) && (abstraction_.floats_in_integers || only_moves_bits(rebuilt))) {
    const Term written = in_integers(terms_, rebuilt);
    return written ? written : rebuilt;
  }
  return as_variable(rebuilt);
}

Term Lowering::as_variable(Term rebuilt) {
  const bool becomes_variable =
      is_float_operation(rebuilt.kind()) ? abstraction_.floats : abstraction_.arithmetic && is_hard_arithmetic(rebuilt);
  if (!becomes_variable) return rebuilt;
  std::vector<Term> arguments;
  for (unsigned i = 0; i < rebuilt.arity(); ++i) arguments.push_back(rebuilt.operand(i));
  std::string key = "operation " + std::to_string(static_cast<unsigned>(rebuilt.kind())) + ":" +
                    std::to_string(rebuilt.payload()) + ":" + std::to_string(rebuilt.width()) + ":" +
                    std::to_string(arguments[0].width()) + ":" + std::to_string(arguments.size());
  return apply(key, rebuilt, std::move(arguments), rebuilt.width());
}

std::optional<std::vector<Term>> Lowering::lower(std::span<const Term> conjuncts) {
  std::unordered_map<Term, Term> done;
  std::vector<Term> operands;
  for (Term t : terms_.nodes_of(conjuncts)) {
    operands.clear();
    for (unsigned i = 0; i < t.arity(); ++i) operands.push_back(done.at(t.operand(i)));
    done.emplace(t, t.arity() == 0 && t.kind() != Kind::Apply ? t : lower_node(t, operands));
    if (too_large()) return std::nullopt;
  }
  join_quotients();
  if (too_large()) return std::nullopt;
  std::vector<Term> result;
  for (Term t : conjuncts) result.push_back(done.at(t));
  result.insert(result.end(), constraints_.begin(), constraints_.end());
  return result;
}

void Lowering::lift(Model& model) const {
  std::unordered_map<Term, ArrayValue> arrays;
  std::unordered_map<std::string, FunctionValue> functions;
  for (const auto& [key, group] : groups_) {
    for (const Application& a : group) {
      std::vector<APInt> arguments;
      for (Term argument : a.arguments) arguments.push_back(evaluate(terms_, argument, model));
      const APInt result = model.get(a.result);
      if (a.original.kind() == Kind::ArrayVariable)
        arrays.try_emplace(a.original, ArrayValue{APInt(result.getBitWidth(), 0), {}})
            .first->second.at.insert_or_assign(arguments[0], result);
      else if (a.original.kind() == Kind::Apply)
        functions.try_emplace(function_key(terms_, a.original), FunctionValue{APInt(result.getBitWidth(), 0), {}})
            .first->second.at.insert_or_assign(arguments, result);
    }
  }
  for (auto& [array, value] : arrays) model.set(array, std::move(value));
  for (auto& [key, value] : functions) model.set_function(key, std::move(value));
}

std::vector<Term> Lowering::corrections(const Model& model) const {
  std::vector<Term> result;
  for (const Application& a : abstracted_) {
    std::vector<APInt> values;
    for (Term argument : a.arguments) values.push_back(evaluate(terms_, argument, model));
    const APInt right = fold(a.original.kind(), a.original.width(), a.original.payload(), values);
    if (right == model.get(a.result)) continue;
    Term equal = terms_.truth(true);
    for (std::size_t i = 0; i < values.size(); ++i)
      equal = terms_.land(equal, terms_.eq(a.arguments[i], terms_.constant(values[i])));
    result.push_back(terms_.implies(equal, terms_.eq(a.result, terms_.constant(right))));
  }
  return result;
}

}  // namespace assay::refine::smt
