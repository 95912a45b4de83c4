#include "services/worker/check/frames.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/promises.h"

namespace assay::check {
namespace {

bool is_executed(const Frame& frame, const llvm::Function& callee) {
  for (const Frame* each = &frame; each != nullptr; each = each->caller)
    if (each->body == &callee) return true;
  return false;
}

/// The function whose body is executed at the call as it stands there.
const llvm::Function* executed_body(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee->isDeclaration() || callee->isVarArg()) return nullptr;
  if (callee->isInterposable() && !semantics::is_inlined_anyway(call, *callee)) return nullptr;
  return callee->getFunctionType() == call.getFunctionType() ? callee : nullptr;
}

}  // namespace

const Frame* Frame::followed(const llvm::Value& value) const {
  const auto* at = llvm::dyn_cast<llvm::CallBase>(&value);
  const auto known = at == nullptr ? callees.end() : callees.find(at);
  return known == callees.end() ? nullptr : known->second;
}

std::vector<const llvm::Value*> Frame::returned() const {
  std::vector<const llvm::Value*> values;
  for (const llvm::BasicBlock& block : *body)
    if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
        end != nullptr && end->getReturnValue() != nullptr)
      values.push_back(end->getReturnValue());
  return values;
}

ValueAt ValueAt::at_the_call() const {
  ValueAt at = *this;
  while (at.frame->caller != nullptr) {
    const auto* parameter = llvm::dyn_cast<llvm::Argument>(at.value);
    if (parameter == nullptr) break;
    at = {at.frame->caller, at.frame->call->getArgOperand(parameter->getArgNo())};
  }
  return at;
}

Frames::Frames(const llvm::Function& function) {
  frames_.push_back(std::make_unique<Frame>(Frame{.body = &function}));
  for (std::size_t i = 0; i < frames_.size(); ++i) enter_callees(*frames_[i]);
}

void Frames::enter_callees(Frame& frame) {
  constexpr unsigned kMostFrames = 64, kMostInstructions = 20'000;
  for (const llvm::Instruction& instruction : llvm::instructions(*frame.body)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : executed_body(*call);
    if (callee == nullptr || is_executed(frame, *callee) || frames_.size() >= kMostFrames) continue;
    if (inner_instructions_ + callee->getInstructionCount() > kMostInstructions) continue;
    inner_instructions_ += callee->getInstructionCount();
    frames_.push_back(
        std::make_unique<Frame>(Frame{.body = callee, .call = call, .caller = &frame, .depth = frame.depth + 1}));
    frame.callees[call] = frames_.back().get();
  }
}

}  // namespace assay::check
