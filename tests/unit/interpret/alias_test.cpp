#include "tests/unit/interpret/testing.h"

/// !tbaa that says more than which accesses are apart. What alias metadata keeps apart: tests/golden/pairs/attributes.
namespace assay::interpret {
namespace {

// ATTR-24
TEST(InterpretAliasMetadata, ALoadOfAConstantTypeReadsWhatNeverChanges) {
  EXPECT_THAT(behaviours_of("@g = global i32 1\ndefine i32 @f() {\n  store i32 2, ptr @g\n"
                            "  %v = load i32, ptr @g, !tbaa !3\n  ret i32 %v\n}\n"
                            "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!\"int\", !1, i64 0}\n!3 = !{!2, "
                            "!2, i64 0, i64 1}\n"),
              testing::HasSubstr("invariant memory changed"));
}

}  // namespace
}  // namespace assay::interpret
