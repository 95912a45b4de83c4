#include "services/worker/rules/learn.h"

#include <algorithm>
#include <bit>
#include <map>

#include "services/common/sort_stably.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/rules/atoms.h"
#include "services/worker/rules/build.h"
#include "services/worker/rules/terms.h"
#include "services/worker/semantics/semantics.h"

namespace assay::rules {
namespace {

using llvm::APInt;

/// Of a few widths and constants each.
struct Row {
  Widths widths;
  std::vector<APInt> symbols;
};

/// A bit for each row.
class Rows {
 public:
  explicit Rows(std::size_t count) : words_((count + 63) / 64) {}
  void add(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  bool is_within(const Rows& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & ~other.words_[i]) != 0) return false;
    return true;
  }
  Rows operator&(const Rows& other) const {
    Rows both = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] &= other.words_[i];
    return both;
  }
  auto operator<=>(const Rows&) const = default;

 private:
  std::vector<std::uint64_t> words_;
};

std::vector<Widths> small_widths(const Pattern& pattern) {
  std::vector<std::uint32_t> integers;
  for (std::uint32_t i = 0; i < pattern.types.size(); ++i)
    if (pattern.types[i].family == Family::Integer) integers.push_back(i);
  const std::size_t symbols = pattern.symbols.size();
  std::vector<Widths> choices;
  if (integers.size() == 1) {
    for (std::uint32_t width = 1; width <= (symbols <= 1 ? 5 : symbols == 2 ? 4 : 3); ++width)
      choices.push_back({width});
  } else if (integers.size() == 2) {
    choices = {{1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}};
    if (symbols == 3) choices = {{1, 2}, {1, 3}, {2, 3}};
    if (symbols <= 1) choices.push_back({2, 5});
  } else if (integers.size() == 3) {
    choices = {{1, 2, 3}, {1, 2, 4}, {2, 3, 4}};
  }
  std::vector<Widths> all;
  for (const Widths& choice : choices) {
    Widths widths = own_widths(pattern);
    for (std::size_t i = 0; i < choice.size(); ++i) widths[integers[i]] = choice[i];
    all.push_back(std::move(widths));
  }
  return all;
}

/// What the interpreter says of rows, poison and undef left out: what is wrong with these alone a proof finds.
class Experiment {
 public:
  Experiment(const Pattern& pattern, std::vector<std::uint32_t> open, std::span<const APInt> symbols)
      : pattern_(pattern), open_(std::move(open)), symbols_(symbols) {
    constexpr std::size_t kMost = 600;
    for (const Widths& widths : small_widths(pattern)) {
      if (!has_operations_at(widths)) continue;
      for (auto& symbols : all_constants(pattern, widths, kMost)) rows_.push_back({widths, std::move(symbols)});
    }
    vacuous_.resize(rows_.size());
  }

  const std::vector<Row>& rows() const { return rows_; }
  void add(const Row& row) {
    rows_.push_back(row);
    vacuous_.emplace_back();
  }

  /// With these terms for the target's constants.
  bool holds(std::size_t row, const std::vector<Term>& terms) {
    std::vector<std::uint64_t> key{row};
    for (const Term& term : terms) {
      const auto value = evaluate(term, rows_[row].widths, rows_[row].symbols);
      if (!value) return false;
      key.push_back(value->getZExtValue());
    }
    const auto [known, is_new] = known_.emplace(std::move(key), false);
    if (is_new) known->second = run(with(terms), rows_[row]);
    return known->second;
  }

  /// Does it say something of other constants? Where one is zero that is none in the fold, most things hold.
  bool is_telling(std::size_t row) {
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (rows_[row].symbols[i].isZero() && !symbols_[i].isZero()) return false;
    return !is_vacuous(row);
  }

  /// The source is always poison, or undefined, there: anything holds.
  bool is_vacuous(std::size_t row) {
    if (!vacuous_[row]) vacuous_[row] = run(with_poison(pattern_), rows_[row]);
    return *vacuous_[row];
  }

  Pattern with(const std::vector<Term>& terms) const {
    Pattern made = pattern_;
    for (std::size_t i = 0; i < terms.size(); ++i) made.nodes[open_[i]].value = terms[i];
    return made;
  }

 private:
  /// Are there operations like the source's?
  bool has_operations_at(const Widths& widths) {
    std::vector<APInt> zeros;
    for (const std::uint32_t type : pattern_.symbols) zeros.push_back(APInt::getZero(widths[type]));
    return build(context_, with_poison(pattern_), widths, zeros).has_value();
  }

