// What views derive from control flow is what LLVM's own analyses say.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Dominators.h>

#include "fuzzers/generate/generate.h"
#include "services/common/rng.h"
#include "tests/unit/facts/facts_fixture.h"

namespace assay::facts {
namespace {

class Graph : public FactsTest {
 protected:
  static std::string name(const llvm::Function& function, const llvm::BasicBlock& block) {
    return "@" + function.getName().str() + "|%" + block.getName().str();
  }
};

constexpr const char* kPairs = "SELECT f.name, a.name, b.name FROM ";
constexpr const char* kNames =
    " JOIN ir_functions AS f ON f.id = a.function_id JOIN ir_modules AS m ON m.id = f.module_id ORDER BY 1, 2, 3";

TEST_F(Graph, DominatorsReachabilityAndLoopsAreLlvms) {
  llvm::LLVMContext context;
  llvm::Module module("loops", context);
  for (int i = 0; i < 40; ++i) {
    Rng rng(1000 + static_cast<std::uint64_t>(i));
    generate::generate_function(module, rng, *generate::profile_named("loops"), "f" + std::to_string(100 + i));
  }
  std::string dominators, paths, loops;
  std::vector<std::string> dominator_lines, path_lines, loop_lines;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    int number = 0;
    for (llvm::BasicBlock& block : function) block.setName("b" + std::to_string(100 + number++));
    const llvm::DominatorTree tree(function);
    for (const llvm::BasicBlock& a : function)
      for (const llvm::BasicBlock& b : function) {
        const std::string pair = name(function, a) + "|%" + b.getName().str();
        if (tree.isReachableFromEntry(&b) && tree.dominates(&a, &b)) dominator_lines.push_back(pair);
        bool reaches = false;
        for (const llvm::BasicBlock* next : llvm::successors(&a))
          if (next == &b || llvm::isPotentiallyReachable(next, &b, nullptr, &tree)) reaches = true;
        if (reaches) path_lines.push_back(pair);
        if (reaches && &a == &b) loop_lines.push_back(name(function, a));
      }
  }
  const auto text = [](std::vector<std::string>& lines) {
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  };
  store::ModuleFacts facts = facts_of(module);
  record({facts});
  ASSERT_GT(loop_lines.size(), 20u);
  EXPECT_EQ(ask(kPairs +
                std::string("ir_dominators AS d JOIN ir_blocks AS a ON a.id = d.dominator_id JOIN ir_blocks AS b ON "
                            "b.id = d.block_id") +
                kNames),
            text(dominator_lines));
  EXPECT_EQ(
      ask(kPairs +
          std::string("ir_paths AS d JOIN ir_blocks AS a ON a.id = d.from_id JOIN ir_blocks AS b ON b.id = d.to_id") +
          kNames),
      text(path_lines));
  EXPECT_EQ(ask("SELECT f.name, a.name FROM ir_loop_blocks AS l JOIN ir_blocks AS a ON a.id = l.block_id JOIN "
                "ir_functions AS f ON f.id = a.function_id ORDER BY 1, 2"),
            text(loop_lines));
}

}  // namespace
}  // namespace assay::facts
