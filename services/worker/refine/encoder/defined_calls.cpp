#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/memory/dead_arguments.h"

/// Calls of functions whose bodies are used: run in the place of the call.
namespace assay::refine {

const Callees::Body* Machine::body_of(const llvm::Function& callee) {
  const Callees::Body* body = callees_.find(callee);
  if (body == nullptr) return nullptr;
  if (stack_.any([&](const Activation& activation) { return activation.function == &body->function; })) return nullptr;
  if (steps_ + body->plan.steps.size() > world_.options.max_steps) return nullptr;
  return body;
}

std::vector<Lane> Machine::call(const Callees::Body& body, const std::vector<Lane>& arguments, const CallTerms& terms) {
  steps_ += body.plan.steps.size();
  Activation entered;
  entered.function = &body.function;
  entered.terms = terms;
  if (terms.is_tail)
    for (unsigned number : active().own)
      if (memory_.objects().locals()[number].kind == Object::Kind::Stack) entered.hidden.push_back(number);
  stack_.enter(std::move(entered));
  start(body.plan);
  std::size_t next = 0;
  for (const semantics::Argument& argument : body.function.arguments)
    for (std::uint32_t i = 0; i < argument.value.count; ++i, ++next) {
      const semantics::Slot slot = argument.value.first + i;
      active().frame[slot] = arguments[next];
      if (body.function.slots[slot].kind == semantics::LaneKind::Pointer)
        active().argument_blocks.push_back(memory_.objects().resolve(split(terms_, arguments[next].bits)).block);
    }
  if (terms.site != nullptr) enter_with_dead(*this, *terms.site);
  run_steps(*this);
  const Activation left = stack_.leave();
  for (unsigned number : left.own) memory_.objects().leave(number);
  if (!left.unwound.empty()) {
    const Term exception = merge_unwound(*this, left);
    Term unwound = terms_.truth(false);
    for (const Activation::Unwound& each : left.unwound) unwound = terms_.lor(unwound, each.condition);
    path_.set(unwound);
    unwind(*this, terms_.truth(true), exception);
  }
  path_.set(left.returned(terms_));
  return merge_returns(*this, left);
}

void doubt_other_result(Machine& m, std::span<const Lane> given, std::span<const Lane> result) {
  if (!m.is_source() || given.size() != result.size()) return;
  Terms& t = m.terms();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Term other = t.lor(t.ne(given[i].bits, result[i].bits), t.ne(given[i].poison, result[i].poison));
    m.world().approximations.add_where(t.land(m.path().condition(), other), Cause::ReturnedArgument);
  }
}

void encode_defined_call(Machine& m, const semantics::Instruction& instruction, const Callees::Body& body) {
  const semantics::CallSite& site = m.function().calls[instruction.detail];
  const CallFacts& facts = site.facts;
  if (has_unfollowed_promises(*site.call, *site.callee)) m.world().approximations.add(Cause::CalleePromises);
  // The callee's body is run as it is: what only the call site says is not followed.
  if (std::ranges::any_of(facts.arguments, [](const auto& each) { return each.dead_after; }))
    m.world().approximations.add(Cause::CalleePromises);
  const auto operands = m.function().operands_of(instruction);
  std::vector<Lane> arguments;
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (std::uint32_t lane = 0; lane < operands[i].count; ++lane) {
      const semantics::Slot slot = operands[i].first + lane;
      Lane given = keep_promises(m, facts.arguments[i].promises, m.function().slots[slot], m.lane(slot));
      if (site.call->arg_size() == operands.size())
        given.bits = add_marks(m.terms(), given.bits, marks_at(*site.call, *site.callee, static_cast<unsigned>(i)));
      arguments.push_back(std::move(given));
    }
  const CallTerms terms{facts.may, facts.is_tail, &site};
  const std::vector<Lane> result = m.call(body, arguments, terms);
  if (m.failed()) return;
  if (!facts.may.returns) m.ub(m.terms().truth(true));
  std::size_t first = 0;
  for (std::size_t i = 0; i < operands.size(); first += operands[i++].count)
    if (facts.arguments[i].returned)
      doubt_other_result(m, std::span(arguments).subspan(first, operands[i].count), result);
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const semantics::Slot slot = instruction.result.first + lane;
    const semantics::LaneType& type = m.function().slots[slot];
    Lane value = result.empty() ? m.poison_lane(type) : result[lane];
    m.set(slot, keep_promises(m, facts.result, type, m.with_fast_math(instruction, std::move(value))));
  }
  m.keep_result_promises(instruction);
}

}  // namespace assay::refine
