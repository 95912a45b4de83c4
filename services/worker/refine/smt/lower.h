#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// Replaces what plain bit-vector logic lacks by fresh variables and the constraints that tie them:
///   functions and array reads: equal arguments give equal results (Ackermann's reduction);
///   floating-point operations, where asked for: the same, and some facts about NaN and sign.
class Lowering {
 public:
  /// Floating-point operations become variables (an abstraction) if `abstract_floats`, else they stay.
  Lowering(Terms& terms, bool abstract_floats) : terms_(terms), abstract_floats_(abstract_floats) {}

  /// The lowered conjuncts with all constraints; nullopt if that would be too large.
  std::optional<std::vector<Term>> lower(std::span<const Term> conjuncts);

  /// Were there floating-point operations that became variables?
  bool abstracted() const { return !floats_.empty(); }
  /// The arrays and functions of the original problem from the values of the fresh variables.
  void lift(Model& model) const;
  /// Facts about single results that this model gets wrong: at these operands the operation gives that result.
  std::vector<Term> corrections(const Model& model) const;

 private:
  struct Application {
    Term original;                ///< Apply, array variable, floating-point operation
    std::vector<Term> arguments;  ///< lowered
    Term result;                  ///< a fresh variable
  };
  using Group = std::vector<Application>;

  Term apply(const std::string& key, Term original, std::vector<Term> arguments, unsigned width);
  Term read(Term array, Term index);
  Term lower_node(Term t, std::span<const Term> operands);
  void state_float_facts(const Application& application);
  bool too_large() const;

  Terms& terms_;
  bool abstract_floats_;
  std::unordered_map<std::string, Group> groups_;
  std::vector<Application> floats_;
  std::unordered_map<std::uint64_t, Term> reads_;
  std::vector<Term> constraints_;
  std::size_t comparisons_ = 0;
  std::size_t steps_ = 0;
};

/// Is it one of the floating-point kinds?
bool is_float_operation(Kind kind);

}  // namespace assay::refine::smt
