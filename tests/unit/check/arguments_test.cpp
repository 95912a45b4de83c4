// What only an argument leads to: both machines must know who may look at it, and when.

#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

constexpr const char* kFunctions =
    "declare void @g() nounwind declare void @may() declare void @keep(ptr) nounwind "
    "declare void @look(ptr captures(none)) nounwind declare ptr @back() nounwind ";

/// Is the target refuted by either machine alone? "correct", or what refutes it; "not refuted" by the sampled inputs.
std::string judged_by(Oracles oracles, const std::string& parameter, const std::string& source, const std::string& target) {
  Options options;
  options.oracles = oracles;
  options.samples = 256;
  const std::string of = "(ptr " + parameter + " %a) { ";
  const Verdict verdict =
      judge(kFunctions + ("define i8 @src" + of + source + "} define i8 @tgt" + of + target + "}"), options);
  if (verdict.kind == VerdictKind::Incorrect) return "incorrect";
  if (verdict.kind == VerdictKind::Correct) return "correct";
  return verdict.reason == Reason::Sampled ? "correct" : word(verdict);
}

struct Case {
  std::string what, source, target;
  bool correct;
};

/// A case for objects that nobody else knows; plain pointers are refuted in each.
const Case kCases[] = {
    {"a dead store before a call", "store i8 1, ptr %a call void @g() store i8 2, ptr %a ret i8 0 ",
     "call void @g() store i8 2, ptr %a ret i8 0 ", true},
    {"what was stored is still there", "store i8 1, ptr %a call void @g() %v = load i8, ptr %a ret i8 %v ",
     "store i8 1, ptr %a call void @g() ret i8 1 ", true},
    {"a callee looks at what it is given", "store i8 1, ptr %a call void @look(ptr %a) store i8 2, ptr %a ret i8 0 ",
     "call void @look(ptr %a) store i8 2, ptr %a ret i8 0 ", false},
    {"and may write it", "store i8 1, ptr %a call void @look(ptr %a) %v = load i8, ptr %a ret i8 %v ",
     "store i8 1, ptr %a call void @look(ptr %a) ret i8 1 ", false},
    {"a callee that has kept nothing does not look later",
     "call void @look(ptr %a) store i8 1, ptr %a call void @g() store i8 2, ptr %a ret i8 0 ",
     "call void @look(ptr %a) call void @g() store i8 2, ptr %a ret i8 0 ", true},
    {"one that keeps the pointer may", "call void @keep(ptr %a) store i8 1, ptr %a call void @g() store i8 2, ptr %a ret i8 0 ",
     "call void @keep(ptr %a) call void @g() store i8 2, ptr %a ret i8 0 ", false},
};

TEST(HiddenObjects, AreLeftAloneByFunctionsThatWereNotGivenThem) {
  for (const Case& c : kCases)
    for (const char* parameter : {"noalias noundef dereferenceable(1)", "byval(i8)"})
      for (const Oracles oracles : {Oracles::Interpreter, Oracles::Smt})
        EXPECT_EQ(judged_by(oracles, parameter, c.source, c.target), c.correct ? "correct" : "incorrect")
            << c.what << ", " << parameter << ", " << (oracles == Oracles::Smt ? "solver" : "interpreter");
}

TEST(HiddenObjects, AreOthersWhereThePointerIsPlain) {
  for (const Case& c : kCases)
    for (const Oracles oracles : {Oracles::Interpreter, Oracles::Smt})
      EXPECT_EQ(judged_by(oracles, "noundef dereferenceable(1)", c.source, c.target), "incorrect") << c.what;
}

TEST(HiddenObjects, AreSeenByTheCallerAfterAnException) {
  const std::string source = "store i8 1, ptr %a call void @may() store i8 2, ptr %a ret i8 0 ";
  const std::string target = "call void @may() store i8 2, ptr %a ret i8 0 ";
  for (const Oracles oracles : {Oracles::Interpreter, Oracles::Smt}) {
    EXPECT_EQ(judged_by(oracles, "noalias noundef dereferenceable(1)", source, target), "incorrect");
    EXPECT_EQ(judged_by(oracles, "noalias noundef dereferenceable(1) dead_on_unwind", source, target), "correct");
    EXPECT_EQ(judged_by(oracles, "byval(i8)", source, target), "correct");
  }
}

