#pragma once

#include <llvm/IR/PassManager.h>

/// Divisions by two become shifts.
struct HalvePass : llvm::PassInfoMixin<HalvePass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};
