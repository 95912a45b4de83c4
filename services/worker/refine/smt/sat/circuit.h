#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

/// A gate of a circuit, or its negation: twice the gate's number, and one more if negated.
using Signal = std::uint32_t;
inline constexpr Signal kFalse = 0, kTrue = 1;
inline constexpr Signal negated(Signal s) { return s ^ 1; }
inline constexpr bool is_negated(Signal s) { return (s & 1) != 0; }
inline constexpr std::uint32_t gate_of(Signal s) { return s >> 1; }

enum class GateKind : std::uint8_t { False, Input, And, Xor, Mux, Majority };

struct Gate {
  GateKind kind = GateKind::False;
  Signal a = 0, b = 0, c = 0;  ///< Mux: a ? b : c
  std::uint32_t users = 0;     ///< gates that read it
  bool operator==(const Gate& other) const {
    return kind == other.kind && a == other.a && b == other.b && c == other.c;
  }
};

/// An and-inverter graph with gates for exclusive or, choice and majority, in which equal gates are one. Builders
/// simplify what their operands decide alone. Operands have smaller numbers than their users.
class Circuit {
 public:
  Circuit();

  /// From now on at most so many gates, and until then. A full circuit builds nothing any more: what its builders give
  /// means nothing.
  void limit(std::size_t gates, WorkClock::time_point deadline);
  bool is_full() const { return full_; }

  Signal input();
  Signal land(Signal a, Signal b);
  Signal lor(Signal a, Signal b) { return negated(land(negated(a), negated(b))); }
  Signal lxor(Signal a, Signal b);
  Signal mux(Signal condition, Signal then, Signal otherwise);
  Signal majority(Signal a, Signal b, Signal c);

  std::size_t size() const { return gates_.size(); }
  const Gate& gate(std::uint32_t number) const { return gates_[number]; }

 private:
  Signal make(GateKind kind, Signal a, Signal b, Signal c);
  std::size_t slot_of(const Gate& gate) const;
  void grow();

  std::vector<Gate> gates_;
  std::vector<std::uint32_t> table_;  // open addressing; 0: free
  std::size_t most_ = ~std::size_t{0};
  WorkClock::time_point deadline_ = WorkClock::time_point::max();
  bool full_ = false;
};

}  // namespace assay::refine::smt
