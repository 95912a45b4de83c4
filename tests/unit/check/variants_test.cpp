// Which rewrites a language allows depends on what poison does at a branch and in a select. The table of select's
// alternatives is the published one (Lee et al., "Taming Undefined Behavior in LLVM", PLDI 2017, and the thesis that
// prints it); the examples of its rows are ours. Every example is judged by each machine alone.

#include <gtest/gtest.h>

#include <map>

#include "services/worker/semantics/variant.h"
#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

/// One rewrite: the two functions of a module.
struct Rewrite {
  const char* name;
  const char* module;
};

std::string judged(const Rewrite& rewrite, const std::string& semantics, Oracles oracle) {
  auto variant = semantics::parse_variant(semantics);
  if (!variant) return variant.error();
  Options options;
  options.semantics = *variant;
  options.oracles = oracle;
  options.trust_text = false;
  return word(judge(rewrite.module, options));
}

/// Both machines' opinion; a difference shows as such.
std::string judged(const Rewrite& rewrite, const std::string& semantics) {
  const std::string interpreter = judged(rewrite, semantics, Oracles::Interpreter);
  const std::string solver = judged(rewrite, semantics, Oracles::Smt);
  const bool same = interpreter.substr(0, interpreter.find(':')) == solver.substr(0, solver.find(':'));
  return same ? interpreter.substr(0, interpreter.find(':')) : "interpreter " + interpreter + ", solver " + solver;
}

// The six families. A family is sound if all its examples are.