TEST(HiddenObjects, AFunctionThatWasGivenOneMayGiveItBack) {
  const std::string source = "call void @keep(ptr %a) %q = call ptr @back() store i8 1, ptr %a store i8 2, ptr %q "
                             "%v = load i8, ptr %a ret i8 %v ";
  const std::string target = "call void @keep(ptr %a) %q = call ptr @back() store i8 1, ptr %a store i8 2, ptr %q ret i8 1 ";
  EXPECT_EQ(judged_by(Oracles::Smt, "noalias noundef dereferenceable(1)", source, target), "incorrect");
  const auto without = [](std::string text) { return text.erase(0, text.find("%q")); };
  EXPECT_EQ(judged_by(Oracles::Smt, "noalias noundef dereferenceable(1)", without(source), without(target)), "correct");
}

TEST(NotCaptured, WhatPointsToItAtTheEndIsPoison) {
  const auto words = [](const std::string& attribute, const std::string& source, const std::string& target) {
    std::vector<std::string> all;
    for (const Oracles oracles : {Oracles::All, Oracles::Interpreter, Oracles::Smt}) {
      Options options;
      options.oracles = oracles;
      options.samples = 256;
      const std::string of = "(ptr " + attribute + " %p) { ";
      const Verdict verdict = judge("@x = global ptr null define ptr @src" + of + source + " } define ptr @tgt" + of + target + " }", options);
      const bool passed = verdict.kind == VerdictKind::Correct || verdict.reason == Reason::Sampled;
      all.push_back(passed ? "correct" : verdict.kind == VerdictKind::Incorrect ? "incorrect" : word(verdict));
    }
    EXPECT_TRUE(all[0] == all[1] && all[1] == all[2]) << all[0] << "; " << all[1] << "; " << all[2];
    return all[0];
  };
  const std::string stored = "store ptr %p, ptr @x ret ptr null", poison = "store ptr poison, ptr @x ret ptr null";
  EXPECT_EQ(words("captures(none)", stored, poison), "correct");
  EXPECT_EQ(words("", stored, poison), "incorrect");
  EXPECT_EQ(words("captures(none)", "ret ptr %p", "ret ptr poison"), "correct");
  EXPECT_EQ(words("captures(ret: address, provenance)", "ret ptr %p", "ret ptr poison"), "incorrect");
  EXPECT_EQ(words("captures(none)", "ret ptr null", "ret ptr %p"), "incorrect");
}

TEST(ByVal, ACopyIsNowhereButInMemory) {
  const auto passes = [](const std::string& name, const std::string& attributes, const std::string& passed) {
    return "define i8 @" + name + "(ptr " + attributes + " %a) { %v = call i8 @take(ptr " + passed + " %a) ret i8 %v } ";
  };
  for (const Oracles oracles : {Oracles::All, Oracles::Interpreter}) {
    Options options;
    options.oracles = oracles;
    options.samples = 256;
    for (const char* promise : {"nonnull", "noundef", "dereferenceable(1)"}) {
      const Verdict kept = judge("declare i8 @take(ptr) nounwind " + passes("src", "byval(i8)", "") + passes("tgt", "byval(i8)", promise), options);
      EXPECT_TRUE(kept.kind == VerdictKind::Correct || kept.reason == Reason::Sampled) << promise << word(kept);
      const Verdict added = judge("declare i8 @take(ptr) nounwind " + passes("src", "", "") + passes("tgt", "", promise), options);
      EXPECT_EQ(added.kind, VerdictKind::Incorrect) << promise << word(added);
    }
  }
}

}  // namespace
}  // namespace assay::check
