#include "services/worker/prove/order/overlap_questions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Operator.h>

#include <utility>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/places.h"
#include "services/worker/prove/shared_variables.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;

namespace {

bool is_pure(const Instruction& instruction) {
  return normalize::is_expression(instruction) && !normalize::is_choosing(instruction);
}

/// Is the value poison where the other one is? Not each way that poison goes is followed.
bool is_poison_with(const Value& value, const Value& other) {
  llvm::SmallSetVector<const Value*, 8> reached;
  reached.insert(&value);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i] == &other) return true;
    const auto* instruction = llvm::dyn_cast<Instruction>(reached[i]);
    if (instruction == nullptr || !is_pure(*instruction)) continue;
    for (const llvm::Use& use : instruction->operands())
      if (llvm::propagatesPoison(use)) reached.insert(use);
  }
  return false;
}

/// What a condition that holds, or does not, says of the parts it is made of.
void take_apart(Value* condition, bool holds, std::vector<std::pair<Value*, bool>>& facts) {
  llvm::SmallSetVector<Value*, 8> parts;
  parts.insert(condition);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto* both = llvm::dyn_cast<llvm::BinaryOperator>(parts[i]);
    if (both == nullptr || both->getOpcode() != (holds ? Instruction::And : Instruction::Or))
      facts.emplace_back(parts[i], holds);
    else
      parts.insert_range(both->operand_values());
  }
}

std::optional<Counter> counter_in(const Value& value, const CountedLoop* loop) {
  const auto* phi = llvm::dyn_cast<PHINode>(&value);
  return phi == nullptr || loop == nullptr ? std::nullopt : counter_of(*phi, *loop->loop);
}

Leaves leaves_of(const Access& one, const Access& other) {
  Leaves leaves;
  for (const Access* each : {&one, &other}) {
    leaves.insert_range(each->leaves);
    if (each->loop != nullptr) leaves.insert_range(each->loop->of_number);
  }
  return leaves;
}
}  // namespace

std::vector<Counted> numbers_from_start(BasicBlock& head, const llvm::Loop& loop) {
  std::vector<Counted> all;
  for (PHINode& phi : head.phis()) {
    const auto counter = counter_of(phi, loop);
    const auto* sum = counter ? llvm::dyn_cast<llvm::OverflowingBinaryOperator>(counter->step) : nullptr;
    auto* start = sum == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(counter->start);
    const auto* by = sum == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(counter->by);
    if (start == nullptr || by == nullptr) continue;
    // The sum is poison where it wraps, and so is all that is computed of it.
    if (sum->hasNoSignedWrap() && !by->isNegative()) all.push_back({&phi, start, llvm::CmpInst::ICMP_SGE});
    if (sum->hasNoUnsignedWrap()) all.push_back({&phi, start, llvm::CmpInst::ICMP_UGE});
  }
  return all;
}

