#include "services/worker/prove/order/overlaps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/prove/order/overlap_questions.h"
#include "services/worker/prove/places.h"
#include "services/worker/prove/rounds/defined_parameters.h"
#include "services/worker/prove/rounds/noalias_accesses.h"
#include "services/worker/prove/rounds/scalar_evolution.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

static constexpr std::size_t kMostLeaves = 24;
static constexpr std::uint64_t kMostBytes = 64;  // of one access

class Overlaps::Asked {
 public:
  Asked(llvm::Function& function, const ProvesSegment& proves, const BasicBlock* around)
      : proves_(proves),
        around_(around),
        evolutions_(function),
        is_reducible_(ir::is_reducible(function, evolutions_.loops())),
        questions_(function, evolutions_.tree(), [this](const llvm::Use& place) { return access(place); }) {
    for (llvm::Loop* each : evolutions_.loops().getLoopsInPreorder())
      if (const auto simple = simple_loop(*each)) {
        Value* most = evolutions_.times(*simple->head);
        if (most != nullptr && most->getType()->getIntegerBitWidth() <= kRoundBits)
          loops_[each] = CountedLoop{*simple, most, {}, std::nullopt, {}};
      }
    for (auto& [loop, counted] : loops_) {
      add_leaves(*counted.most, nullptr, counted.of_number);
      add_leaves(*counted.end->getCondition(), &counted, counted.of_number);
    }
    if (around != nullptr)
      if (const llvm::Loop* loop = loops().getLoopFor(around); loop != nullptr && loop->getHeader() == around)
        questions_.knows(numbers_from_start(*loop->getHeader(), *loop));
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
    counted.is_proved = holds(questions_.ask_start(counted)) && holds(questions_.ask_end(counted));
    if (*counted.is_proved) find_invariants(counted);
    return *counted.is_proved;
  }
  bool covers(const llvm::Loop& loop, Value& bytes, Value& each) {
    return is_counted(loop) && holds(questions_.ask_covers(loops_.at(&loop), bytes, each));
  }
  Value* rounds_within_memory(const llvm::Loop& loop, const llvm::Use& place, std::uint64_t bytes) {
    const Access* made = access(place);
    if (made == nullptr || made->loop == nullptr || made->loop->loop != &loop || !made->is_of_all ||
        !made->follows_number || !holds(questions_.ask_runs_out(*made, bytes)))
      return nullptr;
    return made->loop->most;
  }
  bool are_apart(const llvm::Use& one, const llvm::Use& other, bool only_earlier) {
    Access *first = access(one), *second = access(other);
    if (first == nullptr || second == nullptr) return false;
    using Span = Access::Span;
    if (share_what_changes(*first, *second)) return false;
    if (are_apart_by_noalias(one, other)) return true;
    if (span_of(*first) != Span::Unknown && span_of(*second) != Span::Unknown &&
        holds(questions_.ask_spans(*first, *second)))
      return true;
    // What else a loop computes may be another value in another round.
    if (first->loop != nullptr && first->loop == second->loop && !(first->follows_number && second->follows_number))
      return false;
    return holds(questions_.ask_rounds(*first, *second, only_earlier));
  }

