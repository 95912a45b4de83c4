#include "services/common/surface.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "services/common/environment.h"

namespace assay {

SurfaceWord::SurfaceWord(const std::string& word) {
  std::istringstream stream(word);
  stream >> feature >> judge >> std::ws;
  std::getline(stream, pipeline);
}

std::string SurfaceWord::take_environment() {
  const auto at = pipeline.rfind('@');
  if (at == std::string::npos) return std::string(without_target().name);
  std::string environment = pipeline.substr(at + 1);
  pipeline.resize(at);
  return environment;
}

namespace {

void add(PassTrials& trials, const SurfaceWord& word, std::uint64_t count) {
  if (word.judge == SurfaceWord::kIncorrect) {  // counted under its judge, too
    trials.incorrect += count;
    return;
  }
  trials.tried += count;
  if (word.judge == SurfaceWord::kUnchanged) return;
  trials.changed += count;
  if (word.is_decided()) trials.decided += count;
}

std::size_t rank_of(const std::string& environment) {
  const auto all = environments();
  const auto found = std::ranges::find(all, environment, &Environment::name);
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

std::vector<PassTrials> trials_of(const Counts& surface) {
  std::map<std::string, std::map<std::pair<std::size_t, std::string>, PassTrials>> by_pipeline;
  std::map<std::string, PassTrials> sums;
  for (const auto& [text, count] : surface) {
    SurfaceWord word(text);
    if (word.feature != SurfaceWord::kAny) continue;
    const std::string environment = word.take_environment();
    add(by_pipeline[word.pipeline][{rank_of(environment), environment}], word, count);
    add(sums[word.pipeline], word, count);
  }
  std::vector<PassTrials> all;
  for (auto& [pipeline, sum] : sums) {
    sum.pipeline = pipeline;
    all.push_back(sum);
    for (auto& [environment, trials] : by_pipeline[pipeline]) {
      trials.pipeline = pipeline;
      trials.environment = environment.second;
      all.push_back(trials);
    }
  }
  return all;
}

std::vector<std::string> environments_of(const std::vector<PassTrials>& trials) {
  std::vector<std::string> names;
  for (const Environment& each : environments())
    if (std::ranges::find(trials, each.name, &PassTrials::environment) != trials.end()) names.emplace_back(each.name);
  return names;
}

}  // namespace assay
