#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

/// @src and @tgt with these bodies, of three floats, which may be undef and poison.
std::string pair(const std::string& source, const std::string& target) {
  const std::string head = "(float %x, float %y, float %z) { ";
  return "declare float @llvm.fma.f32(float, float, float) declare void @f(float) "
         "define float @src" +
         head + source + " } define float @tgt" + head + target + " }";
}

// VAL-12
TEST(Floats, APermissionOfTheSourceNeedNotBeUsed) {
  const std::string flagged = "%a = fmul contract float %x, %y %r = fadd reassoc nsz float %a, %z ret float %r";
  const std::string plain = "%a = fmul float %x, %y %r = fadd float %a, %z ret float %r";
  const std::string reused = "%r = fadd float %a, %y ret float %r", other = "%a = fmul float %x, %y " + reused;
  EXPECT_EQ(bound(pair(flagged, plain)), "correct");
  EXPECT_EQ(bound(pair(flagged, other)), "unknown: approximation");
  EXPECT_EQ(bound(pair(plain, flagged)), "unknown: approximation");
  EXPECT_EQ(bound(pair(flagged, flagged)), "correct");
}

}  // namespace
}  // namespace assay::refine
