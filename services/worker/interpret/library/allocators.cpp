#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/calls/uninterpreted.h"

/// Allocation functions: the C and C++ libraries', and those that allockind describes. What they allocate is an object of
/// its own, or null where they may fail; calls of them are no events, so optimizers may leave them out.
namespace assay::interpret {
namespace {

using semantics::Rule;

constexpr std::uint64_t kMallocAlign = 16;

/// alloc-family as a number; what one family allocates another must not free.
std::uint32_t family_of(std::string_view name) {
  return static_cast<std::uint32_t>(UninterpretedHash(name).state()) | 1u;
}
std::uint32_t c_family() {
  static const std::uint32_t family = family_of("malloc");
  return family;
}
std::uint32_t new_family() {
  static const std::uint32_t family = family_of("_Znwm");
  return family;
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
    if (i != 0 && machine.frames[i - 1].program->calls[frame.resume->detail].site->call->hasFnAttr(llvm::Attribute::NoFree))
      return true;
  }
  return false;
}

bool is_null(const Lane& pointer) { return pointer.bits == 0 && pointer.provenance == 0; }

/// The heap block that may be freed through a pointer; null if the run ended.
Block* freeable(Machine& machine, const CallArguments& arguments, const Lane& pointer, std::uint32_t family) {
  Block* block = machine.memory.find(pointer.provenance);
  if (block == nullptr || !block->live || block->kind != Block::Kind::Heap || block->base != pointer.bits) {
    if (block != nullptr && block->live && block->kind == Block::Kind::Argument && block->base == pointer.bits &&
        !must_not_free(machine, *block))
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

Handled free_memory(Machine& machine, const CallArguments& arguments, const Lane& pointer, std::uint32_t family) {
  if (is_null(pointer)) return Handled::Done;
  if (freeable(machine, arguments, pointer, family) == nullptr) return Handled::Stopped;
  machine.memory.kill(pointer.provenance);
  return Handled::Done;
}

Handled reallocate(Machine& machine, const CallArguments& arguments, const Lane pointer, const Request& request) {
  if (is_null(pointer)) return allocate(machine, arguments, request);
  if (request.size == 0) return refuse(machine, "realloc to no bytes", arguments);
  const Block* old = freeable(machine, arguments, pointer, request.family);
  if (old == nullptr) return Handled::Stopped;
  std::vector<MemoryByte> bytes;
  for (std::uint64_t i = 0; i < std::min(request.size, old->size); ++i) bytes.push_back(old->get(i));
  const Handled handled = allocate(machine, arguments, request);
  if (handled != Handled::Done || arguments.result[0].bits == 0) return handled;
  Block& block = *machine.memory.find(arguments.result[0].provenance);
  for (std::uint64_t i = 0; i < bytes.size(); ++i) block.set(i, bytes[i]);
  machine.memory.kill(pointer.provenance);
  return Handled::Done;
}

Handled call_malloc(Machine& machine, const CallArguments& arguments) {
  return allocate(machine, arguments, Request{.size = number(arguments, 0), .family = c_family()});
}
Handled call_calloc(Machine& machine, const CallArguments& arguments) {
  std::uint64_t size;
  if (__builtin_mul_overflow(number(arguments, 0), number(arguments, 1), &size)) return give(arguments, 0);
  return allocate(machine, arguments, Request{.size = size, .zeroed = true, .family = c_family()});
}
Handled call_aligned_alloc(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t align = number(arguments, 0);
  if (align == 0 || (align & (align - 1)) != 0) return give(arguments, 0);
  return allocate(machine, arguments, Request{.size = number(arguments, 1), .align = align, .family = c_family()});
}
Handled call_realloc(Machine& machine, const CallArguments& arguments) {
  return reallocate(machine, arguments, arguments.lanes[0][0], Request{.size = number(arguments, 1), .family = c_family()});
}
Handled call_free(Machine& machine, const CallArguments& arguments) {
  return free_memory(machine, arguments, arguments.lanes[0][0], c_family());
}

/// That operator new throws is never seen: a program that can go on without memory is none that optimizers keep.
Handled call_new(Machine& machine, const CallArguments& arguments) {
  const bool is_aligned = arguments.types.size() == 2 && arguments.types[1][0].kind == semantics::LaneKind::Integer;
  const std::uint64_t align = is_aligned ? number(arguments, 1) : kMallocAlign;
  if (align == 0 || (align & (align - 1)) != 0) return undefined(machine, Rule::ImmediateArgument, arguments);
  const bool may_fail = arguments.types.size() == 2 && !is_aligned;  // std::nothrow
  return allocate(machine, arguments, Request{.size = number(arguments, 0), .align = align, .may_fail = may_fail, .family = new_family()});
}
Handled call_delete(Machine& machine, const CallArguments& arguments) {
  return free_memory(machine, arguments, arguments.lanes[0][0], new_family());
}

// What attributes say.

llvm::Attribute attribute_of(const CallArguments& arguments, llvm::Attribute::AttrKind kind) {
  const llvm::Attribute own = arguments.call->getFnAttr(kind);
  return own.isValid() ? own : arguments.callee->getFnAttribute(kind);
}
std::optional<std::size_t> argument_with(const CallArguments& arguments, llvm::Attribute::AttrKind kind) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i)
    if (arguments.call->paramHasAttr(i, kind) || (i < arguments.callee->arg_size() && arguments.callee->hasParamAttribute(i, kind)))
      return i;
  return std::nullopt;
}
std::uint32_t family_of(const CallArguments& arguments) {
  llvm::Attribute family = arguments.call->getFnAttr("alloc-family");
  if (!family.isValid()) family = arguments.callee->getFnAttribute("alloc-family");
  const llvm::StringRef name = family.isValid() ? family.getValueAsString() : llvm::StringRef();
  return family_of(std::string_view(name.data(), name.size()));
}

bool are_numbers(const CallArguments& arguments) {
  return std::all_of(arguments.lanes.begin(), arguments.lanes.end(), [](const auto& lanes) {
    return std::all_of(lanes.begin(), lanes.end(), [](const Lane& lane) { return lane.state == kDefined; });
  });
}

/// What the attributes ask for; nothing, with the reason, where they leave it open.
std::optional<Request> request_of(const CallArguments& arguments, llvm::AllocFnKind kind, const char*& why) {
  const auto has = [&](llvm::AllocFnKind bit) { return (kind & bit) != llvm::AllocFnKind::Unknown; };
  const semantics::Promises& promises = *arguments.promises;
  Request request;
  request.family = family_of(arguments);
  request.zeroed = has(llvm::AllocFnKind::Zeroed);
  request.may_fail = !promises.nonnull && promises.dereferenceable == 0;
  request.align = std::max<std::uint64_t>(promises.align, 1);
  request.size = std::max(promises.dereferenceable, promises.dereferenceable_or_null);
  why = "what an allocation function leaves in memory";
  if (!request.zeroed && !has(llvm::AllocFnKind::Uninitialized) && !has(llvm::AllocFnKind::Realloc)) return std::nullopt;
  if (const auto at = argument_with(arguments, llvm::Attribute::AllocAlign)) {
    const std::uint64_t align = number(arguments, *at);
    why = "an alignment that is no power of two";
    if (align == 0 || (align & (align - 1)) != 0) return std::nullopt;
    request.align = std::max(request.align, align);
  }
  const llvm::Attribute size = attribute_of(arguments, llvm::Attribute::AllocSize);
  why = "how much an allocation function allocates";
  if (!size.isValid()) return request.size == 0 ? std::nullopt : std::optional(request);
  const auto [element, count] = size.getAllocSizeArgs();
  std::uint64_t bytes = number(arguments, element);
  if (count && __builtin_mul_overflow(bytes, number(arguments, *count), &bytes)) return std::nullopt;
  request.size = std::max(request.size, bytes);
  return request;
}

/// A pointer into an object whose size is known where it is made, at a constant distance from its start.
bool is_plain_object(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) return variable->hasDefinitiveInitializer();
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(base);
  return alloca != nullptr && llvm::isa<llvm::ConstantInt>(alloca->getArraySize());
}

}  // namespace

