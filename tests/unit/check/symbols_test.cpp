#include "services/worker/ir/symbols.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include "services/worker/ir/ir.h"

// CALL-45, CALL-66, CALL-67: what a linker needs of a module stays in it. MEM-71: and what its variables hold.
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

std::string constructor(int priority) {
  return "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 " +
         std::to_string(priority) + ", ptr @c, ptr null }]\n";
}

/// What is said of the only thing that is changed and wrong.
std::string change(const std::string& before, const std::string& after) {
  const auto told = between(before, after);
  if (told.size() != 1 || told[0].change != SymbolChange::Changed || !told[0].is_wrong) return "no";
  return told[0].what;
}

TEST(Symbols, WhatOthersCountOnInADefinitionIsNotChanged) {
  EXPECT_EQ(change("@s = global i32 1", "@s = global i32 2"), "has another initial value");
  const std::string xy = "@x = global i8 0\n@y = global i8 0\n";
  const auto table = [&](const char* elements) { return xy + "@a = appending global " + elements; };
  EXPECT_EQ(change(table("[1 x ptr] [ptr @x]"), table("[1 x ptr] [ptr @y]")), "has another initial value");
  EXPECT_EQ(change(table("[2 x ptr] [ptr @x, ptr @y]"), table("[1 x ptr] [ptr @x]")), "has more or fewer elements");
  EXPECT_EQ(change("@s = global i32 0", "@s = global i16 0"), "is smaller");
  EXPECT_EQ(change("@s = global i16 0", "@s = global i32 0"), "no");
  EXPECT_EQ(change("@s = constant [2 x i32] [i32 1, i32 2]", "@s = constant [2 x i32] [i32 1, i32 3]"),
            "has other contents");
  EXPECT_EQ(change("@s = constant { i8, float } { i8 1, float 0.0 }", "@s = constant { i8, float } zeroinitializer"),
            "has other contents");
  EXPECT_EQ(change("@s = thread_local global i32 1", "@s = global i32 1"), "is no longer thread_local");
  EXPECT_EQ(change("@s = global i32 1", "@s = thread_local global i32 1"), "has become thread_local");
  EXPECT_EQ(change("@s = externally_initialized global i32 1", "@s = global i32 1"), "is not externally_initialized");
  EXPECT_EQ(change("@s = constant i32 1", "@s = unnamed_addr constant i32 1"), "has become unnamed_addr");
  EXPECT_EQ(change("@s = global i32 1, section \"a\"", "@s = global i32 1"), "is in another section");
  EXPECT_EQ(change("@s = global i32 1, align 8", "@s = global i32 1, align 4"), "has a lower alignment");
  EXPECT_EQ(change("@s = global i32 1, align 8", "@s = global i32 1"), "has a lower alignment");
  EXPECT_EQ(change("@s = dllexport global i32 1", "@s = global i32 1"), "is no longer exported");
  EXPECT_EQ(change("@s = global i32 1", "@s = constant i32 1"), "has become constant");
  EXPECT_EQ(change("@s = weak global i32 1", "@s = global i32 1"), "is no longer weak: no other module may define it");
  EXPECT_EQ(change("@s = global i32 1", "@s = hidden global i32 1"), "has become hidden");
  EXPECT_EQ(
      change("$s = comdat nodeduplicate\n@s = global i32 1, comdat", "$s = comdat any\n@s = global i32 1, comdat"),
      "is in a comdat of another selection kind");
  const std::string two = "@g = global i32 1\n@h = global i32 1\n";
  EXPECT_EQ(change(two + "@s = alias i32, ptr @g", two + "@s = alias i32, ptr @h"), "stands for another variable");
  EXPECT_EQ(change("define void @s() section \"a\" {\n  ret void\n}\n", kFunction), "is in another section");
  EXPECT_EQ(change(kFunction, "define void @s() unnamed_addr {\n  ret void\n}\n"), "has become unnamed_addr");
}

