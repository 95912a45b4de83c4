#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

const std::string kDeclare =
    "@T = external constant ptr\n@U = external constant ptr\n@g = external global i32\n"
    "declare i32 @__gxx_personality_v0(...)\ndeclare void @may()\ndeclare void @seen(i32) nounwind willreturn\n"
    "declare i32 @llvm.eh.typeid.for.p0(ptr)\n";

/// @thrower raises an exception; each body catches it or lets it pass.
std::string caught(const std::string& clauses, const std::string& handler) {
  return kDeclare +
         "define void @thrower() personality ptr @__gxx_personality_v0 {\n"
         "  %e = insertvalue { ptr, i32 } { ptr inttoptr (i64 4096 to ptr), i32 0 }, i32 1, 1\n"
         "  resume { ptr, i32 } %e\n}\n"
         "define i32 @f() personality ptr @__gxx_personality_v0 {\n"
         "  invoke void @thrower() to label %fine unwind label %pad\n"
         "fine:\n  ret i32 0\npad:\n  %l = landingpad { ptr, i32 } " +
         clauses + "\n" + handler + "}\n";
}

TEST(InterpretExceptions, ResumeGoesToTheLandingPadOfTheInvoke) {
  EXPECT_EQ(behaviours_of(caught("catch ptr null", "  ret i32 1\n")), "returns i32 1");
  EXPECT_EQ(behaviours_of(caught("cleanup",
                                 "  %p = extractvalue { ptr, i32 } %l, 0\n  %s = extractvalue { ptr, i32 } %l, 1\n"
                                 "  %a = ptrtoint ptr %p to i32\n  %r = add i32 %a, %s\n  ret i32 %r\n")),
            "returns i32 4096 (0x1000)");
}

TEST(InterpretExceptions, APadWithoutAMatchingClauseIsPassedBy) {
  EXPECT_EQ(behaviours_of(caught("filter [1 x ptr] [ptr null]", "  ret i32 1\n")),
            "unwinds at invoke void @thrower() to label %fine unwind label %pad");
  EXPECT_EQ(behaviours_of(caught("filter [0 x ptr] zeroinitializer",
                                 "  %s = extractvalue { ptr, i32 } %l, 1\n  %n = icmp slt i32 %s, 0\n"
                                 "  %r = zext i1 %n to i32\n  ret i32 %r\n")),
            "returns i32 1");
}

TEST(InterpretExceptions, TheSelectorIsTheNumberOfTheTypeCaught) {
  // Whether the exception is of either type is not known, but the selector tells.
  const std::string handler =
      "  %s = extractvalue { ptr, i32 } %l, 1\n  %t = call i32 @llvm.eh.typeid.for.p0(ptr @T)\n"
      "  %u = call i32 @llvm.eh.typeid.for.p0(ptr @U)\n  %a = icmp eq i32 %s, %t\n  %b = icmp eq i32 %s, %u\n"
      "  %z = icmp eq i32 %s, 0\n  %ab = or i1 %a, %b\n  %abz = or i1 %ab, %z\n  %r = zext i1 %abz to i32\n  ret i32 "
      "%r\n";
  EXPECT_EQ(behaviours_of(caught("cleanup catch ptr @T catch ptr @U", handler)), "returns i32 1");
}

TEST(InterpretExceptions, ANounwindFunctionMustNotUnwind) {
  EXPECT_THAT(behaviours_of("declare i32 @__gxx_personality_v0(...)\n"
                            "define void @f() nounwind personality ptr @__gxx_personality_v0 {\n"
                            "  resume { ptr, i32 } zeroinitializer\n}"),
              testing::HasSubstr("a nounwind function unwound"));
}

TEST(InterpretExceptions, AllocasOfFramesLeftAreDead) {
  EXPECT_THAT(behaviours_of(kDeclare +
                            "@p = global ptr null\n"
                            "define void @thrower() personality ptr @__gxx_personality_v0 {\n  %a = alloca i32\n"
                            "  store i32 1, ptr %a\n  store ptr %a, ptr @p\n  resume { ptr, i32 } zeroinitializer\n}\n"
                            "define i32 @f() personality ptr @__gxx_personality_v0 {\n"
                            "  invoke void @thrower() to label %fine unwind label %pad\nfine:\n  ret i32 0\npad:\n"
                            "  %l = landingpad { ptr, i32 } cleanup\n  %q = load ptr, ptr @p\n  %v = load i32, ptr %q\n"
                            "  ret i32 %v\n}\n"),
              testing::HasSubstr("dead object"));
}

TEST(InterpretExceptions, FiltersHaveOneSelector) {
  const std::string selector = "  %s = extractvalue { ptr, i32 } %l, 1\n  ret i32 %s\n";
  EXPECT_EQ(behaviours_of(caught("filter [1 x ptr] [ptr null] filter [0 x ptr] zeroinitializer", selector)),
            behaviours_of(caught("filter [0 x ptr] zeroinitializer", selector)));
}

TEST(InterpretBranches, AddressesOfBlocksAreJumpedTo) {
  const std::string text =
      "@table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]\n"
      "define i32 @f(i64 %i) {\n  %p = getelementptr ptr, ptr @table, i64 %i\n  %t = load ptr, ptr %p\n"
      "  indirectbr ptr %t, [label %a, label %b]\na:\n  ret i32 10\nb:\n  ret i32 20\n}\n";
  EXPECT_EQ(behaviours_of(text, "0"), "returns i32 10 (0xa)");
  EXPECT_EQ(behaviours_of(text, "1"), "returns i32 20 (0x14)");
  EXPECT_THAT(behaviours_of("define void @f() {\n indirectbr ptr blockaddress(@f, %b), [label %a]\na:\n br label %b\n"
                            "b:\n ret void\n}"),
              testing::HasSubstr("indirectbr"));
}

}  // namespace
}  // namespace assay::interpret
