// What the judge says of functions that others wrote, and whether it contradicts itself:
//   bench_llvm_tests TREE [FUNCTIONS [SEED [COMPILER [SMT_TIMEOUT_MS [FOLDER [alone]]]]]]
// TREE holds .ll files, such as llvm/test/Transforms of LLVM's source (apt-get source llvm-toolchain-22). Functions are
// drawn from it by SEED, and go through a random pipeline of COMPILER (linked, or an opt). Each one that changed is
// checked, and (but for "alone") asked about itself:
// - without its flags (nsw, exact, fast-math, …) it is no worse: correct;
// - with flags that nobody can know of it mostly is worse: how often it is not is counted;
// - if both halves of the pipeline are correct, the whole is not incorrect.
// Prints what is not correct as it comes, and at the end verdicts with reasons, time, and what broke a rule; pairs that
// are incorrect, undecided or break a rule are written to FOLDER, which is made, as NAME.KIND.source.ll and
// NAME.KIND.target.ll: every incorrect one is read by hand.

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "services/common/rng.h"
#include "services/worker/check/isolated_checker.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace {

using assay::VerdictKind;

constexpr const char* kPasses[] = {"instcombine",
                                   "simplifycfg",
                                   "gvn",
                                   "early-cse<memssa>",
                                   "sroa",
                                   "reassociate",
                                   "dse",
                                   "licm",
                                   "sccp",
                                   "newgvn",
                                   "jump-threading",
                                   "correlated-propagation",
                                   "memcpyopt",
                                   "bdce",
                                   "loop-unroll",
                                   "slp-vectorizer",
                                   "vector-combine",
                                   "constraint-elimination",
                                   "aggressive-instcombine",
                                   "default<O2>",
                                   "default<O3>"};
constexpr unsigned kTriesPerFunction = 20;

struct Drawn {
  std::string name;
  std::unique_ptr<llvm::Module> module;
};

class Tally {
 public:
  explicit Tally(std::string folder) : folder_(std::move(folder)) {}

  void add(const std::string& name, const assay::Verdict& verdict, const llvm::Module& source,
           const llvm::Module& target) {
    std::string line(assay::name_of(verdict.kind));
    if (verdict.kind == VerdictKind::Unknown) line += ": " + std::string(assay::name_of(verdict.reason));
    if (verdict.kind == VerdictKind::Unsupported) line += ": " + verdict.feature;
    ++counts_[line];
    seconds_ += verdict.seconds;
    ++all_;
    decided_ += verdict.kind == VerdictKind::Correct || verdict.kind == VerdictKind::Incorrect;
    if (verdict.kind == VerdictKind::Correct) return;
    std::printf("%s: %s%s%s\n", name.c_str(), line.c_str(), verdict.detail.empty() ? "" : ": ", verdict.detail.c_str());
    std::fflush(stdout);
    write(name, std::string(assay::name_of(verdict.kind)), source, target);
  }
  void broken(const std::string& name, const std::string& rule, const llvm::Module& source,
              const llvm::Module& target) {
    ++counts_["BROKEN: " + rule];
    std::printf("broken: %s: %s\n", rule.c_str(), name.c_str());
    write(name, "broken", source, target);
  }
  void kept() { ++kept_; }
  /// Of a function against itself with flags that it does not have.
  void added(const assay::Verdict& verdict) {
    ++added_;
    added_correct_ += verdict.kind == VerdictKind::Correct;
  }
  void print() const {
    for (const auto& [line, count] : counts_) std::printf("%6zu %s\n", count, line.c_str());
    std::printf("%zu checks, %.1f %% decided, %.3f s each; %zu self-checks kept\n", all_,
                all_ == 0 ? 0 : 100.0 * static_cast<double>(decided_) / static_cast<double>(all_),
                all_ == 0 ? 0 : seconds_ / static_cast<double>(all_), kept_);
    std::printf("%zu functions got flags, %zu are correct with them\n", added_, added_correct_);
  }

 private:
  void write(const std::string& name, const std::string& kind, const llvm::Module& source,
             const llvm::Module& target) const {
    if (folder_.empty()) return;
    std::ofstream(folder_ + "/" + name + "." + kind + ".source.ll") << assay::ir::print(source);
    std::ofstream(folder_ + "/" + name + "." + kind + ".target.ll") << assay::ir::print(target);
  }
  std::string folder_;
  std::map<std::string, std::size_t> counts_;
  std::size_t all_ = 0, decided_ = 0, kept_ = 0, added_ = 0, added_correct_ = 0;
  double seconds_ = 0;
};

std::vector<std::string> files_in(const std::string& tree) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree))
    if (entry.path().extension() == ".ll") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// A function of one of the files, with what it calls, or nothing.
std::optional<Drawn> draw(llvm::LLVMContext& context, const std::vector<std::string>& files, assay::Rng& rng) {
  const std::string& file = files[rng.below(files.size())];
  auto module = assay::ir::parse_file(context, file);
  if (!module || assay::ir::verify(**module)) return std::nullopt;
  std::vector<const llvm::Function*> functions;
  for (const llvm::Function& function : **module)
    if (!function.isDeclaration() && function.hasName() && !function.hasLocalLinkage()) functions.push_back(&function);
  if (functions.empty()) return std::nullopt;
  const llvm::Function& chosen = *functions[rng.below(functions.size())];
  std::string name = std::filesystem::path(file).stem().string() + "." + chosen.getName().str();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == ' '; }, '_');
  auto alone = assay::ir::extract(**module, chosen.getName().str());
  alone->setModuleIdentifier(chosen.getName());
  return Drawn{name, std::move(alone)};
}

