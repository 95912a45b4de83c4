#include "services/worker/interpret/machine.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace assay::interpret {
namespace {

constexpr std::size_t kStackLanes = std::size_t{1} << 20;

}  // namespace

const Program* World::program_of(const llvm::Function& function, const semantics::Variant& variant, bool guarded,
                                 std::string& why) {
  Entry& entry = entries_[&function];
  if (!entry.program && entry.error.empty()) {
    semantics::LowerOptions options = options_;
    options.variant = variant;
    auto lowered = semantics::lower(function, options);
    if (!lowered) {
      entry.error = lowered.error();
    } else {
      entry.function = std::make_unique<semantics::Function>(std::move(*lowered));
      entry.program = std::make_unique<Program>(*entry.function, false);
    }
  }
  why = entry.error;
  if (!guarded || entry.function == nullptr) return entry.program.get();
  if (!entry.guarded) entry.guarded = std::make_unique<Program>(*entry.function, false, true);
  return entry.guarded.get();
}

const llvm::Function* World::function_at(std::size_t object) const {
  return object < environment_->objects().size() ? module_.getFunction(environment_->objects()[object].name) : nullptr;
}

const llvm::BasicBlock* World::block_at(std::size_t object) const { return environment_->block_of(object, module_); }

Machine::Machine(const Program& top, World* world)
    : program(&top), world(world), top_(top), capacity_(top.calls.empty() ? top.types.size() : kStackLanes) {
  stack_ = std::make_unique_for_overwrite<Lane[]>(std::max<std::size_t>(capacity_, 1));
  memory.unwritten_is_poison = !top.function.variant.undef;
  if (world != nullptr && top.uses_memory) {
    for (const Environment::Object& object : world->environment().objects()) {
      Block& block = initial_.emplace_back();
      block.kind = object.is_function ? Block::Kind::Function : Block::Kind::Global;
      block.base = object.address;
      block.size = object.size;
      block.align = object.align;
      block.live = true;
      block.writable = !object.is_constant;
      block.is_label = object.is_label;
      block.escaped = !object.is_private;
      if (object.is_function) continue;
      const llvm::GlobalVariable* global = world->module().getNamedGlobal(object.name);
      // The caller's memory is the same on both sides, also that of a variable that the target does not name any more.
      if (global == nullptr) global = object.of_source;
      block.is_unknown = global != nullptr && !write_initializer(world->environment(), *global, block,
                                                                 memory.unwritten_is_poison);
      if (global == nullptr || block.is_unknown) block.make_unwritten(memory.unwritten_is_poison);
    }
    shared_blocks = initial_.size();
  }
  for (const semantics::LaneType& type : top.types)
    if (type.kind == semantics::LaneKind::Pointer) narrow_ |= type.bits < 64, tiny_ |= type.bits < 32;
  frames.emplace_back();
  frames.back().program = &top;
  frames.back().lanes = stack_.get();
  std::fill_n(stack_.get(), top.types.size(), kPoisonLane);
  load_constants(top, stack_.get());
  used_ = top.types.size();
}

void Machine::load_constants(const Program& loaded, Lane* lanes) {
  std::vector<Lane>& image = constants_[&loaded];
  const auto& constants = loaded.function.constants;
  if (image.size() != constants.size()) {
    for (const semantics::ConstantLane& constant : constants) {
      using Kind = semantics::ConstantLane::Kind;
      Lane lane{0, kDefined, 0};
      if (constant.kind == Kind::Poison) lane.state = kPoison;
      if (constant.kind == Kind::Undef) lane.state = kUndef;
      if (constant.kind == Kind::Bits && constant.bits.getBitWidth() <= 64) lane.bits = constant.bits.getZExtValue();
      if (constant.kind == Kind::Bits && constant.bits.getBitWidth() > 64) {
        lane.bits = kConstantBase + wide_constants_.size();
        wide_constants_.push_back(constant.bits);
      }
      if (constant.kind == Kind::Global && world != nullptr) {
        if (const auto target = address_of(world->environment(), *constant.global)) {
          lane.bits = world->environment().objects()[target->object].address + target->offset;
          lane.provenance = Memory::environment(target->object);
        }
      }
      if (constant.kind == Kind::BlockAddress && world != nullptr) {
        if (const auto label = world->environment().label_of(*constant.block)) {
          lane.bits = world->environment().objects()[*label].address;
          lane.provenance = Memory::environment(*label);
        }
      }
      image.push_back(lane);
    }
  }
  std::copy(image.begin(), image.end(), lanes);
}

