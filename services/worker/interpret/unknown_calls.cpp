#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

#include "services/worker/interpret/calls.h"
#include "services/worker/interpret/memory_access.h"
#include "services/worker/interpret/promise_steps.h"
#include "services/worker/interpret/uninterpreted.h"
#include "services/worker/semantics/program.h"

/// Functions that nobody knows.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::LaneKind;

bool stop(Machine& machine, const char* why, std::uint32_t instruction) {
  machine.stop(EndKind::Inconclusive, why, instruction);
  return false;
}

/// What the call and the function that it reaches say of memory.
llvm::MemoryEffects effects_of(const CallArguments& arguments) {
  return arguments.call->getMemoryEffects() & arguments.callee->getMemoryEffects();
}

/// Arguments that the result is a function of: all must be plain.
bool hash_arguments(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash) {
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
    for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
      const Lane& lane = arguments.lanes[i][k];
      if (lane.state != kDefined)
        return stop(machine, "an unknown function of an undefined value", arguments.instruction);
      if (lane.provenance != 0 && !machine.is_shared(lane.provenance))
        return stop(machine, "an unknown function of a local address", arguments.instruction);
      hash.add(machine.pattern_of(lane, arguments.types[i][k].bits));
    }
  return true;
}

/// What memory holds as far as code outside may see it: it must be plain too.
bool hash_memory(Machine& machine, UninterpretedHash& hash, std::uint32_t instruction) {
  for (std::size_t i = 0; i < machine.memory.count(); ++i) {
    const Block& block = machine.memory.at(i);
    if (!block.live || !block.escaped || !block.writable || block.kind == Block::Kind::Function) continue;
    if (i >= machine.shared_blocks) return stop(machine, "an unknown function may read a local object", instruction);
    for (std::uint64_t offset = 0; offset < block.size; ++offset) {
      const MemoryByte byte = block.get(offset);
      if (byte.undef != 0 || byte.poison != 0 || (byte.owner != 0 && !machine.is_shared(byte.owner)))
        return stop(machine, "an unknown function reads undefined memory", instruction);
      hash.add(std::uint64_t{byte.value});
    }
  }
  return true;
}

/// A result from the hash that keeps what the call promises of it.
bool make_result(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash) {
  const semantics::Promises& promises = *arguments.promises;
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (!arguments.call->paramHasAttr(i, llvm::Attribute::Returned)) continue;
    if (arguments.lanes[i].size() == arguments.result.size())
      std::copy(arguments.lanes[i].begin(), arguments.lanes[i].end(), arguments.result.begin());
    return true;
  }
  for (std::size_t k = 0; k < arguments.result.size(); ++k) {
    const semantics::LaneType& type = arguments.result_types[k];
    if (type.kind == LaneKind::Pointer && (promises.dereferenceable != 0 || promises.dereferenceable_or_null != 0))
      return stop(machine, "memory that an unknown function returns", arguments.instruction);
    UninterpretedHash each = hash;
    each.add(std::uint64_t{k});
    APInt value(type.bits, 0);
    constexpr int kTries = 64;
    int tries = 0;
    do {
      each.add(std::uint64_t{1});
      value = each.result(type.bits);
      // Small numbers and null are as likely as others.
      if (value.getBitWidth() > 4 && value[0]) value = value.lshr(type.bits - 4);
      if (type.kind == LaneKind::Pointer && !value.isZero()) value &= ~APInt(type.bits, 15);
    } while (!keeps_promises(promises, type, value) && ++tries < kTries);
    if (tries == kTries) return stop(machine, "a result that keeps its promises", arguments.instruction);
    arguments.result[k] = machine.lane_of_pattern(value);
  }
  return true;
}

bool may_write(const CallArguments& arguments, unsigned index) { return !arguments.call->onlyReadsMemory(index); }

/// Changes some bytes that the callee may write, by the hash.
void change_bytes(Block& block, std::uint64_t offset, std::uint64_t count, UninterpretedHash hash) {
  const APInt draws = hash.result(64);
  if (!draws[0]) return;
  Rng rng(draws.getZExtValue());
  for (std::uint64_t i = offset; i < block.size && i < offset + count; ++i)
    if (rng.chance(3, 4)) block.set(i, MemoryByte::of(static_cast<std::uint8_t>(rng())));
}

void change_memory(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash) {
  const llvm::MemoryEffects effects = effects_of(arguments);
  constexpr std::uint64_t kReach = 16;
  const auto allowed = [&](llvm::IRMemLocation where) { return llvm::isModSet(effects.getModRef(where)); };
  if (allowed(llvm::IRMemLocation::Other)) {
    for (std::size_t i = 0; i < machine.shared_blocks; ++i) {
      Block& block = machine.memory.at(i);
      if (block.kind == Block::Kind::Function || !block.writable || !block.live || block.private_to_caller) continue;
      UninterpretedHash each = hash;
      each.add(std::uint64_t{i});
      change_bytes(block, 0, block.size, each);
    }
  }
  if (!allowed(llvm::IRMemLocation::ArgMem)) return;
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (arguments.lanes[i].size() != 1 || !arguments.call->getArgOperand(i)->getType()->isPointerTy()) continue;
    const Lane& pointer = arguments.lanes[i][0];
    Block* block = machine.memory.find(pointer.provenance);
    if (pointer.state != kDefined || block == nullptr || !block->live || block->lifetime_ended || !block->writable ||
        block->kind == Block::Kind::Function || !may_write(arguments, i) || pointer.bits < block->base)
      continue;
    UninterpretedHash each = hash;
    each.add(std::uint64_t{1000} + i);
    change_bytes(*block, pointer.bits - block->base, kReach, each);
  }
}

