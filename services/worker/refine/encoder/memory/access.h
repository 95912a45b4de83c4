#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/refine/encoder/memory/cell.h"
#include "services/worker/refine/encoder/memory/pointer.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// What is done to the bytes of an object.
enum class Access : std::uint8_t {
  Read,
  Load,  ///< a read that takes what it may not see for poison
  Write,
  ReadAndWrite,
};
constexpr bool reads(Access access) { return access != Access::Write; }
constexpr bool writes(Access access) { return access == Access::Write || access == Access::ReadAndWrite; }

/// The access is undefined behaviour unless `size` bytes (a term) at `p` are there, aligned, and may be so accessed.
/// The pointer's address space, and the function that is run, decide whether null leads to an object.
void check_access(Machine& machine, const Pointer& p, Term size, std::uint64_t align, Access access,
                  unsigned address_space = 0);
/// The same of a load, which may look at a stack object outside its lifetime, and gets poison (LangRef, object
/// lifetime).
void check_load(Machine& machine, const Pointer& p, Term size, std::uint64_t align, unsigned address_space,
                Access access = Access::Load);

/// A value as it is stored: the lanes of the layout in cells, and back.
std::vector<Cell> cells_of(Machine& machine, const semantics::Layout& layout, const std::vector<Lane>& lanes);
std::vector<Lane> lanes_of(Machine& machine, const semantics::Layout& layout, const Pointer& from);

/// The bits of a cell's byte in which nothing stands of the type that was stored there, by the cell's tag: in a run
/// they are poison. Of a tag that is no type's some bit is.
std::uint8_t unused_bits(std::uint64_t tag, unsigned cell_bytes, unsigned byte);

}  // namespace assay::refine
