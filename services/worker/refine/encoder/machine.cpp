#include "services/worker/refine/encoder/machine.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <array>
#include <unordered_set>

#include "services/worker/refine/encoder/labels.h"

namespace assay::refine {

using semantics::Instruction;
using semantics::Op;
using semantics::Shape;
using semantics::Slot;

namespace {

constexpr std::size_t kMostChoices = 50'000;  ///< each use of a value picks anew: x + x doubles them

}  // namespace

Machine::Machine(World& world, const Callees& callees, std::string side)
    : world_(world),
      terms_(world.terms),
      callees_(callees),
      side_(std::move(side)),
      domain_(
          world.terms, [this](Term condition, semantics::Rule) { ub(condition); },
          [this](unsigned width, semantics::Choice why, Term where) { return choose_for_member(width, why, where); }),
      memory_(*this, world.memory),
      path_(world.terms.truth(true)) {
  active_.function = &callees.top();
}

const Lane& Machine::lane(Slot slot) const {
  const bool outside = active_.escapes[slot] && !active_.plan->within(active_.current_loop, active_.slot_loop[slot]);
  return outside ? active_.after_loop[slot] : active_.frame[slot];
}

void Machine::set(Slot slot, Lane lane) {
  if (active_.escapes[slot])
    active_.after_loop[slot] =
        active_.after_loop[slot].bits ? merge({{path_, lane}, {Term(), active_.after_loop[slot]}}) : lane;
  active_.frame[slot] = std::move(lane);
}

Picked Machine::use(const Lane& lane) {
  if (lane.undef.empty()) return {lane.bits, lane.poison};
  const auto [renaming, picks] = pick_anew(lane.undef, std::array{lane.bits, lane.poison});
  if (renaming.empty()) return {lane.bits, lane.poison};
  picked_.add(picks);
  return {terms_.substitute(lane.bits, renaming), terms_.substitute(lane.poison, renaming)};
}

UndefSet Machine::take_picked() { return std::exchange(picked_, {}); }

/// A choice made while computing with a member of an undef lane is another one for each member.
Term Machine::choose_for_member(unsigned width, semantics::Choice why, Term where) {
  const std::string kind = "choice " + std::to_string(static_cast<int>(why));
  const std::string spoken = key_of(kind.c_str());
  // The same question asked of the same value, whatever its instruction is called.
  const std::string key = where ? kind + " " + std::to_string(terms_.shape(where)) : spoken;
  const Term fixed = choose(width, key, spoken);
  if (picked_.empty()) return fixed;
  const Term own = undef_variable(width, key, spoken);
  picked_.add(UndefSet(own, picked_));
  return terms_.ite(terms_.any_of(picked_.where()), own, fixed);
}

void Machine::ub(Term condition) {
  const Term happens = terms_.land(path_, condition);
  if (!happens.is_false()) ub_.push_back(happens);
}

void Machine::approximate_ub_since(std::size_t count, Cause cause) {
  for (std::size_t i = count; i < ub_.size(); ++i) world_.approximations.add_where(ub_[i], cause);
}

Term Machine::choose(unsigned width, const std::string& key, const std::string& spoken_key) {
  const Term variable = terms_.fresh(side_ + "." + key + ".", width, std::hash<std::string>{}(key));
  choices_.push_back({variable, key, place(), spoken_key.empty() ? key : spoken_key, Term()});
  return variable;
}

std::string Machine::place() const {
  if (active_.current == nullptr || active_.current->origin == nullptr) return {};
  if (active_.current->origin->hasName()) return active_.current->origin->getName().str();
  return active_.current->origin->getParent()->getName().str() + ":" + active_.current->origin->getOpcodeName();
}

std::string Machine::key_of(const char* what) const {
  std::string key = what;
  if (active_.current != nullptr && active_.current->origin != nullptr && active_.current->origin->hasName())
    key += "%" + active_.current->origin->getName().str();
  return key;
}

Lane Machine::poison_lane(const semantics::LaneType& type) const {
  return {terms_.zero(width_of(type)), terms_.truth(true), {}};
}

void Machine::unroll_exceeded(Term condition) {
  const Term happens = terms_.land(path_, condition);
  if (!happens.is_false()) unroll_exceeded_.push_back(happens);
  restrict_path(terms_.lnot(condition));
}

void Machine::noreturn_exit(Term condition, Term seen) {
  const Term happens = terms_.land(path_, condition);
  const auto stays = [](const Activation& a) {
    return a.terms.will_return ||
           (a.function->origin != nullptr && a.function->origin->hasFnAttribute(llvm::Attribute::WillReturn));
  };
  if (stays(active_) || std::any_of(callers_.begin(), callers_.end(), stays)) ub(condition);
  if (!happens.is_false()) noreturn_exits_.emplace_back(happens, seen ? seen : memory_.state().external);
  restrict_path(terms_.lnot(condition));
}

bool Machine::must_progress() const {
  const auto must = [](const Activation& a) { return a.function->origin != nullptr && a.function->origin->mustProgress(); };
  return must(active_) || std::any_of(callers_.begin(), callers_.end(), must);
}

bool Machine::has_attribute(llvm::Attribute::AttrKind kind) const {
  return function().origin != nullptr && function().origin->hasFnAttribute(kind);
}

void Machine::unsupported(const std::string& feature) {
  if (!failure_) failure_ = feature;
}

Term Machine::undef_variable(unsigned width, const std::string& key, const std::string& spoken_key) {
  const Term any = choose(width, key, spoken_key);
  keys_[any] = {key, spoken_key};
  return any;
}

Term Machine::pick_anew(Term undef) {
  const auto [key, spoken] = keys_[undef];
  const Term pick = undef_variable(undef.width(), key, spoken);
  const auto copied = bases_.find(undef);
  choices_.back().base = bases_[pick] = copied == bases_.end() ? pick : copied->second;
  return pick;
}

Machine::Renaming Machine::pick_anew(const UndefSet& undef, std::span<const Term> parts) {
  Renaming result;
  // Simplification may have left few of the variables: the others decide nothing.
  const std::vector<Term> present = terms_.variables_of(parts);
  const std::unordered_set<Term> occurs(present.begin(), present.end());
  std::vector<Term> left = undef.variables(), picks;
  std::erase_if(left, [&](Term variable) { return !occurs.contains(variable); });
  if (choices_.size() + left.size() > kMostChoices) unsupported("undef in very many uses");
  if (failure_ || left.empty()) return result;
  for (Term variable : left) picks.push_back(result.to[variable] = pick_anew(variable));
  result.picks = UndefSet(std::move(picks), undef);
  return result;
}

Cell Machine::refresh(const Cell& cell) {
  if (cell.undef.empty()) return cell;
  const auto [renaming, picks] = pick_anew(
      cell.undef, std::array{cell.value, cell.poison, cell.tag, cell.is_pointer, cell.pointer, cell.piece});
  Cell result = cell;
  result.undef = picks;
  for (Term Cell::*part : {&Cell::value, &Cell::poison, &Cell::tag, &Cell::is_pointer, &Cell::pointer, &Cell::piece})
    result.*part = terms_.substitute(result.*part, renaming);
  return result;
}

unsigned Machine::width_of(const semantics::LaneType& type) const {
  if (type.kind == semantics::LaneKind::Pointer) return kPointerExtra + memory_.shape().offset_bits;
  return std::max(1u, type.bits);
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
        const Term any = undef_variable(width, "undef");
        return {any, no, UndefSet(any, terms_.truth(true)), terms_.truth(true)};
      }
      const Term any = undef_variable(memory_.foreign_pointer_bits(), "undef");
      return {memory_.foreign_pointer(any), no, UndefSet(any, terms_.truth(true)), terms_.truth(true)};
    }
    case Kind::Global: {
      const llvm::DataLayout& layout = constant.global->getParent()->getDataLayout();
      llvm::APInt offset(layout.getIndexTypeSizeInBits(constant.global->getType()), 0);
      const llvm::Value* base = constant.global->stripAndAccumulateConstantOffsets(layout, offset, true);
      while (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(base))
        base = alias->getAliasee()->stripAndAccumulateConstantOffsets(layout, offset, true);
      const auto* global = llvm::dyn_cast<llvm::GlobalValue>(base);
      if (global == nullptr) break;
      const auto found = world_.memory.by_name.find(refine::key_of(*global));
      if (found == world_.memory.by_name.end()) break;
      const Term block = memory_.block_constant(found->second, false);
      const Term at = terms_.constant(offset.sextOrTrunc(width - kPointerExtra));
      const Term pointer = join(terms_, {terms_.zero(kMarkBits), block, at});
      if (!global->hasExternalWeakLinkage()) return {pointer, no, {}};
      const Term present = terms_.variable("present." + refine::key_of(*global), 1);
      return {terms_.ite(present, pointer, null_pointer(terms_, width - kPointerExtra)), no, {}};
    }
    case Kind::BlockAddress: {
      const auto label = world_.memory.labels.find(refine::key_of(*constant.block, world_.memory));
      if (label == world_.memory.labels.end()) break;
      return {join(terms_, {terms_.zero(kMarkBits), memory_.block_constant(label->second, false),
                            terms_.zero(width - kPointerExtra)}),
              no,
              {}};
    }
  }
  unsupported(constant.kind == Kind::BlockAddress ? "blockaddress" : "global");
  return {terms_.zero(width), no, {}};
}

