#include "services/worker/hunt/mutants.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "fuzzers/generate/program.h"

namespace assay::hunt {
namespace {

// How often a mutant starts from nothing although there are seeds: new shapes keep the hunt from circling its seeds.
constexpr unsigned kGeneratedPercent = 30;
// How often a mutant starts from a test of the passes that it is made for, where there are such.
constexpr unsigned kTestPercent = 60;

/// Streams of the batch's generator that are no mutant's number.
constexpr std::uint64_t kSwarmStream = ~std::uint64_t{0};

}  // namespace

static bool speaks_of_processor(const llvm::Attribute& attribute) {
  if (!attribute.isStringAttribute()) return attribute.hasAttribute(llvm::Attribute::VScaleRange);
  const llvm::StringRef name = attribute.getKindAsString();
  return name == "target-cpu" || name == "target-features" || name == "tune-cpu" || name.starts_with("aarch64_");
}

/// What seeds, and functions that they call, say of processors does not go with the one that a batch is for, nor with
/// other targets: a compiler refuses some of it.
static void forget_processors(llvm::Module& module) {
  for (llvm::Function& function : module) {
    llvm::AttributeMask said;
    for (const llvm::Attribute& attribute : function.getAttributes().getFnAttrs())
      if (speaks_of_processor(attribute)) said.addAttribute(attribute);
    function.removeFnAttrs(said);
  }
}

struct MutantSource::InputStream {
  InputStream(generate::Profile profile, bool swarm, const mutate::Seeds* donors) : base(profile), drawn(base) {
    mutate::Options options;
    options.profile = base;
    options.swarm = swarm;
    mutator = std::make_unique<mutate::Mutator>(options, donors);
  }

