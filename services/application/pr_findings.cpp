#include "services/application/pr_findings.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "services/channel/isolated.h"
#include "services/common/fields_json.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/surface.h"
#include "services/worker/ir/ir.h"
#include "services/worker/report/report.h"

namespace assay::application {
namespace {

using Clock = std::chrono::steady_clock;
using End = optimize::OptimizeResult::End;

struct Asked {
  std::string file;
  std::string pipeline;
  std::string opt_args;
  bool analyse = false;  ///< what fails: reduced, with its culprit and its signature
};
ASSAY_FIELDS(Asked, file, pipeline, opt_args, analyse);

/// What one test came to.
enum class Outcome { Unchanged, Correct, Incorrect, Unknown };
constexpr std::string_view kOutcomes[] = {"unchanged", "correct", "incorrect", "unknown"};
const char* name_of(Outcome outcome) { return kOutcomes[static_cast<int>(outcome)].data(); }
std::optional<Outcome> enumerator_of(std::string_view name, std::type_identity<Outcome>) {
  return enumerator_in<Outcome>(kOutcomes, name);
}

struct Checked {
  Outcome outcome = Outcome::Unknown;
  std::string reason;
  std::optional<Finding> finding;
  Counts surface{};
};
ASSAY_FIELDS(Checked, outcome, reason, finding, surface);

std::optional<FindingKind> kind_of(End end) {
  switch (end) {
    case End::Crashed:
      return FindingKind::Crash;
    case End::TimedOut:
      return FindingKind::Hang;
    case End::InvalidIr:
      return FindingKind::InvalidIr;
    default:
      return std::nullopt;
  }
}

/// Until it is analysed a failure is one by itself, told by its test.
void name_by_test(Finding& finding) {
  const std::string function = function_of(finding.original);
  finding.signature = finding.pipeline + " " + function;
  finding.title = std::string(name_of(finding.kind)) + " of " + function + ", not reduced";
}

/// What the verdict is about, as a hunt counts it.
Counts surface_of(const std::string& text, const Verdict& verdict, const std::string& pipeline) {
  Counts surface;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "test");
  if (!module) return surface;
  for (const llvm::Function& function : **module)
    if (!function.isDeclaration()) hunt::count_surface(function, verdict, pipeline, surface);
  return surface;
}

/// In the child: compiles and judges one test.
Checked check_one(optimize::Compiler& compiler, const Asked& asked) {
  const auto text = ir::read_file(asked.file);
  if (!text) return {Outcome::Unknown, text.error(), {}};
  Finding finding;
  finding.compiler = compiler.id();
  finding.pipeline = asked.pipeline;
  finding.original = finding.reduced = text->text;
  finding.reduced_pipeline = asked.pipeline;
  finding.question.oracle =
      codegen::is_code(asked.pipeline) ? hunt::kMachineCode : hunt::oracle_for(FindingKind::Miscompile);
  finding.question.opt_args = asked.opt_args;
  hunt::Asker asker(finding.question, FindingKind::Miscompile);
  const std::string pipeline = optimize::spell_pipeline(asked.pipeline, compiler.major_version());
  const hunt::Answer answer = asker.ask(compiler, text->text, pipeline);
  if (answer.verdict && answer.verdict->kind == VerdictKind::Correct && answer.verdict->method == Method::Syntax)
    return {Outcome::Unchanged, "", {}};
  const Counts surface = answer.verdict ? surface_of(text->text, *answer.verdict, pipeline) : Counts();
  if (answer.run.end == End::Ok) {
    if (!answer.verdict) return {Outcome::Unknown, answer.text, {}};
    const Verdict& verdict = *answer.verdict;
    if (verdict.kind == VerdictKind::Correct) return {Outcome::Correct, "", {}, surface};
    if (verdict.kind != VerdictKind::Incorrect) return {Outcome::Unknown, reason_text(verdict), {}, surface};
    set_verdict(finding, verdict);
  } else {
    const auto kind = kind_of(answer.run.end);
    if (!kind) return {Outcome::Unknown, name_of(answer.run.end), {}};
    finding.kind = *kind;
    finding.question.oracle = hunt::oracle_for(*kind);
    finding.detail = answer.run.message;
  }
  finding.seed = 0;
  finding.found_at = utc_now();
  finding.assay_version = assay_version();
  finding.checked = true;
  name_by_test(finding);
  if (!asked.analyse) return {Outcome::Incorrect, "", finding, surface};
  hunt::AnalysisOptions options;
  options.reduce_ms = 10'000;
  if (hunt::analyse(finding, compiler, options) == hunt::Analysis::NotShown)
    return {Outcome::Unknown, "not-repeated", {}};
  return {Outcome::Incorrect, "", finding};
}

std::string answer_to(const std::string& branch, const std::string& request) {
  Asked asked = nlohmann::json::parse(request).get<Asked>();
  auto compiler = codegen::open_runner(branch, asked.pipeline);
  if (!compiler) return json_text(Checked{Outcome::Unknown, compiler.error(), {}});
  return json_text(check_one(**compiler, asked));
}

void add(const Checked& checked, TestsChecked& all) {
  switch (checked.outcome) {
    case Outcome::Unchanged:
      ++all.unchanged;
      break;
    case Outcome::Correct:
      ++all.correct;
      break;
    case Outcome::Incorrect:
      ++all.incorrect;
      break;
    case Outcome::Unknown:
      ++all.unknown;
      count_reason(all.reasons, checked.reason);
      break;
  }
  add_counts(all.surface, checked.surface);
}

/// How the test as it is goes wrong.
std::string example_of(const Finding& finding) {
  if (finding.counterexample) return report::counterexample_sentence(*finding.counterexample);
  return finding.detail.substr(0, finding.detail.find('\n'));
}

/// One for each signature, and one for each way in which a test fails: by which pass and with which reason. How small
/// a case became in the time that there was says nothing of its cause. Those that there was no time for stay as they
/// are; they are not told where the same test fails for the same reason in another way, which is. Nor are those whose
/// culprit nobody could name.
void analyse_all(const std::vector<std::pair<Asked, Finding>>& failures, const PatchHunt& patch,
                 const std::function<Checked(const Asked&)>& ask, Deadline end, TestsChecked& all) {
  std::set<std::string> signatures;
  std::set<std::pair<std::string, std::string>> reasons;               // by file
  std::set<std::tuple<std::string, std::string, std::string>> passes;  // and by culprit
  const auto tell = [&](const Asked& asked, const Finding& failure, const Finding& finding) {
    reasons.emplace(asked.file, failure.reason);
    const bool same_way =
        !finding.culprit.empty() && !passes.emplace(asked.file, failure.reason, finding.culprit).second;
    if (!signatures.insert(finding.signature).second || same_way) return;
    const std::string name = std::filesystem::path(asked.file).filename().string();
    all.failures.push_back({finding, patch.test_in(name), example_of(failure)});
  };
  struct Left {
    const Asked& asked;
    const Finding& failure;
    Finding finding;
  };
  std::vector<Left> left;
  for (const auto& [asked, failure] : failures) {
    Asked again = asked;
    again.analyse = true;
    const Checked checked = Clock::now() < end ? ask(again) : Checked{};
    if (checked.finding && !checked.finding->culprit.empty())
      tell(asked, failure, *checked.finding);
    else
      left.push_back({asked, failure, checked.finding.value_or(failure)});
  }
  for (const Left& each : left)
    if (!reasons.contains({each.asked.file, each.failure.reason})) tell(each.asked, each.failure, each.finding);
}

}  // namespace

