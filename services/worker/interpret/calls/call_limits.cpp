#include "services/worker/interpret/calls/call_limits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

namespace assay::interpret {

bool callee_has(const CallArguments& arguments, llvm::Attribute::AttrKind kind) {
  return arguments.callee != nullptr && arguments.callee->hasFnAttribute(kind);
}
bool is_speculatable(const CallArguments& arguments) {
  return arguments.call->hasFnAttr(llvm::Attribute::Speculatable) || callee_has(arguments, llvm::Attribute::Speculatable);
}

llvm::MemoryEffects effects_of(const CallArguments& arguments) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(arguments.call->getCalledOperand()))
    return assembly->hasSideEffects() ? llvm::MemoryEffects::unknown() : arguments.call->getMemoryEffects();
  return arguments.call->getMemoryEffects() & arguments.callee->getMemoryEffects();
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
  return arguments.call->isTailCall() && block != nullptr && block->kind == Block::Kind::Stack &&
         !arguments.call->isByValArgument(static_cast<unsigned>(index));
}

bool may_write(const CallArguments& arguments, unsigned index) { return !arguments.call->onlyReadsMemory(index); }

bool is_initialized_by(const CallArguments& arguments, unsigned index, const Block& block, std::uint64_t offset) {
  if (!arguments.call->paramHasAttr(index, llvm::Attribute::Initializes)) return false;
  const auto from_pointer = static_cast<std::int64_t>(block.base + offset - arguments.lanes[index][0].bits);
  const llvm::Attribute promise = arguments.call->getParamAttr(index, llvm::Attribute::Initializes);
  return llvm::any_of(promise.getInitializes(), [&](const llvm::ConstantRange& range) {
    return range.getLower().getSExtValue() <= from_pointer && from_pointer < range.getUpper().getSExtValue();
  });
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

bool will_return(const CallArguments& arguments) {
  return arguments.call->hasFnAttr(llvm::Attribute::WillReturn) ||
         callee_has(arguments, llvm::Attribute::WillReturn);
}

bool may_unwind(const Machine& machine, const CallArguments& arguments) {
  if (arguments.call->doesNotThrow() || callee_has(arguments, llvm::Attribute::NoUnwind)) return false;
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(arguments.call->getCalledOperand());
  if (assembly != nullptr && !assembly->canThrow()) return false;
  // UndefinedBehavior.rst takes a call that will return as one that undefined behaviour after it reaches back over.
  if (will_return(arguments)) return false;
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
  if (will_return(arguments)) return false;
  for (const Frame& frame : machine.frames) {
    const llvm::Function* origin = frame.program->function.origin;
    if (origin != nullptr && origin->willReturn()) return false;
    // A loop without effects in a function that must progress ends.
    if (origin != nullptr && origin->mustProgress() && effects_of(arguments).onlyReadsMemory()) return false;
  }
  return true;
}

}  // namespace assay::interpret
