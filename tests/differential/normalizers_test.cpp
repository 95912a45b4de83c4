// Each normalizer against the interpreter: what it makes of a function refines the function, and the function refines
// what it makes of it.

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <vector>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/normalize/lost_blocks.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/semantics/semantics.h"
#include "tests/differential/pair_maker.h"

namespace assay {

namespace normalize {
static void PrintTo(const Normalizer& row, std::ostream* out) { *out << row.name; }
}  // namespace normalize

namespace {

/// Functions made anew, seeds, edits of them, and what passes make of all that: what optimizers leave, and what they
/// would clean up.
class Draws {
 public:
  /// ASSAY_NORMALIZERS: how many; ASSAY_NORMALIZERS_SEED: which.
  Draws() : maker_(context_, options()) {}

  template <class Take>
  void each(const Take& take) {
    each_pair([&](const Pair& pair) {
      take(*pair.source);
      take(*pair.target);
    });
  }
  template <class Take>
  void each_pair(const Take& take) {
    const std::uint64_t seed = number_or("ASSAY_NORMALIZERS_SEED", 20261124);
    for (std::uint64_t i = 0; i < number_or("ASSAY_NORMALIZERS", 3'000); ++i) {
      Rng rng = Rng(seed).fork(i);
      const Pair pair = maker_.make(rng);
      if (pair.source == nullptr) continue;
      if (rng.chance(1, 4)) decide_branches(*pair.target, rng);
      if (rng.chance(1, 4)) call_by_pointers(*pair.target, rng);
      if (rng.chance(1, 2)) compare_pointers(*pair.target, rng);
      if (rng.chance(1, 4)) store_before(*pair.target, rng);
      if (rng.chance(3, 4)) load_on_all_ways(*pair.target, rng);
      take(pair);
    }
  }

 private:
  static PairMaker::Options options() {
    PairMaker::Options drawn;
    drawn.seeds = {std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds"};
    drawn.pipelines = {"reg2mem",       "loop-simplify,lcssa", "loop(loop-rotate)",
                       "loop(indvars)", "break-crit-edges",    "loop-unroll",
                       "sroa",          "jump-threading",      "reg2mem,loop(loop-rotate)"};
    drawn.profile.loop_percent = 60;
    drawn.profile.memory_percent = 30;
    drawn.edited_percent = 20;
    return drawn;
  }

  /// Few functions that are made branch on constants.
  static void decide_branches(llvm::Function& function, Rng& rng) {
    for (llvm::BasicBlock& block : function)
      if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
          branch != nullptr && branch->isConditional() && rng.chance(1, 2))
        branch->setCondition(llvm::ConstantInt::getBool(function.getContext(), rng.chance(1, 2)));
  }

  /// Few functions that are made call others, with promises. Each pointer that there is when memory is accessed is
  /// given to one, before or after.
  static void call_by_pointers(llvm::Function& function, Rng& rng) {
    llvm::LLVMContext& context = function.getContext();
    auto callee = function.getParent()->getOrInsertFunction("takes", llvm::Type::getVoidTy(context),
                                                            llvm::PointerType::get(context, 0));
    std::vector<llvm::Instruction*> accesses;
    for (llvm::Instruction& each : llvm::instructions(function))
      if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&each);
          pointer != nullptr && pointer->getType() == llvm::PointerType::get(context, 0) && rng.chance(1, 2))
        accesses.push_back(&each);
    if (accesses.empty()) {
      llvm::IRBuilder<> build(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      llvm::Value* null = llvm::ConstantPointerNull::get(llvm::PointerType::get(context, 0));
      if (llvm::CallInst* call = build.CreateCall(callee, {null}); rng.chance(1, 2))
        call->setTailCallKind(llvm::CallInst::TCK_Tail);
    }
    for (llvm::Instruction* access : accesses) {
      llvm::IRBuilder<> build(rng.chance(1, 3) ? access : access->getNextNode());
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(access);
      if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer); step != nullptr && rng.chance(1, 2))
        pointer = step->getPointerOperand();
      llvm::CallInst* call = rng.chance(1, 4) ? build.CreateMemSet(pointer, build.getInt8(0), rng() % 3, {})
                                              : build.CreateCall(callee, {pointer});
      for (const llvm::Attribute::AttrKind kind : {llvm::Attribute::NonNull, llvm::Attribute::NoUndef})
        if (rng.chance(1, 2)) call->addParamAttr(0, kind);
      if (rng.chance(1, 2)) call->setTailCallKind(llvm::CallInst::TCK_Tail);
      if (rng.chance(7, 8)) call->setDoesNotThrow();
    }
    if (rng.chance(7, 8)) function.setDoesNotThrow();
  }

