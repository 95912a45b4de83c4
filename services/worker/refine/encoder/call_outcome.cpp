#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <array>
#include <tuple>

#include "services/worker/refine/encoder/memory/setup.h"
#include "services/worker/refine/encoder/unknown_call.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/library_functions.h"

/// What a call of an unknown function gives, and how it ends.
namespace assay::refine {

using semantics::LaneKind;
using semantics::Slots;

/// Does the call say it, whatever the function says of itself?
static bool says_noreturn(const llvm::CallBase& call) {
  return call.getAttributes().hasFnAttr(llvm::Attribute::NoReturn);
}

Term UnknownCall::unknown(const std::string& what, unsigned width) {
  std::vector<Term> arguments{occasion_};
  for (const Picked& a : record_.arguments) {
    arguments.push_back(t_.ite(a.poison, t_.zero(a.bits.width()), a.bits));
    if (!a.poison.is_false()) arguments.push_back(a.poison);
  }
  if (record_.choice) arguments.push_back(record_.choice);
  std::string name = "call " + record_.key + "." + what;
  return t_.uninterpreted(name, width, arguments);
}

void UnknownCall::find_outcome(const std::vector<std::pair<Term, const CallRecord*>>& matches) {
  const unsigned number = ++m_.world().occasions;
  record_.outcome = t_.constant(kWorldBits, number);
  record_.occasion = number;
  const bool sees = !(record_.sees | record_.changes).empty() || record_.reads_arguments || record_.writes;
  occasion_ = sees ? record_.outcome : t_.zero(kWorldBits);
  record_.external_after = changed_to(record_.outcome);
  find_end();
  record_.ub = facts_.speculatable || facts_.allocation.allocates ? t_.truth(false) : unknown("ub", 1);
  if (!passed_.empty() && !facts_.may.memory.doesNotAccessMemory()) record_.accesses = unknown("accesses", 1);
  for (std::uint32_t lane = 0; lane < i_.result.count; ++lane) {
    record_.result.push_back(unknown_result(lane));
    record_.result_types.push_back(m_.function().slots[i_.result.first + lane]);
  }
  for (auto match = matches.rbegin(); match != matches.rend(); ++match) {
    const auto& [condition, earlier] = *match;
    const auto take = [&](Term& mine, Term theirs) { mine = t_.ite(condition, theirs, mine); };
    take(record_.outcome, earlier->outcome);
    for (std::size_t kind = 0; kind < record_.external_after.size(); ++kind)
      if (record_.changes.has(static_cast<semantics::Outside>(kind)))
        take(record_.external_after[kind], earlier->external_after[kind]);
    take(record_.returns, earlier->returns);
    take(record_.unwinds, earlier->unwinds);
    if (!record_.exception)
      record_.exception = earlier->exception;
    else if (earlier->exception)
      take(record_.exception, earlier->exception);
    take(record_.ub, earlier->ub);
    if (record_.accesses && earlier->accesses) take(record_.accesses, earlier->accesses);
    for (std::size_t lane = 0; lane < record_.result.size(); ++lane) {
      take(record_.result[lane].bits, earlier->result[lane].bits);
      take(record_.result[lane].poison, earlier->result[lane].poison);
    }
  }
  if (facts_.may.returns) return;
  // LangRef, noreturn: undefined where it comes back all the same. What a body says of itself is looked at with it.
  const bool is_said_by_body = callee_ != nullptr && has_body(*callee_) && !says_noreturn(call_);
  if (!m_.is_source() && !is_said_by_body) m_.ub(record_.returns);
  record_.returns = t_.truth(false);
}

/// A function that will return may still throw (LangRef, willreturn).
void UnknownCall::find_end() {
  const bool allocates = facts_.allocation.allocates;
  const bool stays = facts_.may.stays && !allocates, throws = facts_.may.unwinds && !allocates;
  record_.returns = !stays && !throws ? t_.truth(true) : unknown("returns", 1);
  record_.unwinds = t_.truth(false);
  if (throws) {
    const Term quiet = targets_without_exceptions();
    record_.unwinds = t_.land(t_.lnot(quiet), stays ? unknown("unwinds", 1) : t_.truth(true));
    record_.exception =
        m_.memory().objects().returned_pointer(unknown("exception", m_.memory().objects().foreign_pointer_bits()));
    if (!stays) record_.returns = t_.lor(record_.returns, quiet);
  }
  if (!facts_.may.returns) record_.returns = t_.truth(false);
}

Term UnknownCall::any_poison(const std::vector<Picked>& lanes) const {
  Term any = t_.truth(false);
  for (const Picked& lane : lanes) any = t_.lor(any, lane.poison);
  return any;
}

std::vector<std::pair<const llvm::Function*, Term>> UnknownCall::targets() {
  std::vector<std::pair<const llvm::Function*, Term>> list;
  if (!is_indirect()) return list;
  const Term block = split(t_, record_.arguments.front().bits).block;
  const auto& objects = m_.world().memory.objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].kind != Object::Kind::Function) continue;
    const llvm::Function* f = call_.getModule()->getFunction(objects[i].name);
    if (f != nullptr) list.emplace_back(f, t_.eq(block, m_.memory().objects().caller_block(i)));
  }
  return list;
}

