#include "services/worker/prove/regions/regions.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <optional>

#include "services/worker/ir/ir.h"
#include "tests/unit/check/pairs.h"
#include "tests/unit/prove/outcomes.h"

/// Large functions of which the blocks that differ are cut out.
namespace assay::prove {
namespace {

/// Code that stays as it is, so much that a rung for large functions is asked.
std::string code(const std::string& name, const std::string& value) {
  std::string text = "%" + name + "0 = add i32 " + value + ", 1 ";
  for (unsigned i = 1; i < 60; ++i) {
    const std::string before = "%" + name + std::to_string(i - 1);
    text += "%" + name + std::to_string(i) + " = xor i32 " + before + ", " + std::to_string(i) + " ";
  }
  return text + "call void @use(i32 %" + name + "59) ";
}

/// A function with other blocks before and behind; `body` begins in block %b, may use %n, %k and %p, and goes on to %o.
std::string function_of(const std::string& name, const std::string& body, const std::string& after,
                        const std::string& attributes = "", const std::string& before = "") {
  return "define i32 @" + name + "(i32 noundef %n, ptr %p, ptr %q) " + attributes + " { e: " + before +
         "%k = load volatile i32, ptr %q " + code("first", "%k") +
         " %g = icmp sgt i32 %n, 0 br i1 %g, label %b, label %x x: ret i32 0 " + body + " o: " + after +
         " br label %again again: " + code("last", "%n") +
         " %v = load volatile i1, ptr %q br i1 %v, label %again, label %y y: ret i32 %n } ";
}

constexpr const char* kDeclarations = "declare void @use(i32) declare i32 @get() declare noalias ptr @new() ";

std::size_t count_regions(const std::string& module, bool RegionPair::Undef::*that = nullptr) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, module, "test.ll");
  EXPECT_TRUE(parsed) << module;
  if (!parsed) return 0;
  const auto regions = regions_that_differ(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt"));
  return static_cast<std::size_t>(
      std::ranges::count_if(regions, [&](const RegionPair& each) { return that == nullptr || each.of_anybody.*that; }));
}

/// By what holds for any number of rounds: nobody can count them, and the interpreter is not asked.
VerdictKind verdict_of(const std::string& module) {
  check::Options options;
  options.samples = options.quick_budget = options.exhaustive_budget = 0;
  options.smt_timeout_ms = 300;
  options.trust_text = false;
  const Verdict verdict = check::judge(module, options);
  return verdict.kind == VerdictKind::Correct && !verdict.bound.empty() ? VerdictKind::Unknown : verdict.kind;
}
bool is_proved(const std::string& module) { return verdict_of(module) == VerdictKind::Correct; }
bool is_wrong(const std::string& module) {
  const VerdictKind kind = verdict_of(module);
  return kind == VerdictKind::Unknown || kind == VerdictKind::Incorrect;
}

struct Pair {
  std::string source, target;
  std::string text() const { return kDeclarations + source + target; }
};

/// Proved as it is, in so many regions; with the target changed so it has regions, too, and is not proved.
void expect_proved(const Pair& pair, std::size_t regions,
                   const std::vector<std::pair<std::string, std::string>>& wrong) {
  EXPECT_EQ(count_regions(pair.text()), regions);
  EXPECT_TRUE(is_proved(pair.text()));
  for (const auto& [what, by] : wrong) {
    const Pair twin{pair.source, replaced(pair.target, what, by)};
    EXPECT_GE(count_regions(twin.text()), 1u) << by;
    EXPECT_TRUE(is_wrong(twin.text())) << by;
  }
}

const std::string kNarrow =
    "b: br label %l l: %i = phi i32 [ 0, %b ], [ %j, %l ] %w = zext nneg i32 %i to i64 %a = getelementptr inbounds nuw "
    "i8, ptr %p, i64 %w store i8 1, ptr %a %j = add nuw nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, "
    "label %o";
const std::string kWide =
    "b: %m = zext i32 %n to i64 br label %l l: %i.w = phi i64 [ 0, %b ], [ %j.w, %l ] %a = getelementptr inbounds nuw "
    "i8, ptr %p, i64 %i.w store i8 1, ptr %a %j.w = add nuw nsw i64 %i.w, 1 %c = icmp ne i64 %j.w, %m br i1 %c, label "
    "%l, label %o";

TEST(Regions, ALoopOfALargeFunctionIsProvedByItself) {
  expect_proved({function_of("src", kNarrow, ""), function_of("tgt", kWide, "")}, 1,
                {{"zext i32 %n to i64", "sext i32 %k to i64"},
                 {"[ 0, %b ]", "[ 1, %b ]"},
                 {"store i8 1", "store i8 2"},
                 {"add nuw nsw i64 %i.w, 1", "add nuw nsw i64 %i.w, 2"}});
}

TEST(Regions, WhereControlDoesNotComeNothingDiffers) {
  const std::string dead =
      "br label %again dead: %d = getelementptr i8, ptr %d, i64 1 store i8 0, ptr %d br label %later later:";
  const auto text = [](const std::string& of_source, const std::string& of_target, const std::string& wide) {
    return kDeclarations + function_of("src", kNarrow, of_source) + function_of("tgt", wide, of_target);
  };
  EXPECT_TRUE(is_proved(text("", dead, kWide)));
  EXPECT_TRUE(is_proved(text(dead, "", kWide)));
  EXPECT_TRUE(is_proved(text(dead, dead, kWide)));
  for (const auto& [what, by] :
       {std::pair("zext i32 %n to i64", "sext i32 %k to i64"), std::pair("store i8 1", "store i8 2"),
        std::pair("add nuw nsw i64 %i.w, 1", "add nuw nsw i64 %i.w, 2")})
    EXPECT_TRUE(is_wrong(text(dead, dead, replaced(kWide, what, by)))) << by;
}

/// Asks one checker about pairs, which may be of several functions.
class SameChecker {
 public:
  SameChecker() {
    check::Options options;
    options.samples = options.quick_budget = options.exhaustive_budget = 0;
    options.smt_timeout_ms = 60;
    options.trust_text = false;
    checker_.emplace(options);
  }
  Verdict ask(const std::string& module) {
    llvm::LLVMContext context;
    const auto parsed = ir::parse(context, module, "test.ll");
    EXPECT_TRUE(parsed) << module;
    return parsed ? checker_->check(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt")) : Verdict();
  }
  /// Like is_wrong().
  bool finds_wrong(const std::string& module) {
    const VerdictKind kind = ask(module).kind;
    return kind == VerdictKind::Unknown || kind == VerdictKind::Incorrect;
  }

 private:
  std::optional<check::Checker> checker_;
};

bool has_asked_solver(const Verdict& verdict) {
  return llvm::any_of(verdict.costs, [](const RungCost& each) { return each.rung == Rung::Smt; });
}

/// With the names of its values changed.
std::string with_other_names(std::string text) {
  for (const char* name : {"%i", "%j", "%a", "%m", "%c"})
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += 5) text.insert(at + 2, "_of");
  return text;
}

TEST(Regions, WhatIsProvedOfOneHoldsOfItsCopyInAnotherFunction) {
  SameChecker checker;
  const Verdict first = checker.ask(Pair{function_of("src", kNarrow, ""), function_of("tgt", kWide, "")}.text());
  EXPECT_EQ(first.kind, VerdictKind::Correct);
  EXPECT_TRUE(has_asked_solver(first));
  const std::string other = "call void @use(i32 %k)", narrow = with_other_names(kNarrow),
                    wide = with_other_names(kWide);
  const Verdict copy = checker.ask(Pair{function_of("src", narrow, other), function_of("tgt", wide, other)}.text());
  EXPECT_EQ(copy.kind, VerdictKind::Correct);
  EXPECT_EQ(copy.bound, first.bound);
  EXPECT_FALSE(has_asked_solver(copy));
}

TEST(Regions, ButOfNoneThatIsOtherwise) {
  SameChecker checker;
  ASSERT_EQ(checker.ask(Pair{function_of("src", kNarrow, ""), function_of("tgt", kWide, "")}.text()).kind,
            VerdictKind::Correct);
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"zext i32 %n to i64", "sext i32 %k to i64"},
      {"zext i32 %n to i64", "zext i32 %k to i64"},
      {"zext i32 %n to i64", "add i64 7, 0"},
      {"[ 0, %b ]", "[ 1, %b ]"},
      {"[ 0, %b ]", "[ -1, %b ]"},
      {"[ 0, %b ]", "[ %m, %b ]"},
      {"store i8 1", "store i8 2"},
      {"store i8 1", "store i8 0"},
      {"store i8 1", "store i8 -1"},
      {"store i8 1", "store i16 1"},
      {"store i8 1", "store volatile i8 1"},
      {"store i8 1, ptr %a", "store i8 1, ptr %p"},
      {"store i8 1, ptr %a", ""},
      {"add nuw nsw i64 %i.w, 1", "add nuw nsw i64 %i.w, 2"},
      {"add nuw nsw i64 %i.w, 1", "add nuw nsw i64 %i.w, 3"},
      {"add nuw nsw i64 %i.w, 1", "add i64 %i.w, -1"},
      {"add nuw nsw i64 %i.w, 1", "sub i64 1, %i.w"},
      {"icmp ne i64 %j.w, %m", "icmp ne i64 %i.w, %m"},
      {"icmp ne i64 %j.w, %m", "icmp ult i64 %i.w, %m"},
      {"icmp ne i64 %j.w, %m", "icmp ule i64 %j.w, %m"},
      {"icmp ne i64 %j.w, %m", "icmp eq i64 %j.w, %m"},
      {"br i1 %c, label %l, label %o", "br i1 %c, label %o, label %l"},
      {"br i1 %c, label %l, label %o", "br i1 true, label %l, label %o"},
      {"i8, ptr %p, i64 %i.w", "i8, ptr %p, i64 %m"},
      {"i8, ptr %p, i64 %i.w", "i16, ptr %p, i64 %i.w"},
      {"i8, ptr %p, i64 %i.w", "i8, ptr %q, i64 %i.w"}};
  for (const auto& [what, by] : wrong) {
    const Pair twin{function_of("src", kNarrow, ""), function_of("tgt", replaced(kWide, what, by), "")};
    EXPECT_TRUE(checker.finds_wrong(twin.text())) << what << ": " << by;
  }
}

