#include "services/worker/hunt/same_outcome.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

/// Of the @f of three modules.
bool is_same(const std::string& before, const std::string& one, const std::string& other) {
  llvm::LLVMContext context;
  const auto read = [&](const std::string& text) {
    auto module = ir::parse(context, text, "test");
    EXPECT_TRUE(module) << module.error();
    return std::move(*module);
  };
  const auto source = read(before), first = read(one), second = read(other);
  return has_same_verdict(*source->getFunction("f"), *first->getFunction("f"), *second->getFunction("f"));
}

const std::string kBefore = "define i8 @f(i8 %x) { %a = add i8 %x, 0 ret i8 %a } ";
const std::string kAfter = "define i8 @f(i8 %x) { ret i8 %x } ";

TEST(SameOutcome, TheSameTextHasTheSameVerdict) {
  EXPECT_TRUE(is_same(kBefore, kAfter, "define i8 @f(i8 %y) { ret i8 %y }"));
  const std::string call = "declare void @g() define i8 @f(i8 %x) { call void @g() ret i8 %x } ";
  EXPECT_TRUE(is_same(call, call, call));
  EXPECT_TRUE(is_same(call, kAfter, kAfter));  // both without @g
}

TEST(SameOutcome, AnotherTextHasAVerdictOfItsOwn) {
  EXPECT_FALSE(is_same(kBefore, kAfter, kBefore));
  EXPECT_FALSE(is_same(kBefore, kAfter, "define noundef i8 @f(i8 %x) { ret i8 %x }"));
  EXPECT_FALSE(is_same(kBefore, kAfter, "define internal i8 @f(i8 %x) { ret i8 %x }"));
  EXPECT_FALSE(is_same(kBefore, kAfter, "define weak i8 @f(i8 %x) { ret i8 %x }"));
}

/// The functions have the same text, and still it is not the same that is asked.
TEST(SameOutcome, WhatTheModulesSayBesideCounts) {
  const std::string loads = "define i8 @f(i8 %x) { %v = load i8, ptr @v ret i8 %x } ";
  EXPECT_FALSE(is_same("@v = external global i8 " + loads, "@v = external global i8 " + kAfter,
                       "@v = external global i8, align 16 " + kAfter));
  EXPECT_FALSE(is_same("@v = global i8 3 " + loads, "@v = global i8 3 " + kAfter, "@v = global i8 4 " + kAfter));
  const std::string calls = "define i8 @f(i8 %x) { call void @g() ret i8 %x } ";
  EXPECT_FALSE(is_same("declare void @g() " + calls, "declare void @g() " + kAfter,
                       "declare void @g() nounwind willreturn " + kAfter));
  EXPECT_FALSE(is_same("declare void @g() " + calls, "declare void @g() " + kAfter, kAfter));
  EXPECT_FALSE(
      is_same("declare void @g() " + calls, "declare void @g() " + kAfter, "define void @g() { ret void } " + kAfter));
  EXPECT_FALSE(is_same("define void @g() { ret void } " + calls, "define void @g() { ret void } " + calls,
                       "define void @g() { unreachable } " + calls));
}

}  // namespace
}  // namespace assay::hunt