  bool run(const Pattern& pattern, const Row& row) {
    const auto instance = build(context_, pattern, row.widths, row.symbols);
    if (!instance) return false;
    const auto source = semantics::lower(*instance->source), target = semantics::lower(*instance->target);
    if (!source || !target) return false;
    interpret::CheckOptions options;
    options.undef_input = options.poison_input = false;
    options.budget = 100'000;
    options.samples = 128;
    const auto all = interpret::check_exhaustively(*source, *target, options);
    const auto result = all ? *all : interpret::check_sampled(*source, *target, options);
    return result.kind == interpret::CheckResult::Kind::Proved || result.kind == interpret::CheckResult::Kind::Passed;
  }

  const Pattern& pattern_;
  std::vector<std::uint32_t> open_;  ///< nodes of the target's own constants
  std::span<const APInt> symbols_;   ///< of the fold
  llvm::LLVMContext context_;
  std::vector<Row> rows_;
  std::vector<std::optional<bool>> vacuous_;
  std::map<std::vector<std::uint64_t>, bool> known_;
};

struct Guess {
  std::vector<Term> terms;  ///< of the target's constants
  std::vector<Term> precondition;
  double worth = 0;
};

/// Of a reader: the parts that terms are made of.
std::size_t effort_of(const Term& term) {
  std::size_t effort = 1;
  for (const Term& operand : term.operands) effort += effort_of(operand);
  return effort;
}
std::size_t effort_of(const std::vector<Term>& terms) {
  std::size_t effort = 0;
  for (const Term& term : terms) effort += effort_of(term);
  return effort;
}

/// The constants for which it holds, and what it takes to read it.
double worth_of(std::size_t constants, const Guess& guess) {
  return static_cast<double>(constants) *
         (1 - 0.02 * static_cast<double>(effort_of(guess.terms) + effort_of(guess.precondition)));
}

bool is_worth_more(const Guess& one, const Guess& other) { return one.worth > other.worth; }

/// Where conditions hold; of those that hold in the same rows the first.
std::vector<std::pair<const Term*, Rows>> distinct_conditions(const std::vector<Term>& conditions,
                                                              const std::vector<Row>& rows) {
  std::vector<std::pair<const Term*, Rows>> distinct;
  std::map<Rows, bool> seen;
  for (const Term& condition : conditions) {
    Rows where(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (holds({condition}, rows[row].widths, rows[row].symbols)) where.add(row);
    if (where.size() != rows.size() && seen.emplace(where, true).second)
      distinct.emplace_back(&condition, std::move(where));
  }
  return distinct;
}

/// Conjunctions of at most three conditions that hold in no row that is wrong, by how many useful ones they leave.
std::vector<Guess> preconditions(Experiment& experiment, const std::vector<Term>& terms,
                                 const std::vector<std::pair<const Term*, Rows>>& conditions) {
  const std::size_t count = experiment.rows().size();
  Rows right(count), useful(count);
  for (std::size_t row = 0; row < count; ++row) {
    if (!experiment.holds(row, terms)) continue;
    right.add(row);
    if (experiment.is_telling(row)) useful.add(row);
  }
  if (count != 0 && useful.size() == 0) return {};
  if (right.size() == count) {
    Guess always{terms, {}, 0};
    always.worth = worth_of(useful.size(), always);
    return {always};
  }
  std::vector<std::pair<const Term*, Rows>> distinct;
  for (const auto& [condition, where] : conditions)
    if ((where & useful).size() != 0) distinct.emplace_back(condition, where);
  std::vector<Guess> found;
  const auto consider = [&](const Rows& where, std::initializer_list<const Term*> parts) {
    if (!where.is_within(right)) return false;
    const std::size_t worth = (where & useful).size();
    if (worth == 0) return true;
    Guess guess{terms, {}, 0};
    for (const Term* part : parts) guess.precondition.push_back(*part);
    guess.worth = worth_of(worth, guess);
    found.push_back(std::move(guess));
    return true;
  };
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    if (consider(distinct[i].second, {distinct[i].first})) continue;
    for (std::size_t j = i + 1; j < distinct.size(); ++j) {
      const Rows two = distinct[i].second & distinct[j].second;
      if (consider(two, {distinct[i].first, distinct[j].first})) continue;
      for (std::size_t k = j + 1; k < distinct.size(); ++k)
        consider(two & distinct[k].second, {distinct[i].first, distinct[j].first, distinct[k].first});
    }
  }
  sort_stably(found, is_worth_more);
  constexpr std::size_t kMost = 6;
  if (found.size() > kMost) found.resize(kMost);
  return found;
}

/// All ways to pick one of each list, those with simple terms first.
std::vector<std::vector<Term>> choices_of(const std::vector<std::vector<Term>>& lists) {
  constexpr std::size_t kMostOfAList = 14, kMost = 64;
  std::vector<std::pair<std::size_t, std::vector<Term>>> all{{0, {}}};
  for (const std::vector<Term>& list : lists) {
    std::vector<std::pair<std::size_t, std::vector<Term>>> longer;
    for (const auto& [effort, terms] : all)
      for (std::size_t i = 0; i < std::min(list.size(), kMostOfAList); ++i) {
        longer.emplace_back(effort + i, terms);
        longer.back().second.push_back(list[i]);
      }
    all = std::move(longer);
    sort_stably(all, [](const auto& a, const auto& b) { return a.first < b.first; });
    if (all.size() > kMost) all.resize(kMost);
  }
  std::vector<std::vector<Term>> choices;
  for (auto& [effort, terms] : all) choices.push_back(std::move(terms));
  return choices;
}

