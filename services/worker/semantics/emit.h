#pragma once

#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "services/worker/semantics/emitter.h"
#include "services/worker/semantics/promises.h"

/// The building blocks of instructions and intrinsics that have no row of their own. `origin` is the instruction that
/// is lowered; a function that takes `result` returns it.
namespace assay::semantics {

/// What an operation has beside its operands.
struct Details {
  Predicate predicate = Predicate::None;
  Flags flags = 0;
  Rounding rounding = Rounding::NearestTiesToEven;
  std::uint64_t immediate = 0;
};

Slots emit(Emitter& out, const llvm::Instruction& origin, Op op, Slots result, llvm::ArrayRef<Slots> operands,
           const Details& details = {});
/// An operation whose result is one new lane.
Slots compute(Emitter& out, const llvm::Instruction& origin, Op op, const LaneType& type,
              llvm::ArrayRef<Slots> operands, Predicate predicate = Predicate::None);
/// Undefined behaviour by `rule` unless the condition holds.
void require(Emitter& out, const llvm::Instruction& origin, Slots condition, Rule rule);

// Moves. A mask names for each lane of the result one of all operands' lanes, or -1: poison.
using Mask = std::vector<std::int32_t>;
Mask identity_mask(std::uint32_t count);
Slots emit_moves(Emitter& out, const llvm::Instruction& origin, Slots result, llvm::ArrayRef<Slots> operands,
                 Mask mask);
void append_permute(Emitter& out, Instruction instruction, llvm::ArrayRef<Slots> operands, Mask mask);
inline Slots lane(Slots value, std::uint32_t index) { return {value.first + index, 1}; }
/// A copy of the value that the promises are checked at; the value itself if there are none.
Slots with_promises(Emitter& out, Slots value, Promises promises, const llvm::Instruction& origin);

// Memory and addresses.
Slots emit_access(Emitter& out, const llvm::Instruction& origin, Op op, const MemoryAccess& access, Slots result,
                  llvm::ArrayRef<Slots> operands);
/// What is known of the alignment `bytes` after a place of this alignment.
constexpr std::uint64_t align_after(std::uint64_t align, std::uint64_t bytes) {
  return bytes == 0 ? align : std::min(align, bytes & (~bytes + 1));
}
/// What a comparison of pointers looks at: their addresses, where pointers have other bits beside them (LangRef, icmp).
Slots what_is_compared(Emitter& out, const llvm::Instruction& origin, Slots value);
/// The pointer moved by some bytes.
Slots emit_offset(Emitter& out, const llvm::Instruction& origin, Slots pointer, std::int64_t bytes);
/// The pointer moved by index * scale bytes.
Slots emit_scaled_offset(Emitter& out, const llvm::Instruction& origin, Slots result, Slots pointer, Slots index,
                         std::uint64_t scale);

}  // namespace assay::semantics
