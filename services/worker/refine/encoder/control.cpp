#include "services/worker/refine/encoder/control.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/Instruction.h>

#include "services/worker/semantics/progress.h"

namespace assay::refine {

using semantics::Instruction;
using semantics::Op;
using semantics::Shape;

namespace {

/// The lanes of a block's phis as its edges bring them.
void merge_phis(Machine& m, const semantics::Block& block, const std::vector<Activation::Edge>& edges) {
  std::size_t position = 0;
  for (std::uint32_t i = 0; i < block.phis; ++i) {
    const Instruction& phi = m.function().instructions[block.first + i];
    for (std::uint32_t lane = 0; lane < phi.result.count; ++lane, ++position) {
      std::vector<std::pair<Term, Lane>> lanes;
      for (const Activation::Edge& edge : edges) lanes.emplace_back(edge.condition, edge.phis[position]);
      m.active().current = &phi;
      m.set(phi.result.first + lane, m.with_fast_math(phi, merge(m.terms(), lanes)));
    }
  }
}

/// Where the edges to the current step meet. False if no path leads there.
bool enter_block(Machine& m) {
  Terms& t = m.terms();
  Activation& active = m.active();
  if (active.step == 0) return true;
  const std::vector<Activation::Edge>& edges = active.incoming[active.step];
  if (edges.empty()) return false;
  std::vector<Term> conditions;
  for (const Activation::Edge& edge : edges) conditions.push_back(edge.condition);
  m.path().set(t.any_of(conditions));
  if (m.path().condition().is_false()) return false;
  active.exception = edges.back().exception;
  for (std::size_t i = edges.size() - 1; i-- > 0;)
    if (edges[i].exception) active.exception = t.ite(edges[i].condition, edges[i].exception, active.exception);
  std::vector<StateOnPath> states;
  for (const Activation::Edge& edge : edges) states.emplace_back(edge.condition, edge.memory);
  m.memory().state() = m.memory().merge(states);
  merge_phis(m, active.block(), edges);
  return true;
}

/// What a branch decides by.
Term use_condition(Machine& m, semantics::Slot slot) {
  const bool chooses = m.function().variant.branch == semantics::Variant::Branch::Choice;
  return chooses ? m.use_frozen(slot, "branch") : m.use_defined(m.lane(slot));
}

void encode_switch(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const semantics::Switch& cases = m.function().switches[instruction.detail];
  const Term value = use_condition(m, m.function().operands_of(instruction)[0].first);
  const std::vector<std::uint32_t>& successors = m.active().block().successors;
  Term otherwise = t.truth(true);
  std::vector<Term> taken(successors.size(), t.truth(false));
  const auto successor = [&](std::uint32_t to) {
    return static_cast<std::size_t>(std::find(successors.begin(), successors.end(), to) - successors.begin());
  };
  for (const auto& [constant, to] : cases.cases) {
    const Term here = t.eq(value, t.constant(constant));
    Term& condition = taken[successor(to)];
    condition = t.lor(condition, here);
    otherwise = t.land(otherwise, t.lnot(here));
  }
  Term& rest = taken[successor(cases.default_block)];
  rest = t.lor(rest, otherwise);
  for (std::size_t i = 0; i < taken.size(); ++i) branch(m, i, taken[i]);
}

void doubt_other_results(Machine& m, const std::vector<Lane>& result) {
  for (const semantics::Argument& argument : m.function().arguments) {
    const auto* origin = llvm::dyn_cast_or_null<llvm::Argument>(argument.origin);
    if (origin == nullptr || !origin->hasReturnedAttr()) continue;
    std::vector<Lane> given;
    for (std::uint32_t i = 0; i < argument.value.count; ++i) given.push_back(m.lane(argument.value.first + i));
    doubt_other_result(m, given, result);
  }
}

void encode_return(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  if (m.active().has_attribute(llvm::Attribute::NoReturn)) return m.ub(t.truth(true));
  bury_stack(m, m.memory().state());
  m.invariant_loads().check();
  Activation::Return r{m.path().condition(), m.memory().state(), {}};
  if (instruction.operand_count != 0) {
    const semantics::Slots value = m.function().operands_of(instruction)[0];
    for (std::uint32_t i = 0; i < value.count; ++i) {
      const semantics::LaneType& type = m.function().result_lanes[i];
      Lane result = keep_promises(m, m.function().result_promises, type, m.lane(value.first + i));
      if (m.stack().is_outermost(m.active()) && type.kind == semantics::LaneKind::Pointer) {
        const Pointer p = split(t, result.bits);
        m.memory().known().mark_escaped(p.block, t.lnot(result.poison));
        result.poison = t.lor(result.poison, has_mark(t, p, kNoCapture));
        result.bits = join(t, {t.zero(kMarkBits), p.block, p.offset});
      }
      r.lanes.push_back(std::move(result));
    }
    r.memory = m.memory().state();
    doubt_other_results(m, r.lanes);
  }
  m.active().returns.push_back(std::move(r));
}

void terminate(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  switch (instruction.op) {
    case Op::Ret:
      return encode_return(m, instruction);
    case Op::Br:
    case Op::CatchRet:
      return branch(m, 0, t.truth(true));
    case Op::Unreachable:
      return m.ub(t.truth(true));
    case Op::SwitchOp:
      return encode_switch(m, instruction);
    case Op::IndirectBr:
      return encode_indirect_branch(m, instruction);
    case Op::Invoke:
      encode_call(m, instruction);
      return branch(m, 0, t.truth(true));
    case Op::CallBr:
      return encode_call_branch(m, instruction);
    case Op::CatchSwitch:
      return encode_catch_switch(m, instruction);
    case Op::CleanupRet:
      return encode_cleanup_return(m, instruction);
    case Op::Resume: {
      const Term exception = m.use_defined(m.lane(m.function().operands_of(instruction)[0].first));
      m.memory().known().mark_escaped(split(t, exception).block, m.path().condition());
      return leave_function(m, t.truth(true), exception);
    }
    case Op::CondBr: {
      const Term condition = use_condition(m, m.function().operands_of(instruction)[0].first);
      branch(m, 0, condition);
      branch(m, 1, t.lnot(condition));
      return;
    }
    default:
      return m.unsupported(std::string(semantics::row_of(instruction.op).spelling));
  }
}

void execute(Machine& m, const Instruction& instruction) {
  switch (semantics::row_of(instruction.op).shape) {
    case Shape::Control:
      return terminate(m, instruction);
    case Shape::Memory:
      if (instruction.op == Op::LandingPad) return encode_landing_pad(m, instruction);
      if (instruction.op == Op::CleanupPad) return enter_cleanup(m, instruction);
      if (instruction.op == Op::CatchPad) return;  // its catchswitch has decided
      return encode_memory(m, instruction);
    case Shape::Call:
      return encode_call(m, instruction);
    case Shape::Nothing:
      return;
    default:
      return encode_value(m, instruction);
  }
}

/// Control stays in a cycle for ever, and nobody sees anything of it any more.
void stay_for_ever(Machine& m, const semantics::PlainCycle& cycle) {
  if (cycle.must_progress) return m.ub(m.terms().truth(true));
  noreturn_exit(m, m.terms().truth(true), m.memory().state().external);
}

void execute_block(Machine& m, const semantics::Block& block) {
  const auto cycle = block.origin == nullptr ? std::nullopt : semantics::plain_cycle_at(*block.origin);
  if (cycle) return stay_for_ever(m, *cycle);
  for (std::uint32_t i = block.first + block.phis; i < block.first + block.count && !m.failed(); ++i) {
    if (m.gives_up()) return;
    const Instruction& instruction = m.function().instructions[i];
    m.active().current = &instruction;
    execute(m, instruction);
  }
  m.active().current = nullptr;
}

}  // namespace

void run_steps(Machine& m) {
  Activation& active = m.active();
  const Plan& plan = *active.plan;
  for (std::size_t step = 0; step < plan.steps.size(); ++step) {
    active.step = step;
    active.current_loop = plan.loop_of[plan.steps[step].block];
    if (enter_block(m)) execute_block(m, active.block());
    active.incoming[step].clear();
    if (m.failed()) return;
  }
}

void branch(Machine& m, std::size_t successor, Term condition, Term exception) {
  Activation& active = m.active();
  const Term taken = m.terms().land(m.path().condition(), condition);
  if (taken.is_false()) return;
  const Plan::Step& step = active.plan->steps[active.step];
  const std::uint32_t to = step.successors[successor];
  const Plan& plan = *active.plan;
  const std::uint32_t loop = plan.loop_of[step.block], next = active.block().successors[successor];
  if (to == Plan::kUnrollExceeded) return m.path().exceed({&m.function(), plan.loop_headed_by(next, loop)}, taken);
  for (std::uint32_t entered = plan.loop_of[next]; !plan.within(loop, entered); entered = plan.loop_parent[entered])
    m.path().enter({&m.function(), entered}, taken);
  Activation::Edge edge{taken, m.memory().state(), exception, {}};
  const semantics::Block& block = m.function().blocks[active.plan->steps[to].block];
  for (std::uint32_t i = 0; i < block.phis; ++i) {
    const Instruction& phi = m.function().instructions[block.first + i];
    for (const semantics::Incoming& incoming : m.function().incomings[phi.detail]) {
      if (incoming.block != step.block) continue;
      for (std::uint32_t l = 0; l < incoming.value.count; ++l) edge.phis.push_back(m.lane(incoming.value.first + l));
      break;
    }
  }
  active.incoming[to].push_back(std::move(edge));
}

std::size_t successor_at(const Machine& m, const llvm::BasicBlock* to) {
  const auto& successors = m.active().block().successors;
  const auto found = std::find_if(successors.begin(), successors.end(),
                                  [&](std::uint32_t block) { return m.function().blocks[block].origin == to; });
  return static_cast<std::size_t>(found - successors.begin());
}

std::vector<Lane> merge_returns(Machine& m, const Activation& activation) {
  std::vector<Lane> result;
  if (activation.returns.empty()) return result;
  std::vector<StateOnPath> states;
  for (const Activation::Return& r : activation.returns) states.emplace_back(r.condition, r.memory);
  m.memory().state() = m.memory().merge(states);
  for (std::size_t lane = 0; lane < activation.returns.front().lanes.size(); ++lane) {
    std::vector<std::pair<Term, Lane>> lanes;
    for (const Activation::Return& r : activation.returns) lanes.emplace_back(r.condition, r.lanes[lane]);
    result.push_back(merge(m.terms(), lanes));
  }
  return result;
}

void noreturn_exit(Machine& m, Term condition, const External& seen) {
  if (m.stack().will_return()) m.ub(condition);
  m.path().exit_without_return(condition, seen);
}

}  // namespace assay::refine
