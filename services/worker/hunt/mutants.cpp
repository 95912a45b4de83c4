#include "services/worker/hunt/mutants.h"

namespace assay::hunt {
namespace {

// How often a mutant starts from nothing although there are seeds: new shapes keep the hunt from circling its seeds.
constexpr unsigned kGeneratedPercent = 30;

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
  }
  mutate::Options mutator_options;
  mutator_options.profile = source->profile_;
  source->mutator_ = std::make_unique<mutate::Mutator>(mutator_options, &source->seeds_);
  return source;
}

llvm::Function* MutantSource::make(llvm::Module& into, std::uint64_t batch_seed, std::uint64_t index,
                                   const std::string& name) {
  Rng rng = Rng(batch_seed).fork(index);
  if (seeds_.empty() || rng.chance(kGeneratedPercent, 100))
    return &generate::generate_function(into, rng, profile_, name);
  return mutator_->mutant_of(*rng.pick(seeds_.all()).function, into, rng, name);
}

std::uint64_t MutantSource::discarded() const { return mutator_->statistics().discarded; }

}  // namespace assay::hunt
