// Do findings of one bug get one root, and findings of two bugs two?
//   bench_roots FOLDER CASES.tsv... [-- MUTANTS [MOST [SEED]]]
// A row of CASES.tsv names a file (beside the list), the arguments that opt takes, and the releases that miscompile it:
// "14,16,19,22". Each row is one bug. Its file is mutated MUTANTS (200) times, and each mutant compiled by the first
// and the last of these releases that is installed. A mutant shows the bug if it is miscompiled by the very releases of
// the list that miscompile the file itself (found out here, not taken from the list), the others being asked with the
// same pass. Up to MOST (12) of a bug's are analysed as a hunt does, and go to FOLDER as JSON. Two findings of one bug
// with two signatures are wrongly split, two of different bugs with one signature wrongly merged. What a relaxed
// reading explains is told apart: the mutation has led to another root then.
//   bench_roots FOLDER
// gives the findings of an earlier run new signatures and counts again.
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fuzzers/mutate/mutate.h"
#include "services/common/fields_json.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/ir/ir.h"
#include "services/worker/triage/triage.h"

namespace {

namespace fs = std::filesystem;
using assay::Finding;
using assay::optimize::Compiler;

constexpr const char* kReleases[] = {"14", "16", "19", "22"};

struct Bug {
  std::string name, file, passes;
};

struct Shown {
  std::string bug;
  Finding finding;
};

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The -passes string of opt's arguments; empty if there are others that change what is done.
std::string passes_of(const std::string& arguments) {
  std::istringstream words(arguments);
  std::string passes;
  for (std::string word; words >> word;) {
    const auto at = word.find("passes=");
    if (at == std::string::npos || at > 2) return "";
    passes = word.substr(at + 7);
  }
  return passes;
}

std::vector<Bug> read_list(const fs::path& list) {
  std::vector<Bug> bugs;
  std::istringstream lines(read(list));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(line);
    std::string file, arguments;
    std::getline(columns, file, '\t');
    std::getline(columns, arguments, '\t');
    const std::string passes = passes_of(arguments);
    if (passes.empty() || !fs::exists(list.parent_path() / file)) continue;
    bugs.push_back({fs::path(file).stem(), list.parent_path() / file, passes});
  }
  return bugs;
}

class Experiment {
 public:
  Experiment(fs::path folder, unsigned mutants, unsigned most, std::uint64_t seed)
      : folder_(std::move(folder)), mutants_(mutants), most_(most), seed_(seed) {
    for (const char* release : kReleases)
      if (auto compiler = assay::optimize::open_compiler(std::string("/usr/lib/llvm-") + release + "/bin/opt"))
        compilers_.push_back(std::move(*compiler));
    question_.undef_inputs = false;
    question_.smt_timeout_ms = 2'000;
  }

  void run(const Bug& bug) {
    llvm::LLVMContext context;
    auto seeds = assay::mutate::Seeds::load(context, {bug.file}, {});
    if (!seeds || seeds->empty()) return (void)std::printf("%s: no seed\n", bug.name.c_str());
    const llvm::Function& seed = *seeds->all().front().function;
    const std::string alone = assay::ir::print(*assay::ir::extract(*seed.getParent(), seed.getName().str(), true));
    const std::string releases = releases_of(alone, bug.passes);
    if (releases.empty()) return (void)std::printf("%s: no release is wrong\n", bug.name.c_str());
    std::size_t showing = 0, other = 0, analysed = 0;
    assay::mutate::Mutator mutator({}, nullptr);
    for (unsigned i = 0; i < mutants_; ++i) {
      assay::Rng rng = assay::Rng(seed_).fork(i);
      llvm::Module module("mutant", context);
      module.setDataLayout(seed.getParent()->getDataLayout());
      if (mutator.mutant_of(seed, module, rng, "f") == nullptr) continue;
      const std::string text = assay::ir::print(module);
      const std::string shown = releases_of(text, bug.passes);
      if (shown.empty()) continue;
      if (shown != releases) {
        ++other;
        continue;
      }
      ++showing;
      if (analysed >= most_) continue;
      // The first and the last release in turn.
      Compiler& compiler = *compilers_[showing % 2 == 0 ? releases.find_first_of('x') : releases.find_last_of('x')];
      analysed += analyse(bug, text, compiler);
    }
    std::printf("%-16s releases %s: %zu of %u mutants show it, %zu something else; %zu analysed\n", bug.name.c_str(),
                releases.c_str(), showing, mutants_, other, analysed);
    std::fflush(stdout);
  }

