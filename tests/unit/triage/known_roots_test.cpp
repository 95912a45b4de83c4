#include "services/worker/triage/known_roots.h"

#include <gmock/gmock.h>

#include "services/worker/semantics/variant.h"
#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Finding switch_in(const std::string& type) {
  Finding finding;
  finding.compiler.version = "22.1.8";
  finding.culprit = "simplifycfg";
  finding.reduced =
      "define i8 @f(" + type + " %x) {\nentry:\n  switch " + type + " %x, label %a [ " + type + " 1, label %b ]\n";
  return finding;
}

const char* kRule = R"(
- id: a-root
  kind: miscompile
  passes: [gvn, newgvn]
  compilers: 14-19
  shows: ['load i(8|16)', 'trunc']
  becomes: ['poison$']
  says: 'returns'
  upstream: https://example.org/1
  state: open
  owner: grace
  reason: it does something
  expires: 2027-01-31
)";

Finding fitting() {
  Finding finding;
  finding.compiler.version = "19.1.7";
  finding.culprit = "gvn";
  finding.reduced = "%a = load i16, ptr %p\n%b = trunc i16 %a to i8\n";
  finding.reduced_target = "ret i8 poison";
  finding.detail = "source returns i8 1; target returns i8 poison";
  return finding;
}

TEST(KnownRoots, ARuleMatchesWhereAllThatItSaysFits) {
  const auto known = KnownRoots::parse(kRule, "rules");
  ASSERT_TRUE(known) << known.error();
  const KnownRoot* rule = known->match(fitting(), kToday);
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->upstream, "https://example.org/1");
  EXPECT_EQ(rule->owner, "grace");
  const auto unfit = [&](auto&& change) {
    Finding finding = fitting();
    change(finding);
    return known->match(finding, kToday) == nullptr;
  };
  EXPECT_TRUE(unfit([](Finding& f) { f.kind = FindingKind::Crash; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.culprit = "licm"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.compiler.version = "22.1.8"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.reduced = "%a = load i16, ptr %p\n"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.reduced_target = "ret i8 %b"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.detail = ""; }));
}

TEST(KnownRoots, WhatARuleLosesIsGoneFromTheTarget) {
  const auto known = KnownRoots::parse("- id: r\n  loses: ['= select [^\\n]*']\n  state: open\n  reason: x\n", "rules");
  ASSERT_TRUE(known) << known.error();
  const auto matches = [&](const char* before, const char* after) {
    Finding finding = fitting();
    finding.reduced = before;
    finding.reduced_target = after;
    return known->match(finding, kToday) != nullptr;
  };
  EXPECT_TRUE(matches("%a = select i1 %c, i8 1, i8 2\n", "ret i8 1\n"));
  EXPECT_TRUE(matches("%a = select i1 %c, i8 1, i8 2\n", "%a = select i1 %d, i8 1, i8 2\n"));
  EXPECT_TRUE(
      matches("%a = select i1 %c, i8 1, i8 2\n%b = select i1 %d, i8 1, i8 2\n", "%a = select i1 %c, i8 1, i8 2\n"))
      << "one of two is";
  EXPECT_FALSE(matches("%a = select i1 %c, i8 1, i8 2\n", "%a = select i1 %c, i8 1, i8 2\nret i8 poison\n"));
  EXPECT_FALSE(matches("%a = add i8 %x, 1\n", "ret i8 1\n"));
}

TEST(KnownRoots, ARuleEndsWithItsDay) {
  const auto known = KnownRoots::parse(kRule, "rules");
  ASSERT_TRUE(known);
  EXPECT_NE(known->match(fitting(), "2027-01-31"), nullptr);
  EXPECT_EQ(known->match(fitting(), "2027-02-01"), nullptr);
}

TEST(KnownRoots, WhatIsWrongInAFileIsNamed) {
  for (const auto& [text, fault] : {std::pair<const char*, const char*>{"- id: x\n  state: open\n", "reason"},
                                    {"- id: x\n  state: maybe\n  reason: r\n", "state"},
                                    {"- id: x\n  state: open\n  reason: r\n  kind: surprise\n", "surprise"},
                                    {"- id: x\n  state: open\n  reason: r\n  compilers: new\n", "14-22"},
                                    {"- id: x\n  state: open\n  reason: r\n  shows: ['(']\n", "regular expression"},
                                    {"- id: x\n  state: open\n  reason: r\n  colour: red\n", "colour"},
                                    {"just words", "1:1: is no list of rules"}}) {
    const auto known = KnownRoots::parse(text, "rules");
    ASSERT_FALSE(known) << text;
    EXPECT_THAT(known.error(), StartsWith("rules:"));
    EXPECT_THAT(known.error(), HasSubstr(fault));
  }
}

