#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "services/common/rng.h"
#include "services/worker/ir/ir.h"
#include "services/worker/rules/build.h"
#include "services/worker/rules/learn.h"
#include "services/worker/rules/prove.h"
#include "services/worker/rules/rules.h"
#include "services/worker/rules/terms.h"

namespace assay::rules {
namespace {

using llvm::APInt;

constexpr std::size_t kMostSymbols = 3;
constexpr std::uint32_t kMostSolverTime = 1'000;  // milliseconds; there are many widths

check::Options limited(check::Options judge) {
  judge.smt_timeout_ms = std::min(judge.smt_timeout_ms, kMostSolverTime);
  return judge;
}

/// Makes one fold a rule, step by step.
class Generalizer {
 public:
  explicit Generalizer(const check::Options& judge) : seed_(judge.seed), checker_(limited(judge)) {}

  Result<Rule> run(Pattern pattern) {
    pattern_ = std::move(pattern);
    if (pattern_.nodes[pattern_.source].kind != NodeKind::Operation) return Error{"the source is no operation"};
    const auto holds_alone = holds(pattern_, own_widths(pattern_), symbols_, checker_);
    if (!holds_alone) return Error{"alone it is not decided"};
    if (!*holds_alone) return Error{"it holds only where it stands"};
    cut_leaves();
    drop_promises();
    pattern_ = tidied(pattern_);
    if (text_of(pattern_, pattern_.source) == text_of(pattern_, pattern_.target))
      return Error{"the same is computed twice"};
    if (Status bad = name_constants()) return *bad;
    return proved_one();
  }

 private:
  bool still_holds(const Pattern& pattern) {
    return holds(pattern, own_widths(pattern), symbols_, checker_).value_or(false);
  }
  bool take_if_it_holds(Pattern changed) {
    if (!still_holds(changed)) return false;
    pattern_ = std::move(changed);
    return true;
  }

  /// What need not be looked into is a variable; the nearest to the root first.
  void cut_leaves() {
    for (std::uint32_t i = static_cast<std::uint32_t>(pattern_.nodes.size()); i-- > 0;) {
      const auto reached = reached_from(pattern_, pattern_.source);
      if (i == pattern_.source || std::ranges::find(reached, i) == reached.end()) continue;
      if (pattern_.nodes[i].kind != NodeKind::Operation) continue;
      Pattern changed = pattern_;
      Node variable;
      variable.type = changed.nodes[i].type;
      changed.nodes[i] = variable;
      take_if_it_holds(std::move(changed));
    }
  }

  /// Flags and noundef that are not needed.
  void drop_promises() {
    for (std::uint32_t i = 0; i < pattern_.nodes.size(); ++i) {
      if (pattern_.nodes[i].is_noundef) {
        Pattern changed = pattern_;
        changed.nodes[i].is_noundef = false;
        take_if_it_holds(std::move(changed));
      }
      const auto reached = reached_from(pattern_, pattern_.source);
      if (std::ranges::find(reached, i) == reached.end()) continue;
      for (std::size_t k = pattern_.nodes[i].flags.size(); k-- > 0;) {
        Pattern changed = pattern_;
        const std::string flag = changed.nodes[i].flags[k];
        std::erase(changed.nodes[i].flags, flag);
        if (take_if_it_holds(changed)) continue;
        // What the target took over from the source it may lose with it.
        for (const std::uint32_t node : reached_from(changed, changed.target))
          std::erase(changed.nodes[node].flags, flag);
        take_if_it_holds(std::move(changed));
      }
    }
  }

  static bool is_special(std::uint64_t value, unsigned width) {
    return value <= 1 || value == APInt::getAllOnes(width).getZExtValue();
  }

  /// Constants of the source become C1, C2, …: if they are many, equal ones are one, then 0, 1 and -1 stay what they
  /// are.
  Status name_constants() {
    std::vector<std::uint32_t> constants;
    for (const std::uint32_t node : reached_from(pattern_, pattern_.source))
      if (pattern_.nodes[node].kind == NodeKind::Constant && !is_fixed(node)) constants.push_back(node);
    const bool are_many = constants.size() > kMostSymbols;
    std::vector<std::uint32_t> named;
    for (const std::uint32_t node : constants) {
      Node& constant = pattern_.nodes[node];
      const unsigned width = pattern_.types[constant.type].bits;
      const std::uint64_t value = constant.value.number;
      if (are_many && is_special(value, width)) {
        constant.value = value <= 1 ? make_number(constant.type, value) : make_literal(constant.type, TermOp::AllOnes);
        continue;
      }
      std::uint32_t symbol = 0;
      while (symbol < symbols_.size() &&
             !(are_many && pattern_.symbols[symbol] == constant.type && symbols_[symbol].getZExtValue() == value))
        ++symbol;
      if (symbol == symbols_.size()) {
        pattern_.symbols.push_back(constant.type);
        symbols_.emplace_back(width, value);
      }
      constant.value = make_symbol(pattern_, symbol);
    }
    if (symbols_.size() > kMostSymbols) return Error{"more than three constants"};
    return std::nullopt;
  }

  /// An i1, or an argument that must be a constant of its own type.
  bool is_fixed(std::uint32_t node) const {
    if (pattern_.types[pattern_.nodes[node].type].family == Family::Bit) return true;
    return std::ranges::any_of(pattern_.nodes, [&](const Node& user) {
      return user.op == "llvm.is.fpclass" && std::ranges::find(user.operands, node) != user.operands.end();
    });
  }

