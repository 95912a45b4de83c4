#include "services/worker/interpret/calls/call_limits.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace assay::interpret {

bool may_capture(const CallArguments& arguments, std::size_t index) {
  const semantics::ArgumentFacts& argument = arguments.facts->arguments[index];
  return argument.by_value || llvm::capturesAnything(argument.capture);
}

Reach reach_of(const CallArguments& arguments) {
  const llvm::MemoryEffects effects = effects_of(arguments);
  if (effects.doesNotAccessMemory()) return Reach::Nothing;
  // Writes to inaccessible memory change no result if nothing reads it.
  const bool reads_hidden = llvm::isRefSet(effects.getModRef(llvm::IRMemLocation::InaccessibleMem));
  const bool other = llvm::isModOrRefSet(effects.getModRef(llvm::IRMemLocation::Other));
  if (!reads_hidden && !other) return Reach::Arguments;
  return effects.onlyReadsMemory() ? Reach::ReadsAll : Reach::Everything;
}

bool is_hidden(const Machine& machine, const CallArguments& arguments, std::size_t index) {
  const Block* block = arguments.lanes[index].size() == 1 ? machine.memory.find(arguments.lanes[index][0].provenance) : nullptr;
  return arguments.facts->is_tail && block != nullptr && block->kind == Block::Kind::Stack &&
         !arguments.facts->arguments[index].by_value;
}

bool may_write(const CallArguments& arguments, unsigned index) {
  return !arguments.facts->arguments[index].read_only;
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

Block* written_block(Machine& machine, const CallArguments& arguments, unsigned index) {
  if (arguments.lanes[index].size() != 1 || !arguments.call->getArgOperand(index)->getType()->isPointerTy())
    return nullptr;
  const Lane& pointer = arguments.lanes[index][0];
  Block* block = machine.memory.find(pointer.provenance);
  const bool writable = pointer.state == kDefined && block != nullptr && block->live && !block->lifetime_ended &&
                        block->writable && block->kind != Block::Kind::Function && pointer.bits >= block->base;
  return writable ? block : nullptr;
}

bool may_unwind(const Machine& machine, const CallArguments& arguments) {
  // Undefined behaviour after a willreturn call reaches back over it (UndefinedBehavior.rst), so the call must not throw.
  if (!arguments.facts->unwinds || arguments.facts->will_return) return false;
  if (llvm::isa<llvm::InvokeInst>(arguments.call)) return true;
  for (std::size_t i = machine.frames.size(); i-- > 0;) {
    const Frame& frame = machine.frames[i];
    const llvm::Function* origin = frame.program->function.origin;
    if (origin != nullptr && (origin->doesNotThrow() || origin->willReturn())) return false;
    if (frame.resume != nullptr && frame.resume->target[1] != nullptr) return true;  // an invoke
  }
  return true;
}

bool may_leave(const Machine& machine, const CallArguments& arguments) {
  if (arguments.facts->will_return) return false;
  for (const Frame& frame : machine.frames) {
    const llvm::Function* origin = frame.program->function.origin;
    if (origin != nullptr && origin->willReturn()) return false;
    // A loop without effects in a function that must progress ends.
    if (origin != nullptr && origin->mustProgress() && effects_of(arguments).onlyReadsMemory()) return false;
  }
  return true;
}

}  // namespace assay::interpret