void add_leaves(Value& value, const CountedLoop* loop, Leaves& leaves) {
  using Placed = std::pair<Value*, const CountedLoop*>;
  llvm::SmallSetVector<Placed, 16> reached;
  reached.insert({&value, loop});
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto [each, around] = reached[i];
    auto* instruction = llvm::dyn_cast<Instruction>(each);
    if (instruction == nullptr) {
      if (llvm::isa<llvm::Argument>(each)) leaves.insert(each);
    } else if (const auto counter = counter_in(*each, around)) {
      reached.insert({counter->start, nullptr});
      reached.insert({counter->by, nullptr});
    } else if (!is_pure(*instruction)) {
      leaves.insert(each);
    } else {
      for (Value* operand : instruction->operands()) reached.insert({operand, around});
    }
  }
}
Question OverlapQuestions::ask_start(const CountedLoop& loop) {
  const auto write = [&](bool asserted) {
    begin(loop.of_number);
    write_conditions(*loop.head, &loop);
    Value* last = most(loop);
    return branching(loop, first(), [&](bool) -> Value* {
      Build build(place_);
      return asserted ? build.CreateICmpULE(first(), last) : build.getTrue();
    });
  };
  return {write(false), write(true)};
}
Question OverlapQuestions::ask_end(const CountedLoop& loop) {
  const auto write = [&](bool asserted) {
    begin(loop.of_number);
    write_conditions(*loop.head, &loop);
    Value *round = this->round(0), *last = most(loop);
    go_on_if(Build(place_).CreateICmpULE(round, last), true);
    return branching(loop, round, [&](bool goes_on) -> Value* {
      Build build(place_);
      if (!asserted) return build.getTrue();
      return goes_on ? build.CreateICmpULT(round, last) : build.CreateICmpEQ(round, last);
    });
  };
  return {write(false), write(true)};
}
Question OverlapQuestions::ask_covers(const CountedLoop& loop, Value& bytes, Value& each) {
  Leaves leaves = loop.of_number;
  for (Value* number : {&bytes, &each}) add_leaves(*number, nullptr, leaves);
  begin(leaves);
  write_conditions(*loop.head, &loop);
  write_end(loop);
  for (Value* number : {&bytes, &each}) {
    Value* known = in_round(nullptr, number, nullptr);
    go_on_if(Build(place_).CreateICmpEQ(known, known), true);
  }
  llvm::Function* before = returning(Build(place_).getTrue());
  begin(leaves);
  Value *last = most(loop), *all = in_round(nullptr, &bytes, nullptr), *one = in_round(nullptr, &each, nullptr);
  Build build(place_);
  Value* covered = build.CreateAdd(build.CreateMul(build.CreateZExtOrTrunc(last, one->getType()), one), one);
  return {before, returning(build.CreateICmpEQ(covered, all))};
}
Question OverlapQuestions::ask_runs_out(const Access& access, std::uint64_t bytes) {
  Leaves leaves = access.loop->of_number;
  leaves.insert_range(access.leaves);
  begin(leaves);
  write_conditions(*access.loop->head, access.loop);
  go_on_if(Build(place_).CreateICmpUGE(most(*access.loop), Build(place_).getInt64(~std::uint64_t{0} / bytes)), true);
  Value* start = address(access, first());
  if (!start->getType()->isIntegerTy(kRoundBits)) return {returning(Build(place_).getTrue()), nullptr};
  // The round that comes to the end of the address space, where nothing can be.
  make(access, Build(place_).CreateUDiv(Build(place_).CreateNot(start), Build(place_).getInt64(bytes)));
  llvm::Function* before = returning(Build(place_).getFalse());
  begin(leaves);
  return {before, returning(Build(place_).getTrue())};
}
/// What is returned where the loop goes on after that round, or ends with it.
llvm::Function* OverlapQuestions::branching(const CountedLoop& loop, Value* round, Result result) {
  Value* condition = in_round(&loop, loop.end->getCondition(), round);
  llvm::BranchInst* branch = Build(place_).CreateCondBr(condition, place_, place_);
  for (const unsigned way : {0U, 1U}) {
    place_ = BasicBlock::Create(function_.getContext(), "", made_);
    branch->setSuccessor(way, place_);
    Value* returned = result((way == 0) == loop.goes_on_if_true());
    Build(place_).CreateRet(returned);
  }
  return made_;
}
Question OverlapQuestions::ask_invariant(const CountedLoop& loop, const CountedLoop::Invariant& invariant) {
  Leaves leaves = loop.of_number;
  add_leaves(*invariant.phi, &loop, leaves);
  const auto write = [&](bool asserted) {
    begin(leaves);
    Value* round = this->round(0);
    if (!asserted) {
      write_conditions(*loop.head, &loop);
      go_on_if(Build(place_).CreateICmpULT(round, most(loop)), true);
      go_on_if(compared(loop, invariant, round), true);
      go_on_if(in_round(&loop, loop.end->getCondition(), round), loop.goes_on_if_true());
      return returning(Build(place_).getTrue());
    }
    return returning(compared(loop, invariant, Build(place_).CreateAdd(round, Build(place_).getInt64(1))));
  };
  return {write(false), write(true)};
}
Value* OverlapQuestions::compared(const CountedLoop& loop, const CountedLoop::Invariant& invariant, Value* round) {
  Value* start = in_round(nullptr, counter_of(*invariant.phi, *loop.loop)->start, nullptr);
  Value* now = in_round(&loop, invariant.phi, round);
  return Build(place_).CreateICmp(invariant.predicate, now, start);
}
Question OverlapQuestions::ask_between(const Access& access, Access::Span span) {
  Leaves leaves = access.loop->of_number;
  leaves.insert_range(access.leaves);
  const auto write = [&](bool asserted) {
    begin(leaves);
    Value *some = round(0), *last = most(*access.loop);
    if (!asserted) {
      write_end(*access.loop);
      write_round(*access.loop, some);
      for (Value* round : {first(), last, some}) make(access, round);
      return returning(Build(place_).getTrue());
    }
    Value *low = address(access, first()), *high = address(access, last), *at = address(access, some);
    if (span == Access::Span::Down) std::swap(low, high);
    Build build(place_);
    return returning(build.CreateAnd(build.CreateICmpULE(low, at), build.CreateICmpULE(at, high)));
  };
  return {write(false), write(true)};
}
Question OverlapQuestions::ask_spans(const Access& one, const Access& other) {
  const Leaves leaves = leaves_of(one, other);
  begin(leaves);
  write_conditions(one, other);
  llvm::Function* before = returning(Build(place_).getFalse());
  begin(leaves);
  const auto span = [&](const Access& access) {
    Value* start = address(access, first());
    Value* end = access.loop == nullptr ? start : address(access, most(*access.loop));
    return access.span == Access::Span::Down ? std::pair(end, start) : std::pair(start, end);
  };
  const auto [low, high] = span(one);
  const auto [other_low, other_high] = span(other);
  Value* reaches = ends_behind(high, one, other_low);
  Value* other_reaches = ends_behind(other_high, other, low);
  return {before, returning(Build(place_).CreateAnd(reaches, other_reaches))};
}
Question OverlapQuestions::ask_rounds(const Access& one, const Access& other, bool only_earlier) {
  begin(leaves_of(one, other));
  write_conditions(one, other);
  if (only_earlier) go_on_if(Build(place_).CreateICmpULT(round(1), round(0)), true);
  for (const auto& [access, round] : {std::pair(&one, this->round(0)), std::pair(&other, this->round(1))}) {
    if (access->loop != nullptr) write_round(*access->loop, round);
    make(*access, round);
  }
  llvm::Function* before = returning(Build(place_).getFalse());
  return {before, write_overlap(one, other)};
}
llvm::Function* OverlapQuestions::write_overlap(const Access& one, const Access& other) {
  begin(leaves_of(one, other));
  Value *at = address(one, round(0)), *other_at = address(other, round(1));
  Value* reaches = ends_behind(at, one, other_at);
  Value* other_reaches = ends_behind(other_at, other, at);
  return returning(Build(place_).CreateAnd(reaches, other_reaches));
}

