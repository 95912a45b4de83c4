#include "services/worker/ir/symbols.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include "services/worker/ir/ir.h"

// CALL-45: what a linker needs of a module stays in it.
namespace assay::ir {
namespace {

std::vector<SymbolDifference> between(const std::string& source, const std::string& target) {
  llvm::LLVMContext context;
  const auto before = parse(context, source, "source"), after = parse(context, target, "target");
  EXPECT_TRUE(before && after);
  return before && after ? symbol_differences(**before, **after) : std::vector<SymbolDifference>();
}

struct Case {
  std::string name, before, after;
  SymbolChange change;
  bool is_wrong;
};

class OneSymbol : public testing::TestWithParam<Case> {};

TEST_P(OneSymbol, IsToldAndJudgedByWhatALinkerNeeds) {
  const auto told = between(GetParam().before, GetParam().after);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].name, "s");
  EXPECT_EQ(told[0].change, GetParam().change);
  EXPECT_EQ(told[0].is_wrong, GetParam().is_wrong);
}

constexpr auto kDropped = SymbolChange::Dropped, kDeclared = SymbolChange::Declared, kHidden = SymbolChange::Hidden,
               kAdded = SymbolChange::Added;
const std::string kFunction = "define void @s() {\n  ret void\n}\n";
std::string function(const std::string& linkage) { return "define " + linkage + " void @s() {\n  ret void\n}\n"; }

INSTANTIATE_TEST_SUITE_P(
    Symbols, OneSymbol,
    testing::Values(
        Case{"external", kFunction, "", kDropped, true},
        Case{"external_only_declared", kFunction, "declare void @s()", kDeclared, true},
        Case{"external_made_internal", kFunction, function("internal"), kHidden, true},
        Case{"external_made_available", kFunction, function("available_externally"), kHidden, true},
        Case{"external_made_discardable", kFunction, function("linkonce_odr"), kHidden, true},
        Case{"weak", function("weak"), "", kDropped, true}, Case{"weak_odr", function("weak_odr"), "", kDropped, true},
        Case{"hidden_visibility", function("hidden"), "", kDropped, true},
        Case{"internal", function("internal"), "", kDropped, false},
        Case{"private", function("private"), "", kDropped, false},
        Case{"linkonce", function("linkonce"), "", kDropped, false},
        Case{"linkonce_odr", function("linkonce_odr"), "", kDropped, false},
        Case{"available_externally", function("available_externally"), "declare void @s()", kDeclared, false},
        Case{"added", "", kFunction, kAdded, false}, Case{"variable", "@s = global i32 1", "", kDropped, true},
        Case{"common_variable", "@s = common global i32 0", "@s = external global i32", kDeclared, true},
        Case{"internal_variable", "@s = internal global i32 1", "", kDropped, false},
        Case{"alias", "@t = global i32 1\n@s = alias i32, ptr @t", "@t = global i32 1", kDropped, true}),
    [](const auto& info) { return info.param.name; });

TEST(Symbols, WhatBothHaveIsNotTold) {
  EXPECT_TRUE(between(kFunction, kFunction).empty());
  EXPECT_TRUE(between(function("linkonce_odr"), kFunction).empty());  // more than was asked
  EXPECT_TRUE(between(function("internal"), function("private")).empty());
  EXPECT_TRUE(between("declare void @s()", "").empty());
  EXPECT_TRUE(between("", "declare void @s()").empty());
  EXPECT_TRUE(between("@t = global i32 1\n@s = alias i32, ptr @t", "@t = global i32 1\n@s = global i32 1").empty());
}

TEST(Symbols, GlobalsOfLlvmAreNotForTheLinker) {
  EXPECT_TRUE(between("@g = global i32 1\n@llvm.used = appending global [1 x ptr] [ptr @g], section \"llvm.metadata\"",
                      "@g = global i32 1")
                  .empty());
}

TEST(Symbols, WhatNoOtherModuleCanNameIsCounted) {
  const std::string kept = "define void @f() {\n  ret void\n}\n";
  const auto local = [](const std::string& name) { return "define internal void @" + name + "() {\n  ret void\n}\n"; };
  EXPECT_EQ(count_local(between(kept + local("a") + local("b") + "@v = private global i8 1\n",
                                kept + "@w = internal global i8 1\n@x = internal global i8 1\n")),
            "no other module can name: 2 functions, 1 variable of the source alone; 2 variables of the target alone");
  EXPECT_EQ(count_local(between(kept, kept + local("a"))), "no other module can name: 1 function of the target alone");
  // Others can name these.
  EXPECT_EQ(count_local(between(kept + function("weak_odr") + "@v = linkonce global i8 1\n", kept)), "");
}

}  // namespace
}  // namespace assay::ir
