#pragma once

#include <functional>
#include <span>
#include <vector>

#include "services/worker/refine/smt/sat/circuit.h"

namespace assay::refine::smt {

/// Writes gates as clauses (Tseitin; of each gate only the direction that is needed, by Plaisted and Greenbaum). Keeps
/// what it has written.
class Clauses {
 public:
  using Add = std::function<void(std::span<const int>)>;
  Clauses(const Circuit& circuit, Add add) : circuit_(circuit), add_(std::move(add)) {}

  /// The literal that stands for the signal, which is not a constant. Where it is true, the signal is.
  int literal(Signal signal);
  /// The variable of an input; 0 if no clause reads it.
  int variable(Signal input) const { return gate_of(input) < variables_.size() ? variables_[gate_of(input)] : 0; }

 private:
  void need(Signal signal);
  void need_both(Signal signal) {
    need(signal);
    need(negated(signal));
  }
  int plain(Signal signal);
  void write(std::uint32_t number, bool truth);
  void write_and(std::uint32_t number, bool truth);

  const Circuit& circuit_;
  Add add_;
  std::vector<int> variables_;        ///< by gate
  std::vector<std::uint8_t> needed_;  ///< by gate: bit 0 where it is false, bit 1 where it is true
  std::vector<Signal> work_;
  std::vector<Signal> leaves_;
  std::vector<int> clause_;
  int count_ = 0;
};

}  // namespace assay::refine::smt
