#include "services/worker/interpret/calls/varargs.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

#include "services/worker/interpret/calls/own_lists.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/memory_steps.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"

/// Variable arguments as the System V ABI of x86-64 lays them out, because compiled programs read a va_list's fields:
/// { i32 gp_offset, i32 fp_offset, ptr overflow_area, ptr register_area }.
namespace assay::interpret {
namespace {

using semantics::LaneKind;
using semantics::LaneType;
using semantics::Layout;
using semantics::Rule;

constexpr std::uint64_t kGeneral = 48;     ///< bytes of general registers in the register area
constexpr std::uint64_t kRegisters = 176;  ///< with the vector registers
constexpr std::uint64_t kListSize = 24;
constexpr std::uint64_t kWord = 8, kVector = 16;

/// Where the next argument goes, or comes from.
struct Places {
  std::uint64_t general = 0;
  std::uint64_t vector = kGeneral;
  std::uint64_t overflow = 0;
};

enum class Class : std::uint8_t { General, Vector, Memory };

/// How one scalar is passed.
Class class_of(const LaneType& type) {
  if (type.kind == LaneKind::Float) return type.format == semantics::FloatFormat::X87 ? Class::Memory : Class::Vector;
  return type.bits <= 64 ? Class::General : Class::Memory;
}

struct Place {
  bool in_registers = false;
  std::uint64_t offset = 0;
};

Place place_of(Places& next, Class where, std::uint64_t size, std::uint64_t align) {
  if (where == Class::General && next.general < kGeneral) {
    next.general += kWord;
    return {true, next.general - kWord};
  }
  if (where == Class::Vector && next.vector < kRegisters) {
    next.vector += kVector;
    return {true, next.vector - kVector};
  }
  align = std::max(align, kWord);
  next.overflow = (next.overflow + align - 1) / align * align;
  const std::uint64_t offset = next.overflow;
  next.overflow += (size + kWord - 1) / kWord * kWord;
  return {false, offset};
}

bool refuse(Machine& machine, const char* why, std::uint32_t instruction) {
  machine.stop(EndKind::Unsupported, why, instruction);
  return false;
}

Block* new_area(Machine& machine, std::uint64_t size, std::uint32_t instruction, Provenance& provenance) {
  provenance =
      machine.memory.allocate(Block::Kind::Stack, size, kVector, static_cast<std::uint32_t>(machine.frames.size()));
  if (provenance == 0) {
    machine.stop(EndKind::Inconclusive, "memory limit", instruction);
    return nullptr;
  }
  machine.frames.back().blocks.push_back(provenance);
  return machine.memory.find(provenance);
}

Layout scalar_layout(const LaneType& type) {
  Layout layout;
  layout.lanes = 1;
  const std::uint32_t bytes = (type.bits + 7) / 8;
  layout.store_size = layout.alloc_size = bytes;
  layout.chunks.push_back({0, bytes, 0, 1, type});
  return layout;
}

/// Writes a va_list: the areas of the running frame, and where the first variable argument stands in them.
bool start_list(Machine& machine, const Lane& list, std::uint32_t instruction) {
  const Frame& frame = machine.frames.back();
  if (machine.frames.size() == 1) return refuse(machine, "variable arguments of the function that is run", instruction);
  if (frame.variable == nullptr) {
    machine.stop_ub(Rule::InvalidVaArg, instruction);
    return false;
  }
  Access to;
  if (!reach(machine, list, kListSize, 1, Purpose::Write, instruction, to)) return false;
  const VariableArguments& areas = *frame.variable;
  const auto put = [&](std::uint64_t offset, const LaneType& type, const Lane& lane) {
    Access at = to;
    at.offset += offset;
    return store_lanes(machine, scalar_layout(type), at, &lane, instruction);
  };
  const LaneType number{LaneKind::Integer, semantics::FloatFormat::None, 32, 0};
  const LaneType pointer{LaneKind::Pointer, semantics::FloatFormat::None, 64, 0};
  const auto start_of = [&](Provenance block) { return Lane{machine.memory.find(block)->base, kDefined, block}; };
  return put(0, number, {areas.general, kDefined, 0}) && put(4, number, {areas.vector, kDefined, 0}) &&
         put(8, pointer, start_of(areas.overflow_area)) && put(16, pointer, start_of(areas.register_area));
}

bool copy_list(Machine& machine, const Lane& to, const Lane& from, std::uint32_t instruction) {
  Access write, read;
  if (!reach(machine, to, kListSize, 1, Purpose::Write, instruction, write) ||
      !reach(machine, from, kListSize, 1, Purpose::Read, instruction, read))
    return false;
  for (std::uint64_t i = 0; i < kListSize; ++i)
    write.block->set(write.offset + i, read.gone ? MemoryByte::all_poison() : read.block->get(read.offset + i));
  return true;
}

/// LangRef, llvm.va_end: it destroys the list.
bool end_list(Machine& machine, const Lane& list, std::uint32_t instruction) {
  Access to;
  if (!reach(machine, list, kListSize, 1, Purpose::Write, instruction, to)) return false;
  to.block->fill(to.offset, kListSize, MemoryByte::all_poison());
  return true;
}

/// One field of a va_list in memory.
struct Field {
  Access access;
  Layout layout;
  Lane value = kPoisonLane;
};

bool read_field(Machine& machine, const Lane& list, std::uint64_t offset, const LaneType& type,
                std::uint32_t instruction, Field& field) {
  Lane place = list;
  place.bits += offset;
  field.layout = scalar_layout(type);
  if (!reach(machine, place, field.layout.store_size, 1, Purpose::Read, instruction, field.access) ||
      !load_lanes(machine, field.layout, field.access, &field.value, instruction))
    return false;
  if (field.value.state == kDefined) return true;
  machine.stop_ub(Rule::InvalidVaArg, instruction);
  return false;
}

bool write_field(Machine& machine, const Field& field, std::uint32_t instruction) {
  return store_lanes(machine, field.layout, field.access, &field.value, instruction);
}

/// Puts a call's arguments where the ABI has them. Those that the callee names take places only.
class Passing {
 public:
  Passing(Machine& machine, const CallArguments& arguments, const llvm::Function& callee)
      : machine_(machine), arguments_(arguments), callee_(callee) {}

