#include "fuzzers/generate/program.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <set>
#include <string>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

namespace assay::generate {
namespace {

std::unique_ptr<llvm::Module> program_of(llvm::LLVMContext& context, std::uint64_t seed,
                                         const ProgramOptions& options = {}) {
  auto module = std::make_unique<llvm::Module>("program", context);
  Rng rng(seed);
  generate_program(*module, rng, options);
  return module;
}

interpret::Behaviour behaviour_of(const llvm::Module& module, std::uint64_t steps) {
  const auto main = semantics::lower(*module.getFunction("main"));
  if (!main) throw std::runtime_error(main.error());
  interpret::RunOptions options;
  options.limits.steps = steps;
  options.invents = false;
  return interpret::run(*main, {}, options);
}

TEST(Program, EndsDefinedAndPrintsWhatItComputed) {
  const ProgramOptions options;
  std::set<std::string> outputs;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    llvm::LLVMContext context;
    const auto module = program_of(context, seed, options);
    const Status complaint = ir::verify(*module);
    ASSERT_FALSE(complaint) << "seed " << seed << ": " << complaint->message;
    const auto behaviour = behaviour_of(*module, 8 * options.most_steps);
    ASSERT_EQ(behaviour.end, interpret::EndKind::Returned) << "seed " << seed << ": " << behaviour.reason;
    ASSERT_FALSE(behaviour.output.empty()) << "seed " << seed;
    EXPECT_TRUE(behaviour.choices.empty()) << "seed " << seed << ": it may do several things";
    outputs.insert(behaviour.output);
  }
  EXPECT_EQ(outputs.size(), 300u);
}

TEST(Program, IsAFunctionOfTheSeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    llvm::LLVMContext one, other;
    EXPECT_EQ(ir::print(*program_of(one, seed)), ir::print(*program_of(other, seed)));
  }
}

/// What passes look for is there, and is run.
TEST(Program, HoldsLoopsCallsVectorsAndFlags) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    llvm::LLVMContext context;
    for (const auto module = program_of(context, seed); const llvm::Function& function : *module) {
      seen["function"] += function.hasLocalLinkage();
      seen["noinline"] += function.hasFnAttribute(llvm::Attribute::NoInline);
      for (const llvm::Instruction& each : llvm::instructions(function)) {
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each)) {
          if (call->getCalledFunction() == &function) ++seen["recursion"];
          if (call->getCalledFunction()->isIntrinsic()) ++seen["intrinsic"];
        }
        if (llvm::isa<llvm::SwitchInst>(each)) ++seen["switch"];
        if (each.getType()->isVectorTy()) ++seen["vector"];
        if (each.getType()->isFloatingPointTy()) ++seen["float"];
        if (llvm::isa<llvm::OverflowingBinaryOperator>(each))
          ++seen[each.hasNoSignedWrap() ? "nsw" : each.hasNoUnsignedWrap() ? "nuw" : "wraps"];
      }
    }
  }
  for (const char* kind :
       {"function", "noinline", "recursion", "intrinsic", "switch", "vector", "float", "nsw", "nuw", "wraps"})
    EXPECT_GT(seen[kind], 20) << kind;
}

}  // namespace
}  // namespace assay::generate