Term UnknownCall::targets_without_exceptions() {
  Term quiet = t_.truth(false);
  for (const auto& [callee, is_it] : targets())
    if (callee->doesNotThrow()) quiet = t_.lor(quiet, is_it);
  return quiet;
}

void UnknownCall::keep_tail_promise() {
  if (!facts_.is_tail || !record_.accesses) return;
  const std::vector<Object>& own = m_.memory().objects().locals();
  for (const unsigned i : m_.active().own) {
    if (own[i].kind != Object::Kind::Stack) continue;
    const Term block = m_.memory().objects().own_block(i);
    for (const Passed& passed : passed_) m_.ub(t_.land(record_.accesses, t_.eq(passed.block, block)));
  }
}

Picked UnknownCall::unknown_result(std::uint32_t lane) {
  const semantics::LaneType& type = m_.function().slots[i_.result.first + lane];
  const std::string what = "result" + std::to_string(lane);
  Term poison = facts_.result.noundef ? t_.truth(false) : unknown(what + ".poison", 1);
  if (!facts_.creates_poison) poison = t_.land(poison, any_poison(record_.arguments));
  if (type.kind != LaneKind::Pointer) return {unknown(what, type.bits), poison};
  const unsigned width = m_.memory().shape().offset_bits;
  Term pointer = m_.memory().objects().returned_pointer(unknown(what, m_.memory().objects().foreign_pointer_bits()));
  for (std::size_t own = 0; own < m_.memory().objects().locals().size(); ++own) {
    const Term known = m_.memory().objects().escaped(m_.memory().objects().own_block(own));
    if (known.is_false()) continue;
    const Term chosen = t_.land(known, unknown(what + ".own" + std::to_string(own), 1));
    const Pointer p{t_.zero(kMarkBits), m_.memory().objects().own_block(own), unknown(what + ".offset", width)};
    pointer = t_.ite(chosen, join(t_, p), pointer);
  }
  for (std::size_t i = 0; i < given_back_.size(); ++i) {
    const auto& [block, is_to_read] = given_back_[i];
    const std::string which = what + ".back" + std::to_string(i);
    const Pointer p{t_.constant(kMarkBits, is_to_read ? 1u << kNoWrite : 0), block, unknown(which + ".offset", width)};
    const Term chosen = unknown(which, 1);
    pointer = t_.ite(chosen, join(t_, p), pointer);
    // What is written by it is undefined, but what calls do with it is not followed.
    if (is_to_read && semantics::use_by_calls(call_).written)
      m_.world().approximations.add_where(t_.land(m_.path().condition(), chosen), Cause::CalleePromises);
  }
  return {pointer, poison};
}

void UnknownCall::set_result() {
  if (i_.result.count == 0) return;
  // The call that it is the same as may have promised less (LangRef, nocreateundeforpoison).
  if (!facts_.creates_poison) m_.ub(t_.land(any_poison(record_.result), t_.lnot(any_poison(record_.arguments))));
  if (facts_.fresh_result && allocates(m_.function(), i_)) return set_own_object();
  std::vector<Lane> lanes;
  for (const Picked& p : record_.result) lanes.push_back({p.bits, p.poison, {}});
  const auto operands = m_.function().operands_of(i_);
  const std::size_t skipped = is_indirect() ? 1 : 0;
  for (std::size_t i = 0; i < facts_.arguments.size(); ++i) {
    if (!facts_.arguments[i].returned) continue;
    const semantics::Slots from = operands[i + skipped];
    if (from.count != lanes.size()) m_.world().approximations.add(Cause::CalleePromises);
    for (std::uint32_t lane = 0; from.count == lanes.size() && lane < from.count; ++lane)
      lanes[lane] = m_.lane(from.first + lane);
  }
  for (const auto& [callee, is_it] : targets())
    for (unsigned i = 0; i < call_.arg_size() && lanes.size() == 1; ++i)
      if (callee->getFunctionType() == call_.getFunctionType() &&
          callee->hasParamAttribute(i, llvm::Attribute::Returned) && operands[i + skipped].count == 1)
        lanes[0] = merge(t_, {{is_it, m_.lane(operands[i + skipped].first)}, {t_.lnot(is_it), lanes[0]}});
  for (std::uint32_t lane = 0; lane < i_.result.count; ++lane) {
    const semantics::Slot slot = i_.result.first + lane;
    const Lane value = m_.with_fast_math(i_, std::move(lanes[lane]));
    m_.set(slot, keep_promises(m_, facts_.result, m_.function().slots[slot], value));
  }
}

