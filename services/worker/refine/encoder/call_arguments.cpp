#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "services/worker/refine/encoder/memory/dead_arguments.h"
#include "services/worker/refine/encoder/unknown_call.h"
#include "services/worker/semantics/pointer_basis.h"

/// What a call of an unknown function is passed.
namespace assay::refine {

using semantics::LaneKind;
using semantics::Slots;

constexpr std::uint64_t kLargestCopy = 64;  ///< bytes of a byval argument

void UnknownCall::gather_arguments() {
  const auto operands = m_.function().operands_of(i_);
  std::size_t first = 0;
  semantics::LaneType type;
  type.kind = LaneKind::Pointer;
  if (is_indirect()) {
    const Pointer target = m_.use_defined_pointer(target_lane_);
    check_target(target);
    add_value({join(t_, target), t_.truth(false), {}}, type);
    first = 1;
  } else if (site_.callee != nullptr && !is_named()) {
    const auto found = m_.world().memory.by_name.find(key_of(*site_.callee));
    if (found == m_.world().memory.by_name.end()) return m_.unsupported("global");
    const Pointer p{t_.zero(kMarkBits), m_.memory().objects().caller_block(found->second),
                    t_.zero(m_.memory().shape().offset_bits)};
    add_value({join(t_, p), t_.truth(false), {}}, type);
  }
  for (std::size_t i = first; i < operands.size(); ++i) add_argument(operands[i], i - first);
}

void UnknownCall::check_target(const Pointer& p) {
  Term fine = t_.truth(false);
  const auto& objects = m_.world().memory.objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Term here = t_.eq(p.block, m_.memory().objects().caller_block(i));
    // A function of another module has no bytes that can be accessed.
    if (objects[i].kind == Object::Kind::Unknown && !objects[i].reserved)
      fine = t_.lor(fine, t_.land(here, t_.eq(objects[i].size, t_.zero(objects[i].size.width()))));
    if (objects[i].kind != Object::Kind::Function) continue;
    const llvm::Function* f = call_.getModule()->getFunction(objects[i].name);
    if (f == nullptr || !semantics::is_mismatched(call_, *f)) fine = t_.lor(fine, here);
  }
  m_.ub(t_.lnot(t_.land(fine, t_.eq(p.offset, t_.zero(p.offset.width())))));
  if (const llvm::MDNode* callees = call_.getMetadata(llvm::LLVMContext::MD_callees)) {
    Term one = t_.truth(false);
    for (const llvm::MDOperand& operand : callees->operands()) {
      const auto* f = llvm::mdconst::dyn_extract_or_null<llvm::Function>(operand);
      const auto found = f == nullptr ? m_.world().memory.by_name.end() : m_.world().memory.by_name.find(key_of(*f));
      if (found != m_.world().memory.by_name.end())
        one = t_.lor(one, t_.eq(p.block, m_.memory().objects().caller_block(found->second)));
    }
    m_.ub(t_.lnot(one));
  }
}

