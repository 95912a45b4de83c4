#include "fuzzers/mutate/inventory.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <cstdlib>
#include <set>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/ir/ir.h"

namespace assay::mutate {
namespace {

TEST(Inventory, CountsWhatStandsInAModule) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, R"(
@table = constant <2 x i8> <i8 1, i8 poison>
declare i8 @llvm.abs.i8(i8, i1)
define i8 @f(i8 noundef %x, ptr %p) {
  %a = add nsw nuw i8 %x, -128
  %b = call i8 @llvm.abs.i8(i8 %a, i1 true)
  %c = load i8, ptr %p, !noundef !0
  %d = icmp eq ptr getelementptr (i8, ptr @table, i64 1), %p
  %e = select i1 %d, i8 %b, i8 %c
  ret i8 %e
}
!0 = !{}
)",
                                "text");
  ASSERT_TRUE(module) << module.error();
  Inventory inventory;
  inventory.add(**module);
  for (const Item& item : {Item{"instruction", "add"},
                           {"flag", "add nsw"},
                           {"flag", "add nuw"},
                           {"intrinsic", "llvm.abs"},
                           {"flag", "llvm.abs is_int_min_poison"},
                           {"attribute", "parameter noundef"},
                           {"metadata", "instruction noundef"},
                           {"constant", "getelementptr"},
                           {"constant", "global variable"},
                           {"constant", "partly poison vector"},
                           {"constant", "poison"}})
    EXPECT_GT(inventory.count(item), 0u) << item.first << " " << item.second;
  EXPECT_EQ(inventory.count({"instruction", "call"}), 0u) << "intrinsics are counted as such";
  EXPECT_EQ(by_kind(inventory).at({"attribute", "noundef"}), 1u);
}

// What can't be made, each for a reason that does not go away by more of the same.
const std::set<Item>& never_made() {
  static const std::set<Item> items = {
      // Bodies and callers of a special kind, other calling conventions, arguments of intrinsics.
      {"attribute", "naked"},
      {"attribute", "preallocated"},
      {"attribute", "inalloca"},
      {"attribute", "presplitcoroutine"},
      {"attribute", "swiftasync"},
      {"attribute", "swifterror"},
      {"attribute", "swiftself"},
      {"attribute", "immarg"},
      {"attribute", "elementtype"},
      {"attribute", "coro_elide_safe"},
      {"attribute", "coro_only_destroy_when_complete"},
      {"attribute", "jumptable"},
      {"attribute", "nest"},
      // Values of types that only a target or a coroutine has.
      {"constant", "target none"},
      {"constant", "token none"},
      // Folded into their lanes as soon as they are made.
      {"constant", "insertelement"},
      {"constant", "shufflevector"},
      // Nobody makes them yet.
      {"instruction", "callbr"},
      {"instruction", "catchpad"},
      {"instruction", "catchret"},
      {"instruction", "catchswitch"},
      {"instruction", "cleanuppad"},
      {"instruction", "cleanupret"},
      {"intrinsic", "llvm.callbr.landingpad"},
      {"intrinsic", "llvm.objectsize"},
      // No machine knows them.
      {"intrinsic", "llvm.debugtrap"},
      {"intrinsic", "llvm.va_copy"},
  };
  return items;
}

std::map<Item, std::uint64_t> made_from_nothing_and_seeds() {
  std::map<Item, std::uint64_t> sum;
  const auto add = [&](const llvm::Module& module) {
    Inventory inventory;
    inventory.add(module);
    for (const auto& [item, count] : by_kind(inventory)) sum[item] += count;
  };
  const char* root = std::getenv("ASSAY_SOURCE");
  llvm::LLVMContext context;
  const auto seeds = Seeds::load(context, {std::string(root == nullptr ? "." : root) + "/corpus/seeds"}, {});
  EXPECT_TRUE(seeds);
  Options options;
  options.profile = *generate::profile_named("everything");
  Mutator mutator(options, &*seeds);
  generate::Profile profile = options.profile, intrinsics = *generate::profile_named("intrinsics");
  for (std::uint64_t index = 0; index < 18'000; ++index) {
    Rng rng = Rng(1).fork(index);
    llvm::Module module("inputs", context);
    profile.allow_undef = index % 16 == 0;
    profile.rarity_percent = 60;
    if (index % 3 == 0)
      mutator.mutant_of(*rng.pick(seeds->all()).function, module, rng, "f");
    else if (index % 3 == 1)
      generate::generate_function(module, rng, index % 2 == 1 ? profile : generate::swarm(profile, rng), "f");
    else
      generate::generate_function(module, rng, intrinsics, "f");
    add(module);
  }
  return sum;
}

TEST(Inventory, NothingThatThereIsIsNeverMade) {
  llvm::LLVMContext context;
  const auto made = made_from_nothing_and_seeds();
  unsigned rare = 0;
  for (const auto& [item, zero] : everything_there_is(context)) {
    const bool is_made = made.count(item) != 0;
    if (never_made().count(item) != 0) {
      EXPECT_FALSE(is_made) << item.second << " is made after all";
      continue;
    }
    if (is_made) continue;
    // There are some hundred vendor intrinsics and flags of rarely drawn operations: a longer run (bench_inputs) has
    // all.
    const bool may_miss = item.second.starts_with("llvm.x86.") || item.first == "flag";
    rare += may_miss ? 1 : 0;
    EXPECT_TRUE(may_miss) << item.first << " " << item.second << " is never made";
  }
  EXPECT_LT(rare, 60u);
}

}  // namespace
}  // namespace assay::mutate
