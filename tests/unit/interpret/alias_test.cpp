#include "tests/unit/interpret/testing.h"

/// !tbaa, !alias.scope with !noalias, and access groups: what they keep apart may not refute.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

constexpr const char* kTypes =
    "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!\"int\", !1, i64 0}\n!3 = !{!\"float\", !1, i64 0}\n"
    "!4 = !{!2, !2, i64 0}\n!5 = !{!3, !3, i64 0}\n!6 = !{!1, !1, i64 0}\n!7 = !{!2, !2, i64 0, i64 1}\n"
    "!10 = distinct !{!10}\n!11 = distinct !{!11, !10}\n!12 = distinct !{!12, !10}\n!13 = !{!11}\n!14 = !{!12}\n"
    "!15 = !{!11, !12}\n!20 = distinct !{}\n!21 = !{i64 0, i64 4, !4}\n";

// ATTR-24
TEST(InterpretAliasMetadata, ALoadOfAConstantTypeReadsWhatNeverChanges) {
  EXPECT_THAT(behaviours_of(std::string("@g = global i32 1\ndefine i32 @f() {\n  store i32 2, ptr @g\n"
                                        "  %v = load i32, ptr @g, !tbaa !7\n  ret i32 %v\n}\n") + kTypes),
              HasSubstr("invariant memory changed"));
}

}  // namespace
}  // namespace assay::interpret
