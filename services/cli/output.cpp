#include "services/cli/output.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>

namespace assay::cli {

void add_making_options(CLI::App& verb, MakingOptions& options, const std::string& things) {
  std::string profiles;
  for (const std::string& name : generate::profile_names()) profiles += (profiles.empty() ? "" : ", ") + name;
  verb.add_option("--profile", options.profile, "what new instructions are like: " + profiles)->capture_default_str();
  verb.add_option("--count", options.count, "how many " + things)
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  verb.add_option("--seed", options.seed, "a number (random, printed)");
  verb.add_option("-o,--output", options.folder, "folder for a file each (standard output)");
  verb.add_option("--language", options.language, "the oldest LLVM that must read it")
      ->check(CLI::Range(14, 22))
      ->capture_default_str();
  verb.add_flag("--undef", options.undef, "undef may be used");
  verb.add_flag("--json", options.json, "print one JSON object with the text of each");
}

std::uint64_t seed_of(const MakingOptions& options) { return options.seed ? *options.seed : std::random_device()(); }

Result<generate::Profile> profile_of(const MakingOptions& options) {
  auto profile = generate::profile_named(options.profile);
  if (!profile) return profile.wrap("--profile");
  profile->allow_undef = options.undef;
  profile->language = options.language;
  return profile;
}

Status parse_span(const std::string& text, unsigned& least, unsigned& most) {
  static const std::regex form(R"(^(\d{1,6})(?:(?:\.\.|-)(\d{1,6}))?$)");
  std::smatch match;
  if (!std::regex_match(text, match, form)) return Error{"'" + text + "': expected a number or a span such as 3..14"};
  least = static_cast<unsigned>(std::stoul(match[1]));
  most = match[2].matched ? static_cast<unsigned>(std::stoul(match[2])) : least;
  if (least > most) return Error{"'" + text + "': the first number is larger than the second"};
  return std::nullopt;
}

Status write_module(const std::string& folder, const std::string& name, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string path = (std::filesystem::path(folder) / (name + ".ll")).string();
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) return Error{path + ": can't be written"};
  return std::nullopt;
}

void set_layout(llvm::Module& module) {
  module.setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
}

}  // namespace assay::cli