// CALL-60: functions behind aliases are pairs.
TEST(Symbols, WhatAnAliasLeadsToIsNotChanged) {
  const std::string own = "@g = internal global [2 x i8] [i8 1, i8 2]\n@h = internal global [2 x i8] [i8 1, i8 2]\n",
                    other = "@g = internal global [2 x i8] [i8 1, i8 2]\n@h = internal global [2 x i8] [i8 1, i8 3]\n";
  const std::string g = "@s = alias i8, ptr @g", h = "@s = alias i8, ptr @h",
                    second = "@s = alias i8, getelementptr (i8, ptr @g, i64 1)";
  const auto change = [](const std::string& before, const std::string& after) {
    for (const SymbolDifference& told : between(before, after))
      if (told.is_wrong) return told.what;
    return std::string("no");
  };
  const std::string differs = "stands for a variable that holds something else";
  EXPECT_EQ(change(other + g, other + h), "stands for another place");
  EXPECT_EQ(change(own + h, other + h), differs);
  EXPECT_EQ(change(own + g, own + h), "stands for another place");
  EXPECT_EQ(change(own + g, own + second), "stands for another place");
  EXPECT_EQ(change("@s = global i8 1", "@g = internal global i8 2\n" + g), differs);
  EXPECT_EQ(change("@s = global i8 1", "@g = internal global i8 1\n" + g), "no");
  EXPECT_EQ(change("@g = internal global i8 2\n" + g, "@s = global i8 1"), differs);
  const std::string body = "define internal i8 @g() {\n  ret i8 0\n}\n", name = "@s = alias i8 (), ptr @g";
  EXPECT_EQ(change(body + name, "@g = internal global i8 1\n" + g), "stands for a variable");
  EXPECT_EQ(change("@g = internal global i8 1\n" + g, body + name), "stands for no variable");
}

// CALL-61.
TEST(Symbols, WhatTheLinkerTakesFromAnyModuleStaysInItsComdat) {
  const auto change = [](const std::string& before, const std::string& after) {
    const std::string both = "$s = comdat any\n$k = comdat any\n@k = linkonce_odr global i8 0, comdat\n";
    const auto told = between(both + before, both + after);
    if (told.size() != 1 || !told[0].is_wrong) return std::string("no");
    return told[0].what;
  };
  const auto in = [](const char* comdat) { return "@s = linkonce_odr global i8 0" + std::string(comdat); };
  EXPECT_EQ(change(in(", comdat($k)"), in("")), "has left its comdat");
  EXPECT_EQ(change(in(", comdat($k)"), in(", comdat")), "has left its comdat");
  EXPECT_EQ(change(in(", comdat"), in(", comdat($k)")), "is in a comdat of another name");
  EXPECT_EQ(change(in(""), in(", comdat($k)")), "is in a comdat of another name");
  EXPECT_EQ(change(in(", comdat"), in("")), "no");
  EXPECT_EQ(change(in(""), in(", comdat")), "no");
  // This module's own goes with nothing.
  const std::string use = "\ndefine i8 @f() {\n  %v = load i8, ptr @s\n  ret i8 %v\n}\n";
  const std::string constant = "@s = linkonce_odr constant i8 0, comdat($k)", own = "@s = internal constant i8 0";
  EXPECT_EQ(change(constant + use, own + use), "no");
  EXPECT_EQ(between("$s = comdat largest\n@s = weak global i8 0, comdat", "@s = weak global i8 0")[0].what,
            "has left its comdat");
}

// What may go may stay, too, and then the linker may take it for all modules.
TEST(Symbols, WhatTheLinkerMayTakeForAllModulesIsNotChanged) {
  const auto change = [](const std::string& before, const std::string& after, const std::string& user = "") {
    return ir::change(before + user, after + user);
  };
  EXPECT_EQ(change("@s = linkonce_odr global i32 1", "@s = linkonce_odr constant i32 1"), "has become constant");
  EXPECT_EQ(change("@s = linkonce_odr constant i32 1", "@s = linkonce_odr unnamed_addr constant i32 1"),
            "has become unnamed_addr");
  EXPECT_EQ(change("@s = linkonce_odr constant i32 1", "@s = linkonce_odr local_unnamed_addr constant i32 1"), "no");
  const std::string strong = "is no longer weak: no other module may define it";
  EXPECT_EQ(change("@s = linkonce_odr constant i32 1", "@s = constant i32 1"), strong);
  EXPECT_EQ(change(function("linkonce_odr"), kFunction), strong);
  EXPECT_EQ(change(function("linkonce_odr"), function("weak_odr")), "no");
  EXPECT_EQ(change(function("linkonce_odr"), function("available_externally")), "no");
  const std::string own = "is this module's own: others have another one";
  const std::string loads = "\ndefine i32 @f() {\n  %v = load i32, ptr @s\n  ret i32 %v\n}\n";
  const std::string gives = "\ndefine ptr @f() {\n  ret ptr @s\n}\n";
  const std::string calls = "\ndefine void @f() {\n  call void @s()\n  ret void\n}\n";
  EXPECT_EQ(change("@s = linkonce_odr global i32 1", "@s = internal global i32 1", loads), own);
  EXPECT_EQ(change("@s = linkonce_odr global i32 1", "@s = internal global i32 1"), "no");
  EXPECT_EQ(change("@s = linkonce_odr constant i32 1", "@s = internal constant i32 1", loads), "no");
  EXPECT_EQ(change("@s = linkonce_odr constant i32 1", "@s = internal constant i32 1", gives), own);
  EXPECT_EQ(change("@s = linkonce_odr unnamed_addr constant i32 1", "@s = internal constant i32 1", gives), "no");
  EXPECT_EQ(change(function("linkonce_odr"), function("internal"), calls), "no");
  EXPECT_EQ(change(function("linkonce_odr"), function("internal"), gives), own);
  EXPECT_EQ(change(function("linkonce"), function("internal"), calls), own);
}