const std::vector<Rewrite> kBranchToSelect = {{"of two arguments", R"(
  define i2 @src(i1 %c, i2 %x, i2 %y) {
    br i1 %c, label %t, label %e
  t:
    br label %m
  e:
    br label %m
  m:
    %r = phi i2 [ %x, %t ], [ %y, %e ]
    ret i2 %r
  }
  define i2 @tgt(i1 %c, i2 %x, i2 %y) {
    %r = select i1 %c, i2 %x, i2 %y
    ret i2 %r
  })"}};

const std::vector<Rewrite> kSelectToBranch = {{"of two arguments", R"(
  define i2 @src(i1 %c, i2 %x, i2 %y) {
    %r = select i1 %c, i2 %x, i2 %y
    ret i2 %r
  }
  define i2 @tgt(i1 %c, i2 %x, i2 %y) {
    br i1 %c, label %t, label %e
  t:
    br label %m
  e:
    br label %m
  m:
    %r = phi i2 [ %x, %t ], [ %y, %e ]
    ret i2 %r
  })"}};

const std::vector<Rewrite> kSelectToArithmetic = {{"logical or", R"(
  define i1 @src(i1 %c, i1 %x) {
    %r = select i1 %c, i1 true, i1 %x
    ret i1 %r
  }
  define i1 @tgt(i1 %c, i1 %x) {
    %r = or i1 %c, %x
    ret i1 %r
  })"},
                                                  {"logical and", R"(
  define i1 @src(i1 %c, i1 %x) {
    %r = select i1 %c, i1 %x, i1 false
    ret i1 %r
  }
  define i1 @tgt(i1 %c, i1 %x) {
    %r = and i1 %c, %x
    ret i1 %r
  })"}};

const std::vector<Rewrite> kSelectRemoval = {{"of the condition itself", R"(
  define i1 @src(i1 %c) {
    %r = select i1 %c, i1 true, i1 false
    ret i1 %r
  }
  define i1 @tgt(i1 %c) {
    ret i1 %c
  })"},
                                             {"of its extension", R"(
  define i2 @src(i1 %c) {
    %r = select i1 %c, i2 1, i2 0
    ret i2 %r
  }
  define i2 @tgt(i1 %c) {
    %r = zext i1 %c to i2
    ret i2 %r
  })"}};

// What is known of both arms is known of the select: what needs it may go above a branch.
const std::vector<Rewrite> kSelectHoist = {{"with the division that it makes safe", R"(
  define i4 @src(i1 %b, i1 %c, i4 %x) {
    %k = select i1 %c, i4 2, i4 3
    br i1 %b, label %t, label %e
  t:
    %q = udiv i4 7, %k
    ret i4 %q
  e:
    ret i4 0
  }
  define i4 @tgt(i1 %b, i1 %c, i4 %x) {
    %k = select i1 %c, i4 2, i4 3
    %q = udiv i4 7, %k
    br i1 %b, label %t, label %e
  t:
    ret i4 %q
  e:
    ret i4 0
  })"},
                                           {"above freeze", R"(
  define i2 @src(i1 %c, i2 %x) {
    %s = select i1 %c, i2 %x, i2 1
    %r = freeze i2 %s
    ret i2 %r
  }
  define i2 @tgt(i1 %c, i2 %x) {
    %f = freeze i2 %x
    %r = select i1 %c, i2 %f, i2 1
    ret i2 %r
  })"}};

const std::vector<Rewrite> kEasyMovement = {{"above a branch", R"(
  define i2 @src(i1 %b, i1 %c, i2 %x, i2 %y) {
    br i1 %b, label %t, label %e
  t:
    %r = select i1 %c, i2 %x, i2 %y
    ret i2 %r
  e:
    ret i2 0
  }
  define i2 @tgt(i1 %b, i1 %c, i2 %x, i2 %y) {
    %r = select i1 %c, i2 %x, i2 %y
    br i1 %b, label %t, label %e
  t:
    ret i2 %r
  e:
    ret i2 0
  })"},
                                            {"below a branch", R"(
  define i2 @src(i1 %b, i1 %c, i2 %x, i2 %y) {
    %r = select i1 %c, i2 %x, i2 %y
    br i1 %b, label %t, label %e
  t:
    ret i2 %r
  e:
    ret i2 0
  }
  define i2 @tgt(i1 %b, i1 %c, i2 %x, i2 %y) {
    br i1 %b, label %t, label %e
  t:
    %r = select i1 %c, i2 %x, i2 %y
    ret i2 %r
  e:
    ret i2 0
  })"}};

struct Row {
  const char* family;
  const std::vector<Rewrite>& examples;
  std::array<bool, 5> sound;
};
// Columns: undefined behaviour and the chosen arm; undefined behaviour and both arms; a choice and the chosen arm;
// poison and the chosen arm (LangRef); poison and both arms. Branching on poison is undefined behaviour in all.
constexpr std::array kColumns = {"select=ub", "select=ub-arms", "select=choice", "select=poison", "select=poison-arms"};
const std::vector<Row> kTable = {
    {"SimplifyCFG", kBranchToSelect, {true, false, true, true, false}},
    {"select to control flow", kSelectToBranch, {true, true, false, false, false}},
    {"select to arithmetic", kSelectToArithmetic, {false, true, false, false, true}},
    {"select removal", kSelectRemoval, {true, true, false, true, true}},
    {"select hoist", kSelectHoist, {true, true, true, false, false}},
    {"easy movement", kEasyMovement, {false, false, true, true, true}},
};

void expect_table(const std::string& undef) {
  for (const Row& row : kTable) {
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      std::map<std::string, int> verdicts;
      for (const Rewrite& example : row.examples) {
        const std::string verdict = judged(example, std::string(kColumns[column]) + undef);
        ++verdicts[verdict];
        EXPECT_TRUE(verdict == "correct" || verdict == "incorrect")
            << row.family << ", " << example.name << " with " << kColumns[column] << undef << ": " << verdict;
      }
      EXPECT_EQ(!verdicts.contains("incorrect"), row.sound[column])
          << row.family << " with " << kColumns[column] << undef;
    }
  }
}

TEST(SelectVariants, ThePublishedTableHoldsInTheLanguageThatItIsAbout) { expect_table(",undef=no"); }

TEST(SelectVariants, NoColumnMakesAllSixFamiliesSound) {
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    bool all = true;
    for (const Row& row : kTable) all = all && row.sound[column];
    EXPECT_FALSE(all) << kColumns[column];
  }
}

// The loop runs at most twice, so that every run can be tried; %c2 does not change in it.
const Rewrite kUnswitch{"loop unswitching", R"(
  define i2 @src(i1 %c, i1 %c2) {
  entry:
    br label %head
  head:
    %go = phi i1 [ %c, %entry ], [ %again, %latch ]
    %again = phi i1 [ true, %entry ], [ false, %latch ]
    %sum = phi i2 [ 0, %entry ], [ %next, %latch ]
    br i1 %go, label %body, label %exit
  body:
    br i1 %c2, label %yes, label %no
  yes:
    %s1 = add i2 %sum, 1
    br label %latch
  no:
    %s2 = mul i2 %sum, 2
    br label %latch
  latch:
    %next = phi i2 [ %s1, %yes ], [ %s2, %no ]
    br label %head
  exit:
    ret i2 %sum
  }
  define i2 @tgt(i1 %c, i1 %c2) {
  entry:
    br i1 %c2, label %yes.head, label %no.head
  yes.head:
    %a = phi i1 [ %c, %entry ], [ %a.again, %yes.body ]
    %a.again = phi i1 [ true, %entry ], [ false, %yes.body ]
    %a.sum = phi i2 [ 0, %entry ], [ %a.next, %yes.body ]
    br i1 %a, label %yes.body, label %exit
  yes.body:
    %a.next = add i2 %a.sum, 1
    br label %yes.head
  no.head:
    %b = phi i1 [ %c, %entry ], [ %b.again, %no.body ]
    %b.again = phi i1 [ true, %entry ], [ false, %no.body ]
    %b.sum = phi i2 [ 0, %entry ], [ %b.next, %no.body ]
    br i1 %b, label %no.body, label %exit
  no.body:
    %b.next = mul i2 %b.sum, 2
    br label %no.head
  exit:
    %r = phi i2 [ %a.sum, %yes.head ], [ %b.sum, %no.head ]
    ret i2 %r
  }
)"};

Rewrite with_freeze(const Rewrite& unswitch, std::string& storage) {
  storage = unswitch.module;
  const std::string branch = "  br i1 %c2, label %yes.head";
  storage.replace(storage.find(branch), branch.size(), "  %f = freeze i1 %c2\n    br i1 %f, label %yes.head");
  return {"loop unswitching with freeze", storage.c_str()};
}

// A branch tells that %t and %y are equal, so that one may stand for the other.
const Rewrite kBranchFact{"GVN", R"(
  define i2 @src(i2 %x, i2 %y) {
    %t = add i2 %x, 1
    %c = icmp eq i2 %t, %y
    br i1 %c, label %same, label %other
  same:
    %w = add i2 %x, 1
    ret i2 %w
  other:
    ret i2 0
  }
  define i2 @tgt(i2 %x, i2 %y) {
    %t = add i2 %x, 1
    %c = icmp eq i2 %t, %y
    br i1 %c, label %same, label %other
  same:
    ret i2 %y
  other:
    ret i2 0
  })"};

TEST(BranchVariants, BranchFactsNeedBranchingOnPoisonToBeUndefined) {
  for (const char* undef : {"", ",undef=no"}) {
    EXPECT_EQ(judged(kBranchFact, std::string("branch=ub") + undef), "correct");
    EXPECT_EQ(judged(kBranchFact, std::string("branch=choice") + undef), "incorrect");
  }
}

TEST(BranchVariants, LoopUnswitchingNeedsFreezeWhereBranchingOnPoisonIsUndefined) {
  std::string storage;
  const Rewrite frozen = with_freeze(kUnswitch, storage);
  EXPECT_EQ(judged(kUnswitch, "branch=ub,undef=no"), "incorrect");
  EXPECT_EQ(judged(frozen, "branch=ub,undef=no"), "correct");
  EXPECT_EQ(judged(frozen, "branch=ub"), "correct");
  // Where it is a choice, it needs none: to choose once is among what choosing at every turn may do.
  EXPECT_EQ(judged(kUnswitch, "branch=choice,undef=no"), "correct");
}

TEST(BranchVariants, ASwitchChoosesToo) {
  const Rewrite rewrite{"switch to nothing", R"(
  define i2 @src(i2 %x) {
    switch i2 %x, label %d [ i2 0, label %a  i2 1, label %b ]
  a:
    ret i2 1
  b:
    ret i2 2
  d:
    ret i2 3
  }
  define i2 @tgt(i2 %x) {
    %f = freeze i2 %x
    switch i2 %f, label %d [ i2 0, label %a  i2 1, label %b ]
  a:
    ret i2 1
  b:
    ret i2 2
  d:
    ret i2 3
  })"};
  EXPECT_EQ(judged(rewrite, "branch=choice"), "correct");
  EXPECT_EQ(judged(rewrite, "branch=ub"), "correct");
  std::string back = rewrite.module;
  back.replace(back.find("@src"), 4, "@old");
  back.replace(back.find("@tgt"), 4, "@src");
  back.replace(back.find("@old"), 4, "@tgt");
  EXPECT_EQ(judged({"back", back.c_str()}, "branch=choice"), "correct");
  EXPECT_EQ(judged({"back", back.c_str()}, "branch=ub"), "incorrect");
}

TEST(FreezeDuplication, TwoFreezesOfOneValueMayDiffer) {
  const Rewrite twice{"one freeze becomes two", R"(
  define i2 @src(i2 %x) {
    %a = freeze i2 %x
    %r = sub i2 %a, %a
    ret i2 %r
  }
  define i2 @tgt(i2 %x) {
    %a = freeze i2 %x
    %b = freeze i2 %x
    %r = sub i2 %a, %b
    ret i2 %r
  })"};
  EXPECT_EQ(judged(twice, "langref"), "incorrect");
  EXPECT_EQ(judged(twice, "undef=no"), "incorrect");
}

TEST(FreezeDuplication, OneFreezeMayTakeThePlaceOfTwo) {
  const Rewrite once{"two freezes become one", R"(
  define i2 @src(i2 %x) {
    %a = freeze i2 %x
    %b = freeze i2 %x
    %r = sub i2 %a, %b
    ret i2 %r
  }
  define i2 @tgt(i2 %x) {
    ret i2 0
  })"};
  EXPECT_EQ(judged(once, "langref"), "correct");
  EXPECT_EQ(judged(once, "undef=no"), "correct");
}

TEST(FreezeDuplication, IntoALoopGivesEveryIterationAnother) {
  const Rewrite sunk{"freeze sinks into a loop", R"(
  define i2 @src(i2 %x) {
  entry:
    %f = freeze i2 %x
    br label %loop
  loop:
    %i = phi i1 [ false, %entry ], [ true, %loop ]
    %sum = phi i2 [ 0, %entry ], [ %next, %loop ]
    %next = add i2 %sum, %f
    br i1 %i, label %exit, label %loop
  exit:
    %r = and i2 %next, 1
    ret i2 %r
  }
  define i2 @tgt(i2 %x) {
  entry:
    br label %loop
  loop:
    %i = phi i1 [ false, %entry ], [ true, %loop ]
    %sum = phi i2 [ 0, %entry ], [ %next, %loop ]
    %f = freeze i2 %x
    %next = add i2 %sum, %f
    br i1 %i, label %exit, label %loop
  exit:
    %r = and i2 %next, 1
    ret i2 %r
  })"};
  EXPECT_EQ(judged(sunk, "undef=no"), "incorrect");
}

TEST(FreezeDuplication, IntoBothArmsOfABranchIsFine) {
  const Rewrite apart{"one freeze in each arm", R"(
  define i2 @src(i1 noundef %c, i2 %x) {
    %f = freeze i2 %x
    br i1 %c, label %t, label %e
  t:
    %a = mul i2 %f, %f
    ret i2 %a
  e:
    ret i2 %f
  }
  define i2 @tgt(i1 noundef %c, i2 %x) {
    br i1 %c, label %t, label %e
  t:
    %f = freeze i2 %x
    %a = mul i2 %f, %f
    ret i2 %a
  e:
    %g = freeze i2 %x
    ret i2 %g
  })"};
  EXPECT_EQ(judged(apart, "langref"), "correct");
  EXPECT_EQ(judged(apart, "undef=no"), "correct");
}

TEST(NoUndef, UnwrittenMemoryIsPoison) {
  const Rewrite load{"load of unwritten memory", R"(
  define i8 @src() {
    %p = alloca i8
    %v = load i8, ptr %p
    ret i8 %v
  }
  define i8 @tgt() {
    ret i8 poison
  })"};
  EXPECT_EQ(judged(load, "langref"), "incorrect");
  EXPECT_EQ(judged(load, "undef=no"), "correct");
}

TEST(NoUndef, TheConstantIsPoison) {
  const Rewrite constant{"undef to poison", R"(
  define i8 @src() {
    ret i8 undef
  }
  define i8 @tgt() {
    ret i8 poison
  })"};
  EXPECT_EQ(judged(constant, "langref"), "incorrect");
  EXPECT_EQ(judged(constant, "undef=no"), "correct");
}

TEST(NoUndef, SoIsItInAGlobalThatIsConstant) {
  const Rewrite global{"undef in an initialiser", R"(
  @g = internal constant { i8, i8 } { i8 7, i8 undef }
  define i8 @src() {
    %v = load i8, ptr getelementptr (i8, ptr @g, i64 1)
    ret i8 %v
  }
  define i8 @tgt() {
    ret i8 poison
  })"};
  EXPECT_EQ(judged(global, "langref"), "incorrect");
  EXPECT_EQ(judged(global, "undef=no"), "correct");
}

TEST(NoUndef, ArgumentsHaveOneValue) {
  const Rewrite doubled{"doubling by shift and by addition", R"(
  define i4 @src(i4 %x) {
    %r = shl i4 %x, 1
    ret i4 %r
  }
  define i4 @tgt(i4 %x) {
    %r = add i4 %x, %x
    ret i4 %r
  })"};
  EXPECT_EQ(judged(doubled, "langref"), "incorrect");
  EXPECT_EQ(judged(doubled, "undef=no"), "correct");
}

TEST(SelectVariants, AVectorOfConditionsIsSettledLaneByLane) {
  const Rewrite lanes{"lanes", R"(
  define <2 x i2> @src(<2 x i1> %c) {
    %r = select <2 x i1> %c, <2 x i2> splat (i2 1), <2 x i2> zeroinitializer
    ret <2 x i2> %r
  }
  define <2 x i2> @tgt(<2 x i1> %c) {
    %r = zext <2 x i1> %c to <2 x i2>
    ret <2 x i2> %r
  })"};
  EXPECT_EQ(judged(lanes, "select=poison"), "correct");
  EXPECT_EQ(judged(lanes, "select=ub"), "correct");
  EXPECT_EQ(judged(lanes, "select=choice"), "incorrect");
}

// Relaxations: what optimizers are known to do against LangRef.

const Rewrite kCopyToInteger{"a copy of bytes as an integer", R"(
  define void @src(ptr noalias %y, ptr noalias %x) {
    call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 2, i1 false)
    ret void
  }
  define void @tgt(ptr noalias %y, ptr noalias %x) {
    %v = load i16, ptr %x, align 1
    store i16 %v, ptr %y, align 1
    ret void
  })"};

const Rewrite kReadThroughInteger{"a vector's bits read through an integer", R"(
  define <8 x i1> @src(<8 x i1> %x) {
    %a = alloca i8, align 1
    store <8 x i1> %x, ptr %a, align 1
    %v = load <8 x i1>, ptr %a, align 1
    ret <8 x i1> %v
  }
  define <8 x i1> @tgt(<8 x i1> %x) {
    %i = bitcast <8 x i1> %x to i8
    %v = bitcast i8 %i to <8 x i1>
    ret <8 x i1> %v
  })"};

const Rewrite kPoisonFromNothing{"a sum that becomes poison, in memory", R"(
  define void @src(ptr %p, i4 %x) {
    %v = add i4 %x, 1
    %w = zext i4 %v to i8
    store i8 %w, ptr %p, align 1
    ret void
  }
  define void @tgt(ptr %p, i4 %x) {
    %v = add nuw i4 %x, 1
    %w = zext i4 %v to i8
    store i8 %w, ptr %p, align 1
    ret void
  })"};

const Rewrite kUndefStoreRemoved{"a store of undef that goes", R"(
  define void @src(ptr %p) {
    store i8 undef, ptr %p, align 1
    ret void
  }
  define void @tgt(ptr %p) {
    ret void
  })"};

const Rewrite kMinnumOfSignaling{"a comparison that becomes minnum", R"(
  define half @src(half %x) {
    %c = fcmp olt half %x, 1.0
    %r = select i1 %c, half %x, half 1.0
    ret half %r
  }
  define half @tgt(half %x) {
    %r = call half @llvm.minnum.f16(half %x, half 1.0)
    ret half %r
  })"};

TEST(Relaxations, MemoryOfIntegersAllowsIntegersForBytes) {
  for (const Rewrite& rewrite : {kCopyToInteger, kReadThroughInteger}) {
    EXPECT_EQ(judged(rewrite, "langref", Oracles::Smt).substr(0, 9), "incorrect") << rewrite.name;
    EXPECT_EQ(judged(rewrite, "memory=integers", Oracles::Smt), "correct") << rewrite.name;
    EXPECT_EQ(judged(rewrite, "memory=integers", Oracles::Interpreter),
              rewrite.name == kCopyToInteger.name ? "unknown: sampled" : "correct")
        << rewrite.name;
  }
}

/// @src and @tgt of (ptr %p, `argument`) that return `part`.
std::string pair_of(const std::string& argument, const std::string& part, const std::string& source,
                    const std::string& target) {
  const auto function = [&](const char* name, const std::string& body) {
    return "define " + part + " @" + name + "(ptr %p, " + argument + " %x) {\n" + body + "}\n";
  };
  return function("src", source) + function("tgt", target);
}

// gvn makes such loads parts of the integer that was stored, or loaded from there.
TEST(Relaxations, MemoryOfIntegersHoldsTypesOfNoWholeBytesWithZerosAboveThem) {
  for (const unsigned lanes : {8u, 24u})
    for (const unsigned bits : {1u, 7u}) {
      const std::string whole = "i" + std::to_string(lanes), part = "i" + std::to_string(bits),
                        vector = "<" + std::to_string(lanes) + " x i1>";
      const std::string store = "  store " + part + " %x, ptr %p\n",
                        load = "  %r = load " + part + ", ptr %p\n  ret " + part + " %r\n";
      const std::string around = store + "  %v = load " + vector + ", ptr %p\n";
      const std::string coerced = pair_of(part, part, around + load,
                                          around + "  %i = bitcast " + vector + " %v to " + whole + "\n  %r = trunc " +
                                              whole + " %i to " + part + "\n  ret " + part + " %r\n");
      const std::string forwarded =
          pair_of("i8", part, "  store i8 %x, ptr %p\n" + load,
                  "  store i8 %x, ptr %p\n  %r = trunc i8 %x to " + part + "\n  ret " + part + " %r\n");
      const std::string above = pair_of(part, part,
                                        store + "  %v = load i8, ptr %p\n  %s = lshr i8 %v, " + std::to_string(bits) +
                                            "\n  %r = trunc i8 %s to " + part + "\n  ret " + part + " %r\n",
                                        store + "  ret " + part + " 1\n");
      EXPECT_EQ(judged({"coerced", coerced.c_str()}, "langref", Oracles::Smt).substr(0, 9), "incorrect") << coerced;
      for (const std::string& allowed : {coerced, forwarded}) {
        EXPECT_EQ(judged({"allowed", allowed.c_str()}, "memory=integers", Oracles::Smt), "correct") << allowed;
        EXPECT_EQ(judged({"allowed", allowed.c_str()}, "memory=integers", Oracles::Interpreter), "unknown: sampled")
            << allowed;
      }
      EXPECT_EQ(judged({"above", above.c_str()}, "memory=integers"), "incorrect") << above;
    }
}

TEST(Relaxations, MemoryOfIntegersHidesNoPoisonThatTheTargetMakes) {
  for (const Oracles oracle : {Oracles::Interpreter, Oracles::Smt})
    EXPECT_EQ(judged(kPoisonFromNothing, "memory=integers", oracle).substr(0, 9), "incorrect");
}

TEST(Relaxations, AStoreOfUndefMayGoWhereItCountsAsNothing) {
  EXPECT_EQ(judged(kUndefStoreRemoved, "langref", Oracles::Smt).substr(0, 9), "incorrect");
  EXPECT_EQ(judged(kUndefStoreRemoved, "undef-store=nothing", Oracles::Smt), "correct");
  EXPECT_EQ(judged(kUndefStoreRemoved, "undef-store=nothing", Oracles::Interpreter), "unknown: sampled");
}

TEST(Relaxations, AMinimumMayReplaceAComparisonWhereSignalingNansAreQuiet) {
  EXPECT_EQ(judged(kMinnumOfSignaling, "langref"), "incorrect");
  EXPECT_EQ(judged(kMinnumOfSignaling, "nan=quiet"), "correct");
}

TEST(Relaxations, EachIsAWordOfItsOwn) {
  for (const std::string_view word : semantics::relaxations())
    EXPECT_EQ(semantics::name_of(*semantics::parse_variant(std::string(word))), word);
}

TEST(VariantNames, EveryVariantReadsItsOwnName) {
  for (const char* text :
       {"langref", "branch=choice", "select=ub-arms,undef=no", "branch=choice,select=choice,undef=no"}) {
    const auto variant = semantics::parse_variant(text);
    ASSERT_TRUE(variant) << variant.error();
    EXPECT_EQ(semantics::name_of(*variant), text);
  }
  EXPECT_EQ(*semantics::parse_variant("branch=ub,select=poison,undef=yes"), semantics::Variant{});
  EXPECT_FALSE(semantics::parse_variant("branch=maybe"));
  EXPECT_FALSE(semantics::parse_variant(""));
}

}  // namespace
}  // namespace assay::check
