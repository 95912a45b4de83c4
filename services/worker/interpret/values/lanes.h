#pragma once

#include <array>
#include <span>

#include "services/worker/interpret/machine.h"

/// One lane of an operation when an operand is poison, a set or wide: the slow and exact path.
namespace assay::interpret {

/// Why a run ends inconclusive where lanes that hang together would become sets of their own.
inline constexpr const char* kCorrelated = "a set of values loses the correlation of its lanes";

/// The width of a lane of the frame.
inline unsigned width_at(const Machine& machine, semantics::Slot slot) { return machine.program->types[slot].bits; }

/// An operand of a lane operation.
struct Operand {
  const Lane* lane;
  unsigned width;
};

/// Computes one lane of a Lanewise operation into `out`. False if the run ended (undefined behaviour, inconclusive).
bool slow_lane(Machine& machine, const semantics::ValueInfo& info, std::span<const Operand> operands, Lane& out,
               std::uint32_t instruction);
/// The same for LanewisePair. `apart`: all uses look at one of the two results alone, so that their correlation, which
/// two lanes can't hold, does not matter.
bool slow_pair(Machine& machine, const semantics::ValueInfo& info, std::span<const Operand> operands, Lane& first,
               Lane& second, bool apart, std::uint32_t instruction);
/// The union of what two lanes may be, poison too if asked.
Lane join(Machine& machine, const Lane& a, const Lane& b, unsigned width, bool poison, std::uint32_t instruction);
/// Is poison among what the lane may be?
bool may_be_poison(const Machine& machine, const Lane& lane);
/// Any pattern, and poison if asked. For LostSets::Widen.
Lane widened(Machine& machine, unsigned width, bool poison);
/// One member of the lane, by choice; poison only if it is nothing else. For LostSets::Pick.
Lane pick(Machine& machine, const Lane& lane, unsigned width);
/// One member of the lane for all uses.
Lane freeze(Machine& machine, const Lane& lane, unsigned width);

}  // namespace assay::interpret
