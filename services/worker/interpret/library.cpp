#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "services/worker/interpret/library.h"
#include "services/worker/interpret/memory_access.h"

/// Functions of the C library. A prototype that is not theirs makes them unknown functions.
namespace assay::interpret {
namespace {

using semantics::Rule;

bool is_scalar(const CallArguments& arguments, std::size_t i, semantics::LaneKind kind) {
  return arguments.types[i].size() == 1 && arguments.types[i][0].kind == kind && arguments.types[i][0].bits <= 64;
}
bool has_width(char c, const semantics::LaneType& type) {
  if (c == 'd') return type.format == semantics::FloatFormat::Double;
  return c != 'f' || type.format == semantics::FloatFormat::Single;
}
/// Does the call have arguments and a result as LibraryFunction describes them?
bool has_shape(const CallArguments& arguments, std::string_view shape, char result) {
  if (arguments.lanes.size() != shape.size()) return false;
  const auto kind_of = [](char c) {
    return c == 'p'   ? semantics::LaneKind::Pointer
           : c == 'd' || c == 'f' ? semantics::LaneKind::Float
                      : semantics::LaneKind::Integer;
  };
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (!is_scalar(arguments, i, kind_of(shape[i])) || !has_width(shape[i], arguments.types[i][0])) return false;
  if (result == 'v') return arguments.result.empty();
  return arguments.result.size() == 1 && arguments.result_types[0].kind == kind_of(result) &&
         arguments.result_types[0].bits <= 64 && has_width(result, arguments.result_types[0]);
}

bool all_defined(const CallArguments& arguments) {
  for (const auto& lanes : arguments.lanes)
    for (const Lane& lane : lanes)
      if (lane.state != kDefined) return false;
  return true;
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

/// Does the function that the run began with promise to free nothing that was there before?
bool must_not_free(const Machine& machine) {
  const llvm::Function* top = machine.frames.front().program->function.origin;
  return top != nullptr && top->hasFnAttribute(llvm::Attribute::NoFree);
}

/// The heap block that may be freed through a pointer; null if the run ended.
Block* freeable(Machine& machine, const CallArguments& arguments) {
  const Lane& pointer = arguments.lanes[0][0];
  Block* block = machine.memory.find(pointer.provenance);
  if (block == nullptr || !block->live || block->kind != Block::Kind::Heap || block->base != pointer.bits) {
    if (block != nullptr && block->live && block->kind == Block::Kind::Argument && block->base == pointer.bits &&
        !must_not_free(machine))
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

Handled call_exit(Machine& machine, const CallArguments& arguments) {
  machine.exit_code = static_cast<int>(number(arguments, 0) & 0xff);
  machine.stopped = true;
  return Handled::Stopped;
}
Handled call_abort(Machine& machine, const CallArguments&) {
  machine.exit_code = kAborted;
  machine.stopped = true;
  return Handled::Stopped;
}

/// assert's: __assert_fail(condition, file, line, function)
Handled call_assert_fail(Machine& machine, const CallArguments& arguments) {
  std::string text[3];
  for (std::size_t i : {0u, 1u, 2u}) {
    if (i == 2) {
      text[i] = std::to_string(number(arguments, i));
      continue;
    }
    const auto part = read_string(machine, pointer(arguments, i), arguments.instruction);
    if (!part) return Handled::Stopped;
    text[i] = *part;
  }
  machine.errors += text[1] + ":" + text[2] + ": assertion '" + text[0] + "' failed\n";
  return call_abort(machine, arguments);
}

const LibraryTable& memory_functions() {
  static const auto& table = *new LibraryTable{
      {"malloc", {"i", 'p', call_malloc}},
      {"calloc", {"ii", 'p', call_calloc}},
      {"realloc", {"pi", 'p', call_realloc}},
      {"aligned_alloc", {"ii", 'p', call_aligned_alloc}},
      {"free", {"p", 'v', call_free}},
      {"exit", {"i", 'v', call_exit}},
      {"_exit", {"i", 'v', call_exit}},
      {"abort", {"", 'v', call_abort}},
      {"llvm.trap", {"", 'v', call_abort}},
      {"__assert_fail", {"ppip", 'v', call_assert_fail}},
  };
  return table;
}

const LibraryFunction* find_function(std::string_view name) {
  for (const LibraryTable* table : {&memory_functions(), &string_functions(), &number_functions()})
    if (const auto found = table->find(name); found != table->end()) return &found->second;
  return nullptr;
}

}  // namespace

Handled undefined(Machine& machine, Rule rule, const CallArguments& arguments) {
  machine.stop_ub(rule, arguments.instruction);
  return Handled::Stopped;
}
Handled refuse(Machine& machine, const char* why, const CallArguments& arguments) {
  machine.stop(EndKind::Inconclusive, why, arguments.instruction);
  return Handled::Stopped;
}

/// New memory, or null: whether it fails is a choice.
Handled allocate(Machine& machine, const CallArguments& arguments, std::uint64_t size, std::uint64_t align,
                 bool zeroed) {
  machine.left_out_exhaustion |= machine.allocations_succeed;
  if (!machine.allocations_succeed && machine.choices.index(1) != 0) return give(arguments, 0);
  const Provenance provenance = machine.memory.allocate(Block::Kind::Heap, size, align, 0);
  if (provenance == 0) return refuse(machine, "memory limit", arguments);
  Block& block = *machine.memory.find(provenance);
  if (zeroed) block.fill(0, size, MemoryByte::of(0));
  return give(arguments, block.base, provenance);
}

Handled call_library(Machine& machine, std::string_view name, const CallArguments& arguments) {
  if (arguments.call->isNoBuiltin()) return Handled::No;
  const Handled printed = call_output(machine, name, arguments);
  if (printed != Handled::No) return printed;
  const LibraryFunction* found = find_function(name);
  if (found == nullptr || !has_shape(arguments, found->shape, found->result)) return Handled::No;
  if (!all_defined(arguments)) {
    for (const auto& lanes : arguments.lanes)
      for (const Lane& lane : lanes)
        if (lane.state == kPoison) return undefined(machine, Rule::NoundefArgument, arguments);
    return refuse(machine, "a library function of an undef value", arguments);
  }
  return found->call(machine, arguments);
}

}  // namespace assay::interpret
