#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/mutate.h"
#include "services/common/status.h"
#include "services/common/work.h"
#include "services/worker/hunt/csmith.h"
#include "services/worker/hunt/mix.h"
#include "services/worker/hunt/tests_of_passes.h"

namespace assay::hunt {

/// Where mutants come from: generated, or mutated from seeds.
struct InputOptions {
  std::vector<std::string> seeds;  ///< files and folders; none: everything is generated
  bool undef_inputs = false;
  unsigned language = 22;  ///< the oldest LLVM that must be able to read the mutants
  Mix mix;                 ///< nothing but these profiles, and seeds of their themes; empty: begin_batch says
  /// Which seeds are of use; none: all are.
  std::function<bool(const llvm::Function&)> takes;
  bool swarm = true;  ///< each batch draws its own mutators, weights and widths
};

/// Makes mutant number i of a batch, a function of (batch seed, mix, i) and the seed files alone.
class MutantSource {
 public:
  static Result<std::unique_ptr<MutantSource>> open(llvm::LLVMContext& context, const InputOptions& options);
  ~MutantSource();

  /// Draws what the batch's mutants are made of. `mix` counts where the options name none. Many of them are made of
  /// seeds that are tests of the pipelines' passes, for the architecture of the triple, where there are such.
  void begin_batch(std::uint64_t batch_seed, const Mix& mix, const std::vector<std::string>& pipelines = {},
                   const std::string& triple = {});
  /// Adds mutant `index` of the batch to the module under the name given, for no processor, like what it calls; null if
  /// nothing valid came of the attempts (counted).
  llvm::Function* make(llvm::Module& into, std::uint64_t index, const std::string& name);
  /// Are the mutants programs?
  bool makes_programs() const {
    return !options_.mix.empty() && HuntSettings::is_of_programs(options_.mix.front().profile);
  }
  /// Adds program `index` of the batch to an empty module, for no processor. False: nothing came of it.
  bool make_program(llvm::Module& into, std::uint64_t index);

  std::uint64_t discarded() const;
  /// Seeds that the mix can use.
  std::size_t seed_count() const;
  const std::vector<mutate::SkippedSeed>& skipped() const { return seeds_.skipped(); }
  llvm::LLVMContext& context() const { return context_; }

 private:
  /// A profile with what is mutated in its manner.
  struct InputStream;
  MutantSource(llvm::LLVMContext& context, const InputOptions& options);
  /// With what its seed says of processors.
  llvm::Function* make_for_any(llvm::Module& into, std::uint64_t index, const std::string& name);
  void open_streams();
  InputStream& draw_stream(Rng& rng, bool with_starts);
  InputStream& stream_of(const llvm::Function& function);

  llvm::LLVMContext& context_;
  InputOptions options_;
  std::unique_ptr<CsmithPrograms> csmith_;  ///< where they are the programs
  mutate::Seeds seeds_;
  TestsOfPasses tests_;
  std::vector<const llvm::Function*> tests_of_batch_;
  std::vector<std::unique_ptr<InputStream>> streams_;
  Rng batch_{0};
};

}  // namespace assay::hunt