// What was branched on before is part of the question.
TEST(Regions, NorOfOneThatKnowsLess) {
  SameChecker checker;
  const auto pair = [](const std::string& condition) {
    const auto with = [&](const std::string& name, const std::string& body) {
      return replaced(function_of(name, body, ""), "icmp sgt i32 %n, 0", condition);
    };
    return Pair{with("src", kNarrow), with("tgt", kWide)}.text();
  };
  EXPECT_EQ(checker.ask(pair("icmp sgt i32 %n, 0")).kind, VerdictKind::Correct);
  // The narrow loop makes one round then, and the wide one 2^32 and more.
  EXPECT_TRUE(checker.finds_wrong(pair("icmp sgt i32 %n, -2")));
  EXPECT_TRUE(checker.finds_wrong(pair("icmp sle i32 %n, 0")));
}

/// Even if it is undef. Other blocks and memory get it.
const std::string kEven = "%u = call i32 @get() %even = shl i32 %u, 1 store i32 %even, ptr %q ";

TEST(Regions, WhatIsPartlyUndefElsewhereIsNothingToALoop) {
  const std::string use = "call void @use(i32 %even)";
  expect_proved({function_of("src", kNarrow, use, "", kEven), function_of("tgt", kWide, use, "", kEven)}, 1,
                {{"[ 0, %b ]", "[ 1, %b ]"}, {"store i8 1", "store i8 2"}, {"i64 %j.w, %m", "i64 %i.w, %m"}});
}