TEST(KnownRoots, AllThatIsWrongInAFileIsToldWithItsPlace) {
  const auto known =
      KnownRoots::parse("- id: x\n  sate: open\n  reason: r\n- shows: ['a', '(']\n  state: opne\n", "rules");
  ASSERT_FALSE(known);
  EXPECT_EQ(known.error(),
            "rules:2:3: sate: unknown key; did you mean 'state'?\n"
            "rules:4:3: id: is missing\n"
            "rules:4:3: reason: is missing\n"
            "rules:4:16: shows: '(' is no regular expression: Mismatched '(' and ')' in regular expression\n"
            "rules:5:10: state: 'opne': expected open, fixed, disputed or unreported; did you mean 'open'?");
}

TEST(KnownRoots, DamagedYamlIsAnError) {
  for (const char* damaged : {"*v", "&a:", "[a:", "- *a"}) EXPECT_FALSE(KnownRoots::parse(damaged, "rules")) << damaged;
}

TEST(ShippedRoots, KnowWhatWasLookedUp) {
  ASSERT_GT(KnownRoots::shipped().rules().size(), 20u) << "the file can be read";
  const KnownRoot* rule = KnownRoots::shipped().match(switch_in("i4"), kToday);
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->id, "switch-as-bitmap");
  EXPECT_EQ(KnownRoots::shipped().match(switch_in("i32"), kToday), nullptr);
}

TEST(ShippedRoots, KnowEachRelaxation) {
  for (const std::string_view word : semantics::relaxations()) {
    Finding finding;
    finding.compiler.version = "22.1.8";
    finding.culprit = "licm";
    finding.explained_by = word;
    EXPECT_NE(KnownRoots::shipped().match(finding, kToday), nullptr) << word;
  }
}

Finding of_14(FindingKind kind, const char* pass) {
  Finding finding;
  finding.kind = kind;
  finding.compiler.version = "14.0.6";
  finding.culprit = pass;
  return finding;
}

TEST(ShippedRoots, KnowThatUndefInAMaskOnceGaveUndef) {
  Finding finding = of_14(FindingKind::Miscompile, "instcombine");
  finding.reduced = "  %a = shufflevector <2 x i1> undef, <2 x i1> %x, <2 x i32> <i32 0, i32 2>\n";
  finding.reduced_target = "  %a = shufflevector <2 x i1> %x, <2 x i1> undef, <2 x i32> <i32 poison, i32 0>\n";
  finding.detail = "source returns <2 x i1> <undef, false>; target returns <2 x i1> <poison, false>";
  ASSERT_NE(KnownRoots::shipped().match(finding, kToday), nullptr);
  EXPECT_EQ(KnownRoots::shipped().match(finding, kToday)->id, "undef-mask-elements");
  finding.detail = "source returns <2 x i1> <true, false>; target returns <2 x i1> <poison, false>";
  EXPECT_EQ(KnownRoots::shipped().match(finding, kToday), nullptr);
  finding.detail = "source returns <2 x i1> <undef, false>; target returns <2 x i1> <poison, false>";
  finding.compiler.version = "19.1.7";
  EXPECT_EQ(KnownRoots::shipped().match(finding, kToday), nullptr);
}

TEST(ShippedRoots, KnowThatCopiesOfUnwrittenMemoryAreRemoved) {
  Finding finding;
  finding.compiler.version = "22.1.8";
  finding.culprit = "instcombine";
  finding.reduced = "  %a = alloca i8\n  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %a, i64 1, i1 false)\n";
  finding.detail = "source returns, with block 1 = ??; target returns, with block 1 = xx";
  ASSERT_NE(KnownRoots::shipped().match(finding, kToday), nullptr);
  EXPECT_EQ(KnownRoots::shipped().match(finding, kToday)->id, "copy-of-unwritten-removed");
  finding.detail = "source returns, with block 1 = 01; target returns, with block 1 = xx";
  EXPECT_EQ(KnownRoots::shipped().match(finding, kToday), nullptr);
}

