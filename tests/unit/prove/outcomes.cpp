#include "tests/unit/prove/outcomes.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/parts/parts.h"
#include "services/worker/prove/rounds/rounds.h"
#include "tests/unit/check/pairs.h"

namespace assay::prove {
namespace {

/// Is it a proof, if all that is asked is true?
bool is_proved_if_believed(const std::string& module, bool undef) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, module, "test.ll");
  normalize::NormalPair pair(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt"));
  return is_proved_by_parts(pair, true, undef, [](const auto&, const auto&) { return true; }) ||
         is_proved_by_rounds(
             std::move(pair), [](const auto&, const auto&, Effort) { return true; }, /*cuts_behind_reads=*/true);
}

/// Does the whole ladder find a counterexample?
bool is_refuted(const std::string& module, bool undef) {
  check::Options options;
  options.undef_inputs = undef;
  options.samples = 400;
  options.smt_timeout_ms = 1'000;
  options.confirms = false;
  options.trust_text = false;
  return check::judge(module, options).kind == VerdictKind::Incorrect;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, Outcome outcome) {
  constexpr const char* kNames[] = {"proved", "refuted", "unproved", "refused and wrong", "refused", "malformed"};
  return out << kNames[static_cast<unsigned>(outcome)];
}

Outcome outcome_of(const std::string& module, const Asked& asked) {
  check::Options
      options;  // the interpreter is not asked, and a proof of the whole has a bound: nobody can count the rounds
  options.samples = options.quick_budget = options.exhaustive_budget = 0;
  options.smt_timeout_ms = asked.milliseconds;
  options.undef_inputs = asked.undef;
  options.trust_text = false;
  const Verdict verdict = check::judge(module, options);
  if (verdict.kind == VerdictKind::Error) return Outcome::Malformed;
  if (verdict.kind == VerdictKind::Correct && verdict.bound.find("iterations of each loop") == std::string::npos)
    return Outcome::Proved;
  const bool is_wrong = is_refuted(module, asked.undef);
  if (!is_proved_if_believed(module, asked.undef)) return is_wrong ? Outcome::RefusedAndWrong : Outcome::Refused;
  return is_wrong ? Outcome::Refuted : Outcome::Unproved;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

}  // namespace assay::prove
