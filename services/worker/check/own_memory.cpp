#include "services/worker/check/own_memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace assay::check {
namespace {

using Pointers = std::vector<const llvm::Value*>;

Pointers pointer_arguments(const llvm::IntrinsicInst& call, bool (*is_meant)(const llvm::CallBase&, unsigned)) {
  Pointers pointers;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.getArgOperand(i)->getType()->isPtrOrPtrVectorTy() && is_meant(call, i))
      pointers.push_back(call.getArgOperand(i));
  return pointers;
}

/// The pointers by which the instruction may write.
Pointers written_places(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return {store->getPointerOperand()};
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return {update->getPointerOperand()};
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return {exchange->getPointerOperand()};
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || call->onlyReadsMemory() || call->onlyAccessesInaccessibleMemory()) return {};
  return pointer_arguments(*call, [](const llvm::CallBase& at, unsigned i) { return !at.onlyReadsMemory(i); });
}

std::optional<std::int64_t> size_of(const llvm::DataLayout& layout, llvm::Type& type) {
  const llvm::TypeSize size = layout.getTypeStoreSize(&type);
  return size.isScalable() ? std::nullopt : std::optional<std::int64_t>(size.getFixedValue());
}

/// How many bytes the instruction reads or writes by each of its pointers.
std::optional<std::int64_t> bytes_of(const llvm::DataLayout& layout, const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) return size_of(layout, *instruction.getType());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return size_of(layout, *store->getValueOperand()->getType());
  const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  const auto* length = memory == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
  if (length == nullptr || length->getValue().getActiveBits() >= 63) return std::nullopt;
  return static_cast<std::int64_t>(length->getZExtValue());
}

/// Is the object's address in the user's result, which can be followed?
bool passes_pointer(const llvm::User& user) {
  if (llvm::isa<llvm::GEPOperator, llvm::PHINode, llvm::SelectInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user))
    return user.getType()->isPointerTy();
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call != nullptr && call->getType()->isPointerTy() &&
         llvm::getArgumentAliasingToReturnedPointer(call, false) != nullptr;
}

const llvm::Value& passed_pointer(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call == nullptr ? *user.getOperand(0) : *llvm::getArgumentAliasingToReturnedPointer(call, false);
}

/// Does the user learn the address and keep it, or give it to somebody? Not asked of calls that are followed.
bool gives_away(const llvm::Use& use) {
  const llvm::User& user = *use.getUser();
  const llvm::Value& pointer = *use.get();
  if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return store->getValueOperand() == &pointer;
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&user)) return update->getValOperand() == &pointer;
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&user))
    return exchange->getPointerOperand() != &pointer || exchange->getNewValOperand() == &pointer;
  if (llvm::isa<llvm::VAArgInst, llvm::VAStartInst, llvm::VAEndInst, llvm::VACopyInst>(user)) return false;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call == nullptr || !call->isArgOperand(&use) || !call->doesNotCapture(call->getArgOperandNo(&use));
}

}  // namespace

std::vector<const llvm::Value*> read_places(const llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy()) return {};
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return {load->getPointerOperand()};
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return written_places(instruction);
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || !call->mayReadFromMemory() || call->onlyAccessesInaccessibleMemory()) return {};
  return pointer_arguments(*call, [](const llvm::CallBase& at, unsigned i) { return !at.onlyWritesMemory(i); });
}

bool OwnMemory::Extent::may_meet(const Extent& other) const {
  if (!offset || !other.offset) return true;
  if (size && *offset + *size <= *other.offset) return false;
  return !other.size || *other.offset + *other.size > *offset;
}

bool OwnMemory::Extent::covers(const Extent& other) const {
  return offset && size && other.offset && other.size && *offset <= *other.offset &&
         *offset + *size >= *other.offset + *other.size;
}

OwnMemory::OwnMemory(const Frames& frames) : layout_(frames.all().front()->body->getParent()->getDataLayout()) {
  for (const auto& frame : frames.all())
    for (const llvm::Instruction& each : llvm::instructions(*frame->body))
      if (llvm::isa<llvm::AllocaInst>(each)) {
        const Object object{frame.get(), &each};
        handed_out_[object] = is_handed_out(object);
      }
  for (const auto& frame : frames.all())
    for (const llvm::Instruction& each : llvm::instructions(*frame->body)) add_writes(*frame, each);
}