  /// Few functions that are made overwrite what they have written.
  static void store_before(llvm::Function& function, Rng& rng) {
    std::vector<llvm::StoreInst*> stores;
    for (llvm::Instruction& each : llvm::instructions(function))
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&each); store != nullptr && rng.chance(1, 2))
        stores.push_back(store);
    for (llvm::StoreInst* store : stores) {
      llvm::BasicBlock& block = *store->getParent();
      llvm::BasicBlock* before = block.getSinglePredecessor();
      llvm::Value* pointer = store->getPointerOperand();
      const bool is_everywhere = !llvm::isa<llvm::Instruction>(pointer);
      llvm::IRBuilder<> build(is_everywhere && before != nullptr && rng.chance(1, 2) ? before->getTerminator()
                              : is_everywhere && rng.chance(1, 2)                    ? &*block.getFirstNonPHIIt()
                                                                                     : store);
      llvm::Type* type = rng.chance(1, 4) ? build.getInt8Ty() : store->getValueOperand()->getType();
      build.CreateAlignedStore(llvm::Constant::getNullValue(type), pointer,
                               rng.chance(1, 8) ? llvm::Align(16) : store->getAlign(), rng.chance(1, 16));
    }
  }

  /// Few functions that are made read the same on all ways from a branch.
  static void load_on_all_ways(llvm::Function& function, Rng& rng) {
    for (llvm::BasicBlock& block : function) {
      const auto access = llvm::find_if(
          block, [](const llvm::Instruction& each) { return llvm::getLoadStorePointerOperand(&each) != nullptr; });
      if (block.getTerminator()->getNumSuccessors() < 2 || access == block.end()) continue;
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&*access);
      llvm::Type* type =
          rng.chance(1, 2) ? llvm::getLoadStoreType(&*access) : llvm::Type::getInt8Ty(block.getContext());
      for (llvm::BasicBlock* way : llvm::successors(&block)) {
        if (way->isEHPad() || way->getSinglePredecessor() == nullptr) continue;
        // Now and then behind what stands there, which may write the place or not return.
        llvm::IRBuilder<> build(rng.chance(3, 4) ? &*way->getFirstNonPHIIt() : way->getTerminator());
        llvm::Value* read = build.CreateAlignedLoad(type, pointer, llvm::Align(1), rng.chance(1, 16));
        if (rng.chance(1, 2)) build.CreateAlignedStore(read, pointer, llvm::Align(1));
      }
    }
  }

  /// Few functions that are made branch on how pointers compare.
  static void compare_pointers(llvm::Function& function, Rng& rng) {
    constexpr llvm::CmpInst::Predicate kPredicates[] = {llvm::CmpInst::ICMP_EQ,  llvm::CmpInst::ICMP_NE,
                                                        llvm::CmpInst::ICMP_ULT, llvm::CmpInst::ICMP_ULE,
                                                        llvm::CmpInst::ICMP_UGT, llvm::CmpInst::ICMP_UGE};
    for (llvm::BasicBlock& block : function) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      const auto access = llvm::find_if(block, [](const llvm::Instruction& each) {
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&each);
        return pointer != nullptr && pointer->getType()->isPointerTy();
      });
      if (branch == nullptr || !branch->isConditional() || access == block.end()) continue;
      llvm::IRBuilder<> build(branch);
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&*access);
      llvm::Value* other = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer->getType()));
      if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) other = step->getPointerOperand();
      llvm::Value* compare = build.CreateICmp(kPredicates[rng() % std::size(kPredicates)], pointer, other);
      branch->setCondition(build.CreateXor(branch->getCondition(), compare));
    }
  }

  llvm::LLVMContext context_;
  PairMaker maker_;
};

struct Counts {
  unsigned drawn = 0, changed = 0, judged = 0;
};

void expect_refines(const llvm::Function& source, const llvm::Function& target, const semantics::Function& before,
                    const semantics::Function& after, const char* what) {
  interpret::CheckOptions options;
  options.samples = 48;
  options.budget = 40'000;
  options.limits.steps = 4'000;
  options.limits.picks = 1u << 12;
  options.limits.behaviours = 1u << 6;
  const interpret::CheckResult result = interpret::check_sampled(before, after, options);
  EXPECT_NE(result.kind, interpret::CheckResult::Kind::Refuted) << what << "\n"
                                                                << ir::print(*source.getParent()) << "\n; is not\n"
                                                                << ir::print(*target.getParent());
}

