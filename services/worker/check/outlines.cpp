#include "services/worker/check/outlines.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <vector>

#include "services/worker/ir/ir.h"

namespace assay::check {
namespace {

constexpr unsigned kMostOperands = 8;

bool is_left_out(const llvm::Instruction& instruction, OutlinesOf what) {
  if (what == OutlinesOf::Values) return llvm::isa<llvm::LoadInst, llvm::PHINode>(instruction);
  return llvm::isa<llvm::PHINode>(instruction) && instruction.getNumOperands() > 2;
}

std::string outline(ValueAt at, OutlinesOf what, unsigned depth) {
  at = at.at_the_call();
  if (llvm::isa<llvm::Constant>(at.value) && !llvm::isa<llvm::GlobalValue>(at.value)) return ir::print(*at.value);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(at.value))
    return "arg" + std::to_string(argument->getArgNo());
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(at.value);
  if (instruction == nullptr && what == OutlinesOf::Places && at.value->hasName()) return at.value->getName().str();
  if (instruction == nullptr || depth == 0 || is_left_out(*instruction, what)) return "?";
  if (const Frame* callee = at.frame->followed(*instruction)) {
    const std::vector<const llvm::Value*> returned = callee->returned();
    return returned.size() == 1 ? outline({callee, returned.front()}, what, depth - 1) : "?";
  }
  if (instruction->getNumOperands() > kMostOperands) return "?";
  if (llvm::Value * inverted;
      llvm::PatternMatch::match(instruction, llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(inverted))))
    return outline({at.frame, inverted}, what, depth);
  std::vector<std::string> operands;
  for (const llvm::Value* operand : instruction->operands())
    operands.push_back(outline({at.frame, operand}, what, depth - 1));
  if (instruction->isCommutative() || llvm::isa<llvm::CmpInst, llvm::PHINode>(instruction)) std::ranges::sort(operands);
  std::string text = instruction->getOpcodeName();
  for (const std::string& operand : operands) text += "(" + operand + ")";
  return text;
}

}  // namespace

std::string outline_of(ValueAt value, OutlinesOf what) {
  constexpr unsigned kDepth = 4;
  return outline(value, what, what == OutlinesOf::Values ? kDepth : kDepth + 1);
}

}  // namespace assay::check