/// More steps than are computed again where a region begins.
const std::string kFarAway =
    "%o1 = xor i32 %one, 4 %o2 = xor i32 %o1, 4 %o3 = xor i32 %o2, 4 %o4 = xor i32 %o3, 4 %odd = add i32 %o4, 0 ";

TEST(Regions, ButWhatComesToALoopMayNotBe) {
  // Of %odd that is 1 or 3 at each use, %z is 0 or 2, and the target writes 4.
  const auto pair = [](const std::string& get, const std::string& result) {
    const std::string before = "%u = call " + get + " %two = and i32 %u, 2 %one = or i32 %two, 1 " + kFarAway;
    const auto stores = [](const std::string& loop, const std::string& what) {
      return replaced(loop, "store i8 1, ptr %a",
                      "%z = xor i32 %odd, %odd %r = " + what + " %t = trunc i32 %r to i8 store i8 %t, ptr %a");
    };
    return Pair{function_of("src", stores(kNarrow, "add i32 %z, 0"), "", "", before),
                function_of("tgt", stores(kWide, result), "", "", before)};
  };
  const std::string wrong = pair("i32 @get()", "shl i32 %z, 1").text();
  EXPECT_EQ(count_regions(wrong, &RegionPair::Undef::comes_in), 1u);
  EXPECT_TRUE(is_wrong(wrong));
  EXPECT_EQ(count_regions(pair("noundef i32 @get()", "shl i32 %z, 1").text(), &RegionPair::Undef::comes_in), 0u);
}

