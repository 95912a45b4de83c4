#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

#include <optional>

#include "services/worker/semantics/types.h"

namespace llvm {
class CallBase;
}

namespace assay::semantics {

/// The rounding mode where an instruction runs.
struct RoundingState {
  Rounding mode = Rounding::NearestTiesToEven;
  bool known = true;  ///< false: a function that was called may have set another one since
};

/// Which rounding mode is set where in a function, if `at_entry` is set at its entry. There is one mode at a time:
/// llvm.set.rounding sets it, and an operation that names another one than is set has undefined behaviour (LangRef,
/// constrained floating-point intrinsics).
class RoundingModes {
 public:
  RoundingModes(const llvm::Function& function, Rounding at_entry);

  /// Before a call in the function. Nothing if the mode depends on the path, or on a value that is computed.
  std::optional<RoundingState> before(const llvm::CallBase& call) const;
  /// Does the function change the mode for others: for its caller, or for functions that it calls?
  bool leaves_another_mode() const { return leaves_another_mode_; }
  /// Does an operation with dynamic rounding stand behind a call that may have changed the mode?
  bool trusts_calls() const { return trusts_calls_; }

 private:
  /// In a block that is reached.
  struct State : RoundingState {
    bool conflict = false;  ///< it depends on the path, or is computed
    bool set_here = false;  ///< the function may have set one
    bool operator==(const State& other) const {
      return mode == other.mode && known == other.known && conflict == other.conflict && set_here == other.set_here;
    }
  };
  static State joined(const State& a, const State& b);
  /// The state behind the instruction; nothing if it is not reached.
  std::optional<State> after(const llvm::Instruction& instruction, State state);
  void look_at(const llvm::Instruction& instruction, const State& state);

  Rounding at_entry_;
  bool leaves_another_mode_ = false;
  bool trusts_calls_ = false;
  llvm::DenseMap<const llvm::Instruction*, State> before_;
};

/// May the operation's meaning depend on the mode: a constrained operation with dynamic rounding, a strict call of a
/// library function that rounds, llvm.get.rounding, llvm.set.rounding?
bool depends_on_rounding(const llvm::CallBase& call);
/// The mode that a constrained operation names; nothing for a dynamic one, and for other calls.
std::optional<Rounding> named_rounding(const llvm::CallBase& call);
/// As FLT_ROUNDS numbers them.
std::uint64_t number_of(Rounding rounding);

}  // namespace assay::semantics
