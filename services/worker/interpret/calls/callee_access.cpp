#include "services/worker/interpret/calls/callee_access.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/semantics/library_functions.h"

namespace assay::interpret {

bool is_hidden(const Machine& machine, const CallArguments& arguments, const Block& block) {
  return arguments.facts->is_tail && block.kind == Block::Kind::Stack && block.serial > machine.frames.back().born;
}

bool is_hidden(const Machine& machine, const CallArguments& arguments, std::size_t index) {
  const Block* block =
      arguments.lanes[index].size() == 1 ? machine.memory.find(arguments.lanes[index][0].provenance) : nullptr;
  return block != nullptr && is_hidden(machine, arguments, *block) && !arguments.facts->arguments[index].by_value;
}

bool may_write(const CallArguments& arguments, unsigned index) { return !arguments.facts->arguments[index].read_only; }

bool is_unread(const CallArguments& arguments, unsigned index) {
  const semantics::ArgumentFacts& argument = arguments.facts->arguments[index];
  const llvm::Function* callee = arguments.callee;
  if (!arguments.facts->reads_through(index)) return true;
  return argument.write_only && !argument.by_value && callee != nullptr && !semantics::is_library_function(*callee);
}

bool is_initialized_by(const CallArguments& arguments, unsigned index, const Block& block, std::uint64_t offset) {
  const semantics::ArgumentFacts& argument = arguments.facts->arguments[index];
  if (argument.initializes.empty()) return false;
  return argument.initializes_at(static_cast<std::int64_t>(block.base + offset - arguments.lanes[index][0].bits));
}

bool may_write_everywhere(const Machine& machine, std::size_t index) {
  const Block& block = machine.memory.at(index);
  return block.kind != Block::Kind::Function && block.writable && block.live && block.escaped;
}

bool may_return(const Machine& machine, std::size_t index) {
  const Block& block = machine.memory.at(index);
  return block.live && block.escaped && block.writable && !block.is_unknown && block.kind != Block::Kind::Function;
}

namespace {

bool is_pointer(const CallArguments& arguments, std::size_t index) {
  return arguments.lanes[index].size() == 1 && arguments.call->getArgOperand(index)->getType()->isPointerTy();
}

Block* block_behind(Machine& machine, const Lane& pointer) {
  Block* block = machine.memory.find(pointer.provenance);
  const bool writable = pointer.state == kDefined && block != nullptr && block->live && !block->lifetime_ended &&
                        block->writable && block->kind != Block::Kind::Function && pointer.bits >= block->base;
  return writable ? block : nullptr;
}

/// The pointer whose bytes lie there, the lowest first; nothing if there is none.
std::optional<Lane> pointer_in(const Block& block, std::uint64_t at) {
  Lane pointer;
  pointer.state = kDefined;
  for (unsigned piece = 0; piece < 8 && at + piece < block.held(); ++piece) {
    const MemoryByte byte = block.get(at + piece);
    if (byte.owner == 0 || byte.piece != piece || (piece != 0 && byte.owner != pointer.provenance)) break;
    pointer.provenance = byte.owner;
    pointer.bits |= std::uint64_t{byte.value} << 8 * piece;
  }
  if (pointer.provenance == 0) return std::nullopt;
  return pointer;
}

}  // namespace

std::set<std::pair<std::uint64_t, std::uint64_t>> written_on_entry(const Machine& machine, const Lane& pointer,
                                                                   const semantics::Promises& promises) {
  const std::uint64_t bytes = std::max(promises.writable, promises.writable_or_null);
  const Block* block = pointer.state == kDefined ? machine.memory.find(pointer.provenance) : nullptr;
  if (block == nullptr || bytes == 0) return {};
  return {{pointer.bits - block->base, bytes}};
}

void poison(Block& block, std::uint64_t offset, std::uint64_t count) {
  const std::uint64_t held = block.held();
  if (offset < held) block.fill(offset, std::min(count, held - offset), MemoryByte::all_poison());
}

Block* written_block(Machine& machine, const CallArguments& arguments, unsigned index) {
  return is_pointer(arguments, index) ? block_behind(machine, arguments.lanes[index][0]) : nullptr;
}

bool may_keep(const Machine& machine, const CallArguments& arguments, std::size_t index) {
  if (!is_pointer(arguments, index)) return false;
  const Lane& pointer = arguments.lanes[index][0];
  const semantics::ArgumentFacts& argument = arguments.facts->arguments[index];
  return pointer.state == kDefined && pointer.provenance != 0 && !machine.is_shared(pointer.provenance) &&
         !argument.by_value && argument.is_captured();
}

std::optional<Lane> pointer_at(const Machine& machine, const CallArguments& arguments, const CallOutcome::Way& way) {
  switch (way.kind) {
    case CallOutcome::Way::Kind::Block:
      break;
    case CallOutcome::Way::Kind::Argument:
      if (way.which < arguments.lanes.size() && is_pointer(arguments, way.which)) return arguments.lanes[way.which][0];
      break;
    case CallOutcome::Way::Kind::Given:
      if (way.which < machine.calls.given.size()) return machine.calls.given[way.which].pointer;
      break;
    case CallOutcome::Way::Kind::Held:
      if (way.which < machine.surroundings.count && machine.memory.at(way.which).live)
        return pointer_in(machine.memory.at(way.which), way.at);
      break;
  }
  return std::nullopt;
}

Block* block_at(Machine& machine, const CallArguments& arguments, const CallOutcome::Way& way, std::uint64_t& offset) {
  if (way.kind == CallOutcome::Way::Kind::Block) {
    if (way.which >= machine.surroundings.count) return nullptr;
    Block& block = machine.memory.at(way.which);
    return block.live && block.writable ? &block : nullptr;
  }
  const bool is_to_read = way.kind == CallOutcome::Way::Kind::Given && way.which < machine.calls.given.size() &&
                          machine.calls.given[way.which].is_to_read;
  const std::optional<Lane> pointer = is_to_read ? std::nullopt : pointer_at(machine, arguments, way);
  Block* block = pointer ? block_behind(machine, *pointer) : nullptr;
  if (block == nullptr) return nullptr;
  const std::optional<std::uint64_t> place = block->place_of(offset + pointer->bits - block->base, 0);
  offset = place.value_or(0);
  return place ? block : nullptr;
}

bool may_give_poison(const CallArguments& arguments) {
  return arguments.facts->creates_poison || std::ranges::any_of(arguments.lanes, [](std::span<const Lane> lanes) {
           return std::ranges::any_of(lanes, [](const Lane& lane) { return lane.state == kPoison; });
         });
}

bool may_unwind(const Machine& machine, const CallArguments& arguments) {
  if (!permissions_of(arguments).unwinds) return false;
  if (machine.program->function.instructions[arguments.instruction].op == semantics::Op::Invoke) return true;
  for (std::size_t i = machine.frames.size(); i-- > 0;) {
    const Frame& frame = machine.frames[i];
    const llvm::Function* origin = frame.program->function.origin;
    if (origin != nullptr && origin->doesNotThrow()) return false;
    if (frame.resume != nullptr && frame.resume->target[1] != nullptr) return true;  // an invoke
  }
  return true;
}

bool may_leave(const Machine& machine, const CallArguments& arguments) {
  if (!permissions_of(arguments).stays) return false;
  // A caller that must make progress says nothing of its callees (LangRef, mustprogress).
  return std::ranges::none_of(machine.frames, [](const Frame& frame) {
    const llvm::Function* origin = frame.program->function.origin;
    return origin != nullptr && origin->willReturn();
  });
}

}  // namespace assay::interpret
