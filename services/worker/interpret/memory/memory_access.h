#pragma once

#include "services/worker/interpret/machine.h"

/// Reading and writing lanes through pointers.
namespace assay::interpret {

/// Why a run ends without a result where null may lead to an object.
inline constexpr const char* kObjectAtZero = "an object that may be at address zero";

/// Why a run ends without a result where a variable may be larger than what its module knows of it.
inline constexpr const char* kPastDeclaration = "what is behind the declared size of a variable";

/// Why a run ends that looks where nothing of a large object is held.
inline constexpr const char* kNotHeld = "a part of an object of gigabytes";

/// Why a run ends at a volatile access of no object of which nobody says what it finds.
inline constexpr const char* kOutsideOfMemory = "a volatile access where no memory is";

/// Where a pointer leads.
struct Access {
  Block* block = nullptr;    ///< null for an access of no bytes
  std::uint64_t offset = 0;  ///< into what the block holds
  bool gone = false;         ///< a stack object outside of its lifetime: loads give poison
};

enum class Purpose : std::uint8_t { Read, Write };

/// Checks an access of `bytes` bytes. False if the run ended, mostly because the access is undefined behaviour.
bool reach(Machine& machine, const Lane& pointer, std::uint64_t bytes, std::uint64_t align, Purpose purpose,
           std::uint32_t instruction, Access& access);

/// Does the pointer lead to no object? Volatile accesses may go there: what they find is the world's affair (MEM-33).
/// False where it may lead to one that the run knows nothing of.
bool leads_outside(const Machine& machine, const Lane& pointer);
/// The same check for a volatile access of what leads outside; `world` becomes bytes that stand for what is there.
/// Ends the run where nothing can be said of them.
bool reach_outside(Machine& machine, const Lane& pointer, const semantics::Layout& layout, std::uint64_t align,
                   Purpose purpose, std::uint32_t instruction, Block& world, Access& access);

/// Reads the lanes of a type.
bool load_lanes(Machine& machine, const semantics::Layout& layout, const Access& access, Lane* to,
                std::uint32_t instruction);
/// Writes them, bytes of padding too.
bool store_lanes(Machine& machine, const semantics::Layout& layout, const Access& access, const Lane* from,
                 std::uint32_t instruction);

/// A number becomes a pointer: to the exposed block that holds the address.
void guess_provenance(Machine& machine, Lane& pointer);
/// Code outside learns of the pointer: its block, and what that points to, escapes.
void escape(Machine& machine, Provenance provenance);
/// The same for what these bytes of a block point to.
void escape_owners(Machine& machine, const Block& block, std::uint64_t offset, std::uint64_t count);
/// Copies bytes; those of a stack object outside of its lifetime are poison.
void copy_bytes(Machine& machine, const Access& to, const Access& from, std::uint64_t count);
/// The run looked at the address of a block whose place is this side's own choice.
inline void observe(Machine& machine, Provenance provenance) {
  if (provenance != 0 && !machine.is_shared(provenance)) machine.result.address_observed = true;
}

}  // namespace assay::interpret
