#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/Function.h>

#include "services/worker/interpret/machine.h"
#include "services/worker/interpret/program/compiler.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/semantics/kept_promises.h"

/// What a call, or the function that it calls, promises and the body that runs may break. LangRef calls it facts and
/// does not say what breaking them is; optimizers count on them.
namespace assay::interpret {

using semantics::Instruction;
using semantics::Slots;

namespace {

bool runs_a_body(const semantics::CallSite& site) { return site.callee == nullptr || !site.callee->isDeclaration(); }

/// Does the text of the function leave open whether it keeps that an argument is not captured, or show that it never
/// writes what it is to initialize?
bool may_break_promises(const semantics::CallSite& site, unsigned i) {
  const semantics::ArgumentFacts& argument = site.facts.arguments[i];
  if (i >= site.callee->arg_size() || !site.callee->getArg(i)->getType()->isPointerTy()) return false;
  const llvm::Argument& parameter = *site.callee->getArg(i);
  if (!argument.initializes.empty() && !semantics::use_of(parameter).written) return true;
  return llvm::capturesNothing(argument.capture) && llvm::PointerMayBeCaptured(&parameter, /*ReturnCaptures=*/true);
}

}  // namespace

void Compiler::add_returned_check(Slots argument, Slots result, std::uint32_t index) {
  if (argument.count != result.count || argument.count == 0) return;
  Step step = make(step_returned, index);
  step.a = result.first;
  step.b = argument.first;
  step.lanes = argument.count;
  step.width_a = function_.slots[argument.first].bits;
  program_.steps.push_back(step);
}

std::optional<semantics::Slot> Compiler::add_doubts_before_call(const semantics::CallSite& site, std::uint32_t index) {
  if (site.callee == nullptr || site.callee->isDeclaration()) return std::nullopt;
  for (unsigned i = 0; i < site.facts.arguments.size(); ++i)
    if (may_break_promises(site, i)) {
      program_.steps.push_back(make(step_doubt_promise, index));
      break;
    }
  if (!site.facts.fresh_result) return std::nullopt;
  Step step = make(step_note_born, index);
  step.to = add_spare({.bits = 64});
  program_.steps.push_back(step);
  return step.to;
}

void Compiler::add_checks_after_call(const Instruction& instruction, std::uint32_t index) {
  const semantics::CallSite& site = function_.calls[instruction.detail];
  if (!runs_a_body(site)) return;
  const auto operands = function_.operands_of(instruction);
  const std::size_t first = operands.size() - site.arguments.size();
  for (std::size_t i = 0; i < site.arguments.size(); ++i)
    if (site.facts.arguments[i].returned) add_returned_check(operands[first + i], instruction.result, index);
  const auto born = born_before_.find(index);
  if (born == born_before_.end() || instruction.result.count != 1) return;
  Step step = make(step_fresh, index);
  step.a = instruction.result.first;
  step.b = born->second;
  program_.steps.push_back(step);
}

void step_doubt_promise(Machine& machine, const Step* step, Lane* frame) {
  machine.raise_doubt("an argument of a function whose text does not show that it keeps captures or initializes");
  ASSAY_NEXT;
}

void step_note_born(Machine& machine, const Step* step, Lane* frame) {
  frame[step->to] = {machine.memory.allocated(), kDefined, 0};
  ASSAY_NEXT;
}

void step_fresh(Machine& machine, const Step* step, Lane* frame) {
  const Lane& result = frame[step->a];
  const Block* block = machine.memory.find(result.provenance);
  if (result.state > kPoison || (block != nullptr && block->serial <= frame[step->b].bits))
    machine.raise_doubt("a noalias result that leads to an object which was there before the call");
  ASSAY_NEXT;
}

}  // namespace assay::interpret
