#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace assay::check {

/// A value of the source's state at a cut, and the target's value that it becomes.
struct Handed {
  llvm::Instruction* source = nullptr;
  llvm::Instruction* target = nullptr;
  std::optional<llvm::Instruction::CastOps> cast;  ///< of the source's value, where the target's has another type
};

/// What source and target hand on at each cut: both functions have the same cuts, in the same order.
using HandedAtCuts = std::vector<std::vector<Handed>>;

/// Of a number at a cut: how it compares with another one there, or one that is known before the cut, and a constant
/// added to that.
struct Fact {
  std::size_t cut = 0;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::ICMP_EQ;
  llvm::PHINode* phi = nullptr;
  llvm::Value* bound = nullptr;
  llvm::Constant* more = nullptr;  ///< null: nothing is added
};

/// A function cut at some of its blocks into segments: each runs from the start, or from a cut, to the end or to the
/// next cut. A segment is written as a function of its own: its parameters are the function's and the state at the cut.
/// It returns which cut it has come to (0: the end), the function's result, and the state there.
class CutFunction {
 public:
  enum class Side { Source, Target };
  using Cuts = llvm::SmallVector<llvm::BasicBlock*, 4>;

  /// The function must live in a module that may be changed: segments are written into it.
  CutFunction(llvm::Function& function, Cuts cuts, Side side);

  /// What has to be known at the cut to go on: its phis, and loads and the like from before; what is computed of them
  /// is not. The target computes anew what it has chosen (freeze, NaNs), too: it may choose otherwise then, which holds
  /// it to more.
  const std::vector<llvm::Instruction*>& state_at(std::size_t cut) const { return states_[cut]; }
  const Cuts& cuts() const { return cuts_; }

  /// What is assumed of the source's state: its segments are undefined where that does not hold.
  void assume(std::vector<Fact> facts) { facts_ = std::move(facts); }

  /// The segment from the start (no cut) or from a cut, as a function; null if it can't be written. `parameters`: the
  /// source's state at the cut. The source's segment is undefined, too, where a condition does not hold that every way
  /// to the cut has branched on.
  llvm::Function* write(std::optional<std::size_t> from, llvm::ArrayRef<llvm::Instruction*> parameters,
                        const HandedAtCuts& handed);
  /// The same without memory and calls: what they give is any value, a parameter. It returns only where it has come to.
  /// `asserted` must hold there, or it is undefined.
  llvm::Function* write_numbers(std::optional<std::size_t> from, llvm::ArrayRef<Fact> asserted);

 private:
  struct Segment;
  void find_state(std::size_t cut);
  std::optional<std::size_t> cut_at(const llvm::BasicBlock* block) const;
  void clone_blocks(Segment& segment, llvm::BasicBlock* first) const;
  bool has_cycle(const Segment& segment) const;
  static llvm::Function* dropped(Segment& segment);
  llvm::Value* at_start(Segment& segment, llvm::Value* value) const;
  Segment begin(std::vector<llvm::Type*> result, llvm::ArrayRef<llvm::Instruction*> parameters) const;
  llvm::Function* finish(Segment& segment, std::optional<std::size_t> from, const HandedAtCuts& handed,
                         llvm::ArrayRef<Fact> asserted) const;
  bool is_computed(const llvm::Instruction& instruction) const;
  void take_roots(llvm::Instruction* value, llvm::SetVector<llvm::Instruction*>& roots) const;
  void write_exits(Segment& segment, const HandedAtCuts& handed, llvm::ArrayRef<Fact> asserted) const;
  void write_exit(Segment& segment, llvm::BasicBlock* exit, const llvm::BasicBlock* from, std::size_t cut,
                  const HandedAtCuts& handed, llvm::ArrayRef<Fact> asserted) const;
  void write_returns(Segment& segment) const;
  void write_facts(Segment& segment, std::size_t cut) const;
  void go_on_if(Segment& segment, llvm::Value* condition, bool when) const;
  bool connect(Segment& segment) const;

  llvm::Function& function_;
  Cuts cuts_;
  Side side_;
  std::vector<llvm::BasicBlock*> order_;  ///< the reachable blocks
  llvm::DenseMap<const llvm::Value*, llvm::DenseSet<const llvm::BasicBlock*>>
      live_;  ///< at the beginning of which blocks
  std::vector<std::vector<llvm::Instruction*>> states_;
  std::vector<Fact> facts_;
};

}  // namespace assay::check
