#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/program/world.h"

namespace assay::interpret {

class Machine;

/// The memory that is there when a run begins: the environment's blocks, then those of the input. Both sides of a
/// comparison have the same ones, at the same indices.
struct Surroundings {
  /// A byte that reads as poison because `initializes` says that the function writes it first.
  struct Uninitialized {
    Provenance block = 0;
    std::uint64_t offset = 0;
    MemoryByte before;
  };
  std::vector<Block> environment;            ///< as it is before an input is set
  std::size_t count = 0;                     ///< of all these blocks in Memory
  bool has_known_sizes = false;              ///< no variable is larger than it is here
  std::vector<Provenance> of_input;          ///< the blocks of Input::memory, in order
  Provenance at_zero = 0;                    ///< the one that null leads to; 0: there is none
  std::vector<Uninitialized> uninitialized;  ///< some of them may have been written since
  std::vector<Uninitialized> unseen;         ///< what the function may only write: poison until it has
};

/// The environment's blocks with the initial values that the module gives them.
std::vector<Block> blocks_of(const World& world, bool unwritten_is_poison);

/// From now on runs begin with no undef, or no poison, in what code outside may have left in variables: where their
/// initializers have undef there are zeros, where they have poison undef or zeros. What is constant stays.
void keep_out_of_variables(Machine& machine, bool undef, bool poison);

/// After Machine::begin(): puts the memory and the arguments of an input where the function finds them, and forbids the
/// accesses that its attributes forbid.
void set_input(Machine& machine, const Input& input);
/// A lane, and a byte, of the input, once its memory is set.
Lane lane_of(Machine& machine, const InputLane& given);
MemoryByte byte_of(const Machine& machine, const InputByte& byte);
/// Gives bytes that `initializes` promises to write, and that are not written yet, their old values back: code outside
/// may look at them, and finds those if the function does not return (LangRef, initializes). The same of memory that is
/// only written.
void restore_uninitialized(Machine& machine);
/// A call of an unknown function gave a pointer to the object, or left one in memory. The machine does not know which
/// pointer an access goes through: what only attributes of arguments forbid is no longer decided (ATTR-11).
void note_another_way(Machine& machine, Provenance provenance);
/// Do calls give the function pointers, of which nobody knows to which object?
bool gets_pointers_of_calls(const llvm::Function& function);
/// Is it a variable that this module, if not the other, knows to be constant?
bool is_constant_here(const Machine& machine, std::size_t block);

}  // namespace assay::interpret
