#include "tests/golden/pairs.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "services/worker/evidence/settle.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "tests/golden/questions.h"

namespace assay::golden {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInterpreter = "; interpreter";
constexpr const char* kSolver = "; solver";

std::string by_interpreter(const semantics::Function& source, const semantics::Function& target) {
  const auto all = interpret::check_exhaustively(source, target);
  const interpret::CheckResult result = all ? *all : interpret::check_sampled(source, target);
  switch (result.kind) {
    case interpret::CheckResult::Kind::Proved:
      return "correct";
    case interpret::CheckResult::Kind::Refuted:
      return std::string("incorrect: ") + name_of(result.reason);
    case interpret::CheckResult::Kind::Passed:
      return result.precondition_met ? "nothing against it" : "nothing against it: the source is never defined";
    case interpret::CheckResult::Kind::Inconclusive:
      return "unknown: " + result.detail;
    case interpret::CheckResult::Kind::Unsupported:
      return "unsupported: " + result.detail;
  }
  return "";
}

refine::Options patient() {
  refine::Options options;
  options.smt_timeout_ms = 60'000;  // busy machines must say the same
  return options;
}

std::string by_solver(const semantics::Function& source, const semantics::Function& target,
                      refine::smt::Solver& solver) {
  const Verdict result = evidence::settle(refine::refine(source, target, patient(), solver).claim);
  const std::string reason = reason_text(result);
  return std::string(name_of(result.kind)) + (reason.empty() ? "" : ": " + reason);
}

/// Some inputs are enough to see that a function is no refinement of itself.
bool refutes_itself(const semantics::Function& function) {
  interpret::CheckOptions few;
  few.samples = 32;
  return interpret::check_sampled(function, function, few).kind == interpret::CheckResult::Kind::Refuted;
}

bool is_of_machines(const std::string& line) { return line.starts_with(kInterpreter) || line.starts_with(kSolver); }

bool is_result(const std::string& line) { return is_of_machines(line) || !question_in(line).empty(); }

PairFile read(const fs::path& path) {
  PairFile file{path.string(), path.parent_path().filename().string(), path.stem().string(), {}, ""};
  std::ifstream in(path);
  std::size_t number = 0, start = 0;
  std::string text, comment;
  bool in_results = false;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (is_result(line)) {
      if (!in_results) {
        file.pairs.push_back({path.filename().string() + ":" + std::to_string(start), comment, text, {}});
        text.clear();
        comment.clear();
        start = 0;
      }
      in_results = true;
      file.pairs.back().results.push_back(line);
      continue;
    }
    in_results = false;
    if (start == 0 && !line.empty() && line[0] != ';') start = number;
    if (line.starts_with("; ")) comment += line.substr(2) + "\n";
    text += line + "\n";
  }
  file.rest = text;
  return file;
}

}  // namespace

std::vector<PairFile> pair_files() {
  const char* root = std::getenv("ASSAY_SOURCE");
  std::vector<fs::path> paths;
  for (const char* folder : {"pairs", "langref"})
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(root == nullptr ? "." : root) / "tests/golden" / folder))
      if (entry.path().extension() == ".ll") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<PairFile> files;
  for (const fs::path& path : paths) files.push_back(read(path));
  return files;
}

namespace {

std::vector<std::string> by_machines(const Pair& pair, refine::smt::Solver& solver) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, pair.text, pair.place);
  if (!module) return {std::string(kInterpreter) + ": " + module.error()};
  if (Status bad = ir::verify(**module)) return {std::string(kInterpreter) + ": " + bad->message};
  std::vector<semantics::Function> both;
  for (const char* name : {"src", "tgt"}) {
    const llvm::Function* function = (*module)->getFunction(name);
    if (function == nullptr) return {std::string(kInterpreter) + ": no @" + name};
    auto lowered = semantics::lower(*function);
    if (!lowered) return {std::string(kInterpreter) + ": unsupported: " + lowered.error()};
    both.push_back(std::move(*lowered));
  }
  std::vector<std::string> results{std::string(kInterpreter) + ": " + by_interpreter(both[0], both[1]),
                                   std::string(kSolver) + ": " + by_solver(both[0], both[1], solver)};
  for (const semantics::Function& function : both) {
    const std::string against_itself = ", @" + function.name + " against itself: ";
    if (refutes_itself(function)) results.push_back(kInterpreter + against_itself + "incorrect");
    const std::string proof = by_solver(function, function, solver);
    if (proof != "correct") results.push_back(kSolver + against_itself + proof);
  }
  return results;
}

}  // namespace

std::vector<std::string> judged(const Pair& pair, refine::smt::Solver& solver) {
  std::vector<std::string> results;
  if (pair.results.empty() || std::any_of(pair.results.begin(), pair.results.end(), is_of_machines))
    results = by_machines(pair, solver);
  for (const std::string& line : pair.results)
    if (const std::string question = question_in(line); !question.empty())
      results.push_back("; " + question + ": " + answer_to(question, pair.text));
  return results;
}

bool is_contradiction(const std::vector<std::string>& results) {
  const auto says = [&](const char* what) {
    return std::any_of(results.begin(), results.end(), [&](const std::string& line) {
      return line == std::string(kInterpreter) + ": " + what ||
             line.starts_with(std::string(kInterpreter) + ": " + what + ": ") ||
             line == std::string(kSolver) + ": " + what || line.starts_with(std::string(kSolver) + ": " + what + ": ");
    });
  };
  return says("correct") && says("incorrect");
}

void write_results(const PairFile& file, const std::vector<std::vector<std::string>>& results) {
  std::ofstream out(file.path);
  for (std::size_t i = 0; i < file.pairs.size(); ++i) {
    out << file.pairs[i].text;
    for (const std::string& line : results[i]) out << line << "\n";
  }
  out << file.rest;
}

}  // namespace assay::golden
