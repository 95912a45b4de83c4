#include "services/worker/refine/encoder/algebra.h"

#include <algorithm>
#include <utility>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/semantics/apfloat.h"

namespace assay::refine {

using semantics::Flags;
using semantics::FloatFormat;
using semantics::Op;
using semantics::Slot;
using semantics::Slots;
using semantics::ValueInfo;

namespace {

constexpr Flags kPoisons = semantics::NoNaNs | semantics::NoInfs;

/// May the operation be part of an expression that is written anew? Signs of zeros are no part of what an expression
/// says of real numbers.
bool may_be_rewritten(const ValueInfo& info) {
  Flags needed = semantics::Reassociate | semantics::NoSignedZeros;
  switch (info.op) {
    case Op::FDiv:
      needed |= semantics::AllowReciprocal;
      break;
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FNeg:
    case Op::Fma:
    case Op::FMulAdd:
    case Op::ReduceFAdd:
    case Op::ReduceFMul:
      break;
    default:
      return false;
  }
  const bool is_narrow = info.result.bits <= 64 && info.result.format == info.operand.format;
  return (info.flags & needed) == needed && is_narrow && info.rounding == semantics::Rounding::NearestTiesToEven;
}

/// The flags that count for one operation, where what it does without rounding in between needs one, too.
Flags flags_of(const ValueInfo& info, bool is_source) {
  const bool may_fuse = info.op == Op::FMulAdd || (info.op == Op::Fma && !is_source);
  return (info.flags & semantics::kFastMathFlags) | (may_fuse ? semantics::AllowContract : Flags{0});
}

/// A sum may lose atoms that cancel out. A product with zero is no number where the other factor is infinite, nor is a
/// sum of which nothing is left.
bool may_vanish(const ValueInfo& info, Flags flags, std::size_t atoms, const Polynomial& value) {
  if ((flags & semantics::NoNaNs) != 0 || value.atoms().size() == atoms) return true;
  const bool adds = info.op == Op::FAdd || info.op == Op::FSub || info.op == Op::ReduceFAdd;
  return adds && !value.is_constant();
}

bool commutes(Op op) { return op == Op::FAdd || op == Op::FMul; }

}  // namespace

bool has_expressions(const semantics::Function& function) {
  return std::ranges::any_of(function.instructions, [&](const semantics::Instruction& instruction) {
    return (instruction.flags & semantics::Reassociate) != 0 && may_be_rewritten(info_of(function, instruction));
  });
}

bool Algebra::encode(const semantics::Instruction& instruction) {
  const ValueInfo info = info_of(m_.function(), instruction);
  if (!may_be_rewritten(info)) return false;
  const llvm::ArrayRef<Slots> operands = m_.function().operands_of(instruction);
  const bool is_horizontal = semantics::row_of(info.op).shape == semantics::Shape::Horizontal;
  std::vector<Lane> results(instruction.result.count);
  for (std::uint32_t lane = 0; lane < results.size(); ++lane) {
    std::vector<Slot> slots;
    for (const Slots& operand : operands) {
      const std::uint32_t first = operand.first + (is_horizontal || operand.count == 1 ? 0 : lane);
      for (std::uint32_t i = 0; i < (is_horizontal ? operand.count : 1); ++i) slots.push_back(first + i);
    }
    const bool done = encode_lane(info, slots, results[lane]);
    results[lane].undef = m_.choices().take_picked();
    if (!done) return false;
  }
  for (std::uint32_t lane = 0; lane < results.size(); ++lane)
    m_.set(instruction.result.first + lane, std::move(results[lane]));
  return true;
}

Flags Algebra::in_common(Flags a, Flags b) const { return m_.is_source() ? a & b : a | b; }

bool Algebra::encode_lane(const ValueInfo& info, const std::vector<Slot>& operands, Lane& result) {
  std::vector<Expression> read_operands;
  for (const Slot slot : operands) {
    std::optional<Expression> operand = read(slot, info.result.format);
    if (!operand) return false;
    read_operands.push_back(std::move(*operand));
  }
  std::optional<Expression> expression = combined(info, std::move(read_operands));
  if (!expression) return false;
  std::optional<Lane> made = result_of(info, std::move(*expression));
  if (made) result = std::move(*made);
  return made.has_value();
}

/// A constant, the expression of an operation that is known, or an atom, each perhaps negated. Atoms of source and
/// target are the same where their bits are, but for undef ones; what they hold is what each use picks.
std::optional<Algebra::Expression> Algebra::read(Slot slot, FloatFormat format) {
  Terms& t = m_.terms();
  const Lane& lane = m_.lane(slot);
  const Picked picked = m_.use(lane);
  Expression result;
  result.flags = m_.is_source() ? semantics::kFastMathFlags : Flags{0};
  result.poison = result.atoms_poison = picked.poison;
  if (lane.bits.is_constant()) {
    const llvm::APFloat number(semantics::semantics_of(format), lane.bits.value());
    const auto value = Polynomial::constant(number);
    if (!value) return std::nullopt;
    result.value = *value;
    result.form = value->text(semantics::semantics_of(format));
    return result;
  }
  const Term sign = t.constant(llvm::APInt::getSignMask(lane.bits.width()));
  Term bits = lane.bits, pick = picked.bits;
  const Term opposite = t.bxor(bits, sign);
  const bool is_negated = opposite.id() < bits.id();
  if (is_negated) {
    bits = opposite;
    pick = t.bxor(pick, sign);
  }
  const auto known = known_.find(bits);
  if (known != known_.end() && pick.kind() == smt::Kind::Apply && t.name(pick) == known->second.name) {
    const Known& operation = known->second;
    result.value = operation.expression.value;
    for (std::size_t i = 0; i < operation.atoms.size(); ++i)
      result.atoms[operation.atoms[i]] = {pick.operand(static_cast<unsigned>(i)),
                                          operation.expression.atoms.at(operation.atoms[i]).set};
    result.flags = operation.expression.flags;
    result.atoms_poison = operation.expression.atoms_poison;
    result.form = operation.expression.form;
  } else {
    const std::vector<Term> undef = lane.undef.variables();
    const std::vector<Term> parts{lane.poison};
    const std::vector<Term> in_poison = t.variables_of(parts);
    const auto is_undef = [&](Term variable) { return std::ranges::find(undef, variable) != undef.end(); };
    if (std::ranges::any_of(in_poison, is_undef)) return std::nullopt;
    std::unordered_map<Term, Term> zeros;
    for (const Term variable : undef) zeros[variable] = t.zero(variable.width());
    const std::uint32_t atom = (zeros.empty() ? bits : t.substitute(bits, zeros)).id();
    result.value = Polynomial::atom(atom);
    result.atoms[atom] = {pick, bits};
    result.form = std::to_string(atom);
  }
  if (is_negated) {
    result.value = result.value.negated();
    result.form = "-" + result.form;
  }
  return result;
}

std::optional<Polynomial> Algebra::value_of(const ValueInfo& info, const std::vector<Expression>& operands) const {
  std::optional<Polynomial> value = operands[0].value;
  switch (info.op) {
    case Op::FNeg:
      return value->negated();
    case Op::FSub:
      return value->plus(operands[1].value.negated());
    case Op::FDiv: {
      const std::optional<Polynomial> divisor = operands[1].value.reciprocal();
      // x / x is no number where x is zero.
      if (!divisor || (!divisor->is_constant() && !info.has(semantics::NoNaNs))) return std::nullopt;
      return value->times(*divisor);
    }
    case Op::Fma:
    case Op::FMulAdd:
      value = value->times(operands[1].value);
      return value ? std::optional(value->plus(operands[2].value)) : std::nullopt;
    default:
      break;
  }
  const bool multiplies = info.op == Op::FMul || info.op == Op::ReduceFMul;
  for (std::size_t i = 1; i < operands.size() && value; ++i)
    value = multiplies ? value->times(operands[i].value) : value->plus(operands[i].value);
  return value;
}

std::optional<Algebra::Expression> Algebra::combined(const ValueInfo& info, std::vector<Expression> operands) {
  Terms& t = m_.terms();
  const std::optional<Polynomial> value = value_of(info, operands);
  if (!value || !value->fits(semantics::semantics_of(info.result.format))) return std::nullopt;
  Expression result;
  result.value = *value;
  result.flags = flags_of(info, m_.is_source());
  result.atoms_poison = result.poison = t.truth(false);
  std::vector<std::string> forms;
  for (Expression& operand : operands) {
    result.flags = in_common(result.flags, operand.flags);
    result.atoms_poison = t.lor(result.atoms_poison, operand.atoms_poison);
    result.poison = t.lor(result.poison, operand.poison);
    for (const auto& [number, atom] : operand.atoms) {
      const Atom& first = result.atoms.try_emplace(number, atom).first->second;
      // The source may pick one undef value alike at all its uses, the target does as it likes.
      const bool may_be_same = m_.is_source() && first.set == atom.set;
      if (first.pick != atom.pick && !may_be_same) return std::nullopt;
    }
    forms.push_back(std::move(operand.form));
  }
  if (!may_vanish(info, result.flags, result.atoms.size(), result.value)) return std::nullopt;
  if (commutes(info.op)) std::ranges::sort(forms);
  std::string form(semantics::row_of(info.op).spelling);
  form += "." + std::to_string(info.flags) + "." + std::to_string(static_cast<unsigned>(info.result.format));
  for (const std::string& each : forms) form += "," + each;
  auto& numbers = m_.world().expressions->forms;
  result.form = "#" + std::to_string(numbers.try_emplace(form, static_cast<unsigned>(numbers.size())).first->second);
  return result;
}

/// The source's operation gives what the target computes, where that says the same of real numbers and its operations
/// have no flags that the source's have not (LangRef, rewrite-based flags). What only the target says is any function
/// of the atoms. Each execution chooses among what is permitted.
std::optional<Lane> Algebra::result_of(const ValueInfo& info, Expression expression) {
  Expressions& all = *m_.world().expressions;
  const llvm::fltSemantics& format = semantics::semantics_of(info.result.format);
  const std::string text =
      std::to_string(static_cast<unsigned>(info.result.format)) + ":" + expression.value.text(format);
  std::vector<std::uint32_t> atoms = expression.value.atoms();
  if (m_.is_source()) {
    if (expression.value.is_constant())
      return Lane{m_.terms().constant(expression.value.value(format).bitcastToAPInt()), expression.poison, {}};
    if (const auto atom = expression.value.as_atom())
      return Lane{expression.atoms.at(*atom).pick, expression.poison, {}};
    const auto [known, is_new] = all.of_source.try_emplace(text, expression.flags);
    known->second &= expression.flags;
    return named(info, std::move(expression), "real " + text, std::move(atoms));
  }
  if (atoms.empty()) return std::nullopt;
  const auto source = all.of_source.find(text);
  const bool is_allowed = source != all.of_source.end() && (expression.flags & ~source->second) == 0 &&
                          atoms.size() == expression.atoms.size();
  if (is_allowed) {
    // One name stands for one computation: two that differ need not give the same.
    const auto [known, is_new] = all.of_target.try_emplace(text, expression.form);
    if (is_new || known->second == expression.form)
      return named(info, std::move(expression), "real " + text, std::move(atoms));
  }
  atoms.clear();
  for (const auto& [number, atom] : expression.atoms) atoms.push_back(number);
  const std::string name = "computed " + expression.form;
  return named(info, std::move(expression), name, std::move(atoms));
}

Lane Algebra::named(const ValueInfo& info, Expression expression, const std::string& name,
                    std::vector<std::uint32_t> atoms) {
  Terms& t = m_.terms();
  std::vector<Term> arguments;
  for (const std::uint32_t atom : atoms) arguments.push_back(expression.atoms.at(atom).pick);
  const Term all = t.uninterpreted("any " + name, info.result.bits, arguments);
  arguments.push_back(m_.choices().choose_permitted(all, m_.path().condition()));
  Lane lane;
  lane.bits = t.uninterpreted(name, info.result.bits, arguments);
  const bool may_break = (expression.flags & kPoisons) != 0;
  lane.poison = may_break ? t.uninterpreted(name + " is poison", 1, arguments) : t.truth(false);
  lane.poison = t.lor(lane.poison, m_.is_source() ? expression.poison : expression.atoms_poison);
  if (m_.is_source() && info.has(semantics::NoNaNs))
    lane.poison = t.lor(lane.poison, t.is_nan(info.result.format, lane.bits));
  if (m_.is_source() && info.has(semantics::NoInfs))
    lane.poison = t.lor(lane.poison, t.is_infinite(info.result.format, lane.bits));
  const auto [known, is_new] = known_.try_emplace(lane.bits, Known{expression, name, std::move(atoms)});
  if (!is_new) {
    // Operations that give one value: who uses it is held to what all of them have.
    Expression& all = known->second.expression;
    all.flags = in_common(all.flags, expression.flags);
    all.atoms_poison = t.lor(all.atoms_poison, expression.atoms_poison);
  }
  return lane;
}

}  // namespace assay::refine
