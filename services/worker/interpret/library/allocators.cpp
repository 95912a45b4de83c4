#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/semantics/intrinsics.h"

/// Allocation functions: those of the catalogue, and those that allockind describes. What they allocate is an object of
/// its own, or null where they may fail; calls of them are no events, so optimizers may leave them out.
namespace assay::interpret {
namespace {

using semantics::Rule;

constexpr std::uint64_t kMallocAlign = 16;

/// alloc-family as a number; what one family allocates another must not free.
std::uint32_t family_of(std::string_view name) {
  return static_cast<std::uint32_t>(UninterpretedHash(name).state()) | 1u;
}
std::uint32_t family_of(const CallArguments& arguments) {
  return family_of(std::string_view(arguments.facts->allocation.family));
}

struct Request {
  std::uint64_t size = 0;
  std::uint64_t align = kMallocAlign;
  bool zeroed = false;
  bool may_fail = true;
  std::uint32_t family = 0;
};

/// New memory, or null: whether it fails is a choice.
Handled allocate(Machine& machine, const CallArguments& arguments, const Request& request) {
  machine.calls.left_out_exhaustion |= request.may_fail && machine.calls.allocations_succeed;
  const bool may_fail = request.may_fail && !machine.calls.allocations_succeed;
  if (may_fail && machine.choices.index(1) != 0) return give(arguments, 0);
  const Provenance provenance = machine.memory.allocate(Block::Kind::Heap, request.size, request.align, 0);
  // A world in which there is no more memory than the limit is one of those that may be.
  if (provenance == 0 && may_fail && machine.calls.is_to_refute) return give(arguments, 0);
  if (provenance == 0) return refuse(machine, "memory limit", arguments);
  Block& block = *machine.memory.find(provenance);
  block.family = request.family;
  if (request.zeroed) block.fill(0, request.size, MemoryByte::of(0));
  return give(arguments, block.base, provenance);
}

/// Has a running function, which was entered after the block was made, promised to free nothing (nofree)?
bool must_not_free(const Machine& machine, const Block& block) {
  for (std::size_t i = 0; i < machine.frames.size(); ++i) {
    const Frame& frame = machine.frames[i];
    if (block.serial > frame.born) continue;
    const llvm::Function* origin = frame.program->function.origin;
    if (origin != nullptr && origin->hasFnAttribute(llvm::Attribute::NoFree)) return true;
    if (i != 0 && !machine.frames[i - 1].program->calls[frame.resume->detail].site->facts.may.frees) return true;
  }
  return false;
}

bool is_null(const Lane& pointer) { return pointer.bits == 0 && pointer.provenance == 0; }

/// The heap block that may be freed through a pointer; null if the run ended.
Block* freeable(Machine& machine, const CallArguments& arguments, const Lane& pointer, std::uint32_t family) {
  Block* block = machine.memory.find(pointer.provenance);
  if (block == nullptr || !block->live || block->kind != Block::Kind::Heap || block->base != pointer.bits) {
    const bool is_callers = block != nullptr && block->live && block->kind == Block::Kind::Argument &&
                            block->base == pointer.bits && !must_not_free(machine, *block);
    if (is_callers && machine.calls.is_to_refute && family == family_of("malloc")) return block;
    if (is_callers)
      refuse(machine, "memory of the caller is freed", arguments);
    else
      undefined(machine, Rule::InvalidFree, arguments);
    return nullptr;
  }
  if (must_not_free(machine, *block)) {
    undefined(machine, Rule::InvalidFree, arguments);
    return nullptr;
  }
  if (block->family == family) return block;
  refuse(machine, "freed by a function of another family", arguments);
  return nullptr;
}

/// The block is gone; the caller's keep their numbers.
void end_block(Machine& machine, Provenance provenance) {
  Block& block = *machine.memory.find(provenance);
  if (block.kind == Block::Kind::Heap) return machine.memory.kill(provenance);
  block.live = false;
  block.release();
}

Handled free_memory(Machine& machine, const CallArguments& arguments, const Lane& pointer, std::uint32_t family) {
  if (is_null(pointer)) return Handled::Done;
  if (freeable(machine, arguments, pointer, family) == nullptr) return Handled::Stopped;
  end_block(machine, pointer.provenance);
  return Handled::Done;
}

Handled reallocate(Machine& machine, const CallArguments& arguments, const Lane pointer, const Request& request) {
  if (is_null(pointer)) return allocate(machine, arguments, request);
  if (request.size == 0) return refuse(machine, "realloc to no bytes", arguments);
  if (freeable(machine, arguments, pointer, request.family) == nullptr) return Handled::Stopped;
  const Handled handled = allocate(machine, arguments, request);
  if (handled != Handled::Done || arguments.result[0].bits == 0) return handled;
  const Block& old = *machine.memory.find(pointer.provenance);
  machine.memory.find(arguments.result[0].provenance)->copy(0, old, 0, std::min(request.size, old.size));
  end_block(machine, pointer.provenance);
  return Handled::Done;
}

/// The product of the arguments that size_arguments names; nothing where it overflows.
std::optional<std::uint64_t> size_of(const CallArguments& arguments) {
  const auto& [element, count] = *arguments.facts->allocation.size_arguments;
  std::uint64_t bytes = number(arguments, element);
  if (count && __builtin_mul_overflow(bytes, number(arguments, *count), &bytes)) return std::nullopt;
  return bytes;
}
bool is_power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

/// By a function of the catalogue. operator new never throws here: optimizers do not keep the behaviour of programs
/// that run out of memory.
Handled call_allocation(Machine& machine, const CallArguments& arguments) {
  const semantics::LibraryRow& row = *arguments.facts->known;
  Request request{.zeroed = row.allocation.zeroed, .may_fail = row.allocation.may_fail, .family = family_of(arguments)};
  const auto size = size_of(arguments);
  if (!size) return give(arguments, 0);
  request.size = *size;
  if (const auto at = arguments.facts->allocation.align_argument) {
    request.align = number(arguments, *at);
    if (!is_power_of_two(request.align))
      return row.function == llvm::LibFunc_aligned_alloc ? give(arguments, 0)
                                                         : undefined(machine, Rule::ImmediateArgument, arguments);
  }
  const bool moves = row.effect == semantics::LibraryEffect::Reallocate;
  return moves ? reallocate(machine, arguments, pointer(arguments, 0), request) : allocate(machine, arguments, request);
}
Handled call_free(Machine& machine, const CallArguments& arguments) {
  return free_memory(machine, arguments, pointer(arguments, 0), family_of(arguments));
}

bool are_numbers(const CallArguments& arguments) {
  return std::all_of(arguments.lanes.begin(), arguments.lanes.end(), [](const auto& lanes) {
    return std::all_of(lanes.begin(), lanes.end(), [](const Lane& lane) { return lane.state == kDefined; });
  });
}

/// What the attributes ask for; nothing, with the reason, where they leave it open.
std::optional<Request> request_of(const CallArguments& arguments, const char*& why) {
  const semantics::AllocationFacts& facts = arguments.facts->allocation;
  const semantics::Promises& promises = *arguments.promises;
  Request request;
  request.family = family_of(arguments);
  request.zeroed = facts.zeroed;
  request.may_fail = !promises.nonnull && promises.dereferenceable == 0;
  request.align = std::max<std::uint64_t>(promises.align, 1);
  request.size = std::max(promises.dereferenceable, promises.dereferenceable_or_null);
  why = "what an allocation function leaves in memory";
  if (!facts.zeroed && !facts.uninitialized && !facts.reallocates) return std::nullopt;
  if (facts.align_argument) {
    const std::uint64_t align = number(arguments, *facts.align_argument);
    why = "an alignment that is no power of two";
    if (!is_power_of_two(align)) return std::nullopt;
    request.align = std::max(request.align, align);
  }
  why = "how much an allocation function allocates";
  if (!facts.size_arguments) return request.size == 0 ? std::nullopt : std::optional(request);
  const auto size = size_of(arguments);
  if (!size) return std::nullopt;
  request.size = std::max(request.size, *size);
  return request;
}

}  // namespace

/// The bytes from the pointer to the object's end, also of one that is gone by now. Optimizers answer as if no
/// allocation failed.
Handled call_object_size(Machine& machine, const CallArguments& arguments) {
  const llvm::CallBase& call = *arguments.call;
  const auto flag = [&](unsigned i) { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->isOne(); };
  const bool is_minimum = flag(1), null_is_unknown = flag(2);
  const std::uint64_t unknown = is_minimum ? 0 : ~std::uint64_t{0};
  const Lane& pointer = arguments.lanes[0][0];
  if (pointer.state == kPoison) {
    arguments.result[0] = kPoisonLane;
    return Handled::Done;
  }
  const bool may_be_guessed = semantics::is_size_guessed(call);
  const Block* block = pointer.state == kDefined ? machine.memory.find(pointer.provenance) : nullptr;
  const bool is_null = pointer.state == kDefined && pointer.bits == 0 && pointer.provenance == 0;
  if (is_minimum && may_be_guessed) machine.raise_doubt("llvm.objectsize of an object that is known in part");
  if (is_null) return give(arguments, null_is_unknown && !may_be_guessed ? unknown : 0);
  if (block == nullptr) return give(arguments, unknown);
  const std::uint64_t offset = pointer.bits - block->base;
  const std::uint64_t size = offset > block->size ? 0 : block->size - offset;
  const unsigned bits = arguments.result_types[0].bits;
  return give(arguments, bits < 64 && size >> bits != 0 ? unknown : size);
}

Handled allocate(Machine& machine, const CallArguments& arguments, std::uint64_t size) {
  return allocate(machine, arguments, Request{.size = size, .family = family_of(arguments)});
}

Handled call_allocator(Machine& machine, const CallArguments& arguments) {
  const semantics::AllocationFacts& facts = arguments.facts->allocation;
  const bool gives_pointer =
      arguments.result.size() == 1 && arguments.result_types[0].kind == semantics::LaneKind::Pointer;
  if (!facts.has_kind())
    return gives_pointer && facts.size_arguments
               ? refuse(machine, "an object of which only the least size is known", arguments)
               : Handled::No;
  if (!are_numbers(arguments)) return refuse(machine, "an allocation function of an undefined value", arguments);
  const std::optional<unsigned> freed = facts.freed_argument;
  if (facts.frees)
    return freed ? free_memory(machine, arguments, pointer(arguments, *freed), family_of(arguments)) : Handled::No;
  if (!gives_pointer)
    return facts.allocates ? refuse(machine, "an allocation function that gives no pointer", arguments) : Handled::No;
  const char* why = nullptr;
  const auto request = request_of(arguments, why);
  if (!request) return refuse(machine, why, arguments);
  if (!facts.reallocates) return allocate(machine, arguments, *request);
  return freed ? reallocate(machine, arguments, pointer(arguments, *freed), *request) : Handled::No;
}

const LibraryTable& allocation_functions() {
  static const auto& table = *new LibraryTable([] {
    LibraryTable functions;
    for (const semantics::LibraryRow& row : semantics::library_rows()) {
      if (row.effect == semantics::LibraryEffect::Free) functions.emplace(row.function, call_free);
      if (row.effect == semantics::LibraryEffect::Allocate || row.effect == semantics::LibraryEffect::Reallocate)
        functions.emplace(row.function, call_allocation);
    }
    return functions;
  }());
  return table;
}

}  // namespace assay::interpret