  generate::Profile base;
  generate::Profile drawn;  ///< what this batch makes of it
  unsigned weight = 0;      ///< in this batch
  std::vector<const llvm::Function*> starts;
  std::unique_ptr<mutate::Mutator> mutator;
};

MutantSource::MutantSource(llvm::LLVMContext& context, const InputOptions& options)
    : context_(context), options_(options) {}
MutantSource::~MutantSource() = default;

Result<std::unique_ptr<MutantSource>> MutantSource::open(llvm::LLVMContext& context, const InputOptions& options) {
  std::unique_ptr<MutantSource> source(new MutantSource(context, options));
  if (source->makes_programs()) {
    if (options.mix.front().profile != HuntSettings::kCsmith) return source;
    auto csmith = CsmithPrograms::open();
    if (!csmith) return Error{csmith.error()};
    source->csmith_ = std::move(*csmith);
    return source;
  }
  for (const Share& share : options.mix)
    if (auto known = generate::profile_named(share.profile); !known) return Error{known.error()};
  if (!options.seeds.empty()) {
    mutate::SeedOptions seed_options;
    seed_options.allow_undef = options.undef_inputs;
    auto seeds = mutate::Seeds::load(context, options.seeds, seed_options);
    if (!seeds) return Error{seeds.error()};
    source->seeds_ = std::move(*seeds);
    source->tests_ = TestsOfPasses(source->seeds_);
  }
  source->open_streams();
  source->begin_batch(0, {});
  return source;
}

void MutantSource::open_streams() {
  for (const std::string& name : generate::profile_names()) {
    generate::Profile profile = *generate::profile_named(name);
    profile.allow_undef = options_.undef_inputs;
    profile.language = options_.language;
    streams_.push_back(std::make_unique<InputStream>(std::move(profile), options_.swarm, &seeds_));
  }
  for (const mutate::Seed& seed : seeds_.all()) {
    if (options_.takes && !options_.takes(*seed.function)) continue;
    const std::string theme = theme_of(*seed.function);
    const bool intrinsics = llvm::any_of(llvm::instructions(*seed.function), [](const llvm::Instruction& each) {
      return llvm::isa<llvm::IntrinsicInst>(each);
    });
    for (const auto& stream : streams_)
      if (stream->base.name == theme || stream->base.name == "everything" ||
          (stream->base.name == "bitfields" && theme == "memory") || (stream->base.name == "intrinsics" && intrinsics))
        stream->starts.push_back(seed.function);
  }
}

void MutantSource::begin_batch(std::uint64_t batch_seed, const Mix& mix, const std::vector<std::string>& pipelines,
                               const std::string& triple) {
  batch_ = Rng(batch_seed);
  if (makes_programs()) return;
  tests_of_batch_ = tests_.of(pipelines, triple);
  Rng rng = batch_.fork(kSwarmStream);
  static const Mix plain{{"peephole", 1}};
  const Mix& shares = !options_.mix.empty() ? options_.mix : mix.empty() ? plain : mix;
  for (const auto& stream : streams_) {
    stream->weight = 0;
    for (const Share& share : shares)
      if (share.profile == stream->base.name) stream->weight += share.weight;
    // Seeds that a user gives are used, whatever the passes look at most.
    if (options_.mix.empty() && stream->weight == 0 && !stream->starts.empty() && stream->base.name != "intrinsics")
      stream->weight = 1;
    if (!options_.swarm) continue;
    stream->drawn = rng.chance(1, 3) ? stream->base : generate::swarm(stream->base, rng);
    stream->mutator->begin_batch(rng);
  }
}

MutantSource::InputStream& MutantSource::draw_stream(Rng& rng, bool with_starts) {
  std::uint64_t total = 0;
  for (const auto& stream : streams_)
    if (!with_starts || !stream->starts.empty()) total += stream->weight;
  std::uint64_t roll = rng.below(total);
  for (const auto& stream : streams_) {
    if (with_starts && !!stream->starts.empty()) continue;
    if (roll < stream->weight) return *stream;
    roll -= stream->weight;
  }
  return *streams_.front();
}

MutantSource::InputStream& MutantSource::stream_of(const llvm::Function& function) {
  const std::string theme = theme_of(function);
  const auto found = std::ranges::find_if(streams_, [&](const auto& stream) { return stream->base.name == theme; });
  return found == streams_.end() ? *streams_.front() : **found;
}

llvm::Function* MutantSource::make(llvm::Module& into, std::uint64_t index, const std::string& name) {
  llvm::Function* made = make_for_any(into, index, name);
  forget_processors(into);
  return made;
}

llvm::Function* MutantSource::make_for_any(llvm::Module& into, std::uint64_t index, const std::string& name) {
  Rng rng = batch_.fork(index);
  const bool can_mutate = std::any_of(streams_.begin(), streams_.end(),
                                      [](const auto& stream) { return stream->weight > 0 && !stream->starts.empty(); });
  if (!can_mutate || rng.chance(kGeneratedPercent, 100))
    return &generate::generate_function(into, rng, draw_stream(rng, false).drawn, name);
  if (!tests_of_batch_.empty() && rng.chance(kTestPercent, 100)) {
    const llvm::Function& test = *rng.pick(tests_of_batch_);
    return stream_of(test).mutator->mutant_of(test, into, rng, name);
  }
  InputStream& stream = draw_stream(rng, true);
  return stream.mutator->mutant_of(*rng.pick(stream.starts), into, rng, name);
}

bool MutantSource::make_program(llvm::Module& into, std::uint64_t index) {
  Rng rng = batch_.fork(index);
  if (!csmith_) {
    generate::generate_program(into, rng);
    return true;
  }
  if (!csmith_->add(into, rng())) return false;
  forget_processors(into);
  return true;
}

std::uint64_t MutantSource::discarded() const {
  std::uint64_t sum = 0;
  for (const auto& stream : streams_) sum += stream->mutator->statistics().discarded;
  return sum;
}

std::size_t MutantSource::seed_count() const {
  std::size_t most = 0;
  for (const auto& stream : streams_)
    if (stream->weight > 0) most = std::max(most, stream->starts.size());
  return most;
}

}  // namespace assay::hunt
