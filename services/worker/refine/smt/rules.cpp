#include "services/worker/refine/smt/rules.h"

#include <algorithm>

namespace assay::refine::smt {
namespace {

struct Row {
  std::string_view name, fact;
};
constexpr Row kRows[] = {
#define ASSAY_RULE(name, fact) {#name, fact},
#include "services/worker/refine/smt/rules.def"
};

}  // namespace

std::string_view name_of(Rule rule) { return kRows[static_cast<std::size_t>(rule)].name; }

std::string_view fact_of(Rule rule) { return kRows[static_cast<std::size_t>(rule)].fact; }

std::optional<Rule> rule_named(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) { return row.name == name; });
  if (found == std::end(kRows)) return std::nullopt;
  return static_cast<Rule>(found - std::begin(kRows));
}

}  // namespace assay::refine::smt
