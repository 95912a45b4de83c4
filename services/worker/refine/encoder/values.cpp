#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/semantics/eval.h"
#include "services/worker/semantics/named_lanes.h"

/// Value operations. An operand that is computed with is picked from its set; one that is only moved keeps its set.
namespace assay::refine {
namespace {

using semantics::Instruction;
using semantics::Op;
using semantics::Shape;
using semantics::Slots;

std::vector<Picked> pick_lane(Machine& m, llvm::ArrayRef<Slots> operands, std::uint32_t lane) {
  std::vector<Picked> picked;
  for (const Slots& operand : operands) picked.push_back(m.use(operand.first + (operand.count == 1 ? 0 : lane)));
  return picked;
}

/// All that an operation's results depend on beside its operands: those of half and of bfloat have the same bits.
std::string name_of(const semantics::ValueInfo& info) {
  std::string name = "some " + std::string(semantics::row_of(info.op).spelling);
  for (const std::uint64_t part :
       {std::uint64_t{info.flags & semantics::kApproximationFlags}, static_cast<std::uint64_t>(info.result.format),
        static_cast<std::uint64_t>(info.operand.format), static_cast<std::uint64_t>(info.predicate),
        static_cast<std::uint64_t>(info.rounding), info.immediate})
    name += "." + std::to_string(part);
  return name;
}

/// Some function of the operands, and of which of the results that the flags permit the execution gives: which function
/// is not known (VAL-12). nnan and ninf look at each operand in its own format; some are integers (of powi, ldexp).
Picked any_result(Machine& m, const Instruction& instruction, const semantics::ValueInfo& info,
                  const std::vector<Picked>& in) {
  std::vector<Term> arguments;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const bool is_loose = semantics::is_sign_of_zero_looked_at(info.op, i);
    arguments.push_back(is_loose ? semantics::loose_zero(m.domain(), info, info.operand.format, in[i].bits)
                                 : in[i].bits);
  }
  if (info.op == Op::FAdd || info.op == Op::FMul) {  // commute
    const Term in_order = m.terms().ule(arguments[0], arguments[1]);
    arguments = {m.terms().ite(in_order, arguments[0], arguments[1]),
                 m.terms().ite(in_order, arguments[1], arguments[0])};
  }
  Domain& d = m.domain();
  Terms& t = m.terms();
  const std::string name = name_of(info);
  const Term all = t.uninterpreted(name, info.result.bits, std::span<const Term>(arguments));
  arguments.push_back(m.choices().choose_permitted(all, m.path().condition()));
  Picked result{t.uninterpreted(name + ".of", info.result.bits, std::span<const Term>(arguments)), t.truth(false)};
  const auto operands = m.function().operands_of(instruction);
  for (std::size_t i = 0; i < in.size(); ++i) {
    result.poison = t.lor(result.poison, in[i].poison);
    const semantics::LaneType& type = m.function().slots[operands[i].first];
    if (type.kind != semantics::LaneKind::Float) continue;
    semantics::FloatBits<Domain> f(d, type.format);
    if (info.has(semantics::NoNaNs)) result.poison = t.lor(result.poison, f.is_nan(in[i].bits));
    if (info.has(semantics::NoInfs)) result.poison = t.lor(result.poison, f.is_inf(in[i].bits));
  }
  return semantics::fast_math_result(d, info, result);
}

/// The difference of two addresses in one object is that of the offsets, whatever the object's place: the solver finds
/// that hard to see.
Term difference(Machine& m, Term x, Term y, Term result) {
  const Pointer* p = m.world().pointer_at(x);
  const Pointer* q = m.world().pointer_at(y);
  if (p == nullptr || q == nullptr) return result;
  Terms& t = m.terms();
  return t.ite(t.eq(p->block, q->block), t.sub(p->offset, q->offset), result);
}

void encode_lanewise(Machine& m, const Instruction& instruction) {
  const auto operands = m.function().operands_of(instruction);
  const semantics::ValueInfo info = info_of(m.function(), instruction);
  const bool is_any = m.world().approximates && semantics::is_approximate(instruction);
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const std::vector<Picked> in = pick_lane(m, operands, lane);
    Picked out = is_any ? any_result(m, instruction, info, in) : semantics::evaluate<Domain>(m.domain(), info, in);
    if (instruction.op == Op::Sub) out.bits = difference(m, in[0].bits, in[1].bits, out.bits);
    m.set(instruction.result.first + lane, {out.bits, out.poison, m.choices().take_picked()});
  }
}

