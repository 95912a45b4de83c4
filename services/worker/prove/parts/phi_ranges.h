#pragma once

#include <optional>

#include "services/worker/prove/parts/expression_pair.h"
#include "services/worker/prove/parts/undef_values.h"

namespace assay::prove {

/// In which ranges the source's phis always lie, in all rounds of its loops: found by assuming it of all and proving it
/// of what comes in. Looked for when it is asked for.
class PhiRanges {
 public:
  PhiRanges(const llvm::Function& source, const StepsInCommon& common, bool undef, ExpressionCutter& parts,
            const ProvesPart& proves)
      : source_(source), common_(common), undef_(source, undef), parts_(parts), proves_(proves) {}

  const Ranges& all();
  /// Is the source's value, if it is not poison, at least 0 as a signed number?
  bool is_not_negative(const llvm::Value& value);

 private:
  std::optional<llvm::ConstantRange> guess(const llvm::PHINode& phi) const;
  bool lies_in(const llvm::Value& value, const llvm::ConstantRange& range, const llvm::Value* condition, bool when);
  bool holds(const llvm::PHINode& phi, const llvm::ConstantRange& range);

  const llvm::Function& source_;
  const StepsInCommon& common_;
  UndefValues undef_;
  ExpressionCutter& parts_;
  const ProvesPart& proves_;
  std::optional<Ranges> known_;
  llvm::DenseMap<const llvm::Value*, bool> not_negative_;
};

}  // namespace assay::prove
