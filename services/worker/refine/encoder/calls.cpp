#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/null_symbols.h"
#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/library.h"
#include "services/worker/refine/encoder/unknown_call.h"
#include "services/worker/semantics/convention.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/library_functions.h"

/// Which way a call is encoded, and what is known of a call of an unknown function.
namespace assay::refine {

using semantics::Slots;

void UnknownCall::encode() {
  find_callee();
  // Only what the function's attributes say is used of its body, and an optimizer may know more.
  if (callee_ != nullptr && has_body(*callee_)) m_.world().approximations.add(Cause::BodyOfCallee);
  facts_ = callee_ == site_.callee ? site_.facts : semantics::facts_of(site_, callee_);
  // What is accessed through arguments is nothing where none is a pointer.
  if (std::ranges::none_of(call_.args(), [](const llvm::Use& use) { return ir::may_hold_pointer(*use->getType()); }))
    facts_.may.memory = facts_.may.memory.getWithoutLoc(llvm::IRMemLocation::ArgMem);
  if (facts_.allocation.reallocates) m_.world().approximations.add(Cause::Reallocation);
  if (callee_ != nullptr && is_unknown_intrinsic(*callee_)) describe_intrinsic();
  record_.call = &call_;
  record_.callee = callee_;
  name_call();
  if (!facts_.speculatable) keep_facts_of_source();
  record_.facts = facts_;
  record_.enters_module = enters_module();
  describe();
  const std::size_t before = m_.path().ub_count();
  gather_arguments();
  escaped_before_ = m_.memory().state().escaped;
  given_before_ = m_.memory().state().given;
  for (const auto& [block, when] : read_only_captured_) m_.memory().known().mark_escaped(block, when);
  see_what_is_known();
  for (const auto& [block, when] : unread_captured_) m_.memory().known().mark_escaped(block, when);
  choose_what_it_does();
  const bool in_library = callee_ != nullptr && callee_->isDeclaration() && semantics::is_library_function(*callee_);
  // An optimizer may write at a call what the library function asks of its arguments, or promises of its result.
  if (in_library) approximate_ub_since(before, Cause::LibraryArguments);
  if (in_library && semantics::is_fortified(*callee_)) m_.world().approximations.add(Cause::FortifiedRead);
  const std::vector<std::pair<Term, const CallRecord*>> matches = find_matches();
  if (call_.isInlineAsm() && !m_.is_source() && is_other_assembly())
    m_.world().approximations.add(Cause::OtherAssembly);
  const std::size_t before_outcome = m_.path().ub_count();
  find_outcome(matches);
  if (in_library) approximate_ub_since(before_outcome, Cause::LibraryResult);
  if (m_.failed()) return;
  m_.ub(record_.ub);
  if (site_.callee != nullptr && ir::may_be_null(*site_.callee))  // there is nothing at null to call
    m_.ub(t_.lnot(presence_of(t_, key_of(*site_.callee))));
  keep_tail_promise();
  const MemoryState before_effects = m_.memory().state();
  change_memory(matches);
  record_.contents_after = m_.memory().state().contents;
  record_.alive_after = m_.memory().state().alive;
  const Term ends = t_.lnot(record_.returns);
  const Term throws = t_.land(ends, record_.unwinds), stays = t_.land(ends, t_.lnot(record_.unwinds));
  // A call site that says willreturn, where the function never comes back, is undefined: a rewrite must not add it.
  if (call_.getAttributes().hasFnAttr(llvm::Attribute::WillReturn)) m_.ub(stays);
  // So is what the target's declaration alone promises, which nobody knows of a function that is not there.
  if (!m_.is_source() && callee_ != nullptr && callee_->isDeclaration() && !callee_->isIntrinsic()) {
    if (!facts_.may.unwinds) m_.ub(throws);
    if (!facts_.may.stays && !facts_.allocation.allocates) m_.ub(stays);
  }
  const bool has_dead = std::ranges::any_of(passed_, &Passed::dead_at_unwind);
  if (record_.exception && has_dead)
    unwind_with_dead(throws, before_effects, matches);
  else if (record_.exception)
    unwind(m_, throws, record_.exception);
  noreturn_exit(m_, stays, record_.external_after);
  const std::size_t after = m_.path().ub_count();
  set_result();
  if (in_library) approximate_ub_since(after, Cause::LibraryResult);
  m_.world().calls.push_back(std::move(record_));
}

/// Of a licence each execution makes its own use, and so does a body of what it may choose.
void UnknownCall::choose_what_it_does() {
  const bool has_licence = m_.world().approximates && semantics::is_approximate(i_);
  if (has_licence) m_.world().approximations.add(Cause::FastMath);
  if (!has_licence && (callee_ == nullptr || !m_.world().makes_choices(*callee_))) return;
  occasion_ = t_.zero(kWorldBits);
  record_.choice = m_.choices().choose_permitted(unknown("permitted", 1), m_.path().condition());
}

void UnknownCall::approximate_ub_since(std::size_t count, Cause cause) {
  for (Term condition : m_.path().ub_since(count)) m_.world().approximations.add_where(condition, cause);
}

void UnknownCall::find_callee() {
  callee_ = site_.callee;
  if (callee_ != nullptr || call_.isInlineAsm()) return;
  target_lane_ = m_.lane(m_.function().operands_of(i_)[0].first);
  if (!target_lane_.bits.is_constant() || !target_lane_.poison.is_false()) return;
  const Pointer p = split(t_, target_lane_.bits);
  const std::uint64_t number = p.block.value().getZExtValue();
  if (number >= m_.world().memory.objects.size() || !p.offset.is_zero()) return;
  const llvm::Function* f = call_.getModule()->getFunction(m_.world().memory.objects[number].name);
  if (f != nullptr && f->getFunctionType() == call_.getFunctionType()) callee_ = f;
}

void UnknownCall::describe_intrinsic() {
  m_.world().approximations.add(Cause::UnknownIntrinsic, callee_->getName().str());
  using llvm::MemoryEffects;
  const llvm::Intrinsic::ID id = callee_->getIntrinsicID();
  switch (id) {
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::vacopy:
      facts_.may.memory = MemoryEffects::inaccessibleOrArgMemOnly();  // a va_list, and the arguments that are left
      facts_.may.stays = false;
      return;
    case llvm::Intrinsic::invariant_start:
      // It sees the memory that is going to stay and writes nothing of it; where it stands counts.
      facts_.may.memory = MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref) | MemoryEffects::inaccessibleMemOnly();
      return;
    default:
      return;
  }
}

