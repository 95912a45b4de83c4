#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "services/worker/interpret/program/compiler.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/semantics/accesses.h"
#include "services/worker/semantics/attribute_support.h"

/// Accesses that metadata keeps apart from others. By the letter it is undefined behaviour if they overlap. But a scope
/// may mean one iteration of a loop only, and memory may be used again with another type: nothing says where such a
/// promise ends. So a run in which they overlap goes on, and neither refutes nor proves anything.
namespace assay::interpret {

using semantics::Instruction;
using semantics::Op;
using semantics::Slots;

namespace {

constexpr const char* kOverlap = "accesses overlap that !tbaa, !noalias or an access group keeps apart";
constexpr const char* kTooMany = "too many accesses with !tbaa, !noalias or an access group";
constexpr const char* kCapture = "a pointer is stored that !captures says is not used for all accesses";
constexpr const char* kGroup = "accesses with !invariant.group see different values";
constexpr const char* kCall = "a call with !tbaa, !alias.scope or !noalias";

/// What !tbaa.struct says of the parts of a copy: offset, size and type of each.
void add_parts(const Program::AccessNote& whole, std::vector<Program::AccessNote>& notes) {
  const llvm::MDNode* parts = whole.tags.nodes.TBAAStruct;
  for (unsigned i = 0; i + 2 < parts->getNumOperands(); i += 3) {
    const auto* offset = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(parts->getOperand(i));
    const auto* size = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(parts->getOperand(i + 1));
    auto* type = llvm::dyn_cast_or_null<llvm::MDNode>(parts->getOperand(i + 2));
    if (offset == nullptr || size == nullptr || type == nullptr) continue;
    Program::AccessNote part = whole;
    part.tags.nodes.TBAAStruct = nullptr;
    part.tags.nodes.TBAA = type;
    part.offset = offset->getZExtValue();
    part.size = size->getZExtValue();
    part.length = 0;
    notes.push_back(std::move(part));
  }
}

}  // namespace

void Compiler::add_access_notes(const Instruction& instruction, std::uint32_t index) {
  if (instruction.origin == nullptr) return;
  const AliasTags tags = kind_.doubts ? alias_tags_of(*instruction.origin) : AliasTags();
  if (!tags.any() && !kind_.guarded) return;
  const auto operands = function_.operands_of(instruction);
  if (instruction.op == Op::VaArg && kind_.doubts) program_.steps.push_back(make(step_doubt_call, index));
  const auto slot_of = [&](std::int8_t operand) {
    return operand < 0 ? 0 : operands[static_cast<std::size_t>(operand)].first + 1;
  };
  for (const semantics::OperandAccess& access : semantics::accesses_of(instruction.op)) {
    Program::AccessNote whole;
    whole.tags = tags;
    whole.is_write = access.writes;
    whole.length = slot_of(access.length);
    whole.condition = slot_of(access.condition);
    if (access.length < 0) whole.size = function_.layouts[function_.accesses[instruction.detail].layout].store_size;
    if (kind_.guarded) {
      const auto operand = static_cast<unsigned>(access.pointer);
      whole.basis = semantics::basis_of(semantics::accessed_pointer(*instruction.origin, operand));
    }
    std::vector<Program::AccessNote> notes{whole};
    if (tags.nodes.TBAAStruct != nullptr && tags.nodes.TBAA == nullptr) add_parts(whole, notes);
    for (Program::AccessNote& each : notes) {
      Step step = make(step_note_access, index);
      step.a = operands[access.pointer].first;
      step.detail = static_cast<std::uint32_t>(program_.access_notes.size());
      program_.access_notes.push_back(std::move(each));
      if (tags.any()) program_.steps.push_back(step);
      step.run = step_guard;
      if (kind_.guarded && &each == notes.data()) program_.steps.push_back(step);
    }
  }
}

/// Checks that what a `returned` parameter holds is what is returned.
void Compiler::add_returned_checks(const Instruction& instruction, std::uint32_t index) {
  const auto operands = function_.operands_of(instruction);
  if (operands.empty()) return;
  for (const semantics::Argument& argument : function_.arguments)
    if (argument.promises.returned) add_returned_check(argument.value, operands[0], index);
}

/// LangRef: all loads and stores of one pointer see one value. LangRef tells pointers apart by name, which launder
/// changes; here they are told apart by address.
void Compiler::add_group_note(const Instruction& instruction, std::uint32_t index, Handler note) {
  if (instruction.origin == nullptr || !instruction.origin->hasMetadata(llvm::LLVMContext::MD_invariant_group)) return;
  const bool is_load = instruction.op == Op::Load;
  if (!is_load && instruction.op != Op::Store) {
    program_.steps.push_back(make(step_doubt_call, index));
    return;
  }
  Step step = make(note, index);
  step.a = function_.operands_of(instruction)[is_load ? 0 : 1].first;
  step.detail = instruction.detail;
  program_.steps.push_back(step);
}

/// What is done by the stored pointer is not followed.
void Compiler::add_capture_doubt(const Instruction& instruction, std::uint32_t index) {
  if (instruction.origin != nullptr && semantics::keeps_provenance_back(*instruction.origin))
    program_.steps.push_back(make(step_doubt_capture, index));
}

void Compiler::add_call_doubt(const Instruction& instruction, std::uint32_t index) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.origin);
  if (call != nullptr && alias_tags_of(*call).any() && call->mayReadOrWriteMemory())
    program_.steps.push_back(make(step_doubt_call, index));
}

