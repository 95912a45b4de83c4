#include "services/worker/hunt/place.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "services/worker/hunt/ask.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/coverage.h"
#include "services/worker/reduce/reduce.h"

namespace assay::hunt {
namespace {

constexpr std::size_t kMostNeighbours = 80;
constexpr std::size_t kMostNamed = 3;

void run_here(optimize::PassRunner& runner, const std::string& text, const std::string& pipeline) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, text, "case");
  if (module) (void)runner.run_passes(**module, pipeline);
}

/// The neighbours that the compiler gets right.
std::vector<std::string> passing_neighbours(const Finding& finding, const std::string& pipeline, Asker& asker, optimize::Compiler& linked) {
  std::vector<std::string> passing;
  for (const std::string& text : reduce::neighbours(finding.reduced, kMostNeighbours))
    if (asker.ask(linked, text, pipeline).kind == Answer::Kind::DoesNot) passing.push_back(text);
  return passing;
}

/// "InstCombinerImpl::visitAdd" of "llvm::InstCombinerImpl::visitAdd(llvm::BinaryOperator&)"; empty for what every pass uses: instances of
/// templates, which have their return type in their names, and the library.
std::string short_name(std::string name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  if (name.starts_with(kAnonymous)) name.erase(0, kAnonymous.size());
  name = name.substr(0, name.find('('));
  if (name.find_first_of(" <?") != std::string::npos || name.starts_with("std::")) return "";
  return name.starts_with("llvm::") ? name.substr(6) : name;
}

}  // namespace

Result<std::vector<std::string>> find_place(const Finding& finding) {
  auto linked = optimize::open_compiler("linked");
  if (!linked) return Error{linked.error()};
  const std::string pipeline = optimize::spell_pipeline(finding.reduced_pipeline, (*linked)->major_version());
  Asker asker(finding.question, finding.kind);
  if (asker.ask(**linked, finding.reduced, pipeline).kind != Answer::Kind::Reproduces)
    return Error{"the linked LLVM does not show it"};
  const std::vector<std::string> passing = passing_neighbours(finding, pipeline, asker, **linked);
  if (passing.empty()) return Error{"no neighbour of the case is compiled correctly"};
  auto coverage = optimize::BlockCoverage::plant();
  if (!coverage) return Error{coverage.error()};
  optimize::PassRunner runner;
  run_here(runner, finding.reduced, pipeline);  // what only the first run does tells nothing
  (*coverage)->rearm((*coverage)->take_new());
  run_here(runner, finding.reduced, pipeline);
  const std::vector<std::uint32_t> reached = (*coverage)->take_new();
  std::map<std::uint32_t, std::size_t> also;  // how many neighbours reach the block
  for (const std::uint32_t block : reached) also[block] = 0;
  for (const std::string& text : passing) {
    (*coverage)->rearm(reached);
    run_here(runner, text, pipeline);
    for (const std::uint32_t block : (*coverage)->take_new())
      if (const auto found = also.find(block); found != also.end()) ++found->second;
  }
  std::size_t fewest = passing.size();
  for (const auto& [block, count] : also) fewest = std::min(fewest, count);
  if (fewest == passing.size()) return Error{"all of its neighbours that are compiled correctly go the same way"};
  std::map<std::string, std::size_t> blocks;
  for (const auto& [block, count] : also)
    if (count == fewest) ++blocks[short_name((*coverage)->function_of(block))];
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [name, count] : blocks) ranked.emplace_back(count, name);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> names;
  for (const auto& [count, name] : ranked)
    if (names.size() < kMostNamed && !name.empty()) names.push_back(name);
  if (names.empty()) return Error{"only what every pass uses tells it from its neighbours"};
  return names;
}

}  // namespace assay::hunt
