#include "services/application/bench.h"

#include <sys/resource.h>

#include <chrono>
#include <map>

#include "services/application/pairs.h"
#include "services/common/confine.h"
#include "services/common/finding.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/common/work.h"
#include "services/worker/check/isolated_checker.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

using std::chrono::milliseconds;
using Asking = Crew::Answer::End;
using Paths = std::map<std::string, std::string>;  // of compilers, by name

constexpr std::size_t kQuestionsAtOnce = 2;
constexpr milliseconds kReadingTime{20'000};  // of reading, printing and comparing; children have their own
constexpr milliseconds kLongestQuestion{90'000};
constexpr milliseconds kForJudging{40'000}, kForSteps{10'000}, kForCompiler{10'000};
constexpr std::size_t kQuestionMemory = std::size_t{1} << 30;
constexpr std::size_t kMostQuestionBytes = std::size_t{8} << 20;
constexpr std::size_t kMostStepBytes = std::size_t{1} << 20;
constexpr std::size_t kLongestFault = 4'000;  // it may quote a line
constexpr std::size_t kMostPairs = 50;
constexpr std::size_t kMoreStepsThanAny = 1'000'000'000;  // fits the int that opt's -opt-bisect-limit is

class Deadline {
 public:
  explicit Deadline(milliseconds time) : end_(std::chrono::steady_clock::now() + time) {}
  bool is_over() const { return std::chrono::steady_clock::now() >= end_; }

 private:
  std::chrono::steady_clock::time_point end_;
};

/// Which passes of a pipeline change the module: the module is looked at in the middle of every stretch that does not
/// leave it as it is.
class Steps {
 public:
  Steps(optimize::Compiler& compiler, const Pasted& pasted, std::string pipeline, const optimize::Limits& limits)
      : compiler_(compiler), pasted_(pasted), pipeline_(std::move(pipeline)), limits_(limits) {}

  void tell(PastedAnswer& answer) {
    const auto whole = compiler_.run_first(pasted_.source, pipeline_, kMoreStepsThanAny, limits_);
    const auto begun = compiler_.run_first(pasted_.source, pipeline_, 0, limits_);
    if (whole.end != optimize::OptimizeResult::End::Ok || begun.end != optimize::OptimizeResult::End::Ok) return;
    answer.passes_run = whole.executed.size();
    executed_ = &whole.executed;
    look(answer, 0, whole.executed.size(), begun.ir, whole.ir);
    if (cut_) answer.left_out.push_back("not all passes that changed something are shown: there are too many");
  }

 private:
  void look(PastedAnswer& answer, std::size_t from, std::size_t to, const std::string& before,
            const std::string& after) {
    if (from == to || before == after || cut_) return;
    if (to - from == 1) {
      bytes_ += before.size() + after.size();
      if ((cut_ = bytes_ > kMostStepBytes)) return;
      const std::string& name = (*executed_)[from];
      answer.steps.push_back({to, names_.pipeline_name(name.substr(0, name.find('<'))), ir::without_head(before),
                              ir::without_head(after)});
      return;
    }
    const std::size_t middle = from + (to - from) / 2;
    const auto there = compiler_.run_first(pasted_.source, pipeline_, middle, limits_);
    if (there.end != optimize::OptimizeResult::End::Ok || deadline_.is_over()) {
      cut_ = true;
      return;
    }
    look(answer, from, middle, before, there.ir);
    look(answer, middle, to, there.ir, after);
  }

  optimize::Compiler& compiler_;
  const Pasted& pasted_;
  const std::string pipeline_;
  const optimize::Limits& limits_;
  const Deadline deadline_{kForSteps};
  optimize::PassRunner names_;
  const std::vector<std::string>* executed_ = nullptr;
  std::size_t bytes_ = 0;
  bool cut_ = false;
};

Status compile_pasted(const Pasted& pasted, const Paths& paths, PastedAnswer& answer, Pairs& pairs) {
  const auto path = paths.find(pasted.compiler);
  if (path == paths.end()) {
    std::vector<std::string> names;
    for (const auto& [name, where] : paths) names.push_back(name);
    return Error{"compiler: '" + pasted.compiler + "' is not offered here; these are: " + joined(names, ", ")};
  }
  if (Status bad = fault_of_foreign_pipeline(pasted.passes)) return Error{"passes: " + bad->message};
  if (Status bad = optimize::check_opt_args(pasted.opt_args)) return Error{"options of passes: " + bad->message};
  const auto compiler = optimize::open_compiler(path->second);
  if (!compiler) return Error{"compiler: " + compiler.error()};
  optimize::Limits limits;
  limits.time = kForCompiler;
  limits.memory_bytes = kQuestionMemory;
  limits.opt_args = pasted.opt_args;
  const std::string pipeline = optimize::spell_pipeline(pasted.passes, (*compiler)->major_version());
  const auto run = (*compiler)->run(pasted.source, pipeline, limits);
  answer.compiler = pasted.compiler;
  if (run.end != optimize::OptimizeResult::End::Ok)
    return Error{"passes: compiler '" + pasted.compiler + "': " + optimize::name_of(run.end) + ": " + run.message};
  pairs.made_by = {(*compiler)->id(), pasted.passes};
  answer.source = ir::without_head(run.given);
  answer.target = ir::without_head(run.ir);
  if ((*compiler)->runs_passes_alone()) Steps(**compiler, pasted, pipeline, limits).tell(answer);
  return std::nullopt;
}

check::Options options_of_pasted(const Pasted& pasted) {
  Question question = question_by(AskedBy::Check);
  question.undef_inputs = pasted.undef_inputs;
  question.poison_inputs = pasted.poison_inputs;
  return check::Options(question);
}

std::string name_of(const ir::FunctionPair& pair) {
  const std::string source = "@" + pair.first->getName().str(), target = "@" + pair.second->getName().str();
  return source == target ? source : source + " -> " + target;
}

JudgedPair judged(const Pairs& pairs, const ir::FunctionPair& pair, const Verdict& verdict,
                  const triage::KnownRoots& rules) {
  Finding cut;
  set_verdict(cut, verdict);
  JudgedPair judged{name_of(pair), verdict.kind, headline(verdict), cut.detail, cut.counterexample};
  if (pairs.made_by) judged.cause = cause_of(*pairs.made_by, pair, verdict, rules);
  if (verdict.counterexample && verdict.detail == summary(*verdict.counterexample)) judged.detail.clear();
  return judged;
}

void judge_pairs(const Pasted& pasted, const Pairs& pairs, const triage::KnownRoots& rules, PastedAnswer& answer) {
  check::HardLimits limits;
  limits.timeout_ms = pasted.seconds * 1000;
  limits.memory_mb = kQuestionMemory >> 20;
  check::IsolatedChecker checker(options_of_pasted(pasted), limits, pairs.pairs);
  const Deadline deadline(kForJudging);
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    if (i == kMostPairs || deadline.is_over()) {
      answer.left_out.push_back(std::to_string(pairs.pairs.size() - i) + " functions were not judged: " +
                                (i == kMostPairs ? "there are too many" : "the time was over"));
      break;
    }
    answer.pairs.push_back(judged(pairs, pairs.pairs[i], checker.check(i), rules));
  }
  for (const ir::SymbolDifference& symbol : pairs.symbols)
    if (symbol.is_wrong) answer.symbols.push_back("@" + symbol.name + ": " + ir::explain(symbol));
}

PastedAnswer answer_of(const Pasted& pasted, const Paths& paths, const triage::KnownRoots& rules) {
  PastedAnswer answer;
  answer.assay_version = assay_version();
  const auto fails = [&](const Status& status) {
    if (status) answer.fault = status->message.substr(0, kLongestFault);
    return status.has_value();
  };
  {
    // What the compiler would complain of in its own words.
    llvm::LLVMContext context;
    const auto source = ir::parse(context, pasted.source, "source");
    if (fails(source ? ir::verify(**source) : Status(Error{source.error()}))) {
      if (source) answer.fault = "source: " + answer.fault;
      return answer;
    }
  }
  answer.source = pasted.source;
  answer.target = pasted.target;
  Pairs pairs;
  if (!pasted.passes.empty() && fails(compile_pasted(pasted, paths, answer, pairs))) return answer;
  const ir::Input source{answer.source, "source"}, target{answer.target, "target"};
  if (fails(load_texts(pairs, source, answer.target.empty() ? nullptr : &target))) return answer;
  judge_pairs(pasted, pairs, rules, answer);
  return answer;
}

/// In a process that answers nothing else.
std::string judged_text(const std::string& question, const Paths& paths, const triage::KnownRoots& rules) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  forbid_sockets();
  return json_text(answer_of(nlohmann::json::parse(question).get<Pasted>(), paths, rules));
}

/// What a question that broke its process is told.
PastedAnswer given_up(const Crew::Answer& told) {
  PastedAnswer answer;
  answer.assay_version = assay_version();
  switch (told.end) {
    case Asking::OverBudget:
    case Asking::OutOfTime:
      answer.fault = "to read it takes " + told.message + ", which is the limit";
      break;
    case Asking::OutOfMemory:
      answer.fault = "to read it takes more than " + std::to_string(kQuestionMemory >> 20) + " MB, which is the limit";
      break;
    default:
      answer.fault = "to read it fails (" + told.message + "): expected modules that are valid, and nest less deeply";
  }
  return answer;
}

}  // namespace

