#include "services/worker/interpret/inputs/surroundings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "services/worker/interpret/machine.h"
#include "services/worker/ir/newer_words.h"

namespace assay::interpret {

bool gets_pointers_of_calls(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each) &&
           each.getType()->isPtrOrPtrVectorTy();
  });
}

namespace {

/// Is the argument captures(none), and does the function let it go all the same? Pointers to its object that a call
/// gives may be others.
bool is_captured_in_spite(const llvm::Argument& argument) {
  return llvm::capturesNothing(argument.getAttributes().getCaptureInfo()) &&
         !gets_pointers_of_calls(*argument.getParent()) &&
         llvm::PointerMayBeCaptured(&argument, /*ReturnCaptures=*/true);
}

void settle_sizes(Machine& machine) {
  if (!machine.surroundings.has_known_sizes) return;
  for (std::size_t i = 0; i < machine.surroundings.count; ++i) machine.memory.at(i).may_be_larger = false;
}

/// A variable that may be larger than its declaration gets the size that the input says, as far as there is room.
void enlarge(Block& block, std::uint64_t size, bool unwritten_is_poison) {
  if (!block.may_be_larger || size <= block.size || size - block.size >= Environment::kGap) return;
  block.size = size;
  block.make_unwritten(unwritten_is_poison);
}

/// Symbols that nobody defines.
std::vector<std::size_t> absent_of(const Machine& machine, const std::vector<InputBlock>& blocks) {
  std::vector<std::size_t> absent;
  for (const InputBlock& given : blocks)
    if (const auto object = given.is_absent && machine.world != nullptr
                                ? machine.world->environment().index_of(given.name)
                                : std::nullopt)
      absent.push_back(*object);
  return absent;
}

void set_memory(Machine& machine, const std::vector<InputBlock>& blocks) {
  Surroundings& here = machine.surroundings;
  Memory& memory = machine.memory;
  here.of_input.clear();
  here.at_zero = 0;
  if (blocks.empty()) return settle_sizes(machine);
  static const Environment kNone;
  const Environment& environment = machine.world == nullptr ? kNone : machine.world->environment();
  for (const InputBlock& given : blocks) {
    const auto object = given.name.empty() ? std::nullopt : environment.index_of(given.name);
    if (object) {
      here.of_input.push_back(Memory::environment(*object));
      if (here.has_known_sizes) enlarge(memory.at(*object), given.size, memory.unwritten_is_poison);
      continue;
    }
    const std::uint64_t address = environment.address_of(given, here.of_input.size());
    const auto kind = given.is_function     ? Block::Kind::Function
                      : given.parts.empty() ? Block::Kind::Argument
                                            : Block::Kind::Large;
    here.of_input.push_back(memory.add(kind, address, given.size, given.align));
    if (given.at_zero) here.at_zero = here.of_input.back();
    Block& block = memory.at(memory.count() - 1);
    block.parts = given.parts;
    block.make_unwritten(memory.unwritten_is_poison);
    block.writable = given.writable;
  }
  here.count = memory.count();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Block& block = *memory.find(here.of_input[i]);
    if (!blocks[i].bytes.empty()) block.is_unknown = false;
    for (std::uint64_t offset = 0; offset < block.held() && offset < blocks[i].bytes.size(); ++offset)
      block.set(offset, byte_of(machine, blocks[i].bytes[offset]));
  }
  settle_sizes(machine);
}

/// Does the function read memory of which its type tag says that it never changes? Everybody may read such memory.
bool reads_constant_memory(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    return each.mayReadFromMemory() && says_constant(alias_tags_of(each));
  });
}

/// What the attributes of the function that the run begins with, and of its parameters, forbid.
class Attributes {
 public:
  explicit Attributes(Machine& machine)
      : machine_(machine), memory_(machine.memory), function_(machine.top().function), frame_(machine.arguments()) {}