OwnMemory::Places OwnMemory::places_of(ValueAt pointer) const {
  constexpr unsigned kMostSteps = 64;
  Places places;
  std::set<std::pair<const void*, const void*>> seen;
  std::vector<std::pair<ValueAt, std::optional<std::int64_t>>> left{{pointer, 0}};
  while (!left.empty()) {
    auto [at, offset] = left.back();
    left.pop_back();
    at = at.at_the_call();
    if (!seen.insert(at.key()).second) continue;
    if (seen.size() > kMostSteps) return {{}, true};
    const auto go_on = [&](const Frame* frame, const llvm::Value* value, std::optional<std::int64_t> to) {
      left.push_back({{frame, value}, to});
    };
    if (llvm::isa<llvm::AllocaInst>(at.value)) {
      const Object object{at.frame, at.value};
      if (handed_out_.at(object)) places.others = true;
      places.own.push_back({object, offset});
    } else if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at.value)) {
      llvm::APInt by(layout_.getIndexTypeSizeInBits(step->getType()), 0);
      const bool is_known = step->accumulateConstantOffset(layout_, by) && by.getSignificantBits() <= 62 && offset;
      go_on(at.frame, step->getPointerOperand(), is_known ? std::optional(*offset + by.getSExtValue()) : std::nullopt);
    } else if (const Frame* callee = at.frame->followed(*at.value)) {
      for (const llvm::Value* value : callee->returned()) go_on(callee, value, std::nullopt);
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(at.value)) {
      for (const llvm::Value* value : phi->incoming_values()) go_on(at.frame, value, std::nullopt);
    } else if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(at.value)) {
      go_on(at.frame, choice->getTrueValue(), std::nullopt);
      go_on(at.frame, choice->getFalseValue(), std::nullopt);
    } else if (llvm::isa<llvm::User>(at.value) && passes_pointer(llvm::cast<llvm::User>(*at.value))) {
      go_on(at.frame, &passed_pointer(llvm::cast<llvm::User>(*at.value)), std::nullopt);
    } else {
      places.others = true;
    }
  }
  // One way to a place by which several lead may be at several offsets.
  if (places.own.size() + places.others > 1)
    for (Place& place : places.own) place.offset.reset();
  std::erase_if(places.own, [&](const Place& place) { return handed_out_.at(place.object); });
  return places;
}

bool OwnMemory::is_handed_out(const Object& object) const {
  std::set<std::pair<const void*, const void*>> seen;
  std::vector<ValueAt> left{{object.first, object.second}};
  while (!left.empty()) {
    const ValueAt at = left.back();
    left.pop_back();
    if (!seen.insert(at.key()).second) continue;
    for (const llvm::Use& use : at.value->uses()) {
      const llvm::User& user = *use.getUser();
      if (const Frame* callee = at.frame->followed(user)) {
        const auto& call = llvm::cast<llvm::CallBase>(user);
        if (!call.isArgOperand(&use)) return true;
        left.push_back({callee, callee->body->getArg(call.getArgOperandNo(&use))});
      } else if (llvm::isa<llvm::ReturnInst>(user) && at.frame->caller != nullptr) {
        if (!at.value->getType()->isPointerTy()) return true;
        left.push_back({at.frame->caller, at.frame->call});
      } else if (passes_pointer(user)) {
        left.push_back({at.frame, &user});
      } else if (gives_away(use)) {
        return true;
      }
    }
  }
  return false;
}

void OwnMemory::add_writes(const Frame& frame, const llvm::Instruction& instruction) {
  const bool is_plain = llvm::isa<llvm::StoreInst, llvm::MemIntrinsic>(instruction);
  for (const llvm::Value* pointer : written_places(instruction)) {
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
        copy != nullptr && copy->getRawDest() != pointer)
      continue;
    const Places places = places_of({&frame, pointer});
    Leads& leads = written_[{&frame, &instruction}];
    leads.to_own |= !places.own.empty();
    leads.to_others |= places.others;
    const bool is_sure = is_plain && places.own.size() == 1 && !places.others;
    for (const Place& place : places.own) {
      Writes& writes = writes_[place.object];
      writes.by_instruction[&instruction].push_back(writes.all.size());
      writes.all.push_back({{&frame, &instruction}, {place.offset, bytes_of(layout_, instruction)}, is_sure});
      for (const Frame* each = &frame; each != nullptr; each = each->caller) writes.frames.insert(each);
    }
  }
}

OwnMemory::Leads OwnMemory::written_by(InstructionAt write) const {
  const auto known = written_.find({write.frame, write.instruction});
  return known == written_.end() ? Leads{} : known->second;
}

