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
  /// Lowers what `function` calls, as it was lowered itself. What can't be lowered stays unknown. `replaceable`: bodies
  /// too that the linker may replace, where calls are to be inlined even so.
  Callees(const semantics::Function& function, unsigned bound, std::size_t limit, bool replaceable = false);

  const semantics::Function& top() const { return top_; }
  /// Null if the body is not used.
  const Body* find(const llvm::Function& callee) const;
  /// `top` and all bodies.
  std::vector<const semantics::Function*> functions() const;
  bool empty() const { return bodies_.empty(); }
  /// Is one of the bodies such?
  bool has_replaceable() const;
  /// Takes away the bodies of functions that promise things of their arguments which are not followed in calls, unless
  /// the module of `other`, whose promises are taken for granted, promises the same: what a rewrite has added would go
  /// unchecked.
  void drop_new_promises(const Callees& other);
  Callees without_bodies() const { return Callees(top_); }

 private:
  explicit Callees(const semantics::Function& function) : top_(function) {}
  const semantics::Function& top_;
  std::map<std::string, std::unique_ptr<Body>> bodies_;  ///< by name; the order is the same in every run
};

/// Does the module say what the function does, for good?
bool has_body(const llvm::Function& function);
/// Does the function promise things of its arguments or result that are not followed where its call is run?
bool has_unfollowed_promises(const llvm::Function& function);
/// Functions that only the module knows, and does not know as the other one does: of these, calls in source and target
/// have nothing to do with each other.
bool changed_inside(const llvm::Function& function, const llvm::Module& other);

}  // namespace assay::refine
