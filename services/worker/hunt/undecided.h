#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "services/common/records.h"
#include "services/common/status.h"

/// Examples of pairs that the judge left undecided, kept in a folder for whoever wants to know what was not checked.
namespace assay::hunt {

class UndecidedExamples {
 public:
  /// Of one reason; more are not kept, by however many jobs the folder is shared.
  static constexpr int kMost = 10;

  /// Makes the folder if it isn't there; the error says why it can't be written to.
  static Result<UndecidedExamples> open(const std::string& folder);

  /// Keeps the pair as REASON.NUMBER.source.ll and REASON.NUMBER.target.ll, which `assay check` reads, unless there are
  /// enough of this reason. `made_by` says by which compiler and passes; the first line has it with the verdict.
  void add(const Verdict& verdict, const std::string& made_by, const llvm::Function& source,
           const llvm::Function& target) const;

 private:
  explicit UndecidedExamples(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace assay::hunt
