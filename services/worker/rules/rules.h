#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "services/common/fields.h"
#include "services/common/status.h"
#include "services/worker/check/check.h"

/// A proved fold of one function becomes a rule: for which constants and widths it holds.
namespace assay::rules {

enum class TermOp : std::uint8_t {
#define ASSAY_TERM(op, name, operands, text) op,
#include "services/worker/rules/terms.def"
};
const char* name_of(TermOp op);
std::optional<TermOp> enumerator_of(std::string_view name, std::type_identity<TermOp>);

/// A constant that is computed of a rule's constants and widths, or a condition on them.
struct Term {
  TermOp op = TermOp::Number;
  std::uint64_t number = 0;  ///< of a symbol, a width's type, a number
  std::uint32_t type = 0;    ///< of the constant; of a condition, of what it looks at
  std::vector<Term> operands;
  bool operator==(const Term&) const = default;
};
ASSAY_FIELDS(Term, op, number, type, operands);

/// What may be another type where the rule is used: Bit is always i1.
enum class Family : std::uint8_t { Bit, Integer, Float };
const char* name_of(Family family);
std::optional<Family> enumerator_of(std::string_view name, std::type_identity<Family>);

struct Type {
  Family family = Family::Integer;
  std::uint32_t bits = 0;  ///< in the fold that the rule was made of
  bool operator==(const Type&) const = default;
};
ASSAY_FIELDS(Type, family, bits);

enum class NodeKind : std::uint8_t {
  Variable,  ///< any value
  Constant,  ///< what `value` says
  Real,      ///< a constant of a floating-point type
  Poison,
  Operation,
};
const char* name_of(NodeKind kind);
std::optional<NodeKind> enumerator_of(std::string_view name, std::type_identity<NodeKind>);

struct Node {
  NodeKind kind = NodeKind::Variable;
  std::uint32_t type = 0;
  std::string op;                       ///< "add", "icmp ult", "llvm.umin"
  std::vector<std::string> flags;       ///< words of IR
  std::vector<std::uint32_t> operands;  ///< nodes before this one
  bool is_noundef = false;              ///< a variable that is neither undef nor poison
  Term value;
  std::uint64_t real = 0;  ///< of a floating-point constant: the bits of the double that it is
  bool operator==(const Node&) const = default;
};
ASSAY_FIELDS(Node, kind, type, op, flags, operands, is_noundef, value, real);

/// Two expressions over the same variables and constants. Vectors count as their lanes.
struct Pattern {
  std::vector<Type> types;
  std::vector<Node> nodes;
  std::uint32_t source = 0;  ///< nodes
  std::uint32_t target = 0;
  std::vector<std::uint32_t> symbols;  ///< types of the constants C1, C2, …
  std::vector<Term> precondition;      ///< all must hold
  bool operator==(const Pattern&) const = default;
};
ASSAY_FIELDS(Pattern, types, nodes, source, target, symbols, precondition);

/// Widths of the pattern's types, in their order.
using Widths = std::vector<std::uint32_t>;

struct Rule {
  Pattern pattern;
  std::string text;                    ///< "and (and x, C1), C2 => and x, C1 & C2": equal for equal rules
  std::string module;                  ///< as @src and @tgt, constants as arguments; `assay check` proves it again
  std::vector<Widths> proved;          ///< for all constants and inputs
  std::vector<Widths> sampled;         ///< some constants and inputs were run, and nothing is wrong
  std::vector<std::uint64_t> example;  ///< the constants of the fold that the rule was made of
  std::vector<std::uint64_t> against;  ///< constants for which it is wrong, of the fold's widths; none known: empty
  bool operator==(const Rule&) const = default;
};
ASSAY_FIELDS(Rule, pattern, text, module, proved, sampled, example, against);

/// Makes a rule of two values of functions with the same parameters: the second may take the first one's place, as far
/// as `judge` can prove it. The error: why there is no rule; then the fold holds where it was found.
Result<Rule> generalize(llvm::Value& source, llvm::Value& target, const check::Options& judge);

/// "proved for 1 to 16, 32; sampled for 64", "proved for (1, 2), (1, 3)".
std::string widths_text(const Rule& rule);
/// How many operations the source alone has, and the target alone.
struct Saved {
  std::uint32_t gone = 0;
  std::uint32_t made = 0;
};
Saved saved_by(const Pattern& pattern);

/// The fold that the rule was made of, alone, as @src and @tgt.
std::string example_of(const Rule& rule);

/// A test of the rule: functions that a compiler which knows it rewrites, and what it makes of them. Of one with
/// constants for which the rule is wrong nothing is expected.
struct LitTest {
  std::string before;
  std::string after;
};
LitTest test_of(const Rule& rule);

/// Where a rule's source stands in code, with whatever constants and widths.
struct Match {
  std::uint32_t gone = 0;  ///< operations that nothing uses any more
  std::uint32_t made = 0;
};
/// Does this operation compute what the rule's source does, under its condition? The constants are numbers, or vectors
/// of one number.
std::optional<Match> match(const Rule& rule, const llvm::Instruction& root);

}  // namespace assay::rules
