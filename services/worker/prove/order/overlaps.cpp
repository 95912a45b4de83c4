#include "services/worker/prove/order/overlaps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/rounds/noalias_accesses.h"
#include "services/worker/prove/rounds/scalar_evolution.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;
/// What a value is computed of: arguments, and what is no expression.
using Leaves = llvm::SmallSetVector<Value*, 8>;

constexpr std::size_t kMostLeaves = 24;

bool is_pure(const Instruction& instruction) {
  return normalize::is_expression(instruction) && !normalize::is_choosing(instruction);
}

/// A simple loop, and how often it comes back: a guess.
struct CountedLoop : SimpleLoop {
  Value* most = nullptr;
  Leaves of_number;  ///< of that, and of whether a round is the last one
  std::optional<bool> is_proved;
  /// How a counter compares with what it starts with in all rounds: where it does not wrap it stays above, or below.
  struct Invariant {
    PHINode* phi;
    llvm::CmpInst::Predicate predicate;
  };
  std::vector<Invariant> invariants;
};

/// A load or store: of a loop, or (null) made once.
struct Access {
  Instruction* instruction = nullptr;
  CountedLoop* loop = nullptr;
  Leaves leaves;
  bool follows_number = true;  ///< where it is does, of the round
  bool is_of_all = true;       ///< every round makes it
  enum class Span { Unknown, Up, Down };
  std::optional<Span> span;  ///< each round's lies between the first one's and the last one's
};

/// What a condition that holds, or does not, says of the parts it is made of.
void take_apart(Value* condition, bool holds, std::vector<std::pair<Value*, bool>>& facts) {
  auto* parts = llvm::dyn_cast<llvm::BinaryOperator>(condition);
  if (parts == nullptr || parts->getOpcode() != (holds ? Instruction::And : Instruction::Or)) {
    facts.emplace_back(condition, holds);
    return;
  }
  take_apart(parts->getOperand(0), holds, facts);
  take_apart(parts->getOperand(1), holds, facts);
}

/// Two functions of the same parameters, whose refinement is asked about.
struct Question {
  llvm::Function *before = nullptr, *after = nullptr;
};

}  // namespace

class Overlaps::Asked {
 public:
  Asked(llvm::Function& function, const ProvesSegment& proves)
      : function_(function), proves_(proves), evolutions_(function) {
    for (llvm::Loop* each : evolutions_.loops().getLoopsInPreorder())
      if (const auto simple = simple_loop(*each)) {
        Value* most = evolutions_.times(*simple->head);
        if (most != nullptr && most->getType()->getIntegerBitWidth() <= kRoundBits)
          loops_[each] = CountedLoop{*simple, most, {}, std::nullopt};
      }
    for (auto& [loop, counted] : loops_) {
      add_leaves(*counted.most, nullptr, counted.of_number);
      add_leaves(*counted.end->getCondition(), &counted, counted.of_number);
    }
    std::vector<unsigned> noalias;
    for (const llvm::Argument& argument : function.args())
      if (semantics::noalias_counts(argument)) noalias.push_back(argument.getArgNo());
    if (NoaliasAccesses accesses(function, noalias); !noalias.empty() && accesses.are_known())
      noalias_ = std::move(accesses);
  }

  const llvm::LoopInfo& loops() const { return evolutions_.loops(); }

  bool is_counted(const llvm::Loop& loop) {
    const auto found = loops_.find(&loop);
    if (found == loops_.end()) return false;
    CountedLoop& counted = found->second;
    if (counted.is_proved) return *counted.is_proved;
    counted.is_proved = holds(ask_start(counted)) && holds(ask_end(counted));
    if (*counted.is_proved) find_invariants(counted);
    return *counted.is_proved;
  }
  bool are_apart(Instruction& one, Instruction& other, bool only_earlier) {
    Access *first = access(one), *second = access(other);
    if (first == nullptr || second == nullptr) return false;
    using Span = Access::Span;
    if (are_apart_by_noalias(one, other)) return true;
    if (span_of(*first) != Span::Unknown && span_of(*second) != Span::Unknown && holds(ask_spans(*first, *second)))
      return true;
    // What else a loop computes may be another value in another round.
    if (first->loop != nullptr && first->loop == second->loop && !(first->follows_number && second->follows_number))
      return false;
    return holds(ask_rounds(*first, *second, only_earlier));
  }

