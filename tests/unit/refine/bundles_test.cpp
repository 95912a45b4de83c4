#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

/// Operand bundles at calls.
namespace assay::refine {
namespace {

const std::string kDeclarations =
    "declare i32 @f(i32) declare i32 @quiet(i32) memory(none) nounwind willreturn declare ptr @make() "
    "declare ptr @objc_retainAutoreleasedReturnValue(ptr) declare ptr @objc_unsafeClaimAutoreleasedReturnValue(ptr) "
    "declare void @llvm.objc.clang.arc.noop.use(...) declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr) "
    "define i32 @known(i32 %x) { ret i32 %x } ";

std::string word(const std::string& source, const std::string& target, const std::string& of = "i32 ", const std::string& with = "(i32 noundef %x, ptr noundef %p)") {
  return verdict(kDeclarations + "define " + of + "@src" + with + " { " + source + " } define " + of + "@tgt" + with + " { " + target + " }");
}
bool is_refuted(const std::string& source, const std::string& target, const std::string& of = "i32 ") {
  return word(source, target, of).starts_with("incorrect");
}
std::string call(const std::string& bundles, const std::string& callee = "i32 @f") {
  return "%r = call " + callee + "(i32 %x) [ " + bundles + " ] ";
}

TEST(RefineBundles, ThoseWhoseOperandsArePassedAreKept) {
  for (const std::string tag : {"deopt", "gc-transition", "something"}) {
    const auto with = [&](const std::string& operands) { return call("\"" + tag + "\"(" + operands + ")"); };
    EXPECT_EQ(word(with("i32 %x, i64 7") + "%s = mul i32 %r, 2 ret i32 %s", with("i32 %x, i64 7") + "%s = shl i32 %r, 1 ret i32 %s"), "correct") << tag;
    EXPECT_TRUE(is_refuted(with("i32 %x") + "ret i32 %r", with("i32 %x") + "%s = add i32 %r, 1 ret i32 %s")) << tag;
    EXPECT_TRUE(is_refuted(with("i32 %x") + "ret i32 %r", with("i32 1") + "ret i32 %r")) << tag;
    EXPECT_TRUE(is_refuted(with("i32 %x") + "ret i32 %r", with("") + "ret i32 %r")) << tag;
    EXPECT_TRUE(is_refuted(with("i32 %x") + "ret i32 %r", "%r = call i32 @f(i32 %x) ret i32 %r")) << tag;
    EXPECT_EQ(word("%y = add i32 %x, 0 " + call("\"" + tag + "\"(i32 %y)") + "ret i32 %r", with("i32 %x") + "ret i32 %r"), "correct") << tag;
  }
}

TEST(RefineBundles, DeoptimizationReadsMemoryAndDoesNotWriteIt) {
  const std::string deopt = call("\"deopt\"(ptr %a)", "i32 @quiet"), other = call("\"other\"(ptr %a)", "i32 @quiet");
  const std::string object = "%a = alloca i32 ", store = "store i32 %x, ptr %a ";
  EXPECT_TRUE(is_refuted(object + store + deopt + "ret i32 %r", object + deopt + "ret i32 %r"));
  EXPECT_EQ(word(object + store + deopt + "%v = load i32, ptr %a ret i32 %v", object + store + deopt + "ret i32 %x"), "correct");
  EXPECT_TRUE(is_refuted(object + store + other + "%v = load i32, ptr %a ret i32 %v", object + store + other + "ret i32 %x"));
  // A call whose own attributes say that nothing is read, does not.
  const std::string none = "%r = call i32 @quiet(i32 %x) memory(none) [ \"deopt\"() ] ";
  EXPECT_EQ(word("store i32 1, ptr %p " + none + "store i32 2, ptr %p ret i32 %r", none + "store i32 2, ptr %p ret i32 %r"), "correct");
}

TEST(RefineBundles, IndirectCallsHaveThemToo) {
  const auto with = [](const std::string& operands) { return "%r = call i32 %p(i32 %x) [ \"deopt\"(" + operands + ") ] "; };
  EXPECT_EQ(word(with("i32 %x") + "%s = mul i32 %r, 2 ret i32 %s", with("i32 %x") + "%s = shl i32 %r, 1 ret i32 %s"), "correct");
  EXPECT_TRUE(is_refuted(with("i32 %x") + "ret i32 %r", with("i32 2") + "ret i32 %r"));
  EXPECT_EQ(word("%c = icmp eq ptr %p, null br i1 %c, label %a, label %b a: %v = call i32 %p(i32 %x) [ \"deopt\"() ] br label %b b: ret i32 1",
                 "%c = icmp eq ptr %p, null br i1 %c, label %a, label %b a: unreachable b: ret i32 1"),
            "correct");
}

TEST(RefineBundles, AnAttachedCallIsACallAfterTheCall) {
  const auto attached = [](const std::string& function) { return "%r = call ptr @make() [ \"clang.arc.attachedcall\"(ptr @" + function + ") ] "; };
  const std::string retain = "objc_retainAutoreleasedReturnValue", claim = "objc_unsafeClaimAutoreleasedReturnValue";
  const std::string written = "%r = call ptr @make() %s = call ptr @" + retain + "(ptr %r) ";
  const std::string use = "call void (...) @llvm.objc.clang.arc.noop.use(ptr %r) ";
  EXPECT_EQ(word(attached(retain) + "ret ptr %r", written + "ret ptr %r", "ptr "), "correct");
  EXPECT_EQ(word(written + "ret ptr %r", attached(retain) + use + "ret ptr %r", "ptr "), "correct");
  EXPECT_EQ(word(attached("llvm." + std::string("objc.retainAutoreleasedReturnValue")) + use + "ret ptr %r", written + "ret ptr %r", "ptr "), "correct");
  EXPECT_TRUE(is_refuted(attached(retain) + "ret ptr %r", attached(claim) + "ret ptr %r", "ptr "));
  EXPECT_TRUE(is_refuted(attached(retain) + "ret ptr %r", "%r = call ptr @make() ret ptr %r", "ptr "));
  EXPECT_TRUE(is_refuted(attached(retain) + "ret ptr %r", attached(retain) + "ret ptr null", "ptr "));
  // Its result is not the call's.
  EXPECT_TRUE(is_refuted(attached(retain) + "ret ptr %r", written + "ret ptr %s", "ptr "));
}

TEST(RefineBundles, AnAttachedFunctionWithoutParametersGetsNothing) {
  const std::string bare = "declare ptr @bare() declare ptr @made() ";
  const std::string source = bare + "define void @src() { call ptr @made() [ \"clang.arc.attachedcall\"(ptr @bare) ] ret void } ";
  EXPECT_EQ(verdict(source + "define void @tgt() { call ptr @made() call ptr @bare() ret void }"), "correct");
  EXPECT_EQ(verdict(source + "define void @tgt() { call ptr @bare() call ptr @made() ret void }").substr(0, 9), "incorrect");
}

TEST(RefineBundles, AnAttachedCallOfWhatGivesNothingIsNone) {
  const std::string h = "declare void @h() ";
  EXPECT_EQ(verdict(h + kDeclarations + "define void @src() { call void @h() [ \"clang.arc.attachedcall\"(ptr @objc_retainAutoreleasedReturnValue) ] ret void } "
                                        "define void @tgt() { call void @h() ret void }"),
            "correct");
}

TEST(RefineBundles, ATypeCheckIsOneOfIndirectCalls) {
  EXPECT_EQ(word(call("\"kcfi\"(i32 7)") + "ret i32 %r", "%r = call i32 @f(i32 %x) ret i32 %r"), "correct");
  EXPECT_EQ(word("%r = call i32 %p(i32 %x) [ \"kcfi\"(i32 7) ] ret i32 %r", "ret i32 0"), "lower: operand bundle kcfi");
}

TEST(RefineBundles, WhatHasNoMeaningHereIsRefusedByName) {
  const auto refused = [](const std::string& bundle, const std::string& callee = "%p") {
    return word("%r = call i32 " + callee + "(i32 %x) [ " + bundle + " ] ret i32 %r", "ret i32 0");
  };
  EXPECT_EQ(refused("\"ptrauth\"(i32 0, i64 7)"), "lower: operand bundle ptrauth");
  EXPECT_EQ(refused("\"cfguardtarget\"(ptr %p)"), "lower: operand bundle cfguardtarget");
  EXPECT_EQ(refused("\"deopt\"(i32 7)", "@known"), "lower: operand bundle deopt");
}

}  // namespace
}  // namespace assay::refine
