#include "services/worker/refine/smt/sat/circuit.h"

#include <utility>

namespace assay::refine::smt {

namespace {
constexpr std::size_t kSmallestTable = 1u << 10;
constexpr std::size_t kGatesPerGlance = 1u << 12;  // at the clock
}  // namespace

Circuit::Circuit() : gates_(1), table_(kSmallestTable, 0) {}

void Circuit::limit(std::size_t gates, WorkClock::time_point deadline) {
  most_ = gates;
  deadline_ = deadline;
}

std::size_t Circuit::slot_of(const Gate& gate) const {
  std::uint64_t hash = static_cast<std::uint64_t>(gate.a) << 32 | gate.b;
  hash ^= (static_cast<std::uint64_t>(gate.c) << 3 | static_cast<std::uint64_t>(gate.kind)) * 0x9e3779b97f4a7c15u;
  hash *= 0xbf58476d1ce4e5b9u;
  hash ^= hash >> 32;
  std::size_t slot = hash & (table_.size() - 1);
  while (table_[slot] != 0 && !(gates_[table_[slot]] == gate)) slot = (slot + 1) & (table_.size() - 1);
  return slot;
}

void Circuit::grow() {
  table_.assign(2 * table_.size(), 0);
  for (std::uint32_t number = 1; number < gates_.size(); ++number)
    if (gates_[number].kind != GateKind::Input) table_[slot_of(gates_[number])] = number;
}

Signal Circuit::input() {
  gates_.push_back({GateKind::Input});
  return static_cast<Signal>(2 * (gates_.size() - 1));
}

Signal Circuit::make(GateKind kind, Signal a, Signal b, Signal c) {
  if (full_) return kFalse;
  WorkClock::gate();
  const Gate gate{kind, a, b, c};
  std::size_t slot = slot_of(gate);
  if (table_[slot] != 0) return 2 * table_[slot];
  if (gates_.size() >= most_ || (gates_.size() % kGatesPerGlance == 0 && WorkClock::now() >= deadline_)) {
    full_ = true;
    return kFalse;
  }
  if (2 * gates_.size() >= table_.size()) {
    grow();
    slot = slot_of(gate);
  }
  for (Signal operand : {a, b, c}) ++gates_[gate_of(operand)].users;
  table_[slot] = static_cast<std::uint32_t>(gates_.size());
  gates_.push_back(gate);
  return 2 * table_[slot];
}

Signal Circuit::land(Signal a, Signal b) {
  if (a > b) std::swap(a, b);
  if (a == kFalse || a == negated(b)) return kFalse;
  if (a == kTrue || a == b) return b;
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const Gate& of = gates_[gate_of(a)];
    if (of.kind != GateKind::And) continue;
    const bool has = of.a == b || of.b == b, has_not = of.a == negated(b) || of.b == negated(b);
    if (!is_negated(a) && has) return a;                                         // (b & x) & b
    if (!is_negated(a) && has_not) return kFalse;                                // (!b & x) & b
    if (is_negated(a) && has_not) return b;                                      // !(!b & x) & b
    if (is_negated(a) && has) return land(b, negated(of.a == b ? of.b : of.a));  // !(b & x) & b
  }
  return make(GateKind::And, a, b, 0);
}

Signal Circuit::lxor(Signal a, Signal b) {
  const Signal sign = (a ^ b) & 1;
  a &= ~Signal{1};
  b &= ~Signal{1};
  if (a > b) std::swap(a, b);
  if (a == b) return sign;
  if (a == kFalse) return b ^ sign;
  return make(GateKind::Xor, a, b, 0) ^ sign;
}

Signal Circuit::mux(Signal condition, Signal then, Signal otherwise) {
  if (then == otherwise || condition == kTrue) return then;
  if (condition == kFalse) return otherwise;
  if (is_negated(condition)) {
    condition = negated(condition);
    std::swap(then, otherwise);
  }
  if (then == negated(otherwise)) return lxor(condition, otherwise);
  if (then == condition || then == kTrue) return lor(condition, otherwise);
  if (then == negated(condition) || then == kFalse) return land(negated(condition), otherwise);
  if (otherwise == condition || otherwise == kFalse) return land(condition, then);
  if (otherwise == negated(condition) || otherwise == kTrue) return lor(negated(condition), then);
  const Signal sign = then & 1;
  return make(GateKind::Mux, condition, then ^ sign, otherwise ^ sign) ^ sign;
}

Signal Circuit::majority(Signal a, Signal b, Signal c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (a == kFalse) return land(b, c);
  if (a == kTrue) return lor(b, c);
  if (a == b || b == c) return b;
  if (a == negated(b)) return c;
  if (b == negated(c)) return a;
  const Signal sign = a & 1;
  return make(GateKind::Majority, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}

}  // namespace assay::refine::smt