 private:
  /// Something that one's loop computes, where the other one has what it left?
  static bool share_what_changes(const Access& one, const Access& other) {
    if (one.loop == other.loop) return false;
    Leaves leaves = one.leaves, others = other.leaves;
    for (const auto& [access, all] : {std::pair(&one, &leaves), std::pair(&other, &others)})
      if (access->loop != nullptr) all->insert_range(access->loop->of_number);
    return llvm::any_of(leaves, [&](const Value* each) {
      const auto* leaf = llvm::dyn_cast<Instruction>(each);
      const auto is_in = [&](const Access& access) {
        return access.loop != nullptr && access.loop->loop->contains(leaf);
      };
      return leaf != nullptr && others.contains(const_cast<Value*>(each)) && (is_in(one) || is_in(other));
    });
  }
  /// One of them writes, and not both go through the same arguments: if they touched the same byte the run would be
  /// undefined.
  bool are_apart_by_noalias(const llvm::Use& one, const llvm::Use& other) const {
    if (!noalias_ || !(is_written(one) || is_written(other))) return false;
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
        if (holds(questions_.ask_invariant(loop, {&phi, predicate}))) loop.invariants.push_back({&phi, predicate});
    }
  }
  /// Null: it is of a loop that is not counted, or no usual access.
  Access* access(const llvm::Use& place) {
    if (!is_reducible_) return nullptr;  // how often it is made no loop says
    const auto known = accesses_.find(&place);
    if (known != accesses_.end()) return &known->second;
    Access made;
    made.place = &place;
    if (!find_extent(made)) return nullptr;
    Instruction& instruction = made.instruction();
    const llvm::Loop* loop = loops().getLoopFor(instruction.getParent());
    if (loop != nullptr && loop->getHeader() == around_) loop = nullptr;  // in the one round that is looked at
    if (loop != nullptr) {
      if (!is_counted(*loop)) return nullptr;
      made.loop = &loops_.at(loop);
      made.is_of_all = evolutions_.tree().dominates(instruction.getParent(), made.loop->latch);
    }
    add_leaves(*place, made.loop, made.leaves);
    if (made.leaves.size() > kMostLeaves) return nullptr;
    made.follows_number = loop == nullptr || llvm::none_of(made.leaves, [&](const Value* each) {
                            const auto* leaf = llvm::dyn_cast<Instruction>(each);
                            return leaf != nullptr && loop->contains(leaf);
                          });
    return &accesses_.emplace(&place, std::move(made)).first->second;
  }
  /// False if it is not known, or large.
  static bool find_extent(Access& access) {
    Instruction& instruction = access.instruction();
    if (llvm::getLoadStorePointerOperand(&instruction) != nullptr) {
      access.type = llvm::getLoadStoreType(&instruction);
      access.align = llvm::getLoadStoreAlignment(&instruction);
      return !access.type->isScalableTy();
    }
    const auto* call = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    const auto* bytes = call == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(call->getLength());
    if (bytes == nullptr || bytes->isZero() || bytes->getValue().ugt(kMostBytes)) return false;
    access.type = llvm::FixedVectorType::get(llvm::Type::getInt8Ty(call->getContext()),
                                             static_cast<unsigned>(bytes->getZExtValue()));
    access.align = call->getParamAlign(access.place->getOperandNo()).valueOrOne();
    return true;
  }
  Access::Span span_of(Access& access) {
    if (!access.follows_number || !access.is_of_all) return Access::Span::Unknown;
    if (access.loop == nullptr) return Access::Span::Up;
    if (!access.span) {
      access.span = Access::Span::Unknown;
      for (const Access::Span span : {Access::Span::Up, Access::Span::Down})
        if (access.span == Access::Span::Unknown && holds(questions_.ask_between(access, span))) access.span = span;
    }
    return *access.span;
  }
  bool holds(const Question& question) {
    if (question.before != nullptr && question.after != nullptr)
      mark_defined_parameters(*question.before, *question.after);
    const bool is_written = question.before != nullptr && question.after != nullptr &&
                            !llvm::verifyFunction(*question.before) && !llvm::verifyFunction(*question.after);
    const bool proved = is_written && proves_(*question.before, *question.after, Effort::Whole);
    for (llvm::Function* each : {question.before, question.after})
      if (each != nullptr) each->eraseFromParent();
    return proved;
  }

  const ProvesSegment& proves_;
  const BasicBlock* around_;
  ScalarEvolutions evolutions_;
  const bool is_reducible_;
  std::map<const llvm::Loop*, CountedLoop> loops_;
  std::map<const llvm::Use*, Access> accesses_;
  std::optional<NoaliasAccesses> noalias_;  ///< if it is known on what all pointers are based
  OverlapQuestions questions_;
};

/// Is it known what they access, and does it hold for each two of these places but for two that are read?
static bool all_of_two(const Instruction& one, const Instruction& other,
                       llvm::function_ref<bool(const llvm::Use&, const llvm::Use&)> holds) {
  const auto places = places_of(one), others = places_of(other);
  for (const llvm::Use* first : places)
    for (const llvm::Use* second : others)
      if ((is_written(*first) || is_written(*second)) && !holds(*first, *second)) return false;
  return !places.empty() && !others.empty();
}

Overlaps::Overlaps(llvm::Function& function, const ProvesSegment& proves, const BasicBlock* around)
    : asked_(std::make_unique<Asked>(function, proves, around)) {}
Overlaps::~Overlaps() = default;

const llvm::LoopInfo& Overlaps::loops() const { return asked_->loops(); }
bool Overlaps::is_counted(const SimpleLoop& loop) { return asked_->is_counted(*loop.loop); }
bool Overlaps::covers(const SimpleLoop& loop, Value& bytes, Value& each) {
  return asked_->covers(*loop.loop, bytes, each);
}
Value* Overlaps::rounds_within_memory(const SimpleLoop& loop, const llvm::Use& place, std::uint64_t bytes) {
  return asked_->rounds_within_memory(*loop.loop, place, bytes);
}
bool Overlaps::are_apart(const llvm::Use& one, const llvm::Use& other) { return asked_->are_apart(one, other, false); }
bool Overlaps::is_apart_from_earlier(const llvm::Use& later, const llvm::Use& earlier) {
  return asked_->are_apart(later, earlier, true);
}
bool Overlaps::are_apart(const Instruction& one, const Instruction& other) {
  return all_of_two(one, other, [&](const auto& first, const auto& second) { return are_apart(first, second); });
}
bool Overlaps::is_apart_from_earlier(const Instruction& later, const Instruction& earlier) {
  return all_of_two(later, earlier,
                    [&](const auto& first, const auto& second) { return is_apart_from_earlier(first, second); });
}

}  // namespace assay::prove
