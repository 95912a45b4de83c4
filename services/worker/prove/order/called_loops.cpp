#include "services/worker/prove/order/called_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/fused_loops.h"
#include "services/worker/prove/order/overlaps.h"
#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;

constexpr unsigned kMostWritten = 4;
constexpr std::uint64_t kMostInRound = 16;  ///< of a round

/// What a round of the source's loop stores, at a place that goes on by as many bytes.
struct Stored {
  llvm::StoreInst* by = nullptr;
  std::uint64_t bytes = 0;
  bool down = false;
  llvm::Type* type = nullptr;  ///< null: several stores make the whole
  bool is_copied = false;      ///< it was loaded, in the same type
};

std::vector<Stored> stored_in(const llvm::Loop& loop, ScalarEvolutions& evolutions) {
  std::vector<Stored> all;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& each : *block) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store == nullptr || !store->isSimple()) continue;
      const auto step = evolutions.step(*store->getPointerOperand(), loop);
      if (!step || step->isZero() || step->abs().ugt(kMostInRound)) continue;
      llvm::Type* type = store->getValueOperand()->getType();
      const std::uint64_t bytes = step->abs().getZExtValue();
      const llvm::DataLayout& layout = store->getDataLayout();
      const bool is_whole = layout.getTypeStoreSize(type) == bytes && layout.typeSizeEqualsStoreSize(type);
      all.push_back({store, bytes, step->isNegative(), is_whole ? type : nullptr,
                     is_whole && llvm::isa<llvm::LoadInst>(store->getValueOperand())});
    }
  return all;
}

llvm::MemIntrinsic* fills_or_copies(Instruction& instruction) {
  if (auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&instruction)) return pattern;
  return llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
}

/// Does the call promise no more than its accesses do, or what these follow?
bool promises_no_more(const llvm::MemIntrinsic& call) {
  if (call.isVolatile() || call.hasOperandBundles()) return false;
  const llvm::Function& function = *call.getFunction();
  const auto follows = [&](const Value& value, const llvm::Attribute& promise) {
    if (!value.getType()->isPointerTy())  // the number of bytes is branched on
      return promise.hasAttribute(llvm::Attribute::NoUndef) &&
             (&value == call.getLength() || llvm::isGuaranteedNotToBeUndefOrPoison(&value));
    return promise.hasAttribute(llvm::Attribute::Alignment) || promise.hasAttribute(llvm::Attribute::NoUndef) ||
           (promise.hasAttribute(llvm::Attribute::NonNull) &&
            !llvm::NullPointerIsDefined(&function, value.getType()->getPointerAddressSpace()));
  };
  for (unsigned i = 0; i < call.arg_size(); ++i)
    for (const llvm::Attribute each : call.getAttributes().getParamAttrs(i))
      if (!follows(*call.getArgOperand(i), each)) return false;
  return true;
}

/// The loop that control comes to after the call, with nothing between but expressions.
std::optional<SimpleLoop> loop_behind(const llvm::MemIntrinsic& call, const llvm::LoopInfo& loops) {
  const llvm::Loop* around = loops.getLoopFor(call.getParent());
  const auto only_computes = [](const Instruction& each) { return normalize::is_expression(each); };
  const Instruction* from = call.getNextNode();
  for (const BasicBlock* block = call.getParent();;) {
    if (!std::all_of(from->getIterator(), block->getTerminator()->getIterator(), only_computes)) return std::nullopt;
    const BasicBlock* next = block->getSingleSuccessor();
    if (next == nullptr) return std::nullopt;
    llvm::Loop* loop = loops.getLoopFor(next);
    if (loop != around)
      return loop != nullptr && loop->getHeader() == next && loop->getParentLoop() == around ? simple_loop(*loop)
                                                                                             : std::nullopt;
    if (next->getSinglePredecessor() == nullptr || llvm::isa<PHINode>(next->front())) return std::nullopt;
    block = next;
    from = &next->front();
  }
}

class CalledLoop {
 public:
  CalledLoop(llvm::MemIntrinsic& call, const SimpleLoop& like, const Stored& stored)
      : call_(call), like_(like), stored_(stored), layout_(call.getDataLayout()) {}

