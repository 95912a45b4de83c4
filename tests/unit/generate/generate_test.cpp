#include "fuzzers/generate/generate.h"

#include <gtest/gtest.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <regex>
#include <set>

#include "fuzzers/generate/constants.h"
#include "services/worker/ir/ir.h"

namespace assay::generate {
namespace {

std::string generated(std::uint64_t seed, const Profile& profile) {
  llvm::LLVMContext context;
  llvm::Module module("generated", context);
  Rng rng(seed);
  generate_function(module, rng, profile, "f");
  return ir::print(module);
}

// The order in a "; preds =" comment is that of the use lists, which parsing doesn't keep.
std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex(" *; preds[^\n]*"), "");
}

class EveryProfile : public testing::TestWithParam<std::string> {
 protected:
  Profile profile() const { return *profile_named(GetParam()); }
};

TEST_P(EveryProfile, MakesOnlyFunctionsThatPassTheVerifier) {
  const Profile chosen = profile();
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    Rng rng(seed);
    generate_function(module, rng, chosen, "f");
    const Status complaint = ir::verify(module);
    ASSERT_FALSE(complaint) << "seed " << seed << ": " << complaint->message << ir::print(module);
  }
}

TEST_P(EveryProfile, PrintsTextThatParsesBackToTheSameFunction) {
  const Profile chosen = profile();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    Rng rng(seed);
    const llvm::Function& made = generate_function(module, rng, chosen, "f");
    auto parsed = ir::parse(context, ir::print(module), "generated");
    ASSERT_TRUE(parsed) << parsed.error() << ir::print(module);
    EXPECT_EQ(without_comments(ir::print(made)), without_comments(ir::print(*(*parsed)->getFunction("f"))));
  }
}

TEST_P(EveryProfile, GivesTheSameTextForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) EXPECT_EQ(generated(seed, profile()), generated(seed, profile()));
}

TEST_P(EveryProfile, HoldsNoUndefUnlessItIsAllowed) {
  Profile with = profile();
  with.allow_undef = true;
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    EXPECT_EQ(generated(seed, profile()).find(" undef"), std::string::npos) << "seed " << seed;
    seen += generated(seed, with).find(" undef") != std::string::npos ? 1 : 0;
  }
  // Bit-field functions are made of poison and arguments only.
  EXPECT_GT(seen, with.bitfield_percent == 100 ? -1 : 10);
}

TEST_P(EveryProfile, StaysValidWhenSwarmed) {
  for (std::uint64_t batch = 0; batch < 60; ++batch) {
    Rng rng(batch);
    const Profile drawn = swarm(profile(), rng);
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    for (int index = 0; index < 20; ++index) generate_function(module, rng, drawn, "f" + std::to_string(index));
    const Status complaint = ir::verify(module);
    ASSERT_FALSE(complaint) << "batch " << batch << ": " << complaint->message;
  }
}

INSTANTIATE_TEST_SUITE_P(Generate, EveryProfile, testing::ValuesIn(profile_names()));

TEST(Generate, SaysWhichProfilesThereAreWhenAskedForAnother) {
  const auto profile = profile_named("nonsense");
  ASSERT_FALSE(profile);
  EXPECT_NE(profile.error().find("peephole"), std::string::npos);
}

TEST(Generate, KeepsWithinAnOldLanguageWhenAsked) {
  Profile profile = peephole_profile();
  profile.language = 14;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = generated(seed, profile);
    for (const char* newer :
         {" nneg", " disjoint", "samesign", "trunc nuw", "trunc nsw", "range(", "llvm.ucmp", "llvm.scmp"})
      EXPECT_EQ(text.find(newer), std::string::npos) << newer << " in\n" << text;
  }
}

TEST(Generate, ProducesEveryOpcodeFlagAndIntrinsicOfTheIntegerSubset) {
  std::string all;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) all += generated(seed, peephole_profile());
  for (const char* piece :
       {" add ",          " sub ",          " mul ",          " udiv ",         " sdiv ",          " urem ",
        " srem ",         " shl ",          " lshr ",         " ashr ",         " and ",           " or ",
        " xor ",          " nuw ",          " nsw ",          " exact ",        " disjoint ",      " nneg ",
        " samesign ",     " zext ",         " sext ",         " trunc ",        "icmp eq",         "icmp ne",
        "icmp ugt",       "icmp uge",       "icmp ult",       "icmp ule",       "icmp sgt",        "icmp sge",
        "icmp slt",       "icmp sle",       " select ",       " freeze ",       " poison",         "extractelement",
        "insertelement",  "shufflevector",  " phi ",          "br i1",          "switch ",         "unreachable",
        "llvm.ctpop",     "llvm.ctlz",      "llvm.cttz",      "llvm.bswap",     "llvm.bitreverse", "llvm.fshl",
        "llvm.fshr",      "llvm.sadd.with", "llvm.uadd.with", "llvm.ssub.with", "llvm.usub.with",  "llvm.smul.with",
        "llvm.umul.with", "llvm.sadd.sat",  "llvm.uadd.sat",  "llvm.ssub.sat",  "llvm.usub.sat",   "llvm.sshl.sat",
        "llvm.ushl.sat",  "llvm.smin",      "llvm.smax",      "llvm.umin",      "llvm.umax",       "llvm.scmp",
        "llvm.ucmp",      "llvm.abs",       "llvm.assume",    "llvm.expect",    " noundef ",       "range(i",
        "!range",         "bitcast"})
    EXPECT_NE(all.find(piece), std::string::npos) << piece;
}