TEST(Symbols, WhatADefinitionMaySayOtherwiseIsNotTold) {
  EXPECT_TRUE(between("@s = global i32 undef", "@s = global i32 2").empty());
  EXPECT_TRUE(between("@s = constant [2 x i32] [i32 1, i32 undef]", "@s = constant [2 x i32] [i32 1, i32 3]").empty());
  EXPECT_TRUE(between("@s = internal global i32 1", "@s = internal global i32 2").empty());
  EXPECT_TRUE(between("@s = global i32 1, align 4", "@s = local_unnamed_addr global i32 1, align 8").empty());
  EXPECT_TRUE(between("@s = global i64 1, align 8", "@s = global i64 1").empty());  // what its type asks for
  EXPECT_TRUE(between("@s = unnamed_addr constant i32 1", "@s = constant i32 1").empty());
  EXPECT_TRUE(between("@s = hidden global i32 1", "@s = global i32 1").empty());
  EXPECT_TRUE(between("$s = comdat any\n@s = global i32 1, comdat", "@s = global i32 1").empty());
  EXPECT_TRUE(between("@s = thread_local global i32 1", "@s = thread_local(initialexec) global i32 1").empty());
}

TEST(Symbols, WhatBothHaveIsNotTold) {
  EXPECT_TRUE(between(kFunction, kFunction).empty());
  EXPECT_TRUE(between(function("internal"), function("private")).empty());
  EXPECT_TRUE(between("declare void @s()", "").empty());
  EXPECT_TRUE(between("", "declare void @s()").empty());
  EXPECT_TRUE(between("@t = global i32 1\n@s = alias i32, ptr @t", "@t = global i32 1\n@s = global i32 1").empty());
}

TEST(Symbols, AddressesInVariablesLeadWhereTheyDid) {
  const std::string one = "define i32 @a() {\n  ret i32 1\n}\n", other = "define i32 @b() {\n  ret i32 2\n}\n",
                    words = "@w = global [4 x i32] zeroinitializer\n@v = global i32 0\n", all = one + other + words;
  const auto table = [&](const std::string& elements) {
    return all + "@t = constant [2 x ptr] [ptr " + elements + "]\n";
  };
  EXPECT_EQ(change(table("@a, ptr @b"), table("@b, ptr @a")), "has other contents");
  EXPECT_EQ(change(table("@a, ptr @b"), table("@a, ptr null")), "has other contents");
  EXPECT_EQ(change(table("@a, ptr null"), table("@a, ptr @b")), "has other contents");
  EXPECT_EQ(change(table("@a, ptr @b"), table("@a, ptr poison")), "has other contents");
  EXPECT_EQ(change(table("@w, ptr @b"), table("getelementptr (i8, ptr @w, i64 4), ptr @b")), "has other contents");
  EXPECT_EQ(change(table("@w, ptr @b"), table("@v, ptr @b")), "has other contents");
  EXPECT_EQ(change(table("@a, ptr undef"), table("@a, ptr @b")), "no");
  EXPECT_EQ(
      change(table("getelementptr (i8, ptr @w, i64 4), ptr @b"), table("getelementptr (i32, ptr @w, i64 1), ptr @b")),
      "no");
  const auto alias = [&](const std::string& aliasee) { return words + "@s = alias i32, ptr " + aliasee + "\n"; };
  EXPECT_EQ(change(alias("@w"), words + "@s = alias i32, getelementptr (i8, ptr @w, i64 4)\n"),
            "stands for another place");
  // Bytes of another type.
  EXPECT_EQ(change("@s = global i32 1", "@s = global [4 x i8] c\"\\02\\00\\00\\00\""), "has another initial value");
  EXPECT_EQ(change("@s = global i64 1", "@s = global double 1.0"), "has another initial value");
  EXPECT_EQ(change("target datalayout = \"e\"\n@s = global i32 1, align 4",
                   "target datalayout = \"e\"\n@s = global [4 x i8] c\"\\01\\00\\00\\00\", align 4"),
            "no");
}

