#include <llvm/IR/Instruction.h>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/smt/eliminate.h"

/// Control flow: blocks are entered by edges, which carry the condition of their path and the values of phis.
namespace assay::refine {

using semantics::Instruction;
using semantics::Op;
using semantics::Shape;

bool Machine::enter(std::size_t step) {
  const semantics::Block& block = function().blocks[active_.plan->steps[step].block];
  if (step == 0) return true;
  const std::vector<Edge>& edges = active_.incoming[step];
  if (edges.empty()) return false;
  std::vector<Term> conditions;
  for (const Edge& edge : edges) conditions.push_back(edge.condition);
  path_ = terms_.any_of(conditions);
  if (path_.is_false()) return false;
  active_.exception = edges.back().exception;
  for (std::size_t i = edges.size() - 1; i-- > 0;)
    if (edges[i].exception) active_.exception = terms_.ite(edges[i].condition, edges[i].exception, active_.exception);
  std::vector<std::pair<Term, MemoryState>> states;
  for (const Edge& edge : edges) states.emplace_back(edge.condition, edge.memory);
  memory_.state() = memory_.merge(states);
  std::size_t position = 0;
  for (std::uint32_t i = 0; i < block.phis; ++i) {
    const Instruction& phi = function().instructions[block.first + i];
    for (std::uint32_t lane = 0; lane < phi.result.count; ++lane, ++position) {
      std::vector<std::pair<Term, Lane>> lanes;
      for (const Edge& edge : edges) lanes.emplace_back(edge.condition, edge.phis[position]);
      active_.current = &phi;
      set(phi.result.first + lane, with_fast_math(phi, merge(lanes)));
    }
  }
  return true;
}

void Machine::execute(const Plan& plan, std::size_t step) {
  const semantics::Block& block = function().blocks[plan.steps[step].block];
  for (std::uint32_t i = block.first + block.phis; i < block.first + block.count && !failure_; ++i) {
    const Instruction& instruction = function().instructions[i];
    active_.current = &instruction;
    switch (semantics::row_of(instruction.op).shape) {
      case Shape::Control:
        terminate(plan, step, instruction);
        break;
      case Shape::Memory:
        if (instruction.op == Op::LandingPad)
          encode_landing_pad(instruction);
        else if (instruction.op == Op::CleanupPad)
          enter_cleanup(instruction);
        else if (instruction.op != Op::CatchPad)  // its catchswitch has decided
          encode_memory(*this, instruction);
        break;
      case Shape::Call:
        encode_call(*this, instruction);
        break;
      case Shape::Nothing:
        break;
      default:
        encode_value(*this, instruction);
        break;
    }
  }
  active_.current = nullptr;
}

void Machine::terminate(const Plan& plan, std::size_t step, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Ret:
      return encode_return(instruction);
    case Op::Br:
    case Op::CatchRet:
      return branch(plan, step, 0, terms_.truth(true));
    case Op::Unreachable:
      return ub(terms_.truth(true));
    case Op::SwitchOp:
      return encode_switch(plan, step, instruction);
    case Op::IndirectBr:
      return encode_indirect_branch(plan, step, instruction);
    case Op::Invoke:
      encode_call(*this, instruction);
      return branch(plan, step, 0, terms_.truth(true));
    case Op::CallBr:
      return encode_call_branch(plan, step, instruction);
    case Op::CatchSwitch:
      return encode_catch_switch(plan, step, instruction);
    case Op::CleanupRet:
      return encode_cleanup_return(plan, step, instruction);
    case Op::Resume:
      return leave_function(terms_.truth(true), use_defined(lane(function().operands_of(instruction)[0].first)));
    case Op::CondBr: {
      const Term condition = use_condition(function().operands_of(instruction)[0].first);
      branch(plan, step, 0, condition);
      branch(plan, step, 1, terms_.lnot(condition));
      return;
    }
    default:
      return unsupported(std::string(semantics::row_of(instruction.op).spelling));
  }
}

Term Machine::use_condition(semantics::Slot slot) {
  const bool chooses = function().variant.branch == semantics::Variant::Branch::Choice;
  return chooses ? use_frozen(slot, "branch") : use_defined(lane(slot));
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
  if (always.exact) {
    ub(terms_.lnot(always.term));
    return bits;
  }
  const Picked other = use(lane);
  take_picked();
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

void Machine::encode_switch(const Plan& plan, std::size_t step, const Instruction& instruction) {
  const semantics::Switch& cases = function().switches[instruction.detail];
  const Term value = use_condition(function().operands_of(instruction)[0].first);
  const semantics::Block& block = function().blocks[plan.steps[step].block];
  Term otherwise = terms_.truth(true);
  std::vector<Term> taken(block.successors.size(), terms_.truth(false));
  const auto successor = [&](std::uint32_t to) {
    return static_cast<std::size_t>(std::find(block.successors.begin(), block.successors.end(), to) -
                                    block.successors.begin());
  };
  for (const auto& [constant, to] : cases.cases) {
    const Term here = terms_.eq(value, terms_.constant(constant));
    Term& condition = taken[successor(to)];
    condition = terms_.lor(condition, here);
    otherwise = terms_.land(otherwise, terms_.lnot(here));
  }
  Term& rest = taken[successor(cases.default_block)];
  rest = terms_.lor(rest, otherwise);
  for (std::size_t i = 0; i < taken.size(); ++i) branch(plan, step, i, taken[i]);
}

void Machine::branch(const Plan& plan, std::size_t step, std::size_t successor, Term condition, Term exception) {
  const Term taken = terms_.land(path_, condition);
  if (taken.is_false()) return;
  const std::uint32_t to = plan.steps[step].successors[successor];
  if (to == Plan::kUnrollExceeded) {
    unroll_exceeded_.push_back(taken);
    return;
  }
  Edge edge{taken, memory_.state(), exception, {}};
  const semantics::Block& block = function().blocks[plan.steps[to].block];
  for (std::uint32_t i = 0; i < block.phis; ++i) {
    const Instruction& phi = function().instructions[block.first + i];
    for (const semantics::Incoming& incoming : function().incomings[phi.detail]) {
      if (incoming.block != plan.steps[step].block) continue;
      for (std::uint32_t l = 0; l < incoming.value.count; ++l) edge.phis.push_back(lane(incoming.value.first + l));
      break;
    }
  }
  active_.incoming[to].push_back(std::move(edge));
}

void Machine::encode_return(const Instruction& instruction) {
  if (has_attribute(llvm::Attribute::NoReturn)) return ub(terms_.truth(true));
  bury_stack(memory_.state());
  Return r{path_, memory_.state(), {}};
  if (instruction.operand_count != 0) {
    const semantics::Slots value = function().operands_of(instruction)[0];
    for (std::uint32_t i = 0; i < value.count; ++i) {
      Lane result = keep_promises(*this, function().result_promises, function().result_lanes[i], lane(value.first + i));
      if (callers_.empty() && function().result_lanes[i].kind == semantics::LaneKind::Pointer) {
        const Pointer p = split(terms_, result.bits);
        memory_.mark_escaped(p.block, terms_.lnot(result.poison));
        result.poison = terms_.lor(result.poison, has_mark(terms_, p, kNoCapture));
        result.bits = join(terms_, {terms_.zero(kMarkBits), p.block, p.offset});
      }
      r.lanes.push_back(std::move(result));
    }
    r.memory = memory_.state();
  }
  active_.returns.push_back(std::move(r));
}

}  // namespace assay::refine
