#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <bit>

#include "services/worker/rules/flags.h"
#include "services/worker/rules/ops.h"
#include "services/worker/rules/pattern.h"
#include "services/worker/rules/rules.h"
#include "services/worker/rules/terms.h"

namespace assay::rules {
namespace {

using llvm::APInt;

/// What the parts of a pattern are in code, as far as they were met.
struct Found {
  std::vector<const llvm::Value*> values;  ///< of the nodes
  std::vector<std::optional<APInt>> symbols;
  Widths widths;  ///< 0: not met
};

/// A node and what it is to be.
struct Open {
  std::uint32_t node;
  const llvm::Value* value;
};

class Matching {
 public:
  explicit Matching(const Pattern& pattern) : pattern_(pattern) {}

  std::optional<Found> run(const llvm::Instruction& root) {
    Found found;
    found.values.resize(pattern_.nodes.size());
    found.symbols.resize(pattern_.symbols.size());
    found.widths.resize(pattern_.types.size());
    if (go_on(found, {{pattern_.source, &root}})) return found_;
    return std::nullopt;
  }

 private:
  /// Tries both orders of operands where there are two.
  bool go_on(Found found, std::vector<Open> open) {
    while (!open.empty()) {
      const auto [at, value] = open.back();
      open.pop_back();
      const Node& node = pattern_.nodes[at];
      if (found.values[at] != nullptr) {
        if (found.values[at] != value) return false;
        continue;
      }
      found.values[at] = value;
      if (!fits_type(found, node.type, *value->getType())) return false;
      if (node.kind != NodeKind::Operation) {
        if (!fits_leaf(found, node, *value)) return false;
        continue;
      }
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
      if (instruction == nullptr) return false;
      return go_into(found, open, node, *instruction);
    }
    return is_complete(found);
  }

  bool go_into(const Found& found, const std::vector<Open>& open, const Node& node,
               const llvm::Instruction& instruction) {
    const std::string op = op_of(instruction);
    const bool is_turned = op != node.op && !op.empty() && turned(op) == node.op;
    if (op != node.op && !is_turned) return false;
    const std::vector<Flag> possible = possible_flags(instruction);
    for (const std::string& word : node.flags) {
      const auto flag = enumerator_of(word, std::type_identity<Flag>());
      if (!flag || std::ranges::find(possible, *flag) == possible.end() || !has_flag(instruction, *flag)) return false;
    }
    if (instruction.getNumOperands() < node.operands.size()) return false;
    std::vector<Open> more = open;
    for (unsigned i = static_cast<unsigned>(node.operands.size()); i-- > 0;)
      more.push_back({node.operands[i], instruction.getOperand(i)});
    if (!is_turned && go_on(found, more)) return true;
    if (!is_turned && (!is_commutative(op) || node.operands.size() < 2)) return false;
    std::swap(more[more.size() - 1].value, more[more.size() - 2].value);
    return go_on(found, more);
  }

  bool fits_type(Found& found, std::uint32_t type, const llvm::Type& actual) const {
    const llvm::Type* scalar = actual.getScalarType();
    const Family family = pattern_.types[type].family;
    const bool is_float = scalar->isHalfTy() || scalar->isFloatTy() || scalar->isDoubleTy();
    if (family == Family::Float ? !is_float : !scalar->isIntegerTy()) return false;
    const std::uint32_t bits = scalar->getScalarSizeInBits();
    if ((family == Family::Bit && bits != 1) || (found.widths[type] != 0 && found.widths[type] != bits)) return false;
    found.widths[type] = bits;
    return true;
  }

  bool fits_leaf(Found& found, const Node& node, const llvm::Value& value) const {
    if (node.kind == NodeKind::Variable) return !node.is_noundef || llvm::isGuaranteedNotToBeUndefOrPoison(&value);
    const auto* constant = llvm::dyn_cast<llvm::Constant>(&value);
    if (constant == nullptr) return false;
    if (node.kind == NodeKind::Poison) return llvm::isa<llvm::PoisonValue>(constant);
    if (constant->getType()->isVectorTy()) constant = constant->getSplatValue();
    if (node.kind == NodeKind::Real) {
      const auto* real = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
      return real != nullptr && real->isExactlyValue(std::bit_cast<double>(node.real));
    }
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant);
    if (number == nullptr) return false;
    if (node.value.op != TermOp::Symbol) return true;  // once all are known
    auto& symbol = found.symbols[node.value.number];
    if (symbol) return *symbol == number->getValue();
    symbol = number->getValue();
    return true;
  }

  bool is_complete(const Found& found) {
    std::vector<APInt> symbols;
    for (const auto& symbol : found.symbols) {
      if (!symbol) return false;
      symbols.push_back(*symbol);
    }
    for (std::size_t i = 1; i < pattern_.types.size(); ++i)  // they stand in the order of their widths
      if (pattern_.types[i].family == pattern_.types[i - 1].family && found.widths[i] <= found.widths[i - 1])
        return false;
    for (std::size_t i = 0; i < pattern_.nodes.size(); ++i) {
      if (pattern_.nodes[i].kind != NodeKind::Constant || found.values[i] == nullptr) continue;
      const auto* constant = llvm::cast<llvm::Constant>(found.values[i]);
      if (constant->getType()->isVectorTy()) constant = constant->getSplatValue();
      const auto value = evaluate(pattern_.nodes[i].value, found.widths, symbols);
      if (value != llvm::cast<llvm::ConstantInt>(constant)->getValue()) return false;
    }
    if (!holds(pattern_.precondition, found.widths, symbols)) return false;
    found_ = found;
    return true;
  }

  const Pattern& pattern_;
  Found found_;
};

/// Of the operations found, those that only what goes uses.
std::uint32_t gone_of(const Pattern& pattern, const Found& found, const llvm::Instruction& root) {
  llvm::SmallPtrSet<const llvm::Value*, 8> gone;
  gone.insert(&root);
  const auto in_target = reached_from(pattern, pattern.target);
  for (bool grows = true; grows;) {
    grows = false;
    for (std::uint32_t i = 0; i < pattern.nodes.size(); ++i) {
      const llvm::Value* value = found.values[i];
      if (value == nullptr || pattern.nodes[i].kind != NodeKind::Operation || gone.contains(value)) continue;
      if (std::ranges::find(in_target, i) != in_target.end()) continue;
      if (std::ranges::all_of(value->users(), [&](const llvm::User* user) { return gone.contains(user); }))
        grows |= gone.insert(value).second;
    }
  }
  return static_cast<std::uint32_t>(gone.size());
}

}  // namespace

std::optional<Match> match(const Rule& rule, const llvm::Instruction& root) {
  const auto found = Matching(rule.pattern).run(root);
  if (!found) return std::nullopt;
  return Match{gone_of(rule.pattern, *found, root), saved_by(rule.pattern).made};
}

}  // namespace assay::rules
