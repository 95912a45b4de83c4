#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

const std::string kFunctions =
    "declare i32 @p(...) declare void @f() declare i8 @g(i8) declare void @quiet() nounwind "
    "declare i32 @llvm.eh.typeid.for.p0(ptr) @A = external constant ptr @B = external constant ptr ";

/// Both functions with a personality.
std::string pair_of(const std::string& source, const std::string& target, const std::string& type = "i8 ") {
  const std::string of = "(ptr noundef %p, i8 noundef %x) personality ptr @p { ";
  return kFunctions + "define " + type + "@src" + of + source + " } define " + type + "@tgt" + of + target + " }";
}

std::string word(const std::string& source, const std::string& target) { return verdict(pair_of(source, target)); }
bool is_refuted(const std::string& source, const std::string& target) {
  return word(source, target).starts_with("incorrect");
}

const std::string kResume = "u: %l = landingpad { ptr, i32 } cleanup resume { ptr, i32 } %l ";
const std::string kCatch = "u: %l = landingpad { ptr, i32 } catch ptr null ret i8 2 ";
const std::string kThrowing = "invoke void @f() to label %n unwind label %u n: ret i8 1 ";
const std::string kCall = "call void @f() ret i8 1 ";

TEST(RefineExceptions, ALandingPadThatOnlyResumesMayGo) {
  EXPECT_EQ(word(kThrowing + kResume, kCall), "correct");
  EXPECT_EQ(word(kCall, kThrowing + kResume), "correct");
  const std::string value = "%v = invoke i8 @g(i8 %x) to label %n unwind label %u n: ret i8 %v ";
  EXPECT_EQ(word(value + kResume, "%v = call i8 @g(i8 %x) ret i8 %v"), "correct");
  EXPECT_TRUE(is_refuted(value + kResume, "%v = call i8 @g(i8 %x) %w = add i8 %v, 1 ret i8 %w"));
}

TEST(RefineExceptions, WhereAnExceptionGoesIsKept) {
  EXPECT_TRUE(is_refuted(kThrowing + kCatch, kCall));
  EXPECT_TRUE(is_refuted(kCall, kThrowing + kCatch));
  EXPECT_TRUE(is_refuted(kThrowing + kResume, kThrowing + kCatch));
  EXPECT_TRUE(is_refuted(kThrowing + kCatch, kThrowing + "u: %l = landingpad { ptr, i32 } catch ptr null ret i8 3"));
  EXPECT_TRUE(is_refuted(kThrowing + kCatch, kThrowing + "u: %l = landingpad { ptr, i32 } catch ptr null unreachable"));
  EXPECT_EQ(word(kThrowing + "u: %l = landingpad { ptr, i32 } catch ptr null unreachable", kCall), "correct");
}

TEST(RefineExceptions, AnInvokeOfWhatNeverThrowsIsACall) {
  const std::string source = "invoke void @quiet() to label %n unwind label %u n: ret i8 1 ";
  EXPECT_EQ(word(source + kCatch, "call void @quiet() ret i8 1"), "correct");
  EXPECT_EQ(word("invoke void @f() nounwind to label %n unwind label %u n: ret i8 1 " + kCatch, kCall), "correct");
  EXPECT_EQ(word(kCall, "call void @f() nounwind ret i8 1"), "incorrect: more-ub");
}

TEST(RefineExceptions, AnInvokeOfAnIntrinsicGoesOn) {
  EXPECT_EQ(verdict("declare void @llvm.donothing() " +
                    pair_of("invoke void @llvm.donothing() to label %n unwind label %u n: ret i8 1 " + kCatch, "ret i8 1")),
            "correct");
}

TEST(RefineExceptions, MemoryIsComparedWhereAnExceptionLeavesTheFunction) {
  const std::string late = "call void @f() store i8 1, ptr %p ret i8 1";
  EXPECT_TRUE(is_refuted("store i8 1, ptr %p " + kCall, late));
  EXPECT_EQ(word("%a = alloca i8 store i8 1, ptr %a call void @f() %v = load i8, ptr %a ret i8 %v", kCall), "correct");
  const std::string pad = "u: %l = landingpad { ptr, i32 } cleanup store i8 7, ptr %p resume { ptr, i32 } %l ";
  EXPECT_EQ(word(kThrowing + pad, kThrowing + pad), "correct");
  EXPECT_EQ(word(kThrowing + pad, kThrowing + kResume), "incorrect: memory-mismatch");
}

