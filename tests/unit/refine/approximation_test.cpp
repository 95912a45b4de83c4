#include "services/worker/refine/encoder/approximation.h"

#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(Approximations, AllThatHoldInTheModelAreTold) {
  smt::Terms terms;
  const smt::Term here = terms.variable("here", 1), elsewhere = terms.variable("elsewhere", 1);
  Approximations approximations(terms);
  approximations.add(Cause::FastMath);
  approximations.add(Cause::UnknownIntrinsic, "llvm.va_end");
  approximations.add_where(here, Cause::RepeatedCall);
  approximations.add_where(elsewhere, Cause::PassedObject);
  smt::Model model;
  model.set(here, llvm::APInt(1, 1));
  model.set(elsewhere, llvm::APInt(1, 0));
  EXPECT_EQ(approximations.held_in(model).approximations(),
            "what fast-math flags permit, the intrinsic llvm.va_end and which of a function's calls is the same");
}

TEST(Approximations, ACauseIsToldOnce) {
  smt::Terms terms;
  Approximations approximations(terms);
  for (int i = 0; i < 2; ++i) approximations.add(Cause::BodyOfCallee);
  for (const char* name : {"first", "second"}) approximations.add_where(terms.variable(name, 1), Cause::LibraryResult);
  smt::Model model;
  for (const char* name : {"first", "second"}) model.set(terms.variable(name, 1), llvm::APInt(1, 1));
  EXPECT_EQ(approximations.held_in(model).approximations(),
            "the body of a function called and what a library function gives");
}

TEST(Approximations, AModelInWhichNoneHoldsIsACounterexample) {
  smt::Terms terms;
  Approximations approximations(terms);
  approximations.add_where(terms.variable("here", 1), Cause::RepeatedCall);
  approximations.add_where(terms.truth(false), Cause::RepeatedCall);
  EXPECT_EQ(approximations.conditions().size(), 1u);
  EXPECT_FALSE(approximations.hold_always());
  EXPECT_TRUE(approximations.held_in(smt::Model()).empty());
}

TEST(Approximations, TwoCausesInOnePairAreBothTold) {
  const std::string head =
      "declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8) "
      "define float @src(float %x, float %y) { %c = call i32 @llvm.x86.sse42.crc32.32.8(i32 1, i8 1) "
      "%a = fmul contract float %x, %y %r = fadd contract float %a, %y ret float %r } ";
  EXPECT_EQ(detail(head + "define float @tgt(float %x, float %y) { ret float %x }"),
            "only in a model that knows too little of the intrinsic llvm.x86.sse42.crc32.32.8 and what fast-math flags "
            "permit");
}

}  // namespace
}  // namespace assay::refine