Lane* Machine::push_frame(const Program& callee, const Step* resume) {
  if (used_ + callee.types.size() > capacity_) return nullptr;
  Lane* lanes = stack_.get() + used_;
  used_ += callee.types.size();
  std::fill_n(lanes, callee.types.size(), kPoisonLane);
  load_constants(callee, lanes);
  Frame frame;
  frame.program = &callee;
  frame.lanes = lanes;
  frame.resume = resume;
  frame.activation = ++activations;
  frame.born = memory.allocated();
  frames.push_back(std::move(frame));
  program = &callee;
  return lanes;
}

const Step* Machine::pop_frame() {
  Frame& frame = frames.back();
  for (Provenance block : frame.blocks) memory.kill(block);
  while (!guards.empty() && guards.back().depth >= frames.size()) guards.pop_back();
  const Step* resume = frame.resume;
  used_ -= frame.program->types.size();
  frames.pop_back();
  program = frames.back().program;
  return resume;
}

void Machine::begin() {
  sets_.clear();
  wide_.clear();
  room_ = kInitialRoom;
  if (top_.uses_memory) {
    memory.clear();
    memory.narrow = narrow_;
    shared_blocks = initial_.size();
    for (const Block& block : initial_) memory.add(block.kind, block.base, block.size, block.align);
    for (std::size_t i = 0; i < initial_.size(); ++i) memory.at(i) = initial_[i];
  }
}

MemoryByte Machine::byte_of(const InputByte& byte) const {
  if (byte.block == 0 || byte.block > argument_blocks.size()) return {byte.value, byte.undef, byte.poison, 0, 0};
  const Provenance place = argument_blocks[byte.block - 1];
  const std::uint64_t pointer = memory.find(place)->base + byte.offset;
  return {static_cast<std::uint8_t>(pointer >> (8 * (byte.piece % 8))), 0, 0, byte.piece, place};
}

void Machine::set_memory(const std::vector<InputBlock>& blocks) {
  if (!top_.uses_memory) return;
  std::vector<Provenance> places;
  for (const InputBlock& given : blocks) {
    const auto object =
        world != nullptr && !given.name.empty() ? world->environment().index_of(given.name) : std::nullopt;
    if (object) {
      places.push_back(Memory::environment(*object));
      continue;
    }
    const std::uint64_t address =
        given.address != 0 ? given.address : 0x4000'0000 + 0x10'0000 * (places.size() + 1) + given.align;
    places.push_back(memory.add(Block::Kind::Argument, address, given.size, given.align));
    memory.at(memory.count() - 1).make_unwritten(memory.unwritten_is_poison);
    memory.at(memory.count() - 1).writable = given.writable;
  }
  shared_blocks = memory.count();
  argument_blocks = places;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Block& block = *memory.find(places[i]);
    block.is_unknown = false;
    for (std::uint64_t offset = 0; offset < block.size && offset < blocks[i].bytes.size(); ++offset)
      block.set(offset, byte_of(blocks[i].bytes[offset]));
  }
}

void Machine::set_argument(semantics::Slot slot, const InputLane& lane) {
  Lane& to = stack_[slot];
  switch (lane.kind) {
    case InputLane::Kind::Poison:
      to = kPoisonLane;
      return;
    case InputLane::Kind::Undef:
      to = {0, kUndef, 0};
      return;
    case InputLane::Kind::Bits:
      break;
  }
  to = lane_of_pattern(lane.bits);
  if (lane.block == 0 || lane.block > argument_blocks.size()) return;
  to.provenance = argument_blocks[lane.block - 1];
  to.bits += memory.find(to.provenance)->base;
}

