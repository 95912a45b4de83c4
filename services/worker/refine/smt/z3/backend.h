#pragma once

#include <z3.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "services/worker/refine/smt/backend.h"
#include "services/worker/refine/smt/watchdog.h"
#include "services/worker/refine/smt/z3/translate.h"

namespace assay::refine::smt {

/// Which of Z3's engines, by the theories that the terms need.
enum class Engine : std::uint8_t {
  Bits,         ///< bit vectors
  Floats,       ///< and floating point
  Arrays,       ///< and arrays and functions
  Quantifiers,  ///< everything
  Integers,     ///< linear integer arithmetic
};
inline constexpr std::size_t kEngines = 5;

/// One Z3 context with its solvers. Only caches are kept from query to query.
class Z3Backend {
 public:
  Z3Backend();
  ~Z3Backend();
  Z3Backend(const Z3Backend&) = delete;
  Z3Backend& operator=(const Z3Backend&) = delete;

  BackendResult solve(const Terms& terms, std::span<const Term> conjuncts, Engine engine, const Budget& budget,
                      Watchdog& watchdog);
  /// The conjuncts of bits as linear integer arithmetic, by which they are unsat or unknown.
  BackendResult refute_as_integers(const Terms& terms, std::span<const Term> conjuncts, const Budget& budget,
                                   Watchdog& watchdog);
  /// Is there a model of the conjuncts under which `body` holds for all values of `inner`? By Z3's quantifiers.
  BackendResult solve_quantified(const Terms& terms, std::span<const Term> conjuncts, std::span<const Term> inner,
                                 Term body, const Budget& budget, Watchdog& watchdog);
  /// What the last query needs and Z3 has no operation for; empty if nothing.
  const std::string& unsupported() const { return translator_.unsupported(); }
  /// All memory that Z3 holds in this process.
  static std::uint64_t bytes_in_use();

 private:
  Z3_solver solver_of(Engine engine);
  void drop(Engine engine);
  BackendResult run(Engine engine, const Budget& budget, Watchdog& watchdog);
  void limit_steps(Engine engine, const Budget& budget);
  void count_steps(Engine engine);
  BackendResult finish(const Terms& terms, std::span<const Term> roots, std::span<const Term> hidden, Engine engine,
                       const Budget& budget, Watchdog& watchdog);
  Model read_model(const Terms& terms, std::span<const Term> roots, std::span<const Term> hidden, Z3_model model);
  llvm::APInt value_in(Z3_model model, Z3_ast ast, unsigned width);
  std::optional<llvm::APInt> number_of(Z3_ast value, unsigned width);
  FunctionValue graph_in(Z3_model model, Term apply);

  Z3_context context_;
  Translator translator_;
  Z3_solver solvers_[kEngines] = {};
  unsigned steps_ = 0;  ///< that this context had counted when the last query ended; it counts modulo 2^32
};

}  // namespace assay::refine::smt