TEST(ShippedRoots, KnowPromotionsWithoutTypes) {
  Finding finding = of_14(FindingKind::InvalidIr, "mem2reg");
  finding.reduced = "  %a = alloca i8\n  store i8 0, ptr %a\n  %b = load i4, ptr %a\n  %c = add i4 %b, 0\n";
  finding.detail = "Both operands to a binary operator are not of the same type!\n  %1 = add i4 0, 0\n";
  ASSERT_NE(KnownRoots::shipped().match(finding, kToday), nullptr);
  finding.compiler.version = "15.0.7";
  EXPECT_EQ(KnownRoots::shipped().match(finding, kToday), nullptr);
}

constexpr const char* kScalarized =
    "  %a = add i4 %x, %x\n  %b = insertelement <2 x i4> zeroinitializer, i4 %a, i4 0\n  %c = add nsw <2 x i4> %b, "
    "zeroinitializer\n";
constexpr const char* kWidened = "  %a = zext <4 x i4> %x to <4 x i8>\n  %b = lshr <4 x i8> %a, zeroinitializer\n";

// What each rule is for, and next to it what it must leave alone.
TEST(ShippedRoots, AreNarrow) {
  for (const Case& each : {
           Case{"scalarized-with-old-flags", "vector-combine", "22.1.8", kScalarized,
                "  %c.scalar = add nsw i4 %x, %x\n"},
           Case{"", "vector-combine", "22.1.8", kScalarized, "  %c.scalar = add i4 %x, %y\n"},
           Case{"", "vector-combine", "22.1.8",
                "  %a = add nsw i4 %x, %x\n  %b = insertelement <2 x i4> %v, i4 %a, i4 0\n",
                "  %c.scalar = add nsw i4 %x, %y\n"},
           Case{"shrink-type-beyond-constant", "vector-combine", "22.1.8", kWidened, ""},
           Case{"", "vector-combine", "22.1.8", "  %a = zext <4 x i4> %x to <4 x i8>\n  %b = lshr <4 x i8> %a, %y\n",
                ""},
           Case{"", "vector-combine", "22.1.8",
                "  %a = zext <4 x i4> %x to <4 x i8>\n  %b = add <4 x i8> %y, zeroinitializer\n", ""},
           Case{"opt-14-typeless-accesses", "gvn", "14.0.6", "  store i16 %x, ptr %p, align 2\n  store i8 %y, ptr %p\n",
                ""},
           Case{"opt-14-typeless-accesses", "early-cse", "14.0.6",
                "  %a = load i16, ptr %p\n  %b = load float, ptr %p\n", ""},
           Case{"opt-14-typeless-accesses", "gvn", "14.0.6",
                "  %a = getelementptr i8, ptr %p, i64 1\n  %b = getelementptr inbounds i32, ptr %p, i64 1\n", ""},
           Case{"opt-14-typeless-accesses", "gvn", "14.0.6",
                "  %a = getelementptr [2 x i8], ptr %p, i4 %i\n  %b = getelementptr i8, ptr %p, i4 2\n", ""},
           Case{"", "gvn", "14.0.6",
                "  %a = getelementptr [2 x i8], ptr %p, i4 %i\n  %b = getelementptr i8, ptr %q, i4 2\n", ""},
           Case{"", "gvn", "14.0.6",
                "  store i16 %x, ptr %p, align 2\n  %a = load i16, ptr %p, align 2\n  store i8 %y, ptr %q\n", ""},
           Case{"", "gvn", "14.0.6", "  %a = getelementptr i8, ptr %p, i64 1\n  %b = getelementptr i8, ptr %p, i64 1\n",
                ""},
           Case{"logical-ands-reordered", "slp-vectorizer", "19.1.7",
                "  %c = select i1 %a, i1 %b, i1 false\n  %d = and i1 %x, %c\n", "  %1 = freeze <4 x i1> %0\n"},
           Case{"", "slp-vectorizer", "19.1.7", "  %d = and i1 %x, %c\n  %e = and i1 %d, %y\n",
                "  %1 = freeze <4 x i1> %0\n"},
           Case{"opt-14-typeless-accesses", "instcombine", "14.0.6",
                "  call void @llvm.memset.p0.i8(ptr align 2 %x, i8 0, i8 2, i1 false)\n  store i8 0, ptr %x\n", ""},
           Case{"", "instcombine", "14.0.6",
                "  call void @llvm.memset.p0.i8(ptr %x, i8 0, i8 2, i1 false)\n  store i8 0, ptr %y\n", ""},
           Case{"bitcast-of-odd-vectors", "instcombine", "16.0.6",
                "  ret <2 x i3> bitcast (<3 x i2> splat (i2 1) to <2 x i3>)\n", ""},
           Case{"bitcast-of-odd-vectors", "instsimplify", "22.1.8",
                "  %a = bitcast <4 x i20> splat (i20 1) to <5 x i16>\n", ""},
           Case{"bitcast-of-odd-vectors", "instsimplify", "19.1.7",
                "  %a = bitcast <8 x i3> splat (i3 1) to <3 x i8>\n", ""},
           Case{"bitcast-of-odd-vectors", "vector-combine", "22.1.8",
                "  %a = bitcast <3 x i2> %x to <2 x i3>\n  %b = and <2 x i3> %a, splat (i3 1)\n", ""},
           Case{"", "instsimplify", "22.1.8", "  %a = bitcast <4 x i32> splat (i32 1) to <8 x i16>\n", ""},
           Case{"", "instsimplify", "22.1.8", "  %a = bitcast <4 x i20> %x to <5 x i16>\n", ""},
           Case{"or-of-implied-compares", "constraint-elimination", "19.1.7",
                "  %a = icmp ne i4 %x, 1\n  %c = or disjoint i1 %a, %b\n", "  %c = or disjoint i1 true, %b\n"},
           Case{"", "constraint-elimination", "19.1.7", "  %a = icmp ne i4 %x, 1\n  %c = or disjoint i1 %a, %b\n",
                "  %c = or i1 true, %b\n"},
           Case{"ninf-of-negated-arm", "instcombine", "19.1.7",
                "  %b = fneg ninf half %x\n  %c = select i1 %a, half %b, half %x\n",
                "  %c = select ninf i1 %a, half %b, half %x\n"},
           Case{"", "instcombine", "19.1.7", "  %b = fneg ninf half %x\n  %c = select ninf i1 %a, half %b, half %x\n",
                "  %c = select ninf i1 %a, half %b, half %x\n"},
           Case{"nsz-of-compare", "instcombine", "19.1.7",
                "  %a = fcmp nsz ueq half %x, %y\n  %b = select i1 %a, half %x, half %y\n",
                "  %b = select nsz i1 %a.inv, half %y, half %x\n"},
           Case{"", "instcombine", "19.1.7", "  %a = fcmp ueq half %x, %y\n  %b = select i1 %a, half %x, half %y\n",
                "  %b = select nsz i1 %a.inv, half %y, half %x\n"},
           Case{"", "instcombine", "16.0.6", "  %a = bitcast <3 x i1> %x to i3\n  %b = bitcast i3 %y to <3 x i1>\n",
                ""},
           Case{"funnel-shift-amounts", "instcombine", "22.1.8",
                "  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 1)\n  %c = icmp eq i7 %a, %b\n", ""},
           Case{"", "instcombine", "22.1.8",
                "  %a = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 1)\n  %c = icmp eq i8 %a, %b\n", ""},
           Case{"ninf-on-narrow-product", "instcombine", "22.1.8",
                "  %a = fpext half %x to float\n  %b = fadd ninf float %a, 2.0\n  %c = fptrunc float %b to half\n",
                "  %c = fadd ninf half %x, 2.0\n"},
           Case{"", "instcombine", "22.1.8",
                "  %a = fpext half %x to float\n  %b = fmul ninf float %a, 2.0\n  %c = fptrunc float %b to half\n",
                "  %c = fmul half %x, 2.0\n"},
           Case{"division-by-poison-lane", "vector-combine", "19.1.7",
                "  %a = extractelement <2 x i8> %v, i64 0\n  %b = udiv i8 1, %a\n", "  %b = udiv <2 x i8> %w, %v\n"},
           Case{"", "vector-combine", "19.1.7", "  %b = udiv i8 1, %a\n", "  %b = udiv i8 1, %a\n"},
           Case{"vectorized-sub-nuw", "loop-vectorize", "22.1.8",
                "  %a = phi i4 [ %x, %entry ], [ %b, %bb1 ]\n  %b = sub nuw i4 %a, 1\n",
                "  %induction = add nuw <4 x i4> %s, <i4 0, i4 -1, i4 -2, i4 -3>\n"},
           Case{"", "loop-vectorize", "22.1.8", "  %a = phi i4 [ %x, %entry ], [ %b, %bb1 ]\n  %b = sub nuw i4 %a, 1\n",
                "  %induction = add <4 x i4> %s, <i4 0, i4 -1, i4 -2, i4 -3>\n"},
           Case{"logical-ands-reordered", "slp-vectorizer", "19.1.7",
                "  %a = select i1 %x, i1 %y, i1 false\n  %b = select i1 %a, i1 %z, i1 false\n",
                "  %v = freeze <2 x i1> %w\n"},
           Case{"", "slp-vectorizer", "19.1.7", "  %a = select i1 %x, i8 %y, i8 %z\n", "  %v = freeze <2 x i1> %w\n"},
           Case{"logical-ands-reordered", "slp-vectorizer", "19.1.7",
                "  %a = select i1 %x, i1 %y, i1 false\n  %b = select i1 %a, i1 %z, i1 false\n",
                "  %op.rdx = select i1 %y, i1 %x, i1 false\n"},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.reduced << each.target;
  EXPECT_EQ(rule_of({"", "vector-combine", "22.1.8", kWidened, ""}, FindingKind::Hang), "shrink-type-beyond-constant");
}

// Reduced findings of a hunt, and beside each one that is of another cause.
TEST(ShippedRoots, KnowFindingsByTheCaseTheResultAndHowBothEnd) {
  constexpr const char* kPoison = "source returns i4 0; target returns i4 poison";
  constexpr const char* kPoisonBranch =
      "source returns; target immediate undefined behaviour: branch on poison at br i1 %exitcond, label %a, label %b";
  for (const Case& each : {
           Case{"slsr-basis-with-flags", "slsr", "19.1.7", "  %a = add nsw i4 %x, %x\n  %b = mul i4 %x, 3\n", "",
                kPoison},
           Case{"", "slsr", "19.1.7", "  %a = add i4 %x, %x\n  %b = mul i4 %x, 3\n", "", kPoison},
           Case{"exit-test-of-another-induction", "indvars", "19.1.7", "  %a = phi i4 [ 0, %entry ], [ %b, %bb1 ]\n",
                "", kPoisonBranch},
           Case{"", "indvars", "19.1.7", "  %a = phi i4 [ 0, %entry ], [ %b, %bb1 ]\n", "", kPoison},
           Case{"dereferenceable-dead-alloca", "attributor", "19.1.7", "  %a = alloca i8\n  ret ptr %a\n",
                "define dereferenceable(1) ptr @f() {\n",
                "target immediate undefined behaviour: a dereferenceable pointer is not at ret ptr %a"},
           Case{"", "attributor", "19.1.7", "  %a = alloca i8\n  ret ptr %b\n",
                "define dereferenceable(1) ptr @f() {\n",
                "target immediate undefined behaviour: a dereferenceable pointer is not at ret ptr %b"},
           Case{"accumulator-keeps-range", "tailcallelim", "19.1.7",
                "  %e = call range(i32 0, 36) i32 @llvm.umin.i32(i32 %c, i32 %d)\n",
                "  %accumulator.ret.tr = tail call range(i32 0, 36) i32 @llvm.umin.i32(i32 0, i32 %e)\n", kPoison},
           Case{"atomic-in-a-wider-word", "atomic-expand", "19.1.7", "  %a = atomicrmw xchg ptr %x, i8 0 seq_cst\n",
                "  %7 = cmpxchg ptr %p, i32 %loaded, i32 %n seq_cst seq_cst\n",
                "target immediate undefined behaviour: access out of bounds at %3 = load i32, ptr %p"},
           Case{"", "atomic-expand", "19.1.7", "  %a = atomicrmw xchg ptr %x, i8 0 seq_cst\n",
                "  %7 = cmpxchg ptr %p, i32 %loaded, i32 %n seq_cst seq_cst\n",
                "source returns i8 0; target returns i8 1"},
           Case{"heap-to-stack-loses-alignment", "attributor", "19.1.7", "  %a = call ptr @malloc(i64 4)\n",
                "  %a.h2s = alloca i8, i64 4, align 1\n  store i32 0, ptr %a.h2s, align 4\n",
                "target immediate undefined behaviour: misaligned access at store i32 0, ptr %a.h2s, align 4"},
           Case{"", "attributor", "19.1.7", "  %a = call ptr @malloc(i64 4)\n",
                "  %a.h2s = alloca i8, i64 4, align 4\n  store i32 0, ptr %a.h2s, align 8\n",
                "target immediate undefined behaviour: misaligned access at store i32 0, ptr %a.h2s, align 8"},
           Case{
               "masked-offset-in-bounds", "instcombine", "19.1.7",
               "  %a = getelementptr inbounds i8, ptr %x, i4 -1\n  %b = call ptr @llvm.ptrmask.p0.i64(ptr %a, i64 0)\n",
               "  %a1 = getelementptr inbounds i8, ptr %x, i64 -16\n",
               "source returns ptr block 1 - 4; target returns ptr poison"},
           Case{
               "", "instcombine", "19.1.7",
               "  %a = getelementptr inbounds i8, ptr %x, i4 -1\n  %b = call ptr @llvm.ptrmask.p0.i64(ptr %x, i64 0)\n",
               "  %a1 = getelementptr inbounds i8, ptr %x, i64 -16\n",
               "source returns ptr block 1 - 4; target returns ptr poison"},
           Case{"returned-by-recursion", "attributor-cgscc", "19.1.7",
                "define internal i8 @r(i7 %x, i8 %y) {\n  %c = call i8 @r(i7 0, i8 %b)\n", "",
                "source returns i8 1; target returns i8 0"},
           Case{"", "attributor-cgscc", "19.1.7",
                "define internal i8 @r(i7 %x, i8 %y) {\n  %c = call i8 @s(i7 0, i8 %b)\n", "",
                "source returns i8 1; target returns i8 0"},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.reduced;
}

TEST(ShippedRoots, AreNotLookedForInVeryLongCases) {
  std::string text = "  store i16 %x, ptr %p, align 2\n";
  while (text.size() < 200'000) text += "  %a = add i8 %x, %y\n";
  EXPECT_EQ(rule_of({"", "gvn", "14.0.6", (text + "  store i8 %y, ptr %p\n").c_str(), ""}), "");
}

TEST(ShippedRoots, KnowACrashOnAnyIndexBeyondTheVector) {
  for (const FindingKind kind : {FindingKind::Crash, FindingKind::InvalidIr}) {
    const auto rule_of_index = [&](const std::string& index) {
      const std::string text = "  %a = extractelement <2 x i4> zeroinitializer, i32 " + index + "\n";
      return rule_of({"", "vector-combine", "22.1.8", text.c_str(), ""}, kind);
    };
    EXPECT_EQ(rule_of_index("-1"), "extract-of-minus-one");
    EXPECT_EQ(rule_of_index("32"), "extract-of-minus-one");
    EXPECT_EQ(rule_of_index("1"), "");
  }
}

TEST(ShippedRoots, KnowThatWhatWasDereferenceableIsReadLater) {
  const char* dead =
      "source returns i32 0; target immediate undefined behaviour: access to a dead object at %v = load i32, ptr %p "
      "(LangRef: object lifetime)";
  const char* reduced =
      "define i32 @f(ptr align 4 dereferenceable(4) %p, i1 %c) {\n  call void @g()\n  br i1 %c, label %a, label %b\n"
      "a:\n  %v = load i32, ptr %p, align 4\n";
  EXPECT_EQ(rule_of_what_happens("simplifycfg", reduced, "", dead), "dereferenceable-after-a-call");
  EXPECT_EQ(rule_of_what_happens("simplifycfg", reduced, "", "source returns i32 0; target returns i32 1"), "");
  EXPECT_EQ(rule_of_what_happens("simplifycfg",
                                 "define i32 @f(ptr dereferenceable(4) %q, ptr %p) {\n  call void @g()\n"
                                 "  %v = load i32, ptr %p\n",
                                 "", dead),
            "");
}

TEST(ShippedRoots, KnowZerosOfNarrowProductsAndShiftsUntilABit) {
  const char* product =
      "  %a = fpext half %x to float\n  %b = fmul nsz float %a, %a\n  %c = fptrunc float %b to half\n";
  const char* narrow = "  %c = fmul nsz half %x, %x\n";
  EXPECT_EQ(
      rule_of_what_happens("instcombine", product, narrow,
                           "source returns half 0 (0x0); target returns half -0 (0x8000) (for one of its choices)"),
      "nsz-on-narrow-product");
  EXPECT_EQ(rule_of_what_happens("instcombine", product, narrow, "source returns half 1.0; target returns half poison"),
            "");
  const char* loop = "  %a = phi i4 [ 0, %entry ], [ %d, %bb1 ]\n  %c = icmp eq i4 %b, 0\n  %d = shl i4 %a, 1\n";
  const char* counted = "  %n = call i4 @llvm.ctlz.i4(i4 0, i1 true)\n";
  EXPECT_EQ(rule_of_what_happens("loop-idiom", loop, counted, "source never ends: comes back; target immediate"),
            "shift-until-bit");
  EXPECT_EQ(rule_of_what_happens("loop-idiom", loop, counted, "source returns; target immediate"), "");
}

TEST(ShippedRoots, KnowThatAHintAsksForAnotherOrder) {
  const std::string sum = "  %b = fadd float %s, %a\n  br i1 %c, label %l, label %o, !llvm.loop !0\n";
  const std::string hint = "!1 = !{!\"llvm.loop.vectorize.enable\", i1 true}\n";
  const char* lanes = "  %6 = fadd <4 x float> %5, %4\n";
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", (sum + hint).c_str(), lanes, ""), "reordered-by-a-hint");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", sum.c_str(), lanes, ""), "");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", ("  %b = add i32 %s, %a\n" + hint).c_str(), lanes, ""), "");
}

TEST(ShippedRoots, KnowThatSlpTakesOneIdentityForAnother) {
  const char* both = "  %a = add i4 %x, 0\n  %b = and i4 0, 1\n  %c = shl i4 %a, %b\n";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", both, "  %2 = and <2 x i4> %1, zeroinitializer\n", ""),
            "slp-identity-of-another-operation");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %a = add i4 %x, 1\n  %b = and i4 0, 1\n",
                                 "  %2 = and <2 x i4> %1, zeroinitializer\n", ""),
            "");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", both, "  %2 = add <2 x i4> %1, zeroinitializer\n", ""), "");
}

