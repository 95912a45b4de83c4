#include "services/worker/hunt/ask.h"

#include <algorithm>
#include <chrono>

#include "services/worker/check/check.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/hunt/machine_code.h"

namespace assay::hunt {
namespace {

using End = optimize::OptimizeResult::End;

constexpr const char* kRefinement = "refinement";

check::Options options_with(const Question& question, const AskOptions& asked) {
  check::Options options = check::Options(question);
  options.cache = asked.cache;
  options.refuting = asked.refuting;
  options.confirms = asked.confirms;
  return options;
}

/// What the first refutation cost, without what came after it to confirm it.
std::chrono::duration<double> cost_of(const Verdict& refutation) {
  for (auto cost = refutation.costs.rbegin(); cost != refutation.costs.rend(); ++cost)
    if (cost->rung != Rung::Confirm && cost->rung != Rung::Replay) return std::chrono::duration<double>(cost->seconds);
  return {};
}

check::Options options_to_find_again(const Question& question, const Verdict& refutation,
                                     check::RefutingInputs* refuting) {
  constexpr int kTimes = 4;  // what the refutation cost
  constexpr std::uint32_t kLeastMs = 10;
  check::Options options = check::Options(question);
  const auto cost = std::chrono::ceil<std::chrono::milliseconds>(kTimes * cost_of(refutation)).count();
  options.smt_timeout_ms = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(cost, std::min(kLeastMs, question.smt_timeout_ms), question.smt_timeout_ms));
  const bool by_runs = refutation.method == Method::Exhaustive || refutation.method == Method::Interpreter;
  if (by_runs) options.oracles = check::Oracles::Interpreter;
  options.executes_only = refutation.method == Method::Execution;
  options.command_line = check::command_line_of(refutation);
  options.refuting = refuting;
  options.confirms = false;
  options.learn = true;  // of variants, too, most are never refuted by what is dear
  return options;
}

/// Would this oracle have seen its failure in a run that ended so?
bool can_deny(FindingKind kind, End end) {
  if (end == End::Ok) return true;
  if (kind == FindingKind::Crash) return end == End::InvalidIr;
  if (kind == FindingKind::Hang) return end == End::InvalidIr || end == End::Crashed || end == End::TimedOut;
  return false;
}

Answer answer_by(Verdict verdict, const char* who_says, optimize::OptimizeResult run) {
  Answer answer;
  answer.run = std::move(run);
  answer.text = std::string(who_says) + name_of(verdict.kind);
  if (verdict.kind == VerdictKind::Incorrect) answer.kind = Answer::Kind::Reproduces;
  if (verdict.kind == VerdictKind::Correct) answer.kind = Answer::Kind::DoesNot;
  answer.verdict = std::move(verdict);
  return answer;
}

}  // namespace

optimize::Limits limits_for(const Question& question) {
  return {std::chrono::milliseconds(question.compile_ms), std::size_t{question.compile_memory_mb} << 20, false,
          question.opt_args};
}

const char* oracle_for(FindingKind kind) {
  switch (kind) {
    case FindingKind::Miscompile:
      return kRefinement;
    case FindingKind::Crash:
      return "crash";
    case FindingKind::Hang:
      return "hang";
    case FindingKind::InvalidIr:
      return "verifier";
    case FindingKind::Nondeterminism:
      return "nondeterminism";
    case FindingKind::DebugVariance:
      return "debug-invariance";
  }
  return kRefinement;
}

const char* name_of(Answer::Kind kind) {
  switch (kind) {
    case Answer::Kind::Reproduces:
      return "reproduces";
    case Answer::Kind::DoesNot:
      return "does not reproduce";
    case Answer::Kind::Undecided:
      return "undecided";
  }
  return "undecided";
}

Asker::Asker(const Question& question, FindingKind kind, const AskOptions& options)
    : question_(question),
      oracle_name_(question.oracle.empty() ? oracle_for(kind) : question.oracle),
      oracle_(oracles::oracle_named(oracle_name_)),
      limits_(limits_for(question)),
      checker_(options_with(question, options)) {}

Asker::Asker(const Question& question, const Verdict& refutation, check::RefutingInputs* refuting)
    : question_(question),
      oracle_name_(kRefinement),
      limits_(limits_for(question)),
      checker_(options_to_find_again(question, refutation, refuting)) {}

Answer Asker::ask(optimize::Compiler& compiler, const std::string& module_text, const std::string& pipeline) {
  if (oracle_name_ == kMachineCode) return ask_machine_code(compiler, module_text, pipeline);
  optimize::OptimizeResult run = compiler.run(module_text, pipeline, limits_);
  if (oracle_name_ == kRefinement) return ask_checker(std::move(run));
  Answer answer = ask_oracle({compiler, module_text, pipeline, limits_, run});
  answer.run = std::move(run);
  return answer;
}

Answer Asker::ask_checker(optimize::OptimizeResult run) {
  Answer answer;
  answer.run = std::move(run);
  if (answer.run.end != End::Ok) {
    answer.text = std::string("the compiler's run ended: ") + optimize::name_of(answer.run.end);
    return answer;
  }
  Verdict verdict = check(answer.run);
  return answer_by(std::move(verdict), "the check says ", std::move(answer.run));
}

Answer Asker::ask_machine_code(optimize::Compiler& compiler, const std::string& module_text,
                               const std::string& pipeline) {
  Answer answer;
  answer.run = compiler.run(module_text, pipeline, limits_);  // its assembly, for a reader
  if (answer.run.end != End::Ok) {
    answer.text = std::string("the compiler's run ended: ") + optimize::name_of(answer.run.end);
    return answer;
  }
  const auto judged = judge_code(compiler, module_text, pipeline, question_);
  if (!judged) {
    answer.text = judged.error();
    return answer;
  }
  return answer_by(evidence::settle(codegen::claim_of(*judged)), "the emulator and the interpreter say ",
                   std::move(answer.run));
}

Answer Asker::ask_oracle(const oracles::Run& run) {
  Answer answer;
  if (!oracle_) {
    answer.text = "this assay knows no oracle called " + oracle_name_;
    return answer;
  }
  oracles::Oracle::Judgement judgement = oracle_->judge(run);
  answer.text = std::string("the compiler's run ended: ") + optimize::name_of(run.result.end);
  if (judgement.complaint) {
    answer.kind = Answer::Kind::Reproduces;
    answer.text += "; " + oracle_name_ + ": " + judgement.complaint->headline;
    answer.complaint = std::move(judgement.complaint);
  } else if (!judgement.unsupported.empty()) {
    answer.text += "; " + oracle_name_ + " can't judge it: " + judgement.unsupported;
  } else if (can_deny(oracle_->kind(), run.result.end)) {
    answer.kind = Answer::Kind::DoesNot;
  }
  return answer;
}

}  // namespace assay::hunt
