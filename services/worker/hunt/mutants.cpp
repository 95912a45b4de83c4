#include "services/worker/hunt/mutants.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace assay::hunt {
namespace {

// How often a mutant starts from nothing although there are seeds: new shapes keep the hunt from circling its seeds.
constexpr unsigned kGeneratedPercent = 30;

/// Integers and vectors of them, no memory and no calls but intrinsics.
bool is_value_function(const llvm::Function& function) {
  const auto plain = [](const llvm::Type* type) {
    return !type->isPtrOrPtrVectorTy() && !type->isFPOrFPVectorTy() && !type->isArrayTy();
  };
  if (!plain(function.getReturnType())) return false;
  for (const llvm::Argument& argument : function.args())
    if (!plain(argument.getType())) return false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!plain(instruction.getType()) || instruction.mayReadOrWriteMemory()) {
      const bool is_assumption = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::assume;
      if (!is_assumption) return false;
    }
    if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic) return false;
  }
  return true;
}

}  // namespace

MutantSource::MutantSource(llvm::LLVMContext& context, const InputOptions& options, generate::Profile profile)
    : context_(context), profile_(std::move(profile)) {
  profile_.allow_undef = options.undef_inputs;
  profile_.language = options.language;
}

Result<std::unique_ptr<MutantSource>> MutantSource::open(llvm::LLVMContext& context, const InputOptions& options) {
  auto profile = generate::profile_named(options.profile);
  if (!profile) return Error{profile.error()};
  std::unique_ptr<MutantSource> source(new MutantSource(context, options, std::move(*profile)));
  if (!options.seeds.empty()) {
    mutate::SeedOptions seed_options;
    seed_options.allow_undef = options.undef_inputs;
    auto seeds = mutate::Seeds::load(context, options.seeds, seed_options);
    if (!seeds) return Error{seeds.error()};
    source->seeds_ = std::move(*seeds);
    // A profile without memory is a hunt in the language of values: seeds of another language stay out of it.
    for (const mutate::Seed& seed : source->seeds_.all())
      if (source->profile_.memory_percent > 0 || is_value_function(*seed.function)) source->starts_.push_back(&seed);
  }
  mutate::Options mutator_options;
  mutator_options.profile = source->profile_;
  source->mutator_ = std::make_unique<mutate::Mutator>(mutator_options, &source->seeds_);
  return source;
}

llvm::Function* MutantSource::make(llvm::Module& into, std::uint64_t batch_seed, std::uint64_t index,
                                   const std::string& name) {
  Rng rng = Rng(batch_seed).fork(index);
  if (starts_.empty() || rng.chance(kGeneratedPercent, 100))
    return &generate::generate_function(into, rng, profile_, name);
  return mutator_->mutant_of(*rng.pick(starts_)->function, into, rng, name);
}

std::uint64_t MutantSource::discarded() const { return mutator_->statistics().discarded; }

}  // namespace assay::hunt
