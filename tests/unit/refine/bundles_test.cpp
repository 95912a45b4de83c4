#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

/// Operand bundles in functions that the verifier rejects, so that no golden can hold them.
namespace assay::refine {
namespace {

TEST(RefineBundles, AnAttachedFunctionWithoutParametersGetsNothing) {
  const std::string bare = "declare ptr @bare() declare ptr @made() ";
  const std::string source =
      bare + "define void @src() { call ptr @made() [ \"clang.arc.attachedcall\"(ptr @bare) ] ret void } ";
  EXPECT_EQ(verdict(source + "define void @tgt() { call ptr @made() call ptr @bare() ret void }"), "correct");
  EXPECT_EQ(verdict(source + "define void @tgt() { call ptr @bare() call ptr @made() ret void }").substr(0, 9),
            "incorrect");
}

TEST(RefineBundles, AnAttachedCallOfWhatGivesNothingIsNone) {
  const std::string declared = "declare void @h() declare ptr @objc_retainAutoreleasedReturnValue(ptr) ";
  EXPECT_EQ(verdict(declared + "define void @src() { call void @h() [ \"clang.arc.attachedcall\"(ptr "
                               "@objc_retainAutoreleasedReturnValue) ] ret void } "
                               "define void @tgt() { call void @h() ret void }"),
            "correct");
}

}  // namespace
}  // namespace assay::refine
