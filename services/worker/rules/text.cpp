#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <bit>
#include <cstdio>

#include "services/worker/rules/ops.h"
#include "services/worker/rules/pattern.h"
#include "services/worker/rules/terms.h"

namespace assay::rules {
namespace {

constexpr std::string_view kFamilies[] = {"bit", "integer", "float"};
constexpr std::string_view kNodeKinds[] = {"variable", "constant", "real", "poison", "operation"};

/// How operands of a commutative operation are ordered: operations, variables, constants; those of a kind by what they
/// are made of, whatever their variables are called.
std::string shape_of(const Pattern& pattern, std::uint32_t at) {
  const Node& node = pattern.nodes[at];
  switch (node.kind) {
    case NodeKind::Variable:
      return "x";
    case NodeKind::Operation:
      break;
    case NodeKind::Constant:
      return "y" + text_of(node.value, pattern);
    default:
      return "z";
  }
  std::string text = "(" + node.op;
  for (const std::uint32_t operand : node.operands) text += " " + shape_of(pattern, operand);
  return text + ")";
}

/// Copies what is reached, depth first, so that equal rules number their parts alike.
class Tidier {
 public:
  /// `choices`: of operations whose operands may be turned, and look alike, those that are; a bit each.
  Tidier(const Pattern& pattern, unsigned choices) : from_(pattern), place_(pattern.nodes.size()), choices_(choices) {}

  Pattern run() {
    to_.source = copy(from_.source);
    to_.target = copy(from_.target);
    order_types();
    for (const Term& condition : from_.precondition) to_.precondition.push_back(renamed(condition));
    for (Node& node : to_.nodes) {
      node.type = type(node.type);
      if (node.kind == NodeKind::Constant) node.value = renamed(node.value);
    }
    return to_;
  }

  std::vector<std::uint32_t> kept_symbols() const { return {symbols_.begin(), symbols_.end()}; }
  /// How many choices there were.
  unsigned open_choices() const { return open_choices_; }

 private:
  /// Operations, variables, constants; what was met first comes first.
  bool should_turn(std::uint32_t left, std::uint32_t right) {
    const std::string one = shape_of(from_, left), other = shape_of(from_, right);
    if (one != other) return other < one;
    if (place_[left] || place_[right]) return place_[right] && (!place_[left] || *place_[right] < *place_[left]);
    return ((choices_ >> open_choices_++) & 1) != 0;
  }

  std::uint32_t copy(std::uint32_t at) {
    if (place_[at]) return *place_[at];
    Node node = from_.nodes[at];
    const std::string other_way = is_commutative(node.op) ? node.op : turned(node.op);
    if (node.operands.size() == 2 && !other_way.empty() && should_turn(node.operands[0], node.operands[1])) {
      std::swap(node.operands[0], node.operands[1]);
      node.op = other_way;
    }
    for (std::uint32_t& operand : node.operands) operand = copy(operand);
    note_symbols(node.value);
    to_.nodes.push_back(std::move(node));
    place_[at] = static_cast<std::uint32_t>(to_.nodes.size() - 1);
    return *place_[at];
  }

  void note_symbols(const Term& term) {
    if (term.op == TermOp::Symbol && std::ranges::find(symbols_, term.number) == symbols_.end())
      symbols_.push_back(term.number);
    for (const Term& operand : term.operands) note_symbols(operand);
  }

  /// By what they were in the fold.
  void order_types() {
    std::vector<bool> used(from_.types.size(), false);
    for (const Node& node : to_.nodes) used[node.type] = true;
    for (const std::uint64_t symbol : symbols_) used[from_.symbols[symbol]] = true;
    for (std::uint32_t i = 0; i < from_.types.size(); ++i)
      if (used[i]) types_.push_back(i);
    std::ranges::sort(types_, {},
                      [&](std::uint32_t i) { return std::pair(from_.types[i].family, from_.types[i].bits); });
    for (const std::uint32_t i : types_) to_.types.push_back(from_.types[i]);
    for (const std::uint64_t symbol : symbols_) to_.symbols.push_back(type(from_.symbols[symbol]));
  }

  std::uint32_t type(std::uint32_t old) const {
    return static_cast<std::uint32_t>(std::ranges::find(types_, old) - types_.begin());
  }