void UnknownCall::set_own_object() {
  const bool is_known = (facts_.allocation.zeroed || facts_.allocation.uninitialized) && !facts_.allocation.reallocates;
  if (!is_known && callee_ != nullptr && semantics::is_library_function(*callee_))
    m_.world().approximations.add(Cause::LibraryAllocation);
  const unsigned width = m_.memory().shape().offset_bits;
  const Term none = t_.uninterpreted("made.null", 1, std::span(&record_.outcome, 1));
  Object object;
  object.kind = Object::Kind::Heap;
  object.size = size_of_own_object();
  object.writable = t_.truth(true);
  object.heap = t_.truth(true);
  object.alive = t_.lnot(none);
  object.maker = maker_of_own_object(object.size);
  m_.ub(t_.slt(object.size, t_.zero(width)));
  const unsigned own = m_.memory().objects().allocate(m_.memory().objects().site_of(i_), std::move(object));
  const Pointer p{t_.zero(kMarkBits), m_.memory().objects().own_block(own), t_.zero(width)};
  if (facts_.allocation.align_argument) align_own_object(m_.memory().objects().address(p), none);
  if (is_known) {
    m_.memory().fill(p, m_.memory().objects().size_of(p.block),
                     facts_.allocation.zeroed ? m_.memory().cells().zero() : m_.memory().cells().uninitialized());
  } else {
    Havoc contents;
    contents.restricted = true;
    contents.only_blocks = {p.block};
    contents.outcome = record_.outcome;
    m_.memory().havoc(std::move(contents));
  }
  Lane lane{t_.ite(none, null_pointer(t_, width), join(t_, p)), t_.truth(false), {}};
  m_.set(i_.result.first, keep_promises(m_, facts_.result, m_.function().slots[i_.result.first], lane));
}

/// Of what no allocation function gives it is not known whether it may be freed, and by whom.
Maker UnknownCall::maker_of_own_object(Term size) {
  const unsigned width = m_.memory().shape().offset_bits;
  const auto& [family, asked] = std::tie(facts_.allocation.family, facts_.allocation.align_argument);
  const bool is_known = facts_.allocation.has_kind() || !family.empty();
  Maker maker{is_known ? t_.constant(kFamilyBits, m_.memory().shared().family(family))
                       : t_.uninterpreted("made.family", kFamilyBits, std::span(&record_.outcome, 1)),
              size, t_.constant(width, 1)};
  if (!asked) return maker;
  const Lane& lane = m_.lane(m_.function().operands_of(i_)[*asked + (is_indirect() ? 1 : 0)].first);
  if (lane.undef.empty() && lane.bits.width() <= width) maker.align = t_.zext(lane.bits, width);
  return maker;
}

Term UnknownCall::size_of_own_object() {
  const unsigned width = m_.memory().shape().offset_bits;
  const Term any = t_.uninterpreted("made.size", width, std::span(&record_.outcome, 1));
  const auto& size_arguments = facts_.allocation.size_arguments;
  if (!size_arguments) return any;
  const auto operands = m_.function().operands_of(i_).drop_front(is_indirect() ? 1 : 0);
  Term least = t_.constant(width, 1), known = t_.truth(true);
  for (std::optional<unsigned> number : {std::optional(size_arguments->first), size_arguments->second}) {
    if (!number || *number >= operands.size()) continue;
    const Picked in = m_.use(operands[*number].first);
    if (in.bits.width() > width) return any;
    const Term factor = t_.zext(in.bits, width);
    known = t_.land(known, t_.lnot(t_.lor(in.poison, t_.umul_overflows(least, factor))));
    least = t_.mul(least, factor);
  }
  m_.choices().take_picked();
  return t_.ite(t_.land(known, t_.ult(any, least)), least, any);
}

void UnknownCall::align_own_object(Term address, Term none) {
  const Slots asked = m_.function().operands_of(i_)[*facts_.allocation.align_argument + (is_indirect() ? 1 : 0)];
  const Lane& lane = m_.lane(asked.first);
  const unsigned width = address.width();
  if (!lane.undef.empty() || lane.bits.width() > width || lane.bits.width() == 1) return;
  const Term zero = t_.zero(width), align = t_.zext(lane.bits, width), below = t_.sub(align, t_.constant(width, 1));
  const Term fits =
      t_.land(t_.land(t_.ne(align, zero), t_.eq(t_.band(align, below), zero)), t_.eq(t_.band(address, below), zero));
  m_.world().address_axioms.push_back(t_.any_of(std::array{t_.lnot(m_.path().condition()), lane.poison, none, fits}));
}

}  // namespace assay::refine
