#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/common/status.h"
#include "services/worker/semantics/call_facts.h"
#include "services/worker/semantics/ops.h"
#include "services/worker/semantics/types.h"
#include "services/worker/semantics/variant.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class GlobalObject;
class GlobalValue;
class Instruction;
class Module;
class Type;
class Value;
}  // namespace llvm

/// The lowered form: a function as both machines execute it. Registers are ranges of lanes in one flat frame, so that
/// neither machine looks at types again; what an instruction needs beside its operands stands in a side table.
namespace assay::semantics {

/// What the target or the environment decides and the IR leaves open: a function is lowered for one answer.
struct LowerOptions {
  unsigned vscale = 1;                              ///< what a scalable vector's length is multiplied by
  Rounding rounding = Rounding::NearestTiesToEven;  ///< of operations whose rounding is dynamic
  Denormals denormals = Denormals::Ieee;            ///< operands, where denormal-fp-math says dynamic
  Denormals denormal_results = Denormals::Ieee;     ///< the same of results
  Variant variant;                                  ///< the reading of the language
  bool operator==(const LowerOptions&) const = default;
};

/// Index of a lane in a function's frame: first the constants, then the arguments, then the results.
using Slot = std::uint32_t;

/// A value: consecutive lanes of the frame.
struct Slots {
  Slot first = 0;
  std::uint32_t count = 0;
  bool operator==(const Slots&) const = default;
};

/// What a constant lane holds.
struct ConstantLane {
  enum class Kind : std::uint8_t { Bits, Poison, Undef, Global, NullPointer, BlockAddress };
  Kind kind = Kind::Bits;
  llvm::APInt bits;                           ///< Bits
  const llvm::GlobalValue* global = nullptr;  ///< Global: its address (function, variable, alias, ifunc)
  const llvm::BasicBlock* block = nullptr;    ///< BlockAddress
};

/// Where the lanes of a type live in memory. A chunk is an unsigned integer of `bytes` bytes in the data layout's byte
/// order that packs `lanes` lanes of equal width without gaps: one for a scalar, all elements for a vector whose
/// elements are no whole bytes. Bits of a chunk above its lanes are padding of the type.
struct Chunk {
  std::uint64_t offset = 0;  ///< in bytes from the start
  std::uint32_t bytes = 0;
  std::uint32_t first_lane = 0;
  std::uint32_t lanes = 0;
  LaneType lane;
};
struct Layout {
  std::uint64_t store_size = 0;  ///< bytes that a store writes
  std::uint64_t alloc_size = 0;  ///< distance between array elements
  std::uint64_t abi_align = 1;
  std::uint32_t lanes = 0;
  std::vector<Chunk> chunks;  ///< in order of offset; bytes between chunks are padding
};

struct MemoryAccess {        // load, store, atomicrmw, cmpxchg
  std::uint32_t layout = 0;  ///< index into Function::layouts
  std::uint64_t align = 1;
  bool is_volatile = false;
  bool is_atomic = false;
  bool is_invariant = false;     ///< of a load: with !invariant.load
  bool changes_nothing = false;  ///< of a store: of undef, in a language where that leaves memory as it is
  bool finds_the_world = false;  ///< of a volatile load: it may find anything, in a language where it does (MEM-25)
  std::uint32_t seen_in = 0;     ///< the address space in which others see a volatile access (MEM-59)
};
/// getelementptr: base + constant + sum of index * scale (index sign-extended or truncated to the index width).
struct AddressComputation {
  struct Term {
    Slots index;
    std::uint64_t scale = 0;  ///< bytes
  };
  std::uint32_t index_bits = 64;
  std::int64_t constant = 0;
  std::vector<Term> terms;  ///< in order; a term of one lane applies to all lanes of the result
  /// The steps in order with constants kept apart (inbounds, nusw and nuw look at each partial sum).
  struct Step {
    bool is_constant = true;
    std::int64_t constant = 0;  ///< bytes
    std::uint32_t term = 0;     ///< index into terms
  };
  std::vector<Step> steps;
  bool null_is_valid = false;  ///< null may be in bounds of an object
};
struct Allocation {
  std::uint64_t element_size = 0;  ///< alloc size of the allocated type; the count is operand 0
  std::uint64_t align = 1;
  std::uint32_t address_space = 0;
  bool is_inalloca = false;
};
struct Switch {
  std::vector<std::pair<llvm::APInt, std::uint32_t>> cases;  ///< value, successor block
  std::uint32_t default_block = 0;
};
struct Incoming {
  std::uint32_t block = 0;  ///< predecessor
  Slots value;
};
/// A call. What its text promises of arguments and result is checked where it is made; the facts are what is known of
/// the function called, and hold whatever it is.
struct CallSite {
  const llvm::CallBase* call = nullptr;
  const llvm::Function* callee = nullptr;  ///< direct callee after stripping casts; null: operand 0 is the address
  std::vector<Promises> arguments;         ///< one per argument (operands[0] is the callee's address if indirect)
  Promises result;
  CallFacts facts;  ///< of an indirect call: what the call itself says
};

/// One instruction. `operands` index Function::operands; `detail` indexes the side table that the op's row names.
struct Instruction {
  Op op = Op::Unreachable;
  Predicate predicate = Predicate::None;
  Rounding rounding = Rounding::NearestTiesToEven;
  Flags flags = 0;
  Slots result;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::uint32_t detail = 0;
  std::uint32_t promises = 0;   ///< 1 + index into Function::promises of what is promised of the result; 0: nothing
  std::uint64_t immediate = 0;  ///< the last immediate argument of an intrinsic (the class mask of is.fpclass, …)
  const llvm::Instruction* origin = nullptr;
};

/// Instructions [first, first + count) of a block: phis first (op Phi), a terminator last.
struct Block {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t phis = 0;                   ///< how many of them are phis
  std::vector<std::uint32_t> successors;    ///< in the terminator's order; br i1: true, false
  std::vector<std::uint32_t> predecessors;  ///< each once
  const llvm::BasicBlock* origin = nullptr;
};

struct Argument {
  Slots value;
  std::uint32_t layout = 0;
  Promises promises;
  const llvm::Value* origin = nullptr;
};

/// A lowered function. Blocks are in reverse post-order from the entry; unreachable blocks are dropped. Immutable after
/// lowering and independent of the LLVM module except through the `origin`, `global` and `call` pointers.
struct Function {
  std::string name;
  const llvm::Function* origin = nullptr;
  LowerOptions options;                 ///< what it was lowered for
  std::vector<LaneType> slots;          ///< type of every lane of the frame
  std::vector<ConstantLane> constants;  ///< of slots [0, constants.size())
  std::vector<Argument> arguments;
  std::vector<Block> blocks;  ///< blocks[0] is the entry
  std::vector<Instruction> instructions;
  std::vector<Slots> operands;
  std::vector<LaneType> result_lanes;  ///< of the function's return value
  std::uint32_t result_layout = 0;
  Promises result_promises;
  bool has_loop = false;
  bool big_endian = false;
  /// There may be an object at address zero: null_pointer_is_valid, or pointers into other address spaces than 0.
  bool null_may_be_valid = false;
  /// The same for pointers into the address space.
  bool null_is_valid(unsigned address_space) const;
  Variant variant;  ///< how to read it; of both functions of a pair the same
  // Side tables.
  std::vector<Layout> layouts;
  std::vector<std::vector<std::int32_t>> masks;  ///< Permute: source lane among the operands' lanes, or -1: poison
  std::vector<MemoryAccess> accesses;
  std::vector<AddressComputation> addresses;
  std::vector<Allocation> allocations;
  std::vector<Switch> switches;
  std::vector<std::vector<Incoming>> incomings;
  std::vector<CallSite> calls;
  std::vector<Promises> promises;
  std::shared_ptr<llvm::Module> written;  ///< calls that say what operand bundles mean; of no other use