TEST(Regions, WhatIsComputedNearbyHasAllItsValues) {
  // %odd is 1 or 3 at each use, %z is 0 or 2.
  const std::string before = "%u = call i32 @get() %two = and i32 %u, 2 %odd = or i32 %two, 1 ";
  const auto stores = [&](const std::string& name, const std::string& loop, const std::string& what) {
    return function_of(
        name,
        replaced(loop, "store i8 1, ptr %a",
                 "%z = xor i32 %odd, %odd %r = " + what + " %t = trunc i32 %r to i8 store i8 %t, ptr %a"),
        "", "", before);
  };
  const Pair pair{stores("src", kNarrow, "add i32 %z, 0"), stores("tgt", kWide, "or i32 %z, 0")};
  EXPECT_EQ(count_regions(pair.text(), &RegionPair::Undef::comes_in), 0u);
  EXPECT_EQ(count_regions(pair.text(), &RegionPair::Undef::is_handed_over), 0u);
  expect_proved(pair, 1, {{"or i32 %z, 0", "shl i32 %z, 1"}, {"or i32 %z, 0", "or i32 %z, 1"}});
}

TEST(Regions, WithoutUndefFromOutsideSuchALoopIsProved) {
  const auto pair = [](const std::string& before, const std::string& result) {
    const auto stores = [](const std::string& loop, const std::string& what) {
      return replaced(loop, "store i8 1, ptr %a",
                      "%z = xor i32 %odd, %odd %r = " + what + " %t = trunc i32 %r to i8 store i8 %t, ptr %a");
    };
    return kDeclarations + function_of("src", stores(kNarrow, "add i32 %z, 0"), "", "", before) +
           function_of("tgt", stores(kWide, result), "", "", before);
  };
  const auto limits_of = [](const std::string& module) {
    check::Options options;
    options.samples = options.quick_budget = options.exhaustive_budget = 0;
    options.smt_timeout_ms = 300;
    options.trust_text = false;
    const Verdict verdict = check::judge(module, options);
    return verdict.kind == VerdictKind::Correct ? verdict.bound : name_of(verdict.kind);
  };
  const std::string limits = "inputs that are not undef, memory of the caller holds no undef";
  const auto odd = [](const std::string& of) { return of + " %two = and i32 %u, 2 %one = or i32 %two, 1 " + kFarAway; };
  const std::string given = odd("%u = call i32 @get()"), read = odd("call void @use(i32 1) %u = load i32, ptr %q");
  EXPECT_EQ(limits_of(pair(given, "shl i32 %z, 1")), limits);
  EXPECT_EQ(limits_of(pair(read, "shl i32 %z, 1")), limits);
  for (const std::string& before : {given, read}) EXPECT_NE(limits_of(pair(before, "or i32 %z, 1")), limits);
  // What the function has of its own is undef, whoever calls it.
  const auto is_proved_so = [&](const std::string& own, const std::string& result) {
    const std::string told = limits_of(pair(odd(own), result));
    EXPECT_NE(told, "error") << own;
    return told == limits + ", the source reads neither undef nor poison";
  };
  for (const char* own :
       {"%own = alloca i32 %u = load i32, ptr %own", "%own = call noalias ptr @new() %u = load i32, ptr %own"}) {
    EXPECT_TRUE(is_proved_so(own, "shl i32 %z, 1")) << own;
    EXPECT_FALSE(is_proved_so(own, "or i32 %z, 1")) << own;
  }
  EXPECT_FALSE(is_proved_so("%u = add i32 undef, 0", "shl i32 %z, 1"));
}

