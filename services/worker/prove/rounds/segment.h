#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

#include "services/worker/prove/rounds/invariants.h"
#include "services/worker/prove/rounds/matched_state.h"
#include "services/worker/prove/rounds/noalias_accesses.h"

namespace assay::prove {

/// A value of the state at a cut, and which of its bits a segment that starts there is given: others are zero.
struct Given {
  llvm::Instruction* value = nullptr;
  Bits bits;  ///< of integers
};

/// How often a segment of the source comes to a cut before it ends there. At all other cuts it ends at once.
struct Arrivals {
  std::size_t cut = 0;
  unsigned count = 1;
};

/// A function cut at some of its blocks into segments: each runs from the start, or from a cut, to the end or to the
/// next cut. A segment is written as a function of its own: its parameters are the function's and the state at the cut.
/// It returns which cut it has come to (0: the end), the function's result, and the state there.
class CutFunction {
 public:
  enum class Side { Source, Target };
  /// What else is part of the target's state.
  struct Keeps {
    bool conditions = false;  ///< what every way to a cut has branched on
    bool freezes = false;     ///< what was frozen
  };
  using Cuts = llvm::SmallVector<llvm::BasicBlock*, 4>;

  /// The function must live in a module that may be changed: segments are written into it.
  CutFunction(llvm::Function& function, Cuts cuts, Side side, Keeps keeps);

  /// What has to be known at the cut to go on: its phis, and loads and the like from before; what is computed of them
  /// is not. The target computes anew what it has chosen (NaNs, and freezes if it may), too: it may choose otherwise
  /// then, which holds it to more.
  const std::vector<State>& states() const { return states_; }
  /// That, and what a segment that starts there computes of it.
  std::vector<State> offers() const;
  /// The same with what is known of numbers there by what is assumed.
  std::vector<Given> given_at(std::size_t cut) const;
  const Cuts& cuts() const { return cuts_; }
  /// Those that a segment may end at.
  std::vector<std::size_t> cuts_behind(std::optional<std::size_t> from) const;

  /// What is assumed of the source's state: its segments are undefined where that does not hold, nor where a condition
  /// does not that every way to the cut has branched on.
  void assume(std::vector<Invariant> invariants) {
    invariants_ = std::move(invariants);
    assumes_ = true;
  }
  /// Nothing is assumed but which bits of the state are zero.
  void assume_bits(std::vector<Invariant> invariants) {
    invariants_ = std::move(invariants);
    assumes_ = false;
  }

  /// From now on segments of the source that end at a cut are undefined where the next one is, because what that
  /// accesses memory by, or branches on, is poison or undef: the target may have branched on it before the loop.
  void look_ahead() { looks_ahead_ = true; }
  bool looks_ahead() const { return looks_ahead_; }

  /// From now on segments have one more parameter, any address, and tell at their ends in which ways they have accessed
  /// the byte there (accesses.h). What the source does the target may do. False if that is not known.
  bool watch(const std::vector<unsigned>& noalias_arguments);
  /// Says in each segment that these arguments are noalias, where a break in a segment is one in the whole run: on what
  /// a pointer is based must be seen in the segment, too.
  void keep_noalias(const std::vector<unsigned>& arguments);

  /// The segment from the start (no cut) or from a cut, as a function; null if it can't be written. `given`: at the
  /// cut, of the source's state, and of the target's what is its alone. Of the source: `arrivals`, and whether the
  /// target's facts are assumed.
  llvm::Function* write(std::optional<std::size_t> from, llvm::ArrayRef<Given> given, const Relation& relation,
                        const CutFunction& other, Arrivals arrivals, bool with_facts);
  /// The same without memory and calls: what they give is any value, a parameter. It returns only where it has come to.
  /// `asserted` must hold there, or it is undefined.
  llvm::Function* write_numbers(std::optional<std::size_t> from, llvm::ArrayRef<Invariant> asserted);

