#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Where functions place their own objects.
namespace assay::check {
namespace {

std::string judged_by(Oracles who, const std::string& module) {
  Options options;
  options.oracles = who;
  options.trust_text = false;
  return word(judge(module, options));
}

/// Accesses a variable that asks for one alignment with another.
std::string access(const std::string& name, int variable, int access, int offset) {
  const std::string p = "align " + std::to_string(access);
  return "define i8 @" + name + "(i8 noundef %x) { %p = alloca [16 x i8], align " + std::to_string(variable) +
         " %q = getelementptr i8, ptr %p, i64 " + std::to_string(offset) + " store i8 %x, ptr %q, " + p +
         " %v = load i8, ptr %q, " + p + " ret i8 %v } ";
}

// MEM-8
TEST(CheckPlacement, BothMachinesSayTheSameOfAccessesThatCountOnMoreThanTheVariableAsksFor) {
  for (int variable : {1, 2, 4, 8})
    for (int aligned : {1, 2, 4, 8})
      for (int offset : {0, 4}) {
        const bool fine = aligned <= variable && offset % aligned == 0;
        const std::string one = access("src", variable, aligned, offset);
        const auto ask = [&](const std::string& target, const std::string& expected) {
          for (const Oracles who : {Oracles::Interpreter, Oracles::Smt, Oracles::All})
            EXPECT_EQ(judged_by(who, one + target).substr(0, 9), expected)
                << variable << " " << aligned << " " << offset << " by " << static_cast<int>(who) << ": " << target;
        };
        // What the source may do at one place, it may do.
        ask("define i8 @tgt(i8 noundef %x) { unreachable }", fine ? "incorrect" : "correct");
        ask("define i8 @tgt(i8 noundef %x) { ret i8 %x }", "correct");
        ask("define i8 @tgt(i8 noundef %x) { %y = add i8 %x, 1 ret i8 %y }", fine ? "incorrect" : "correct");
        for (int less : {1, 2, 4, 8}) {
          const bool still = aligned <= less && offset % aligned == 0;
          ask(access("tgt", less, aligned, offset), fine && !still ? "incorrect" : "correct");
        }
      }
}

}  // namespace
}  // namespace assay::check
