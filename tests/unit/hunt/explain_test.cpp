// Which relaxed reading of the language allows what a compiler did, by real pairs.
#include "services/worker/hunt/explain.h"

#include <gtest/gtest.h>

namespace assay::hunt {
namespace {

optimize::OptimizeResult run_of(const std::string& source, const std::string& target) {
  optimize::OptimizeResult run;
  run.end = optimize::OptimizeResult::End::Ok;
  run.given = source;
  run.ir = target;
  return run;
}

Explainer explainer() {
  Question question;
  question.undef_inputs = false;
  return {question, nullptr};
}

bool is_wrong_in_all(const optimize::OptimizeResult& run, Explainer asked = explainer()) {
  const auto verdict = asked.in_all(run);
  return !verdict || verdict->kind == VerdictKind::Incorrect;
}

const optimize::OptimizeResult kCopy = run_of(
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "define void @f(ptr %x, ptr %y) {\n  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 2, i1 false)\n  ret "
    "void\n}\n",
    "define void @f(ptr %x, ptr %y) {\n  %v = load i16, ptr %x, align 1\n  store i16 %v, ptr %y, align 1\n  ret "
    "void\n}\n");

const optimize::OptimizeResult kStoreOfUndef = run_of(
    "define void @f(ptr %x) {\n  store i8 undef, ptr %x\n  ret void\n}\n", "define void @f(ptr %x) {\n  ret void\n}\n");

// Right where nan=quiet, and where undef stores do nothing.
const optimize::OptimizeResult kTwo = run_of(
    "define half @f(half %x, ptr %p) {\n  store i8 undef, ptr %p\n  %c = fcmp olt half %x, 1.0\n"
    "  %r = select i1 %c, half %x, half 1.0\n  ret half %r\n}\n",
    "declare half @llvm.minnum.f16(half, half)\n"
    "define half @f(half %x, ptr %p) {\n  %r = call half @llvm.minnum.f16(half %x, half 1.0)\n  ret half %r\n}\n");

// A bitmap with too large a shift, stored.
const optimize::OptimizeResult kMistake =
    run_of("define void @f(ptr %p, i4 %x) {\n  %v = zext i4 %x to i8\n  store i8 %v, ptr %p\n  ret void\n}\n",
           "define void @f(ptr %p, i4 %x) {\n  %y = shl nuw i4 %x, 1\n  %z = lshr i4 %y, 1\n  %v = zext i4 %z to i8\n  "
           "store i8 %v, ptr %p\n"
           "  ret void\n}\n");

TEST(Explain, IsTheOneRelaxationThatAllowsIt) {
  EXPECT_EQ(explainer().explain(kCopy), "memory=integers");
  EXPECT_EQ(explainer().explain(kStoreOfUndef), "undef-store=nothing") << "which concerns less than memory does";
  EXPECT_FALSE(is_wrong_in_all(kCopy));
}

TEST(Explain, IsAllThatAreNeeded) { EXPECT_EQ(explainer().explain(kTwo), "nan=quiet,undef-store=nothing"); }

// That what was loaded is no poison is assumed: memory without poison would allow it, but nothing was put together or
// taken apart.
TEST(Explain, MemoryWithoutBytesIsNoReasonWhereAllIsOfOneType) {
  const auto promise = [](const char* type, const char* other) {
    const std::string head = std::string("define ") + type + " @f(ptr %p, ptr %q) {\n";
    const std::string tail = std::string("  %o = load ") + other + ", ptr %q\n  store " + other +
                             " %o, ptr %p\n  %v = load " + type + ", ptr %p\n";
    return run_of(head + tail + "  ret " + type + " %v\n}\n",
                  head + tail + "  %a = freeze " + type + " %v\n  %b = icmp eq " + type + " %v, %a\n" +
                      "  call void @llvm.assume(i1 %b)\n  ret " + type + " %v\n}\ndeclare void @llvm.assume(i1)\n");
  };
  EXPECT_EQ(explainer().explain(promise("i8", "i8")), "");
  EXPECT_TRUE(is_wrong_in_all(promise("i8", "i8")));
  EXPECT_EQ(explainer().explain(promise("i16", "i8")), "memory=integers") << "of several kinds it may be the reason";
}

// Parts of overlapping memory are copied twice.
const optimize::OptimizeResult kTwoCopies = run_of(
    "declare void @llvm.memcpy.p0.p0.i4(ptr, ptr, i4, i1)\n"
    "define i32 @f(ptr noundef dereferenceable(8) %x, ptr dereferenceable(8) %y) {\n"
    "  %a = getelementptr i8, ptr %y, i4 2\n"
    "  call void @llvm.memcpy.p0.p0.i4(ptr %x, ptr %a, i4 3, i1 false)\n"
    "  %b = getelementptr i8, ptr %y, i32 3\n"
    "  call void @llvm.memcpy.p0.p0.i4(ptr %b, ptr %x, i4 2, i1 false)\n"
    "  %c = load i32, ptr %y, align 2\n"
    "  ret i32 %c\n"
    "}\n",
    "declare void @llvm.memcpy.p0.p0.i4(ptr, ptr, i4, i1)\n"
    "define i32 @f(ptr noundef dereferenceable(8) %x, ptr dereferenceable(8) %y) {\n"
    "  %a = getelementptr inbounds nuw i8, ptr %y, i64 2\n"
    "  call void @llvm.memcpy.p0.p0.i4(ptr noundef nonnull align 1 dereferenceable(3) %x, ptr noundef nonnull align 1 "
    "dereferenceable(3) %a, i4 3, i1 false)\n"
    "  %b = getelementptr inbounds nuw i8, ptr %y, i64 3\n"
    "  %1 = load i16, ptr %x, align 1\n"
    "  store i16 %1, ptr %b, align 1\n"
    "  %c = load i32, ptr %y, align 2\n"
    "  ret i32 %c\n"
    "}\n");

TEST(Explain, TakesItsTimeForAFindingThatIsKept) {
  Question question;
  question.undef_inputs = false;
  question.smt_timeout_ms = 50;  // as hunts have it
  Explainer explainer(question, nullptr);
  EXPECT_FALSE(is_wrong_in_all(kTwoCopies, Explainer(question, nullptr)));
  EXPECT_EQ(explainer.explain(kTwoCopies, /*patient=*/true), "memory=integers");
}

TEST(Explain, IsNothingForAMistake) {
  EXPECT_EQ(explainer().explain(kMistake), "");
  EXPECT_TRUE(is_wrong_in_all(kMistake));
}

}  // namespace
}  // namespace assay::hunt
