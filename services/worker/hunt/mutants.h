#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/mutate.h"
#include "services/common/status.h"

namespace assay::hunt {

/// Where mutants come from: generated, or mutated from seeds.
struct InputOptions {
  std::vector<std::string> seeds;   ///< files and folders; none: everything is generated
  bool undef_inputs = false;
  unsigned language = 22;           ///< the oldest LLVM that must be able to read the mutants
  std::string profile = "peephole";
};

/// Makes mutant number i of a batch, a function of (batch seed, i) and the seed files alone.
class MutantSource {
 public:
  static Result<std::unique_ptr<MutantSource>> open(llvm::LLVMContext& context, const InputOptions& options);

  /// Adds the mutant to the module under the name given; null if nothing valid came of the attempts (counted).
  llvm::Function* make(llvm::Module& into, std::uint64_t batch_seed, std::uint64_t index, const std::string& name);
  std::uint64_t discarded() const;
  /// Seeds that the profile can use.
  std::size_t seed_count() const { return starts_.size(); }
  const std::vector<mutate::SkippedSeed>& skipped() const { return seeds_.skipped(); }
  llvm::LLVMContext& context() const { return context_; }

 private:
  MutantSource(llvm::LLVMContext& context, const InputOptions& options, generate::Profile profile);

  llvm::LLVMContext& context_;
  generate::Profile profile_;
  mutate::Seeds seeds_;
  std::vector<const mutate::Seed*> starts_;
  std::unique_ptr<mutate::Mutator> mutator_;
};

}  // namespace assay::hunt
