#include "services/cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "services/common/processors.h"

namespace assay::cli {

unsigned default_jobs() { return granted_processors(); }

CLI::Option* as_duration(CLI::Option* option, std::uint64_t plain) {
  const auto in_units = [plain](std::string& text) -> std::string {
    const auto milliseconds = parse_milliseconds(text, plain);
    if (!milliseconds) return milliseconds.error();
    const std::uint64_t whole = *milliseconds / plain, rest = *milliseconds % plain;
    text = std::to_string(whole) + (rest == 0 ? "" : "." + std::to_string(1000 + rest).substr(1));
    return {};
  };
  return option->transform(CLI::Validator(in_units, "", "duration"))->type_name("DURATION");
}

CLI::Option* stdin_once(CLI::Option* files) {
  return files->check(
      [files](const std::string& file) -> std::string {
        if (file != "-") return "";
        const std::vector<std::string>& all = files->results();
        return std::ranges::count(all, file) > 1 ? "standard input (-) is named twice, and can be read once" : "";
      },
      "");
}

CLI::Option* at_least_one(CLI::Option* option) {
  return option->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000'000}));
}

}  // namespace assay::cli
