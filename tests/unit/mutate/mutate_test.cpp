#include "fuzzers/mutate/mutate.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <cstdlib>
#include <set>

#include "fuzzers/mutate/subject.h"
#include "services/worker/ir/ir.h"

namespace assay::mutate {
namespace {

std::string corpus() { return std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds"; }

// Seeds that hold something for every mutator.
constexpr const char* kText = R"(
declare i8 @llvm.ctlz.i8(i8, i1 immarg)
declare i8 @llvm.smax.i8(i8, i8)
define i8 @arithmetic(i8 noundef %x, i8 %y) {
  %sum = add nsw i8 %x, 7
  %more = add i8 %sum, %y
  %shifted = lshr exact i8 %more, 3
  %big = call i8 @llvm.smax.i8(i8 %shifted, i8 %x)
  %zeros = call i8 @llvm.ctlz.i8(i8 %big, i1 true)
  %wide = zext i8 %zeros to i16
  %low = trunc i16 %wide to i8
  ret i8 %low
}
define i8 @branches(i8 %x, i1 %c) {
entry:
  %test = icmp slt i8 %x, 10
  %both = select i1 %test, i1 %c, i1 false
  br i1 %both, label %then, label %join
then:
  %negated = sub i8 0, %x
  br label %join
join:
  %merged = phi i8 [ %negated, %then ], [ %x, %entry ]
  switch i8 %merged, label %other [ i8 1, label %one
                                    i8 2, label %one ]
one:
  br label %exit
other:
  %chosen = select i1 %c, i8 %merged, i8 3
  br label %exit
exit:
  %last = phi i8 [ 5, %one ], [ %chosen, %other ]
  %exact = udiv exact i8 %last, 5
  ret i8 %exact
}
define i8 @loop(i8 %x) {
entry:
  br label %body
body:
  %i = phi i8 [ 0, %entry ], [ %next, %body ]
  %acc = phi i8 [ %x, %entry ], [ %sum, %body ]
  %sum = add i8 %acc, %i
  %next = add nuw i8 %i, 1
  %again = icmp ne i8 %next, 4
  br i1 %again, label %body, label %done
done:
  ret i8 %sum
}
define i8 @switched(i8 %x, i1 %c, ptr dereferenceable(4) %p) {
entry:
  br label %body
body:
  %i = phi i8 [ 0, %entry ], [ %next, %again ]
  %acc = phi i8 [ %x, %entry ], [ %sum, %again ]
  br i1 %c, label %left, label %again
left:
  %read = load i8, ptr %p, !range !1
  br label %again
again:
  %part = phi i8 [ %read, %left ], [ %i, %body ]
  %sum = add i8 %acc, %part
  %next = add nuw i8 %i, 1
  %more = icmp ult i8 %next, 5
  br i1 %more, label %body, label %done
done:
  ret i8 %sum
}
@table = constant [4 x i8] c"\01\02\03\04"
define internal i8 @helper(i8 %x) {
  %double = shl nuw i8 %x, 1
  ret i8 %double
}
declare void @unknown(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
define i8 @memory(ptr noalias %p, i8 %x) {
entry:
  %slot = alloca [4 x i8], align 4
  %plain = alloca i8
  store i8 %x, ptr %plain
  call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr @table, i64 4, i1 false)
  %at = getelementptr inbounds i16, ptr %slot, i64 1
  store i16 77, ptr %at, align 2
  %loaded = load i8, ptr %at, align 1, !noundef !0
  %kept = load ptr, ptr %p, align 8
  call void @unknown(ptr %kept)
  store ptr %kept, ptr %p, align 8
  %called = call i8 @helper(i8 %loaded)
  %back = load i8, ptr %plain
  %sum = add nsw i8 %called, %back
  %test = icmp eq i8 %sum, 0
  %chosen = select i1 %test, i8 %x, i8 %sum, !unpredictable !0
  ret i8 %chosen
}
define float @floats(float %x, float %y) {
  %sum = fadd nnan float %x, %y
  %test = fcmp olt float %sum, 1.0
  %negated = fneg float %sum
  %chosen = select nsz i1 %test, float %negated, float %y
  ret float %chosen
}
define <2 x i8> @vectors(<2 x i8> %v, i8 %x) {
  %in = insertelement <2 x i8> %v, i8 %x, i32 1
  %swapped = shufflevector <2 x i8> %in, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
  %out = xor <2 x i8> %swapped, <i8 -1, i8 poison>
  ret <2 x i8> %out
}
define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v, i32 %x) {
  %slot = alloca i32, align 4
  store i32 %x, ptr %slot, align 4
  %sum = add nsw <vscale x 4 x i32> %v, %v
  %read = load i32, ptr %slot, align 4
  %out = insertelement <vscale x 4 x i32> %sum, i32 %read, i32 0
  ret <vscale x 4 x i32> %out
}
!0 = !{}
!1 = !{i8 1, i8 7}
)";

// The integer subset, plus everything else that a mutator may touch.
Options all_options() {
  Options options;
  options.profile.memory_percent = options.profile.call_percent = options.profile.metadata_percent = 10;
  options.profile.rarity_percent = 10;
  return options;
}

Seeds test_seeds(llvm::LLVMContext& context) {
  Seeds seeds;
  seeds.add_text(context, kText, "text", SeedOptions{});
  return seeds;
}

// The text of `count` mutants of the seeds in turn.
std::string mutants(std::uint64_t seed, unsigned count, Options options) {
  llvm::LLVMContext context;
  const Seeds seeds = test_seeds(context);
  Mutator mutator(std::move(options), &seeds);
  llvm::Module module("mutants", context);
  Rng rng(seed);
  for (unsigned index = 0; index < count; ++index) {
    if (index % 16 == 0) mutator.begin_batch(rng);
    mutator.mutant_of(*seeds.all()[index % seeds.size()].function, module, rng, "f" + std::to_string(index));
  }
  return ir::print(module);
}

class EveryMutator : public testing::TestWithParam<std::string> {};

TEST_P(EveryMutator, FindsPlacesAndKeepsFunctionsWellFormed) {
  llvm::LLVMContext context;
  const Seeds seeds = test_seeds(context);
  Options options = all_options();
  options.only = {GetParam()};
  Mutator mutator(options, &seeds);
  for (std::uint64_t index = 0; index < 800; ++index) {
    llvm::Module module("mutant", context);
    Rng rng(index);
    const llvm::Function& seed = *seeds.all()[index % seeds.size()].function;
    const llvm::Function* mutant = mutator.mutant_of(seed, module, rng, "f");
    if (mutant == nullptr) continue;
    const Status complaint = ir::verify(module);
    ASSERT_FALSE(complaint) << complaint->message << ir::print(module);
    EXPECT_EQ(mutant->getName(), "f");
    EXPECT_FALSE(mentions_undef(*mutant)) << ir::print(module);
  }
  EXPECT_GT(mutator.statistics().kept, 50u);
  EXPECT_EQ(mutator.statistics().discarded, 0u);
}

INSTANTIATE_TEST_SUITE_P(Mutate, EveryMutator, testing::ValuesIn(Mutator::mutator_names()), [](const auto& info) {
  std::string name = info.param;
  for (char& letter : name)
    if (letter == '-') letter = '_';
  return name;
});

TEST(Mutate, UnswitchesALoopOnWhatStaysTheSameInIt) {
  llvm::LLVMContext context;
  const Seeds seeds = test_seeds(context);
  Options options = all_options();
  options.only = {"unswitch-loop"};
  options.max_edits = 1;
  Mutator mutator(options, &seeds);
  unsigned decided = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    llvm::Module module("mutant", context);
    Rng rng(index);
    const auto seed =
        llvm::find_if(seeds.all(), [](const Seed& each) { return each.function->getName() == "switched"; });
    ASSERT_NE(seed, seeds.all().end());
    const llvm::Function* mutant = mutator.mutant_of(*seed->function, module, rng, "f");
    ASSERT_NE(mutant, nullptr);
    EXPECT_EQ(mutant->size(), seed->function->size() + 5) << ir::print(*mutant);
    const std::string text = ir::print(*mutant);
    decided += text.find("br i1 true") != std::string::npos && text.find("br i1 false") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(decided, 25u);
}

TEST(Mutate, MakesTheSameMutantsFromTheSameSeed) {
  EXPECT_EQ(mutants(7, 200, Options{}), mutants(7, 200, Options{}));
  EXPECT_NE(mutants(7, 200, Options{}), mutants(8, 200, Options{}));
}

TEST(Mutate, MakesTheSameMutantsInSwarmMode) {
  Options options;
  options.swarm = true;
  EXPECT_EQ(mutants(7, 200, options), mutants(7, 200, options));
}

void pile_edits(llvm::LLVMContext& context, const Seeds& seeds, Options options) {
  options.min_edits = 1;
  options.max_edits = 8;
  Mutator mutator(options, &seeds);
  Rng rng(11);
  for (int index = 0; index < 6000; ++index) {
    llvm::Module module("mutant", context);
    const llvm::Function& seed = *seeds.all()[rng.below(seeds.size())].function;
    const llvm::Function* mutant = mutator.mutant_of(seed, module, rng, "f");
    if (mutant == nullptr) continue;
    const Status complaint = ir::verify(module);
    ASSERT_FALSE(complaint) << complaint->message << ir::print(module);
    ASSERT_FALSE(mentions_undef(*mutant)) << ir::print(module);
    if (index % 4 != 0) continue;
    const auto parsed = ir::parse(context, ir::print(module), "mutant");
    ASSERT_TRUE(parsed) << parsed.error() << ir::print(module);
    ASSERT_FALSE(ir::verify(**parsed)) << ir::print(module);
  }
  const Statistics statistics = mutator.statistics();
  EXPECT_GT(statistics.kept, 5900u);
  EXPECT_LT(statistics.discarded * 1000, statistics.kept);
}

TEST(Mutate, KeepsOnlyWhatVerifiesWhenManyEditsPileUpOnTheCorpus) {
  llvm::LLVMContext context;
  auto loaded = Seeds::load(context, {corpus()}, SeedOptions{});
  ASSERT_TRUE(loaded) << loaded.error();
  pile_edits(context, *loaded, Options{});
}

TEST(Mutate, KeepsOnlyWhatVerifiesWhenEditsOfAllKindsPileUp) {
  llvm::LLVMContext context;
  const Seeds seeds = test_seeds(context);
  pile_edits(context, seeds, all_options());
}

TEST(Mutate, KeepsOnlyWhatVerifiesWhereThereAreIntrinsicsOfAllKinds) {
  llvm::LLVMContext context;
  auto loaded = Seeds::load(context, {corpus()}, SeedOptions{});
  ASSERT_TRUE(loaded) << loaded.error();
  Options options;
  options.profile = *generate::profile_named("intrinsics");
  Mutator mutator(options, &*loaded);
  for (std::uint64_t index = 0; index < 6'000; ++index) {
    llvm::Module origin("origin", context), module("mutant", context);
    Rng rng = Rng(77).fork(index);
    mutator.mutant_of(generate::generate_function(origin, rng, options.profile, "start"), module, rng, "f");
  }
  EXPECT_GT(mutator.statistics().kept, 5'000u);
  EXPECT_EQ(mutator.statistics().discarded, 0u);
}

TEST(Mutate, LeavesTheSeedAsItWas) {
  llvm::LLVMContext context;
  const Seeds seeds = test_seeds(context);
  const std::string before = ir::print(*seeds.all()[0].function->getParent());
  Mutator mutator(Options{}, &seeds);
  llvm::Module module("mutants", context);
  Rng rng(3);
  for (int index = 0; index < 300; ++index)
    mutator.mutant_of(*seeds.all()[0].function, module, rng, "f" + std::to_string(index));
  EXPECT_EQ(ir::print(*seeds.all()[0].function->getParent()), before);
}

TEST(Mutate, IntroducesUndefOnlyWhereItIsAllowed) {
  Options options;
  EXPECT_EQ(mutants(5, 500, options).find(" undef"), std::string::npos);
  options.profile.allow_undef = true;
  EXPECT_NE(mutants(5, 500, options).find(" undef"), std::string::npos);
}

TEST(Mutate, ClearsSlotsThatMayBeReadBeforeTheyAreWritten) {
  llvm::LLVMContext context;
  Seeds seeds;
  seeds.add_text(context, R"(
define i8 @f(i8 %x) {
  %never = alloca i8
  %filled = alloca i16
  store i16 -1, ptr %filled
  %a = load i8, ptr %never
  %b = load i8, ptr %filled
  %sum = add i8 %a, %b
  %more = xor i8 %sum, %x
  ret i8 %more
})",
                 "slots", SeedOptions{});
  Options options;
  options.only = {"toggle-flags"};
  Mutator mutator(options);
  llvm::Module module("mutant", context);
  Rng rng(1);
  const llvm::Function* mutant = mutator.mutant_of(*seeds.all()[0].function, module, rng, "f");
  ASSERT_NE(mutant, nullptr);
  const std::string text = ir::print(*mutant);
  EXPECT_NE(text.find("memset.p0.i64(ptr align 1 %never, i8 0, i64 1"), std::string::npos) << text;
  EXPECT_EQ(text.find("%filled, i8 0"), std::string::npos) << text;
}

TEST(Mutate, ClearsSlotsThatScalableVectorsAreWrittenTo) {
  llvm::LLVMContext context;
  auto module = ir::parse(context,
                          "define void @f(<vscale x 2 x i8> %x) {\n  %slot = alloca i64\n"
                          "  store <vscale x 2 x i8> %x, ptr %slot\n  ret void\n}\n",
                          "slots");
  ASSERT_TRUE(module) << module.error();
  fill_slots(*(*module)->getFunction("f"));
  EXPECT_NE(ir::print(**module).find("memset.p0.i64(ptr align 8 %slot, i8 0, i64 8"), std::string::npos)
      << ir::print(**module);
}

TEST(Mutate, KeepsWithinAnOldLanguageWhenAsked) {
  Options options;
  options.profile.language = 14;
  const std::string text = mutants(5, 1500, options);
  for (const char* newer :
       {" nneg", " disjoint", "samesign", "trunc nuw", "trunc nsw", "range(", "llvm.ucmp", "llvm.scmp"})
    EXPECT_EQ(text.find(newer), std::string::npos) << newer;
}

TEST(Mutate, DrawsDifferentMutatorsForDifferentBatches) {
  llvm::LLVMContext context;
  const Seeds seeds = test_seeds(context);
  Options options;
  options.swarm = true;
  std::set<std::set<std::string>> subsets;
  for (std::uint64_t batch = 0; batch < 5; ++batch) {
    Mutator mutator(options, &seeds);
    Rng rng(batch);
    mutator.begin_batch(rng);
    llvm::Module module("mutants", context);
    for (int index = 0; index < 300; ++index) mutator.mutant_of(*seeds.all()[0].function, module, rng, "f");
    std::set<std::string> used;
    for (const MutatorCount& count : mutator.statistics().mutators)
      if (count.tried > 0) used.insert(count.name);
    subsets.insert(used);
  }
  EXPECT_GT(subsets.size(), 3u);
}

}  // namespace
}  // namespace assay::mutate