/// What the callee sees.
void record(Machine& machine, std::string_view name, const CallArguments& arguments) {
  Event event;
  event.name = name;
  const llvm::MemoryEffects effects = effects_of(arguments);
  const bool reads = !effects.doesNotAccessMemory() && !effects.onlyWritesMemory();
  if (reads) event.memory = machine.visible_memory();
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i) {
    for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
      const Lane& lane = arguments.lanes[i][k];
      event.arguments.push_back(machine.seen_lane(lane, arguments.types[i][k].bits));
      const Block* block = machine.memory.find(lane.provenance);
      if (!reads || lane.state != kDefined || block == nullptr || !block->live || machine.is_shared(lane.provenance) ||
          lane.bits < block->base || block->lifetime_ended ||
          arguments.call->paramHasAttr(static_cast<unsigned>(i), llvm::Attribute::WriteOnly))
        continue;
      MemoryBlock& seen = event.memory.emplace_back();
      seen.bytes = machine.seen_bytes(*block, lane.bits - block->base);
      seen.size = seen.bytes.size();
    }
  }
  machine.events.push_back(std::move(event));
}

/// How much of its surroundings the call may depend on or change.
enum class Reach { Nothing, Arguments, ReadsAll, Everything };

Reach reach_of(const CallArguments& arguments) {
  const llvm::MemoryEffects effects = effects_of(arguments);
  if (effects.doesNotAccessMemory()) return Reach::Nothing;
  // Memory that nobody sees may be written: what is not read changes no result.
  const bool reads_hidden = llvm::isRefSet(effects.getModRef(llvm::IRMemLocation::InaccessibleMem));
  const bool other = llvm::isModOrRefSet(effects.getModRef(llvm::IRMemLocation::Other));
  if (!reads_hidden && !other) return Reach::Arguments;
  return effects.onlyReadsMemory() ? Reach::ReadsAll : Reach::Everything;
}

/// The bytes behind pointer arguments.
bool hash_pointed(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash) {
  for (const auto& lanes : arguments.lanes)
    for (const Lane& lane : lanes) {
      const Block* block = machine.memory.find(lane.provenance);
      if (lane.state != kDefined || block == nullptr || !block->live || block->kind == Block::Kind::Function) continue;
      for (std::uint64_t offset = 0; offset < block->size; ++offset) {
        const MemoryByte byte = block->get(offset);
        if (byte.undef != 0 || byte.poison != 0 || (byte.owner != 0 && !machine.is_shared(byte.owner)))
          return stop(machine, "an unknown function reads undefined memory", arguments.instruction);
        hash.add(std::uint64_t{byte.value});
      }
    }
  return true;
}

/// A callee gets copies of what byval arguments point to.
bool check_copies(Machine& machine, const CallArguments& arguments) {
  const llvm::CallBase& call = *arguments.call;
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    const std::uint64_t size = call.getDataLayout().getTypeAllocSize(call.getParamByValType(i)).getFixedValue();
    Access access;
    if (size != 0 && !reach(machine, arguments.lanes[i][0], size, call.getParamAlign(i).valueOrOne().value(),
                            Purpose::Read, arguments.instruction, access))
      return false;
  }
  return true;
}

/// A call whose result and effects are a function of its arguments and of memory that can be told.
bool call_function(Machine& machine, Reach reach, const CallArguments& arguments, UninterpretedHash hash) {
  if (!hash_arguments(machine, arguments, hash)) return false;
  if (reach == Reach::Arguments && !hash_pointed(machine, arguments, hash)) return false;
  if (reach == Reach::ReadsAll && !hash_memory(machine, hash, arguments.instruction)) return false;
  if (reach == Reach::Arguments) change_memory(machine, arguments, hash);
  return make_result(machine, arguments, hash);
}

}  // namespace

bool is_library_function(std::string_view name) {
  static const auto& library = *new llvm::TargetLibraryInfoImpl(llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  return library.getLibFunc(llvm::StringRef(name.data(), name.size()), function);
}

bool call_unknown(Machine& machine, std::string_view name, const CallArguments& arguments) {
  const llvm::CallBase& call = *arguments.call;
  if (call.isInlineAsm()) return stop(machine, "inline assembly", arguments.instruction);
  if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic) {
    machine.stop(EndKind::Unsupported, "intrinsic " + std::string(name), arguments.instruction);
    return false;
  }
  if (name.starts_with("llvm.") || is_library_function(name)) {
    machine.stop(EndKind::Unsupported, "function " + std::string(name), arguments.instruction);
    return false;
  }
  if (!check_copies(machine, arguments)) return false;
  UninterpretedHash hash(name);
  const Reach reach = reach_of(arguments);
  if (reach != Reach::Everything) return call_function(machine, reach, arguments, hash);
  hash.add(machine.calls_made++);
  record(machine, name, arguments);
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
    for (const Lane& lane : arguments.lanes[i])
      if (lane.state == kDefined && lane.provenance != 0 && !call.doesNotCapture(static_cast<unsigned>(i)))
        escape(machine, lane.provenance);
  if (!effects_of(arguments).onlyReadsMemory()) change_memory(machine, arguments, hash);
  return make_result(machine, arguments, hash);
}

}  // namespace assay::interpret
