#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <optional>
#include <vector>

/// How the source's code lies along the target's blocks, if it does.
namespace assay::normalize {

/// Of a run of the source: an instruction that it executes, or an edge that it goes along.
struct Passed {
  const llvm::Instruction* run = nullptr;
  const llvm::BasicBlock *from = nullptr, *to = nullptr;

  friend bool operator==(const Passed&, const Passed&) = default;
};
using Stretch = std::vector<Passed>;

/// The source's numbers that are constants wherever a run comes to a place.
using KnownNumbers = std::map<const llvm::Value*, llvm::APInt>;

/// A run of the source, up to where it stands.
struct SourceRun {
  const llvm::Instruction* at = nullptr;
  KnownNumbers known = {};
  Stretch passed = {};

  /// Goes on to the next instruction that is no expression, phi or jump. False: there is none.
  bool rest();
  /// Executes the instruction.
  void step();
  /// Goes along the edge from the end of the block.
  void take(const llvm::BasicBlock& next);
  /// The only way that control can go, at a branch or switch that has several.
  const llvm::BasicBlock* only_way() const;
  /// What the ways rest on, at a branch or switch on what was chosen among numbers: with either value of the condition
  /// there is one way, and not the same. Null: no such condition.
  const llvm::Value* decided_by() const;
  /// Learns the condition, and what is branched on then. Where an instruction is used, its operands are what they were
  /// when it was executed.
  void suppose(const llvm::Value& condition, bool truth);
  /// What is known where the condition has this value.
  void learn(const llvm::Value& condition, bool truth);
};

/// A block of the target, and what the source does meanwhile.
struct Stop {
  /// To a block of the target, by which the source comes to where that begins.
  struct Way {
    const llvm::BasicBlock* to = nullptr;
    Stretch passed;
  };
  const llvm::Instruction* at = nullptr;  ///< of the source: its first step since it came to where the block begins
  KnownNumbers known = {};                ///< there
  std::optional<Stretch> lead;            ///< to there, on all ways: what the block begins with
  Stretch passed = {};
  const llvm::Instruction* end = nullptr;  ///< of the source: what it ends with; null: it goes on the only way
  const llvm::Value* decides = nullptr;    ///< the condition of what it ends with; null: that says it itself
  bool is_inverted = false;                ///< a branch whose first way is the target's second
  std::vector<Way> ways = {};              ///< in the order of the target's
  bool stands_still = false;               ///< the source does, while the target goes on to another block
};

/// Goes through both functions at once, from their entries on: by the target's blocks, and in the source by as many
/// steps as the target's block has.
class ShapeWalk {
 public:
  ShapeWalk(const llvm::Function& source, const llvm::Function& target) : source_(source), target_(target) {}
  /// False: the source has no such shape.
  bool run();
  /// Of a block of the target.
  const Stop& stop_at(const llvm::BasicBlock& block) const { return stops_.at(&block); }

 private:
  bool walk_once();
  bool follow(const llvm::BasicBlock& block, Stop& stop);
  bool end_alike(const llvm::BasicBlock& block, SourceRun run, Stop& stop);
  bool end_with_branch(const llvm::BranchInst& branch, SourceRun run, Stop& stop);
  bool end_with_choice(const llvm::BranchInst& branch, const SourceRun& run, Stop& stop);
  bool end_with_switch(const llvm::SwitchInst& choice, SourceRun run, Stop& stop);
  bool stands_still_for_ever() const;
  bool arrive(const llvm::BasicBlock& block, SourceRun run, Stop& from);
  static const llvm::Value* decides_alike(const SourceRun& run, const llvm::BranchInst& target);
  bool is_inverted(const llvm::BranchInst& source, const llvm::BranchInst& target) const;
  bool is_alike(const llvm::Instruction& source, const llvm::Instruction& target) const;

  const llvm::Function& source_;
  const llvm::Function& target_;
  std::map<const llvm::BasicBlock*, Stop> stops_;
  llvm::SmallVector<const llvm::BasicBlock*, 16> left_;
  bool has_changed_ = false;  ///< what is known at some stop, or where the source stands there
};

/// The block that all cases but those of another lead to, if there are two.
struct TwoWays {
  const llvm::BasicBlock *first = nullptr, *second = nullptr;
};
TwoWays two_ways(const llvm::SwitchInst& choice);

}  // namespace assay::normalize
