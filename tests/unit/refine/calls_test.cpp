#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(RefineCalls, WhatIsTheSameCallForSureIsNotLookedForAmongOthers) {
  Options options;
  options.smt_timeout_ms = 20'000;  // a search would take longer
  const auto twice = [](const std::string& name, const std::string& first) {
    return "define i8 @" + name + "(ptr noundef %l, i8 %x) { " + first +
           "call void @h(ptr %l) call void @h(ptr %l) %v = load i8, ptr %l ret i8 %v } ";
  };
  EXPECT_EQ(verdict("declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn " + twice("src", "") +
                        twice("tgt", "%y = add i8 %x, 1 "),
                    options),
            "correct");
  const std::string made =
      "%a = call noalias ptr @make() %b = call noalias ptr @make() store ptr %b, ptr %a call void @keep(ptr %a) ret "
      "void } ";
  EXPECT_EQ(verdict("declare noalias ptr @make() declare void @keep(ptr) define void @src(i8 %x) { " + made +
                        "define void @tgt(i8 %x) { %y = add i8 %x, 1 " + made,
                    options),
            "correct");
}

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
