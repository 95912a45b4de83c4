#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/encoder/choices.h"
#include "services/worker/refine/encoder/expressions.h"
#include "services/worker/refine/encoder/polynomial.h"
#include "services/worker/semantics/meaning.h"
#include "services/worker/semantics/program.h"

/// Floating-point expressions under rewrite-based flags (docs/adr/0037-expressions-of-real-numbers.md).
///
/// `reassoc` and its kin let a compiler replace an expression of several instructions by another that says the same of
/// real numbers. So what such an expression gives is not computed here. It is read as a polynomial of its atoms: the
/// operands that are no such operations themselves (arguments, loads, other instructions). The expression's value is
/// then an unknown function of the atoms, which source and target share where their polynomials are the same and the
/// target's flags are allowed. Only a proof counts that was made so: the function stands for any number.
namespace assay::refine {

class Machine;

/// Does the function have operations that may be parts of such expressions?
bool has_expressions(const semantics::Function& function);

/// The expressions of one machine, source or target: it reads them as it comes to their operations.
class Algebra {
 public:
  explicit Algebra(Machine& machine) : m_(machine) {}
  /// Encodes an operation that may be part of such an expression: sets its results to the expression's value. False if
  /// it may not, or if the expression is too large: then nothing is set, and the caller encodes what it computes.
  bool encode(const semantics::Instruction& instruction);

 private:
  /// An operand as one use reads it. If it may be undef, each use picks a member of `set` for itself.
  struct Atom {
    Term pick;
    Term set;  ///< a term over the undef variables
  };
  /// A value, read as an expression. Atoms have numbers that source and target share (Polynomial).
  struct Expression {
    Polynomial value;
    std::map<std::uint32_t, Atom> atoms;  ///< all that were read, also those that cancel out in `value`
    /// What a rewriting may rest on. Source: the flags that all operations have. Target: those that any has.
    semantics::Flags flags = 0;
    Term atoms_poison;  ///< is one of the atoms poison?
    Term poison;        ///< is the value poison, as it is computed?
    std::string form;   ///< operations, flags and operands as text: equal for what is computed in the same way
  };
  /// An expression that has got its value, to be found by who uses the result.
  struct Known {
    Expression expression;
    std::string name;                  ///< of the function that gives the value
    std::vector<std::uint32_t> atoms;  ///< the function's arguments: what was picked of these
  };

  /// The flags of an expression made of two, as Expression::flags.
  semantics::Flags in_common(semantics::Flags a, semantics::Flags b) const;
  /// Encodes one lane of the result. False as encode().
  bool encode_lane(const semantics::ValueInfo& info, const std::vector<semantics::Slot>& operands, Lane& result);
  /// The operand as an expression; none if it is a constant that is no number, or poison depends on what undef holds.
  std::optional<Expression> read(semantics::Slot slot, semantics::FloatFormat format);
  /// The operation's own expression, of its operands'; none if no polynomial says what it computes, or that is large.
  std::optional<Expression> combined(const semantics::ValueInfo& info, std::vector<Expression> operands);
  /// The polynomial of combined().
  std::optional<Polynomial> value_of(const semantics::ValueInfo& info, const std::vector<Expression>& operands) const;
  /// The expression's value: which function gives it, and its poison.
  std::optional<Lane> result_of(const semantics::ValueInfo& info, Expression expression);
  /// The value of the function of that name, of what was picked of these atoms.
  Lane named(const semantics::ValueInfo& info, Expression expression, const std::string& name,
             std::vector<std::uint32_t> atoms);

  Machine& m_;
  std::unordered_map<Term, Known> known_;  ///< by the value's bits
};

}  // namespace assay::refine