TEST(Generate, ProducesFloatsMemoryAggregatesAndCallsWhereTheProfileHasThem) {
  std::string all;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) all += generated(seed, *profile_named("everything"));
  for (const char* piece : {" fadd ",
                            " fsub ",
                            " fmul ",
                            " fdiv ",
                            " frem ",
                            " fneg ",
                            "fcmp ",
                            " fptosi ",
                            " fptoui ",
                            " sitofp ",
                            " uitofp ",
                            " fptrunc ",
                            " fpext ",
                            " half ",
                            " float ",
                            " double ",
                            " bfloat ",
                            " x86_fp80 ",
                            " fp128 ",
                            " ppc_fp128 ",
                            " fast ",
                            " nnan ",
                            " ninf ",
                            " nsz ",
                            " arcp ",
                            " contract ",
                            " afn ",
                            " reassoc ",
                            "llvm.fabs",
                            "llvm.fma.",
                            "llvm.copysign",
                            "llvm.minnum",
                            "llvm.maximum",
                            "llvm.is.fpclass",
                            "llvm.fptosi.sat",
                            "llvm.ldexp",
                            "alloca ",
                            "load ",
                            "store ",
                            "load volatile",
                            "getelementptr inbounds",
                            "getelementptr nuw",
                            "llvm.memcpy",
                            "llvm.memmove",
                            "llvm.memset",
                            " = internal constant",
                            " = global",
                            "insertvalue",
                            "extractvalue",
                            "ptrtoint",
                            "icmp eq ptr",
                            "call ",
                            "@unknown.",
                            ".helper0",
                            "noalias",
                            "dereferenceable(",
                            "readonly",
                            "!range",
                            "!nontemporal",
                            "!invariant.load",
                            "!noundef",
                            "tail call"})
    EXPECT_NE(all.find(piece), std::string::npos) << piece;
}

TEST(Generate, NestsLoopsAndMakesSomeThatHaveTwoEntries) {
  unsigned nested = 0;
  unsigned irreducible = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    Rng rng(seed);
    llvm::Function& made = generate_function(module, rng, *profile_named("loops"), "f");
    llvm::DominatorTree tree(made);
    const llvm::LoopInfo loops(tree);
    for (const llvm::Loop* loop : loops) nested += loop->isInnermost() ? 0 : 1;
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&made);
    irreducible += llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops) ? 1 : 0;
  }
  EXPECT_GT(nested, 40u);
  EXPECT_GT(irreducible, 10u);
}

TEST(Generate, FeedsNearlyEveryInstructionIntoAResultOrAnEffect) {
  std::size_t unused = 0;
  std::size_t total = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    Rng rng(seed);
    for (const llvm::Instruction& instruction :
         llvm::instructions(generate_function(module, rng, peephole_profile(), "f"))) {
      ++total;
      unused += !instruction.getType()->isVoidTy() && instruction.use_empty() ? 1 : 0;
    }
  }
  EXPECT_LT(unused * 50, total);
}

TEST(Generate, KeepsMostArgumentsSmallEnoughToEnumerate) {
  unsigned small = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    Rng rng(seed);
    unsigned bits = 0;
    for (const llvm::Argument& argument : generate_function(module, rng, peephole_profile(), "f").args())
      bits += static_cast<unsigned>(argument.getType()->getPrimitiveSizeInBits().getFixedValue());
    small += bits <= 16 ? 1 : 0;
  }
  EXPECT_GT(small, 300u);
}

TEST(Constants, ReachTheBoundariesOfAWidth) {
  Rng rng(1);
  std::set<std::uint64_t> seen;
  for (int draw = 0; draw < 2000; ++draw) seen.insert(interesting_integer(8, rng).getZExtValue());
  for (const std::uint64_t boundary :
       {0x00u, 0x01u, 0x7fu, 0x80u, 0xffu, 0x08u, 0x07u, 0x40u, 0x0fu, 0xf0u, 0x81u, 0xfeu})
    EXPECT_TRUE(seen.count(boundary)) << boundary;
}

TEST(Constants, WorkAtEveryWidth) {
  Rng rng(2);
  for (unsigned bits = 1; bits <= 128; ++bits)
    for (int draw = 0; draw < 50; ++draw)
      EXPECT_EQ(relative_of(interesting_integer(bits, rng), rng).getBitWidth(), bits);
}

}  // namespace
}  // namespace assay::generate