TEST(RefineExceptions, NobodyLooksAtMemoryWhereWhatThrowsWritesNothing) {
  const std::string h = "declare void @h() memory(none) declare void @r() memory(read) ";
  const std::string before = "store i8 1, ptr %p call void @h() ret i8 1 ", after = "call void @h() store i8 1, ptr %p ret i8 1 ";
  EXPECT_EQ(verdict(h + pair_of(before, after)), "correct");
  const std::string invoke = "invoke void @r() to label %n unwind label %u n: ret i8 1 ";
  EXPECT_EQ(verdict(h + pair_of(invoke + kResume, "call void @r() ret i8 1")), "correct");
  EXPECT_EQ(verdict(h + pair_of(invoke + kCatch, "call void @r() ret i8 1")).substr(0, 9), "incorrect");
}

TEST(RefineExceptions, MemoryThatIsDeadOnUnwindIsNotCompared) {
  const auto pair = [](const std::string& attribute) {
    const std::string of = "(ptr " + attribute + " %p) { ";
    const std::string call = "call void @f() store i8 2, ptr %p ret void } ";
    return verdict("declare void @f() memory(inaccessiblemem: readwrite) define void @src" + of + "store i8 1, ptr %p " + call +
                   "define void @tgt" + of + call);
  };
  const std::string hidden = "noalias captures(none) dereferenceable(1) writable ";
  EXPECT_EQ(pair(hidden), "incorrect: memory-mismatch");
  EXPECT_EQ(pair(hidden + "dead_on_unwind"), "correct");
}

TEST(RefineExceptions, WhatIsThrownIsWhatTheCallThrows) {
  const std::string give = "u: %l = landingpad { ptr, i32 } cleanup %e = extractvalue { ptr, i32 } %l, 0 ";
  const std::string other = "%o = insertvalue { ptr, i32 } poison, ptr %p, 0 resume { ptr, i32 } %o ";
  EXPECT_EQ(word(kThrowing + kResume, kThrowing + give + other), "incorrect: value-mismatch");
  EXPECT_EQ(word(kThrowing + kResume, kThrowing + give + "%o = insertvalue { ptr, i32 } zeroinitializer, ptr %e, 0 "
                                                         "resume { ptr, i32 } %o "),
            "correct");
}

TEST(RefineExceptions, TheFirstClauseThatMatchesSelects) {
  const std::string code = "%s = extractvalue { ptr, i32 } %l, 1 %t = call i32 @llvm.eh.typeid.for.p0(ptr @A) "
                           "%c = icmp eq i32 %s, %t %r = select i1 %c, i8 2, i8 3 ret i8 %r ";
  const auto pad = [&](const std::string& clauses) { return kThrowing + "u: %l = landingpad { ptr, i32 } " + clauses + code; };
  EXPECT_EQ(word(pad("catch ptr @A catch ptr @B"), pad("catch ptr @A catch ptr @B catch ptr @A")), "correct");
  EXPECT_EQ(word(pad("catch ptr @A catch ptr null"), pad("catch ptr @A catch ptr null catch ptr @B")), "correct");
  EXPECT_EQ(word(pad("catch ptr @A catch ptr null"), pad("cleanup catch ptr @A")).substr(0, 9), "correct");
  EXPECT_TRUE(is_refuted(pad("catch ptr @A catch ptr @B"), pad("catch ptr @B catch ptr @A")));
  EXPECT_EQ(word(pad("cleanup filter [1 x ptr] [ptr @A]"), pad("cleanup filter [2 x ptr] [ptr @A, ptr @A]")), "correct");
}

TEST(RefineExceptions, LandingPadsMustResumeWhatTheyDoNotName) {
  const auto pad = [](const std::string& clauses, const std::string& otherwise) {
    return kThrowing + "u: %l = landingpad { ptr, i32 } " + clauses +
           " %s = extractvalue { ptr, i32 } %l, 1 %t = call i32 @llvm.eh.typeid.for.p0(ptr @A) %c = icmp eq i32 %s, %t "
           "br i1 %c, label %a, label %b a: ret i8 2 b: " + otherwise;
  };
  const std::string on = "resume { ptr, i32 } %l", unprepared = "unknown: approximation";
  // Inlining adds clauses.
  for (const char* more : {"catch ptr @A catch ptr @B", "cleanup catch ptr @A", "catch ptr @A catch ptr null"}) {
    EXPECT_EQ(word(pad("catch ptr @A", on), pad(more, on)), "correct") << more;
    EXPECT_EQ(word(pad("catch ptr @A", "ret i8 3"), pad(more, "ret i8 3")), unprepared) << more;
    EXPECT_EQ(word(pad("catch ptr @A", "unreachable"), pad(more, "unreachable")), unprepared) << more;
    EXPECT_TRUE(is_refuted(pad("catch ptr @A", on), pad(more, "ret i8 3"))) << more;
  }
  EXPECT_TRUE(is_refuted(pad("catch ptr @A catch ptr @B", "ret i8 3"), pad("catch ptr @B", "ret i8 3")));
  EXPECT_TRUE(is_refuted(pad("catch ptr @A", on), kThrowing + kResume));
  EXPECT_TRUE(is_refuted(pad("catch ptr @A", "ret i8 3"), kThrowing + "u: %l = landingpad { ptr, i32 } catch ptr @A ret i8 3"));
  // A filter that lists all takes nothing, and may go where a cleanup is left in its place.
  const std::string nothing = kThrowing + "u: %l = landingpad { ptr, i32 } filter [1 x ptr] [ptr null] ";
  EXPECT_EQ(word(nothing + on, kThrowing + kResume), "correct");
  EXPECT_EQ(word(nothing + "unreachable", kThrowing + "u: %l = landingpad { ptr, i32 } cleanup unreachable"), unprepared);
}

