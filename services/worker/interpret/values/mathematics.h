#pragma once

#include <llvm/ADT/APInt.h>

#include <optional>
#include <span>
#include <string_view>

#include "services/worker/semantics/types.h"

namespace assay::interpret {

/// While one that is wanted lives, the mathematical functions that nobody rounds correctly (cos, exp2, …) give on this
/// thread what the machine's own library gives, for half, bfloat, float, double and x86_fp80. Else they are any
/// functions: a counterexample that holds for some function need not hold for the real one. Nor does one tell anything
/// for which a function of another width was taken, or one of the NaNs that a function may give.
class RealMathematics {
 public:
  explicit RealMathematics(bool wanted) : before_(on_) { on_ |= wanted; }
  ~RealMathematics() { on_ = before_; }
  RealMathematics(const RealMathematics&) = delete;
  RealMathematics& operator=(const RealMathematics&) = delete;
  static bool is_on() { return on_; }
  /// Has anything been guessed since the last forget()?
  static bool has_guessed() { return on_ && guessed_; }
  static void guess() { guessed_ = true; }
  static void forget() { guessed_ = false; }

 private:
  static thread_local bool on_, guessed_;
  bool before_;
};

/// What the function of that name (as semantics' rows spell it) gives for numbers of that format. Nothing for other
/// functions and for formats that the machine's library has none for.
std::optional<llvm::APInt> real_value(std::string_view name, semantics::FloatFormat format,
                                      std::span<const llvm::APInt> arguments);

}  // namespace assay::interpret
