#include "tests/unit/interpret/testing.h"

/// Operand bundles at calls.
namespace assay::interpret {
namespace {

constexpr const char* kDeclare =
    "declare i32 @g(i32) nounwind willreturn\ndeclare ptr @make() nounwind willreturn\n"
    "declare ptr @objc_retainAutoreleasedReturnValue(ptr) nounwind willreturn\n";

std::string pair_of(const std::string& source, const std::string& target) {
  return kDeclare + ("define i32 @src(i32 noundef %x) {\n" + source + "  ret i32 %r\n}\ndefine i32 @tgt(i32 noundef %x) {\n" + target + "  ret i32 %r\n}\n");
}

TEST(InterpretBundles, OperandsThatArePassedAreKept) {
  for (const std::string tag : {"deopt", "gc-transition", "something"}) {
    const auto call = [&](const std::string& operands) { return "  %r = call i32 @g(i32 %x) [ \"" + tag + "\"(" + operands + ") ]\n"; };
    EXPECT_EQ(outcome(pair_of(call("i32 %x, i32 7"), call("i32 %x, i32 7"))), "passed") << tag;
    EXPECT_EQ(outcome(pair_of(call("i32 7"), call("i32 8"))), "value-mismatch") << tag;
    EXPECT_EQ(outcome(pair_of(call("i32 7"), "  %r = call i32 @g(i32 %x)\n")), "value-mismatch") << tag;
  }
}

TEST(InterpretBundles, AnAttachedCallIsACallAfterTheCall) {
  const std::string made = "  %p = call ptr @make()", result = "  %r = add i32 %x, 0\n", name = "@objc_retainAutoreleasedReturnValue";
  const std::string attached = made + " [ \"clang.arc.attachedcall\"(ptr " + name + ") ]\n" + result;
  EXPECT_EQ(outcome(pair_of(attached, made + "\n  call ptr " + name + "(ptr %p)\n" + result)), "passed");
  EXPECT_NE(outcome(pair_of(attached, made + "\n" + result)), "passed");
}

}  // namespace
}  // namespace assay::interpret
