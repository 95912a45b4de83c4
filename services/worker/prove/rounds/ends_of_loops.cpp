#include "services/worker/prove/rounds/ends_of_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/rounds/counts.h"
#include "services/worker/prove/rounds/rounds.h"
#include "services/worker/prove/rounds/scalar_evolution.h"
#include "services/worker/semantics/progress.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;
using Copies = llvm::ValueToValueMapTy;

constexpr std::size_t kMostNumbers = 8;
constexpr unsigned kCountBits = 64;

/// One block of numbers that are computed anew in each round. To stay in it for ever is undefined.
bool only_counts(const SimpleLoop& loop) {
  return loop.head == loop.latch && semantics::asks_for_progress(*loop.latch) &&
         llvm::all_of(*loop.head, [](const Instruction& each) {
           return llvm::isa<PHINode, llvm::BranchInst>(each) ||
                  (normalize::is_expression(each) && !normalize::is_choosing(each));
         });
}

class EndOfLoop {
 public:
  explicit EndOfLoop(const SimpleLoop& loop) : loop_(loop), block_(*loop.head), source_(*block_.getParent()) {
    for (PHINode& phi : block_.phis()) numbers_.push_back(&phi);
    for (Instruction& each : block_) {
      if (llvm::any_of(each.users(), [&](const llvm::User* user) { return !is_inside(*user); })) ends_.push_back(&each);
      if (llvm::isa<PHINode>(each)) continue;
      for (Value* operand : each.operands())
        if (llvm::isa<llvm::Argument>(operand) || (llvm::isa<Instruction>(operand) && !is_inside(*operand)))
          given_.insert(operand);
    }
  }

  /// False if nothing is known of the end, or it is not proved. The loop stays as it is then.
  bool write(const PartlyUndef& undef, const ProvesSegment& proves) {
    const auto has_several = [&](const PHINode* each) {
      return start_of(*each, *loop_.loop) == nullptr || next_of(*each, *loop_.loop) == nullptr;
    };
    if (numbers_.size() > kMostNumbers || llvm::any_of(numbers_, has_several)) return false;
    // A parameter is one value, poison or any value. What the phis are is handed over, and so no other.
    if (llvm::any_of(given_, [&](const Value* each) { return undef.all.contains(each); })) return false;
    if (ends_.empty()) {
      leave_one_round();
      return true;
    }
    count_ = guessed();
    const bool proved = count_ != nullptr && steps_are_proved(proves) && count_is_proved(proves);
    if (proved) write_ends();
    if (count_ != nullptr) count_->eraseFromParent();
    return proved;
  }

 private:
  bool is_inside(const Value& value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    return instruction != nullptr && instruction->getParent() == &block_;
  }
  llvm::Type* count_type() const { return llvm::Type::getIntNTy(source_.getContext(), kCountBits); }

  /// Of the numbers at the head, and what is known before the loop; `more`: of one more count.
  Function& begin(llvm::Type* result, Copies& copies, bool more = false) const {
    std::vector<llvm::Type*> parameters;
    for (const PHINode* each : numbers_) parameters.push_back(each->getType());
    for (const Value* each : given_) parameters.push_back(each->getType());
    if (more) parameters.push_back(count_type());
    Function& made = *Function::Create(llvm::FunctionType::get(result, parameters, false), Function::ExternalLinkage,
                                       "end.of.loop", source_.getParent());
    for (const llvm::Attribute each : source_.getAttributes().getFnAttrs())
      if (each.isStringAttribute()) made.addFnAttr(each);
    unsigned i = 0;
    for (const PHINode* each : numbers_) copies[each] = made.getArg(i++);
    for (const Value* each : given_) copies[each] = made.getArg(i++);
    BasicBlock::Create(source_.getContext(), "", &made);
    return made;
  }
  /// What a round computes of the numbers in `copies`.
  void write_round(BasicBlock& to, Copies& copies) const {
    for (const Instruction& each : block_) {
      if (llvm::isa<PHINode>(each) || each.isTerminator()) continue;
      Instruction* copy = each.clone();
      copy->setDebugLoc({});
      copy->insertInto(&to, to.end());
      llvm::RemapInstruction(copy, copies, llvm::RF_NoModuleLevelChanges);
      copies[&each] = copy;
    }
  }
  Value* in_copy(Value* value, Copies& copies) const {
    Value* copy = copies.lookup(value);
    return copy == nullptr ? value : copy;
  }
  /// From the numbers of a round to those of the next one.
  void go_on(Copies& copies, Copies& next) const {
    for (const PHINode* each : numbers_) next[each] = in_copy(next_of(*each, *loop_.loop), copies);
    for (Value* each : given_) next[each] = copies.lookup(each);
  }

