#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "services/worker/refine/encoder/plan.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

/// A function that is compared, and those that it reaches by direct calls and whose bodies an optimizer may use.
class Callees {
 public:
  struct Body {
    semantics::Function function;
    Plan plan;  ///< no steps: too many blocks
  };
  /// Lowers the functions that `function` calls, for the same environment. A function that can't be lowered stays
  /// unknown. With `replaceable`, also those that the linker may replace, at calls that are to be inlined even so.
  Callees(const semantics::Function& function, unsigned bound, std::size_t limit, bool replaceable = false);

  const semantics::Function& top() const { return top_; }
  /// Null if the body is not used.
  const Body* find(const llvm::Function& callee) const;
  /// `top` and all bodies.
  std::vector<const semantics::Function*> functions() const;
  bool empty() const { return bodies_.empty(); }
  /// Is one of the bodies one that the linker may replace?
  bool has_replaceable() const;
  /// Drops the bodies of functions whose promises are not followed where their calls are run, unless the same function
  /// in the module of `other` (the source's) promises the same. Else a promise that a rewrite added would go unchecked.
  void drop_new_promises(const Callees& other);
  Callees without_bodies() const { return Callees(top_); }

 private:
  explicit Callees(const semantics::Function& function) : top_(function) {}
  const semantics::Function& top_;
  std::map<std::string, std::unique_ptr<Body>> bodies_;  ///< by name; the order is the same in every run
};

/// Does the module define the function, in a way that the linker can't replace?
bool has_body(const llvm::Function& function);
/// What readonly and readnone of the callee's parameter, or at the call, forbid for pointers based on it (1 << Mark),
/// where that can be followed to the end.
unsigned marks_at(const llvm::CallBase& call, const llvm::Function& callee, unsigned argument);
/// Does the function, or this call of it, promise something of its arguments or result that is not checked where the
/// call is run?
bool has_unfollowed_promises(const llvm::CallBase& call, const llvm::Function& callee);
/// Is it a function of internal or private linkage whose text differs in the other module? Calls of it in source and
/// target are then calls of two unrelated functions.
bool changed_inside(const llvm::Function& function, const llvm::Module& other);

}  // namespace assay::refine
