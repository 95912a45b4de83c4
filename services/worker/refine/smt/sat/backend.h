#pragma once

#include <memory>
#include <span>

#include "services/worker/refine/smt/backend.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// Decides conjunctions of bit vectors with CaDiCaL: terms become a circuit, the circuit becomes clauses. What was
/// built and learnt is kept as long as the queries are about terms of one generation of a factory.
class SatBackend {
 public:
  SatBackend();
  ~SatBackend();
  SatBackend(const SatBackend&) = delete;
  SatBackend& operator=(const SatBackend&) = delete;

  BackendResult solve(const Terms& terms, std::span<const Term> conjuncts, const Budget& budget);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::refine::smt