void UnknownCall::keep_facts_of_source() {
  std::optional<CallFacts> known;
  for (const CallRecord& earlier : m_.world().calls)
    if (earlier.machine != &m_ && earlier.call != nullptr && earlier.key == record_.key)
      known = known ? semantics::common(*known, earlier.facts) : earlier.facts;
  if (known) semantics::add_facts(facts_, *known);
}

/// Assembly that has no side effects, and that the source does not have so: it may compute the same.
bool UnknownCall::is_other_assembly() const {
  if (llvm::cast<llvm::InlineAsm>(call_.getCalledOperand())->hasSideEffects()) return false;
  return std::ranges::none_of(m_.world().calls, [&](const CallRecord& earlier) {
    return earlier.machine != &m_ && earlier.key == record_.key;
  });
}

/// A function that the source knows to be nocallback is one in the target, too.
bool UnknownCall::enters_module() const {
  if (call_.hasFnAttr(llvm::Attribute::NoCallback)) return false;
  const auto is_other = [&](const CallRecord& earlier) {
    return earlier.machine != &m_ && earlier.call != nullptr && earlier.key == record_.key;
  };
  const auto enters = [&](const CallRecord& earlier) { return is_other(earlier) && earlier.enters_module; };
  return std::ranges::any_of(m_.world().calls, enters) || std::ranges::none_of(m_.world().calls, is_other);
}

void UnknownCall::describe() {
  const semantics::Permissions& may = facts_.may;
  record_.reads_all = may.reads_others();
  record_.reads_arguments = may.reads_arguments();
  record_.sees = may.seen_outside();
  record_.writes = may.writes_module() && !facts_.allocation.allocates;
  record_.changes = facts_.allocation.allocates ? semantics::OutsideKinds() : may.changed_outside();
}

void UnknownCall::name_call() {
  const std::string type = shape_of_arguments();
  record_.key = is_named() ? key_of(*site_.callee) : "*";
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call_.getCalledOperand()))
    record_.key = semantics::name_of_assembly(*assembly);
  record_.key += " " + type;
  // Where addresses tell functions from each other, a call by a name may be one by a pointer in the other function.
  record_.key += is_named() ? facts_.convention : semantics::convention_of(call_);
  if (call_.isMustTailCall() && call_.getFunction()->isVarArg())
    record_.key += " ...";  // all that the caller was given
  for (const llvm::Use& argument : call_.args())
    if (const auto* name = llvm::dyn_cast<llvm::MetadataAsValue>(argument.get()))
      if (const auto* text = llvm::dyn_cast<llvm::MDString>(name->getMetadata()))
        record_.key += " !" + text->getString().str();
  if (callee_ != nullptr && m_.world().changed_inside.contains(callee_))
    record_.key += std::string(" in ") + name_of(m_.side());
  for (std::uint32_t lane = 0; lane < i_.result.count; ++lane)
    record_.key += "," + std::to_string(m_.function().slots[i_.result.first + lane].bits);
}

std::string UnknownCall::shape_of_arguments() const {
  std::string shape = call_.getFunctionType()->isVarArg() ? "..." : "";
  for (const Slots& value : m_.function().operands_of(i_).drop_front(is_indirect() ? 1 : 0)) {
    shape += "(";
    for (std::uint32_t lane = 0; lane < value.count; ++lane) {
      const semantics::LaneType& type = m_.function().slots[value.first + lane];
      shape += std::to_string(static_cast<int>(type.kind)) + "." + std::to_string(type.bits) + " ";
    }
    shape += ")";
  }
  return shape;
}

void encode_call(Machine& m, const semantics::Instruction& instruction) {
  const semantics::CallSite& site = m.function().calls[instruction.detail];
  if (site.call == nullptr) return m.unsupported("call");
  if (site.facts.is_mismatched) {
    m.ub(m.terms().truth(true));
    for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane)
      m.set(instruction.result.first + lane, m.poison_lane(m.function().slots[instruction.result.first + lane]));
    return;
  }
  if (encode_library_call(m, instruction)) return;
  if (site.callee != nullptr && encode_call_intrinsic(m, instruction)) return m.keep_result_promises(instruction);
  const Callees::Body* body = site.callee == nullptr ? nullptr : m.body_of(*site.callee);
  if (body != nullptr) return encode_defined_call(m, instruction, *body);
  UnknownCall(m, instruction).encode();
}

}  // namespace assay::refine
