#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "fuzzers/generate/generate.h"
#include "fuzzers/generate/program.h"
#include "services/cli/output.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/ir/ir.h"

namespace assay::cli {
namespace {

struct GenerateArguments : MakingOptions {
  std::string size;
  std::vector<std::string> widths;
  std::vector<std::string> weights;
  bool swarm = false;
  bool programs = false;
};

std::optional<unsigned> number_in(std::string_view text) {
  unsigned number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

Status set_widths(const std::vector<std::string>& texts, generate::Profile& profile) {
  if (!texts.empty()) profile.widths.clear();
  for (const std::string& text : texts) {
    const auto colon = text.find(':');
    const auto bits = number_in(std::string_view(text).substr(0, colon));
    const auto weight =
        colon == std::string::npos ? std::optional(1u) : number_in(std::string_view(text).substr(colon + 1));
    if (!bits || !weight || *bits < 1 || *bits > 128 || *weight > 10'000)
      return Error{"--widths: '" + text + "': expected bits from 1 to 128, perhaps with a weight, as in 8:3"};
    profile.widths.push_back({*bits, *weight});
  }
  return std::nullopt;
}

Status set_weights(const std::vector<std::string>& texts, generate::Profile& profile) {
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    const auto weight =
        equals == std::string::npos ? std::nullopt : number_in(std::string_view(text).substr(equals + 1));
    std::string known;
    bool found = false;
    for (std::size_t index = 0; index < generate::kFamilyCount; ++index) {
      const std::string name(generate::name_of(static_cast<generate::Family>(index)));
      known += (index == 0 ? "" : ", ") + name;
      if (text.substr(0, equals) != name) continue;
      found = true;
      if (weight) profile.weights[index] = *weight;
    }
    if (!found || !weight || *weight > 10'000)
      return Error{"--weight: '" + text + "': expected FAMILY=NUMBER; families are " + known};
  }
  return std::nullopt;
}

Result<generate::Profile> complete_profile(const GenerateArguments& arguments) {
  auto profile = profile_of(arguments);
  if (!profile) return profile;
  if (!arguments.size.empty())
    if (Status bad = parse_span(arguments.size, profile->min_instructions, profile->max_instructions))
      return Error{"--size: " + bad->message};
  if (Status bad = set_widths(arguments.widths, *profile)) return *bad;
  if (Status bad = set_weights(arguments.weights, *profile)) return *bad;
  return profile;
}

int run_generate(const GenerateArguments& arguments) {
  const auto profile = complete_profile(arguments);
  if (!profile) return refuse(profile.error());
  const std::uint64_t seed = seed_of(arguments);
  const std::string kind = arguments.programs ? "--programs" : "--profile=" + arguments.profile;
  const char* things = arguments.programs ? "programs" : "functions";
  const std::string head = "; assay generate " + kind + " --seed=" + std::to_string(seed) + "\n";
  const bool separate = arguments.json || !arguments.folder.empty();
  if (arguments.programs && !separate && arguments.count != 1)
    return refuse("several programs are several modules: -o names a folder for them");
  nlohmann::json made = nlohmann::json::array();
  llvm::LLVMContext context;
  auto module = std::make_unique<llvm::Module>("generated", context);
  set_layout(*module);
  for (std::uint64_t index = 0; index < arguments.count; ++index) {
    // Function number i is the same, however many are asked for.
    Rng rng = Rng(seed).fork(index);
    const std::string name = arguments.programs ? "main" : "f" + std::to_string(index);
    if (arguments.programs)
      generate::generate_program(*module, rng);
    else
      generate::generate_function(*module, rng, arguments.swarm ? generate::swarm(*profile, rng) : *profile, name);
    if (!separate) continue;
    const std::string text = ir::print(*module);
    if (arguments.json) made.push_back({{"name", name}, {"ir", text}});
    if (!arguments.folder.empty())
      if (Status bad = write_module(arguments.folder, std::to_string(seed) + "-" + std::to_string(index), head + text))
        return refuse(bad->message);
    module = std::make_unique<llvm::Module>("generated", context);
    set_layout(*module);
  }
  if (arguments.json)
    std::printf("%s\n",
                dump({{"seed", seed}, {"profile", arguments.programs ? "programs" : arguments.profile}, {things, made}})
                    .c_str());
  else if (!separate)
    std::printf("%s%s", head.c_str(), ir::print(*module).c_str());
  else
    std::fprintf(stderr, "assay: %llu %s by seed %llu in %s\n", static_cast<unsigned long long>(arguments.count),
                 things, static_cast<unsigned long long>(seed), arguments.folder.c_str());
  return kSuccess;
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<GenerateArguments>();
  arguments->profile = "peephole";
  CLI::App* verb = app.add_subcommand("generate", "make functions from nothing");
  verb->description(
      "Prints valid functions that optimizers find something to do in. The same seed, profile and options make the "
      "same\n"
      "functions on any machine; the seed stands in the first line of what is printed.\n\n"
      "Exit code: 0 made, 2 bad usage, or a file can't be written.");
  add_making_options(*verb, *arguments, "functions");
  verb->add_option("--size", arguments->size, "about how many instructions: 3..14 (the profile's)");
  verb->add_option("--widths", arguments->widths, "integer widths, perhaps with weights: 8:3,16,32 (the profile's)")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--weight", arguments->weights, "FAMILY=NUMBER: how often a family is drawn; may be repeated")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--swarm", arguments->swarm, "each function draws its own part of the profile's weights and widths");
  CLI::Option* programs = verb->add_flag(
      "--programs", arguments->programs,
      "whole programs instead, each a module: closed, without undefined behaviour, they print what they compute");
  for (const char* of_functions : {"--profile", "--size", "--widths", "--weight", "--swarm", "--undef", "--language"})
    programs->excludes(verb->get_option(of_functions));
  verb->callback([arguments, &action] { action = [arguments] { return run_generate(*arguments); }; });
}

}  // namespace assay::cli
