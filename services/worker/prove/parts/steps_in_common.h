#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "services/worker/ir/metadata_pairs.h"
#include "services/worker/prove/parts/path_facts.h"
#include "services/worker/prove/parts/states_of_memory.h"

/// Two functions that run in step: which values both compute, and where they compute others.
namespace assay::prove {

/// Numbers the values of both functions. Whenever the functions are at the same place, two values of one
/// number are the same, or the target's refines the source's. What is no expression (loads, stores, calls, divisions,
/// phis, branches) stands in the target in the same blocks and the same order as in the source, which may have more
/// loads, divisions and phis. Both are in normalize::Form::Steps.
class StepsInCommon {
 public:
  using Number = unsigned;
  /// An operand of the source and that of the target in the same place, with another number.
  struct Difference {
    const llvm::Value* first = nullptr;
    const llvm::Value* second = nullptr;
    PathPlace place;  ///< of the source, where it is used

    friend bool operator==(const Difference&, const Difference&) = default;
  };

  /// Where pointers are exposed by `ptrtoint`: `InStep`, at the same places; `Sooner`, anywhere as long as what the
  /// source has exposed the target has, too. It may expose more: who makes a pointer of a number gets any exposed
  /// provenance with which its access is defined.
  enum class Exposes { InStep, Sooner };
  /// `assume`: phis that the source alone has are taken for what they are when their loop is entered. That they stay it
  /// is among the differences.
  StepsInCommon(const llvm::Function& source, const llvm::Function& target, bool assume, Exposes exposes);

  /// False: the functions do not run in step, and nothing else is known.
  bool holds() const { return holds_; }
  const std::vector<Difference>& differences() const { return differences_; }
  /// Was anything assumed that may be wrong?
  bool has_assumed() const { return !assumed_.empty(); }
  Number number_of(const llvm::Value* value) const { return numbers_.lookup(plain(value)); }
  /// What the value is taken for: itself, unless it is a phi of which something is assumed.
  const llvm::Value* plain(const llvm::Value* value) const {
    const auto taken = taken_for_.find(value);
    return taken == taken_for_.end() ? value : taken->second;
  }
  /// Does it stand for values of both functions?
  bool is_common(Number number) const { return sides_[number] == (kSource | kTarget); }
  bool has_calls() const { return has_calls_; }  ///< that code outside may answer

 private:
  enum Side : unsigned char { kSource = 1, kTarget = 2 };
  /// What expressions of one number have in common: opcode, type, block and turn of those that choose, operands.
  using Key = std::vector<std::uintptr_t>;

  bool pair_blocks();
  bool pair_phis(const llvm::BasicBlock& source, const llvm::BasicBlock& target);
  bool pair_steps(const llvm::BasicBlock& source, const llvm::BasicBlock& target);
  void assume(const llvm::PHINode& phi);
  bool is_dropped(const llvm::Instruction& instruction) const { return taken_for_.contains(&instruction); }
  bool is_same_step(const llvm::Instruction& source, const llvm::Instruction& target);
  bool same_bodies(const llvm::Function& source, const llvm::Function& target);
  bool same_exits(const llvm::Instruction& source, const llvm::Instruction& target);
  bool is_expression(const llvm::Instruction& instruction) const;
  bool exposes_as_soon() const;
  bool number_values(const llvm::Function& function, Side side);
  Number number_of_operand(const llvm::Value& operand, Side side);
  Number number_of_expression(const llvm::Instruction& instruction, Side side, std::map<Key, unsigned>& turns);
  const llvm::Instruction* partner_of(const llvm::Instruction& step) const { return partners_.lookup(&step); }
  Number number_of_load(const llvm::LoadInst& load);
  const llvm::Value& known_as(const llvm::Value& value);
  bool is_same(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target);
  void give(const llvm::Value& value, Number number, Side side);
  Number fresh();
  void pair(const llvm::Instruction& source, const llvm::Instruction& target);
  void find_reached();
  void compare_operands();
  void compare_call(const llvm::CallBase& source, const llvm::CallBase& target, const PathPlace& place);
  void compare_incoming(const llvm::PHINode& source, const llvm::PHINode& target);
  void compare(const llvm::Value& source, const llvm::Value& target, const PathPlace& place);

  const llvm::Function& source_;
  const llvm::Function& target_;
  bool assumes_;
  Exposes exposes_;
  std::vector<std::pair<const llvm::PHINode*, const llvm::Value*>>
      assumed_;  ///< of the source, with what they are assumed to be
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> taken_for_;
  bool holds_ = false;
  bool has_calls_ = false;
  llvm::DenseMap<const llvm::Value*, Number> numbers_;  // 0: none
  std::vector<unsigned char> sides_{0};
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> blocks_;  ///< from 0, the same for partners
  std::vector<const llvm::BasicBlock*> target_blocks_;
  std::vector<std::pair<const llvm::Instruction*, const llvm::Instruction*>> steps_;
  ir::MetadataPairs metadata_;
  llvm::DenseMap<std::pair<const llvm::Function*, const llvm::Function*>, bool> same_bodies_;
  llvm::DenseMap<const llvm::GlobalVariable*, bool> same_variables_;  ///< of the target, with those of the source
  llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> partners_;
  StatesOfMemory memory_;  ///< of the source
  std::map<std::tuple<const llvm::Value*, const llvm::Type*, Number>, Number> loads_;
  llvm::DenseSet<const llvm::BasicBlock*> reached_;  ///< of the target, unless a constant leads elsewhere
  std::map<Key, std::vector<std::pair<const llvm::Instruction*, Number>>> expressions_;
  std::vector<Difference> differences_;
  std::set<std::tuple<Number, Number, PathPlace>> compared_;
};

}  // namespace assay::prove
