#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(RefineCalls, ManyCallsInARowOnSeveralPathsAreComparedStepByStep) {
  Options options;
  options.smt_timeout_ms = 60'000;  // memory at each call would take far longer
  const auto chain = [](const std::string& name, const std::vector<std::string>& passed) {
    std::string text =
        "define void @" + name +
        "(i8 %x, i8 %y, i1 %c) { entry: br i1 %c, label %near, label %far near: "
        "%a = icmp ult i8 %x, 9 %b = icmp ugt i8 %y, 99 %both = and i1 %a, %b br i1 %both, label %in, label %out in: ";
    for (std::size_t i = 0; i < passed.size(); ++i) {
      const std::string n = std::to_string(i);
      text += "%v" + n + " = icmp ult i8 " + (i % 2 == 0 ? "%x, " : "%y, ") + std::to_string(9 - i % 2 + 90 * (i % 2)) +
              " call void @use(i1 " + (passed[i].empty() ? "%v" + n : passed[i]) + ") ";
    }
    return text +
           "br label %far far: %w = icmp ugt i8 %y, 5 call void @use(i1 %w) ret void out: call void @use(i1 %a) ret "
           "void } ";
  };
  const std::vector<std::string> kept(8);
  std::vector<std::string> known(8), wrong(8);
  for (std::size_t i = 0; i < known.size(); i += 2) known[i] = wrong[i] = "true", known[i + 1] = wrong[i + 1] = "false";
  wrong[5] = "true";
  const std::string declared = "declare void @use(i1) ";
  EXPECT_EQ(verdict(declared + chain("src", kept) + chain("tgt", known), options), "correct");
  options.smt_timeout_ms = 500;  // refuting takes long
  EXPECT_EQ(verdict(declared + chain("src", kept) + chain("tgt", wrong), options), "incorrect: more-ub");
}

}  // namespace
}  // namespace assay::refine
