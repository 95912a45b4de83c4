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
class CallBase;
class Function;
class Instruction;
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

/// Is there something that could match the access or call with Match::Yes? Nothing does where the pointer comes from a
/// phi, a load, a call or an object of the function's own, nor where the callee is computed.
bool may_match_surely(const llvm::Instruction& instruction);

/// Can one call stand for the other: do both call the function of a name, an argument, assembly, or a pointer that is
/// computed?
bool may_be_of_one_callee(const llvm::CallBase& a, const llvm::CallBase& b);

/// What is called, by a name that is the same in both functions, whatever values are called in them.
std::string name_of_callee(const llvm::CallBase& call);

/// The callee of a call that `lacks` in the target what all those of the source's bodies have that call the same with
/// the same arguments; where there is none of these, all that call the same. Empty: none.
std::string callee_that_lost(llvm::ArrayRef<const llvm::Function*> source, const llvm::Function& target,
                             llvm::function_ref<bool(const llvm::CallBase&)> has,
                             llvm::function_ref<bool(const llvm::CallBase&)> lacks);

/// The instructions of a function by what they do, so that few are compared with one of the other function.
class Counterparts {
 public:
  explicit Counterparts(const llvm::Function& function);

  /// Calls `visit(instruction, how)` for each that matches, until that returns true. Was one true?
  template <typename Visit>
  bool any_of(const llvm::Instruction& instruction, Visit visit) const {
    const auto any_among = [&](const auto& map, auto key) {
      const auto found = map.find(key);
      if (found == map.end()) return false;
      for (const llvm::Instruction* each : found->second)
        if (const Match how = match(instruction, *each); how != Match::No && visit(*each, how)) return true;
      return false;
    };
    const std::optional<std::uint64_t> key = key_of(instruction);
    if (!key) return any_among(by_opcode_, opcode_of(instruction));
    return any_among(keyed_, *key) || any_among(without_key_, opcode_of(instruction));
  }

 private:
  using Instructions = std::vector<const llvm::Instruction*>;

  static unsigned opcode_of(const llvm::Instruction& instruction);
  /// Of two that have one and match, the keys are equal. None where the place or the callee is computed.
  static std::optional<std::uint64_t> key_of(const llvm::Instruction& instruction);

  llvm::DenseMap<unsigned, Instructions> by_opcode_, without_key_;
  llvm::DenseMap<std::uint64_t, Instructions> keyed_;
};

/// Is one instruction of a function run whenever another is, before it or behind it?
class OnEachWay {
 public:
  explicit OnEachWay(const llvm::Function& function) : function_(function) {}
  bool operator()(const llvm::Instruction& runs, const llvm::Instruction& wherever);

 private:
  const llvm::Function& function_;
  std::optional<llvm::DominatorTree> before_;
  std::optional<llvm::PostDominatorTree> behind_;
};

}  // namespace assay::semantics
