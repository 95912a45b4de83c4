#pragma once

#include <llvm/IR/InstrTypes.h>

#include "services/worker/semantics/emitter.h"

/// What is promised at the call of an intrinsic that is lowered to operations: by attributes of arguments and of the
/// result, by metadata, and by nnan and ninf. It holds there as at any call (LangRef, parameter attributes, fast-math
/// flags): arguments are checked first, the result at last. A call that stays one is checked by the machines.
namespace assay::semantics {

/// What is promised of the result.
Promises result_promises_of(const Emitter& out, const llvm::CallBase& call);
/// What allocalign and allocsize promise of the result of a call (LangRef, parameter and function attributes), by
/// numbers that are written or computed. Writes what computes them. Of a call that is known to allocate, what is
/// computed is not promised: the machines give it an object of that size and alignment.
Promises allocation_promises(Emitter& out, const llvm::CallBase& call, const CallFacts& facts);
/// An argument, checked.
Slots checked_argument(Emitter& out, const llvm::CallBase& call, unsigned index);

/// Stands for the call's arguments and its result while the operations are written that compute it.
class PromisesAround {
 public:
  PromisesAround(Emitter& out, const llvm::CallBase& call);
  /// The result is written: checks it.
  void finish();
  /// Nothing was written: everything is as it was.
  void give_up();

 private:
  void restore();

  Emitter& out_;
  const llvm::CallBase& call_;
  std::vector<std::pair<const llvm::Value*, Slots>> before_;
  Slots result_, written_;
  Promises promises_;
  std::uint64_t broken_ = 0;  ///< classes of numbers that nnan and ninf exclude
};

/// The classes of numbers that nnan and ninf of a call exclude from its result.
std::uint64_t classes_excluded_by(Flags flags);
/// The value with zeros of any sign, if it is of floats and the call has nsz.
Slots with_open_zeros(Emitter& out, const llvm::CallBase& call, Slots value);

}  // namespace assay::semantics