  /// How often the loop comes back, as straight code; null if nobody knows.
  Function* guessed() {
    Copies copies;
    Function& made = begin(count_type(), copies);
    BasicBlock &entry = made.getEntryBlock(), *head = BasicBlock::Create(made.getContext(), "", &made),
               *last = BasicBlock::Create(made.getContext(), "", &made);
    llvm::BranchInst::Create(head, &entry);
    new llvm::UnreachableInst(made.getContext(), last);
    std::vector<PHINode*> phis;
    for (const PHINode* each : numbers_) {
      phis.push_back(PHINode::Create(each->getType(), 2, "", head));
      phis.back()->addIncoming(copies.lookup(each), &entry);
      copies[each] = phis.back();
    }
    write_round(*head, copies);
    for (unsigned i = 0; PHINode * each : phis)
      each->addIncoming(in_copy(next_of(*numbers_[i++], *loop_.loop), copies), head);
    Value* condition = in_copy(loop_.end->getCondition(), copies);
    llvm::BranchInst::Create(loop_.goes_on_if_true() ? head : last, loop_.goes_on_if_true() ? last : head, condition,
                             head);
    Value* count = nullptr;
    {
      ScalarEvolutions evolutions(made);
      const llvm::Loop* loop = evolutions.loops().getLoopFor(head);
      for (const Instruction* each : ends_) {
        const auto step = loop == nullptr ? std::nullopt : evolutions.step(*copies.lookup(each), *loop);
        if (step) steps_.push_back(*step);
      }
      if (steps_.size() == ends_.size()) count = evolutions.times(*head);
    }
    const auto is_chosen = [](const Instruction& each) { return normalize::is_choosing(each); };
    if (count != nullptr && count->getType()->getIntegerBitWidth() <= kCountBits && llvm::none_of(entry, is_chosen)) {
      entry.getTerminator()->eraseFromParent();
      Build build(&entry);
      build.CreateRet(build.CreateZExt(count, count_type()));
      for (BasicBlock* each : {head, last}) each->dropAllReferences();
      for (BasicBlock* each : {head, last}) each->eraseFromParent();
      if (!llvm::verifyFunction(made)) return &made;
    }
    made.eraseFromParent();
    return nullptr;
  }

  /// The guess, of the numbers in `copies`.
  Value* write_count(Build& build, Copies& copies) const {
    Copies own;
    unsigned i = 0;
    for (const PHINode* each : numbers_) own[count_->getArg(i++)] = in_copy(const_cast<PHINode*>(each), copies);
    for (Value* each : given_) own[count_->getArg(i++)] = in_copy(each, copies);
    for (const Instruction& each : count_->getEntryBlock()) {
      if (each.isTerminator()) break;
      Instruction* copy = each.clone();
      build.Insert(copy);
      llvm::RemapInstruction(copy, own, llvm::RF_NoModuleLevelChanges);
      own[&each] = copy;
    }
    Value* result = llvm::cast<llvm::ReturnInst>(count_->getEntryBlock().getTerminator())->getReturnValue();
    return llvm::MapValue(result, own, llvm::RF_NoModuleLevelChanges);
  }
  /// A number and its step so many times.
  Value* after(Build& build, Value& number, const llvm::APInt& step, Value& times) const {
    llvm::Type* type = llvm::IntegerType::get(source_.getContext(), step.getBitWidth());
    Value* more = build.CreateMul(build.CreateZExtOrTrunc(&times, type), llvm::ConstantInt::get(type, step));
    return number.getType()->isPointerTy() ? build.CreateGEP(build.getInt8Ty(), &number, more)
                                           : build.CreateAdd(&number, more);
  }

