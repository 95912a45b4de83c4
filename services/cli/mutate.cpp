#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "fuzzers/mutate/mutate.h"
#include "services/cli/file_guard.h"
#include "services/cli/output.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/ir/ir.h"

namespace assay::cli {
namespace {

struct MutateArguments : MakingOptions {
  std::vector<std::string> files;
  std::string edits = "1..4";
  std::vector<std::string> mutators;
  mutate::Options options;
  bool list = false;
};

Status complete(MutateArguments& arguments) {
  auto profile = profile_of(arguments);
  if (!profile) return Error{profile.error()};
  arguments.options.profile = std::move(*profile);
  if (Status bad = parse_span(arguments.edits, arguments.options.min_edits, arguments.options.max_edits))
    return Error{"--edits: " + bad->message};
  const auto known = mutate::Mutator::mutator_names();
  for (const std::string& name : arguments.mutators)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Error{"--mutators: no mutator named '" + name + "' (see --list)"};
  arguments.options.only = arguments.mutators;
  if (arguments.files.empty() && !arguments.list) return Error{"which files or folders? (see assay mutate --help)"};
  return std::nullopt;
}

nlohmann::json statistics_of(const mutate::Statistics& statistics) {
  nlohmann::json counts = nlohmann::json::object();
  for (const mutate::MutatorCount& each : statistics.mutators)
    if (each.tried > 0) counts[each.name] = {{"tried", each.tried}, {"applied", each.applied}};
  return {{"kept", statistics.kept}, {"discarded", statistics.discarded}, {"mutators", counts}};
}

/// Writes mutants one by one, or gathers them.
class Sink {
 public:
  Sink(const MutateArguments& arguments, std::uint64_t seed) : arguments_(arguments), seed_(seed) {}

  Status take(const llvm::Module& module, std::uint64_t index, const std::string& origin) {
    const std::string text = ir::print(module);
    if (arguments_.json) made_.push_back({{"origin", origin}, {"ir", text}});
    const std::string head =
        "; assay mutate --seed=" + std::to_string(seed_) + ", mutant " + std::to_string(index) + " of " + origin + "\n";
    if (!arguments_.folder.empty())
      return write_module(arguments_.folder, std::to_string(seed_) + "-" + std::to_string(index), head + text);
    if (!arguments_.json) std::printf("%s%s\n", head.c_str(), text.c_str());
    return std::nullopt;
  }
  const nlohmann::json& made() const { return made_; }

 private:
  const MutateArguments& arguments_;
  std::uint64_t seed_;
  nlohmann::json made_ = nlohmann::json::array();
};

void print_summary(const MutateArguments& arguments, std::uint64_t seed, const mutate::Seeds& seeds,
                   const mutate::Statistics& statistics, const Sink& sink) {
  if (arguments.json) {
    nlohmann::json skipped = nlohmann::json::array();
    for (const mutate::SkippedSeed& each : seeds.skipped())
      skipped.push_back({{"origin", each.origin}, {"reason", each.reason}});
    std::printf(
        "%s\n",
        dump(
            {{"seed", seed}, {"mutants", sink.made()}, {"skipped", skipped}, {"statistics", statistics_of(statistics)}})
            .c_str());
    return;
  }
  for (const mutate::SkippedSeed& each : seeds.skipped()) complain("skipped " + each.text());
  std::fprintf(stderr, "assay: seed %llu, %llu mutants kept, %llu thrown away by the verifier\n",
               static_cast<unsigned long long>(seed), static_cast<unsigned long long>(statistics.kept),
               static_cast<unsigned long long>(statistics.discarded));
}

int run_mutate(MutateArguments arguments) {
  if (Status bad = complete(arguments)) return refuse(bad->message);
  if (arguments.list) {
    for (const std::string& name : mutate::Mutator::mutator_names()) std::printf("%s\n", name.c_str());
    return kSuccess;
  }
  llvm::LLVMContext context;
  mutate::SeedOptions seed_options;
  seed_options.allow_undef = arguments.undef;
  seed_options.max_instructions = 2'000;
  seed_options.max_blocks = 500;
  arguments.options.max_instructions = 2'000;
  const auto seeds = [&] {
    const std::size_t others = arguments.files.size() - 1;
    const FileGuard guard(
        arguments.files.front() + (others == 0 ? "" : " or one of " + std::to_string(others) + " more"), "reading it");
    return mutate::Seeds::load(context, arguments.files, seed_options);
  }();
  if (!seeds || seeds->empty()) {
    complain(seeds ? "no usable function in the files given" : seeds.error());
    if (seeds)
      for (const mutate::SkippedSeed& each : seeds->skipped()) complain(each.text());
    return kUsage;
  }
  const std::uint64_t seed = seed_of(arguments);
  Sink sink(arguments, seed);
  const auto made =
      mutate::make_mutants(*seeds, arguments.options, seed, arguments.count,
                           [&](const llvm::Module& module, std::uint64_t number, const mutate::Seed& start) {
                             return sink.take(module, number, start.origin);
                           });
  if (!made) return refuse(made.error());
  print_summary(arguments, seed, *seeds, *made, sink);
  return made->kept > 0 ? kSuccess : kNegative;
}

}  // namespace

void add_mutate(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<MutateArguments>();
  arguments->profile = "everything";
  CLI::App* verb = app.add_subcommand("mutate", "make new functions of given ones by small edits");
  verb->description(
      "Prints mutants of the functions in files or folders (.ll, .bc), each in turn. Every mutant passes the "
      "verifier;\n"
      "the same seed, files and options make the same mutants on any machine. Functions that can't be used are "
      "named.\n\n"
      "Exit code: 0 made, 1 no edit was possible, 2 bad input or usage.");
  verb->add_option("files", arguments->files, "files or folders");
  add_making_options(*verb, *arguments, "mutants in all");
  verb->add_option("--edits", arguments->edits, "edits that are stacked in one mutant: 1..4")->capture_default_str();
  verb->add_option("--mutators", arguments->mutators, "only these, equally often: toggle-flags,edit-phi")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--list", arguments->list, "print the mutators' names and nothing else");
  verb->add_flag("--swarm", arguments->options.swarm, "the seed draws a part of the mutators, and other weights");
  verb->callback([arguments, &action] { action = [arguments] { return run_mutate(*arguments); }; });
}

}  // namespace assay::cli