TEST(Regions, NorWhatItReads) {
  const auto pair = [](const std::string& before) {
    const auto reads = [](const std::string& loop) {
      return replaced(loop, "store i8 1, ptr %a", "%z = load i32, ptr %q %t = trunc i32 %z to i8 store i8 %t, ptr %a");
    };
    return Pair{function_of("src", reads(kNarrow), "", "", before), function_of("tgt", reads(kWide), "", "", before)};
  };
  EXPECT_EQ(count_regions(pair(kEven).text(), &RegionPair::Undef::comes_in), 0u);
  EXPECT_EQ(count_regions(pair(kEven).text(), &RegionPair::Undef::is_handed_over), 0u);
  EXPECT_EQ(count_regions(pair(kEven).text(), &RegionPair::Undef::reads_partly), 1u);
  EXPECT_TRUE(is_proved(pair(kEven).text()));
}

/// How many values come from outside, and are not known to be computed of each other.
std::vector<std::size_t> counts_of_parameters(const std::string& module) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, module, "test.ll");
  EXPECT_TRUE(parsed) << module;
  std::vector<std::size_t> counts;
  if (!parsed) return counts;
  for (const RegionPair& each : regions_that_differ(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt")))
    counts.push_back(each.source->arg_size());
  return counts;
}

TEST(Regions, WhatTheSourceAloneNeedsIsComputedOfTheRest) {
  const std::string before = "%s = add nsw i32 %n, 1 call void @use(i32 %s) ";
  const Pair pair{function_of("src", replaced(kNarrow, "slt i32 %j, %n", "slt i32 %j, %s"), "", "", before),
                  function_of("tgt", replaced(kWide, "zext i32 %n to i64", "add i32 %n, 1 %m = zext i32 %m1 to i64"),
                              "", "", before)};
  const Pair named{pair.source, replaced(pair.target, "%m = add", "%m1 = add")};
  EXPECT_EQ(counts_of_parameters(named.text()), std::vector<std::size_t>{2}) << "%n and %p";
  expect_proved(named, 1, {{"%m1 = add i32 %n, 1", "%m1 = add i32 %n, 2"}, {"i64 %j.w, %m", "i64 %i.w, %m"}});
}

TEST(Regions, TheNumberThatTheSourceAloneMakesOfAStepIsASum) {
  const std::string before =
      "%w = call noundef i64 @get64() %f = call noundef ptr @at() %s = getelementptr inbounds i8, ptr %f, i64 %w "
      "%d = ptrtoint ptr %s to i64 %m = ptrtoint ptr %f to i64 call void @use64(i64 %d) call void @use64(i64 %m) ";
  const std::string of_step = "b: store i64 %d, ptr %p br label %o";
  const std::string of_sum = "b: %t = add i64 %m, %w store i64 %t, ptr %p br label %o";
  const std::string declared = "declare i64 @get64() declare ptr @at() declare void @use64(i64) ";
  const auto function = [&](const std::string& name, const std::string& body) {
    return (name == "src" ? declared : "") + function_of(name, body, "", "", before);
  };
  const Pair pair{function("src", of_step), function("tgt", of_sum)};
  EXPECT_EQ(counts_of_parameters(pair.text()), std::vector<std::size_t>{3}) << "%w, %f and %p";
  expect_proved(pair, 1, {{"%t = add i64 %m, %w", "%t = sub i64 %m, %w"}, {"i64 %t, ptr", "i64 %m, ptr"}});
  // The step leads out of its object, and gives poison.
  EXPECT_TRUE(is_wrong(Pair{function("src", of_sum), function("tgt", of_step)}.text()));
}

TEST(Regions, WhatTheBranchBeforeSaysIsKnown) {
  // The loop is not run where %n is 0 or less.
  const Pair pair{function_of("src", kNarrow, ""), function_of("tgt", kWide, "")};
  EXPECT_TRUE(is_proved(pair.text()));
  const auto otherwise = [](std::string text) {
    return replaced(std::move(text), "icmp sgt i32 %n, 0", "icmp ne i32 %n, 0");
  };
  EXPECT_TRUE(is_wrong(Pair{otherwise(pair.source), otherwise(pair.target)}.text()));
  // What differs in the branch itself is in the region.
  EXPECT_TRUE(is_wrong(Pair{pair.source, otherwise(pair.target)}.text()));
  EXPECT_TRUE(is_wrong(Pair{otherwise(pair.source), pair.target}.text()));
}

TEST(Regions, WhatIsUsedBehindIsGiven) {
  const std::string use = "call void @use(i32 %s)";
  const std::string plain = "b: %t = load i32, ptr %p %s = add i32 %t, %k store i32 %s, ptr %p br label %o";
  const std::string turned =
      "b: %t = load i32, ptr %p %r = sub i32 0, %k %s = sub i32 %t, %r store i32 %s, ptr %p br label %o";
  expect_proved({function_of("src", plain, use), function_of("tgt", turned, use)}, 1,
                {{"sub i32 0, %k", "sub i32 1, %k"}, {"store i32 %s", "store i32 %t"}});
  // The value of that name is another one, and only what is behind sees it.
  const std::string stored = "b: %t = load i32, ptr %p %s = add i32 %t, %k store i32 0, ptr %p br label %o";
  const std::string renamed =
      "b: %t = load i32, ptr %p %r = add i32 %t, %k %s = add i32 %r, 1 store i32 0, ptr %p br label %o";
  EXPECT_TRUE(is_wrong(Pair{function_of("src", stored, use), function_of("tgt", renamed, use)}.text()));
}

/// Also where the target's ways meet before they leave the region, as LoopSimplify makes them.
TEST(Regions, WhatIsNotComputedOnAllWaysOutIsNotGiven) {
  const auto body = [](const std::string& out, const std::string& more) {
    return "b: %c = icmp eq i32 %n, 5 br i1 %c, label %z, label %" + out +
           " z: %r = load i32, ptr %p %t = icmp eq i32 %r, 7 br i1 %t, label %u, label %" + out + more +
           " u: call void @use(i32 %r) br label %o";
  };
  const Pair pair{function_of("src", body("o", ""), ""), function_of("tgt", body("m", " m: br label %o"), "")};
  expect_proved(pair, 1, {{"load i32, ptr %p", "load i32, ptr %q"}});
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, pair.text(), "test.ll");
  const auto regions = regions_that_differ(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt"));
  ASSERT_EQ(regions.size(), 1u);
  normalize::NormalPair normal(*regions[0].source, *regions[0].target);
  const auto nothing = [](const llvm::Function&, const llvm::Function&) { return false; };
  EXPECT_TRUE(is_proved_by_parts(normal, /*other_forms=*/true, /*undef=*/true, nothing)) << "nothing is left to ask";
}

TEST(Regions, PhisBehindAreGivenWhatComesIntoThem) {
  const auto of = [](const std::string& value) {
    return "b: %t = load i32, ptr %p %d = icmp eq i32 %t, %k br i1 %d, label %c, label %o c: " + value + " br label %o";
  };
  const auto behind = [](const std::string& from_b) {
    return "%s = phi i32 [ " + from_b + ", %b ], [ %z, %c ] call void @use(i32 %s)";
  };
  const Pair pair{function_of("src", of("%z = add i32 %t, 0 store i32 %z, ptr %p"), behind("%t")),
                  function_of("tgt", of("%z = add i32 %k, 0 store i32 %z, ptr %p"), behind("%t"))};
  expect_proved(pair, 1, {{"%z = add i32 %k, 0", "%z = add i32 %k, 1"}, {"[ %t, %b ]", "[ %k, %b ]"}});
}

const std::string kProgress = " !0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"}";