 private:
  /// One of them writes, and not both go through the same arguments: if they touched the same byte the run would be
  /// undefined.
  bool are_apart_by_noalias(const Instruction& one, const Instruction& other) const {
    if (!noalias_ || !(one.mayWriteToMemory() || other.mayWriteToMemory())) return false;
    const auto kinds = noalias_->kinds_of(one), other_kinds = noalias_->kinds_of(other);
    return !kinds.empty() && !other_kinds.empty() && kinds.front() != other_kinds.front();
  }
  void find_invariants(CountedLoop& loop) {
    for (PHINode& phi : loop.head->phis()) {
      const auto counter = counter_of(phi, *loop.loop);
      if (!counter || !counter->may_become_poison() || !phi.getType()->isIntegerTy() ||
          !llvm::isGuaranteedNotToBeUndefOrPoison(counter->start))
        continue;
      using llvm::CmpInst;
      for (const auto predicate : {CmpInst::ICMP_SGE, CmpInst::ICMP_UGE, CmpInst::ICMP_SLE})
        if (holds(ask_invariant(loop, {&phi, predicate}))) loop.invariants.push_back({&phi, predicate});
    }
  }
  /// Null: it is of a loop that is not counted, or no usual access.
  Access* access(Instruction& instruction) {
    const auto known = accesses_.find(&instruction);
    if (known != accesses_.end()) return &known->second;
    const llvm::Loop* loop = loops().getLoopFor(instruction.getParent());
    Access made{&instruction, nullptr, {}, true, true, std::nullopt};
    Value* pointer = const_cast<Value*>(llvm::getLoadStorePointerOperand(&instruction));
    if (pointer == nullptr || llvm::getLoadStoreType(&instruction)->isScalableTy()) return nullptr;
    if (loop != nullptr) {
      if (!is_counted(*loop)) return nullptr;
      made.loop = &loops_.at(loop);
      made.is_of_all = evolutions_.tree().dominates(instruction.getParent(), made.loop->latch);
    }
    add_leaves(*pointer, made.loop, made.leaves);
    if (made.leaves.size() > kMostLeaves) return nullptr;
    made.follows_number = loop == nullptr || llvm::none_of(made.leaves, [&](const Value* each) {
                            const auto* leaf = llvm::dyn_cast<Instruction>(each);
                            return leaf != nullptr && loop->contains(leaf);
                          });
    return &accesses_.emplace(&instruction, std::move(made)).first->second;
  }
  Access::Span span_of(Access& access) {
    if (!access.follows_number || !access.is_of_all) return Access::Span::Unknown;
    if (access.loop == nullptr) return Access::Span::Up;
    if (!access.span) {
      access.span = Access::Span::Unknown;
      for (const Access::Span span : {Access::Span::Up, Access::Span::Down})
        if (access.span == Access::Span::Unknown && holds(ask_between(access, span))) access.span = span;
    }
    return *access.span;
  }
  bool holds(const Question& question) {
    const bool is_written = question.before != nullptr && question.after != nullptr &&
                            !llvm::verifyFunction(*question.before) && !llvm::verifyFunction(*question.after);
    const bool proved = is_written && proves_(*question.before, *question.after, Effort::Whole);
    for (llvm::Function* each : {question.before, question.after})
      if (each != nullptr) each->eraseFromParent();
    return proved;
  }

