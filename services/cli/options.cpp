#include "services/cli/options.h"

#include <CLI/CLI.hpp>

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

}  // namespace assay::cli