 private:
  /// One letter for each release: x wrong, . right, ? not known.
  std::string releases_of(const std::string& text, const std::string& passes) {
    std::string all;
    for (const auto& compiler : compilers_) {
      assay::hunt::Asker asker(question_, assay::FindingKind::Miscompile, {&cache_});
      const auto answer =
          asker.ask(*compiler, text, assay::optimize::spell_pipeline(passes, compiler->major_version()));
      using Kind = assay::hunt::Answer::Kind;
      all += answer.kind == Kind::Reproduces ? 'x' : answer.kind == Kind::DoesNot ? '.' : '?';
    }
    return all.find('x') == std::string::npos ? "" : all;
  }

  bool analyse(const Bug& bug, const std::string& text, Compiler& compiler) {
    Finding finding;
    finding.question = question_;
    finding.question.oracle = "refinement";
    finding.compiler = compiler.id();
    finding.pipeline = finding.reduced_pipeline = assay::optimize::spell_pipeline(bug.passes, compiler.major_version());
    finding.function = "f";
    finding.original = finding.reduced = text;
    finding.found_at = "2026-01-01T00:00:00Z";
    assay::hunt::AnalysisOptions options;
    options.cache = &cache_;
    if (assay::hunt::analyse(finding, compiler, options) == assay::hunt::Analysis::NotShown) return false;
    const std::string name =
        bug.name + "@" + std::to_string(compiler.major_version()) + "-" + finding.id().substr(0, 8) + ".json";
    std::ofstream(folder_ / name) << assay::json_text(finding) << "\n";
    return true;
  }

  fs::path folder_;
  unsigned mutants_, most_;
  std::uint64_t seed_;
  std::vector<std::unique_ptr<Compiler>> compilers_;
  assay::Question question_;
  assay::check::Cache cache_;
};

std::vector<Shown> load(const fs::path& folder) {
  std::vector<Shown> all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    Shown shown;
    const std::string name = entry.path().stem();
    shown.bug = name.substr(0, name.find('@'));
    shown.finding = nlohmann::json::parse(read(entry.path())).get<Finding>();
    shown.finding.signature = assay::triage::signature(shown.finding);
    all.push_back(std::move(shown));
  }
  return all;
}

double percent(std::size_t part, std::size_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

void count(const std::vector<Shown>& all) {
  std::map<std::string, std::map<std::string, std::size_t>> signatures;
  for (const Shown& shown : all) ++signatures[shown.bug][shown.finding.signature];
  for (const auto& [bug, counts] : signatures)
    for (const auto& [signature, count] : counts) std::printf("%-16s %3zu %s\n", bug.c_str(), count, signature.c_str());
  std::size_t same = 0, split = 0, different = 0, merged = 0, explained = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    explained += !all[i].finding.explained_by.empty();
    for (std::size_t j = 0; j < i; ++j) {
      if (!all[i].finding.explained_by.empty() || !all[j].finding.explained_by.empty()) continue;
      const bool one = all[i].finding.signature == all[j].finding.signature;
      if (all[i].bug == all[j].bug)
        ++same, split += !one;
      else
        ++different, merged += one;
    }
  }
  std::printf("%zu findings, %zu explained by a relaxed reading\n", all.size(), explained);
  std::printf("%zu pairs of one bug: %zu wrongly split (%.1f %%)\n", same, split, percent(split, same));
  std::printf("%zu pairs of two bugs: %zu wrongly merged (%.1f %%)\n", different, merged, percent(merged, different));
}

}  // namespace

int main(int count_of_words, char** words) {
  if (count_of_words < 2)
    return std::fprintf(stderr, "bench_roots FOLDER [CASES.tsv... [-- MUTANTS [MOST [SEED]]]]\n"), 2;
  const fs::path folder = words[1];
  std::vector<Bug> bugs;
  int at = 2;
  for (; at < count_of_words && std::string(words[at]) != "--"; ++at)
    for (Bug& bug : read_list(words[at])) bugs.push_back(std::move(bug));
  const auto number = [&](int index, unsigned otherwise) {
    return at + index < count_of_words ? static_cast<unsigned>(std::strtoul(words[at + index], nullptr, 10))
                                       : otherwise;
  };
  if (!bugs.empty()) {
    fs::create_directories(folder);
    Experiment experiment(folder, number(1, 200), number(2, 12), number(3, 1));
    for (const Bug& bug : bugs) experiment.run(bug);
  }
  count(load(folder));
}