  bool run() {
    for (unsigned i = 0; i < callee_.arg_size(); ++i)
      if (!add(i, false)) return false;
    made_.general = static_cast<std::uint32_t>(next_.general);
    made_.vector = static_cast<std::uint32_t>(next_.vector);
    next_.overflow = 0;
    for (unsigned i = static_cast<unsigned>(callee_.arg_size()); i < arguments_.lanes.size(); ++i)
      if (!add(i, true)) return false;
    if (new_area(machine_, kRegisters, arguments_.instruction, made_.register_area) == nullptr ||
        new_area(machine_, next_.overflow, arguments_.instruction, made_.overflow_area) == nullptr)
      return false;
    // Bytes without an argument must not be taken.
    machine_.memory.find(made_.register_area)->fill(0, kRegisters, MemoryByte::all_poison());
    for (const Item& item : items_)
      if (!write(item)) return false;
    machine_.frames.back().variable = std::make_unique<VariableArguments>(made_);
    return true;
  }

 private:
  /// A value on its way into memory.
  struct Item {
    unsigned argument = 0;
    Layout layout;
    std::vector<MemoryByte> bytes;  ///< of a byval argument instead
    Place place;
  };

  bool add(unsigned i, bool is_variable) {
    llvm::Type* type = arguments_.call->getArgOperand(i)->getType();
    if (arguments_.facts->arguments[i].by_value) return add_copy(i, is_variable);
    if (type->isAggregateType()) {
      if (is_variable) return refuse(machine_, "an aggregate among variable arguments", arguments_.instruction);
      for (const LaneType& lane : arguments_.types[i]) place_of(next_, class_of(lane), kWord, kWord);
      return true;
    }
    auto layout = semantics::layout_of(*callee_.getParent(), type);
    if (!layout) return refuse(machine_, "a variable argument of this type", arguments_.instruction);
    Item item{i, std::move(*layout), {}, {}};
    item.place = place(*type, item.layout, arguments_.types[i][0]);
    if (is_variable) items_.push_back(std::move(item));
    return true;
  }
  Place place(const llvm::Type& type, const Layout& layout, const LaneType& lane) {
    constexpr std::uint64_t kTwo = 2 * kWord;
    // A number of two words takes two registers, or none.
    if (type.isIntegerTy(128) && next_.general + kTwo <= kGeneral) {
      next_.general += kTwo;
      return {true, next_.general - kTwo};
    }
    Class where = class_of(lane);
    if (type.isVectorTy()) where = layout.store_size <= kVector ? Class::Vector : Class::Memory;
    return place_of(next_, where, layout.store_size, layout.store_size > kWord ? layout.abi_align : kWord);
  }
  bool add_copy(unsigned i, bool is_variable) {
    const semantics::ArgumentFacts& argument = arguments_.facts->arguments[i];
    const std::uint64_t size = *argument.by_value, align = std::max<std::uint64_t>(argument.promises.align, 1);
    Item item{i, {}, {}, place_of(next_, Class::Memory, size, align)};
    if (!is_variable || size == 0) return true;
    Access from;
    if (!reach(machine_, arguments_.lanes[i][0], size, 1, Purpose::Read, arguments_.instruction, from)) return false;
    for (std::uint64_t k = 0; k < size; ++k) item.bytes.push_back(from.block->get(from.offset + k));
    items_.push_back(std::move(item));
    return true;
  }
  bool write(const Item& item) {
    Access to;
    to.block = machine_.memory.find(item.place.in_registers ? made_.register_area : made_.overflow_area);
    to.offset = item.place.offset;
    for (std::size_t k = 0; k < item.bytes.size(); ++k) to.block->set(to.offset + k, item.bytes[k]);
    if (!item.bytes.empty()) return true;
    return store_lanes(machine_, item.layout, to, arguments_.lanes[item.argument].data(), arguments_.instruction);
  }