  /// Is the loop's first round no later than guessed?
  Question ask_start(const CountedLoop& loop) {
    const auto write = [&](bool asserted) {
      begin(loop.of_number);
      write_conditions(*loop.head);
      Value* last = most(loop);
      return branching(loop, first(), [&](Build& build, bool) {
        return asserted ? build.CreateICmpULE(first(), last) : build.getTrue();
      });
    };
    return {write(false), write(true)};
  }
  /// Is a round that is no later than guessed the last one if, and only if, it is the one guessed?
  Question ask_end(const CountedLoop& loop) {
    const auto write = [&](bool asserted) {
      begin(loop.of_number);
      write_conditions(*loop.head);
      Value *round = this->round(0), *last = most(loop);
      go_on_if(Build(place_).CreateICmpULE(round, last), true);
      return branching(loop, round, [&](Build& build, bool goes_on) -> Value* {
        if (!asserted) return build.getTrue();
        return goes_on ? build.CreateICmpULT(round, last) : build.CreateICmpEQ(round, last);
      });
    };
    return {write(false), write(true)};
  }
  /// What is returned where the loop goes on after that round, or ends with it.
  template <class Result>
  llvm::Function* branching(const CountedLoop& loop, Value* round, const Result& result) {
    Value* condition = in_round(&loop, loop.end->getCondition(), round);
    llvm::BranchInst* branch = Build(place_).CreateCondBr(condition, place_, place_);
    for (const unsigned way : {0U, 1U}) {
      place_ = BasicBlock::Create(function_.getContext(), "", made_);
      branch->setSuccessor(way, place_);
      Build build(place_);
      build.CreateRet(result(build, (way == 0) == loop.goes_on_if_true()));
    }
    return made_;
  }
  /// Does it hold in the next round if it does in one?
  Question ask_invariant(const CountedLoop& loop, const CountedLoop::Invariant& invariant) {
    Leaves leaves = loop.of_number;
    add_leaves(*invariant.phi, &loop, leaves);
    const auto write = [&](bool asserted) {
      begin(leaves);
      Value* round = this->round(0);
      if (!asserted) {
        write_conditions(*loop.head);
        go_on_if(Build(place_).CreateICmpULT(round, most(loop)), true);
        go_on_if(compared(loop, invariant, round), true);
        go_on_if(in_round(&loop, loop.end->getCondition(), round), loop.goes_on_if_true());
        return returning(Build(place_).getTrue());
      }
      return returning(compared(loop, invariant, Build(place_).CreateAdd(round, Build(place_).getInt64(1))));
    };
    return {write(false), write(true)};
  }
  Value* compared(const CountedLoop& loop, const CountedLoop::Invariant& invariant, Value* round) {
    Value* start = in_round(nullptr, counter_of(*invariant.phi, *loop.loop)->start, nullptr);
    Value* now = in_round(&loop, invariant.phi, round);
    return Build(place_).CreateICmp(invariant.predicate, now, start);
  }
  /// Does any round's access lie between the first one's and the last one's?
  Question ask_between(const Access& access, Access::Span span) {
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
  /// Is what all rounds access by the one apart from what they access by the other?
  Question ask_spans(const Access& one, const Access& other) {
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
  /// And what any two rounds access? `only_earlier`: the other one of an earlier round.
  Question ask_rounds(const Access& one, const Access& other, bool only_earlier) {
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
  llvm::Function* write_overlap(const Access& one, const Access& other) {
    begin(leaves_of(one, other));
    Value *at = address(one, round(0)), *other_at = address(other, round(1));
    Value* reaches = ends_behind(at, one, other_at);
    Value* other_reaches = ends_behind(other_at, other, at);
    return returning(Build(place_).CreateAnd(reaches, other_reaches));
  }

  static Leaves leaves_of(const Access& one, const Access& other) {
    Leaves leaves;
    for (const Access* each : {&one, &other}) {
      leaves.insert_range(each->leaves);
      if (each->loop != nullptr) leaves.insert_range(each->loop->of_number);
    }
    return leaves;
  }
  /// `loop`: which the value may belong to.
  void add_leaves(Value& value, const CountedLoop* loop, Leaves& leaves) const {
    auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr) {
      if (llvm::isa<llvm::Argument>(value)) leaves.insert(&value);
    } else if (const auto counter = counter_in(value, loop)) {
      add_leaves(*counter->start, nullptr, leaves);
      add_leaves(*counter->by, nullptr, leaves);
    } else if (!is_pure(*instruction)) {
      leaves.insert(&value);
    } else {
      for (Value* operand : instruction->operands()) add_leaves(*operand, loop, leaves);
    }
  }
  static std::optional<Counter> counter_in(const Value& value, const CountedLoop* loop) {
    const auto* phi = llvm::dyn_cast<PHINode>(&value);
    return phi == nullptr || loop == nullptr ? std::nullopt : counter_of(*phi, *loop->loop);
  }

  /// A function of the numbers of two rounds, and of all that the values to be written in it are computed of.
  void begin(const Leaves& leaves) {
    using llvm::Attribute;
    llvm::LLVMContext& context = function_.getContext();
    leaves_ = leaves;
    values_.clear();
    std::vector<llvm::Type*> types(2, llvm::Type::getIntNTy(context, kRoundBits));
    for (const Value* each : leaves) types.push_back(each->getType());
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
  Value* round(unsigned which) const { return made_->getArg(which); }
  Value* first() const { return llvm::ConstantInt::get(llvm::Type::getIntNTy(function_.getContext(), kRoundBits), 0); }
  Value* most(const CountedLoop& loop) {
    Value* narrow = in_round(nullptr, loop.most, nullptr);
    Build build(place_);
    return build.CreateZExt(narrow, build.getInt64Ty());
  }
  using Values = llvm::DenseMap<const Value*, Value*>;
  /// The value in that round of the loop; no loop: from before all loops. A counter is poison only where what needs it
  /// is undefined, so it is written as if it never were.
  Value* in_round(const CountedLoop* loop, Value* value, Value* round) {
    Values known;
    return in_round(loop, value, round, known);
  }
  Value* in_round(const CountedLoop* loop, Value* value, Value* round, Values& known) {
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
  Value* counted(Value& phi, const Counter& counter, Value* round) {
    Value *start = in_round(nullptr, counter.start, nullptr), *by = in_round(nullptr, counter.by, nullptr);
    Build build(place_);
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(counter.step);
    if (address == nullptr)
      return build.CreateAdd(start, build.CreateMul(by, build.CreateZExtOrTrunc(round, phi.getType())));
    llvm::Type* index = function_.getDataLayout().getIndexType(phi.getType());
    Value* far = build.CreateMul(build.CreateSExtOrTrunc(by, index), build.CreateZExtOrTrunc(round, index));
    return build.CreateGEP(address->getSourceElementType(), start, far);
  }

  void go_on_if(Value* condition, bool when) {
    llvm::LLVMContext& context = function_.getContext();
    BasicBlock* next = BasicBlock::Create(context, "", made_);
    BasicBlock* never = BasicBlock::Create(context, "", made_);
    new llvm::UnreachableInst(context, never);
    llvm::BranchInst::Create(when ? next : never, when ? never : next, condition, place_);
    place_ = next;
  }
  /// A round that the loop makes.
  void write_round(const CountedLoop& loop, Value* round) {
    go_on_if(Build(place_).CreateICmpULE(round, most(loop)), true);
    for (const CountedLoop::Invariant& each : loop.invariants) {
      Leaves leaves;
      add_leaves(*each.phi, &loop, leaves);
      if (has(leaves)) go_on_if(compared(loop, each, round), true);
    }
  }
  /// It ends in its last round, so what that depends on is no poison there.
  void write_end(const CountedLoop& loop) {
    Value* last = most(loop);
    write_round(loop, last);
    go_on_if(in_round(&loop, loop.end->getCondition(), last), !loop.goes_on_if_true());
  }
  bool has(const Leaves& leaves) const {
    return llvm::all_of(leaves, [&](Value* each) { return leaves_.contains(each); });
  }
  /// What all ways to the block have branched on, as far as it is about the values of this function.
  void write_conditions(BasicBlock& block) {
    std::vector<std::pair<Value*, bool>> facts;
    for (const auto* node = evolutions_.tree().getNode(&block); node != nullptr; node = node->getIDom()) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
          node->getBlock() == &block)
        continue;
      for (const unsigned way : {0U, 1U})
        if (evolutions_.tree().dominates({node->getBlock(), branch->getSuccessor(way)}, &block))
          take_apart(branch->getCondition(), way == 0, facts);
    }
    for (const auto& [condition, holds] : facts) {
      Leaves leaves;
      add_leaves(*condition, nullptr, leaves);
      if (has(leaves)) go_on_if(in_round(nullptr, condition, nullptr), holds);
    }
  }
  /// And that all rounds of their loops are made, so what each round accesses is there.
  void write_conditions(const Access& one, const Access& other) {
    for (const Access* each : {&one, &other})
      if (each == &one || one.loop != other.loop || one.loop == nullptr)
        write_conditions(each->loop == nullptr ? *each->instruction->getParent() : *each->loop->head);
    for (const Access* each : {&one, &other}) {
      if (each->loop == nullptr) make(*each, first());
      if (each->loop == nullptr || (each == &other && one.loop == other.loop)) continue;
      write_end(*each->loop);
      for (BasicBlock* block : each->loop->loop->blocks())
        for (Instruction& instruction : *block) {
          if (llvm::getLoadStorePointerOperand(&instruction) == nullptr) continue;
          const Access* made = access(instruction);
          if (made == nullptr || !made->follows_number || !made->is_of_all || !has(made->leaves)) continue;
          make(*made, first());
          make(*made, most(*each->loop));
        }
    }
  }
  void make(const Access& access, Value* round) {
    Value* pointer = pointer_of(access, round);
    Build(place_).CreateAlignedLoad(llvm::getLoadStoreType(access.instruction), pointer,
                                    llvm::getLoadStoreAlignment(access.instruction));
  }
  Value* pointer_of(const Access& access, Value* round) {
    return in_round(access.loop, const_cast<Value*>(llvm::getLoadStorePointerOperand(access.instruction)), round);
  }
  Value* address(const Access& access, Value* round) {
    Value* pointer = pointer_of(access, round);
    return Build(place_).CreatePtrToAddr(pointer);
  }
  /// Does the access at `from` end behind `to`?
  Value* ends_behind(Value* from, const Access& access, Value* to) {
    const llvm::TypeSize size = function_.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(access.instruction));
    Build build(place_);
    return build.CreateICmpUGT(build.CreateAdd(from, llvm::ConstantInt::get(from->getType(), size.getFixedValue())),
                               to);
  }
  llvm::Function* returning(Value* value) {
    Build(place_).CreateRet(value);
    return made_;
  }

  llvm::Function& function_;
  const ProvesSegment& proves_;
  ScalarEvolutions evolutions_;
  std::map<const llvm::Loop*, CountedLoop> loops_;
  std::map<const Instruction*, Access> accesses_;
  std::optional<NoaliasAccesses> noalias_;  ///< if it is known on what all pointers are based

  llvm::Function* made_ = nullptr;  ///< the function being written
  BasicBlock* place_ = nullptr;
  Leaves leaves_;
  Values values_;  ///< of the leaves
};

Overlaps::Overlaps(llvm::Function& function, const ProvesSegment& proves)
    : asked_(std::make_unique<Asked>(function, proves)) {}
Overlaps::~Overlaps() = default;

const llvm::LoopInfo& Overlaps::loops() const { return asked_->loops(); }
bool Overlaps::is_counted(const SimpleLoop& loop) { return asked_->is_counted(*loop.loop); }
bool Overlaps::are_apart(Instruction& one, Instruction& other) { return asked_->are_apart(one, other, false); }
bool Overlaps::is_apart_from_earlier(Instruction& later, Instruction& earlier) {
  return asked_->are_apart(later, earlier, true);
}

}  // namespace assay::prove