Result<std::unique_ptr<Bench>> Bench::start(const std::vector<std::unique_ptr<optimize::Compiler>>& compilers,
                                            std::shared_ptr<const triage::KnownRoots> rules) {
  Paths paths;
  std::vector<std::string> names;
  for (const auto& compiler : compilers) {
    const CompilerId& id = compiler->id();
    std::string name = "LLVM " + id.version + (id.path == "linked" ? " (linked)" : "");
    if (paths.contains(name)) name += " " + id.build;
    if (paths.emplace(name, id.path).second) names.push_back(name);
  }
  Crew::Limits limits;
  limits.members = kQuestionsAtOnce;
  limits.waiting = kQuestionsAtOnce;
  limits.answers = 1;  // what a question leaves behind is nobody else's
  limits.processor = kReadingTime;
  limits.clock = kLongestQuestion;
  limits.memory_bytes = 2 * kQuestionMemory;  // its children take of the same addresses
  limits.most_bytes = kMostQuestionBytes;
  auto crew =
      Crew::start([paths, rules](const std::string& question) { return judged_text(question, paths, *rules); }, limits);
  if (!crew) return Error{crew.error()};
  return std::unique_ptr<Bench>(new Bench(std::move(*crew), std::move(names)));
}

Result<PastedAnswer> Bench::judge(const Pasted& pasted) {
  const Crew::Answer told = crew_->ask(json_text(nlohmann::json(pasted)));
  if (told.end == Asking::Busy) return Error{"nobody is free to judge it: " + told.message};
  if (told.end != Asking::Answered) return given_up(told);
  return nlohmann::json::parse(told.text).get<PastedAnswer>();
}

}  // namespace assay::application