/// The answer is the size or "unknown", as the optimizer likes; of an object that it can only guess at, any bound.
Handled call_object_size(Machine& machine, const CallArguments& arguments) {
  const llvm::CallBase& call = *arguments.call;
  const auto flag = [&](unsigned i) { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->isOne(); };
  const bool is_minimum = flag(1), null_is_unknown = flag(2);
  const std::uint64_t unknown = is_minimum ? 0 : ~std::uint64_t{0};
  const Lane& pointer = arguments.lanes[0][0];
  const Block* block = pointer.state == kDefined ? machine.memory.find(pointer.provenance) : nullptr;
  const bool is_null = pointer.state == kDefined && pointer.bits == 0 && pointer.provenance == 0;
  // Optimizers answer as if the allocation had not failed.
  if (!llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0)) &&
      !is_plain_object(*call.getArgOperand(0), call.getDataLayout()))
    machine.raise_doubt("llvm.objectsize of an object that is known in part");
  if ((block == nullptr || !block->live) && !(is_null && !null_is_unknown)) return give(arguments, unknown);
  if (machine.choices.index(1) != 0) return give(arguments, unknown);
  if (is_null) return give(arguments, 0);
  const std::uint64_t offset = pointer.bits - block->base;
  const std::uint64_t size = offset > block->size ? 0 : block->size - offset;
  const unsigned bits = arguments.result_types[0].bits;
  return give(arguments, bits < 64 && size >> bits != 0 ? unknown : size);
}

