// What only an argument leads to: both machines must know who may look at it, and when.

#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

// ATTR-6
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
  // What is overwritten before the function ends is captured by nobody.
  const std::string overwritten = "store ptr %p, ptr @x store ptr null, ptr @x ret ptr null";
  EXPECT_EQ(words("captures(none)", overwritten, "store ptr null, ptr @x ret ptr null"), "correct");
  EXPECT_EQ(words("captures(none)", overwritten, "store ptr @x, ptr @x ret ptr null"), "incorrect");
  EXPECT_EQ(words("captures(none)", overwritten, stored), "incorrect");
  EXPECT_EQ(words("captures(none)", "store ptr null, ptr @x ret ptr null", stored), "incorrect");
  const std::string loaded = "store ptr %p, ptr @x %q = load ptr, ptr @x store ptr null, ptr @x ";
  EXPECT_EQ(words("captures(none)", loaded + "store i8 1, ptr %q ret ptr null", overwritten), "incorrect");
  EXPECT_EQ(words("captures(none)", loaded + "ret ptr %q", loaded + "ret ptr poison"), "correct");
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
