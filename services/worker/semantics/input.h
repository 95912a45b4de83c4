#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The input of one run, for both machines: the symbolic one reads it from a model, the concrete one runs it.
namespace assay::semantics {

/// Names a block of Input::memory: 1 + its index, or 0 for none. A pointer is a block and an offset; the machine that
/// runs the input makes an address of it.
using InputBlockNumber = std::uint32_t;

/// What a lane of an argument is at the start of a run.
struct InputLane {
  enum class Kind : std::uint8_t { Bits, Poison, Undef };
  Kind kind = Kind::Bits;
  llvm::APInt bits;            ///< of a pointer with a block: the offset into it; else the value or the address
  InputBlockNumber block = 0;  ///< of a pointer: what it may access; 0: nothing
  static InputLane of(llvm::APInt bits) { return {Kind::Bits, std::move(bits), 0}; }
  static InputLane pointer(std::size_t index, llvm::APInt offset) {
    return {Kind::Bits, std::move(offset), static_cast<InputBlockNumber>(index + 1)};
  }
  static InputLane poison() { return {Kind::Poison, llvm::APInt(), 0}; }
  static InputLane undef() { return {Kind::Undef, llvm::APInt(), 0}; }
  bool operator==(const InputLane& other) const {
    if (kind != other.kind || block != other.block) return false;
    return kind != Kind::Bits || (bits.getBitWidth() == other.bits.getBitWidth() && bits == other.bits);
  }
};

/// A byte of memory at the start of a run, or as a call writes it: bits of which some may be undef or poison, or one
/// byte of a pointer.
struct InputByte {
  std::uint8_t value = 0;      ///< bits that are neither undef nor poison; not of a pointer
  std::uint8_t undef = 0;      ///< bits that are undef
  std::uint8_t poison = 0;     ///< bits that are poison
  std::uint8_t piece = 0;      ///< of a pointer: which of its bytes, from the low end
  InputBlockNumber block = 0;  ///< of a pointer: where it leads; 0: the byte is not of a pointer
  std::uint64_t offset = 0;    ///< of a pointer: into the block
  bool operator==(const InputByte&) const = default;
  static InputByte of(std::uint8_t value) { return {.value = value}; }
  static InputByte all_undef() { return {.undef = 0xff}; }
  static InputByte all_poison() { return {.poison = 0xff}; }
  static InputByte of_pointer(std::size_t index, std::uint64_t offset, std::size_t piece) {
    return {
        .piece = static_cast<std::uint8_t>(piece), .block = static_cast<InputBlockNumber>(index + 1), .offset = offset};
  }
};

/// A block of memory that is there when the function is called: a global's, or what pointers lead to.
struct InputBlock {
  std::string name;          ///< of the global or the module's function; empty: it is none's
  bool is_function = false;  ///< it may be called, and not accessed; without a name: no module has it
  std::uint64_t size = 0;
  std::uint64_t align = 1;
  bool writable = true;
  std::uint64_t address = 0;  ///< of a block that is no global's; 0: the machine gives it one
  bool at_zero = false;       ///< it stands at address zero, where null leads to it
  bool is_absent = false;     ///< of an extern_weak symbol: nobody defines it, so that its address is null
  /// Of a block that is too large to be held: first offset and number of the bytes that are, in order and apart. Empty:
  /// all.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
  std::vector<InputByte> bytes;  ///< of all parts, one behind the other; those after them were never written
  bool operator==(const InputBlock&) const = default;
};

/// The name of a function that no module has, and that the block of the input stands for.
constexpr std::string_view kNamelessFunction = "function ";
inline std::string name_of_function(InputBlockNumber block) {
  return std::string(kNamelessFunction) + std::to_string(block);
}

/// What one call of an unknown function is to do. The machine takes of it what the function's attributes allow.
struct ScriptedCall {
  enum class End : std::uint8_t {
    Returns,
    DoesNotReturn,  ///< it unwinds, runs for ever or ends the program
    Undefined,      ///< calling it so is undefined behaviour
  };
  /// By what the function gets at memory: a block's number, or a pointer that it has been given.
  struct Way {
    enum class Kind : std::uint8_t {
      Block,     ///< what stands in the input
      Argument,  ///< this call's
      Given,     ///< an argument of the call that plays an earlier entry of the script
      Held,      ///< the pointer that lies in a block when the call is made
    };
    Kind kind = Kind::Block;
    std::uint32_t which = 0;  ///< InputBlockNumber; of arguments: counts from 0
    std::uint32_t entry = 0;  ///< Given: of the script, counts from 0
    std::uint64_t at = 0;     ///< Held: where in the block
    bool operator==(const Way&) const = default;
  };
  /// A byte that the call writes.
  struct Write {
    Way way;
    std::uint64_t offset = 0;  ///< from the start of the block, or from the pointer
    InputByte byte;
    bool operator==(const Write&) const = default;
  };
  std::string function;  ///< its name; empty: inline assembly
  /// Per argument, per lane: tells this call from others of the function; nothing: any value.
  std::vector<std::vector<std::optional<InputLane>>> arguments;
  End end = End::Returns;
  std::vector<InputLane> result;
  /// Per lane of the result: the pointer from which the lane's bits are an offset; nothing or no entry: they are none.
  std::vector<std::optional<Way>> result_of;
  std::vector<Write> writes;
  std::vector<InputBlockNumber> frees;  ///< blocks that are gone afterwards
  bool operator==(const ScriptedCall&) const = default;
};

/// An argument behind those that the function names, as a va_arg takes it.
struct VariableArgument {
  std::string taken;   ///< the types that arguments are taken as up to this one (taken_type)
  bool exists = true;  ///< false: the caller passed no more
  std::vector<InputLane> lanes;
  bool operator==(const VariableArgument&) const = default;
};

/// The input of one run: the lanes of each argument, and the memory that they and the globals hold. Globals that are
/// not named hold their initial values.
struct Input {
  std::vector<std::vector<InputLane>> arguments;
  std::vector<InputBlock> memory;
  /// Draws what unknown functions do: their results and effects, whether they unwind or never return. With 0 they
  /// return.
  std::uint64_t call_seed = 0;
  std::vector<ScriptedCall> script;        ///< what some of their calls do instead
  std::vector<VariableArgument> variable;  ///< others are drawn
  bool operator==(const Input&) const = default;
};

}  // namespace assay::semantics
