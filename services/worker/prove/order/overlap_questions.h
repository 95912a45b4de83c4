#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <functional>
#include <optional>
#include <vector>

#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {

/// What a value is computed of: arguments, and what is no expression.
using Leaves = llvm::SmallSetVector<llvm::Value*, 8>;

/// A simple loop, and how often it comes back: a guess.
struct CountedLoop : SimpleLoop {
  llvm::Value* most = nullptr;
  Leaves of_number;  ///< of that, and of whether a round is the last one
  std::optional<bool> is_proved;
  /// How a counter compares with what it starts with in all rounds: where it does not wrap it stays above, or below.
  struct Invariant {
    llvm::PHINode* phi;
    llvm::CmpInst::Predicate predicate;
  };
  std::vector<Invariant> invariants;
};

/// What is accessed at a place (places.h), of a size that is known: in a loop, or (null) once.
struct Access {
  const llvm::Use* place = nullptr;
  llvm::Type* type = nullptr;  ///< as which it may be loaded
  llvm::Align align;
  CountedLoop* loop = nullptr;
  Leaves leaves;
  bool follows_number = true;  ///< where it is does, of the round
  bool is_of_all = true;       ///< every round makes it
  enum class Span { Unknown, Up, Down };
  std::optional<Span> span;  ///< each round's lies between the first one's and the last one's

  llvm::Instruction& instruction() const { return *llvm::cast<llvm::Instruction>(place->getUser()); }
};

/// A number that counts in a loop around those that are looked at, and never comes below what it starts with.
struct Counted {
  llvm::PHINode* phi = nullptr;
  llvm::Constant* start = nullptr;
  llvm::CmpInst::Predicate predicate;  ///< `phi predicate start`, or the phi is poison
};
/// Of the loop of that head.
std::vector<Counted> numbers_from_start(llvm::BasicBlock& head, const llvm::Loop& loop);

/// What the value is computed of: arguments, and what is not pure. `loop`: which the value may belong to, or null; its
/// counters are computed of what they start with and are stepped by.
void add_leaves(llvm::Value& value, const CountedLoop* loop, Leaves& leaves);

/// Two functions of the same parameters, whose refinement is asked about.
struct Question {
  llvm::Function *before = nullptr, *after = nullptr;
};

/// Writes questions about a function's accesses and rounds as functions that compute addresses alone.
class OverlapQuestions {
 public:
  using FindsAccess = std::function<const Access*(const llvm::Use& place)>;
  /// `access`: what is known of another access of a loop; null: nothing.
  OverlapQuestions(llvm::Function& function, const llvm::DominatorTree& tree, FindsAccess access)
      : function_(function), tree_(tree), access_(std::move(access)) {}

  /// Of the loop of which one round is looked at.
  void knows(std::vector<Counted> around) { around_ = std::move(around); }

  /// Is the loop's first round no later than guessed?
  Question ask_start(const CountedLoop& loop);
  /// Is a round that is no later than guessed the last one if, and only if, it is the one guessed?
  Question ask_end(const CountedLoop& loop);
  /// Does the loop make so many rounds that as many times `each` are the bytes, modulo what their type holds, if both
  /// are neither undef nor poison? Known where control comes to it.
  Question ask_covers(const CountedLoop& loop, llvm::Value& bytes, llvm::Value& each);
  /// If rounds go on by so many bytes, is one of them undefined where they would go through all addresses?
  Question ask_runs_out(const Access& access, std::uint64_t bytes);
  /// Does it hold in the next round if it does in one?
  Question ask_invariant(const CountedLoop& loop, const CountedLoop::Invariant& invariant);
  /// Does any round's access lie between the first one's and the last one's?
  Question ask_between(const Access& access, Access::Span span);
  /// Is what all rounds access by the one apart from what they access by the other?
  Question ask_spans(const Access& one, const Access& other);
  /// And what any two rounds access? `only_earlier`: the other one of an earlier round.
  Question ask_rounds(const Access& one, const Access& other, bool only_earlier);

 private:
  using Values = llvm::DenseMap<const llvm::Value*, llvm::Value*>;
  using Result = llvm::function_ref<llvm::Value*(bool goes_on)>;

  llvm::Function* branching(const CountedLoop& loop, llvm::Value* round, Result result);
  llvm::Value* compared(const CountedLoop& loop, const CountedLoop::Invariant& invariant, llvm::Value* round);
  llvm::Function* write_overlap(const Access& one, const Access& other);
  void begin(const Leaves& leaves);
  llvm::Value* round(unsigned which) const { return made_->getArg(which); }
  llvm::Value* first() const;
  llvm::Value* most(const CountedLoop& loop);
  llvm::Value* in_round(const CountedLoop* loop, llvm::Value* value, llvm::Value* round);
  llvm::Value* in_round(const CountedLoop* loop, llvm::Value* value, llvm::Value* round, Values& known);
  llvm::Value* counted(llvm::Value& phi, const Counter& counter, llvm::Value* round);
  void go_on_if(llvm::Value* condition, bool when);
  void write_round(const CountedLoop& loop, llvm::Value* round);
  void write_end(const CountedLoop& loop);
  bool has(const Leaves& leaves) const;
  void write_conditions(llvm::BasicBlock& block, llvm::ArrayRef<const CountedLoop*> loops);
  void write_conditions(const Access& one, const Access& other);
  void make(const Access& access, llvm::Value* round);
  void make_with_neighbours(const Access& access, const Access& other);
  llvm::Value* pointer_of(const Access& access, llvm::Value* round);
  llvm::Value* address(const Access& access, llvm::Value* round);
  llvm::Value* ends_behind(llvm::Value* from, const Access& access, llvm::Value* to);
  llvm::Function* returning(llvm::Value* value);

  llvm::Function& function_;
  const llvm::DominatorTree& tree_;
  FindsAccess access_;
  std::vector<Counted> around_;

  llvm::Function* made_ = nullptr;  ///< the function being written
  llvm::BasicBlock* place_ = nullptr;
  Leaves leaves_;
  Values values_;  ///< of the leaves
};

}  // namespace assay::prove
