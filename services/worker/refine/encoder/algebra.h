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

/// Floating-point expressions that their flags let a compiler write anew (ADR 44).
namespace assay::refine {

class Machine;

/// Has the function operations that their flags let a compiler write anew?
bool has_expressions(const semantics::Function& function);

/// The expressions of one machine.
class Algebra {
 public:
  explicit Algebra(Machine& machine) : m_(machine) {}
  /// Sets the instruction's results. False if it is none that its flags let a compiler write anew, or one too large:
  /// it is to be encoded as what it computes.
  bool encode(const semantics::Instruction& instruction);

 private:
  struct Atom {
    Term pick;  ///< what this use holds
    Term set;   ///< of what it is a member, with undef variables
  };
  /// A value as an expression of atoms.
  struct Expression {
    Polynomial value;
    std::map<std::uint32_t, Atom> atoms;  ///< of the expression, also those that have cancelled out
    semantics::Flags flags = 0;           ///< source: that all operations have; target: that some have
    Term atoms_poison;
    Term poison;  ///< of the value itself
    std::string form;
  };
  /// What is known of the result of an operation.
  struct Known {
    Expression expression;
    std::string name;                  ///< of the function that gives its value
    std::vector<std::uint32_t> atoms;  ///< whose picks are the function's arguments
  };

  /// Of two operations, as Expression::flags.
  semantics::Flags in_common(semantics::Flags a, semantics::Flags b) const;
  bool encode_lane(const semantics::ValueInfo& info, const std::vector<semantics::Slot>& operands, Lane& result);
  std::optional<Expression> read(semantics::Slot slot, semantics::FloatFormat format);
  std::optional<Expression> combined(const semantics::ValueInfo& info, std::vector<Expression> operands);
  std::optional<Polynomial> value_of(const semantics::ValueInfo& info, const std::vector<Expression>& operands) const;
  std::optional<Lane> result_of(const semantics::ValueInfo& info, Expression expression);
  Lane named(const semantics::ValueInfo& info, Expression expression, const std::string& name,
             std::vector<std::uint32_t> atoms);

  Machine& m_;
  std::unordered_map<Term, Known> known_;  ///< by the bits of the lane
};

}  // namespace assay::refine
