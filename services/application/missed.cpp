#include "services/application/missed.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "services/application/hunt.h"
#include "services/application/regressions.h"
#include "services/common/scratch_folder.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/worker/hunt/separate_mutants.h"

namespace assay::application {
namespace {

/// Mutants that are looked at together: few, so that both searches have a share of a short time.
constexpr std::uint64_t kTogether = 200;
/// Of the solver, for one candidate: there are many.
constexpr std::uint32_t kSolverMs = 1'000;

class Search {
 public:
  explicit Search(const MissedRequest& request) : request_(request) {}

  Result<Missed> run(const std::function<void(const Missed&)>& goes_on) {
    if (Status bad = open()) return *bad;
    for (std::uint64_t next = 0; next < wanted() && !is_over(); next += kTogether) {
      const ScratchFolder folder("assay-missed-");
      if (!folder.is_there()) return Error{"no folder for temporary files"};
      if (Status bad = write_mutants(next, std::min(wanted(), next + kTogether), folder)) return *bad;
      if (request_.folds)
        if (Status bad = look_for_folds(folder)) return *bad;
      if (!request_.baseline.empty())
        if (Status bad = look_for_regressions(folder)) return *bad;
      missed_.rules = book_.rules();
      if (goes_on) goes_on(missed_);
    }
    return std::move(missed_);
  }

 private:
  std::uint64_t wanted() const {
    return request_.mutants != 0 ? request_.mutants : std::numeric_limits<std::uint64_t>::max() - kTogether;
  }
  double left_s() const {
    return request_.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }
  bool is_over() const {
    return (request_.stop != nullptr && *request_.stop) || (request_.seconds != 0 && left_s() <= 0);
  }
  /// For one search in a batch; both share what is left.
  std::uint32_t limit_s(int searches) const {
    return request_.seconds == 0 ? 0 : static_cast<std::uint32_t>(std::max(1.0, left_s() / searches));
  }

  Status open() {
    HuntSettings settings = request_.settings;
    if (settings.passes.size() != 1 || settings.compilers.size() != 1)
      return Error{"one pipeline and one compiler are expected"};
    for (const char* several : {HuntSettings::kMix, HuntSettings::kTests})
      if (settings.passes.front() == several)
        return Error{"--passes=" + settings.passes.front() + ": one pipeline is expected"};
    if (!request_.baseline.empty()) settings.compilers.push_back(request_.baseline);  // it reads the mutants, too
    auto opened = hunt::SeparateMutants::open(settings);
    if (!opened) return Error{opened.error()};
    mutants_ = std::move(*opened);
    take_settings<kHunt>(question_, settings);
    return std::nullopt;
  }

  /// The same mutants as a hunt's with the seed.
  Status write_mutants(std::uint64_t first, std::uint64_t end, const ScratchFolder& folder) {
    for (std::uint64_t number = first; number < end; ++number) {
      if (number % kBatch == 0) mutants_->begin_batch(rpc::batch_seed(request_.seed, number / kBatch));
      const auto module = mutants_->make(number % kBatch);
      if (!module) continue;
      const std::string path = folder.file("mutant-" + std::to_string(number) + ".ll");
      std::ofstream file(path);
      file << *module;
      if (!file.flush()) return Error{path + " can't be written"};
      ++missed_.mutants;
    }
    return std::nullopt;
  }

  Status look_for_folds(const ScratchFolder& folder) {
    ImproveRequest improve;
    improve.paths = {folder.path()};
    improve.compiler = request_.settings.compilers.front();
    improve.passes = request_.settings.passes.front();
    improve.opt_args = question_.opt_args;
    improve.jobs = request_.jobs;
    improve.limit_s = limit_s(request_.baseline.empty() ? 1 : 2);
    improve.stop = request_.stop;
    improve.options.flags = false;
    improve.options.judge = check::Options(question_);
    if (request_.settings.smt_timeout_ms == 0) improve.options.judge.smt_timeout_ms = kSolverMs;
    const auto left = improve_files(improve, [&](ImprovedFunction function) {
      function.file = std::filesystem::path(function.file).stem().string();  // the folder goes
      missed_.searched += function.error.empty() && function.looked.left_alone.empty();
      missed_.undecided += !function.error.empty();
      missed_.folds += function.looked.folds.size();
      book_.add(function);
    });
    if (!left) return Error{left.error()};
    missed_.not_begun += left->all();
    return std::nullopt;
  }

  Status look_for_regressions(const ScratchFolder& folder) {
    RegressionsRequest regressions;
    regressions.wanted.paths = {folder.path()};
    regressions.wanted.jobs = request_.jobs;
    regressions.wanted.limit_s = limit_s(1);
    regressions.wanted.stop = request_.stop;
    regressions.baseline = request_.baseline;
    regressions.branch = request_.settings.compilers.front();
    regressions.known_keys = told_;
    regressions.options.passes = request_.settings.passes.front();
    regressions.options.opt_args = question_.opt_args;
    regressions.options.judge = check::Options(question_);
    const auto left = find_regressions(regressions, [&](const RegressionLook& look) {
      using regressions::Kind;
      ++missed_.compared;
      const Kind kind = look.looked.kind;
      missed_.undecided += kind == Kind::Undecided || kind == Kind::Limited || kind == Kind::Failed;
      if (look.news != RegressionNews::New) return;
      told_.insert(look.looked.regression->key);
      missed_.regressions.push_back({look.looked.regression->key, look.looked.regression->source});
    });
    if (!left) return Error{left.error()};
    missed_.not_begun += left->all();
    return std::nullopt;
  }

  const MissedRequest& request_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  Question question_ = question_by(AskedBy::Check);
  std::unique_ptr<hunt::SeparateMutants> mutants_;
  RuleBook book_;
  std::set<std::string> told_;  ///< keys of regressions
  Missed missed_;
};

}  // namespace

Result<Missed> find_missed(const MissedRequest& request, const std::function<void(const Missed&)>& goes_on) {
  return Search(request).run(goes_on);
}

}  // namespace assay::application