TEST(Symbols, WhatMayStandForAnotherMayStandInATable) {
  const std::string merged = "define internal i32 @a() unnamed_addr {\n  ret i32 1\n}\n";
  const std::string equal = merged + "define internal i32 @b() unnamed_addr {\n  ret i32 1\n}\n";
  const std::string of_a = "@t = global ptr @a\n", of_b = "@t = global ptr @b\n";
  EXPECT_EQ(change(equal + of_b, equal + of_a), "no");
  EXPECT_EQ(change(equal + of_b, merged + of_a), "no");
  // Addresses that are significant, and functions that do something else.
  const auto plain = [](const std::string& name, int result) {
    return "define internal i32 @" + name + "() {\n  ret i32 " + std::to_string(result) + "\n}\n";
  };
  const std::string two = plain("a", 1) + plain("b", 1),
                    others = equal + "define internal i32 @c() unnamed_addr {\n  ret i32 2\n}\n";
  EXPECT_EQ(change(two + of_b, two + of_a), "has another initial value");
  EXPECT_EQ(change(others + "@t = global ptr @c\n", others + of_a), "has another initial value");
  // Names of what only the module knows mean nothing.
  EXPECT_EQ(change(plain("a", 1) + plain("b", 2) + of_a, plain("b", 1) + plain("a", 2) + of_b), "no");
  // An alias is what it stands for.
  const std::string alias = plain("a", 1) + "@b = internal alias i32 (), ptr @a\n";
  EXPECT_EQ(change(alias + of_b, alias + of_a), "no");
  const std::string slots = "@t = constant [1 x ptr] [ptr @a], !vcall_visibility !0\n!0 = !{i64 1}\n";
  EXPECT_EQ(change(plain("a", 1) + slots, plain("a", 1) + "@t = constant [1 x ptr] zeroinitializer, !vcall_visibility "
                                                          "!0\n!0 = !{i64 1}\n"),
            "no");
}

const std::string kCalls = "declare void @out()\ndefine internal void @c() {\n  call void @out()\n  ret void\n}\n";
const std::string kStores = "define internal void @c() {\n  store i32 7, ptr @s\n  ret void\n}\n";
const std::string kNothing = "define internal void @c() {\n  ret void\n}\n";

TEST(Symbols, ConstructorsWithEffectsAreStillCalled) {
  EXPECT_EQ(change(constructor(1) + kCalls, kCalls), "no longer calls @c");
  EXPECT_EQ(change(constructor(1) + kCalls, constructor(2) + kCalls), "calls @c at another time");
  EXPECT_EQ(change(constructor(1) + "declare void @c()\n", "declare void @c()\n"), "no longer calls @c");
  EXPECT_TRUE(between(constructor(1) + kNothing, kNothing).empty());
  EXPECT_TRUE(between(constructor(1) + kCalls, constructor(1) + kCalls).empty());
  // It is called in another way.
  EXPECT_TRUE(between(constructor(1) + kCalls, kCalls + "@l = internal global ptr @c\n")[0].is_local());
}

// CALL-66.
TEST(Symbols, DestructorsWithEffectsAreStillCalled) {
  const auto destructor = [](int priority) {
    std::string list = constructor(priority);
    return list.replace(list.find("ctors"), 5, "dtors");
  };
  EXPECT_EQ(change(destructor(1) + kCalls, kCalls), "no longer calls @c");
  EXPECT_EQ(change(destructor(1) + kCalls, destructor(2) + kCalls), "calls @c at another time");
  EXPECT_EQ(change(destructor(1) + kCalls, constructor(1) + kCalls), "no");
  EXPECT_TRUE(between(destructor(1) + kNothing, kNothing).empty());
  EXPECT_TRUE(between(destructor(1) + kCalls, destructor(1) + kCalls).empty());
}