std::string draw_pipeline(assay::Rng& rng) {
  std::string pipeline;
  for (std::uint64_t left = 1 + rng.below(3); left > 0; --left)
    pipeline += std::string(pipeline.empty() ? "" : ",") + kPasses[rng.below(std::size(kPasses))];
  return pipeline;
}

std::unique_ptr<llvm::Module> optimized(assay::optimize::Compiler& compiler, const llvm::Module& module,
                                        const std::string& passes) {
  const std::string spelled = assay::optimize::spell_pipeline(passes, compiler.major_version());
  const auto result = compiler.run(assay::ir::print(module), spelled, {});
  if (result.end != assay::optimize::OptimizeResult::End::Ok) return nullptr;
  auto parsed = assay::ir::parse(module.getContext(), result.ir, "optimized");
  return parsed ? std::move(*parsed) : nullptr;
}

std::unique_ptr<llvm::Module> without_flags(const llvm::Module& module) {
  auto copy = assay::ir::clone(module);
  for (llvm::Function& function : *copy)
    for (llvm::Instruction& instruction : llvm::instructions(function)) instruction.dropPoisonGeneratingFlags();
  return copy;
}

/// Wrapping and rounding are forbidden wherever they can be; nothing if that changes nothing.
std::unique_ptr<llvm::Module> with_flags(const llvm::Module& module) {
  auto copy = assay::ir::clone(module);
  bool changed = false;
  for (llvm::Function& function : *copy)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction)) {
        changed |= !instruction.hasNoSignedWrap() || !instruction.hasNoUnsignedWrap();
        instruction.setHasNoSignedWrap(true);
        instruction.setHasNoUnsignedWrap(true);
      } else if (llvm::isa<llvm::PossiblyExactOperator>(instruction)) {
        changed |= !instruction.isExact();
        instruction.setIsExact(true);
      }
    }
  return changed ? std::move(copy) : nullptr;
}

class Bench {
 public:
  Bench(std::unique_ptr<assay::optimize::Compiler> compiler, unsigned smt_timeout_ms, std::string folder,
        bool asks_itself)
      : compiler_(std::move(compiler)),
        checker_(options(smt_timeout_ms), {}),
        tally_(std::move(folder)),
        asks_itself_(asks_itself) {}

  /// False if the function is not changed by any pipeline.
  bool look_at(const Drawn& drawn, assay::Rng& rng) {
    const std::string first = draw_pipeline(rng), second = draw_pipeline(rng);
    const auto middle = optimized(*compiler_, *drawn.module, first);
    const auto end = middle == nullptr ? nullptr : optimized(*compiler_, *middle, second);
    if (end == nullptr || assay::ir::print(*end) == assay::ir::print(*drawn.module)) return false;
    const llvm::Function* left = end->getFunction(drawn.module->getModuleIdentifier());
    if (left == nullptr || left->isDeclaration()) return false;  // nobody needs it
    const assay::Verdict whole = check(*drawn.module, *end);
    tally_.add(drawn.name, whole, *drawn.module, *end);
    if (!asks_itself_) return true;
    const auto plain = without_flags(*drawn.module);
    if (check(*drawn.module, *plain).kind == VerdictKind::Incorrect)
      tally_.broken(drawn.name, "without its flags it is worse", *drawn.module, *plain);
    else
      tally_.kept();
    if (const auto more = with_flags(*drawn.module)) tally_.added(check(*drawn.module, *more));
    if (whole.kind != VerdictKind::Incorrect) return true;
    if (check(*drawn.module, *middle).kind == VerdictKind::Correct && check(*middle, *end).kind == VerdictKind::Correct)
      tally_.broken(drawn.name, "both halves are correct, the whole is not (" + first + "; " + second + ")",
                    *drawn.module, *end);
    return true;
  }
  void print() const { tally_.print(); }

 private:
  static assay::check::Options options(unsigned smt_timeout_ms) {
    assay::check::Options chosen;
    chosen.smt_timeout_ms = smt_timeout_ms;
    chosen.confirmed_only = true;
    return chosen;
  }
  assay::Verdict check(const llvm::Module& source, const llvm::Module& target) {
    return checker_.check(assay::ir::print(source), assay::ir::print(target));
  }

  std::unique_ptr<assay::optimize::Compiler> compiler_;
  assay::check::IsolatedChecker checker_;
  Tally tally_;
  bool asks_itself_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: bench_llvm_tests TREE [FUNCTIONS [SEED [COMPILER [SMT_TIMEOUT_MS [FOLDER [alone]]]]]]\n");
    return 2;
  }
  const std::vector<std::string> files = files_in(argv[1]);
  if (argc > 6) std::filesystem::create_directories(argv[6]);
  const std::uint64_t functions = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
  auto compiler = assay::optimize::open_compiler(argc > 4 ? argv[4] : "linked");
  if (!compiler || files.empty()) {
    std::fprintf(stderr, "%s\n", compiler ? "no .ll files in the tree" : compiler.error().c_str());
    return 2;
  }
  Bench bench(std::move(*compiler), argc > 5 ? static_cast<unsigned>(std::strtoul(argv[5], nullptr, 10)) : 10'000,
              argc > 6 ? argv[6] : "", argc <= 7);
  assay::Rng rng(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  std::uint64_t done = 0;
  for (std::uint64_t tries = 0; done < functions && tries < kTriesPerFunction * functions; ++tries) {
    llvm::LLVMContext context;
    const auto drawn = draw(context, files, rng);
    if (drawn && bench.look_at(*drawn, rng)) ++done;
  }
  bench.print();
}