TEST(Regions, LoopsAroundMustMakeProgressInBoth) {
  const auto looping = [](const std::string& name, const std::string& add, bool progress) {
    const std::string said = progress ? ", !llvm.loop !0" : "";
    return function_of(name,
                       "b: %i = phi i32 [ 0, %e ], [ %j, %m ] br label %m m: " + add +
                           " %c = icmp ne i32 %i, %k br i1 %c, label %b, label %o" + said,
                       "");
  };
  const std::string before = "%j = add i32 %i, 0", after = "%j = or i32 %i, 0";
  EXPECT_TRUE(is_wrong(kDeclarations + looping("src", before, false) + looping("tgt", after, true) + kProgress));
}

TEST(Regions, WhatALoopOfTheRegionPromisesIsItsOwn) {
  // The inner loop was rotated, so that what ends its rounds also leaves it, to the head of the loop around.
  const auto looping = [](const std::string& name, const std::string& inner) {
    return function_of(name,
                       "b: br label %h h: %u = phi i32 [ 0, %b ], [ %u1, %d ] %u1 = add i32 %u, 1 br label %f " +
                           inner + " d: %w = load volatile i1, ptr %q br i1 %w, label %h, label %o",
                       "");
  };
  const std::string head =
      "f: %i = phi i32 [ 0, %h ], [ %j, %m ] %c = icmp slt i32 %i, %u1 br i1 %c, label %m, label %d "
      "m: %a = getelementptr i8, ptr %p, i32 %i store i8 1, ptr %a %j = add nuw nsw i32 %i, 1 br label %f, !llvm.loop "
      "!0";
  const std::string rotated =
      "f: %c0 = icmp slt i32 0, %u1 br i1 %c0, label %m, label %d "
      "m: %i = phi i32 [ 0, %f ], [ %j, %m ] %a = getelementptr i8, ptr %p, i32 %i store i8 1, ptr %a "
      "%j = add nuw nsw i32 %i, 1 %c = icmp slt i32 %j, %u1 br i1 %c, label %m, label %d, !llvm.loop !0";
  const auto pair = [&](const std::string& target) {
    return kDeclarations + looping("src", head) + looping("tgt", target) + kProgress;
  };
  EXPECT_EQ(count_regions(pair(rotated)), 1u);
  EXPECT_TRUE(is_proved(pair(rotated)));
  EXPECT_TRUE(is_wrong(pair(replaced(rotated, "store i8 1", "store i8 2"))));
  EXPECT_TRUE(is_wrong(pair(replaced(rotated, "icmp slt i32 %j, %u1", "icmp slt i32 %i, %u1"))));
  // A promise of the loop around is none of the inner loop's.
  const std::string around =
      replaced(looping("tgt", rotated), "label %h, label %o", "label %h, label %o, !llvm.loop !0");
  EXPECT_TRUE(is_wrong(kDeclarations + looping("src", head) + around + kProgress));
}