  Machine& machine_;
  const CallArguments& arguments_;
  const llvm::Function& callee_;
  Places next_;
  VariableArguments made_;
  std::vector<Item> items_;
};

}  // namespace

bool has_known_lists(const llvm::Module& module) {
  const llvm::Triple triple(module.getTargetTriple());
  return triple.getArch() == llvm::Triple::x86_64 && !triple.isOSWindows() && !triple.isX32();
}

std::optional<Lane> next_argument(Machine& machine, const Lane& list, const LaneType& type, std::uint64_t align,
                                  std::uint32_t instruction) {
  const LaneType number{LaneKind::Integer, semantics::FloatFormat::None, 32, 0};
  const LaneType pointer{LaneKind::Pointer, semantics::FloatFormat::None, 64, 0};
  const Class where = class_of(type);
  const Layout layout = scalar_layout(type);
  Lane from = kPoisonLane;
  bool found = false;
  if (where != Class::Memory) {
    Field position, area;
    const bool general = where == Class::General;
    if (!read_field(machine, list, general ? 0 : 4, number, instruction, position)) return std::nullopt;
    if (position.value.bits < (general ? kGeneral : kRegisters)) {
      if (!read_field(machine, list, 16, pointer, instruction, area)) return std::nullopt;
      from = area.value;
      from.bits += position.value.bits;
      position.value.bits += general ? kWord : kVector;
      if (!write_field(machine, position, instruction)) return std::nullopt;
      found = true;
    }
  }
  if (!found) {
    Field area;
    if (!read_field(machine, list, 8, pointer, instruction, area)) return std::nullopt;
    align = std::max(align, kWord);
    from = area.value;
    from.bits = (from.bits + align - 1) / align * align;
    area.value = from;
    area.value.bits += (layout.store_size + kWord - 1) / kWord * kWord;
    if (!write_field(machine, area, instruction)) return std::nullopt;
  }
  Access access;
  Lane value = kPoisonLane;
  if (!reach(machine, from, layout.store_size, 1, Purpose::Read, instruction, access) ||
      !load_lanes(machine, layout, access, &value, instruction))
    return std::nullopt;
  return value;
}

bool pass_variable_arguments(Machine& machine, const CallArguments& arguments, const llvm::Function& callee) {
  if (!has_known_lists(*callee.getParent()))
    return refuse(machine, "definition with variable arguments for this target", arguments.instruction);
  if (arguments.call->isMustTailCall())
    return refuse(machine, "musttail with variable arguments", arguments.instruction);
  return Passing(machine, arguments, callee).run();
}

Handled call_list(Machine& machine, std::string_view name, const CallArguments& arguments) {
  const bool known = has_known_lists(machine.world->module());
  const auto handled = [&](bool done) { return done ? Handled::Done : Handled::Stopped; };
  if (!name.starts_with("llvm.va_")) return Handled::No;
  if (is_own_list(machine, *arguments.call->getArgOperand(0))) return handled(call_own_list(machine, name, arguments));
  if (!known && name.starts_with("llvm.va_end")) return Handled::Done;  // nothing was taken from it
  if (!known) return handled(refuse(machine, "va_list of this target", arguments.instruction));
  if (name.starts_with("llvm.va_start"))
    return handled(start_list(machine, arguments.lanes[0][0], arguments.instruction));
  if (name.starts_with("llvm.va_end")) return handled(end_list(machine, arguments.lanes[0][0], arguments.instruction));
  return handled(copy_list(machine, arguments.lanes[0][0], arguments.lanes[1][0], arguments.instruction));
}

void step_va_arg(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  const auto& function = machine.program->function;
  const semantics::Instruction& instruction = function.instructions[step->instruction];
  if (is_own_list(machine, *instruction.origin->getOperand(0))) {
    if (!take_argument(machine, instruction, frame[step->a], frame + step->to, step->instruction)) return;
    ASSAY_NEXT;
  }
  const Layout& layout = function.layouts[function.accesses[step->detail].layout];
  if (!has_known_lists(machine.world->module()) || layout.lanes != 1 || layout.chunks[0].lane.bits > 80)
    return machine.stop(EndKind::Unsupported, "va_arg of this type or target", step->instruction);
  const auto value = next_argument(machine, frame[step->a], layout.chunks[0].lane, layout.abi_align, step->instruction);
  if (!value) return;
  frame[step->to] = *value;
  ASSAY_NEXT;
}

}  // namespace assay::interpret