  void apply() {
    const llvm::MemoryEffects effects = function_.origin->getMemoryEffects();
    if (effects != llvm::MemoryEffects::unknown())
      for (std::size_t i = 0; i < machine_.surroundings.count; ++i) limit(i, effects);
    for (const semantics::Argument& argument : function_.arguments)
      if (argument.value.count == 1) limit(argument);
    for (std::size_t i = 0; i < machine_.surroundings.count; ++i) hide_what_is_only_written(i);
  }

 private:
  Provenance target_of(const semantics::Argument& argument) const {
    if (argument.value.count != 1) return 0;
    const Lane& pointer = frame_[argument.value.first];
    const bool is_null = pointer.state == kDefined && pointer.provenance == 0 && pointer.bits == 0;
    return is_null ? machine_.surroundings.at_zero : pointer.provenance;
  }

  /// A vector or an aggregate may hold a pointer to the object, too.
  bool holds(const semantics::Argument& argument, Provenance provenance) const {
    if (argument.value.count == 1) return target_of(argument) == provenance;
    const Lane* first = frame_ + argument.value.first;
    return std::any_of(first, first + argument.value.count,
                       [&](const Lane& lane) { return lane.state == kDefined && lane.provenance == provenance; });
  }

  bool reads_constants() {
    if (!reads_constants_) reads_constants_ = reads_constant_memory(*function_.origin);
    return *reads_constants_;
  }

  /// By the function's memory(...).
  void limit(std::size_t index, llvm::MemoryEffects effects) {
    Block& block = memory_.at(index);
    const Provenance provenance = Memory::environment(index);
    const llvm::ModRefInfo by_argument = effects.getModRef(llvm::IRMemLocation::ArgMem);
    const llvm::ModRefInfo otherwise = effects.getModRef(llvm::IRMemLocation::Other);
    const auto& all = function_.arguments;
    const bool is_given =
        std::any_of(all.begin(), all.end(), [&](const auto& argument) { return holds(argument, provenance); });
    llvm::ModRefInfo allowed = is_given ? by_argument : otherwise;
    // The machine does not know which pointer an access goes through. Where both an argument and another pointer lead
    // to the block, either may allow it.
    if (by_argument != otherwise && is_given && (block.kind != Block::Kind::Argument || is_stored(provenance)))
      allowed = by_argument | otherwise;
    block.deny_read = !llvm::isRefSet(allowed) && !is_constant_here(machine_, index) && !reads_constants();
    block.deny_write = !llvm::isModSet(allowed);
  }

  /// Where null leads to an object, a noalias argument that is null and another pointer may lead to it.
  void doubt_noalias_of_null(const semantics::Argument& argument) {
    const Lane& pointer = frame_[argument.value.first];
    if (machine_.surroundings.at_zero != 0 && pointer.bits == 0 && pointer.provenance == 0 &&
        llvm::cast<llvm::Argument>(argument.origin)->hasNoAliasAttr())
      machine_.raise_doubt("a noalias argument that is null, where null leads to an object");
  }

  /// By a parameter's attributes, which bind its block if no other pointer leads there.
  void limit(const semantics::Argument& argument) {
    const Provenance provenance = target_of(argument);
    Block* block = memory_.find(provenance);
    doubt_noalias_of_null(argument);
    const auto& all = function_.arguments;
    const bool is_shared = std::any_of(all.begin(), all.end(), [&](const semantics::Argument& other) {
      return &other != &argument && holds(other, provenance);
    });
    if (block == nullptr || block->kind == Block::Kind::Global || is_shared) return;
    const auto& parameter = *llvm::cast<llvm::Argument>(argument.origin);
    const bool is_copy = parameter.hasByValAttr();
    // Unknown functions can't access it unless they are given it.
    if (is_copy || parameter.hasNoAliasAttr()) block->escaped = false;
    const std::uint64_t bytes = ir::dead_on_return(parameter);
    block->dead_at_end = is_copy || bytes == ~std::uint64_t{0};
    if (!block->dead_at_end && bytes != 0) {
      block->dead_from = frame_[argument.value.first].bits - block->base;
      block->dead_bytes = bytes;
    }
    block->dead_at_unwind = parameter.hasAttribute(llvm::Attribute::DeadOnUnwind);
    block->not_captured = is_captured_in_spite(parameter) && !is_stored(provenance);
    forget_initialized(provenance, parameter, frame_[argument.value.first].bits - block->base);
    const bool none = parameter.hasAttribute(llvm::Attribute::ReadNone);
    const bool only_reads = none || parameter.hasAttribute(llvm::Attribute::ReadOnly);
    const bool only_writes = none || parameter.hasAttribute(llvm::Attribute::WriteOnly);
    if ((!only_reads && !only_writes) || is_stored(provenance)) return;
    block->deny_write |= only_reads;
    block->deny_read |= only_writes;
  }