void encode_pair(Machine& m, const Instruction& instruction) {
  const auto operands = m.function().operands_of(instruction);
  const semantics::ValueInfo info = info_of(m.function(), instruction);
  const std::uint32_t lanes = instruction.result.count / 2;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::vector<Picked> in = pick_lane(m, operands, lane);
    const auto [first, second] = semantics::evaluate_pair<Domain>(m.domain(), info, in);
    const UndefSet undef = m.choices().take_picked();
    m.set(instruction.result.first + lane, {first.bits, first.poison, undef});
    m.set(instruction.result.first + lanes + lane, {second.bits, second.poison, undef});
  }
}

/// Where all lanes of a result are undef because one is of an operand that makes them so.
struct MadeUndef {
  Term where;
  Term poison;            ///< some lane of the operand is, which comes first
  bool is_found = false;  ///< by looking: `where` depends on what was picked
};

/// A lane whose set is not known is undef if it has two members: where another one that is picked differs.
void note_undef(Machine& m, const Slots& operand, const std::vector<Picked>& lanes, MadeUndef& made) {
  Terms& t = m.terms();
  for (std::uint32_t lane = 0; lane < operand.count; ++lane) {
    made.poison = t.lor(made.poison, lanes[lane].poison);
    const Lane from = m.lane(operand.first + lane);
    if (from.undef.empty()) continue;
    made.is_found |= !from.wholly_undef;
    made.where = t.lor(made.where, from.wholly_undef ? from.wholly_undef : t.ne(m.use(from).bits, lanes[lane].bits));
  }
}

/// Any pattern where the result is made undef, instead of that lane.
Lane undef_where(Machine& m, const MadeUndef& made, const semantics::LaneType& type, Lane lane) {
  if (made.where.is_false()) return lane;
  Terms& t = m.terms();
  const bool pointer = type.kind == semantics::LaneKind::Pointer;
  const Term variable =
      m.choices().undef_variable(pointer ? m.memory().objects().foreign_pointer_bits() : lane.bits.width(), "undef");
  const Term any = pointer ? m.memory().objects().foreign_pointer(variable) : variable;
  lane.undef.add(UndefSet(variable, made.is_found ? t.truth(true) : made.where));
  return {t.ite(made.where, any, lane.bits), t.ite(made.where, made.poison, lane.poison), lane.undef};
}

/// The solver takes the lanes in their order, which is one of those that are permitted (VAL-58).
void note_order_of_lanes(Machine& m, const Instruction& instruction, const std::vector<Picked>& lanes) {
  if (!m.is_source() || !semantics::is_order_of_lanes_open(instruction.op) || lanes.size() <= 2) return;
  semantics::FloatBits<Domain> floats(m.domain(), m.function().slots[instruction.result.first].format);
  Term signals = m.terms().truth(false);
  for (const Picked& lane : lanes) signals = m.terms().lor(signals, floats.is_signaling_nan(lane.bits));
  m.world().approximations.add_where(m.terms().land(m.path().condition(), signals), Cause::OrderOfLanes);
}

void encode_horizontal(Machine& m, const Instruction& instruction) {
  const auto operands = m.function().operands_of(instruction);
  std::vector<std::vector<Picked>> picked;
  MadeUndef made{m.terms().truth(false), m.terms().truth(false)};
  for (const Slots& operand : operands) {
    std::vector<Picked>& lanes = picked.emplace_back();
    const bool names = semantics::names_lanes(instruction.op, picked.size() - 1);
    for (std::uint32_t lane = 0; lane < operand.count; ++lane) {
      lanes.push_back(m.use(operand.first + lane));
      const Lane& from = m.lane(operand.first + lane);
      if (names && from.wholly_undef) lanes.back().poison = m.terms().lor(lanes.back().poison, from.wholly_undef);
    }
    if (semantics::makes_all_undef(instruction.op, picked.size() - 1)) note_undef(m, operand, lanes, made);
  }
  note_order_of_lanes(m, instruction, picked.front());
  const std::vector<std::span<const Picked>> in(picked.begin(), picked.end());
  std::vector<Picked> out(instruction.result.count);
  semantics::evaluate_horizontal<Domain>(m.domain(), info_of(m.function(), instruction), in, out);
  const UndefSet undef = m.choices().take_picked();
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const semantics::Slot slot = instruction.result.first + lane;
    m.set(slot, undef_where(m, made, m.function().slots[slot], {out[lane].bits, out[lane].poison, undef}));
  }
}