  llvm::ArrayRef<Slots> operands_of(const Instruction& i) const {
    return llvm::ArrayRef<Slots>(operands).slice(i.first_operand, i.operand_count);
  }
};

/// The site of a call whose attributes and arguments are those of `site_call`: of the call itself, or of one that is
/// written for its operand bundles.
CallSite call_site_of(const llvm::CallBase& call, const llvm::CallBase& site_call, const llvm::Function* callee);

/// Lowers one definition. The error is the name of the unsupported feature, one stable word or a short phrase such as
/// "ppc_fp128" or "intrinsic llvm.foo", as verdicts give it.
Result<Function> lower(const llvm::Function& function, const LowerOptions& options = {});

/// The answers to lower the pair for: one if neither function depends on any, else several of vscale (within
/// vscale_range), all rounding modes, all treatments of denormal numbers. What holds in all of them holds up to
/// `bound_of`, which is empty if they are all there are.
std::vector<LowerOptions> environments_of(const llvm::Function& source, const llvm::Function& target);
std::string bound_of(const llvm::Function& source, const llvm::Function& target,
                     const std::vector<LowerOptions>& environments);
/// "vscale 2, rounding toward zero"; empty for the default.
std::string describe(const LowerOptions& environment);

/// A type's place in memory by the module's data layout; the same rules as lower() uses for loads and stores.
Result<Layout> layout_of(const llvm::Module& module, llvm::Type* type, const LowerOptions& options = {});
/// The lanes of a first-class type; the error names the unsupported type.
Result<std::vector<LaneType>> lanes_of(const llvm::Module& module, llvm::Type* type, const LowerOptions& options = {});
/// The lanes of a constant without constant expressions (for global initialisers); an error names what it holds else.
Result<std::vector<ConstantLane>> constant_lanes(const llvm::Module& module, const llvm::Value& constant,
                                                 const LowerOptions& options = {});

}  // namespace assay::semantics
