#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstring>
#include <map>

#include "services/worker/interpret/calls.h"
#include "services/worker/interpret/memory_access.h"

/// Functions of the C library. A prototype that is not theirs makes them unknown functions.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Rule;
using Known = Handled (*)(Machine&, const CallArguments&);

Handled undefined(Machine& machine, Rule rule, const CallArguments& arguments) {
  machine.stop_ub(rule, arguments.instruction);
  return Handled::Stopped;
}
Handled refuse(Machine& machine, const char* why, const CallArguments& arguments) {
  machine.stop(EndKind::Inconclusive, why, arguments.instruction);
  return Handled::Stopped;
}

bool is_scalar(const CallArguments& arguments, std::size_t i, semantics::LaneKind kind) {
  return arguments.types[i].size() == 1 && arguments.types[i][0].kind == kind && arguments.types[i][0].bits <= 64;
}
/// Does the call have these arguments? 'p': pointer, 'i': integer, 'd': double.
bool has_shape(const CallArguments& arguments, std::string_view shape, char result) {
  if (arguments.lanes.size() != shape.size()) return false;
  const auto kind_of = [](char c) {
    return c == 'p'   ? semantics::LaneKind::Pointer
           : c == 'd' ? semantics::LaneKind::Float
                      : semantics::LaneKind::Integer;
  };
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (!is_scalar(arguments, i, kind_of(shape[i]))) return false;
  if (result == 'v') return arguments.result.empty();
  return arguments.result.size() == 1 && arguments.result_types[0].kind == kind_of(result) &&
         arguments.result_types[0].bits <= 64;
}

bool all_defined(const CallArguments& arguments) {
  for (const auto& lanes : arguments.lanes)
    for (const Lane& lane : lanes)
      if (lane.state != kDefined) return false;
  return true;
}
std::uint64_t number(const CallArguments& arguments, std::size_t i) { return arguments.lanes[i][0].bits; }

Handled give(const CallArguments& arguments, std::uint64_t value, Provenance provenance = 0) {
  const unsigned bits = arguments.result_types[0].bits;
  arguments.result[0] = {bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1), kDefined, provenance};
  return Handled::Done;
}

/// New memory, or null: whether it fails is a choice.
Handled allocate(Machine& machine, const CallArguments& arguments, std::uint64_t size, std::uint64_t align,
                 bool zeroed) {
  if (machine.choices.index(1) != 0) return give(arguments, 0);
  const Provenance provenance = machine.memory.allocate(Block::Kind::Heap, size, align, 0);
  if (provenance == 0) return refuse(machine, "memory limit", arguments);
  Block& block = *machine.memory.find(provenance);
  if (zeroed) block.fill(0, size, MemoryByte::of(0));
  return give(arguments, block.base, provenance);
}

constexpr std::uint64_t kMallocAlign = 16;

Handled call_malloc(Machine& machine, const CallArguments& arguments) {
  return allocate(machine, arguments, number(arguments, 0), kMallocAlign, false);
}
Handled call_calloc(Machine& machine, const CallArguments& arguments) {
  std::uint64_t size;
  if (__builtin_mul_overflow(number(arguments, 0), number(arguments, 1), &size)) return give(arguments, 0);
  return allocate(machine, arguments, size, kMallocAlign, true);
}
Handled call_aligned_alloc(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t align = number(arguments, 0);
  if (align == 0 || (align & (align - 1)) != 0) return give(arguments, 0);
  return allocate(machine, arguments, number(arguments, 1), align, false);
}

/// The heap block that may be freed through a pointer; null if the run ended.
Block* freeable(Machine& machine, const CallArguments& arguments) {
  const Lane& pointer = arguments.lanes[0][0];
  Block* block = machine.memory.find(pointer.provenance);
  if (block == nullptr || !block->live || block->kind != Block::Kind::Heap || block->base != pointer.bits) {
    if (block != nullptr && block->live && block->kind == Block::Kind::Argument && block->base == pointer.bits)
      refuse(machine, "memory of the caller is freed", arguments);
    else
      undefined(machine, Rule::InvalidFree, arguments);
    return nullptr;
  }
  return block;
}

