#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class Value;
}  // namespace llvm

/// Which instruction of the source one of the target may be, whatever was done to what it computes with. Texts are
/// compared, not values.
namespace assay::semantics {

enum class Match : unsigned char {
  No,     ///< does something else, or to something else
  Maybe,  ///< with operands that are computed
  Yes,    ///< does the same with the same arguments, variables and constants
};

/// Accesses match by location and width, calls by callee and arguments, others by operation and operands.
Match match(const llvm::Instruction& a, const llvm::Instruction& b);

/// Are they one value, as what calls are given?
Match match_operand(const llvm::Value& a, const llvm::Value& b);

/// Could something match it with Match::Yes? Nothing does an access by a pointer that comes from a phi, a load, a call
/// or an object of the function's own.
bool may_match_surely(const llvm::Instruction& instruction);

/// Can one call stand for the other: do both call the function of a name, an argument, assembly, or a pointer that is
/// computed?
bool may_be_of_one_callee(const llvm::CallBase& a, const llvm::CallBase& b);

/// What is called, by a name that is the same in both functions, whatever values are called in them.
std::string name_of_callee(const llvm::CallBase& call);

/// The callee of a call that `lacks` in the target what those of the source's bodies have that call the same with the
/// same arguments; where there is none of these, that call the same: all have it, or more do than in the target, where
/// more lack it. Empty: none.
std::string callee_that_lost(llvm::ArrayRef<const llvm::Function*> source, const llvm::Function& target,
                             llvm::function_ref<bool(const llvm::CallBase&)> has,
                             llvm::function_ref<bool(const llvm::CallBase&)> lacks);

/// The instructions of a function by what they do, so that few are compared with one of the other function.
class Counterparts {
 public:
  using Instructions = std::vector<const llvm::Instruction*>;
  explicit Counterparts(const llvm::Function& function);

  /// Calls `visit(instruction, how)` for each that matches, until that returns true. Was one true?
  template <typename Visit>
  bool any_of(const llvm::Instruction& instruction, Visit visit) const {
    const auto matches = [&](const llvm::Instruction& each) {
      const Match how = match(instruction, each);
      return how != Match::No && visit(each, how);
    };
    const std::optional<std::uint64_t> key = key_of(instruction);
    if (!key) return any_among(by_opcode_, opcode_of(instruction), matches);
    return any_among(keyed_, *key, matches) || any_among(without_key_, opcode_of(instruction), matches);
  }
  /// Those that match with Match::Yes and meet the condition, which is asked first.
  template <typename Condition>
  Instructions sure_of(const llvm::Instruction& instruction, Condition condition) const {
    Instructions found;
    if (!may_match_surely(instruction)) return found;
    const auto add = [&](const llvm::Instruction& each) {
      if (condition(each) && match(instruction, each) == Match::Yes) found.push_back(&each);
      return false;
    };
    const std::optional<std::uint64_t> key = key_of(instruction);
    if (key) any_among(keyed_, *key, add);
    any_among(key ? sure_without_key_ : sure_, opcode_of(instruction), add);
    return found;
  }

 private:
  template <typename Map, typename Key, typename Holds>
  static bool any_among(const Map& map, Key key, const Holds& holds) {
    const auto found = map.find(key);
    if (found == map.end()) return false;
    for (const llvm::Instruction* each : found->second)
      if (holds(*each)) return true;
    return false;
  }

  static unsigned opcode_of(const llvm::Instruction& instruction);
  /// Of two that have one and match, the keys are equal. None where the place or the callee is computed.
  static std::optional<std::uint64_t> key_of(const llvm::Instruction& instruction);

  llvm::DenseMap<unsigned, Instructions> by_opcode_, without_key_;
  llvm::DenseMap<unsigned, Instructions> sure_, sure_without_key_;  ///< of those that may match surely
  llvm::DenseMap<std::uint64_t, Instructions> keyed_;
};

/// Is one instruction of a function run whenever another is, before it or behind it? Behind it only where nothing
/// between them may keep control: calls that do not return, loops.
class OnEachWay {
 public:
  explicit OnEachWay(const llvm::Function& function) : function_(function) {}
  bool operator()(const llvm::Instruction& runs, const llvm::Instruction& wherever);

 private:
  bool goes_on(const llvm::Instruction& from, const llvm::Instruction& to);

  const llvm::Function& function_;
  std::optional<bool> always_goes_on_;
  std::optional<llvm::DominatorTree> before_;
  std::optional<llvm::PostDominatorTree> behind_;
};

}  // namespace assay::semantics