/// What the function is going to initialize reads as poison before.
void Machine::forget_initialized(Provenance provenance, const llvm::Argument& parameter, std::uint64_t place) {
  Block& block = *memory.find(provenance);
  const llvm::Attribute attribute = parameter.getAttribute(llvm::Attribute::Initializes);
  if (!attribute.isValid()) return;
  for (const llvm::ConstantRange& range : attribute.getInitializes())
    for (llvm::APInt at = range.getLower(); at != range.getUpper(); ++at) {
      const std::uint64_t offset = place + static_cast<std::uint64_t>(at.getSExtValue());
      if (offset >= block.size) continue;
      forgotten_.push_back({provenance, offset, block.get(offset)});
      block.set(offset, MemoryByte::all_poison());
    }
}

void Machine::restore_uninitialized() {
  for (const Forgotten& byte : forgotten_) {
    Block* block = memory.find(byte.block);
    if (block != nullptr && block->get(byte.offset).poison == MemoryByte::all_poison().poison)
      block->set(byte.offset, byte.before);
  }
  forgotten_.clear();
}

bool Machine::is_stored(Provenance provenance) {
  for (std::size_t i = 0; i < shared_blocks; ++i) {
    const Block& block = memory.at(i);
    for (std::uint64_t offset = 0; offset < block.size; ++offset)
      if (block.get(offset).owner == provenance) return true;
  }
  return false;
}

void Machine::apply_attributes() {
  const llvm::Function* origin = top_.function.origin;
  forgotten_.clear();
  if (!top_.uses_memory || origin == nullptr) return;
  const llvm::MemoryEffects effects = origin->getMemoryEffects();
  const llvm::ModRefInfo by_argument = effects.getModRef(llvm::IRMemLocation::ArgMem);
  const llvm::ModRefInfo otherwise = effects.getModRef(llvm::IRMemLocation::Other);
  const auto leads_to = [&](const semantics::Argument& argument, Provenance provenance) {
    return argument.value.count == 1 && stack_[argument.value.first].provenance == provenance;
  };
  const auto& all = top_.function.arguments;
  for (std::size_t i = 0; i < shared_blocks; ++i) {
    Block& block = memory.at(i);
    // Which pointer an access goes through is not known: where both kinds lead to an object, either may allow it.
    const bool is_given = std::any_of(all.begin(), all.end(), [&](const auto& argument) {
      return leads_to(argument, Memory::environment(i));
    });
    llvm::ModRefInfo allowed = is_given ? by_argument : otherwise;
    if (by_argument != otherwise && is_given && (block.kind != Block::Kind::Argument || is_stored(Memory::environment(i))))
      allowed = by_argument | otherwise;
    block.deny_read = !llvm::isRefSet(allowed) && !is_constant_here(i);
    block.deny_write = !llvm::isModSet(allowed);
  }
  // A parameter's attributes bind its block if no other pointer leads there.
  for (const semantics::Argument& argument : top_.function.arguments) {
    if (argument.value.count != 1) continue;
    const Provenance provenance = stack_[argument.value.first].provenance;
    Block* block = memory.find(provenance);
    const auto shares = [&](const semantics::Argument& other) {
      return &other != &argument && leads_to(other, provenance);
    };
    if (block == nullptr || block->kind == Block::Kind::Global || std::any_of(all.begin(), all.end(), shares)) continue;
    const auto* parameter = llvm::cast<llvm::Argument>(argument.origin);
    const bool is_copy = parameter->hasByValAttr();
    // Functions that have not been given it leave it alone.
    if (is_copy || parameter->hasNoAliasAttr()) block->escaped = false;
    block->dead_at_end = is_copy || parameter->hasAttribute(llvm::Attribute::DeadOnReturn);
    block->dead_at_unwind = parameter->hasAttribute(llvm::Attribute::DeadOnUnwind);
    block->not_captured = llvm::capturesNothing(parameter->getAttributes().getCaptureInfo()) && !is_stored(provenance);
    forget_initialized(provenance, *parameter, stack_[argument.value.first].bits - block->base);
    const bool none = parameter->hasAttribute(llvm::Attribute::ReadNone);
    const bool restricts = none || parameter->hasAttribute(llvm::Attribute::ReadOnly) || parameter->hasAttribute(llvm::Attribute::WriteOnly);
    if (!restricts || is_stored(provenance)) continue;
    block->deny_write |= none || parameter->hasAttribute(llvm::Attribute::ReadOnly);
    block->deny_read |= none || parameter->hasAttribute(llvm::Attribute::WriteOnly);
  }
}