TestsChecked check_tests(const PatchHunt& patch, const std::vector<std::string>& passes, const std::string& opt_args,
                         const std::string& branch, Deadline end) {
  IsolatedWorker::Limits limits;
  limits.time = std::chrono::seconds(40);
  limits.memory_bytes = std::ranges::any_of(passes, codegen::is_code) ? codegen::kMemoryToJudge : std::size_t{3} << 30;
  IsolatedWorker worker(
      [&](const std::string& request, const IsolatedWorker::Provisional&) { return answer_to(branch, request); },
      limits);
  std::vector<std::string> files;
  if (!patch.folder().empty())
    for (const auto& entry : std::filesystem::directory_iterator(patch.folder()))
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  const auto ask = [&](const Asked& asked) {
    const IsolatedWorker::Answer answer = worker.ask(json_text(asked));
    const auto json = nlohmann::json::parse(answer.text, nullptr, false);
    if (answer.end == IsolatedWorker::Answer::End::Answered && !json.is_discarded()) return json.get<Checked>();
    return Checked{Outcome::Unknown, answer.message.empty() ? "timeout" : answer.message, {}};
  };
  const Deadline judged = Clock::now() + (end - Clock::now()) * 2 / 3;  // the rest is for reducing what fails
  TestsChecked all;
  std::vector<std::pair<Asked, Finding>> failures;
  for (const std::string& text : passes) {  // so that each test has had a pass or two when the time is over
    const optimize::Invocation pipeline = optimize::parse_invocation(text);
    for (const std::string& file : files) {
      if (Clock::now() >= judged) {
        ++all.not_reached;
        continue;
      }
      const Asked asked{file, pipeline.passes, optimize::joined_args(opt_args, pipeline.opt_args), false};
      const Checked checked = ask(asked);
      add(checked, all);
      if (checked.finding) failures.emplace_back(asked, *checked.finding);
    }
  }
  analyse_all(failures, patch, ask, end, all);
  return all;
}

}  // namespace assay::application
