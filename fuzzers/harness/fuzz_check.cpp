// Hostile input for `assay check`: any bytes, read as a module of pairs. Nothing may crash, and a function must refine
// itself: an incorrect verdict on equal functions ends the run.

#include <llvm/IR/LLVMContext.h>

#include <cstdio>
#include <cstdlib>

#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  llvm::LLVMContext context;
  auto module = ir::parse(context, {reinterpret_cast<const char*>(data), size}, "input");
  if (!module || ir::verify(**module)) return 0;
  check::Options options;
  options.smt_timeout_ms = 100;
  options.exhaustive_budget = 50'000;
  options.trust_text = false;
  check::Checker checker(options);
  for (const auto& [source, target] : ir::pair_by_prefix(**module)) checker.check(*source, *target);
  for (llvm::Function& function : **module) {
    if (function.isDeclaration()) continue;
    const Verdict verdict = checker.check(function, function);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    std::fprintf(stderr, "a function does not refine itself: %s\n%s", reason_text(verdict).c_str(),
                 ir::print(function).c_str());
    std::abort();
  }
  return 0;
}