TEST(RefineExceptions, APromiseNotToThrowIsBroken) {
  const std::string source = "declare void @f() define void @src() { call void @f() ret void } ";
  EXPECT_EQ(verdict(source + "define void @tgt() nounwind { call void @f() ret void }"), "incorrect: more-ub");
  EXPECT_EQ(verdict("declare void @f() define i8 @src(ptr %p) nounwind { store i8 1, ptr %p call void @f() ret i8 1 }"
                    "define i8 @tgt(ptr %p) nounwind { call void @f() store i8 1, ptr %p ret i8 1 }")
                .substr(0, 9),
            "incorrect");  // the callee may look
}

TEST(RefineExceptions, AFunctionThatGainsWillReturnMayUnwindAndOneThatHadItDoesNot) {
  const auto reads = [](const std::string& attribute) {
    const std::string of = " { %v = call i8 @f() ret i8 %v } ";
    return verdict("declare i8 @f() memory(read) define i8 @src() " + attribute + of + "define i8 @tgt() willreturn " + of);
  };
  EXPECT_EQ(reads("mustprogress"), "correct");
  EXPECT_EQ(reads(""), "incorrect: more-ub");  // it may stay away
  EXPECT_EQ(verdict("declare void @f() noreturn define void @src() { call void @f() unreachable } "
                    "define void @tgt() willreturn { call void @f() unreachable }")
                .substr(0, 9),
            "incorrect");
  EXPECT_EQ(verdict("declare void @f() define void @src() willreturn { call void @f() noreturn ret void } "
                    "define void @tgt() willreturn { unreachable }"),
            "correct");
}

TEST(RefineExceptions, ExceptionsPassThroughFunctionsThatAreRun) {
  const std::string inner = "define internal void @inner(i1 %c) { br i1 %c, label %a, label %b a: call void @f() ret void b: ret void } ";
  const std::string pad = "u: %l = landingpad { ptr, i32 } catch ptr null ret i8 2 ";
  const std::string source = "%c = icmp eq i8 %x, 0 invoke void @inner(i1 %c) to label %n unwind label %u n: ret i8 1 " + pad;
  const std::string inlined = "%c = icmp eq i8 %x, 0 br i1 %c, label %a, label %n a: invoke void @f() to label %n unwind label %u n: ret i8 1 ";
  EXPECT_EQ(verdict(inner + pair_of(source, inlined + pad)), "correct");
  EXPECT_EQ(verdict(inner + pair_of(source, "%c = icmp eq i8 %x, 0 br i1 %c, label %a, label %n a: call void @f() br label %n n: ret i8 1")).substr(0, 9),
            "incorrect");
  const std::string catches = "define internal i8 @inner() personality ptr @p { " + kThrowing + kCatch + "} ";
  EXPECT_EQ(verdict(catches + pair_of("%r = call i8 @inner() ret i8 %r", kThrowing + kCatch)), "correct");
}

TEST(RefineExceptions, AnExceptionMayLeaveALoop) {
  const std::string loop =
      "entry: br label %h h: %i = phi i8 [ 0, %entry ], [ %j, %b ] %c = icmp ult i8 %i, 3 br i1 %c, label %d, label %n "
      "d: invoke void @f() to label %b unwind label %u b: %j = add i8 %i, 1 br label %h n: ret i8 %i ";
  EXPECT_EQ(word(loop + "u: %l = landingpad { ptr, i32 } catch ptr null ret i8 %i",
                 loop + "u: %l = landingpad { ptr, i32 } catch ptr null %k = add i8 %i, 0 ret i8 %k"),
            "correct");
  EXPECT_TRUE(is_refuted(loop + "u: %l = landingpad { ptr, i32 } catch ptr null ret i8 %i",
                         loop + "u: %l = landingpad { ptr, i32 } catch ptr null ret i8 0"));
}

}  // namespace
}  // namespace assay::refine
