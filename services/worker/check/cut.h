#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace assay::check {

/// What an optimizer changed in a function, cut out of it: expressions that stand where others stood.
struct Cut {
  std::unique_ptr<llvm::Module> module;  ///< holds the functions below; null if there are none
  /// Each pair computes one value before and after. Its parameters are the values that both functions compute in the
  /// same way.
  std::vector<std::pair<llvm::Function*, llvm::Function*>> parts;
};

/// The target refines the source if the target of each part refines its source, for all arguments, poison included: the
/// functions run in step and do the same but for these expressions (docs/adr/0019-only-what-changed.md). That a part
/// does not refine says nothing. Nothing where the functions do not run in step, or where so little is the same that
/// nothing would be gained. `undef`: arguments may be undef. Both functions must live in one context.
std::optional<Cut> cut_to_changes(const llvm::Function& source, const llvm::Function& target, bool undef);

}  // namespace assay::check