namespace {

/// Where an access goes; no block if its condition is false or it is going to be undefined.
struct NotedPlace {
  Block* block = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};
NotedPlace place_of(Machine& machine, const Program::AccessNote& note, const Lane& pointer, const Lane* frame) {
  const auto is_plain = [&](semantics::Slot slot) { return slot == 0 || frame[slot - 1].state == kDefined; };
  if (pointer.state != kDefined || !is_plain(note.length) || !is_plain(note.condition)) return {};
  if (note.condition != 0 && frame[note.condition - 1].bits == 0) return {};
  std::uint64_t size = note.size;
  if (note.length != 0) {
    const semantics::Slot slot = note.length - 1;
    size = machine.lanes.pattern_of(frame[slot], machine.program->types[slot].bits).getLimitedValue();
  }
  Block* block = machine.memory.find(pointer.provenance);
  if (block == nullptr || size == 0) return {};
  const std::uint64_t offset = pointer.bits - block->base + note.offset;
  if (offset > block->size || size > block->size - offset) return {};
  return {block, offset, size};
}

void note_access(Machine& machine, const Step* step, const Lane* frame) {
  const Program::AccessNote& note = machine.program->access_notes[step->detail];
  const Lane& pointer = frame[step->a];
  const NotedPlace place = place_of(machine, note, pointer, frame);
  if (place.block == nullptr) return;
  const AliasLog::Access access{machine.frames.back().activation, pointer.provenance, place.offset, place.size,
                                note.is_write};
  using Added = AliasLog::Added;
  const Added added = machine.alias_log.add(note.tags, access);
  if (added != Added::Noted) machine.raise_doubt(added == Added::Overlaps ? kOverlap : kTooMany);
}

/// `is_before`: the access, a store, is still to come. An optimizer takes memory to hold until then what an earlier
/// access saw, and drops the store if it stores that again.
void note_group(Machine& machine, const Step* step, const Lane* frame, bool is_before) {
  const auto& function = machine.program->function;
  Program::AccessNote whole;
  whole.size = function.layouts[function.accesses[step->detail].layout].store_size;
  const Lane& pointer = frame[step->a];
  const NotedPlace place = place_of(machine, whole, pointer, frame);
  if (place.block == nullptr) return;
  std::vector<MemoryByte> bytes;
  for (std::uint64_t i = 0; i < place.size; ++i) bytes.push_back(place.block->get(place.offset + i));
  if (is_before && !machine.invariants.knows(pointer.provenance, place.offset)) return;
  if (!machine.invariants.agrees(pointer.provenance, place.offset, bytes)) machine.raise_doubt(kGroup);
}

bool contains(const std::vector<Provenance>& list, Provenance provenance) {
  return std::find(list.begin(), list.end(), provenance) != list.end();
}

/// What the parameter of the function that makes the access says of it.
enum class Verdict : std::uint8_t { Fine, Forbidden, Unclear };

/// LangRef binds the pointers that are based on the parameter. Another way may lead to the same object.
Verdict verdict_of(const Machine& machine, const Guard& guard, const Program::AccessNote& note, Provenance provenance) {
  Verdict verdict = Verdict::Fine;
  for (const Guard::Limit& limit : guard.limits) {
    if (limit.block != provenance || !(note.is_write ? limit.read_only : limit.write_only)) continue;
    const bool is_direct = guard.depth == machine.frames.size();  // the text that shows it is the function's own
    if (is_direct && note.basis.is_off(limit.argument)) continue;
    // What is only written, and read before, is poison: that is not followed.
    const bool is_undefined = note.is_write || limit.read_only;
    if (is_direct && is_undefined && note.basis.is_on(limit.argument)) return Verdict::Forbidden;
    verdict = Verdict::Unclear;
  }
  return verdict;
}

/// May a function that is running access the block? False if the run ended.
bool pass_guards(Machine& machine, const Step* step, const Lane* frame) {
  const Program::AccessNote& note = machine.program->access_notes[step->detail];
  const Provenance provenance = frame[step->a].provenance;
  const NotedPlace place = place_of(machine, note, frame[step->a], frame);
  if (place.block == nullptr || (!note.is_write && !place.block->writable)) return true;
  for (Guard& guard : machine.guards) {
    if (place.block->serial > guard.born) continue;
    if (note.is_write && guard.depth == machine.frames.size())
      for (Guard::Dead& dead : guard.dead)
        if (note.basis.is_on(dead.argument)) dead.written.emplace(place.offset, place.size);
    const auto allowed = [&](llvm::IRMemLocation where) {
      const llvm::ModRefInfo effects = guard.effects.getModRef(where);
      return note.is_write ? llvm::isModSet(effects) : llvm::isRefSet(effects);
    };
    // The machine does not know through which pointer it is accessed. Where that decides, the run proves nothing.
    const bool is_argument = contains(guard.arguments, provenance);
    const bool other = allowed(llvm::IRMemLocation::Other),
               argument = is_argument && allowed(llvm::IRMemLocation::ArgMem);
    // What may only be written may be read back (LangRef, memory).
    const bool may_write = llvm::isModSet(guard.effects.getModRef(llvm::IRMemLocation::Other)) ||
                           (is_argument && llvm::isModSet(guard.effects.getModRef(llvm::IRMemLocation::ArgMem)));
    if (!other && !argument && !note.is_write && may_write) {
      machine.raise_doubt("a read of memory that may only be written");
      continue;
    }
    const Verdict verdict = verdict_of(machine, guard, note, provenance);
    if ((!other && !argument) || verdict == Verdict::Forbidden) {
      machine.stop_ub(note.is_write ? semantics::Rule::WriteNotAllowed : semantics::Rule::ReadNotAllowed,
                      step->instruction);
      return false;
    }
    if ((is_argument && !argument) || verdict == Verdict::Unclear)
      machine.raise_doubt("an access that a parameter's attributes or memory(...) may forbid");
  }
  return true;
}

}  // namespace

