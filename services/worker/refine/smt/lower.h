#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

/// Replaces what plain bit-vector logic lacks by fresh variables and the constraints that tie them:
///   functions and array reads: equal arguments give equal results (Ackermann's reduction);
///   floating-point operations, and products and quotients of wide integers, where asked for: the same, and some facts
///   about NaN, sign and size.
class Lowering {
 public:
  /// What becomes variables (an abstraction); the rest stays.
  struct Abstraction {
    bool floats = false;
    bool arithmetic = false;          ///< products and quotients that are hard for the solver; see is_hard_arithmetic
    bool floats_in_integers = false;  ///< no abstraction: floating-point operations are written out, if they can be
  };
  /// `until`: when the time of the question is over, or the part of it that this way of asking gets.
  Lowering(Terms& terms, Abstraction abstraction, WorkClock::time_point until)
      : terms_(terms), abstraction_(abstraction), until_(until) {}

  /// The lowered conjuncts with all constraints; nullopt if that would be too large, or take too long.
  std::optional<std::vector<Term>> lower(std::span<const Term> conjuncts);

  /// Were there operations that became variables?
  bool abstracted() const { return !abstracted_.empty(); }
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
  /// The operation, or the variable that stands for it, if it is one that becomes one.
  Term as_variable(Term rebuilt);
  void join_quotients();
  void state_float_facts(const Application& application);
  void state_arithmetic_facts(const Application& application);
  void state_quotient_facts(const Application& application);
  bool too_large() const;

  Terms& terms_;
  Abstraction abstraction_;
  WorkClock::time_point until_;
  std::unordered_map<std::string, Group> groups_;
  std::vector<Application> abstracted_;
  std::unordered_map<std::uint64_t, Term> reads_;
  std::vector<Term> constraints_;
  std::size_t comparisons_ = 0;
  std::size_t steps_ = 0;
};

/// Is it one of the floating-point kinds?
bool is_float_operation(Kind kind);
/// Is it a product of several unknowns, or a quotient by one, and wide?
bool is_hard_arithmetic(Term t);

}  // namespace assay::refine::smt