/// A function of the numbers of two rounds, and of all that the values to be written in it are computed of.
void OverlapQuestions::begin(const Leaves& leaves) {
  using llvm::Attribute;
  llvm::LLVMContext& context = function_.getContext();
  leaves_ = leaves;
  values_.clear();
  std::vector<llvm::Type*> types(2, llvm::Type::getIntNTy(context, kRoundBits));
  for (const Value* each : leaves) {
    types.push_back(each->getType());
    share_variables_in(*each, {function_.getParent()});
  }
  made_ = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getInt1Ty(context), types, false),
                                 llvm::Function::ExternalLinkage, "overlap", function_.getParent());
  made_->addFnAttrs(llvm::AttrBuilder(context, function_.getAttributes().getFnAttrs()));
  for (const Attribute::AttrKind kind : {Attribute::WillReturn, Attribute::MustProgress, Attribute::NoReturn,
                                         Attribute::Memory, Attribute::NoSync, Attribute::NoFree})
    made_->removeFnAttr(kind);
  for (llvm::Argument& argument : made_->args()) {
    if (argument.getArgNo() < 2)
      argument.addAttr(Attribute::NoUndef);
    else
      values_[leaves[argument.getArgNo() - 2]] = &argument;
  }
  place_ = BasicBlock::Create(context, "", made_);
}
Value* OverlapQuestions::first() const {
  return llvm::ConstantInt::get(llvm::Type::getIntNTy(function_.getContext(), kRoundBits), 0);
}
Value* OverlapQuestions::most(const CountedLoop& loop) {
  Value* narrow = in_round(nullptr, loop.most, nullptr);
  Build build(place_);
  return build.CreateZExt(narrow, build.getInt64Ty());
}
/// The value in that round of the loop; no loop: from before all loops. A counter is poison only where what needs it
/// is undefined, so it is written as if it never were.
Value* OverlapQuestions::in_round(const CountedLoop* loop, Value* value, Value* round) {
  Values known;
  return in_round(loop, value, round, known);
}
Value* OverlapQuestions::in_round(const CountedLoop* loop, Value* value, Value* round, Values& known) {
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (instruction == nullptr && !llvm::isa<llvm::Argument>(value)) return value;
  if (const auto found = known.find(value); found != known.end()) return found->second;
  if (const auto counter = counter_in(*value, loop)) return known[value] = counted(*value, *counter, round);
  if (const auto leaf = values_.find(value); leaf != values_.end()) return leaf->second;
  std::vector<Value*> operands;
  for (Value* operand : instruction->operands()) operands.push_back(in_round(loop, operand, round, known));
  Instruction* copy = instruction->clone();
  for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
  copy->insertInto(place_, place_->end());
  return known[value] = copy;
}
Value* OverlapQuestions::counted(Value& phi, const Counter& counter, Value* round) {
  Value *start = in_round(nullptr, counter.start, nullptr), *by = in_round(nullptr, counter.by, nullptr);
  Build build(place_);
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(counter.step);
  if (address == nullptr)
    return build.CreateAdd(start, build.CreateMul(by, build.CreateZExtOrTrunc(round, phi.getType())));
  llvm::Type* index = function_.getDataLayout().getIndexType(phi.getType());
  Value* far = build.CreateMul(build.CreateSExtOrTrunc(by, index), build.CreateZExtOrTrunc(round, index));
  return build.CreateGEP(address->getSourceElementType(), start, far);
}

