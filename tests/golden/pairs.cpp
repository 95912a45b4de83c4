#include "tests/golden/pairs.h"

#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>

#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "tests/golden/golden.h"

namespace assay::golden {
namespace {

std::string with_newlines(std::string text) {
  for (char& c : text)
    if (c == ';') c = '\n';
  return text;
}

std::string by_interpreter(const semantics::Function& source, const semantics::Function& target) {
  const auto all = interpret::check_exhaustively(source, target);
  const interpret::CheckResult result = all ? *all : interpret::check_sampled(source, target);
  switch (result.kind) {
    case interpret::CheckResult::Kind::Proved: return "correct";
    case interpret::CheckResult::Kind::Refuted: return std::string("incorrect: ") + name_of(result.reason);
    case interpret::CheckResult::Kind::Passed: return "nothing against it";
    default: return result.detail;
  }
}

std::string by_solver(const semantics::Function& source, const semantics::Function& target, refine::smt::Solver& solver) {
  const refine::RefineResult result = refine::refine(source, target, refine::Options(), solver);
  switch (result.kind) {
    case VerdictKind::Correct: return "correct";
    case VerdictKind::Incorrect: return "incorrect: " + reason_text(result);
    default: return reason_text(result);
  }
}

}  // namespace

std::vector<PairFile> pair_files() {
  std::vector<PairFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".pairs") continue;
    PairFile& file = files.emplace_back();
    file.path = entry.path().string();
    std::ifstream in(file.path);
    std::string module;
    for (std::string text; std::getline(in, text);) {
      file.lines.push_back(text);
      if (text.empty() || text[0] == '#') continue;
      if (text[0] == '+') {
        module = text == "+" ? "" : module + text.substr(1) + "\n";
        continue;
      }
      const auto arrow = text.find(" => ");
      file.pairs.push_back({entry.path().filename().string() + ":" + std::to_string(file.lines.size()), text.substr(0, arrow),
                            module, arrow == std::string::npos ? "" : text.substr(arrow + 4), file.lines.size() - 1});
    }
  }
  return files;
}

std::string judged(const Pair& pair, refine::smt::Solver& solver) {
  const auto close = pair.text.find(") "), colon = pair.text.find(": ", close), middle = pair.text.find(" >> ");
  if (close == std::string::npos || colon == std::string::npos || middle == std::string::npos) return "not a pair";
  const std::string parameters = pair.text.substr(0, close + 1), type = pair.text.substr(close + 2, colon - close - 2);
  const auto defined = [&](const char* name, const std::string& body) {
    return "define " + type + " @" + name + parameters + " {\n" + with_newlines(body) + "\n}\n";
  };
  llvm::LLVMContext context;
  auto module = ir::parse(context,
                          pair.module + defined("src", pair.text.substr(colon + 2, middle - colon - 2)) +
                              defined("tgt", pair.text.substr(middle + 4)),
                          pair.place);
  if (!module) return module.error();
  const auto source = semantics::lower(*(*module)->getFunction("src")), target = semantics::lower(*(*module)->getFunction("tgt"));
  if (!source || !target) return "unsupported: " + (source ? target.error() : source.error());
  return by_interpreter(*source, *target) + "; " + by_solver(*source, *target, solver);
}

}  // namespace assay::golden
