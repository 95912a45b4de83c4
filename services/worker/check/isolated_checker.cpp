#include "services/worker/check/isolated_checker.h"

#include <algorithm>
#include <chrono>

#include "assay/v1/internal/processes.pb.h"
#include "services/worker/check/cache.h"
#include "services/worker/evidence/settle.h"

namespace assay::check {

using evidence::Claim;
using evidence::Inconclusive;
using v1::internal::PairAsked;

namespace {

IsolatedWorker::Limits worker_limits(const HardLimits& limits) {
  IsolatedWorker::Limits worker{std::chrono::milliseconds(limits.timeout_ms), std::size_t{limits.memory_mb} << 20};
  worker.processor = std::chrono::milliseconds(limits.processor_ms);
  return worker;
}

/// The options with the solver's limits cut to those of the whole pair.
Options within(Options options, const HardLimits& limits) {
  for (const unsigned most_ms : {limits.timeout_ms, limits.processor_ms})
    if (most_ms != 0) options.smt_timeout_ms = std::min(options.smt_timeout_ms, most_ms);
  if (limits.memory_mb != 0) options.smt_memory_mb = std::min(options.smt_memory_mb, limits.memory_mb);
  return options;
}

}  // namespace

IsolatedChecker::IsolatedChecker(const Options& options, const HardLimits& limits, std::vector<ir::FunctionPair> pairs)
    : options_(within(options, limits)),
      limits_(limits),
      pairs_(std::move(pairs)),
      worker_([this](const std::string& request, const auto& provisional) { return serve(request, provisional); },
              worker_limits(limits)) {
  Options own = options_;
  if (!pairs_.empty()) own.cache = nullptr;   // this process has asked it already
  checker_ = std::make_unique<Checker>(own);  // before there are children, which share what they find (SharedAnswers)
}

/// In the child.
std::string IsolatedChecker::serve(const std::string& request, const IsolatedWorker::Provisional& provisional) {
  checker_->tell_early([&](const Verdict& verdict) { provisional(verdict_to_json(verdict)); });
  PairAsked asked;
  asked.ParseFromString(request);
  if (asked.has_texts()) return verdict_to_json(check_texts(*checker_, asked.texts().source(), asked.texts().target()));
  const auto& [source, target] = pairs_[asked.index()];
  return verdict_to_json(checker_->check(*source, *target));
}

Verdict IsolatedChecker::ask(const std::string& request) {
  using End = IsolatedWorker::Answer::End;
  const IsolatedWorker::Answer answer = worker_.ask(request);
  std::optional<Verdict> verdict;
  if (answer.end == End::Answered) verdict = verdict_from_json(answer.text);
  if (verdict) return *verdict;
  if (!answer.provisional.empty()) verdict = verdict_from_json(answer.provisional);
  if (!verdict) {
    const Inconclusive why = answer.end == End::TimedOut      ? Inconclusive::EndedByTime
                             : answer.end == End::OutOfMemory ? Inconclusive::EndedByMemory
                                                              : Inconclusive::EndedByCrash;
    verdict = evidence::settle(
        Claim::inconclusive(Method::None, why, answer.message.empty() ? "malformed answer" : answer.message));
  }
  verdict->seconds = answer.seconds;
  verdict->costs.push_back({Rung::Killed, answer.seconds});
  return *verdict;
}

Verdict IsolatedChecker::check(std::size_t pair) {
  const auto start = std::chrono::steady_clock::now();
  const auto& [source, target] = pairs_[pair];
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const auto finish = [&](Verdict verdict) {
    verdict.seconds = seconds();
    return verdict;
  };
  if (options_.trust_text && ir::same_text(*source, *target)) {
    Verdict same = evidence::settle(Claim::proved(Method::Syntax));
    same.costs = {{Rung::Syntax, seconds()}};
    return finish(std::move(same));
  }
  PairAsked asked;
  asked.set_index(pair);
  const std::string request = asked.SerializeAsString();
  if (options_.cache == nullptr) return ask(request);
  const CacheKey key = cache_key_of(*source, *target, options_);
  if (auto known = options_.cache->find(key)) {
    known->costs = {{Rung::Cache, seconds()}};
    return finish(std::move(*known));
  }
  Verdict verdict = ask(request);
  options_.cache->store(key, verdict);
  return verdict;
}

Verdict IsolatedChecker::check(const std::string& source, const std::string& target) {
  PairAsked asked;
  asked.mutable_texts()->set_source(source);
  asked.mutable_texts()->set_target(target);
  return ask(asked.SerializeAsString());
}

}  // namespace assay::check
