#include "services/worker/refine/smt/sat/clauses.h"

#include <array>

namespace assay::refine::smt {

int Clauses::plain(Signal signal) {
  int& variable = variables_[gate_of(signal)];
  if (variable == 0) variable = ++count_;
  return is_negated(signal) ? -variable : variable;
}

void Clauses::need(Signal signal) {
  const std::uint8_t bit = is_negated(signal) ? 1 : 2;
  std::uint8_t& needed = needed_[gate_of(signal)];
  if ((needed & bit) != 0) return;
  needed |= bit;
  work_.push_back(signal);
}

int Clauses::literal(Signal signal) {
  variables_.resize(circuit_.size(), 0);
  needed_.resize(circuit_.size(), 0);
  need(signal);
  while (!work_.empty()) {
    const Signal next = work_.back();
    work_.pop_back();
    write(gate_of(next), !is_negated(next));
  }
  return plain(signal);
}

/// The clauses by which the gate's literal of that truth implies what it stands for.
void Clauses::write(std::uint32_t number, bool truth) {
  const Gate& gate = circuit_.gate(number);
  const int self = truth ? -plain(2 * number) : plain(2 * number);
  const Signal flip = truth ? 0 : 1;
  switch (gate.kind) {
    case GateKind::False:
    case GateKind::Input:
      return;
    case GateKind::And:
      return write_and(number, truth);
    case GateKind::Xor:
      need_both(gate.a);
      need_both(gate.b);
      add_(std::array{self, plain(gate.a ^ flip), plain(gate.b)});
      add_(std::array{self, -plain(gate.a ^ flip), -plain(gate.b)});
      return;
    case GateKind::Mux: {
      need_both(gate.a);
      need(gate.b ^ flip);
      need(gate.c ^ flip);
      const int condition = plain(gate.a), then = plain(gate.b ^ flip), otherwise = plain(gate.c ^ flip);
      add_(std::array{self, -condition, then});
      add_(std::array{self, condition, otherwise});
      add_(std::array{self, then, otherwise});  // follows, and propagates more
      return;
    }
    case GateKind::Majority: {
      for (Signal operand : {gate.a, gate.b, gate.c}) need(operand ^ flip);
      const int a = plain(gate.a ^ flip), b = plain(gate.b ^ flip), c = plain(gate.c ^ flip);
      add_(std::array{self, a, b});
      add_(std::array{self, a, c});
      add_(std::array{self, b, c});
      return;
    }
  }
}

/// With operands that are such gates themselves and that nobody else reads as one gate.
void Clauses::write_and(std::uint32_t number, bool truth) {
  leaves_.assign({circuit_.gate(number).a, circuit_.gate(number).b});
  for (std::size_t i = 0; i < leaves_.size();) {
    const Gate& inner = circuit_.gate(gate_of(leaves_[i]));
    if (is_negated(leaves_[i]) || inner.kind != GateKind::And || inner.users != 1) {
      ++i;
      continue;
    }
    leaves_[i] = inner.a;
    leaves_.push_back(inner.b);
  }
  const int self = plain(2 * number);
  if (truth) {
    for (Signal leaf : leaves_) {
      need(leaf);
      add_(std::array{-self, plain(leaf)});
    }
    return;
  }
  clause_.assign({self});
  for (Signal leaf : leaves_) {
    need(negated(leaf));
    clause_.push_back(-plain(leaf));
  }
  add_(clause_);
}

}  // namespace assay::refine::smt
