#pragma once

#include <z3.h>

#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "services/common/outcome.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/translate.h"
#include "services/worker/refine/smt/watchdog.h"

namespace assay::refine::smt {

/// Which of Z3's engines, by the theories that the terms need.
enum class Engine : std::uint8_t {
  IncrementalBits,  ///< bit vectors: a kept SAT solver, push and pop
  TacticBits,       ///< bit vectors: all of Z3's preprocessing, from nothing
  Floats,           ///< and floating point
  Arrays,           ///< and arrays and functions
  Quantifiers,      ///< everything
};
inline constexpr std::size_t kEngines = 5;

struct BackendResult {
  Z3_lbool answer = Z3_L_UNDEF;
  Reason reason = Reason::None;  ///< of undefined
  std::string feature;           ///< of Reason::Solver: Z3's own words
  Model model;                   ///< of true: the variables of the query, and its arrays and functions where they are read
};

/// One Z3 context with its solvers. Only caches are kept from query to query.
class Backend {
 public:
  Backend();
  ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  struct Budget {
    std::chrono::steady_clock::time_point deadline;
    std::uint64_t megabytes = 0;
    std::uint64_t rlimit = 0;
  };
  BackendResult solve(const Terms& terms, std::span<const Term> conjuncts, Engine engine, const Budget& budget,
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
  void run(Z3_solver solver, const Budget& budget, Watchdog& watchdog, BackendResult& result);
  BackendResult finish(const Terms& terms, std::span<const Term> roots, std::span<const Term> hidden, Engine engine,
                       const Budget& budget, Watchdog& watchdog);
  Model read_model(const Terms& terms, std::span<const Term> roots, std::span<const Term> hidden, Z3_model model);
  llvm::APInt value_in(Z3_model model, Z3_ast ast, unsigned width);

  Z3_context context_;
  Translator translator_;
  Z3_solver solvers_[kEngines] = {};
  std::uint64_t rlimits_[kEngines] = {};
};

}  // namespace assay::refine::smt
