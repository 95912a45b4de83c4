#include <gtest/gtest.h>

#include <string>

#include "tests/unit/check/pairs.h"

/// Functions that are one expression of very many steps: who walks along it must not do so by calling itself.
namespace assay::check {
namespace {

std::string chain(const std::string& name, const std::string& arguments, const std::string& begin,
                  const std::string& last, const std::string& end) {
  constexpr unsigned kSteps = 200'000;
  std::string text = "define " + name + "(ptr %p" + arguments + ") {\n" + begin;
  for (unsigned i = 0; i < kSteps; ++i)
    text +=
        "  %x" + std::to_string(i + 1) + " = xor i32 %x" + std::to_string(i) + ", " + std::to_string(i % 7 + 1) + "\n";
  return text + "  %r = " + last + " i32 %x" + std::to_string(kSteps) + ", 0\n" + end + "}\n";
}

TEST(LongChains, OfWhatIsLoadedAreLookedAt) {
  const auto function = [](const std::string& name, const std::string& last) {
    return chain("i32 @" + name, "", "  %x0 = load i32, ptr %p\n", last, "  ret i32 %r\n");
  };
  const Verdict verdict = judge(function("src", "or") + function("tgt", "xor"));
  EXPECT_EQ(verdict.kind, VerdictKind::Correct) << verdict.detail;
}

TEST(LongChains, OfWhatIsStoredBackAreLookedAt) {
  const std::string begin = "  %q = getelementptr i32, ptr %p, i64 %i\n  %x0 = load i32, ptr %q\n";
  const auto function = [&](const std::string& name, const std::string& last) {
    return chain("void @" + name, ", i64 %i", begin, last, "  store i32 %r, ptr %q\n  ret void\n");
  };
  const Verdict verdict = judge(function("src", "or") + function("tgt", "xor"));
  EXPECT_EQ(verdict.kind, VerdictKind::Correct) << verdict.detail;
}

}  // namespace
}  // namespace assay::check
