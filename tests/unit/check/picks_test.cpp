// Functions that use an undef argument several times: the solver's answer against the exact sets of the interpreter.

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "services/common/rng.h"
#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

struct Step {
  std::string op;
  std::size_t a, b, c;  ///< earlier values
};
using Steps = std::vector<Step>;

constexpr std::size_t kArguments = 2, kConstants = 3;

std::string operand(std::size_t value) {
  if (value < kArguments) return value == 0 ? "%a" : "%b";
  if (value < kArguments + kConstants) return std::array{"1", "2", "-1"}[value - kArguments];
  return "%v" + std::to_string(value);
}

Step random_step(std::size_t known, Rng& rng) {
  const std::string ops[] = {"and",     "or",     "xor", "add", "sub", "mul",  "and",  "or",    "xor", "add nsw",
                             "sub nuw", "select", "ult", "slt", "eq",  "umin", "smax", "ctpop", "lshr"};
  // Mostly the newest values: what nobody uses decides nothing.
  const auto any = [&] {
    return rng.chance(1, 2) ? known - 1 - rng.below(std::min<std::size_t>(known, 2)) : rng.below(known);
  };
  return {ops[rng.below(std::size(ops))], any(), any(), any()};
}

std::string text(const std::string& name, const Steps& steps, const std::string& type) {
  std::string result = "define " + type + " @" + name + "(" + type + " %a, " + type + " %b) { ";
  std::size_t at = kArguments + kConstants;
  for (const Step& step : steps) {
    const std::string to = "%v" + std::to_string(at++), a = operand(step.a), b = operand(step.b), c = operand(step.c);
    const std::string call = to + " = call " + type + " @llvm." + step.op + "." + type + "(" + type + " " + a;
    if (step.op == "select")
      result += to + "c = icmp ult " + type + " " + a + ", " + b + " " + to + " = select i1 " + to + "c, " + type +
                " " + b + ", " + type + " " + c + " ";
    else if (step.op == "ult" || step.op == "slt" || step.op == "eq")
      result += to + "c = icmp " + step.op + " " + type + " " + a + ", " + b + " " + to + " = sext i1 " + to + "c to " +
                type + " ";
    else if (step.op == "ctpop")
      result += call + ") ";
    else if (step.op == "umin" || step.op == "smax")
      result += call + ", " + type + " " + b + ") ";
    else
      result += to + " = " + step.op + " " + type + " " + a + ", " + b + " ";
  }
  return result + "ret " + type + " %v" + std::to_string(at - 1) + " } ";
}

std::string declarations(const std::string& type) {
  std::string result;
  for (const char* name : {"umin", "smax"})
    result += "declare " + type + " @llvm." + name + "." + type + "(" + type + ", " + type + ") ";
  return result + "declare " + type + " @llvm.ctpop." + type + "(" + type + ") ";
}

TEST(Picks, TheSolverKnowsTheSetsOfFunctionsThatUseArgumentsOften) {
  Options interpreter, solver;
  interpreter.oracles = Oracles::Interpreter;
  solver.oracles = Oracles::Smt;
  solver.smt_timeout_ms = 1'000;
  interpreter.trust_text = solver.trust_text = false;
  std::map<VerdictKind, unsigned> known;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Rng rng(seed);
    const std::string type = rng.chance(1, 2) ? "i2" : "i3";
    Steps source, target;
    const std::size_t count = 3 + rng.below(4);
    while (source.size() < count) source.push_back(random_step(kArguments + kConstants + source.size(), rng));
    target = source;
    const std::size_t changed = rng.below(count);
    Step& step = target[changed];
    const Step other = random_step(kArguments + kConstants + changed, rng);
    if (rng.chance(1, 3)) step.op = other.op;
    if (rng.chance(1, 2)) step.a = other.a;
    const std::string module = declarations(type) + text("src", source, type) + text("tgt", target, type);
    const Verdict exact = judge(module, interpreter), asked = judge(module, solver);
    if (exact.kind != VerdictKind::Correct && exact.kind != VerdictKind::Incorrect) continue;
    if (asked.kind == VerdictKind::Unknown) continue;
    ++known[exact.kind];
    EXPECT_EQ(exact.kind, asked.kind) << "seed " << seed << "\n"
                                      << module << "\n"
                                      << word(exact) << " / " << word(asked);
  }
  EXPECT_GT(known[VerdictKind::Correct], 60u);
  EXPECT_GT(known[VerdictKind::Incorrect], 60u);
}

}  // namespace
}  // namespace assay::check
