#include "fuzzers/mutate/mutate.h"

#include <llvm/IR/Verifier.h>

#include "fuzzers/generate/metadata.h"
#include "fuzzers/mutate/mutators.h"
#include "fuzzers/mutate/policy.h"

namespace assay::mutate {
namespace {

// What a profile has no use for gets no weight: memory, calls and metadata come in only where the profile has them.
Select mutators_for(const generate::Profile& profile) {
  const unsigned memory = profile.memory_percent > 0 ? 1 : 0;
  const unsigned calls = profile.call_percent > 0 ? 1 : 0;
  const unsigned metadata = profile.metadata_percent > 0 ? 1 : 0;
  return Select(
      Weighted(10, ReplaceOperand{}), Weighted(6, ConstantOperand{}), Weighted(2, PoisonOperand{}),
      Weighted(2, FreezeOperand{}), Weighted(5, SwapOperands{}), Weighted(4, AddUse{}), Weighted(8, GrowOperand{}),
      Weighted(14, PerturbConstant{}), Weighted(9, ChangeOpcode{}), Weighted(10, ToggleFlags{}),
      Weighted(7, ChangePredicate{}), Weighted(3, Reassociate{}), Weighted(2, Commute{}),
      Weighted(4, DeleteInstruction{}), Weighted(3, DuplicateInstruction{}), Weighted(4, MoveInstruction{}),
      Weighted(3, WrapInSelect{}), Weighted(2, WrapInBranch{}), Weighted(2, SelectToBranch{}), Weighted(3, EditPhi{}),
      Weighted(3, ResizeWeb{}), Weighted(8, ResizeFunction{}), Weighted(4, ChangeAttributes{}),
      Weighted(2 * metadata, AnyAttribute{}), Weighted(1, WidenAttribute{}), Weighted(1, ChangeMetadata{}),
      Weighted(1, WidenMetadata{}), Weighted(6, SpliceExpression{}), Weighted(1, ScalarToVector{}),
      Weighted(2, VectorToScalars{}), Weighted(2, CloneBlock{}), Weighted(1, WrapInLoop{}), Weighted(1, Unswitch{}),
      Weighted(1, UnswitchLoop{}), Weighted(4 * memory, ChangeAlignment{}), Weighted(1 * memory, ToggleVolatile{}),
      Weighted(4 * memory, ChangeGep{}), Weighted(6 * memory, InsertAccess{}),
      Weighted(profile.rarity_percent > 0 ? 1 : 0, ChangeAddressSpace{}), Weighted(2, EditTerminator{}),
      Weighted(3 * memory, ToMemory{}), Weighted(2 * memory, FromMemory{}), Weighted(3 * calls, InlineCall{}),
      Weighted(2 * calls, OutlineOperation{}), Weighted(4 * metadata, AnyMetadata{}),
      Weighted(1 * metadata, GlobalMetadata{}), Weighted(3 * metadata, TransplantMetadata{}));
}

using Policy = Repeat<Retry<Select>>;

Policy policy_of(const Options& options) {
  return Repeat{options.min_edits, options.max_edits, Retry{12, mutators_for(options.profile)}};
}

}  // namespace

struct Mutator::Parts {
  Options options;
  const Seeds* donors;
  Policy policy;
  std::uint64_t kept = 0;
  std::uint64_t discarded = 0;

  Select& select() { return policy.inner.inner; }
};

Mutator::Mutator(Options options, const Seeds* donors) {
  parts_ = std::make_unique<Parts>(Parts{options, donors, policy_of(options)});
  if (options.only.empty()) return;
  for (Select::Entry& entry : parts_->select().entries())
    entry.batch_weight = entry.weight = llvm::is_contained(options.only, entry.name) ? 1 : 0;
}

Mutator::~Mutator() = default;

llvm::Function* Mutator::mutate(llvm::Function& function, Rng& rng) {
  Subject subject{&function, rng, parts_->options, parts_->donors};
  if (!parts_->policy.apply(subject)) return nullptr;
  if (!rng.chance(1, 20)) generate::drop_dead_code(*subject.function);
  if (!parts_->options.profile.allow_undef) fill_slots(*subject.function);
  // An edit's own operations must not stand unconstrained among constrained ones.
  if (subject.function->hasFnAttribute(llvm::Attribute::StrictFP)) generate::constrain_floats(*subject.function, rng);
  generate::complete_debug_info(*subject.function);
  if (llvm::verifyFunction(*subject.function)) {
    ++parts_->discarded;
    return nullptr;
  }
  ++parts_->kept;
  return subject.function;
}

llvm::Function* Mutator::mutant_of(const llvm::Function& seed, llvm::Module& into, Rng& rng, const std::string& name) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    llvm::Function* copy = copy_function(seed, into, name, parts_->options.profile.call_percent > 0);
    if (copy == nullptr) return nullptr;
    const std::string actual_name = copy->getName().str();
    if (llvm::Function* mutant = mutate(*copy, rng)) return mutant;
    // An edit may have put another function in the copy's place.
    into.getFunction(actual_name)->eraseFromParent();
  }
  return nullptr;
}

void Mutator::begin_batch(Rng& rng) {
  if (!parts_->options.swarm) return;
  static constexpr unsigned kFactors[] = {0, 0, 1, 1, 1, 4};
  bool any = false;
  for (Select::Entry& entry : parts_->select().entries()) {
    entry.batch_weight = entry.weight * kFactors[rng.below(std::size(kFactors))];
    any = any || entry.batch_weight != 0;
  }
  if (!any)
    for (Select::Entry& entry : parts_->select().entries()) entry.batch_weight = entry.weight;
}

Statistics Mutator::statistics() const {
  Statistics statistics{parts_->kept, parts_->discarded, {}};
  for (const Select::Entry& entry : parts_->select().entries())
    statistics.mutators.push_back({std::string(entry.name), entry.tried, entry.applied});
  return statistics;
}

Result<Statistics> make_mutants(
    const Seeds& seeds, const Options& options, std::uint64_t seed, std::uint64_t count,
    const std::function<Status(const llvm::Module&, std::uint64_t number, const Seed& start)>& take) {
  Mutator mutator(options, &seeds);
  Rng batch = Rng(seed).fork(~std::uint64_t{0});
  mutator.begin_batch(batch);
  for (std::uint64_t number = 0; number < count && !seeds.empty(); ++number) {
    const Seed& start = seeds.all()[number % seeds.size()];
    const llvm::Module& from = *start.function->getParent();
    llvm::Module module("mutant", from.getContext());
    module.setDataLayout(from.getDataLayout());
    module.setTargetTriple(from.getTargetTriple());
    Rng rng = Rng(seed).fork(number);
    if (mutator.mutant_of(*start.function, module, rng, start.function->getName().str()) == nullptr) continue;
    if (Status bad = take(module, number, start)) return *bad;
  }
  return mutator.statistics();
}

std::vector<std::string> Mutator::mutator_names() {
  std::vector<std::string> names;
  const Select select = mutators_for(generate::Profile{});
  for (const Select::Entry& entry : select.entries()) names.emplace_back(entry.name);
  return names;
}

}  // namespace assay::mutate
