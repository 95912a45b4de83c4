#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

/// The counterexample of a sample, as one text.
std::string explained(const std::string& ir) {
  Code code(ir);
  const CheckResult result = check_sampled(code["src"], code["tgt"]);
  EXPECT_EQ(result.kind, CheckResult::Kind::Refuted);
  if (!result.input) return "";
  const Counterexample example = explain(code["src"], code["tgt"], *result.input, CheckOptions());
  std::string text;
  for (const Binding& input : example.inputs) text += input.name + " = " + input.value + "\n";
  for (const auto* trace : {&example.source_trace, &example.target_trace})
    for (const TraceLine& line : *trace) text += line.instruction + " ; " + line.value + "\n";
  return text + example.source_result + "\n" + example.target_result + "\n";
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(NamesOfObjects, InputsTracesAndResultsWriteAPointerTheSameWay) {
  const std::string text = explained(
      "@g = constant [8 x i8] zeroinitializer\n"
      "define ptr @src(ptr nonnull dereferenceable(8) %p) {\n"
      "  %a = alloca i64\n  %b = getelementptr i8, ptr %a, i64 3\n"
      "  %q = getelementptr i8, ptr %p, i64 4\n  store ptr @g, ptr %p\n  ret ptr %q\n}\n"
      "define ptr @tgt(ptr nonnull dereferenceable(8) %p) {\n"
      "  %h = getelementptr i8, ptr @g, i64 2\n  store ptr %h, ptr %p\n  %q = getelementptr i8, ptr %p, i64 5\n"
      "  ret ptr %q\n}\n");
  EXPECT_TRUE(has(text, "%p = block 1 + 0")) << text;
  EXPECT_TRUE(has(text, "; ptr %a + 3")) << text;
  EXPECT_TRUE(has(text, "returns ptr block 1 + 4")) << text;
  EXPECT_TRUE(has(text, "returns ptr block 1 + 5")) << text;
  EXPECT_TRUE(has(text, "block 1 = (@g + 0)")) << text;
  EXPECT_TRUE(has(text, "block 1 = (@g + 2)")) << text;
  EXPECT_FALSE(has(text, "0x")) << "no address:\n" << text;
}

TEST(NamesOfObjects, AFunctionThatNoModuleHasIsTold) {
  const std::string text = explained(
      "define i8 @src(ptr %f) {\n  %r = call i8 %f(i8 1)\n  ret i8 %r\n}\n"
      "define i8 @tgt(ptr %f) {\n  %r = call i8 %f(i8 2)\n  ret i8 %r\n}\n");
  EXPECT_TRUE(has(text, "%f = function ")) << text;
  EXPECT_TRUE(has(text, " = of no module")) << text;
  EXPECT_TRUE(has(text, "after calling function ")) << text;
}

TEST(NamesOfObjects, WhatACallFindsIsToldWhereItIsAllThatDiffers) {
  const std::string text = explained(
      "declare void @f(ptr) nounwind willreturn\n"
      "define void @src(ptr %p) {\n  %a = alloca i8\n  store i8 1, ptr %a\n  call void @f(ptr %a)\n"
      "  store i8 2, ptr %a\n  ret void\n}\n"
      "define void @tgt(ptr %p) {\n  %a = alloca i8\n  store i8 2, ptr %a\n  call void @f(ptr %a)\n  ret void\n}\n");
  EXPECT_TRUE(has(text, "returns, after calling @f(ptr %a + 0), which finds a local object = 01")) << text;
  EXPECT_TRUE(has(text, "returns, after calling @f(ptr %a + 0), which finds a local object = 02")) << text;
}

TEST(NamesOfObjects, VolatileAccessesBeforeUndefinedBehaviourAreToldWhereTheyDiffer) {
  const auto pair = [](const std::string& source, const std::string& target) {
    return explained("define void @src(ptr %p) {\n" + source + "  unreachable\n}\ndefine void @tgt(ptr %p) {\n" +
                     target + "  unreachable\n}\n");
  };
  const std::string store = "  store volatile i8 1, ptr %p\n", other = "  store volatile i8 2, ptr %p\n";
  const std::string values = pair(store + store, store + other);
  EXPECT_TRUE(has(values, "after calling volatile store(ptr block 1 + 0, 1), volatile store(ptr block 1 + 0, 1)"))
      << values;
  EXPECT_TRUE(has(values, "after calling volatile store(ptr block 1 + 0, 1), volatile store(ptr block 1 + 0, 2)"))
      << values;
  const std::string less = pair(store, "");
  EXPECT_TRUE(has(less, "unreachable), after calling volatile store(")) << less;
  EXPECT_TRUE(has(less, "unreachable), calling nothing")) << less;
}

TEST(NamesOfObjects, TheFirstCallThatDiffersIsToldHoweverManyAreBeforeIt) {
  std::string before;
  for (int i = 0; i < 20; ++i) before += "  call void @f(i8 0)\n";
  const auto function = [&](const char* name, const char* last) {
    return std::string("define void @") + name + "() {\n" + before + "  call void @f(i8 " + last + ")\n  ret void\n}\n";
  };
  const std::string text =
      explained("declare void @f(i8) nounwind willreturn\n" + function("src", "1") + function("tgt", "2"));
  EXPECT_TRUE(has(text, "after calling … (13 that both call), @f(0), @f(0), ")) << text;
  EXPECT_TRUE(has(text, ", @f(1)\n")) << text;
  EXPECT_TRUE(has(text, ", @f(2)\n")) << text;
}

TEST(NamesOfObjects, EqualLanesInARowAreCounted) {
  const std::string text = explained(
      "define <16 x i8> @src(i8 noundef %x) {\n"
      "  %v = insertelement <16 x i8> zeroinitializer, i8 3, i32 9\n  ret <16 x i8> %v\n}\n"
      "define <16 x i8> @tgt(i8 noundef %x) {\n  ret <16 x i8> zeroinitializer\n}\n");
  EXPECT_TRUE(has(text, "<9 x 0, 3, 6 x 0>")) << text;
  EXPECT_TRUE(has(text, "<16 x 0>")) << text;
}

}  // namespace
}  // namespace assay::interpret