  /// Can it be written, if the loop makes as many rounds?
  bool is_possible() const {
    const auto* copies = llvm::dyn_cast<llvm::MemTransferInst>(&call_);
    const auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call_);
    const llvm::Type* index = layout_.getIndexType(call_.getRawDest()->getType());
    const auto is_aligned = [&](llvm::MaybeAlign align) {
      return !align || llvm::commonAlignment(*align, pattern == nullptr ? stored_.bytes : size()) == *align;
    };
    if (!is_aligned(call_.getDestAlign()) || index != call_.getLength()->getType()) return false;
    if (pattern != nullptr) {
      llvm::Type* type = pattern->getValue()->getType();
      return !type->isScalableTy() && layout_.typeSizeEqualsStoreSize(type) && stored_.bytes % size() == 0 &&
             layout_.getTypeStoreSize(type) == layout_.getTypeAllocSize(type);
    }
    if (copies == nullptr) return llvm::isa<llvm::MemSetInst>(call_);
    return stored_.is_copied && is_aligned(copies->getSourceAlign()) &&
           layout_.getIndexType(copies->getRawSource()->getType()) == index;
  }

  /// In place of the call: a loop that goes on as the other one does, of which each round writes its bytes.
  void write() {
    BasicBlock* before = call_.getParent();
    hoist_between();
    BasicBlock* behind = before->splitBasicBlock(&call_, "written.end");
    llvm::ValueToValueMapTy copies;
    std::vector<BasicBlock*> made;
    for (BasicBlock* block : like_.loop->blocks()) {
      BasicBlock* copy = llvm::CloneBasicBlock(block, copies, ".written", before->getParent());
      copies[block] = copy;
      made.push_back(copy);
    }
    copies[like_.before == before ? behind : like_.before] = before;
    copies[like_.after] = behind;
    for (BasicBlock* block : made)
      for (Instruction& each : llvm::make_early_inc_range(*block)) {
        llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
        each.setDebugLoc({});
      }
    for (BasicBlock* block : made) drop_accesses(*block);
    auto *head = llvm::cast<BasicBlock>(copies[like_.head]), *latch = llvm::cast<BasicBlock>(copies[like_.latch]);
    enter(*before, *head);
    latch->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    write_round(*head, *latch, *before);
    call_.eraseFromParent();
  }
  /// Of that how many the call's length is for each round.
  std::uint64_t elements() const { return stored_.bytes / size(); }
  Instruction* load() const { return load_; }
  Instruction* store() const { return store_; }

 private:
  /// What is computed between the call and the loop is no other before the call.
  void hoist_between() {
    BasicBlock* block = call_.getParent();
    for (Instruction* each = call_.getNextNode(); block != like_.head;) {
      if (!each->isTerminator()) {
        Instruction* next = each->getNextNode();
        each->moveBefore(call_.getIterator());
        each = next;
        continue;
      }
      block = block->getSingleSuccessor();
      each = &block->front();
    }
  }
  /// A number of bytes that is undef or poison is undefined behaviour, as it is to branch on it.
  void enter(BasicBlock& before, BasicBlock& head) {
    BasicBlock* never = BasicBlock::Create(before.getContext(), "", before.getParent());
    new llvm::UnreachableInst(before.getContext(), never);
    before.getTerminator()->eraseFromParent();
    Build build(&before);
    Value* length = call_.getLength();
    if (llvm::isa<llvm::ConstantInt>(length)) {
      never->eraseFromParent();
      build.CreateBr(&head);
    } else {
      build.CreateCondBr(build.CreateICmpEQ(length, length), &head, never);
    }
  }
  static void drop_accesses(BasicBlock& block) {
    for (Instruction& each : llvm::make_early_inc_range(block)) {
      if (llvm::isa<PHINode>(each) || each.isTerminator() || normalize::is_expression(each)) continue;
      each.replaceAllUsesWith(llvm::PoisonValue::get(each.getType()));
      each.eraseFromParent();
    }
  }
  void write_round(BasicBlock& head, BasicBlock& latch, BasicBlock& before) {
    llvm::Type* index = call_.getLength()->getType();
    Build build(&head, head.begin());
    PHINode* round = build.CreatePHI(index, 2);
    build.SetInsertPoint(latch.getTerminator());
    Value* next = build.CreateAdd(round, llvm::ConstantInt::get(index, 1));
    round->addIncoming(llvm::ConstantInt::get(index, 0), &before);
    round->addIncoming(next, &latch);
    llvm::Constant* bytes = llvm::ConstantInt::get(index, stored_.bytes);
    Value* offset =
        stored_.down ? build.CreateSub(call_.getLength(), build.CreateMul(next, bytes)) : build.CreateMul(round, bytes);
    const auto place = [&](Value* pointer) { return build.CreateGEP(build.getInt8Ty(), pointer, offset); };
    const auto align = [](llvm::MaybeAlign align) { return align.valueOrOne(); };
    if (auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call_)) {
      for (std::uint64_t i = 0; i < elements(); ++i) {
        Value* at =
            build.CreateGEP(build.getInt8Ty(), place(call_.getRawDest()), llvm::ConstantInt::get(index, i * size()));
        store_ = build.CreateAlignedStore(pattern->getValue(), at, align(call_.getDestAlign()));
      }
      return;
    }
    Value* value = nullptr;
    if (auto* copies = llvm::dyn_cast<llvm::MemTransferInst>(&call_))
      value = load_ =
          build.CreateAlignedLoad(stored_.type, place(copies->getRawSource()), align(copies->getSourceAlign()));
    else
      value = filling(build, *llvm::cast<llvm::MemSetInst>(call_).getValue());
    store_ = build.CreateAlignedStore(value, place(call_.getRawDest()), align(call_.getDestAlign()));
  }
  /// Bytes, of which the call's length counts so many as one.
  std::uint64_t size() const {
    const auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call_);
    return pattern == nullptr ? 1 : layout_.getTypeAllocSize(pattern->getValue()->getType()).getKnownMinValue();
  }
  /// A round's bytes, each of them the value.
  Value* filling(llvm::IRBuilderBase& build, Value& value) const {
    const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(&value);
    const unsigned bits = static_cast<unsigned>(stored_.bytes) * 8;
    if (byte == nullptr) return stored_.bytes == 1 ? &value : build.CreateVectorSplat(bits / 8, &value);
    if (byte->isZero() && stored_.type != nullptr) return llvm::Constant::getNullValue(stored_.type);
    return build.getInt(llvm::APInt::getSplat(bits, byte->getValue()));
  }

  llvm::MemIntrinsic& call_;
  const SimpleLoop& like_;
  const Stored stored_;
  const llvm::DataLayout& layout_;
  Instruction *load_ = nullptr, *store_ = nullptr;
};

