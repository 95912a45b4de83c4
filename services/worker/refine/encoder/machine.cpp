#include "services/worker/refine/encoder/machine.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Module.h>

#include <unordered_map>

#include "services/worker/ir/null_symbols.h"
#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/labels.h"
#include "services/worker/refine/smt/eliminate.h"

namespace assay::refine {

using semantics::Slot;

Machine::Machine(World& world, const Callees& callees, Side side)
    : world_(world),
      terms_(world.terms),
      callees_(callees),
      side_(side),
      stack_(callees.top()),
      choices_(world.terms, side_, stack_),
      domain_(
          world.terms, [this](Term condition, semantics::Rule) { ub(condition); },
          [this](unsigned width, semantics::Choice why, Term where) {
            return choices_.choose_for_member(width, why, where);
          }),
      memory_(*this, world.memory),
      path_(world.terms) {}

const Lane& Machine::lane(Slot slot) const {
  const Activation& a = active();
  const bool outside = a.escapes[slot] && !a.plan->within(a.current_loop, a.slot_loop[slot]);
  return outside ? a.after_loop[slot] : a.frame[slot];
}

void Machine::set(Slot slot, Lane lane) {
  Activation& a = active();
  if (a.escapes[slot]) {
    Lane& after = a.after_loop[slot];
    after = after.bits ? merge(terms_, {{path_.condition(), lane}, {Term(), after}}) : lane;
  }
  a.frame[slot] = std::move(lane);
}

Term Machine::use_defined(const Lane& lane) {
  std::unordered_map<Term, Term> zeros;
  for (Term variable : lane.undef.variables()) zeros[variable] = terms_.zero(variable.width());
  const Term bits = zeros.empty() ? lane.bits : terms_.substitute(lane.bits, zeros);
  ub(zeros.empty() ? lane.poison : terms_.substitute(lane.poison, zeros));
  if (zeros.empty()) return bits;
  if (lane.wholly_undef) {
    ub(lane.wholly_undef);
    return bits;
  }
  const Term same = terms_.land(terms_.lnot(lane.poison), terms_.eq(bits, lane.bits));
  const smt::Eliminated always = smt::for_all(terms_, same, lane.undef.variables(), {});
  ub(terms_.lnot(always.term));
  if (always.exact) return bits;
  for (const smt::Instance& instance : smt::telling_instances(terms_, same, lane.undef.variables()))
    ub(terms_.lnot(terms_.substitute(same, instance)));
  const Picked other = use(lane);
  choices_.take_picked();
  ub(terms_.lor(other.poison, terms_.ne(bits, other.bits)));
  return bits;
}

Pointer Machine::use_defined_pointer(const Lane& lane) {
  Lane unmarked = lane;
  unmarked.bits = terms_.zext(terms_.slice(lane.bits, 0, lane.bits.width() - kMarkBits), lane.bits.width());
  Pointer p = split(terms_, use_defined(unmarked));
  std::unordered_map<Term, Term> zeros;
  for (Term variable : lane.undef.variables()) zeros[variable] = terms_.zero(variable.width());
  p.marks = terms_.substitute(split(terms_, lane.bits).marks, zeros);
  return p;
}

Term Machine::use_frozen(semantics::Slot slot, const char* what) {
  const Picked in = use(slot);
  choices_.take_picked();  // one pick for all uses
  if (function().slots[slot].kind != semantics::LaneKind::Pointer) return choices_.freeze(in, active().key_of(what));
  // It may be one to an object of the source's own, too, or of an argument's (MEM-64).
  const auto allocates = [](const semantics::Instruction& each) { return each.op == semantics::Op::Alloca; };
  const Objects& objects = memory_.objects();
  if (is_source() &&
      (!objects.locals().empty() || objects.reserves_some() || llvm::any_of(function().instructions, allocates))) {
    const Term undef = lane(slot).wholly_undef;
    const Term is_any = undef ? terms_.lor(in.poison, undef) : in.poison;
    world().approximations.add_where(terms_.land(path().condition(), is_any), Cause::FrozenPointers);
  }
  if (in.poison.is_false()) return in.bits;
  const Term any = choices_.choose(memory_.objects().foreign_pointer_bits(), active().key_of(what));
  return terms_.ite(in.poison, memory_.objects().foreign_pointer(any), in.bits);
}

Lane Machine::poison_lane(const semantics::LaneType& type) const {
  return {terms_.zero(width_of(type)), terms_.truth(true), {}};
}

void Machine::unsupported(const std::string& feature) {
  if (!failed()) failure_ = feature;
}

bool Machine::gives_up() {
  const auto& deadline = world().options.deadline;
  if (deadline && smt::WorkClock::now() >= *deadline) unsupported("in the time given");
  return failed();
}

unsigned Machine::width_of(const semantics::LaneType& type) const {
  if (type.kind == semantics::LaneKind::Pointer) return kPointerExtra + memory_.shape().offset_bits;
  return std::max(1u, type.bits);
}

/// No bits: it is none of the objects that the pair was set up with.
Lane Machine::address_of(const llvm::GlobalValue& constant, unsigned width) {
  const Term no = terms_.truth(false);
  const llvm::DataLayout& layout = constant.getParent()->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(constant.getType()), 0);
  const llvm::Value* base = constant.stripAndAccumulateConstantOffsets(layout, offset, true);
  while (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(base))
    base = alias->getAliasee()->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* global = llvm::dyn_cast<llvm::GlobalValue>(base);
  if (global == nullptr) return {};
  const auto found = world_.memory.by_name.find(key_of(*global));
  if (found == world_.memory.by_name.end()) return {};
  const Term block = memory_.objects().caller_block(found->second);
  const Term at = terms_.constant(offset.sextOrTrunc(width - kPointerExtra));
  const Term pointer = join(terms_, {terms_.zero(kMarkBits), block, at});
  if (!ir::may_be_null(*global)) return {pointer, no, {}};
  world_.weak[key_of(*global)].insert(global);
  const Term present = presence_of(terms_, key_of(*global));
  return {terms_.ite(present, pointer, null_pointer(terms_, width - kPointerExtra)), no, {}};
}

