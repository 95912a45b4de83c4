// Where in LLVM a known mistake of the linked release is made.
#include "services/worker/hunt/place.h"

#include <gmock/gmock.h>

namespace assay::hunt {
namespace {

Finding finding(const std::string& pipeline, const std::string& reduced) {
  Finding finding;
  finding.function = "f";
  finding.reduced_pipeline = pipeline;
  finding.reduced = reduced;
  finding.question.undef_inputs = false;
  return finding;
}

// Rotations compared with each other (llvm/llvm-project#223263): comparisons for equality are folded in
// foldICmpEquality.
constexpr const char* kRotations =
    "declare i7 @llvm.fshl.i7(i7, i7, i7)\ndefine i1 @f(i7 %x, i7 %y) {\n  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 "
    "1)\n"
    "  %b = call i7 @llvm.fshl.i7(i7 %y, i7 %y, i7 -3)\n  %c = icmp eq i7 %a, %b\n  ret i1 %c\n}\n";

TEST(Place, IsTheFunctionThatFoldsIt) {
  const auto place = find_place(finding("instcombine", kRotations));
  ASSERT_TRUE(place) << place.error();
  EXPECT_THAT(*place, ::testing::Contains("InstCombinerImpl::foldICmpEquality"));
}

// `assay reduce` does not know which function of a file it is about.
TEST(Place, NeedsNoNameOfAFunction) {
  Finding nameless = finding("instcombine", kRotations);
  nameless.function.clear();
  const auto place = find_place(nameless);
  ASSERT_TRUE(place) << place.error();
  EXPECT_THAT(*place, ::testing::Contains("InstCombinerImpl::foldICmpEquality"));
}

TEST(Place, IsNotKnownOfWhatTheLinkedReleaseDoesRight) {
  const auto place = find_place(finding("instcombine", "define i8 @f(i8 %x) {\n  %a = mul i8 %x, 2\n  ret i8 %a\n}\n"));
  ASSERT_FALSE(place);
  EXPECT_THAT(place.error(), ::testing::HasSubstr("does not show it"));
}

}  // namespace
}  // namespace assay::hunt