 private:
  struct Segment;
  void find_live();
  /// What every way to a block has branched on, or assumed: the value is one of the cases, or none of them. Of a branch
  /// the case is true.
  struct Condition {
    llvm::Value* value;
    bool holds;
    llvm::SmallVector<llvm::ConstantInt*, 4> cases;
  };
  std::vector<Condition> conditions_before(const llvm::BasicBlock* block) const;
  void find_reloads(std::size_t cut);
  void find_state(std::size_t cut);
  std::optional<std::size_t> cut_at(const llvm::BasicBlock* block) const;
  void clone_blocks(Segment& segment, llvm::BasicBlock* first) const;
  bool has_cycle(const Segment& segment) const;
  static llvm::Function* dropped(Segment& segment);
  llvm::Value* at_start(Segment& segment, llvm::Value* value) const;
  static llvm::Value* in_module_of(const Segment& segment, llvm::Value* value);
  Segment begin(std::vector<llvm::Type*> result, llvm::ArrayRef<llvm::Type*> parameters) const;
  void watch_accesses(Segment& segment) const;
  llvm::Value* with_watched(const Segment& segment, llvm::IRBuilderBase& build, llvm::Value* result) const;
  bool holds_at(const Invariant& invariant, std::size_t cut) const;
  bool finish(Segment& segment, const Relation& relation, llvm::ArrayRef<Invariant> asserted, Segment* next,
              std::size_t next_cut) const;
  Segment next_round(Segment& segment, std::size_t cut) const;
  static llvm::Function* in_normal_form(Segment& segment);
  using Own = llvm::DenseMap<const llvm::Value*, llvm::Value*>;
  Own own_state(Segment& segment, std::size_t cut, const Relation& relation, const CutFunction& source) const;
  void add_tied(Segment& segment, llvm::ArrayRef<Handed> handed) const;
  void write_facts(Segment& segment, std::size_t cut, Own own) const;
  bool tell(Segment& segment, llvm::ArrayRef<Handed> handed, Own own) const;
  bool is_defined(const llvm::Instruction* value, std::size_t cut) const;
  bool stands_alone(std::size_t cut, llvm::ArrayRef<Handed> handed, const Handed& one) const;
  bool is_computed(const llvm::Instruction& instruction) const;
  bool is_computed_at(std::optional<std::size_t> cut, const llvm::Instruction& instruction) const;
  bool is_known_at(std::size_t cut, llvm::Value* value, llvm::DenseMap<const llvm::Value*, bool>& known) const;
  void take_roots(std::size_t cut, llvm::Instruction* value, llvm::SetVector<llvm::Instruction*>& roots,
                  llvm::SmallPtrSetImpl<llvm::Instruction*>& looked_at) const;
  bool start_with(Segment& segment, llvm::ArrayRef<Handed> handed, const CutFunction& source) const;
  llvm::Value* write_slot(llvm::IRBuilderBase& build, const Relation& relation, std::size_t cut, std::size_t slot,
                          const llvm::BasicBlock* from) const;
  llvm::Value* at_edge(llvm::IRBuilderBase& build, llvm::Value* value, std::size_t cut,
                       const llvm::BasicBlock* from) const;
  using Way = llvm::ArrayRef<const llvm::BasicBlock*>;
  llvm::Value* ahead(llvm::IRBuilderBase& build, llvm::Value* value, Way way, const llvm::BasicBlock* from) const;
  bool is_known_ahead(const llvm::Value* value, Way way) const;
  void write_ahead(llvm::IRBuilderBase& build, llvm::SmallVectorImpl<const llvm::BasicBlock*>& way,
                   const llvm::BasicBlock* from, llvm::BasicBlock* end) const;
  bool stays_tied(const Handed& one, std::size_t cut, const llvm::BasicBlock* from) const;
  llvm::Value* is_tied(llvm::IRBuilderBase& build, const Handed& one, std::size_t cut,
                       const llvm::BasicBlock* from) const;
  void write_exits(Segment& segment, const Relation& relation, llvm::ArrayRef<Invariant> asserted, Segment* next,
                   std::size_t next_cut) const;
  void write_exit(Segment& segment, llvm::BasicBlock* exit, const llvm::BasicBlock* from, std::size_t cut,
                  const Relation& relation, llvm::ArrayRef<Invariant> asserted) const;
  void go_to(Segment& next, llvm::BasicBlock* exit, llvm::BasicBlock* from, std::size_t cut) const;
  llvm::Value* as_promised(llvm::IRBuilderBase& build, llvm::Value* value) const;
  void write_returns(Segment& segment) const;
  void write_invariants(Segment& segment, std::size_t cut) const;
  void assume(Segment& segment, const Condition& condition, llvm::Value* value) const;
  void go_on_if(Segment& segment, llvm::Value* condition, bool when) const;
  bool connect(Segment& segment) const;

  llvm::Function& function_;
  Cuts cuts_;
  Side side_;
  Keeps keeps_;
  std::vector<llvm::BasicBlock*> order_;  ///< the reachable blocks
  llvm::DenseMap<const llvm::Value*, llvm::DenseSet<const llvm::BasicBlock*>>
      live_;  ///< at the beginning of which blocks
  llvm::DominatorTree tree_;
  std::vector<llvm::SetVector<llvm::Instruction*>> reloads_;  ///< made right before each cut: memory is as it was then
  std::vector<State> states_;
  std::vector<Invariant> invariants_;
  bool assumes_ = true;
  bool looks_ahead_ = false;
  std::optional<NoaliasAccesses> watched_;
  std::vector<unsigned> noalias_;
};

}  // namespace assay::prove