/// How many are right and useful of a part of the rows, less what it takes to read the terms.
double trial(Experiment& experiment, const std::vector<Term>& terms) {
  constexpr std::size_t kRows = 48;
  const std::size_t count = experiment.rows().size(), step = std::max<std::size_t>(1, count / kRows);
  std::size_t right = 0;
  for (std::size_t row = 0; row < count; row += step)
    right += experiment.holds(row, terms) && experiment.is_telling(row);
  return static_cast<double>(right) * (1 - 0.03 * static_cast<double>(effort_of(terms)));
}

}  // namespace

std::vector<std::vector<APInt>> all_constants(const Pattern& pattern, const Widths& widths, std::size_t most) {
  std::vector<std::vector<APInt>> all{{}};
  for (const std::uint32_t type : pattern.symbols) {
    if (widths[type] > 16 || (all.size() << widths[type]) > most) return {};
    std::vector<std::vector<APInt>> longer;
    for (const auto& symbols : all)
      for (std::uint64_t value = 0; value < std::uint64_t{1} << widths[type]; ++value) {
        longer.push_back(symbols);
        longer.back().emplace_back(widths[type], value);
      }
    all = std::move(longer);
  }
  return all;
}

struct Learner::State {
  State(const Pattern& of, std::span<const APInt> of_symbols)
      : pattern(of), symbols(of_symbols.begin(), of_symbols.end()), experiment(pattern, open_constants(), symbols) {}

  /// Nodes of constants that the target alone has.
  std::vector<std::uint32_t> open_constants() const {
    const std::vector<std::uint32_t> in_source = reached_from(pattern, pattern.source);
    std::vector<std::uint32_t> open;
    for (const std::uint32_t node : reached_from(pattern, pattern.target))
      if (pattern.nodes[node].kind == NodeKind::Constant && std::ranges::find(in_source, node) == in_source.end() &&
          pattern.types[pattern.nodes[node].type].family == Family::Integer)
        open.push_back(node);
    return open;
  }

  void choose_terms() {
    std::vector<std::vector<Term>> lists;
    for (const std::uint32_t node : open_constants()) {
      const Node& constant = pattern.nodes[node];
      const APInt value(pattern.types[constant.type].bits, constant.value.number);
      lists.push_back(terms_for(pattern, constant.type, value, symbols));
      lists.back().push_back(constant.value);
    }
    std::vector<std::pair<double, std::vector<Term>>> ranked;
    for (auto& terms : choices_of(lists)) ranked.emplace_back(trial(experiment, terms), std::move(terms));
    sort_stably(ranked, [](const auto& a, const auto& b) { return a.first > b.first; });
    constexpr std::size_t kMost = 8;
    if (ranked.size() > kMost) ranked.resize(kMost);
    for (auto& [worth, terms] : ranked) choices.push_back(std::move(terms));
  }

  void guess() {
    guesses.clear();
    const auto distinct = distinct_conditions(conditions, experiment.rows());
    for (const std::vector<Term>& terms : choices) {
      auto more = preconditions(experiment, terms, distinct);
      guesses.insert(guesses.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    sort_stably(guesses, is_worth_more);
    is_stale = false;
  }

  const Pattern pattern;
  const std::vector<APInt> symbols;
  Experiment experiment;
  std::vector<std::vector<Term>> choices;  ///< for the target's constants
  std::vector<Term> conditions;
  std::vector<Guess> guesses;
  std::vector<Pattern> given;
  bool is_stale = true;  ///< rows came in since the guesses were made
};

Learner::Learner(const Pattern& pattern, std::span<const APInt> symbols)
    : state_(std::make_unique<State>(pattern, symbols)) {
  state_->choose_terms();
  state_->conditions = conditions_for(pattern, symbols);
}
Learner::~Learner() = default;

std::optional<Pattern> Learner::next() {
  if (state_->is_stale) state_->guess();
  for (const Guess& guess : state_->guesses) {
    Pattern learned = state_->experiment.with(guess.terms);
    learned.precondition = guess.precondition;
    if (std::ranges::find(state_->given, learned) != state_->given.end()) continue;
    state_->given.push_back(learned);
    return learned;
  }
  return std::nullopt;
}

void Learner::learn_from(const Widths& widths, const std::vector<std::vector<APInt>>& constants) {
  for (const auto& symbols : constants) state_->experiment.add({widths, symbols});
  state_->is_stale = true;
}

}  // namespace assay::rules