class CallsAsLoops {
 public:
  CallsAsLoops(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves)
      : source_(source), target_(target), of_source_(source), proves_(proves) {}

  bool run() {
    unsigned written = 0;
    while (written < kMostWritten && write_one()) ++written;
    return written != 0 && !failed_;
  }

 private:
  bool write_one() {
    if (failed_) return false;
    Overlaps overlaps(target_, proves_);
    for (Instruction& each : llvm::instructions(target_)) {
      auto* call = fills_or_copies(each);
      if (call == nullptr || !promises_no_more(*call)) continue;
      const auto like = loop_behind(*call, overlaps.loops());
      if (!like || !overlaps.is_counted(*like)) continue;
      for (const Stored& stored : stored_for(*like)) {
        CalledLoop made(*call, *like, stored);
        if (!made.is_possible() || !overlaps.covers(*like, *call->getLength(), made.elements())) continue;
        const bool must_be_apart = llvm::isa<llvm::MemCpyInst>(*call);
        made.write();
        failed_ = llvm::verifyFunction(target_) || !may_be_copied(made, must_be_apart);
        if (!stored.down) say_that_it_ends(stored);
        return !failed_;
      }
    }
    return false;
  }
  /// The number of bytes may be poison where there are too many. The source's loop is undefined then, but in a later
  /// round: it may be so before the loop.
  void say_that_it_ends(const Stored& stored) {
    Overlaps overlaps(source_, proves_);
    llvm::Loop* loop = overlaps.loops().getLoopFor(stored.by->getParent());
    const auto simple = loop == nullptr ? std::nullopt : simple_loop(*loop);
    Value* times = simple ? overlaps.rounds_within_memory(*simple, *stored.by, stored.bytes) : nullptr;
    if (times == nullptr || llvm::isa<llvm::Constant>(times)) return;
    // Between what comes before the loop, which need not lead there alone, and its first round.
    BasicBlock* entered = BasicBlock::Create(source_.getContext(), "within.memory", &source_, simple->head);
    BasicBlock* never = BasicBlock::Create(source_.getContext(), "", &source_);
    new llvm::UnreachableInst(source_.getContext(), never);
    simple->before->getTerminator()->replaceSuccessorWith(simple->head, entered);
    simple->head->replacePhiUsesWith(simple->before, entered);
    Build build(entered);
    Value* wide = build.CreateZExt(times, build.getInt64Ty());
    build.CreateCondBr(build.CreateICmpULT(wide, build.getInt64(~std::uint64_t{0} / stored.bytes)), simple->head,
                       never);
  }
  /// What the source's loop of that name stores.
  std::vector<Stored> stored_for(const SimpleLoop& like) {
    for (BasicBlock& block : source_)
      if (const llvm::Loop* loop = of_source_.loops().getLoopFor(&block);
          block.getName() == like.head->getName() && loop != nullptr && loop->getHeader() == &block)
        return stored_in(*loop, of_source_);
    return {};
  }
  /// memcpy is undefined where both places meet, and memmove reads all before it writes.
  bool may_be_copied(const CalledLoop& made, bool must_be_apart) {
    if (made.load() == nullptr) return true;
    Overlaps overlaps(target_, proves_);
    return must_be_apart ? overlaps.are_apart(*made.load(), *made.store())
                         : overlaps.is_apart_from_earlier(*made.load(), *made.store());
  }

  llvm::Function &source_, &target_;
  ScalarEvolutions of_source_;
  const ProvesSegment& proves_;
  bool failed_ = false;
};

}  // namespace

bool has_called_loops(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  return llvm::any_of(llvm::instructions(function), [&](Instruction& each) {
    const auto* call = fills_or_copies(each);
    return call != nullptr && loop_behind(*call, loops);
  });
}

bool has_patterns(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const Instruction& each) { return llvm::isa<llvm::MemSetPatternInst>(each); });
}

bool write_calls_as_loops(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves) {
  if (!CallsAsLoops(source, target, proves).run()) return false;
  normalize::bring_to(normalize::Form::Rounds, target);
  fuse_loops(target, proves);
  return true;
}

}  // namespace assay::prove
