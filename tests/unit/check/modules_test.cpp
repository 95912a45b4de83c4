#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/check/blind_spots.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"
#include "tests/unit/check/pairs.h"

/// Two modules: what one function is depends on the rest of its module.
namespace assay::check {
namespace {

TEST(CheckCallees, AFunctionIsNotBlamedForWhatItCalls) {
  const auto text = [](const std::string& added) {
    return "define i8 @in(i8 noundef %x) noinline { %r = add i8 %x, " + added +
           " ret i8 %r } define i8 @f(i8 noundef %x) { %a = call i8 @in(i8 %x) ret i8 %a }";
  };
  llvm::LLVMContext context;
  const auto source = ir::parse(context, text("1"), "source"), target = ir::parse(context, text("2"), "target");
  ASSERT_TRUE(source && target);
  Options options;
  options.trust_text = false;
  Checker checker(options);
  const auto judged = [&](const char* name) {
    return word(checker.check(*(*source)->getFunction(name), *(*target)->getFunction(name)));
  };
  EXPECT_EQ(judged("f"), "unknown: unsupported: callees that differ");
  EXPECT_EQ(judged("in"), "incorrect: value-mismatch");
}

TEST(CheckModules, WhatAnotherFunctionHoldsIsNoMatterOfThisOne) {
  const std::string copy =
      " declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) define void @copy(ptr %p, ptr %q) { call "
      "void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 true) ret void } ";
  const auto stores = [](const std::string& value, const std::string& before = "") {
    return "define void @f(ptr %p, ptr %q) { " + before + " store i8 " + value + ", ptr %p ret void } ";
  };
  Options options;
  options.confirmed_only = true;
  const auto judged = [&](const std::string& source, const std::string& target) {
    llvm::LLVMContext context;
    const auto before = ir::parse(context, source, "source"), after = ir::parse(context, target, "target");
    if (!before || !after) return std::string("not read");
    Checker checker(options);
    return word(checker.check(*(*before)->getFunction("f"), *(*after)->getFunction("f")));
  };
  EXPECT_EQ(judged(stores("1") + copy, stores("2") + copy), "incorrect: memory-mismatch");
  const std::string called = "call void @copy(ptr %p, ptr %q)";
  EXPECT_EQ(judged(stores("1", called) + copy, stores("2", called) + copy).substr(0, 7), "unknown")
      << "a copy that the function makes by another does";
}

TEST(CheckModules, MetadataOfAnotherFunctionIsNoMatterOfThisOne) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context,
                                "declare void @use() "
                                "define i8 @has(ptr %p) { %v = load i8, ptr %p, !invariant.group !0 ret i8 %v } "
                                "define i8 @calls(ptr %p) { %v = call i8 @has(ptr %p) ret i8 %v } "
                                "define i8 @through(ptr %p) { %v = call i8 @calls(ptr %p) ret i8 %v } "
                                "define i8 @none(ptr %p) { call void @use() %v = load i8, ptr %p ret i8 %v } !0 = !{}",
                                "module");
  ASSERT_TRUE(module) << module.error();
  for (const char* name : {"has", "calls", "through"})
    EXPECT_TRUE(says_more_than_the_solver_knows(*(*module)->getFunction(name))) << name;
  EXPECT_FALSE(says_more_than_the_solver_knows(*(*module)->getFunction("none")));
}

TEST(CheckConstants, OfAReadingThatMayNotStandNothingIsToldEarly) {
  const std::string b = " @b = internal unnamed_addr constant i32 2 @c = internal unnamed_addr constant i32 2 ",
                    a = "@a = internal unnamed_addr constant i32 2" + b, rest = " define ptr @f() { ret ptr ";
  const auto told = [](const std::string& source, const std::string& target) {
    Checker checker{Options()};
    unsigned count = 0;
    checker.tell_early([&](const Verdict&) { ++count; });
    (void)check_texts(checker, source, target);
    return count;
  };
  EXPECT_EQ(told(a + rest + "@a }", b + rest + "@c }"), 0u);
  EXPECT_NE(told(b + rest + "@b }", b + rest + "@c }"), 0u) << "its own refutation, before the solver confirms it";
}

}  // namespace
}  // namespace assay::check
