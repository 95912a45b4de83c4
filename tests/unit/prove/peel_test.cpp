#include "services/worker/prove/rounds/peel.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/normalize.h"
#include "tests/unit/prove/outcomes.h"

namespace assay::prove {
namespace {

/// @src, and @tgt: the same with the first round of its first loop by itself.
std::string with_peeled(const std::string& text) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, text, "test.ll");
  if (!parsed) {
    ADD_FAILURE() << parsed.error();
    return "";
  }
  llvm::Module& module = **parsed;
  llvm::Function* source = module.getFunction("src");
  llvm::ValueToValueMapTy copied;
  llvm::Function* target = llvm::CloneFunction(source, copied);
  target->setName("tgt");
  const auto heads = normalize::heads_of_loops(*target);
  EXPECT_FALSE(heads.empty());
  EXPECT_TRUE(peel_first_round(*target, *heads.front()));
  EXPECT_FALSE(ir::verify(module));
  EXPECT_GT(target->size(), source->size());
  return ir::print(module);
}

TEST(Peel, AFunctionDoesWhatItDid) {
  const std::string declared = "declare void @use(i32) declare i1 @ask() ";
  struct Case {
    Outcome is;  ///< unproved: no input shows a difference
    const char* loop;
  };
  const Case cases[] = {
      // One block; what it computed last is used behind it.
      {Outcome::Proved,
       "define i32 @src(i32 noundef %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] call void @use(i32 %i) "
       "%j = add i32 %i, 1 %c = icmp ult i32 %j, %n br i1 %c, label %l, label %o o: ret i32 %j } "},
      // Two ways in, two latches, two ends, one of which joins with a way around the loop.
      {Outcome::Unproved,
       "define i32 @src(i1 noundef %y, i32 noundef %n) { e: br i1 %y, label %l, label %k k: call void @use(i32 7) br "
       "i1 "
       "%y, label %o, label %l l: %i = phi i32 [ 0, %e ], [ 5, %k ], [ %j, %a ], [ %h, %b ] %v = call i1 @ask() br i1 "
       "%v, label %a, label %b a: %j = add i32 %i, 1 %c = icmp ult i32 %j, %n br i1 %c, label %l, label %o b: %h = add "
       "i32 %i, 2 %w = call i1 @ask() br i1 %w, label %l, label %x o: %r = phi i32 [ 9, %k ], [ %j, %a ] ret i32 %r x: "
       "%s = add i32 %h, %i ret i32 %s } "},
      // A switch that comes back on two edges and leaves on two.
      {Outcome::Proved,
       "define i32 @src(i32 noundef %n) { e: br label %l l: %i = phi i32 [ %n, %e ], [ %j, %l ], [ %j, %l ] call void "
       "@use(i32 %i) %j = mul i32 %i, 3 switch i32 %j, label %o [ i32 9, label %l i32 27, label %l i32 4, label %o ] "
       "o: "
       "%r = phi i32 [ %j, %l ], [ %j, %l ] ret i32 %r } "},
      // Values of the outer loop that the inner one changes.
      {Outcome::Proved,
       "define i32 @src(i32 noundef %n) { e: br label %a a: %i = phi i32 [ 0, %e ], [ %k, %d ] br label %b b: %s = phi "
       "i32 [ %i, %a ], [ %t, %b ] %t = add i32 %s, 3 call void @use(i32 %t) %v = call i1 @ask() br i1 %v, label %b, "
       "label %d d: %k = add i32 %t, 1 %c = icmp ult i32 %k, %n br i1 %c, label %a, label %o o: ret i32 %s } "}};
  for (const Case& each : cases) {
    const std::string pair = with_peeled(declared + each.loop);
    EXPECT_EQ(outcome_of(pair), each.is) << pair;
  }
}

TEST(Peel, WhatIsNoLoopStays) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, "define void @f() { e: br label %o o: ret void }", "test.ll");
  ASSERT_TRUE(parsed);
  llvm::Function& function = *(*parsed)->getFunction("f");
  EXPECT_FALSE(peel_first_round(function, function.back()));
  EXPECT_EQ(function.size(), 2u);
}

}  // namespace
}  // namespace assay::prove