  /// What may only be written is poison for the function until it has written it (LangRef, memory).
  void hide_what_is_only_written(std::size_t index) {
    Block& block = memory_.at(index);
    if (!block.deny_read || block.deny_write || !block.writable || !block.live || block.is_unknown) return;
    block.deny_read = false;
    for (std::uint64_t offset = 0; offset < block.held(); ++offset) {
      machine_.surroundings.unseen.push_back({Memory::environment(index), offset, block.get(offset)});
      block.set(offset, MemoryByte::unseen());
    }
  }

  /// Bytes that the function promises to write first are poison until then.
  void forget_initialized(Provenance provenance, const llvm::Argument& parameter, std::uint64_t place) {
    Block& block = *memory_.find(provenance);
    const llvm::Attribute attribute = parameter.getAttribute(llvm::Attribute::Initializes);
    if (!attribute.isValid()) return;
    for (const llvm::ConstantRange& range : attribute.getInitializes())
      for (llvm::APInt at = range.getLower(); at != range.getUpper(); ++at) {
        const std::uint64_t offset = place + static_cast<std::uint64_t>(at.getSExtValue());
        const std::optional<std::uint64_t> held = block.place_of(offset, 1);
        if (offset >= block.size || !held) continue;
        machine_.surroundings.uninitialized.push_back({provenance, *held, block.get(*held)});
        block.set(*held, MemoryByte::all_poison());
      }
  }

  /// Does memory hold a pointer to the object when the function is entered?
  bool is_stored(Provenance provenance) const {
    for (std::size_t i = 0; i < machine_.surroundings.count; ++i) {
      const Block& block = memory_.at(i);
      for (std::uint64_t offset = 0; offset < block.held(); ++offset)
        if (block.get(offset).owner == provenance) return true;
    }
    return false;
  }

  Machine& machine_;
  Memory& memory_;
  const semantics::Function& function_;
  const Lane* frame_;
  std::optional<bool> reads_constants_;
};

}  // namespace

std::vector<Block> blocks_of(const World& world, bool unwritten_is_poison) {
  std::vector<Block> blocks;
  for (const Environment::Object& object : world.environment().objects()) {
    Block& block = blocks.emplace_back();
    block.kind = object.is_function ? Block::Kind::Function : Block::Kind::Global;
    block.base = object.address;
    block.size = object.size;
    block.align = object.align;
    block.live = true;
    block.writable = !object.is_constant;
    block.is_label = object.is_label;
    block.escaped = !object.is_private;
    block.may_be_larger = object.may_be_larger;
    if (object.is_function) continue;
    const llvm::GlobalVariable* global = world.module().getNamedGlobal(object.name);
    // Memory is the same on both sides, even that of a variable that the target no longer has.
    if (global == nullptr) global = object.of_source;
    block.is_unknown =
        global != nullptr && !write_initializer(world.environment(), *global, block, unwritten_is_poison);
    if (global == nullptr || block.is_unknown) block.make_unwritten(unwritten_is_poison);
  }
  return blocks;
}

void keep_out_of_variables(Machine& machine, bool undef, bool poison) {
  if (machine.world == nullptr || (!undef && !poison)) return;
  const auto& objects = machine.world->environment().objects();
  for (std::size_t i = 0; i < machine.surroundings.environment.size(); ++i) {
    if (objects[i].is_function || (objects[i].is_constant && !objects[i].is_external)) continue;
    Block& block = machine.surroundings.environment[i];
    for (std::uint64_t offset = 0; offset < block.held(); ++offset) {
      MemoryByte byte = block.get(offset);
      if (byte.piece == MemoryByte::kPadded) continue;  // beyond its type a value has no bits
      if (poison) byte.undef |= std::exchange(byte.poison, std::uint8_t{0});
      if (undef) byte.undef = 0;
      block.set(offset, byte);
    }
  }
}