void Machine::prepare_frame() {
  active_.frame.resize(function().slots.size());
  active_.after_loop.resize(function().slots.size());
  for (std::size_t slot = 0; slot < function().constants.size(); ++slot)
    active_.frame[slot] = lane_of(function().constants[slot], function().slots[slot]);
}

void Machine::enter_arguments() {
  for (std::size_t index = 0; index < function().arguments.size(); ++index) {
    const semantics::Argument& argument = function().arguments[index];
    for (std::uint32_t i = 0; i < argument.value.count; ++i) {
      const InputLane& input = world_.inputs[index][i];
      Lane lane{input.value, input.poison, {}};
      if (!input.undef.is_false()) {
        const bool pointer = input.type.kind == semantics::LaneKind::Pointer;
        const unsigned width = pointer ? memory_.foreign_pointer_bits() : input.value.width();
        const Term any = undef_variable(width, "arg" + std::to_string(index) + "." + std::to_string(i));
        lane.bits = terms_.ite(input.undef, pointer ? memory_.foreign_pointer(any) : any, input.value);
        lane.wholly_undef = input.undef;
        lane.undef = UndefSet(any, input.undef);
      }
      const Slot slot = argument.value.first + i;
      if (input.type.kind == semantics::LaneKind::Pointer)
        active_.argument_blocks.push_back(split(terms_, input.value).block);
      lane = mark_argument(argument, std::move(lane));
      active_.frame[slot] = keep_promises(*this, argument.promises, function().slots[slot], std::move(lane));
    }
  }
}

