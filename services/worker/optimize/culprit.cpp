#include <algorithm>
#include <set>

#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/pipeline.h"

namespace assay::optimize {
namespace {

using End = OptimizeResult::End;

constexpr std::size_t kMoreStepsThanAny = 1'000'000'000;  // fits the int that opt's -opt-bisect-limit is
constexpr int kMostShorteningRuns = 120;
// Most passes call InstSimplify. Where this pass alone shows the failure, it is the culprit, whichever pass showed it
// first.
constexpr const char* kSharedFolder = "instsimplify";

// "… while running pass 'gvn' on 'f'" (linked), "Running pass "gvn" on function "f"" (opt): the pass that crashed.
std::string pass_in_crash(const std::string& message) {
  for (const auto& [mark, quote] :
       {std::pair<std::string, char>{"running pass '", '\''}, {"Running pass \"", '"'}, {"Running pass '", '\''}}) {
    const auto at = message.rfind(mark);
    if (at == std::string::npos) continue;
    const auto start = at + mark.size();
    const auto end = message.find(quote, start);
    if (end != std::string::npos) return message.substr(start, end - start);
  }
  return "";
}

void collect_leaves(const Pipeline& pipeline, std::vector<const PipelineElement*>& leaves) {
  for (const PipelineElement& element : pipeline) {
    if (element.inner.empty())
      leaves.push_back(&element);
    else
      collect_leaves(element.inner, leaves);
  }
}

class CulpritSearch {
 public:
  CulpritSearch(Compiler& compiler, const std::string& ir, const std::string& pipeline, const RunPredicate& fails,
                const Limits& limits)
      : compiler_(compiler), ir_(ir), pipeline_(pipeline), fails_(fails), limits_(limits) {}

  Result<Culprit> search() {
    const OptimizeResult whole = compiler_.run_first(ir_, pipeline_, kMoreStepsThanAny, limits_);
    if (!fails_(whole)) return Error{"pipeline '" + pipeline_ + "' does not show the failure on this module"};
    culprit_.pipeline = pipeline_;
    culprit_.source = ir_;
    if (!compiler_.runs_passes_alone()) {
      culprit_.pass = pass_in_crash(whole.message);
      const bool can_bisect = culprit_.pass.empty() && !whole.executed.empty();
      if (can_bisect && !fails_(compiler_.run_first(ir_, pipeline_, 0, limits_))) bisect(whole);
      if (!culprit_.pass.empty()) culprit_.suspects = {culprit_.pass};
      return std::move(culprit_);
    }
    if (!whole.executed.empty())
      bisect(whole);
    else
      culprit_.pass = pass_in_crash(whole.message);
    PassRunner names;
    culprit_.pass = names.pipeline_name(culprit_.pass.substr(0, culprit_.pass.find('<')));
    shorten();
    return std::move(culprit_);
  }

 private:
  // Keeps: the failure does not show after `good` steps, and does after `bad`.
  void bisect(const OptimizeResult& whole) {
    std::size_t good = 0, bad = whole.executed.size();
    OptimizeResult at_bad = whole;
    std::string at_good;
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      OptimizeResult result = compiler_.run_first(ir_, pipeline_, middle, limits_);
      if (fails_(result)) {
        bad = middle;
        at_bad = std::move(result);
      } else {
        good = middle;
        at_good = std::move(result.ir);
      }
    }
    culprit_.pass = whole.executed[bad - 1];
    culprit_.step = bad;
    culprit_.before = good == 0 ? compiler_.run_first(ir_, pipeline_, 0, limits_).ir : at_good;
    culprit_.after = at_bad.ir;
  }

  bool fails_with(const std::string& source, const std::string& pipeline) {
    ++runs_;
    return fails_(compiler_.run(source, pipeline, limits_));
  }