void UnknownCall::add_argument(const Slots& value, std::size_t number) {
  const ArgumentFacts& facts = facts_.arguments[number];
  for (std::uint32_t lane = 0; lane < value.count; ++lane) {
    const semantics::LaneType& type = m_.function().slots[value.first + lane];
    const Lane kept = keep_promises(m_, facts.promises, type, m_.lane(value.first + lane));
    if (type.kind == LaneKind::Pointer && facts.by_value) {
      pass_by_value(kept, *facts.by_value);
      continue;
    }
    add_value(kept, type);
    record_.argument_of.resize(record_.arguments.size(), 0);
    record_.argument_of.back() = static_cast<std::uint32_t>(number + 1);
    if (type.kind != LaneKind::Pointer) continue;
    const Picked& picked = record_.arguments.back();
    Pointer p = split(t_, picked.bits);
    // Nothing is accessed through what is undef or poison, whatever object the bits would name. Of what is undef in
    // part it is not known when it is.
    const Term wholly_undef = record_.undef.back();
    const Term leads_nowhere = wholly_undef ? t_.lor(picked.poison, wholly_undef) : picked.poison;
    p.block = t_.ite(leads_nowhere, m_.memory().objects().caller_block(kNoBlock), p.block);
    record_.argument_blocks.push_back(
        {p.block, initialized_through(p, facts), facts.write_only || !facts_.reads_through(number)});
    const Term passed = t_.land(m_.path().condition(), t_.lnot(picked.poison));
    const bool captured = facts.is_captured();
    const semantics::Permissions& may = facts_.may;
    const bool write_only = facts.write_only || (may.reads_others() && !may.reads_arguments());
    const bool read_only = facts.read_only || (may.writes_others() && !may.writes_arguments());
    if (!captured && facts.is_located()) m_.memory().known().mark_located(p.block, passed);
    if (facts.is_given_back())
      given_back_.push_back({p.block, !llvm::capturesFullProvenance(facts.capture.getRetComponents())});
    if (captured && facts.is_captured_to_read())
      m_.memory().known().mark_readable(p.block, passed);
    else if (captured && write_only)
      unread_captured_.emplace_back(p.block, passed);
    else if (captured && read_only)
      read_only_captured_.emplace_back(p.block, passed);
    else if (captured)
      m_.memory().known().mark_escaped(p.block, passed);
    else
      m_.memory().known().mark_read(p.block, passed);
    if (facts.dead_after) dead_after_.push_back(p.block);
    const bool is_dead = semantics::is_dead_at_unwind(call_, callee_, static_cast<unsigned>(number));
    passed_.push_back({p.block, read_only, is_dead, {}});
    if (is_dead) passed_.back().entered = written_on_entry(p, facts.promises);
  }
}

std::vector<ByteRange> UnknownCall::initialized_through(const Pointer& p, const ArgumentFacts& facts) const {
  const unsigned width = p.offset.width();
  std::vector<ByteRange> ranges;
  const auto constant = [&](std::int64_t value) {
    return t_.constant(llvm::APInt(64, static_cast<std::uint64_t>(value)).sextOrTrunc(width));
  };
  for (const auto& [first, end] : facts.initializes)
    ranges.push_back({t_.add(p.offset, constant(first)), constant(end - first)});
  return ranges;
}

std::vector<ByteRange> UnknownCall::written_on_entry(const Pointer& p, const semantics::Promises& promises) const {
  std::vector<ByteRange> ranges;
  if (promises.writable != 0) ranges.push_back({p.offset, in_cells(m_, promises.writable)});
  if (promises.writable_or_null > promises.writable) {
    const Term all = in_cells(m_, promises.writable_or_null);
    ranges.push_back({p.offset, t_.ite(is_null(t_, p), t_.zero(all.width()), all)});
  }
  return ranges;
}

void UnknownCall::pass_by_value(const Lane& lane, std::uint64_t size) {
  const Pointer p = m_.memory().objects().resolve(m_.use_defined_pointer(lane));
  const unsigned width = p.offset.width();
  check_access(m_, p, t_.constant(width, size), 1, Access::Read);
  if (size > kLargestCopy) return m_.unsupported("large byval argument");
  for (std::uint64_t at = 0; at < size; at += m_.memory().shape().cell_bytes) {
    const Cell cell = m_.memory().read(p.block, t_.add(p.offset, t_.constant(width, at)));
    const Term poison = t_.ne(cell.poison, t_.zero(cell.poison.width()));
    semantics::LaneType type;
    type.bits = cell.value.width();
    add_value({cell.value, poison, cell.undef}, type);
    if (!m_.memory().shape().pointers) continue;
    type.kind = LaneKind::Pointer;
    const Term pointer = t_.ite(cell.is_pointer, cell.pointer, t_.zero(cell.pointer.width()));
    add_value({pointer, t_.lor(poison, t_.lnot(cell.is_pointer)), cell.undef}, type);
    // What the copy points to is passed, too.
    m_.memory().known().mark_escaped(split(t_, cell.pointer).block, t_.land(m_.path().condition(), cell.is_pointer));
  }
}

}  // namespace assay::refine