Handled call_free(Machine& machine, const CallArguments& arguments) {
  const Lane& pointer = arguments.lanes[0][0];
  if (pointer.bits == 0 && pointer.provenance == 0) return Handled::Done;
  if (freeable(machine, arguments) == nullptr) return Handled::Stopped;
  machine.memory.kill(pointer.provenance);
  return Handled::Done;
}

Handled call_realloc(Machine& machine, const CallArguments& arguments) {
  const Lane pointer = arguments.lanes[0][0];
  const std::uint64_t size = number(arguments, 1);
  if (pointer.bits == 0 && pointer.provenance == 0) return allocate(machine, arguments, size, kMallocAlign, false);
  if (size == 0) return refuse(machine, "realloc to no bytes", arguments);
  const Block* old = freeable(machine, arguments);
  if (old == nullptr) return Handled::Stopped;
  std::vector<MemoryByte> bytes;
  for (std::uint64_t i = 0; i < std::min(size, old->size); ++i) bytes.push_back(old->get(i));
  const Handled handled = allocate(machine, arguments, size, kMallocAlign, false);
  if (handled != Handled::Done || arguments.result[0].bits == 0) return handled;
  Block& block = *machine.memory.find(arguments.result[0].provenance);
  for (std::uint64_t i = 0; i < bytes.size(); ++i) block.set(i, bytes[i]);
  machine.memory.kill(pointer.provenance);
  return Handled::Done;
}

Handled call_strlen(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, arguments.lanes[0][0], arguments.instruction);
  return text ? give(arguments, text->size()) : Handled::Stopped;
}