  void shorten() {
    const auto text = compiler_.expand(pipeline_);
    auto expanded = text ? parse_pipeline(*text) : parse_pipeline(pipeline_);
    if (accept_first(ir_, {kSharedFolder}) || (has_other_before() && accept_first(culprit_.before, {kSharedFolder}))) {
      culprit_.pass = kSharedFolder;
      return found_alone(expanded);
    }
    const std::vector<std::string> ways = expanded ? ways_to_run_culprit(*expanded) : std::vector<std::string>{};
    if (accept_first(ir_, ways) || (has_other_before() && accept_first(culprit_.before, ways)))
      return found_alone(expanded);
    if (!expanded || !drop_passes(*expanded)) return;
    const auto shortest = parse_pipeline(culprit_.pipeline);
    if (!shortest) return;
    std::vector<const PipelineElement*> leaves;
    collect_leaves(*shortest, leaves);
    for (const PipelineElement* leaf : leaves) culprit_.suspects.push_back(leaf->name);
    if (leaves.size() != 1) return;
    culprit_.pass = leaves.front()->name;
    culprit_.before.clear();  // it is the other pass's
    culprit_.after.clear();
    culprit_.step = 0;
    found_alone(expanded);
  }

  /// The culprit fails alone. Does anything else?
  void found_alone(const Result<Pipeline>& expanded) {
    culprit_.suspects = {culprit_.pass};
    if (!expanded || culprit_.pass == kSharedFolder) return;
    std::vector<const PipelineElement*> leaves;
    collect_leaves(*expanded, leaves);
    std::vector<bool> keep;
    for (const PipelineElement* leaf : leaves) keep.push_back(leaf->name != culprit_.pass);
    const std::string rest = print_pipeline(select_passes(*expanded, keep));
    culprit_.needed = rest.empty() || !fails_with(ir_, rest);
  }

  bool has_other_before() const { return !culprit_.before.empty() && culprit_.before != ir_; }

  // The culprit alone: bare, then with the parameters and adaptors it has in the pipeline.
  std::vector<std::string> ways_to_run_culprit(const Pipeline& expanded) const {
    std::vector<std::string> ways{culprit_.pass};
    const auto add = [&](const std::string& way) {
      if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
    };
    std::vector<const PipelineElement*> leaves;
    collect_leaves(expanded, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (leaves[i]->name != culprit_.pass) continue;
      add(print_pipeline({*leaves[i]}));
      std::vector<bool> keep(leaves.size(), false);
      keep[i] = true;
      add(print_pipeline(select_passes(expanded, keep)));
    }
    return ways;
  }

  bool accept_first(const std::string& source, const std::vector<std::string>& ways) {
    for (const std::string& way : ways) {
      if (way.empty() || !fails_with(source, way)) continue;
      culprit_.pipeline = way;
      culprit_.source = source;
      return true;
    }
    return false;
  }

  // Delta debugging over the passes: drops chunks, halving their size, as long as the failure stays. False if it was
  // given up before none of the rest could be spared.
  bool drop_passes(const Pipeline& expanded) {
    std::vector<bool> keep(count_passes(expanded), true);
    if (!fails_with(ir_, print_pipeline(expanded))) return false;
    for (std::size_t chunk = std::max<std::size_t>(keep.size() / 2, 1);; chunk /= 2) {
      for (std::size_t start = 0; start < keep.size() && runs_ < kMostShorteningRuns; start += chunk) {
        std::vector<bool> fewer = keep;
        const auto end = std::min(start + chunk, keep.size());
        std::fill(fewer.begin() + start, fewer.begin() + end, false);
        const std::string pipeline = print_pipeline(select_passes(expanded, fewer));
        if (fewer == keep || pipeline.empty() || !fails_with(ir_, pipeline)) continue;
        keep = fewer;
        culprit_.pipeline = pipeline;
      }
      if (chunk == 1) break;
    }
    return runs_ < kMostShorteningRuns;
  }

  Compiler& compiler_;
  const std::string& ir_;
  const std::string& pipeline_;
  const RunPredicate& fails_;
  const Limits& limits_;
  Culprit culprit_;
  int runs_ = 0;
};

}  // namespace

Result<Culprit> find_culprit(Compiler& compiler, const std::string& ir, const std::string& pipeline,
                             const RunPredicate& fails, const Limits& limits) {
  return CulpritSearch(compiler, ir, pipeline, fails, limits).search();
}

}  // namespace assay::optimize