// CALL-64.
TEST(Symbols, TypesOfWhatOthersSeeAreKept) {
  const auto typed = [](const std::string& types, const std::string& asks = "") {
    return "@s = constant [2 x i64] zeroinitializer" + types + "\n" + asks +
           "!0 = !{i64 0, !\"A\"}\n!1 = !{i64 8, !\"A\"}\n!2 = !{i64 0, !3}\n!3 = distinct !{}\n";
  };
  const std::string other = "is of other types (!type)";
  EXPECT_EQ(change(typed(", !type !0"), typed("")), other);
  EXPECT_EQ(change(typed(""), typed(", !type !0")), other);
  EXPECT_EQ(change(typed(", !type !0"), typed(", !type !1")), other);
  EXPECT_TRUE(between(typed(", !type !0, !type !1"), typed(", !type !1, !type !0")).empty());
  EXPECT_TRUE(between(typed(", !type !2"), typed("")).empty());
  const std::string asks =
      "declare i1 @llvm.type.test(ptr, metadata)\ndefine internal i1 @a(ptr %p) {\n"
      "  %r = call i1 @llvm.type.test(ptr %p, metadata !\"A\")\n  ret i1 %r\n}\n";
  const std::string lowered = "define internal i1 @a(ptr %p) {\n  ret i1 false\n}\n";
  EXPECT_TRUE(between(typed(", !type !0", asks), typed("", lowered)).empty());
  EXPECT_EQ(change(typed(", !type !0", asks), typed("", asks)), other);
}

// CALL-60.
TEST(Symbols, AnIfuncThatBecomesAFunctionIsTold) {
  const std::string resolver = "define internal ptr @r() {\n  ret ptr @x\n}\ndeclare void @x()\n";
  const auto told = between(resolver + "@s = ifunc void (), ptr @r\n", resolver + kFunction);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_FALSE(told[0].is_wrong);
  EXPECT_EQ(told[0].what, "is a function: nobody looks whether it does the same");
}

TEST(Symbols, ConstructorsThatWereRunMayHaveWrittenTheirVariables) {
  const std::string zero = "@s = global i32 0\n", seven = "@s = global i32 7\n", constant = "@s = constant i32 7\n";
  EXPECT_TRUE(between(constructor(1) + kStores + zero, kStores + seven).empty());
  EXPECT_EQ(change(constructor(1) + kNothing + zero, kNothing + seven), "has another initial value");
  EXPECT_EQ(change(constructor(1) + kNothing + seven, kNothing + constant), "has become constant");
  EXPECT_EQ(change(constructor(1) + kStores + zero, constructor(1) + kStores + seven), "has another initial value");
  // The target alone writes it before all else runs.
  EXPECT_TRUE(between(kStores + seven, constructor(1) + kStores + zero).empty());
}

TEST(Symbols, WhatIsUsedUnseenIsKept) {
  const auto used = [](const std::string& name) {
    return "@g = global i32 1\n@llvm." + name + " = appending global [1 x ptr] [ptr @g], section \"llvm.metadata\"\n";
  };
  const std::string without = "@g = global i32 1\n";
  EXPECT_EQ(change(used("used"), without), "no longer names @g");
  EXPECT_EQ(change(used("compiler.used"), without), "no longer names @g");
  EXPECT_EQ(change(used("used"), used("compiler.used")), "no longer names @g");
  EXPECT_TRUE(between(used("compiler.used"), used("used")).empty());
  EXPECT_TRUE(between(without, used("used")).empty());
}

TEST(Symbols, AssemblyOfTheModuleIsKept) {
  const std::string two = "module asm \"a\"\nmodule asm \"b\"\n";
  EXPECT_EQ(change(two, "module asm \"a\"\n"), "has lost lines");
  EXPECT_EQ(change(two, "module asm \"b\"\nmodule asm \"a\"\n"), "has lost lines");
  EXPECT_TRUE(between(two, "module asm \"a\"\nmodule asm \"x\"\nmodule asm \"b\"\n").empty());
}

TEST(Symbols, WhatAnotherModuleDefinesIsNotDefinedHere) {
  const auto defined = [](const std::string& linkage) {
    const auto told = between("declare void @s()", function(linkage));
    return told.size() == 1 && told[0].change == SymbolChange::Added && told[0].is_wrong;
  };
  for (const char* linkage : {"", "weak", "linkonce_odr", "internal"}) EXPECT_TRUE(defined(linkage)) << linkage;
  EXPECT_FALSE(defined("available_externally"));
  EXPECT_TRUE(between("@s = external global i32", "@s = global i32 5")[0].is_wrong);
  EXPECT_FALSE(between("", kFunction)[0].is_wrong);
}

TEST(Symbols, NoMoreIsAssertedOfDefinitionsThatTheLinkerReplaces) {
  const std::string asserts = "asserts that all its definitions are equivalent";
  EXPECT_EQ(change(function("weak"), function("weak_odr")), asserts);
  EXPECT_EQ(change(function("linkonce"), function("linkonce_odr")), asserts);
  EXPECT_EQ(change("@s = weak constant i32 1", "@s = weak_odr constant i32 1"), asserts);
  EXPECT_EQ(change(function("weak_odr"), function("weak")), "no");
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