void Machine::run(const Limits& limits, Trace* into) {
  end = EndKind::Returned;
  at = kNoInstruction;
  reason.clear();
  result = nullptr;
  stopped = false;
  address_observed = false;
  doubt = nullptr;
  if (top_.uses_memory) {
    while (frames.size() > 1) pop_frame();
    guards.clear();
    frames.front().blocks.clear();
    frames.front().pads.clear();
    groups.clear();
    events.clear();
    output.clear();
    errors.clear();
    exit_code.reset();
    is_trapped = false;
    calls_made = activations = 0;
    alias_log.clear();
    unwound = false;
    memory.limit = limits.memory;
  }
  invariants.clear();
  if (top_.has_invariants) {
    start_.clear();
    for (std::size_t i = 0; i < shared_blocks; ++i) start_.push_back(memory.at(i));
  }
  if (tiny_) return stop(EndKind::Unsupported, "pointers of less than 32 bits", kNoInstruction);
  trace = into;
  watch.clear();
  picks_used = 0;
  pick_limit = limits.picks;
  budget_ = static_cast<std::int64_t>(limits.steps);
  const Step* first = top_.steps.data();
  steps_left = budget_ - static_cast<std::int64_t>(first->cost[0]);
  first->run(*this, first, stack_.get());
}

bool Machine::goes_on(const Step* step, const Step* next) {
  if (watch.is_back(*this, next)) {
    stop_endless(step->instruction);
  } else if (watch.is_over()) {
    stop(EndKind::OutOfSteps, "step limit", step->instruction);
  }
  return !stopped;
}

void Machine::stop_endless(std::uint32_t instruction) {
  if (Watch::may_wait(*this)) return stop(EndKind::OutOfSteps, "step limit", instruction);
  stop(EndKind::Diverges, Watch::must_progress(*this) ? "what must make progress" : "", instruction);
}

void Machine::compact() {
  ++compactions_;
  std::vector<LaneSet> sets;
  std::vector<llvm::APInt> wide;
  for (const Frame& frame : frames) {
    const auto& types = frame.program->types;
    for (std::size_t slot = frame.program->function.constants.size(); slot < types.size(); ++slot) {
      Lane& lane = frame.lanes[slot];
      const bool is_set = lane.state == kSet;
      const bool is_wide = lane.state == kDefined && types[slot].bits > 64 && lane.bits < kConstantBase;
      if (!is_set && !is_wide) continue;
      // A lane that was left over from an earlier run refers to nothing.
      if (lane.bits >= (is_set ? sets_.size() : wide_.size())) {
        lane = kPoisonLane;
      } else if (is_set) {
        sets.push_back(sets_[lane.bits]);
        lane.bits = sets.size() - 1;
      } else {
        wide.push_back(wide_[lane.bits]);
        lane.bits = wide.size() - 1;
      }
    }
  }
  sets_ = std::move(sets);
  wide_ = std::move(wide);
  room_ = kInitialRoom + 2 * (sets_.size() + wide_.size());
}

LaneSet Machine::set_of(const Lane& lane, unsigned width) const {
  switch (lane.state) {
    case kDefined: {
      LaneSet set = LaneSet::of(pattern_of(lane, width));
      set.provenance = lane.provenance;
      return set;
    }
    case kPoison:
      return LaneSet::of_poison(width);
    case kUndef:
      return LaneSet::of_undef(width);
    default:
      return sets_[lane.bits];
  }
}

Lane Machine::lane_of(LaneSet set) {
  if (set.only_poison()) return kPoisonLane;
  if (set.is_single()) {
    Lane lane = lane_of_pattern(set.fixed);
    lane.provenance = set.provenance;
    return lane;
  }
  if (set.is_undef()) return {0, kUndef, 0};
  sets_.push_back(std::move(set));
  return {sets_.size() - 1, kSet, 0};
}

Lane Machine::lane_of_pattern(const llvm::APInt& pattern) {
  if (pattern.getBitWidth() <= 64) return {pattern.getZExtValue(), kDefined, 0};
  wide_.push_back(pattern);
  return {wide_.size() - 1, kDefined, 0};
}