/// What the function is going to initialize through an argument reads as poison before (LangRef, initializes).
void Machine::forget_initialized() {
  std::size_t pointers = 0;
  for (const auto& lanes : world_.inputs)
    for (const InputLane& lane : lanes) pointers += lane.type.kind == semantics::LaneKind::Pointer ? 1 : 0;
  for (const semantics::Argument& argument : function().arguments) {
    const auto* origin = llvm::dyn_cast_or_null<llvm::Argument>(argument.origin);
    if (origin == nullptr || !origin->hasAttribute(llvm::Attribute::Initializes)) continue;
    // Others may look at the bytes, and find what was there.
    if (pointers > 1 || world_.memory.pointers_given || !world_.memory.by_name.empty() || !function().calls.empty())
      world_.approximations.add(Cause::InitializedBytes);
    const Pointer p = split(terms_, active_.frame[argument.value.first].bits);
    for (const llvm::ConstantRange& range : origin->getAttribute(llvm::Attribute::Initializes).getInitializes()) {
      const Term from = terms_.constant(range.getLower().sextOrTrunc(p.offset.width()));
      const Term bytes = terms_.constant((range.getUpper() - range.getLower()).zextOrTrunc(p.offset.width()));
      memory_.fill({p.marks, p.block, terms_.add(p.offset, from)}, bytes, memory_.poison_cell());
    }
  }
}

/// A slot escapes if it is used in a block outside the innermost loop of the block that defines it.
void Machine::find_escaping(const Plan& plan) {
  active_.escapes.assign(function().slots.size(), false);
  active_.slot_loop.assign(function().slots.size(), 0);
  if (!function().has_loop) return;
  for (std::size_t block = 0; block < function().blocks.size(); ++block) {
    const semantics::Block& b = function().blocks[block];
    for (std::uint32_t i = b.first; i < b.first + b.count; ++i) {
      const semantics::Slots result = function().instructions[i].result;
      for (std::uint32_t lane = 0; lane < result.count; ++lane)
        active_.slot_loop[result.first + lane] = plan.loop_of[block];
    }
  }
  const auto note = [&](const semantics::Slots& value, std::size_t block) {
    for (std::uint32_t lane = 0; lane < value.count; ++lane)
      if (!plan.within(plan.loop_of[block], active_.slot_loop[value.first + lane]))
        active_.escapes[value.first + lane] = true;
  };
  for (std::size_t block = 0; block < function().blocks.size(); ++block) {
    const semantics::Block& b = function().blocks[block];
    for (std::uint32_t i = b.first; i < b.first + b.count; ++i) {
      const Instruction& instruction = function().instructions[i];
      for (const semantics::Slots& operand : function().operands_of(instruction)) note(operand, block);
      if (instruction.op != Op::Phi) continue;
      for (const semantics::Incoming& incoming : function().incomings[instruction.detail])
        note(incoming.value, incoming.block);
    }
  }
}