int sign(int value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

Handled call_strcmp(Machine& machine, const CallArguments& arguments) {
  const auto a = read_string(machine, arguments.lanes[0][0], arguments.instruction);
  if (!a) return Handled::Stopped;
  const auto b = read_string(machine, arguments.lanes[1][0], arguments.instruction);
  if (!b) return Handled::Stopped;
  const int order = sign(std::strcmp(a->c_str(), b->c_str()));
  if (order != 0) machine.address_observed = true;  // only the sign is known
  return give(arguments, static_cast<std::uint64_t>(order));
}

/// One byte that must be a number.
bool read_byte(Machine& machine, const Lane& pointer, std::uint64_t offset, std::uint32_t instruction,
               std::uint8_t& byte) {
  Lane moved = pointer;
  moved.bits += offset;
  Access access;
  if (!reach(machine, moved, 1, 1, Purpose::Read, instruction, access)) return false;
  const MemoryByte found = access.gone ? MemoryByte::all_poison() : access.block->get(access.offset);
  if (found.undef != 0 || found.poison != 0) {
    machine.stop(EndKind::Inconclusive, "a library function reads undefined memory", instruction);
    return false;
  }
  byte = found.value;
  return true;
}

Handled call_memcmp(Machine& machine, const CallArguments& arguments) {
  for (std::uint64_t i = 0; i < number(arguments, 2); ++i) {
    std::uint8_t a, b;
    if (!read_byte(machine, arguments.lanes[0][0], i, arguments.instruction, a) ||
        !read_byte(machine, arguments.lanes[1][0], i, arguments.instruction, b))
      return Handled::Stopped;
    if (a == b) continue;
    machine.address_observed = true;  // only the sign is known; other numbers would do
    return give(arguments, static_cast<std::uint64_t>(a < b ? -1 : 1));
  }
  return give(arguments, 0);
}

Handled call_memory_move(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t length = number(arguments, 2);
  if (length == 0) return give(arguments, number(arguments, 0), arguments.lanes[0][0].provenance);
  Access to, from;
  if (!reach(machine, arguments.lanes[0][0], length, 1, Purpose::Write, arguments.instruction, to) ||
      !reach(machine, arguments.lanes[1][0], length, 1, Purpose::Read, arguments.instruction, from))
    return Handled::Stopped;
  std::vector<MemoryByte> bytes;
  for (std::uint64_t i = 0; i < length; ++i)
    bytes.push_back(from.gone ? MemoryByte::all_poison() : from.block->get(from.offset + i));
  for (std::uint64_t i = 0; i < length; ++i) {
    to.block->set(to.offset + i, bytes[i]);
    if (bytes[i].owner != 0 && to.block->escaped) escape(machine, bytes[i].owner);
  }
  return give(arguments, number(arguments, 0), arguments.lanes[0][0].provenance);
}

Handled call_memset(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t length = number(arguments, 2);
  Access to;
  if (length != 0) {
    if (!reach(machine, arguments.lanes[0][0], length, 1, Purpose::Write, arguments.instruction, to))
      return Handled::Stopped;
    to.block->fill(to.offset, length, MemoryByte::of(static_cast<std::uint8_t>(number(arguments, 1))));
  }
  return give(arguments, number(arguments, 0), arguments.lanes[0][0].provenance);
}

Handled call_abs(Machine& machine, const CallArguments& arguments) {
  const unsigned bits = arguments.types[0][0].bits;
  const APInt value(bits, number(arguments, 0));
  if (value.isMinSignedValue()) return refuse(machine, "abs of the smallest number", arguments);
  return give(arguments, value.abs().getZExtValue());
}

Handled call_ffs(Machine&, const CallArguments& arguments) {
  const std::uint64_t value = number(arguments, 0);
  return give(arguments, value == 0 ? 0 : static_cast<std::uint64_t>(__builtin_ctzll(value) + 1));
}

Handled call_exit(Machine& machine, const CallArguments& arguments) {
  machine.exit_code = static_cast<int>(number(arguments, 0) & 0xff);
  machine.stopped = true;
  return Handled::Stopped;
}
Handled call_abort(Machine& machine, const CallArguments&) {
  constexpr int kAborted = 134;
  machine.exit_code = kAborted;
  machine.stopped = true;
  return Handled::Stopped;
}

struct Entry {
  std::string_view shape;
  char result;
  Known call;
};

const std::map<std::string_view, Entry>& known_functions() {
  static const auto& table = *new std::map<std::string_view, Entry>{
      {"malloc", {"i", 'p', call_malloc}},
      {"calloc", {"ii", 'p', call_calloc}},
      {"realloc", {"pi", 'p', call_realloc}},
      {"aligned_alloc", {"ii", 'p', call_aligned_alloc}},
      {"free", {"p", 'v', call_free}},
      {"strlen", {"p", 'i', call_strlen}},
      {"strcmp", {"pp", 'i', call_strcmp}},
      {"memcmp", {"ppi", 'i', call_memcmp}},
      {"bcmp", {"ppi", 'i', call_memcmp}},
      {"memcpy", {"ppi", 'p', call_memory_move}},
      {"memmove", {"ppi", 'p', call_memory_move}},
      {"memset", {"pii", 'p', call_memset}},
      {"abs", {"i", 'i', call_abs}},
      {"labs", {"i", 'i', call_abs}},
      {"llabs", {"i", 'i', call_abs}},
      {"ffs", {"i", 'i', call_ffs}},
      {"ffsl", {"i", 'i', call_ffs}},
      {"ffsll", {"i", 'i', call_ffs}},
      {"exit", {"i", 'v', call_exit}},
      {"abort", {"", 'v', call_abort}},
      {"llvm.trap", {"", 'v', call_abort}},
  };
  return table;
}

}  // namespace

std::optional<std::string> read_string(Machine& machine, const Lane& pointer, std::uint32_t instruction,
                                       std::uint64_t most) {
  std::string text;
  for (std::uint64_t i = 0; i < most; ++i) {
    std::uint8_t byte;
    if (!read_byte(machine, pointer, i, instruction, byte)) return std::nullopt;
    if (byte == 0) break;
    text.push_back(static_cast<char>(byte));
  }
  return text;
}

Handled call_library(Machine& machine, std::string_view name, const CallArguments& arguments) {
  if (arguments.call->isNoBuiltin()) return Handled::No;
  const Handled printed = call_output(machine, name, arguments);
  if (printed != Handled::No) return printed;
  const auto found = known_functions().find(name);
  if (found == known_functions().end() || !has_shape(arguments, found->second.shape, found->second.result))
    return Handled::No;
  if (!all_defined(arguments)) {
    for (const auto& lanes : arguments.lanes)
      for (const Lane& lane : lanes)
        if (lane.state == kPoison) return undefined(machine, Rule::NoundefArgument, arguments);
    return refuse(machine, "a library function of an undef value", arguments);
  }
  return found->second.call(machine, arguments);
}

}  // namespace assay::interpret