void encode_permute(Machine& m, const Instruction& instruction) {
  std::vector<Lane> from;
  for (const Slots& operand : m.function().operands_of(instruction))
    for (std::uint32_t lane = 0; lane < operand.count; ++lane) from.push_back(m.lane(operand.first + lane));
  const std::vector<std::int32_t>& mask = m.function().masks[instruction.detail];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const semantics::Slot slot = instruction.result.first + lane;
    if (mask[lane] >= 0)
      m.set(slot, from[static_cast<std::size_t>(mask[lane])]);
    else
      m.set(slot, m.poison_lane(m.function().slots[slot]));
  }
}

/// The condition of a select, where it decides.
Picked pick_condition(Machine& m, semantics::Slot slot, const semantics::Variant& variant) {
  Terms& t = m.terms();
  if (variant.select_is_undefined()) return {m.use_defined(m.lane(slot)), t.truth(false)};
  const Picked in = m.use(slot);
  if (variant.select != semantics::Variant::Select::Choice || in.poison.is_false()) return in;
  return {t.ite(in.poison, m.choices().choose(1, m.active().key_of("select")), in.bits), t.truth(false)};
}

void encode_select(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  const bool whole = operands[0].count == 1;
  // The lowering makes selects of its own, which have no variants.
  const bool written = llvm::isa_and_nonnull<llvm::SelectInst>(instruction.origin);
  const semantics::Variant variant = written ? m.function().variant : semantics::Variant{};
  Picked condition;
  UndefSet undef;
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    if (!whole || lane == 0) {
      condition = pick_condition(m, operands[0].first + lane, variant);
      undef = m.choices().take_picked();
    }
    const Lane& a = m.lane(operands[1].first + lane);
    const Lane& b = m.lane(operands[2].first + lane);
    const Term arms = variant.arms_poison() ? t.lor(a.poison, b.poison) : t.ite(condition.bits, a.poison, b.poison);
    Lane result{t.ite(condition.bits, a.bits, b.bits), t.lor(condition.poison, arms), undef};
    // An arm that is not taken decides nothing, unless each use may take another one.
    const Term either = variant.arms_poison() ? t.truth(true) : t.any_of(undef.where());
    result.undef.add(a.undef.where_also(t, t.lor(either, condition.bits)));
    result.undef.add(b.undef.where_also(t, t.lor(either, t.lnot(condition.bits))));
    if (undef.empty() && !variant.arms_poison()) result.wholly_undef = merged_undef(t, condition.bits, a, b);
    m.set(instruction.result.first + lane, m.with_fast_math(instruction, std::move(result)));
  }
}

void encode_freeze(Machine& m, const Instruction& instruction) {
  const Slots operand = m.function().operands_of(instruction)[0];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane)
    m.set(instruction.result.first + lane, {m.use_frozen(operand.first + lane, "freeze"), m.terms().truth(false), {}});
}

}  // namespace

bool has_approximations(const semantics::Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(), semantics::is_approximate);
}

Lane Machine::with_fast_math(const Instruction& instruction, Lane lane) {
  if ((instruction.flags & (semantics::NoNaNs | semantics::NoInfs | semantics::NoSignedZeros)) == 0) return lane;
  const semantics::ValueInfo info = info_of(function(), instruction);
  const Picked in = use(lane);
  const Picked out = semantics::fast_math_result<Domain>(domain_, info, in);
  return {out.bits, out.poison, choices_.take_picked()};
}

void encode_value(Machine& m, const Instruction& instruction) {
  if (m.world().expressions && m.algebra().encode(instruction)) return m.keep_result_promises(instruction);
  if (semantics::is_approximate(instruction)) {
    // The source is modelled by its exact result alone: it allows less than it does, so that proofs hold. Where the
    // target has such operations, too, each is the same unknown function of its operands on both sides.
    const bool is_function = m.world().approximates && semantics::row_of(instruction.op).shape == Shape::Lanewise;
    if (!m.is_source() && !is_function) return m.unsupported("approximate floating point");
    m.world().approximations.add(Cause::FastMath);
  }
  switch (semantics::row_of(instruction.op).shape) {
    case Shape::Lanewise:
      encode_lanewise(m, instruction);
      break;
    case Shape::LanewisePair:
      encode_pair(m, instruction);
      break;
    case Shape::Horizontal:
      encode_horizontal(m, instruction);
      break;
    case Shape::Permute:
      encode_permute(m, instruction);
      break;
    case Shape::Select:
      encode_select(m, instruction);
      break;
    case Shape::Freeze:
      encode_freeze(m, instruction);
      break;
    default:
      return m.unsupported(std::string(semantics::row_of(instruction.op).spelling));
  }
  m.keep_result_promises(instruction);
}