OwnMemory::Leads OwnMemory::leads_of(ValueAt pointer) const {
  const Places places = places_of(pointer);
  return {!places.own.empty(), places.others};
}

OwnMemory::Seen OwnMemory::seen_by(InstructionAt read, const llvm::Value& pointer) const {
  const Places places = places_of({read.frame, &pointer});
  Search found;
  found.seen.others = places.others;
  for (const Place& place : places.own)
    search(found, read, place.object, {place.offset, bytes_of(layout_, *read.instruction)});
  return std::move(found.seen);
}

/// Where that is too long a way, all writes count that may be meant.
void OwnMemory::search(Search& found, InstructionAt before, const Object& object, Extent extent) const {
  const auto writes = writes_.find(object);
  if (writes == writes_.end() || walk_back(found, before, object, extent)) return;
  for (const Write& write : writes->second.all)
    if (write.extent.may_meet(extent)) add(found, write, extent);
}

bool OwnMemory::walk_back(Search& found, InstructionAt before, const Object& object, Extent extent) const {
  constexpr unsigned kMostSteps = 1000;
  const Writes& writes = writes_.at(object);
  std::set<std::pair<const Frame*, const llvm::BasicBlock*>> seen;
  struct Position {
    const Frame* frame;
    const llvm::BasicBlock* block;
    const llvm::Instruction* last;
  };
  const auto just_before = [](const Frame* frame, const llvm::Instruction* instruction) {
    return Position{frame, instruction->getParent(), instruction->getPrevNode()};
  };
  std::vector<Position> left{just_before(before.frame, before.instruction)};
  const auto to_end_of = [&](const Frame* frame, const llvm::BasicBlock* block) {
    if (seen.emplace(frame, block).second) left.push_back({frame, block, &block->back()});
  };
  while (!left.empty()) {
    const auto [frame, block, last] = left.back();
    left.pop_back();
    bool is_done = false;
    for (const auto* instruction = last; instruction != nullptr && !is_done; instruction = instruction->getPrevNode()) {
      if (++found.steps > kMostSteps) return false;
      is_done = object == Object{frame, instruction} || ends_at(found, writes, {frame, instruction}, extent);
      const Frame* callee = frame->followed(*instruction);
      if (is_done || callee == nullptr || !writes.frames.contains(callee)) continue;
      for (const llvm::BasicBlock& inner : *callee->body)
        if (llvm::isa<llvm::ReturnInst>(inner.getTerminator())) to_end_of(callee, &inner);
      is_done = true;  // the way goes on before the callee's first instruction
    }
    if (is_done) continue;
    for (const llvm::BasicBlock* previous : llvm::predecessors(block)) to_end_of(frame, previous);
    if (block->isEntryBlock() && frame->caller != nullptr) left.push_back(just_before(frame->caller, frame->call));
  }
  return true;
}

bool OwnMemory::ends_at(Search& found, const Writes& writes, InstructionAt at, Extent extent) const {
  const auto here = writes.by_instruction.find(at.instruction);
  if (here == writes.by_instruction.end()) return false;
  bool ends = false;
  for (const std::size_t number : here->second) {
    const Write& write = writes.all[number];
    if (write.at.frame != at.frame || !write.extent.may_meet(extent)) continue;
    add(found, write, extent);
    ends |= write.is_sure && write.extent.covers(extent);
  }
  return ends;
}

void OwnMemory::add(Search& found, const Write& write, Extent extent) const {
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(write.at.instruction);
  if (copy == nullptr) {
    if (found.found.emplace(write.at.frame, write.at.instruction).second) found.seen.writes.push_back(write.at);
    return;
  }
  // A copy that is met again may bring other bytes: all that it copies.
  const bool is_again = !found.copies.emplace(write.at.frame, copy, false).second;
  if (is_again && !found.copies.emplace(write.at.frame, copy, true).second) return;
  if (is_again) extent = {};
  constexpr std::size_t kMostCopies = 50;  // each stands on the stack
  if (found.copies.size() > kMostCopies) {
    found.seen.others = true;
    return;
  }
  const Places places = places_of({write.at.frame, copy->getRawSource()});
  found.seen.others |= places.others;
  for (const Place& place : places.own) {
    const bool is_known = place.offset && write.extent.offset && extent.offset;
    const std::optional<std::int64_t> offset =
        is_known ? std::optional(*place.offset + *extent.offset - *write.extent.offset) : std::nullopt;
    search(found, write.at, place.object, {offset, extent.size});
  }
}

}  // namespace assay::check