void step_note_access(Machine& machine, const Step* step, Lane* frame) {
  if (machine.result.doubt == nullptr) note_access(machine, step, frame);
  ASSAY_NEXT;
}

void step_note_group(Machine& machine, const Step* step, Lane* frame) {
  if (machine.result.doubt == nullptr) note_group(machine, step, frame, false);
  ASSAY_NEXT;
}

void step_expect_group(Machine& machine, const Step* step, Lane* frame) {
  if (machine.result.doubt == nullptr) note_group(machine, step, frame, true);
  ASSAY_NEXT;
}

void step_keep_invariants(Machine& machine, const Step* step, Lane* frame) {
  if (!keep_invariants(machine, step->instruction)) return;
  ASSAY_NEXT;
}

void step_guard(Machine& machine, const Step* step, Lane* frame) {
  if (!machine.guards.empty() && !pass_guards(machine, step, frame)) return;
  ASSAY_NEXT;
}

void step_doubt_call(Machine& machine, const Step* step, Lane* frame) {
  machine.raise_doubt(kCall);
  ASSAY_NEXT;
}

void step_doubt_capture(Machine& machine, const Step* step, Lane* frame) {
  machine.raise_doubt(kCapture);
  ASSAY_NEXT;
}

}  // namespace assay::interpret
