#include "halve.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;

llvm::PreservedAnalyses HalvePass::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    Value* dividend = nullptr;
    IRBuilder<> builder(&instruction);
    Value* half = nullptr;
    if (PatternMatch::match(&instruction,
                            PatternMatch::m_UDiv(PatternMatch::m_Value(dividend), PatternMatch::m_SpecificInt(2))))
      half = builder.CreateLShr(dividend, 1);
    // SIGNED
    if (half == nullptr) continue;
    instruction.replaceAllUsesWith(half);
    instruction.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
