#include "services/worker/refine/encoder/activation.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <utility>

namespace assay::refine {
namespace {

/// Per slot the loop that defines it: the innermost one around the block of its instruction.
std::vector<std::uint32_t> loops_of_slots(const semantics::Function& function, const Plan& plan) {
  std::vector<std::uint32_t> loops(function.slots.size(), 0);
  for (std::size_t block = 0; function.has_loop && block < function.blocks.size(); ++block) {
    const semantics::Block& b = function.blocks[block];
    for (std::uint32_t i = b.first; i < b.first + b.count; ++i) {
      const semantics::Slots result = function.instructions[i].result;
      for (std::uint32_t lane = 0; lane < result.count; ++lane) loops[result.first + lane] = plan.loop_of[block];
    }
  }
  return loops;
}

/// Slots that are used in a block outside the loop that defines them.
std::vector<bool> escaping_slots(const semantics::Function& function, const Plan& plan,
                                 const std::vector<std::uint32_t>& loops) {
  std::vector<bool> escapes(function.slots.size(), false);
  const auto note = [&](const semantics::Slots& value, std::size_t block) {
    for (std::uint32_t lane = 0; lane < value.count; ++lane)
      if (!plan.within(plan.loop_of[block], loops[value.first + lane])) escapes[value.first + lane] = true;
  };
  for (std::size_t block = 0; function.has_loop && block < function.blocks.size(); ++block) {
    const semantics::Block& b = function.blocks[block];
    for (std::uint32_t i = b.first; i < b.first + b.count; ++i) {
      const semantics::Instruction& instruction = function.instructions[i];
      for (const semantics::Slots& operand : function.operands_of(instruction)) note(operand, block);
      if (instruction.op != semantics::Op::Phi) continue;
      for (const semantics::Incoming& incoming : function.incomings[instruction.detail])
        note(incoming.value, incoming.block);
    }
  }
  return escapes;
}

}  // namespace

void Activation::start(const Plan& started) {
  plan = &started;
  slot_loop = loops_of_slots(*function, started);
  escapes = escaping_slots(*function, started, slot_loop);
  frame.resize(function->slots.size());
  after_loop.resize(function->slots.size());
  incoming.resize(started.steps.size());
}

bool Activation::has_attribute(llvm::Attribute::AttrKind kind) const {
  return function->origin != nullptr && function->origin->hasFnAttribute(kind);
}

std::string Activation::place() const {
  if (current == nullptr || current->origin == nullptr) return {};
  if (current->origin->hasName()) return current->origin->getName().str();
  return current->origin->getParent()->getName().str() + ":" + current->origin->getOpcodeName();
}

std::string Activation::key_of(const char* what) const {
  std::string key = what;
  if (current != nullptr && current->origin != nullptr && current->origin->hasName())
    key += "%" + current->origin->getName().str();
  return key;
}

Term Activation::returned(smt::Terms& t) const {
  std::vector<Term> conditions;
  for (const Return& each : returns) conditions.push_back(each.condition);
  return t.any_of(conditions);
}

void CallStack::enter(Activation entered) { callers_.push_back(std::exchange(running_, std::move(entered))); }

Activation CallStack::leave() {
  Activation left = std::exchange(running_, std::move(callers_.back()));
  callers_.pop_back();
  running_.own.insert(running_.own.end(), left.own.begin(), left.own.end());
  return left;
}

bool CallStack::will_return() const {
  return any([](const Activation& a) { return !a.terms.may.stays || a.has_attribute(llvm::Attribute::WillReturn); });
}

}  // namespace assay::refine