TEST(Regions, SeveralRegionsAreProvedOneByOne) {
  const auto of = [](const std::string& first, const std::string& second) {
    return "b: %t = load i32, ptr %p " + first + " store i32 %s, ptr %p br label %m m: " + code("between", "%s") +
           " br label %b2 b2: %t2 = load i32, ptr %p " + second + " store i32 %s2, ptr %p br label %o";
  };
  const std::string double_first = "%s = add i32 %t, %t", double_second = "%s2 = add i32 %t2, %s";
  const Pair pair{
      function_of("src", of(double_first, double_second), "call void @use(i32 %s2)"),
      function_of("tgt", of("%s = shl i32 %t, 1 %u = add i32 %s, 0", "%m2 = sub i32 0, %s %s2 = sub i32 %t2, %m2"),
                  "call void @use(i32 %s2)")};
  expect_proved(pair, 2, {{"shl i32 %t, 1", "shl i32 %t, 2"}, {"sub i32 0, %s", "sub i32 1, %s"}});
}

TEST(Regions, AProofOfInputsThatAreNotUndefHidesNothing) {
  // Of %a that is undef, %x is 1 or 3 at each use.
  const auto function = [](const std::string& name, const std::string& result) {
    return "define i8 @" + name +
           "(i8 %a, i1 noundef %c, i1 noundef %d) { e: %m = and i8 %a, 2 %o = or i8 %m, 1 br i1 %c, label %l, label %j "
           "l: br label %j j: %x = phi i8 [ %o, %e ], [ 5, %l ] " +
           code("first", "7") + code("last", "9") +
           "br i1 %d, label %t, label %y t: %z = xor i8 %x, %x %r = " + result +
           " br label %y y: %s = phi i8 [ 0, %j ], [ %r, %t ] ret i8 %s } ";
  };
  const std::string module = kDeclarations + function("src", "add i8 %z, 0") + function("tgt", "mul i8 %z, %x");
  EXPECT_GE(count_regions(module), 1u);
  EXPECT_EQ(verdict_of(module), VerdictKind::Incorrect);
}

