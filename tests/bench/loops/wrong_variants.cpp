// Are mistakes in what loop passes make found, and is none of them proved?
//   bench_wrong_variants [--large] VARIANTS SEED FOLDER TEST...
// The RUN lines of the tests are followed with the linked compiler. Of each function that a pass made half as long
// again (a vector body, rounds that were unrolled), and that is proved, variants with one mistake are made (edits.h).
// With --large it is each function that was changed and has 120 instructions or more: regions are cut out of it. A
// variant counts as wrong if the interpreter alone, with many inputs that nobody else draws, runs it to another result
// than the source. Those are put to
// - the judge: they should be refuted, and none is to be proved, within limits or without;
// - the prover by itself, with next to no runs beforehand: it is to prove none of them without a limit.
// Prints a line for each variant; wrong ones that are not refuted, and all that are proved, are written to FOLDER.

#include <llvm/IR/Module.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/check/isolated_checker.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/run_lines.h"
#include "tests/bench/loops/edits.h"

namespace {

using assay::Verdict;
using assay::VerdictKind;

constexpr unsigned kVariantsOfOne = 6, kTimeoutMs = 5'000, kLarge = 120;
constexpr std::uint64_t kManyInputs = 2'000, kTheirSeed = 7'777;

assay::check::Options options(std::uint64_t samples, std::uint64_t seed,
                              assay::check::Oracles oracles = assay::check::Oracles::All) {
  assay::check::Options chosen;
  chosen.smt_timeout_ms = kTimeoutMs;
  chosen.confirmed_only = true;
  chosen.samples = samples;
  chosen.seed = seed;
  chosen.oracles = oracles;
  return chosen;
}

class Bench {
 public:
  Bench(bool large, std::uint64_t variants, std::uint64_t seed, std::string folder)
      : large_(large), left_(variants), rng_(seed), folder_(std::move(folder)) {}

  bool is_done() const { return left_ == 0; }

  void look_at(const std::string& file, assay::optimize::Compiler& compiler) {
    const auto text = assay::ir::read_file(file);
    if (!text) return;
    for (const assay::optimize::OptRun& run : assay::optimize::read_run_lines(text->text).runs) {
      llvm::LLVMContext context;
      auto module = assay::ir::parse(context, text->text, file);
      if (!module) return;
      assay::optimize::set_target(**module, run);
      assay::optimize::Limits limits;
      limits.opt_args = run.opt_args;
      const auto made = compiler.run(assay::ir::print(**module),
                                     assay::optimize::spell_pipeline(run.passes, compiler.major_version()), limits);
      if (made.end != assay::optimize::OptimizeResult::End::Ok) continue;
      auto both = assay::ir::parse_pair(context, {made.given, "the test"}, {made.ir, "what is made of it"});
      if (!both) continue;
      for (const auto& [source, target] : assay::check::pairs_of(*both->first, *both->second))
        if (!is_done() && is_looked_at(*source, *target))
          look_at(std::filesystem::path(file).stem().string(), *source, *target);
    }
  }

  void print() const {
    for (const auto& [line, count] : counts_) std::printf("%6zu %s\n", count, line.c_str());
  }

 private:
  bool is_looked_at(const llvm::Function& source, const llvm::Function& target) const {
    const unsigned before = source.getInstructionCount(), after = target.getInstructionCount();
    if (!large_) return 2 * after >= 3 * before;
    return after >= kLarge && assay::ir::print(source) != assay::ir::print(target);
  }
  void look_at(const std::string& file, const llvm::Function& source, const llvm::Function& target) {
    const std::string name = source.getName().str();
    const std::string before = assay::ir::print(*assay::ir::extract(*source.getParent(), name));
    const auto after = assay::ir::extract(*target.getParent(), name);
    ++counts_["functions"];
    const Verdict whole = judge_.check(before, assay::ir::print(*after));
    if (whole.kind != VerdictKind::Correct || !whole.bound.empty()) return;
    ++counts_["functions proved"];
    for (unsigned i = 0; i < kVariantsOfOne && !is_done(); ++i) {
      const auto variant = assay::ir::clone(*after);
      const std::string mistake = assay::bench::make_mistake(*variant->getFunction(name), rng_);
      if (mistake.empty() || assay::ir::verify(*variant)) continue;
      look_at(file + "." + name + "." + std::to_string(i), mistake, before, assay::ir::print(*variant));
    }
  }

  void look_at(const std::string& name, const std::string& mistake, const std::string& before,
               const std::string& after) {
    const Verdict truth = runs_.check(before, after), told = judge_.check(before, after);
    const bool is_wrong = truth.kind == VerdictKind::Incorrect;
    const auto text = [](const Verdict& verdict) {
      return std::string(assay::name_of(verdict.kind)) + " " + assay::reason_text(verdict) + verdict.bound;
    };
    std::printf("%s: %s\n  %s; judge: %s", name.c_str(), mistake.c_str(), is_wrong ? "wrong" : "open",
                text(told).c_str());
    const std::string kind(assay::name_of(told.kind));
    const bool is_limited = told.kind == VerdictKind::Correct && !told.bound.empty();
    ++counts_[(is_wrong ? "wrong: " : "open: ") + kind + (is_limited ? " within limits" : "")];
    bool is_kept = is_wrong ? told.kind != VerdictKind::Incorrect : told.kind == VerdictKind::Correct;
    if (is_wrong) {
      --left_;
      const Verdict proof = prover_.check(before, after);
      std::printf("; prover: %s", text(proof).c_str());
      const bool is_false = proof.kind == VerdictKind::Correct && proof.bound.empty();
      if (is_false) ++counts_["FALSE PROOF"];
      is_kept |= is_false;
    }
    std::printf("\n");
    std::fflush(stdout);
    if (!is_kept) return;
    std::ofstream(folder_ + "/" + name + "." + kind + ".source.ll") << before;
    std::ofstream(folder_ + "/" + name + "." + kind + ".target.ll") << "; " << mistake << "\n" << after;
  }

  bool large_;
  std::uint64_t left_;
  assay::Rng rng_;
  std::string folder_;
  assay::check::IsolatedChecker judge_{options(assay::check::Options().samples, 1), {}},
      runs_{options(kManyInputs, kTheirSeed, assay::check::Oracles::Interpreter), {}}, prover_{options(1, 1), {}};
  std::map<std::string, std::size_t> counts_;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool large = !words.empty() && words.front() == "--large";
  if (large) words.erase(words.begin());
  if (words.size() < 4) {
    std::fprintf(stderr, "usage: bench_wrong_variants [--large] VARIANTS SEED FOLDER TEST...\n");
    return 2;
  }
  auto compiler = assay::optimize::open_compiler("linked");
  if (!compiler) return 2;
  std::filesystem::create_directories(words[2]);
  Bench bench(large, std::stoull(words[0]), std::stoull(words[1]), words[2]);
  for (std::size_t i = 3; i < words.size() && !bench.is_done(); ++i) bench.look_at(words[i], **compiler);
  bench.print();
}
