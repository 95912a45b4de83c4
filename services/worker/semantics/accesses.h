#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "services/worker/semantics/ops.h"
#include "services/worker/semantics/program.h"

/// What memory operations access, by their operands.
namespace assay::semantics {

/// One access that an instruction makes.
struct OperandAccess {
  std::uint8_t pointer;        ///< which operand says where
  bool writes;                 ///< else it reads
  std::int8_t length = -1;     ///< which operand says how many bytes; -1: the type in Function::accesses does
  std::int8_t condition = -1;  ///< which operand must be true; -1: the access is always made
};

namespace detail {
inline constexpr OperandAccess kLoad[] = {{.pointer = 0, .writes = false}};
inline constexpr OperandAccess kStore[] = {{.pointer = 1, .writes = true}};
inline constexpr OperandAccess kMaskedLoad[] = {{.pointer = 1, .writes = false, .condition = 0}};
inline constexpr OperandAccess kMaskedStore[] = {{.pointer = 2, .writes = true, .condition = 0}};
inline constexpr OperandAccess kCopy[] = {{.pointer = 1, .writes = false, .length = 2},
                                          {.pointer = 0, .writes = true, .length = 2}};
inline constexpr OperandAccess kFill[] = {{.pointer = 0, .writes = true, .length = 2}};
}  // namespace detail

/// The accesses of a memory operation, reads first; none of calls and of va_arg, which go where the ABI says.
constexpr std::span<const OperandAccess> accesses_of(Op op) {
  switch (op) {
    case Op::Load:
      return detail::kLoad;
    case Op::Store:
      return detail::kStore;
    case Op::MaskedLoad:
      return detail::kMaskedLoad;
    case Op::MaskedStore:
      return detail::kMaskedStore;
    case Op::MemCpy:
    case Op::MemCpyInline:
    case Op::MemMove:
      return detail::kCopy;
    case Op::MemSet:
    case Op::MemSetInline:
      return detail::kFill;
    default:
      return {};
  }
}

/// Do values of the layout fill all bits of their bytes?
inline bool fills_bytes(const Layout& layout) {
  std::uint64_t bytes = 0;
  for (const Chunk& chunk : layout.chunks) {
    if (std::uint64_t{chunk.lanes} * chunk.lane.bits != std::uint64_t{8} * chunk.bytes) return false;
    bytes += chunk.bytes;
  }
  return bytes == layout.store_size;
}

/// The lanes that a volatile load gets from outside: bytes, whatever their type, but the layout's own where those do
/// not fill bytes. None where one of them is a pointer: then it finds what memory holds (MEM-25).
inline std::vector<LaneType> lanes_from_outside(const Layout& layout) {
  std::vector<LaneType> lanes;
  for (const Chunk& chunk : layout.chunks) {
    if (chunk.lane.kind == LaneKind::Pointer) return {};
    lanes.insert(lanes.end(), chunk.lanes, chunk.lane);
  }
  if (!fills_bytes(layout)) return lanes;
  LaneType byte;
  byte.bits = 8;
  return std::vector<LaneType>(layout.store_size, byte);
}

/// How code outside knows a volatile access: it never changes from integer to floating-point or back, nor to another
/// address space (LangRef, volatile memory accesses).
inline std::string name_of_volatile(const Layout& layout, const MemoryAccess& access, bool writes) {
  std::string name = writes ? "volatile store" : "volatile load";
  for (const Chunk& chunk : layout.chunks)
    if (chunk.lane.kind == LaneKind::Float) {
      name += " of floats";
      break;
    }
  if (access.seen_in != 0) name += " in address space " + std::to_string(access.seen_in) + ":";
  return name;
}

/// By which name a script says what a volatile load gives (ScriptedCall::function).
inline std::string name_of_volatile_load(const Layout& layout, const MemoryAccess& access) {
  return name_of_volatile(layout, access, false) + " " + std::to_string(layout.store_size);
}
inline bool is_volatile_load(const std::string& name) { return name.starts_with("volatile load "); }

/// Does the memory operation write?
constexpr bool writes_memory(Op op) {
  for (const OperandAccess& access : accesses_of(op))
    if (access.writes) return true;
  return false;
}

}  // namespace assay::semantics