MemoryByte byte_of(const Machine& machine, const InputByte& byte) {
  const auto& blocks = machine.surroundings.of_input;
  if (byte.block == 0 || byte.block > blocks.size()) return {byte.value, byte.undef, byte.poison, 0, 0};
  const Provenance target = blocks[byte.block - 1];
  const std::uint64_t pointer = machine.memory.find(target)->base + byte.offset;
  return {static_cast<std::uint8_t>(pointer >> (8 * (byte.piece % 8))), 0, 0, byte.piece, target};
}

Lane lane_of(Machine& machine, const InputLane& given) {
  if (given.kind == InputLane::Kind::Poison) return kPoisonLane;
  if (given.kind == InputLane::Kind::Undef) return {0, kUndef, 0};
  Lane lane = machine.lanes.lane_of_pattern(given.bits);
  const auto& blocks = machine.surroundings.of_input;
  if (given.block == 0 || given.block > blocks.size()) return lane;
  lane.provenance = blocks[given.block - 1];
  lane.bits += machine.memory.find(lane.provenance)->base;
  return lane;
}

void set_input(Machine& machine, const Input& input) {
  const Program& top = machine.top();
  machine.calls.seed = input.call_seed;
  machine.calls.script = &input.script;
  machine.calls.variable = &input.variable;
  if (top.uses_memory) {
    machine.set_absent(absent_of(machine, input.memory));
    set_memory(machine, input.memory);
  }
  const auto& arguments = top.function.arguments;
  for (std::size_t i = 0; i < arguments.size() && i < input.arguments.size(); ++i)
    for (std::uint32_t lane = 0; lane < arguments[i].value.count && lane < input.arguments[i].size(); ++lane)
      machine.arguments()[arguments[i].value.first + lane] = lane_of(machine, input.arguments[i][lane]);
  machine.surroundings.uninitialized.clear();
  machine.surroundings.unseen.clear();
  if (top.uses_memory && top.function.origin != nullptr) Attributes(machine).apply();
}

void restore_uninitialized(Machine& machine) {
  for (const Surroundings::Uninitialized& byte : machine.surroundings.uninitialized) {
    Block* block = machine.memory.find(byte.block);
    if (block != nullptr && block->get(byte.offset).poison == MemoryByte::all_poison().poison)
      block->set(byte.offset, byte.before);
  }
  machine.surroundings.uninitialized.clear();
  for (const Surroundings::Uninitialized& byte : machine.surroundings.unseen) {
    Block* block = machine.memory.find(byte.block);
    if (block != nullptr && block->live && block->get(byte.offset) == MemoryByte::unseen())
      block->set(byte.offset, byte.before);
  }
  machine.surroundings.unseen.clear();
}

void note_another_way(Machine& machine, Provenance provenance) {
  Block* block = provenance == 0 ? nullptr : machine.memory.find(provenance);
  const llvm::Function* function = machine.top().function.origin;
  if (block == nullptr || block->kind != Block::Kind::Argument || !block->escaped || function == nullptr) return;
  if (llvm::isNoModRef(function->getMemoryEffects().getModRef(llvm::IRMemLocation::Other))) return;
  block->is_reached_otherwise = true;
  for (const Surroundings::Uninitialized& byte : machine.surroundings.unseen) {
    if (byte.block != provenance) continue;
    block->deny_read = true;
    if (block->get(byte.offset) == MemoryByte::unseen()) block->set(byte.offset, byte.before);
  }
}

bool is_constant_here(const Machine& machine, std::size_t block) {
  if (block >= machine.surroundings.environment.size()) return false;
  const llvm::GlobalVariable* global =
      machine.world->module().getGlobalVariable(machine.world->environment().objects()[block].name, true);
  return global != nullptr && global->isConstant();
}

}  // namespace assay::interpret