Handled allocate(Machine& machine, const CallArguments& arguments, std::uint64_t size) {
  return allocate(machine, arguments, Request{.size = size, .family = c_family()});
}

Handled call_allocator(Machine& machine, const CallArguments& arguments) {
  const llvm::Attribute attribute = attribute_of(arguments, llvm::Attribute::AllocKind);
  const bool gives_pointer =
      arguments.result.size() == 1 && arguments.result_types[0].kind == semantics::LaneKind::Pointer;
  if (!attribute.isValid()) {
    const bool has_size = gives_pointer && attribute_of(arguments, llvm::Attribute::AllocSize).isValid();
    return has_size ? refuse(machine, "an object of which only the least size is known", arguments) : Handled::No;
  }
  const llvm::AllocFnKind kind = attribute.getAllocKind();
  const auto has = [&](llvm::AllocFnKind bit) { return (kind & bit) != llvm::AllocFnKind::Unknown; };
  const auto freed = argument_with(arguments, llvm::Attribute::AllocatedPointer);
  if (!are_numbers(arguments)) return refuse(machine, "an allocation function of an undefined value", arguments);
  if (has(llvm::AllocFnKind::Free))
    return freed ? free_memory(machine, arguments, arguments.lanes[*freed][0], family_of(arguments)) : Handled::No;
  if (!gives_pointer) return Handled::No;
  const char* why = nullptr;
  const auto request = request_of(arguments, kind, why);
  if (!request) return refuse(machine, why, arguments);
  if (!has(llvm::AllocFnKind::Realloc)) return allocate(machine, arguments, *request);
  return freed ? reallocate(machine, arguments, arguments.lanes[*freed][0], *request) : Handled::No;
}

const LibraryTable& allocation_functions() {
  static const auto& table = *new LibraryTable{
      {"malloc", {"i", 'p', call_malloc}},
      {"calloc", {"ii", 'p', call_calloc}},
      {"realloc", {"pi", 'p', call_realloc}},
      {"aligned_alloc", {"ii", 'p', call_aligned_alloc}},
      {"free", {"p", 'v', call_free}},
      {"_Znwm", {"i", 'p', call_new}},
      {"_Znam", {"i", 'p', call_new}},
      {"_ZnwmSt11align_val_t", {"ii", 'p', call_new}},
      {"_ZnamSt11align_val_t", {"ii", 'p', call_new}},
      {"_ZnwmRKSt9nothrow_t", {"ip", 'p', call_new}},
      {"_ZnamRKSt9nothrow_t", {"ip", 'p', call_new}},
      {"_ZdlPv", {"p", 'v', call_delete}},
      {"_ZdaPv", {"p", 'v', call_delete}},
      {"_ZdlPvm", {"pi", 'v', call_delete}},
      {"_ZdaPvm", {"pi", 'v', call_delete}},
      {"_ZdlPvSt11align_val_t", {"pi", 'v', call_delete}},
      {"_ZdaPvSt11align_val_t", {"pi", 'v', call_delete}},
      {"_ZdlPvmSt11align_val_t", {"pii", 'v', call_delete}},
      {"_ZdaPvmSt11align_val_t", {"pii", 'v', call_delete}},
  };
  return table;
}

}  // namespace assay::interpret