void Machine::keep_result_promises(const Instruction& instruction) {
  if (instruction.promises == 0) return;
  const semantics::Promises& promises = function().promises[instruction.promises - 1];
  for (std::uint32_t i = 0; i < instruction.result.count; ++i) {
    const semantics::Slot slot = instruction.result.first + i;
    set(slot, keep_promises(*this, promises, function().slots[slot], lane(slot)));
  }
}

/// The number with that many bits, or the largest there is if it has more.
static Term clamped(Terms& t, Term number, unsigned width) {
  if (number.width() <= width) return t.zext(number, width);
  const unsigned rest = number.width() - width;
  return t.ite(t.eq(t.slice(number, width, rest), t.zero(rest)), t.slice(number, 0, width), t.lnot(t.zero(width)));
}

/// Null, alignment and the memory behind a pointer.
static Lane keep_pointer_promises(Machine& m, const semantics::Promises& promises, unsigned address_space, Lane lane) {
  Terms& t = m.terms();
  const Pointer p = split(t, lane.bits);
  const unsigned width = p.offset.width();
  const Term null = t.eq(m.memory().objects().address(p), t.zero(width));  // wherever it was moved there from (ATTR-60)
  if (promises.nonnull) lane.poison = t.lor(lane.poison, null);
  if (promises.align > 1) lane.poison = t.lor(lane.poison, t.lnot(m.memory().objects().aligned(p, promises.align)));
  if (promises.computed_align)
    lane.poison =
        t.lor(lane.poison, t.lnot(m.memory().objects().aligned(p, m.use_defined(m.lane(*promises.computed_align)))));
  const auto require = [&](Term bytes, bool or_null) {
    const Pointer q = m.memory().objects().resolve(m.use_defined_pointer(lane));
    Term there = m.memory().objects().dereferenceable(q, bytes, m.function().null_is_valid(address_space));
    if (or_null) there = t.lor(there, null);
    m.ub(t.lnot(there));
  };
  if (promises.dereferenceable != 0) require(t.constant(width, promises.dereferenceable), false);
  if (promises.dereferenceable_or_null != 0)
    require(t.constant(width, promises.dereferenceable_or_null), !promises.nonnull);
  if (promises.computed_dereferenceable) {
    const Term bytes = m.use_defined(m.lane(*promises.computed_dereferenceable));
    const Path::Restricted restricted(m.path(), t.ne(bytes, t.zero(bytes.width())));
    require(clamped(t, bytes, width), promises.computed_or_null);
  }
  if (promises.writable != 0 || promises.writable_or_null != 0) {
    // As if the function that is entered stored there what it loads (LangRef, writable).
    const Path::Restricted restricted(m.path(), promises.writable != 0 ? t.truth(true) : t.lnot(null));
    const Pointer q = m.memory().objects().resolve(m.use_defined_pointer(lane));
    const std::uint64_t bytes = std::max(promises.writable, promises.writable_or_null);
    check_access(m, q, t.constant(width, bytes), 1, Access::Write, address_space);
  }
  return lane;
}

Lane keep_promises(Machine& m, const semantics::Promises& promises, const semantics::LaneType& type, Lane lane) {
  Terms& t = m.terms();
  if (promises.range && type.kind == semantics::LaneKind::Integer) {
    Term inside = t.truth(false);
    for (const auto& [low, high] : promises.range->ranges) {
      const Term offset = t.sub(lane.bits, t.constant(low));
      inside = t.lor(inside, t.ult(offset, t.constant(high - low)));
    }
    lane.poison = t.lor(lane.poison, t.lnot(inside));
  }
  if (promises.nofpclass != 0 && type.kind == semantics::LaneKind::Float)
    lane.poison = t.lor(lane.poison, semantics::is_of_class(m.domain(), type.format, lane.bits, promises.nofpclass));
  if (type.kind == semantics::LaneKind::Pointer)
    lane = keep_pointer_promises(m, promises, type.address_space, std::move(lane));
  if (promises.noundef) m.use_defined(lane);
  return lane;
}

}  // namespace assay::refine