  bool ask(Function& before, Function& after, const ProvesSegment& proves) const {
    const bool proved =
        !llvm::verifyFunction(before) && !llvm::verifyFunction(after) && proves(before, after, Effort::Whole);
    for (Function* each : {&before, &after})
      if (each != count_) each->eraseFromParent();
    return proved;
  }
  bool count_is_proved(const ProvesSegment& proves) const {
    Copies copies;
    Function& round = begin(count_type(), copies);
    BasicBlock *again = BasicBlock::Create(round.getContext(), "", &round),
               *last = BasicBlock::Create(round.getContext(), "", &round);
    write_round(round.getEntryBlock(), copies);
    Value* condition = in_copy(loop_.end->getCondition(), copies);
    Build build(&round.getEntryBlock());
    build.CreateCondBr(condition, loop_.goes_on_if_true() ? again : last, loop_.goes_on_if_true() ? last : again);
    build.SetInsertPoint(last);
    build.CreateRet(build.getInt64(0));
    build.SetInsertPoint(again);
    Copies next;
    go_on(copies, next);
    build.CreateRet(build.CreateAdd(write_count(build, next), build.getInt64(1)));
    return ask(round, *count_, proves);
  }
  /// For any count that is left: in the next round's numbers, and in these.
  bool steps_are_proved(const ProvesSegment& proves) const {
    std::vector<llvm::Type*> types;
    for (const Instruction* each : ends_) types.push_back(each->getType());
    llvm::Type* result = llvm::StructType::get(source_.getContext(), types);
    const auto write = [&](bool is_next) -> Function& {
      Copies copies;
      Function& made = begin(result, copies, /*more=*/true);
      write_round(made.getEntryBlock(), copies);
      Copies next;
      go_on(copies, next);
      if (is_next) write_round(made.getEntryBlock(), next);
      Build build(&made.getEntryBlock());
      Value* left = made.getArg(static_cast<unsigned>(made.arg_size()) - 1);
      if (!is_next) left = build.CreateAdd(left, build.getInt64(1));
      Value* all = llvm::PoisonValue::get(result);
      for (unsigned i = 0; i < ends_.size(); ++i)
        all = build.CreateInsertValue(all, after(build, *in_copy(ends_[i], is_next ? next : copies), steps_[i], *left),
                                      i);
      build.CreateRet(all);
      return made;
    };
    Function& before = write(true);
    return ask(before, write(false), proves);
  }

  void write_ends() {
    Build build(block_.getTerminator());
    Copies none;
    Value* count = write_count(build, none);
    for (unsigned i = 0; i < ends_.size(); ++i) {
      Value* end = after(build, *ends_[i], steps_[i], *count);
      ends_[i]->replaceUsesWithIf(end, [&](const llvm::Use& use) { return !is_inside(*use.getUser()); });
    }
    leave_one_round();
  }
  void leave_one_round() {
    for (PHINode* each : numbers_) each->removeIncomingValue(&block_, /*DeletePHIIfEmpty=*/false);
    block_.getTerminator()->eraseFromParent();
    llvm::BranchInst::Create(loop_.after, &block_);
  }

  const SimpleLoop loop_;
  BasicBlock& block_;
  Function& source_;
  std::vector<PHINode*> numbers_;
  llvm::SmallSetVector<Value*, 8> given_;
  std::vector<Instruction*> ends_;  ///< what is used behind the loop
  std::vector<llvm::APInt> steps_;  ///< of these
  Function* count_ = nullptr;       ///< how often the loop comes back from there
};

/// Those that only count, of which the target has none.
std::vector<SimpleLoop> lost_loops(const llvm::LoopInfo& loops, const Function& target) {
  std::vector<SimpleLoop> lost;
  const auto heads = normalize::heads_of_loops(const_cast<Function&>(target));
  for (llvm::Loop* each : loops.getLoopsInPreorder()) {
    const auto is_namesake = [&](const BasicBlock* head) { return head->getName() == each->getHeader()->getName(); };
    const auto loop = llvm::none_of(heads, is_namesake) ? simple_loop(*each) : std::nullopt;
    if (loop && only_counts(*loop)) lost.push_back(*loop);
  }
  return lost;
}

}  // namespace

bool loses_loops_that_count(const Function& source, const Function& target) {
  const llvm::DominatorTree tree(const_cast<Function&>(source));
  return !lost_loops(llvm::LoopInfo(tree), target).empty();
}

bool write_ends_of_loops(Function& source, const Function& target, const ProvesSegment& proves) {
  const llvm::DominatorTree tree(source);
  const llvm::LoopInfo loops(tree);
  const PartlyUndef undef = partly_undef_values(source, UndefFrom::Anybody);
  bool is_written = false;
  for (const SimpleLoop& each : lost_loops(loops, target)) is_written |= EndOfLoop(each).write(undef, proves);
  return is_written;
}

}  // namespace assay::prove
