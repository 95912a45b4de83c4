// What is known of a call when it is lowered, and which calls of library functions are lowered to operations.

#include <gtest/gtest.h>

#include <set>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/semantics.h"

namespace assay::semantics {
namespace {

class CallFactsTest : public testing::Test {
 protected:
  /// @f, lowered.
  Function lowered(const std::string& text) {
    auto parsed = ir::parse(context_, text, "test");
    if (!parsed) {
      ADD_FAILURE() << parsed.error();
      return {};
    }
    modules_.push_back(std::move(*parsed));
    auto function = lower(*modules_.back()->getFunction("f"));
    if (!function) ADD_FAILURE() << function.error();
    return function ? std::move(*function) : Function{};
  }
  /// The facts of the only call of @f.
  CallFacts facts(const std::string& text) {
    const Function f = lowered(text);
    if (f.calls.size() != 1) {
      ADD_FAILURE() << f.calls.size() << " calls";
      return {};
    }
    return f.calls[0].facts;
  }
  std::size_t calls(const std::string& text) { return lowered(text).calls.size(); }

  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
};

TEST_F(CallFactsTest, WhatTheCallAndTheFunctionSayHoldsTogether) {
  const CallFacts known = facts(R"(
declare void @g(ptr writeonly) memory(argmem: readwrite) nofree
define void @f(ptr %p) {
  call void @g(ptr captures(none) %p) memory(write) willreturn nounwind
  ret void
})");
  EXPECT_EQ(known.may.memory, llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Mod));
  EXPECT_FALSE(known.may.stays);
  EXPECT_FALSE(known.may.unwinds);
  EXPECT_FALSE(known.may.frees);
  EXPECT_TRUE(known.arguments[0].write_only);
  EXPECT_FALSE(known.arguments[0].read_only);
  EXPECT_FALSE(known.arguments[0].is_captured());
}

TEST_F(CallFactsTest, NothingIsKnownOfAFunctionThatSaysNothing) {
  const CallFacts known =
      facts("declare void @g(ptr)\ndefine void @f(ptr %p) {\n  call void @g(ptr %p)\n  ret void\n}\n");
  EXPECT_EQ(known.may.memory, llvm::MemoryEffects::unknown());
  EXPECT_FALSE(known.speculatable || known.is_tail || known.is_mismatched);
  EXPECT_TRUE(known.may.returns && known.may.stays && known.may.unwinds && known.may.frees);
  EXPECT_TRUE(known.arguments[0].is_captured());
  EXPECT_FALSE(known.library);
}

TEST_F(CallFactsTest, AFunctionOfAnotherConventionOrTypeIsMismatched) {
  EXPECT_TRUE(facts("declare fastcc void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n").is_mismatched);
  EXPECT_TRUE(facts("declare void @g()\ndefine void @f() {\n  call void @g(i8 0)\n  ret void\n}\n").is_mismatched);
  EXPECT_FALSE(
      facts("declare fastcc void @g()\ndefine void @f() {\n  call fastcc void @g()\n  ret void\n}\n").is_mismatched);
}

TEST_F(CallFactsTest, ACopyThatIsPassedIsReadAndNotCaptured) {
  const CallFacts known = facts(
      "declare void @g(ptr byval([3 x i32]))\n"
      "define void @f(ptr %p) {\n  tail call void @g(ptr byval([3 x i32]) %p)\n  ret void\n}\n");
  EXPECT_EQ(known.arguments[0].by_value, 12u);
  EXPECT_EQ(known.arguments[0].copy_align, 4u);
  EXPECT_TRUE(known.arguments[0].read_only);
  EXPECT_FALSE(known.arguments[0].is_captured());
  EXPECT_TRUE(known.is_tail);
}

TEST_F(CallFactsTest, BytesThatAreInitializedAreOffsetsFromThePointer) {
  const CallFacts known = facts(
      "declare void @g(ptr initializes((-4, 0), (4, 8)))\n"
      "define void @f(ptr %p) {\n  call void @g(ptr %p)\n  ret void\n}\n");
  EXPECT_TRUE(known.arguments[0].initializes_at(-4) && known.arguments[0].initializes_at(7));
  EXPECT_FALSE(known.arguments[0].initializes_at(0) || known.arguments[0].initializes_at(8));
}

TEST_F(CallFactsTest, AnIndirectCallHasTheFactsOfTheFunctionThatItReaches) {
  const Function f = lowered(
      "declare void @g() memory(none) nounwind\n"
      "define void @f(ptr %p) {\n  call void %p() willreturn\n  ret void\n}\n");
  EXPECT_EQ(f.calls[0].facts.may.memory, llvm::MemoryEffects::unknown());
  const CallFacts reached = facts_of(f.calls[0], modules_.back()->getFunction("g"));
  EXPECT_TRUE(reached.may.memory.doesNotAccessMemory() && !reached.may.stays && !reached.may.unwinds);
}

TEST_F(CallFactsTest, AssemblyWithSideEffectsDoesWhatNobodySees) {
  EXPECT_EQ(
      facts("define void @f() {\n  call void asm sideeffect \"nop\", \"\"() memory(none)\n  ret void\n}\n").may.memory,
      llvm::MemoryEffects::inaccessibleMemOnly());
  EXPECT_TRUE(facts("define void @f() {\n  call void asm \"nop\", \"\"() memory(none)\n  ret void\n}\n")
                  .may.memory.doesNotAccessMemory());
}

TEST_F(CallFactsTest, WhatLLVMInfersOfALibraryFunctionIsKnown) {
  const CallFacts known =
      facts("declare i64 @strlen(ptr)\ndefine i64 @f(ptr %p) {\n  %r = call i64 @strlen(ptr %p)\n  ret i64 %r\n}\n");
  EXPECT_EQ(known.library, llvm::LibFunc_strlen);
  EXPECT_TRUE(known.may.memory.onlyReadsMemory() && known.may.memory.onlyAccessesArgPointees() && !known.may.stays);
}

TEST_F(CallFactsTest, AFunctionIsALibrarysByNameTypeAndLeaveOfTheCaller) {
  const auto library = [&](const std::string& declaration, const std::string& call,
                           const std::string& attributes = "") {
    return facts(declaration + "\ndefine void @f(ptr %p) " + attributes + " {\n  " + call + "\n  ret void\n}\n")
        .library;
  };
  const std::string declared = "declare i32 @puts(ptr)", call = "call i32 @puts(ptr %p)";
  EXPECT_EQ(library(declared, call), llvm::LibFunc_puts);
  EXPECT_FALSE(library("declare i64 @puts(ptr)", "call i64 @puts(ptr %p)"));
  EXPECT_FALSE(library(declared, call + " nobuiltin"));
  EXPECT_FALSE(library(declared, call, "\"no-builtins\""));
  EXPECT_FALSE(library(declared, call, "\"no-builtin-puts\""));
  EXPECT_TRUE(library(declared, call, "\"no-builtin-printf\""));
  EXPECT_FALSE(library("define i32 @puts(ptr %p) {\n  ret i32 0\n}", call));
  EXPECT_TRUE(library("define weak i32 @puts(ptr %p) {\n  ret i32 0\n}", call));
}

TEST_F(CallFactsTest, AllocationFunctionsOfTheCatalogueSayWhatTheyAllocate) {
  const AllocationFacts known =
      facts(
          "declare ptr @_ZnwmSt11align_val_t(i64, i64)\n"
          "define ptr @f() {\n  %p = call ptr @_ZnwmSt11align_val_t(i64 8, i64 32)\n  ret ptr %p\n}\n")
          .allocation;
  ASSERT_TRUE(known.size_arguments);
  EXPECT_EQ(known.size_arguments->first, 0u);
  EXPECT_EQ(known.align_argument, 1u);
  const AllocationFacts freed =
      facts(
          "declare void @_ZdlPvSt11align_val_t(ptr, i64)\n"
          "define void @f(ptr %p) {\n  call void @_ZdlPvSt11align_val_t(ptr %p, i64 32)\n  ret void\n}\n")
          .allocation;
  EXPECT_EQ(freed.freed_argument, 0u);
  EXPECT_EQ(freed.family, known.family);
  EXPECT_NE(freed.family, "");
}

TEST_F(CallFactsTest, ValueFunctionsAreLoweredToOperations) {
  EXPECT_EQ(calls("declare double @fabs(double)\ndefine double @f(double %x) {\n  %r = call double @fabs(double %x)\n  "
                  "ret double %r\n}\n"),
            0u);
  EXPECT_EQ(calls("declare i32 @ffs(i32)\ndefine i32 @f(i32 %x) {\n  %r = call i32 @ffs(i32 %x)\n  ret i32 %r\n}\n"),
            0u);
  EXPECT_EQ(calls("declare float @fmaf(float, float, float)\ndefine float @f(float %x) {\n"
                  "  %r = call float @fmaf(float %x, float %x, float %x)\n  ret float %r\n}\n"),
            0u);
  // Not those that are no library function.
  EXPECT_EQ(calls("declare double @fabs(double)\ndefine double @f(double %x) {\n  %r = call double @fabs(double %x) "
                  "nobuiltin\n  ret double %r\n}\n"),
            1u);
  EXPECT_EQ(calls("define double @fabs(double %x) {\n  ret double 0.0\n}\n"
                  "define double @f(double %x) {\n  %r = call double @fabs(double %x)\n  ret double %r\n}\n"),
            1u);
}

TEST_F(CallFactsTest, AFunctionThatMaySetErrnoStaysACall) {
  const auto root = [&](const std::string& attributes) {
    return calls("declare double @sqrt(double)\ndefine double @f(double %x) {\n  %r = call double @sqrt(double %x) " +
                 attributes + "\n  ret double %r\n}\n");
  };
  EXPECT_EQ(root(""), 1u);
  EXPECT_EQ(root("memory(errnomem: write)"), 1u);
  EXPECT_EQ(root("memory(none)"), 0u);
  EXPECT_EQ(root("memory(read)"), 0u);
}

TEST_F(CallFactsTest, AnInvokeOfAValueFunctionGoesOn) {
  const Function f = lowered(R"(
declare double @fabs(double)
declare i32 @p(...)
define double @f(double %x) personality ptr @p {
  %r = invoke double @fabs(double %x) to label %next unwind label %pad
next:
  ret double %r
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret double 0.0
})");
  EXPECT_TRUE(f.calls.empty());
}

TEST_F(CallFactsTest, TheCatalogueNamesEachFunctionOnce) {
  auto module = ir::parse(context_, "target triple = \"x86_64-unknown-linux-gnu\"\n", "test");
  ASSERT_TRUE(module);
  std::set<std::string> names;
  for (const LibraryRow& row : library_rows()) {
    const std::string name = name_of(row.function, **module).str();
    EXPECT_NE(name, "");
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(library_row(row.function), &row) << name;
    EXPECT_EQ(row.effect == LibraryEffect::Row, row.op != Op::Count) << name;
    const bool allocates = row.effect == LibraryEffect::Allocate || row.effect == LibraryEffect::Reallocate;
    // Who frees may be told how much.
    if (row.effect != LibraryEffect::Free) EXPECT_EQ(allocates, row.allocation.size >= 0) << name;
  }
  EXPECT_TRUE(names.contains("_exit") && names.contains("tolower") && names.contains("fmaf"));
}

}  // namespace
}  // namespace assay::semantics