TEST(Regions, NothingIsPartedThatSaysSomethingOfTheWholeRun) {
  const std::string plain = "b: %t = load i32, ptr %p %s = add i32 %t, %t call void @use(i32 %s) br label %o";
  const std::string more =
      "b: %t = load i32, ptr %p %s = add i32 %t, %t call void @use(i32 %s) store i32 %t, ptr %p br label %o";
  const auto count = [&](const std::string& of_source, const std::string& of_target, const std::string& attributes,
                         const std::string& before = "") {
    return count_regions(kDeclarations + function_of("src", of_source, "", attributes, before) +
                         function_of("tgt", of_target, "", attributes, before));
  };
  EXPECT_EQ(count(plain, more, ""), 1u);
  EXPECT_EQ(count(plain, more, "memory(read)"), 0u);
  // Who is called may not use the frame's objects.
  const std::string object = "%o1 = alloca i32 store i32 0, ptr %o1 ";
  EXPECT_EQ(count(plain, more, "", object), 1u);
  EXPECT_EQ(count(plain, replaced(more, "call void", "tail call void"), "", object), 0u);
  // What the target alone promises of itself.
  EXPECT_EQ(count_regions(kDeclarations + function_of("src", plain, "") + function_of("tgt", more, "", "willreturn")),
            0u);
}

}  // namespace
}  // namespace assay::prove