Lane Machine::merge(const std::vector<std::pair<Term, Lane>>& lanes) {
  Lane result = lanes.back().second;
  for (std::size_t i = lanes.size() - 1; i-- > 0;) {
    const auto& [condition, lane] = lanes[i];
    result.bits = terms_.ite(condition, lane.bits, result.bits);
    result.poison = terms_.ite(condition, lane.poison, result.poison);
    result.wholly_undef = merged_undef(condition, lane, result);
    result.undef.add(lane.undef);
  }
  return result;
}

/// Where a merged lane is undef, if both lanes know it of themselves.
Term Machine::merged_undef(Term condition, const Lane& a, const Lane& b) {
  const auto of = [&](const Lane& lane) { return lane.undef.empty() ? terms_.truth(false) : lane.wholly_undef; };
  return of(a) && of(b) ? terms_.ite(condition, of(a), of(b)) : Term();
}

Result<Behaviour> Machine::run(const Plan& plan) {
  active_.plan = &plan;
  find_escaping(plan);
  prepare_frame();
  enter_arguments();
  forget_initialized();
  run_steps();
  if (failure_) return Error{*failure_};
  Behaviour behaviour = finish();
  if (failure_) return Error{*failure_};
  return behaviour;
}

void Machine::run_steps() {
  const Plan& plan = *active_.plan;
  active_.incoming.resize(plan.steps.size());
  for (std::size_t step = 0; step < plan.steps.size(); ++step) {
    active_.step = step;
    active_.current_loop = plan.loop_of[plan.steps[step].block];
    if (enter(step)) execute(plan, step);
    active_.incoming[step].clear();
    if (failure_) return;
  }
}

Term Machine::where_returned(const Activation& activation) {
  std::vector<Term> returned;
  for (const Return& r : activation.returns) returned.push_back(r.condition);
  return terms_.any_of(returned);
}

/// Memory becomes what it is at the returns; gives the lanes returned, none if there is no return.
std::vector<Lane> Machine::merge_returns(const Activation& activation) {
  std::vector<Lane> result;
  if (activation.returns.empty()) return result;
  std::vector<std::pair<Term, MemoryState>> states;
  for (const Return& r : activation.returns) states.emplace_back(r.condition, r.memory);
  memory_.state() = memory_.merge(states);
  for (std::size_t lane = 0; lane < activation.returns.front().lanes.size(); ++lane) {
    std::vector<std::pair<Term, Lane>> lanes;
    for (const Return& r : activation.returns) lanes.emplace_back(r.condition, r.lanes[lane]);
    result.push_back(merge(lanes));
  }
  return result;
}

Behaviour Machine::finish() {
  Behaviour behaviour;
  behaviour.ub = terms_.any_of(ub_);
  behaviour.unroll_exceeded = terms_.any_of(unroll_exceeded_);
  behaviour.returned = where_returned(active_);
  behaviour.result = merge_returns(active_);
  behaviour.memory = memory_.state();
  behaviour.noreturn_exit = terms_.truth(false);
  behaviour.external_at_exit = terms_.zero(16);
  for (const auto& [condition, seen] : noreturn_exits_) {
    behaviour.noreturn_exit = terms_.lor(behaviour.noreturn_exit, condition);
    behaviour.external_at_exit = terms_.ite(condition, seen, behaviour.external_at_exit);
  }
  std::vector<Term> unwound;
  for (const Unwound& each : active_.unwound) unwound.push_back(each.condition);
  behaviour.unwound = terms_.any_of(unwound);
  behaviour.exception = merge_unwound(active_.unwound);
  behaviour.unwound_memory = memory_.state();
  behaviour.unwound_unseen = terms_.any_of(unseen_);
  // The caller looks at the result, once.
  for (Lane& lane : behaviour.result) {
    const Picked picked = use(lane);
    lane = {picked.bits, picked.poison, take_picked()};
  }
  return behaviour;
}

}  // namespace assay::refine
