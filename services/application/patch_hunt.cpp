#include "services/application/patch_hunt.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "fuzzers/mutate/corpus.h"
#include "fuzzers/mutate/patch_seeds.h"
#include "services/common/text_file.h"
#include "services/worker/optimize/run_lines.h"

namespace assay::application {
namespace {

/// Each once. A RUN line that can't be followed, for an option that the patch adds, say, still tells its passes.
std::vector<std::string> pipelines_in(const std::vector<std::string>& tests) {
  std::vector<std::string> pipelines;
  const auto add = [&](const std::string& pipeline) {
    if (!pipeline.empty() && std::ranges::find(pipelines, pipeline) == pipelines.end()) pipelines.push_back(pipeline);
  };
  for (const std::string& test : tests) {
    const optimize::RunLines lines = optimize::read_run_lines(test);
    for (const optimize::OptRun& run : lines.runs)
      add(run.opt_args.empty() ? run.passes : run.passes + " " + run.opt_args);
    for (const optimize::LeftOut& line : lines.left_out) add(line.passes);
  }
  return pipelines;
}

}  // namespace

Result<std::unique_ptr<PatchHunt>> PatchHunt::open(const std::string& patch_file, const std::string& checkout) {
  const auto text = read_text_file(patch_file);
  if (!text) return Error{text.error()};
  llvm::LLVMContext context;
  auto found = mutate::seeds_of_patch(context, *text, checkout, {});
  if (!found) return Error{patch_file + ": " + found.error()};
  std::unique_ptr<PatchHunt> hunt(new PatchHunt);
  if (!hunt->folder_.is_there()) return Error{"no folder can be made for the functions of " + patch_file};
  hunt->pipelines_ = pipelines_in(found->tests);
  hunt->files_ = found->files;
  std::vector<std::size_t> all(found->seeds.size());
  std::iota(all.begin(), all.end(), 0);
  const mutate::CorpusChange change = mutate::write_corpus(hunt->folder(), found->seeds, all);
  hunt->functions_ = change.written + change.already_there;
  for (const std::size_t index : all) {
    const mutate::Seed& seed = found->seeds.all()[index];
    const std::string function = "@" + seed.function->getName().str();
    hunt->tests_.emplace(change.files[index], PatchTest{seed.origin.substr(0, seed.origin.find(":@")), function});
  }
  for (const mutate::SkippedSeed& each : found->seeds.skipped()) hunt->skipped_.push_back(each.text());
  for (const mutate::SkippedSeed& each : change.failed) hunt->skipped_.push_back(each.text());
  return hunt;
}

PatchTest PatchHunt::test_in(const std::string& name) const {
  const auto found = tests_.find(name);
  return found == tests_.end() ? PatchTest() : found->second;
}

std::string function_of(const std::string& ir) {
  const std::size_t at = ir.find('@', ir.find("define "));
  return at == std::string::npos ? "" : ir.substr(at, ir.find('(', at) - at);
}

}  // namespace assay::application