llvm::APInt Machine::pattern_of(const Lane& lane, unsigned width) const {
  if (width <= 64) return llvm::APInt(width, lane.bits);
  return lane.bits >= kConstantBase ? wide_constants_[lane.bits - kConstantBase] : wide_[lane.bits];
}

LaneSet Machine::seen_lane(const Lane& lane, unsigned width) const {
  LaneSet set = set_of(lane, width);
  if (set.provenance != 0 && !is_shared(set.provenance)) set.provenance = kLocalBlock;
  return set;
}

std::vector<MemoryByte> Machine::seen_bytes(const Block& block, std::uint64_t from) const {
  std::vector<MemoryByte> bytes;
  for (std::uint64_t offset = from; offset < block.size; ++offset) {
    bytes.push_back(block.get(offset));
    MemoryByte& byte = bytes.back();
    if (byte.owner != 0 && !is_shared(byte.owner)) byte.owner = kLocalBlock;
  }
  return bytes;
}

bool Machine::keep_invariants(std::uint32_t instruction) {
  for (const Invariant& range : invariants) {
    if (range.block >= start_.size()) {
      stop(EndKind::Unsupported, "!invariant.load in a function called", instruction);
      return false;
    }
    const Block& block = memory.at(range.block);
    for (std::uint64_t i = range.offset; block.live && i < range.offset + range.size; ++i) {
      if (block.get(i) == start_[range.block].get(i)) continue;
      stop_ub(semantics::Rule::InvariantViolated, instruction);
      return false;
    }
  }
  return true;
}

bool Machine::is_constant_here(std::size_t block) const {
  if (block >= initial_.size()) return false;
  const llvm::GlobalVariable* global =
      world->module().getGlobalVariable(world->environment().objects()[block].name, true);
  return global != nullptr && global->isConstant();
}

std::vector<VisibleBlock> Machine::visible_memory(bool for_unknown) const {
  std::vector<VisibleBlock> blocks;
  for (std::size_t i = 0; i < shared_blocks; ++i) {
    const Block& block = memory.at(i);
    if (block.kind == Block::Kind::Function || !block.writable) continue;
    if (i < initial_.size()) {
      const Environment::Object& object = world->environment().objects()[i];
      if (object.is_unread || (for_unknown && object.is_private)) continue;
    }
    if (for_unknown && !block.escaped) continue;
    VisibleBlock& seen = blocks.emplace_back();
    if (i < initial_.size()) seen.name = world->environment().objects()[i].name;
    seen.size = block.size;
    seen.address = block.base;
    if (!block.live) continue;  // freed
    seen.bytes = seen_bytes(block, 0);
    if (for_unknown) continue;
    for (MemoryByte& byte : seen.bytes)
      if (is_not_captured(byte.owner)) byte = MemoryByte::all_poison();
    const bool is_dead = block.dead_at_end || (unwound && block.dead_at_unwind);
    if (is_dead) seen.bytes.assign(block.size, MemoryByte::all_poison());
  }
  return blocks;
}

Behaviour behaviour_of(const Machine& machine) {
  Behaviour behaviour;
  behaviour.end = machine.end;
  behaviour.rule = machine.rule;
  behaviour.instruction = machine.at;
  behaviour.reason = machine.reason;
  behaviour.choices = machine.choices.script();
  behaviour.steps = machine.executed() - machine.picks_used;
  behaviour.events = machine.events;
  behaviour.output = machine.output;
  behaviour.errors = machine.errors;
  behaviour.exit_code = machine.exit_code;
  if (machine.end != EndKind::Returned) return behaviour;
  if (machine.unwound) behaviour.exception = machine.seen_lane(machine.exception, 64);
  if (!machine.is_trapped) behaviour.memory = machine.visible_memory();
  if (machine.result == nullptr) return behaviour;  // exited
  const auto& lanes = machine.frames.front().program->function.result_lanes;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const bool leaks = machine.is_not_captured(machine.result[lane].provenance);
    behaviour.result.push_back(leaks ? LaneSet::of_poison(lanes[lane].bits)
                                     : machine.seen_lane(machine.result[lane], lanes[lane].bits));
  }
  return behaviour;
}

}  // namespace assay::interpret