  Term renamed(Term term) const {
    if (term.op == TermOp::Symbol)
      term.number = static_cast<std::uint64_t>(std::ranges::find(symbols_, term.number) - symbols_.begin());
    if (term.op == TermOp::Width) term.number = type(static_cast<std::uint32_t>(term.number));
    term.type = type(term.type);
    for (Term& operand : term.operands) operand = renamed(std::move(operand));
    return term;
  }

  const Pattern& from_;
  Pattern to_;
  std::vector<std::optional<std::uint32_t>> place_;
  unsigned choices_, open_choices_ = 0;
  std::vector<std::uint64_t> symbols_;  ///< in the order in which they are met
  std::vector<std::uint32_t> types_;
};

class Printer {
 public:
  explicit Printer(const Pattern& pattern) : pattern_(pattern) {
    std::size_t variables = 0;
    constexpr const char* kNames[] = {"x", "y", "z", "w", "v", "u"};
    for (const Node& node : pattern.nodes) {
      names_.emplace_back();
      if (node.kind != NodeKind::Variable) continue;
      names_.back() = variables < std::size(kNames) ? kNames[variables] : "x" + std::to_string(variables);
      ++variables;
      if (node.is_noundef) names_.back() = "noundef " + names_.back();
    }
  }

  std::string of(std::uint32_t at, bool is_root) const {
    const Node& node = pattern_.nodes[at];
    switch (node.kind) {
      case NodeKind::Variable:
        return names_[at];
      case NodeKind::Constant:
        return constant(node, is_root);
      case NodeKind::Real: {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", std::bit_cast<double>(node.real));
        return llvm::StringRef(text).find_first_of(".en") == llvm::StringRef::npos ? std::string(text) + ".0" : text;
      }
      case NodeKind::Poison:
        return "poison";
      case NodeKind::Operation:
        return is_root ? operation(node) : "(" + operation(node) + ")";
    }
    return "";
  }

 private:
  std::string constant(const Node& node, bool is_root) const {
    if (pattern_.types[node.type].family == Family::Bit) return node.value.number == 0 ? "false" : "true";
    const std::string text = text_of(node.value, pattern_);
    return operands_of(node.value.op) == 2 && !is_root ? "(" + text + ")" : text;
  }

  std::string operation(const Node& node) const {
    const bool is_call = node.op.starts_with("llvm.");
    std::string text = is_call ? node.op.substr(5) : node.op;
    const auto space = text.find(' ');  // flags stand between "icmp" and its predicate
    for (const std::string& flag : node.flags) text.insert(std::min(space, text.size()), " " + flag);
    const char* separator = " ";
    for (const std::uint32_t operand : node.operands) {
      text += separator + of(operand, false);
      separator = ", ";
    }
    if (is_cast(node.op)) text += " to " + type_name(pattern_, node.type);
    return text;
  }

  static bool is_cast(const std::string& op) {
    return op == "zext" || op == "sext" || op == "trunc" || op == "fpext" || op == "fptrunc" || op.ends_with("toi") ||
           op.ends_with("tofp") || op == "fptoui" || op == "fptosi";
  }

  const Pattern& pattern_;
  std::vector<std::string> names_;
};

std::string join(const Widths& widths) {
  std::string text;
  for (const std::uint32_t width : widths) text += (text.empty() ? "" : ", ") + std::to_string(width);
  return text;
}

/// "1 to 16, 32", "36 of (W1, W2) up to (32, 64)"; i1 is left out.
std::string list_of(const Pattern& pattern, const std::vector<Widths>& all) {
  std::vector<Widths> shown;
  std::string names;
  for (std::size_t i = 0; i < pattern.types.size(); ++i)
    if (pattern.types[i].family != Family::Bit) names += (names.empty() ? "(" : ", ") + type_name(pattern, i);
  names += ")";
  for (const Widths& widths : all) {
    Widths open;
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (pattern.types[i].family != Family::Bit) open.push_back(widths[i]);
    shown.push_back(std::move(open));
  }
  if (shown.empty()) return "none";
  if (shown[0].empty()) return "i1";
  if (shown[0].size() > 1) return std::to_string(shown.size()) + " of " + names + " up to (" + join(shown.back()) + ")";
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i != 0) text += ", ";
    std::size_t last = i;
    while (last + 1 < shown.size() && shown[last + 1][0] == shown[last][0] + 1) ++last;
    text += join(shown[i]);
    if (last > i + 1) text += " to " + join(shown[i = last]);
  }
  return text;
}

}  // namespace