TEST(ShippedRoots, KnowWhatTheHuntOfAllTestsFound) {
  const char* poisoned =
      "source returns; target immediate undefined behaviour: branch on poison at br i1 %10, label %scalar.ph, label "
      "%vector.ph (LangRef: br)";
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", "vector.memcheck:\n", poisoned), "branch-of-a-run-time-check");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", "vector.scevcheck:\n", poisoned), "branch-of-an-overflow-check");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", "vector.ph:\n", poisoned), "");
  const char* stride =
      "source returns; target immediate undefined behaviour: branch on poison at br i1 %ident.check, label "
      "%for.body.ph.lver.orig, label %for.body.ph";
  EXPECT_EQ(rule_of_what_happens("loop-load-elim", "", "for.body.lver.check:\n", stride), "branch-of-a-run-time-check");
  EXPECT_EQ(rule_of_what_happens("loop-load-elim", "", "for.body.ph:\n", stride), "");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", "vector.scevcheck:\n",
                                 "source returns; target immediate undefined behaviour: branch on poison at br i1 "
                                 "%ident.check, label %scalar.ph, label %vector.ph"),
            "branch-of-an-overflow-check");

  const char* select = "  %s = phi i32 [ 0, %e ], [ %t, %l ]\n  %t = select i1 %c, i32 3, i32 %s\n";
  const std::string joined = "  %6 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %5)\n";
  EXPECT_EQ(
      rule_of_what_happens("loop-vectorize", select,
                           (joined + "  %7 = freeze i1 %6\n  %rdx.select = select i1 %7, i32 3, i32 0\n").c_str(), ""),
      "any-of-reduction-frozen-too-late");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", select,
                                 (joined + "  %rdx.select = select i1 %6, i32 3, i32 0\n").c_str(), ""),
            "");

  const char* masked =
      "define void @f(ptr dereferenceable(16) %p) {\n  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(";
  EXPECT_EQ(rule_of_what_happens("instcombine", masked, "  %unmaskedload = load <4 x i32>, ptr %p, align 4\n",
                                 "target immediate undefined behaviour: misaligned access at %unmaskedload"),
            "masked-load-of-less-alignment");
  EXPECT_EQ(rule_of_what_happens("instcombine", masked, "  %unmaskedload = load <4 x i32>, ptr %p, align 4\n",
                                 "target immediate undefined behaviour: access out of bounds at %unmaskedload"),
            "");

  const char* amount = "  %c = call i32 @llvm.fshl.i32(i32 0, i32 %b, i32 range(i32 0, 65536) %b)\n";
  const char* wider = "  %c = call i32 @llvm.fshl.i32(i32 0, i32 %b, i32 range(i32 0, 65536) %x)\n";
  const char* more_poisonous = "source returns i32 127 (0x7f); target returns i32 poison";
  EXPECT_EQ(rule_of_what_happens("instcombine", amount, wider, more_poisonous), "range-of-a-shift-amount");
  EXPECT_EQ(rule_of_what_happens("bdce", amount, wider, more_poisonous), "range-of-a-shift-amount");
  EXPECT_EQ(rule_of_what_happens("instcombine", amount, wider, "source returns i32 1; target returns i32 2"), "");
  EXPECT_EQ(rule_of_what_happens("instcombine", "  %c = call i32 @llvm.fshl.i32(i32 0, i32 %b, i32 %b)\n", wider,
                                 more_poisonous),
            "")
      << "there is no range";

  const char* narrow =
      "  call void @llvm.memset.p0.i8(ptr %p, i8 0, i8 %n, i1 false)\n  call void @llvm.memcpy.p0.p0.i8(";
  EXPECT_EQ(rule_of_what_happens("memcpyopt", narrow, "  %3 = getelementptr i8, ptr %p, i8 %m\n", ""),
            "memset-shortened-with-a-signed-length");
  EXPECT_EQ(rule_of_what_happens("memcpyopt", narrow, "  %3 = getelementptr i8, ptr %p, i64 %m\n", ""), "");
  EXPECT_EQ(rule_of_what_happens("sroa", "  %a = load volatile float, ptr %p\n", "  %a = load volatile i32, ptr %p\n",
                                 "source returns, after calling volatile load of floats(0, 00); target returns, after "
                                 "calling volatile load(0, 00)"),
            "sroa-volatile-of-another-type");
  const char* ends_in_ub =
      "source immediate undefined behaviour: unreachable was reached at unreachable (LangRef: unreachable), after "
      "calling volatile store of floats(0, 1); target immediate undefined behaviour: unreachable was reached at "
      "unreachable (LangRef: unreachable), after calling volatile store";
  EXPECT_EQ(rule_of_what_happens("sroa", "  store volatile float %x, ptr %a\n", "  store volatile i32 %1, ptr %a\n",
                                 (ends_in_ub + std::string("(0, 1)")).c_str()),
            "sroa-volatile-of-another-type");
  EXPECT_EQ(rule_of_what_happens("sroa", "  store volatile float %x, ptr %a\n", "  store volatile i32 %1, ptr %a\n",
                                 (ends_in_ub + std::string(" of floats(0, 2)")).c_str()),
            "")
      << "another value is stored";
  EXPECT_EQ(rule_of_what_happens("tailcallelim", "  %r = call i8 @f(i8 %x), !range !0\n",
                                 "  %accumulator.ret.tr = tail call i8 @llvm.umin.i8(i8 %a, i8 %b), !range !0\n", ""),
            "accumulator-keeps-range");
  EXPECT_EQ(rule_of_what_happens("attributor", "", "",
                                 "source returns i8 poison; target immediate undefined behaviour: unreachable was "
                                 "reached"),
            "unreachable-for-poison");
  EXPECT_EQ(rule_of_what_happens("attributor", "", "",
                                 "source returns i8 1; target immediate undefined behaviour: unreachable was reached"),
            "");
  EXPECT_EQ(
      rule_of_what_happens("attributor", "declare void @g() nounwind memory(none)\n", "  call void @g() willreturn",
                           "source calls a function that does not return; target returns"),
      "call-that-need-not-return");
}

}  // namespace
}  // namespace assay::triage