/// Changes copies of what is drawn, and compares; one way where `is_same` is not set: it may do less.
template <class Change>
Counts compare_all(const Change& change, bool is_same = true) {
  Counts counts;
  Draws().each([&](const llvm::Function& function) {
    ++counts.drawn;
    const auto module = ir::clone(*function.getParent());
    llvm::Function& normal = *ir::same_in(*module, function);
    change(normal);
    if (ir::same_text(function, normal)) return;
    ++counts.changed;
    if (const Status malformed = ir::verify(*module)) {
      ADD_FAILURE() << malformed->message << "\n" << ir::print(*module);
      return;
    }
    const auto before = semantics::lower(function), after = semantics::lower(normal);
    if (!before || !after) return;
    ++counts.judged;
    expect_refines(function, normal, *before, *after, "the normal form is no refinement");
    if (is_same) expect_refines(normal, function, *after, *before, "the normal form allows less");
  });
  std::printf("%u drawn, %u changed, %u judged\n", counts.drawn, counts.changed, counts.judged);
  return counts;
}

class Normalizers : public testing::TestWithParam<normalize::Normalizer> {};

TEST_P(Normalizers, MakeWhatDoesTheSame) {
  const normalize::Normalizer& row = GetParam();
  const auto change = [&](llvm::Function& function) {
    row.run(function, {});
    if ((row.forms & normalize::Form::Steps) != 0) EXPECT_FALSE(row.finds(function)) << "and leave nothing to do";
  };
  const Counts counts = compare_all(change, (row.forms & normalize::Form::Types) == 0);
  EXPECT_GE(counts.judged, 100u);
}

std::string name_of_row(const testing::TestParamInfo<normalize::Normalizer>& row) { return row.param.name; }
INSTANTIATE_TEST_SUITE_P(All, Normalizers,
                         testing::ValuesIn(normalize::normalizers().begin(), normalize::normalizers().end()),
                         name_of_row);

TEST(NormalForms, OfStepsDoesTheSame) {
  const Counts counts =
      compare_all([](llvm::Function& function) { normalize::bring_to(normalize::Form::Steps, function); });
  EXPECT_GE(counts.judged, 100u);
}

TEST(NormalForms, OfRoundsDoesTheSameAndKeepsTheBlocksThatItIsToKeep) {
  const Counts counts = compare_all([](llvm::Function& function) {
    normalize::Kept kept;
    for (const llvm::BasicBlock* head : normalize::heads_of_loops(function)) kept.insert(head->getName());
    normalize::bring_to(normalize::Form::Rounds, function, kept);
  });
  EXPECT_GE(counts.judged, 100u);
}

TEST(NormalForms, OfASourceWhoseBlocksAreLostDoesNoMore) {
  const Counts counts = compare_all(
      [](llvm::Function& function) {
        const auto without = ir::clone(*function.getParent());
        llvm::Function& target = *ir::same_in(*without, function);
        target.deleteBody();
        while (normalize::choose_without_lost_blocks(function, target, {}))
          normalize::bring_to(normalize::Form::Rounds, function);
      },
      false);
  EXPECT_GE(counts.judged, 100u);
}

/// Also of targets that are wrong: what is written is the source all the same.
TEST(NormalForms, OfASourceInTheShapeOfItsTargetDoesNoMore) {
  Counts counts;
  Draws().each_pair([&](const Pair& pair) {
    const bool reads_known = ++counts.drawn % 2 == 0;
    normalize::NormalPair normal(*pair.source, *pair.target);
    normal.bring_to_rounds();
    const normalize::NormalPair::Own shaped =
        normal.in_one_shape(normalize::Form::Stores | (reads_known ? normalize::Form::Loads : 0));
    if (shaped.source == nullptr) return;
    ++counts.changed;
    EXPECT_EQ(shaped.source->size(), shaped.target->size());
    const auto before = semantics::lower(*pair.source), after = semantics::lower(*shaped.source);
    if (!before || !after) return;
    ++counts.judged;
    expect_refines(*pair.source, *shaped.source, *before, *after, "the source in another shape is no refinement");
  });
  std::printf("%u drawn, %u changed, %u judged\n", counts.drawn, counts.changed, counts.judged);
  EXPECT_GE(counts.judged, 100u);
}

}  // namespace
}  // namespace assay
