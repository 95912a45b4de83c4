#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::refine::smt {

/// The rewrite rules of Terms, each a named fact of algebra (rules.def).
enum class Rule : std::uint16_t {
#define ASSAY_RULE(name, fact) name,
#include "services/worker/refine/smt/rules.def"
  RuleCount,
};
constexpr std::size_t kRules = static_cast<std::size_t>(Rule::RuleCount);

std::string_view name_of(Rule rule);
std::string_view fact_of(Rule rule);

/// Which rules are off, and which have been asked for. Asking costs nothing until a rule matches.
class RuleSwitches {
 public:
  void switch_off(Rule rule) { off_[index(rule)] = true; }
  bool was_used(Rule rule) const { return used_[index(rule)]; }
  /// Whether a rule that matches may be applied.
  bool use(Rule rule) {
    used_[index(rule)] = true;
    return !off_[index(rule)];
  }

 private:
  static std::size_t index(Rule rule) { return static_cast<std::size_t>(rule); }
  std::array<bool, kRules> off_{}, used_{};
};

}  // namespace assay::refine::smt
