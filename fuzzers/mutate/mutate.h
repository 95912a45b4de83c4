#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/seeds.h"
#include "services/common/rng.h"

/// Makes new functions from old ones by small edits that keep them well formed.
namespace assay::mutate {

struct Options {
  unsigned min_edits = 1;  ///< edits per mutant, drawn anew for each
  unsigned max_edits = 4;
  unsigned max_instructions = 60;  ///< a function as large as this is not grown further
  bool swarm = false;  ///< each batch (see Mutator::begin_batch) draws its own subset of mutators and weights
  std::vector<std::string> only;  ///< mutators' names: nothing but they are applied, each as often as the others
  /// How new instructions and constants are made; also says whether undef is allowed and which LLVM must read the
  /// result.
  generate::Profile profile = generate::peephole_profile();
};

struct MutatorCount {
  std::string name;
  std::uint64_t tried = 0;    ///< how often it was drawn
  std::uint64_t applied = 0;  ///< how often it found a place for its edit
};

struct Statistics {
  std::uint64_t kept = 0;       ///< mutants that passed the verifier and differ from their seed
  std::uint64_t discarded = 0;  ///< mutants that did not pass it, thrown away
  std::vector<MutatorCount> mutators;
};

/// A copy, without a name and in the same module, with every integer of one width at another. Constants follow: -1, the
/// signed extremes and the width itself stay what they are, others are cut. Null if something can't be resized.
llvm::Function* resized_copy(llvm::Function& function, unsigned from, unsigned to);

class Mutator {
 public:
  /// `donors`, where given, lends expressions for splices; it must outlive the mutator and live in the same context
  /// as the functions that are mutated.
  explicit Mutator(Options options, const Seeds* donors = nullptr);
  ~Mutator();
  Mutator(const Mutator&) = delete;
  Mutator& operator=(const Mutator&) = delete;

  /// Edits the function in place and verifies it. The result is the function itself or, when an edit changed its
  /// signature, another of the same name that has taken its place; null if no edit was possible or the verifier
  /// refused the result: the function is then in an unknown state and must be erased.
  llvm::Function* mutate(llvm::Function& function, Rng& rng);
  /// Copies the seed into the module under that name and mutates the copy. A refused mutant is erased and counted, and
  /// another is tried; null after ten. The seed is untouched.
  llvm::Function* mutant_of(const llvm::Function& seed, llvm::Module& into, Rng& rng, const std::string& name);
  /// In swarm mode, draws which mutators the following mutants may use and how often.
  void begin_batch(Rng& rng);

  Statistics statistics() const;
  /// Every mutator's name, in a fixed order.
  static std::vector<std::string> mutator_names();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Mutants of the seeds in turn, the same for the same seed: `take` gets the module of each, its number and what it was
/// made of. What it complains of ends it, and is the error.
Result<Statistics> make_mutants(
    const Seeds& seeds, const Options& options, std::uint64_t seed, std::uint64_t count,
    const std::function<Status(const llvm::Module&, std::uint64_t number, const Seed& start)>& take);

}  // namespace assay::mutate