Lane Machine::lane_of(const semantics::ConstantLane& constant, const semantics::LaneType& type) {
  using Kind = semantics::ConstantLane::Kind;
  const Term no = terms_.truth(false);
  const unsigned width = width_of(type);
  switch (constant.kind) {
    case Kind::Bits:
      return {terms_.constant(constant.bits), no, {}};
    case Kind::Poison:
      return {terms_.zero(width), terms_.truth(true), {}};
    case Kind::NullPointer:
      return {terms_.zero(width), no, {}};
    case Kind::Undef: {
      if (type.kind != semantics::LaneKind::Pointer) {
        const Term any = choices_.undef_variable(width, "undef");
        return {any, no, UndefSet(any, terms_.truth(true)), terms_.truth(true)};
      }
      const Term any = choices_.undef_variable(memory_.objects().foreign_pointer_bits(), "undef");
      return {memory_.objects().foreign_pointer(any), no, UndefSet(any, terms_.truth(true)), terms_.truth(true)};
    }
    case Kind::Global: {
      const Lane address = address_of(*constant.global, width);
      if (address.bits) return address;
      break;
    }
    case Kind::BlockAddress: {
      const auto label = world_.memory.labels.find(key_of(*constant.block, world_.memory));
      if (label == world_.memory.labels.end()) break;
      return {join(terms_, {terms_.zero(kMarkBits), memory_.objects().caller_block(label->second),
                            terms_.zero(width - kPointerExtra)}),
              no,
              {}};
    }
  }
  unsupported(constant.kind == Kind::BlockAddress ? "blockaddress" : "global");
  return {terms_.zero(width), no, {}};
}

Term merged_undef(Terms& t, Term condition, const Lane& a, const Lane& b) {
  const auto of = [&](const Lane& lane) { return lane.undef.empty() ? t.truth(false) : lane.wholly_undef; };
  if (condition.is_true() || condition.is_false()) return of(condition.is_true() ? a : b);
  return of(a) && of(b) ? t.ite(condition, of(a), of(b)) : Term();
}

Lane merge(Terms& t, const std::vector<std::pair<Term, Lane>>& lanes) {
  Lane result = lanes.back().second;
  for (std::size_t i = lanes.size() - 1; i-- > 0;) {
    const auto& [condition, lane] = lanes[i];
    result.bits = t.ite(condition, lane.bits, result.bits);
    result.poison = t.ite(condition, lane.poison, result.poison);
    result.wholly_undef = merged_undef(t, condition, lane, result);
    result.undef.add(lane.undef.where_also(t, condition));
  }
  return result;
}

void Machine::start(const Plan& plan) {
  active().start(plan);
  for (std::size_t slot = 0; slot < function().constants.size(); ++slot)
    active().frame[slot] = lane_of(function().constants[slot], function().slots[slot]);
}

std::optional<Behaviour> Machine::run(const Plan& plan) {
  start(plan);
  enter_arguments(*this);
  run_steps(*this);
  if (failed()) return std::nullopt;
  Behaviour behaviour = finish();
  if (failed()) return std::nullopt;
  return behaviour;
}

Behaviour Machine::finish() {
  Behaviour behaviour;
  behaviour.ub = path_.any_ub();
  path_.tell_bounds(behaviour);
  behaviour.returned = active().returned(terms_);
  behaviour.result = merge_returns(*this, active());
  behaviour.memory = memory_.state();
  path_.tell_exits(behaviour);
  std::vector<Term> unwound;
  for (const Activation::Unwound& each : active().unwound) unwound.push_back(each.condition);
  behaviour.unwound = terms_.any_of(unwound);
  behaviour.exception = merge_unwound(*this, active());
  behaviour.unwound_memory = memory_.state();
  // The caller looks at the result, once.
  for (Lane& lane : behaviour.result) {
    const Picked picked = use(lane);
    lane = {picked.bits, picked.poison, choices_.take_picked()};
  }
  return behaviour;
}

}  // namespace assay::refine