  Result<Rule> proved_one() {
    constexpr std::size_t kMostAttempts = 10, kMoreRows = 64;
    std::string why = "no condition on its constants was found";
    Learner learner(pattern_, symbols_);
    for (std::size_t attempt = 0; attempt < kMostAttempts; ++attempt) {
      const auto learned = learner.next();
      if (!learned) break;
      Proof proof = prove(*learned, checker_, seed_);
      if (!proof.refuted && !proof.proved.empty()) return told(*learned, std::move(proof));
      why = proof.refuted ? "what was found does not hold for all widths" : "nothing of it was decided";
      if (proof.refuted)
        learner.learn_from(*proof.refuted, constants_that_fit(*learned, *proof.refuted, kMoreRows, seed_ + attempt));
    }
    return Error{why};
  }

  /// A constant that must be a certain one is that.
  static void put_in_literals(Pattern& pattern) {
    for (std::size_t i = 0; i < pattern.precondition.size();) {
      const Term condition = pattern.precondition[i];
      const bool says_what = condition.op == TermOp::Eq && condition.operands[0].op == TermOp::Symbol &&
                             !has_symbol(condition.operands[1]);
      if (!says_what) {
        ++i;
        continue;
      }
      pattern.precondition.erase(pattern.precondition.begin() + static_cast<std::ptrdiff_t>(i));
      for (Node& node : pattern.nodes) replace(node.value, condition.operands[0], condition.operands[1]);
      for (Term& other : pattern.precondition) replace(other, condition.operands[0], condition.operands[1]);
    }
  }
  static bool has_symbol(const Term& term) {
    return term.op == TermOp::Symbol || std::ranges::any_of(term.operands, has_symbol);
  }
  static void replace(Term& term, const Term& old, const Term& by) {
    if (term == old) {
      term = by;
      return;
    }
    for (Term& operand : term.operands) replace(operand, old, by);
  }

  /// A condition on the width alone, put in simpler words if it says how large it is at least.
  static void simplify_widths(Pattern& pattern) {
    constexpr std::uint32_t kMost = 16;
    const auto is_integer = [](const Type& type) { return type.family == Family::Integer; };
    if (std::ranges::count_if(pattern.types, is_integer) != 1) return;
    const auto type =
        static_cast<std::uint32_t>(std::ranges::find_if(pattern.types, is_integer) - pattern.types.begin());
    std::erase_if(pattern.precondition, [&](Term& condition) {
      if (has_symbol(condition)) return false;
      Widths widths = own_widths(pattern);
      const auto holds_at = [&](std::uint32_t width) {
        widths[type] = width;
        return holds({condition}, widths, {});
      };
      std::uint32_t least = 1;
      while (least < kMost && !holds_at(least)) ++least;
      for (std::uint32_t width = least; width <= kMost; ++width)
        if (!holds_at(width)) return false;
      condition = make(TermOp::Ult, make_number(type, least - 1), make_width(type, type));
      return least == 1;
    });
  }

  Result<Rule> told(Pattern pattern, Proof proof) {
    put_in_literals(pattern);
    simplify_widths(pattern);
    std::vector<std::uint32_t> kept;
    Rule rule;
    rule.pattern = tidied(pattern, &kept);
    std::vector<APInt> example;
    for (const std::uint32_t symbol : kept) example.push_back(symbols_[symbol]);
    for (const APInt& constant : example) rule.example.push_back(constant.getZExtValue());
    rule.text = text_of(rule.pattern);
    rule.proved = std::move(proof.proved);
    rule.sampled = std::move(proof.sampled);
    llvm::LLVMContext context;
    if (const auto instance = build_for_all(context, rule.pattern, own_widths(rule.pattern)))
      rule.module = ir::print(*instance->module);
    rule.against = counterexample(rule.pattern, example);
    return rule;
  }

  /// Constants beside the fold's that the precondition excludes rightly.
  std::vector<std::uint64_t> counterexample(const Pattern& pattern, const std::vector<APInt>& example) {
    constexpr int kDraws = 12;
    if (pattern.precondition.empty() || example.empty()) return {};
    const Widths widths = own_widths(pattern);
    Rng rng(seed_);
    for (int draw = 0; draw < kDraws; ++draw) {
      std::vector<APInt> changed = example;
      APInt& one = rng.pick(changed);
      one += draw % 2 == 0 ? 1 + draw / 2 : -1 - draw / 2;
      if (holds(pattern.precondition, widths, changed)) continue;
      if (holds(pattern, widths, changed, checker_).value_or(true)) continue;
      std::vector<std::uint64_t> against;
      for (const APInt& constant : changed) against.push_back(constant.getZExtValue());
      return against;
    }
    return {};
  }

  std::uint64_t seed_;
  check::Checker checker_;
  Pattern pattern_;
  std::vector<APInt> symbols_;  ///< of the fold
};

}  // namespace

Result<Rule> generalize(llvm::Value& source, llvm::Value& target, const check::Options& judge) {
  auto pattern = read(source, target);
  if (!pattern) return Error{pattern.error()};
  return Generalizer(judge).run(std::move(*pattern));
}

}  // namespace assay::rules