const char* name_of(Family family) { return kFamilies[static_cast<std::size_t>(family)].data(); }
std::optional<Family> enumerator_of(std::string_view name, std::type_identity<Family>) {
  return enumerator_in<Family>(kFamilies, name);
}
const char* name_of(NodeKind kind) { return kNodeKinds[static_cast<std::size_t>(kind)].data(); }
std::optional<NodeKind> enumerator_of(std::string_view name, std::type_identity<NodeKind>) {
  return enumerator_in<NodeKind>(kNodeKinds, name);
}

std::vector<std::uint32_t> reached_from(const Pattern& pattern, std::uint32_t root) {
  std::vector<bool> is_reached(pattern.nodes.size(), false);
  is_reached[root] = true;
  // An operand that was cut off stands behind its user only in what nothing is left of.
  std::vector<std::uint32_t> open{root};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t operand : pattern.nodes[at].operands) {
      if (is_reached[operand]) continue;
      is_reached[operand] = true;
      open.push_back(operand);
    }
  }
  std::vector<std::uint32_t> reached;
  for (std::uint32_t i = 0; i < pattern.nodes.size(); ++i)
    if (is_reached[i]) reached.push_back(i);
  return reached;
}

Pattern tidied(const Pattern& pattern, std::vector<std::uint32_t>* kept_symbols) {
  constexpr unsigned kMostChoices = 5;
  std::optional<Pattern> best;
  std::string best_text;
  for (unsigned choices = 0, open = 0; choices == 0 || choices < 1u << open; ++choices) {
    Tidier tidier(pattern, choices);
    Pattern made = tidier.run();
    open = std::min(std::max(open, tidier.open_choices()), kMostChoices);
    std::string text = text_of(made);
    if (best && text >= best_text) continue;
    best = std::move(made);
    best_text = std::move(text);
    if (kept_symbols != nullptr) *kept_symbols = tidier.kept_symbols();
  }
  return *best;
}

Pattern with_poison(Pattern pattern) {
  Node poison;
  poison.kind = NodeKind::Poison;
  poison.type = pattern.nodes[pattern.source].type;
  pattern.nodes.push_back(std::move(poison));
  pattern.target = static_cast<std::uint32_t>(pattern.nodes.size() - 1);
  return pattern;
}

std::string text_of(const Pattern& pattern, std::uint32_t root) { return Printer(pattern).of(root, true); }

std::string symbol_name(const Pattern& pattern, std::uint64_t symbol) {
  return pattern.symbols.size() == 1 ? "C" : "C" + std::to_string(symbol + 1);
}

std::string type_name(const Pattern& pattern, std::uint64_t type) {
  const Family family = pattern.types[type].family;
  if (family == Family::Bit) return "i1";
  std::size_t alike = 0, before = 0;
  for (std::size_t i = 0; i < pattern.types.size(); ++i) {
    alike += pattern.types[i].family == family;
    before += i < type && pattern.types[i].family == family;
  }
  const std::string letter = family == Family::Integer ? "W" : "F";
  return alike == 1 ? letter : letter + std::to_string(before + 1);
}

Widths own_widths(const Pattern& pattern) {
  Widths widths;
  for (const Type& type : pattern.types) widths.push_back(type.bits);
  return widths;
}

std::string text_of(const Pattern& pattern) {
  const Printer printer(pattern);
  std::string text = printer.of(pattern.source, true) + " => " + printer.of(pattern.target, true);
  const char* word = ", if ";
  for (const Term& condition : pattern.precondition) {
    text += word + text_of(condition, pattern);
    word = " and ";
  }
  return text;
}

std::string widths_text(const Rule& rule) {
  std::string text = "proved for " + list_of(rule.pattern, rule.proved);
  if (!rule.sampled.empty()) text += "; sampled for " + list_of(rule.pattern, rule.sampled);
  return text;
}

Saved saved_by(const Pattern& pattern) {
  const std::vector<std::uint32_t> source = reached_from(pattern, pattern.source);
  const std::vector<std::uint32_t> target = reached_from(pattern, pattern.target);
  const auto only_in = [&](const auto& one, const auto& other) {
    return static_cast<std::uint32_t>(std::ranges::count_if(one, [&](std::uint32_t node) {
      return pattern.nodes[node].kind == NodeKind::Operation && std::ranges::find(other, node) == other.end();
    }));
  };
  return {only_in(source, target), only_in(target, source)};
}

}  // namespace assay::rules
