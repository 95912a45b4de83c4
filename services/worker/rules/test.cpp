#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "services/worker/ir/ir.h"
#include "services/worker/rules/build.h"
#include "services/worker/rules/prove.h"
#include "services/worker/rules/rules.h"

namespace assay::rules {
namespace {

using llvm::APInt;

/// A function that a compiler which knows the rule rewrites, or leaves alone.
struct Case {
  std::string name;
  Widths widths;
  std::vector<APInt> symbols;
  unsigned lanes = 1;
  bool is_rewritten = true;
};

std::vector<APInt> constants_of(const Pattern& pattern, const std::vector<std::uint64_t>& numbers) {
  std::vector<APInt> constants;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    constants.emplace_back(pattern.types[pattern.symbols[i]].bits, numbers[i]);
  return constants;
}

std::string name_of(const Widths& widths) {
  std::string name = "rule";
  for (const std::uint32_t width : widths) name += "_" + std::to_string(width);
  return name;
}

/// Is the source always poison, or undefined?
bool is_vacuous(const Pattern& pattern, const Widths& widths, const std::vector<APInt>& symbols) {
  check::Options options;
  options.oracles = check::Oracles::Interpreter;
  check::Checker checker(options);
  return holds(with_poison(pattern), widths, symbols, checker).value_or(true);
}

/// Constants that say something: no zeros, if there are others.
std::optional<std::vector<APInt>> telling_constants(const Pattern& pattern, const Widths& widths) {
  constexpr std::size_t kMost = 24;
  auto all = constants_that_fit(pattern, widths, kMost, 1);
  std::erase_if(all, [&](const auto& symbols) { return is_vacuous(pattern, widths, symbols); });
  const auto has_zero = [](const auto& symbols) { return std::ranges::any_of(symbols, &APInt::isZero); };
  const auto first = std::ranges::find_if_not(all, has_zero);
  if (first != all.end()) return *first;
  return all.empty() ? std::nullopt : std::optional(all.back());
}

std::vector<Case> cases_of(const Rule& rule) {
  const Pattern& pattern = rule.pattern;
  const Widths own = own_widths(pattern);
  const std::vector<APInt> example = constants_of(pattern, rule.example);
  std::vector<Case> cases{{name_of(own), own, example}};
  constexpr std::size_t kMoreWidths = 2;
  for (std::size_t i = rule.proved.size(); i-- > 0 && cases.size() <= kMoreWidths;) {
    if (rule.proved[i] == own) continue;
    if (auto constants = telling_constants(pattern, rule.proved[i]))
      cases.push_back({name_of(rule.proved[i]), rule.proved[i], std::move(*constants)});
  }
  cases.push_back({name_of(own) + "_vector", own, example, 2});
  if (!rule.against.empty())
    cases.push_back({"not_" + name_of(own), own, constants_of(pattern, rule.against), 1, false});
  return cases;
}

}  // namespace

std::string example_of(const Rule& rule) {
  llvm::LLVMContext context;
  const auto instance =
      build(context, rule.pattern, own_widths(rule.pattern), constants_of(rule.pattern, rule.example));
  return instance ? ir::without_head(ir::print(*instance->module)) : "";
}

LitTest test_of(const Rule& rule) {
  llvm::LLVMContext context;
  llvm::Module before("before", context), after("after", context);
  const Pattern& pattern = rule.pattern;
  for (const Case& each : cases_of(rule)) {
    llvm::Function* source =
        add_function(before, each.name, pattern, pattern.source, each.widths, each.symbols, each.lanes);
    if (source == nullptr || !each.is_rewritten) continue;
    if (add_function(after, each.name, pattern, pattern.target, each.widths, each.symbols, each.lanes) == nullptr)
      source->eraseFromParent();
  }
  return {ir::without_head(ir::print(before)), ir::without_head(ir::print(after))};
}

}  // namespace assay::rules
