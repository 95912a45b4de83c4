#include "services/worker/interpret/memory/invariants.h"

#include "services/worker/interpret/machine.h"

namespace assay::interpret {

void Invariants::keep(const Memory& memory, std::size_t count) {
  start_.clear();
  for (std::size_t i = 0; i < count; ++i) start_.push_back(memory.at(i));
}

Invariants::State Invariants::state(const Memory& memory) {
  for (std::size_t block = 0; block < start_.size(); ++block)
    for (std::uint64_t i = 0; memory.at(block).live && i < start_[block].held(); ++i)
      if (memory.at(block).get(i) != start_[block].get(i)) changed_.insert({block, i});
  for (const Range& range : loaded_) {
    if (range.block >= start_.size()) return State::Unknown;
    const auto first = changed_.lower_bound({range.block, range.offset});
    if (memory.at(range.block).live && first != changed_.end() && first->first == range.block &&
        first->second < range.offset + range.size)
      return State::Changed;
  }
  return State::Kept;
}

bool keep_invariants(Machine& machine, std::uint32_t instruction) {
  switch (machine.invariants.state(machine.memory)) {
    case Invariants::State::Kept:
      return true;
    case Invariants::State::Changed:
      machine.stop_ub(semantics::Rule::InvariantViolated, instruction);
      return false;
    case Invariants::State::Unknown:
      machine.stop(EndKind::Unsupported, "!invariant.load in a function called", instruction);
      return false;
  }
  return true;
}

}  // namespace assay::interpret
