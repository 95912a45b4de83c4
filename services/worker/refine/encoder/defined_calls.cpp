#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/refine/encoder/call_facts.h"
#include "services/worker/refine/encoder/machine.h"

/// Calls of functions whose bodies are used: run in the place of the call.
namespace assay::refine {

const Callees::Body* Machine::body_of(const llvm::Function& callee) {
  const Callees::Body* body = callees_.find(callee);
  if (body == nullptr) return nullptr;
  const auto is_running = [&](const Activation& activation) { return activation.function == &body->function; };
  if (is_running(active_) || std::any_of(callers_.begin(), callers_.end(), is_running)) return nullptr;
  if (steps_ + body->plan.steps.size() > world_.options.max_steps) return nullptr;
  return body;
}

std::vector<Lane> Machine::call(const Callees::Body& body, const std::vector<Lane>& arguments, const CallTerms& terms) {
  steps_ += body.plan.steps.size();
  Activation entered;
  entered.function = &body.function;
  entered.plan = &body.plan;
  entered.terms = terms;
  if (terms.is_tail)
    for (unsigned number : active_.own)
      if (memory_.locals()[number].kind == Object::Kind::Stack) entered.hidden.push_back(number);
  callers_.push_back(std::exchange(active_, std::move(entered)));
  find_escaping(body.plan);
  prepare_frame();
  std::size_t next = 0;
  for (const semantics::Argument& argument : body.function.arguments)
    for (std::uint32_t i = 0; i < argument.value.count; ++i, ++next) {
      const semantics::Slot slot = argument.value.first + i;
      active_.frame[slot] = arguments[next];
      if (body.function.slots[slot].kind == semantics::LaneKind::Pointer)
        active_.argument_blocks.push_back(split(terms_, arguments[next].bits).block);
    }
  run_steps();
  const Activation left = std::exchange(active_, std::move(callers_.back()));
  callers_.pop_back();
  active_.own.insert(active_.own.end(), left.own.begin(), left.own.end());
  if (!left.unwound.empty()) {
    const Term exception = merge_unwound(left.unwound);
    path_ = terms_.truth(false);
    for (const Unwound& each : left.unwound) path_ = terms_.lor(path_, each.condition);
    unwind(terms_.truth(true), exception);
  }
  path_ = where_returned(left);
  return merge_returns(left);
}

void encode_defined_call(Machine& m, const semantics::Instruction& instruction, const Callees::Body& body) {
  const semantics::CallSite& site = m.function().calls[instruction.detail];
  const CallFacts facts = facts_of(*site.call, site.callee, site);
  if (has_unfollowed_promises(*site.callee)) m.world().approximations.add(Cause::CalleePromises);
  const auto operands = m.function().operands_of(instruction);
  std::vector<Lane> arguments;
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (std::uint32_t lane = 0; lane < operands[i].count; ++lane) {
      const semantics::Slot slot = operands[i].first + lane;
      arguments.push_back(keep_promises(m, facts.arguments[i].promises, m.function().slots[slot], m.lane(slot)));
    }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(site.call);
  const CallTerms terms{facts.effects, facts.frees, facts.returns, call != nullptr && call->isTailCall()};
  const std::vector<Lane> result = m.call(body, arguments, terms);
  if (m.failed()) return;
  if (facts.never_returns) m.ub(m.terms().truth(true));
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const semantics::Slot slot = instruction.result.first + lane;
    const semantics::LaneType& type = m.function().slots[slot];
    Lane value = result.empty() ? m.poison_lane(type) : result[lane];
    m.set(slot, keep_promises(m, facts.result, type, m.with_fast_math(instruction, std::move(value))));
  }
  m.keep_result_promises(instruction);
}

}  // namespace assay::refine
