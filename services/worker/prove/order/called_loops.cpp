#include "services/worker/prove/order/called_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/IR/Verifier.h>

#include <optional>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/called_loop.h"
#include "services/worker/prove/order/fused_loops.h"
#include "services/worker/prove/order/lost_loops.h"
#include "services/worker/prove/order/overlaps.h"
#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/places.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;

constexpr unsigned kMostWritten = 4;

bool is_volatile(const llvm::IntrinsicInst& call) {
  const auto* any = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call);
  const bool is_atomic = any != nullptr && any->isAtomic();  // it has the size of its elements there
  return !is_atomic && !llvm::cast<llvm::ConstantInt>(call.getArgOperand(3))->isZero();
}

/// Does the call promise no more than its accesses do, or what these follow?
bool promises_no_more(const llvm::IntrinsicInst& call) {
  if (is_volatile(call) || call.hasOperandBundles()) return false;
  const llvm::Function& function = *call.getFunction();
  const auto follows = [&](const Value& value, const llvm::Attribute& promise) {
    if (!value.getType()->isPointerTy())  // the number of bytes is branched on
      return promise.hasAttribute(llvm::Attribute::NoUndef) &&
             (&value == call.getArgOperand(2) || llvm::isGuaranteedNotToBeUndefOrPoison(&value));
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
std::optional<SimpleLoop> loop_behind(const llvm::IntrinsicInst& call, const llvm::LoopInfo& loops) {
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

/// Calls that no loop follows.
std::vector<llvm::IntrinsicInst*> calls_without_loop(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  std::vector<llvm::IntrinsicInst*> all;
  for (Instruction& each : llvm::instructions(function))
    if (auto* call = fills_or_copies(each); call != nullptr && promises_no_more(*call) && !loop_behind(*call, loops))
      all.push_back(call);
  return all;
}

class CallsAsLoops {
 public:
  CallsAsLoops(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves)
      : source_(source), target_(target), of_source_(source), proves_(proves) {}

  bool run() {
    write_lost_loops();
    unsigned written = 0;
    while (written < kMostWritten && write_one()) ++written;
    return written != 0 && !failed_;
  }

 private:
  /// Loops of the source of which the target has left calls alone: one for each call.
  void write_lost_loops() {
    for (llvm::IntrinsicInst* call : calls_without_loop(target_))
      for (const llvm::Loop* each : of_source_.loops().getLoopsInPreorder()) {
        const auto loop = simple_loop(const_cast<llvm::Loop&>(*each));
        if (!loop || !is_lost(*each) || stored_in(*each, of_source_).empty()) continue;
        write_lost_loop(*loop, *call);
        break;
      }
  }
  bool is_lost(const llvm::Loop& loop) const {
    const llvm::StringRef name = loop.getHeader()->getName();
    return !name.empty() && target_.getValueSymbolTable()->lookup(name) == nullptr;
  }
  bool write_one() {
    if (failed_) return false;
    Overlaps overlaps(target_, proves_);
    for (Instruction& each : llvm::instructions(target_)) {
      auto* call = fills_or_copies(each);
      if (call == nullptr || !promises_no_more(*call)) continue;
      const auto like = loop_behind(*call, overlaps.loops());
      if (!like || !overlaps.is_counted(*like)) continue;
      for (const Stored& stored : stored_for(*like)) {
        Value* bytes = value_in_target(*stored.bytes, *call, llvm::DominatorTree(target_));
        if (bytes == nullptr) continue;
        CalledLoop made(*call, *like, stored, *bytes);
        if (!made.is_possible() || !overlaps.covers(*like, *call->getArgOperand(2), made.elements())) continue;
        const bool must_be_apart = llvm::isa<llvm::AnyMemCpyInst>(*call);
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
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(stored.bytes);
    if (bytes == nullptr) return;
    Overlaps overlaps(source_, proves_);
    llvm::Loop* loop = overlaps.loops().getLoopFor(stored.by->getParent());
    const auto simple = loop == nullptr ? std::nullopt : simple_loop(*loop);
    const std::uint64_t each = bytes->getZExtValue();
    Value* times = simple ? overlaps.rounds_within_memory(*simple, *places_of(*stored.by).front(), each) : nullptr;
    if (times == nullptr || llvm::isa<llvm::Constant>(times)) return;
    // Between what comes before the loop, which need not lead there alone, and its first round.
    BasicBlock* entered = BasicBlock::Create(source_.getContext(), "within.memory", &source_, simple->head);
    BasicBlock* never = BasicBlock::Create(source_.getContext(), "", &source_);
    new llvm::UnreachableInst(source_.getContext(), never);
    simple->before->getTerminator()->replaceSuccessorWith(simple->head, entered);
    simple->head->replacePhiUsesWith(simple->before, entered);
    Build build(entered);
    Value* wide = build.CreateZExt(times, build.getInt64Ty());
    build.CreateCondBr(build.CreateICmpULT(wide, build.getInt64(~std::uint64_t{0} / each)), simple->head, never);
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
    if (made.read() == nullptr) return true;
    Overlaps overlaps(target_, proves_);
    return must_be_apart ? overlaps.are_apart(*made.read(), made.written())
                         : overlaps.is_apart_from_earlier(*made.read(), made.written());
  }

  llvm::Function &source_, &target_;
  ScalarEvolutions of_source_;
  const ProvesSegment& proves_;
  bool failed_ = false;
};

}  // namespace

bool has_called_loops(llvm::Function& source, llvm::Function& target) {
  const llvm::DominatorTree tree(target), of_source(source);
  const llvm::LoopInfo loops(tree);
  const bool has_loops = !llvm::LoopInfo(of_source).empty();
  return llvm::any_of(llvm::instructions(target), [&](Instruction& each) {
    const auto* call = fills_or_copies(each);
    return call != nullptr && (has_loops || loop_behind(*call, loops));
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