void OverlapQuestions::go_on_if(Value* condition, bool when) {
  llvm::LLVMContext& context = function_.getContext();
  BasicBlock* next = BasicBlock::Create(context, "", made_);
  BasicBlock* never = BasicBlock::Create(context, "", made_);
  new llvm::UnreachableInst(context, never);
  llvm::BranchInst::Create(when ? next : never, when ? never : next, condition, place_);
  place_ = next;
}
/// A round that the loop makes.
void OverlapQuestions::write_round(const CountedLoop& loop, Value* round) {
  go_on_if(Build(place_).CreateICmpULE(round, most(loop)), true);
  for (const CountedLoop::Invariant& each : loop.invariants) {
    Leaves leaves;
    add_leaves(*each.phi, &loop, leaves);
    if (has(leaves)) go_on_if(compared(loop, each, round), true);
  }
}
/// It ends in its last round, so what that depends on is no poison there.
void OverlapQuestions::write_end(const CountedLoop& loop) {
  Value* last = most(loop);
  write_round(loop, last);
  go_on_if(in_round(&loop, loop.end->getCondition(), last), !loop.goes_on_if_true());
}
bool OverlapQuestions::has(const Leaves& leaves) const {
  return llvm::all_of(leaves, [&](Value* each) { return leaves_.contains(each); });
}
/// What all ways to the block have branched on, as far as it is about the values of this function.
void OverlapQuestions::write_conditions(BasicBlock& block, llvm::ArrayRef<const CountedLoop*> loops) {
  std::vector<std::pair<Value*, bool>> facts;
  for (const auto* node = tree_.getNode(&block); node != nullptr; node = node->getIDom()) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        node->getBlock() == &block)
      continue;
    for (const unsigned way : {0U, 1U})
      if (tree_.dominates({node->getBlock(), branch->getSuccessor(way)}, &block))
        take_apart(branch->getCondition(), way == 0, facts);
  }
  for (const auto& [condition, holds] : facts) {
    Leaves leaves;
    add_leaves(*condition, nullptr, leaves);
    // What a loop computes is another value there than behind it.
    const bool is_of_loop = llvm::any_of(leaves, [&](const Value* leaf) {
      const auto* instruction = llvm::dyn_cast<Instruction>(leaf);
      return instruction != nullptr && llvm::any_of(loops, [&](const CountedLoop* loop) {
               return loop != nullptr && loop->loop->contains(instruction);
             });
    });
    if (!is_of_loop && has(leaves)) go_on_if(in_round(nullptr, condition, nullptr), holds);
  }
}
/// And that all rounds of their loops are made, so what each round accesses is there.
void OverlapQuestions::write_conditions(const Access& one, const Access& other) {
  for (const Access* each : {&one, &other})
    if (each == &one || one.loop != other.loop || one.loop == nullptr)
      write_conditions(each->loop == nullptr ? *each->instruction().getParent() : *each->loop->head,
                       {one.loop, other.loop});
  // Both are made, which is undefined where the address is poison.
  for (const Counted& each : around_)
    if (leaves_.contains(each.phi) &&
        (is_poison_with(**one.place, *each.phi) || is_poison_with(**other.place, *each.phi)))
      go_on_if(Build(place_).CreateICmp(each.predicate, in_round(nullptr, each.phi, nullptr), each.start), true);
  for (const Access* each : {&one, &other}) {
    if (each->loop == nullptr) make_with_neighbours(*each, each == &one ? other : one);
    if (each->loop == nullptr || (each == &other && one.loop == other.loop)) continue;
    write_end(*each->loop);
    for (BasicBlock* block : each->loop->loop->blocks())
      for (const Instruction& instruction : *block)
        for (const llvm::Use* place : places_of(instruction)) {
          const Access* made = access_(*place);
          if (made == nullptr || !made->follows_number || !made->is_of_all || !has(made->leaves)) continue;
          make(*made, first());
          make(*made, most(*each->loop));
        }
  }
}
/// An access that is made once, and those that are made then with nothing between them that may free memory or not come
/// back: what they access is there at the same time.
void OverlapQuestions::make_with_neighbours(const Access& access, const Access& other) {
  // What the other one's loop computes is another value there than behind it.
  const auto is_of_loop = [&](const Value* leaf) {
    const auto* instruction = llvm::dyn_cast<Instruction>(leaf);
    return instruction != nullptr && other.loop != nullptr && other.loop->loop->contains(instruction);
  };
  const auto goes_on = [](const Instruction& each) {
    return (!llvm::isa<llvm::CallBase>(each) || only_accesses(each)) &&
           llvm::isGuaranteedToTransferExecutionToSuccessor(&each);
  };
  const auto make_if_known = [&](const Instruction& each) {
    for (const llvm::Use* place : places_of(each)) {
      const Access* made = access_(*place);
      if (made != nullptr && made->loop == nullptr && has(made->leaves) && llvm::none_of(made->leaves, is_of_loop))
        make(*made, first());
    }
  };
  make(access, first());
  for (const Instruction* each = access.instruction().getPrevNode(); each != nullptr && goes_on(*each);
       each = each->getPrevNode())
    make_if_known(*each);
  for (const Instruction* each = &access.instruction(); goes_on(*each) && !each->isTerminator();) {
    each = each->getNextNode();
    make_if_known(*each);
  }
}
void OverlapQuestions::make(const Access& access, Value* round) {
  Value* pointer = pointer_of(access, round);
  Build(place_).CreateAlignedLoad(access.type, pointer, access.align);
}
Value* OverlapQuestions::pointer_of(const Access& access, Value* round) {
  return in_round(access.loop, access.place->get(), round);
}
Value* OverlapQuestions::address(const Access& access, Value* round) {
  Value* pointer = pointer_of(access, round);
  return Build(place_).CreatePtrToAddr(pointer);
}
/// Does the access at `from` end behind `to`?
Value* OverlapQuestions::ends_behind(Value* from, const Access& access, Value* to) {
  const llvm::TypeSize size = function_.getDataLayout().getTypeStoreSize(access.type);
  Build build(place_);
  return build.CreateICmpUGT(build.CreateAdd(from, llvm::ConstantInt::get(from->getType(), size.getFixedValue())), to);
}
llvm::Function* OverlapQuestions::returning(Value* value) {
  Build(place_).CreateRet(value);
  return made_;
}

}  // namespace assay::prove
