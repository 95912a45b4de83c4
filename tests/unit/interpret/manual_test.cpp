#include "tests/unit/interpret/testing.h"

/// The claims of LLVM's undefined-behaviour manual, each as a pair that must or must not be allowed.
namespace assay::interpret {
namespace {

std::string judged(const std::string& text) {
  std::string reason;
  switch (exhaustive_kind(text, &reason)) {
    case CheckResult::Kind::Proved:
      return "proved";
    case CheckResult::Kind::Refuted:
      return reason;
    default:
      return "not judged: " + reason;
  }
}

// The manual takes willreturn for both words: CALL-2.
TEST(UndefinedBehaviourManual, UndefinedBehaviourReachesBackOverOutput) {
  const auto kind = [](const std::string& words) {
    Code code("declare void @note() " + words + "\ndefine void @src() {\n call void @note()\n unreachable\n}\n" +
              "define void @tgt() {\n unreachable\n}");
    return check_sampled(code["src"], code["tgt"]).kind;
  };
  EXPECT_EQ(kind("nounwind willreturn"), CheckResult::Kind::Passed);
  EXPECT_EQ(kind("willreturn"), CheckResult::Kind::Refuted);
}

TEST(UndefinedBehaviourManual, PoisonTaintsWhatIsComputedFromIt) {
  EXPECT_EQ(behaviours_of(
                "define i4 @f(i4 %a, i4 %b, i4 %c) {\n %s = add nsw i4 %a, %b\n %r = add nsw i4 %s, %c\n ret i4 %r\n}",
                "7, 1, -8"),
            "returns i4 poison");
}

TEST(UndefinedBehaviourManual, ABranchMayBeHoistedOnlyIfItsConditionIsFrozen) {
  const std::string source =
      "define i4 @src(i1 %c, i1 %go) {\n br i1 %go, label %in, label %out\nin:\n br i1 %c, label %a, label %b\n"
      "a:\n ret i4 1\nb:\n ret i4 2\nout:\n ret i4 0\n}\n";
  const auto target = [](const std::string& freeze, const std::string& condition) {
    return "define i4 @tgt(i1 %c, i1 %go) {\n" + freeze + " br i1 " + condition +
           ", label %a, label %b\na:\n %x = select i1 %go, i4 1, i4 0\n ret i4 %x\n"
           "b:\n %y = select i1 %go, i4 2, i4 0\n ret i4 %y\n}";
  };
  EXPECT_EQ(judged(source + target("", "%c")), "more-ub");
  CheckOptions options;
  options.undef_input = false;  // %go is used twice and would be picked twice
  Code code(source + target(" %f = freeze i1 %c\n", "%f"));
  const auto result = check_exhaustively(code["src"], code["tgt"], options);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->kind, CheckResult::Kind::Proved) << result->detail;
}

}  // namespace
}  // namespace assay::interpret
