#include <algorithm>

#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/unknown_call.h"

/// What a call of an unknown function does to memory.
namespace assay::refine {

std::vector<std::pair<Term, llvm::MemoryEffects>> UnknownCall::effects_by_case(
    const std::vector<std::pair<Term, const CallRecord*>>& matches) {
  std::vector<std::pair<Term, llvm::MemoryEffects>> cases;
  const auto add = [&](Term where, llvm::MemoryEffects kept) {
    const auto keeps_more = [&](const auto& match) { return (kept & match.second->facts.may.memory) != kept; };
    const auto last = std::find_if(matches.rbegin(), matches.rend(), keeps_more).base();
    for (auto match = matches.begin(); match != last; ++match)
      cases.emplace_back(t_.land(where, match->first), kept & match->second->facts.may.memory);
    if (cases.empty() || !cases.front().first.is_true()) cases.emplace_back(where, kept);
  };
  for (const auto& [callee, is_it] : targets()) {
    if (callee->getFunctionType() != call_.getFunctionType()) continue;
    const llvm::MemoryEffects kept = facts_.may.memory & semantics::facts_of(site_, callee).may.memory;
    if (kept != facts_.may.memory) add(is_it, kept);
  }
  add(t_.truth(true), facts_.may.memory);
  return cases;
}

void UnknownCall::change_memory(const std::vector<std::pair<Term, const CallRecord*>>& matches) {
  MemoryState& state = m_.memory().state();
  const MemoryState start = state;
  const llvm::MemoryEffects effects = facts_.may.memory;
  std::vector<std::pair<Term, MemoryState>> states;
  for (const auto& [where, kept] : effects_by_case(matches)) {
    state = start;
    facts_.may.memory = kept;
    describe();
    change_memory();
    for (std::size_t kind = 0; kind < state.external.size(); ++kind)
      if (record_.changes.has(static_cast<semantics::Outside>(kind)))
        state.external[kind] = record_.external_after[kind];
    states.emplace_back(where, state);
  }
  state = m_.memory().merge(states);
  facts_.may.memory = effects;
  describe();
  record_.external_after = state.external;
  const Term start_of_block = t_.zero(m_.memory().shape().offset_bits);
  for (Term block : dead_after_)
    m_.memory().fill({t_.zero(kMarkBits), block, start_of_block}, m_.memory().objects().size_of(block),
                     m_.memory().cells().poison());
}

void UnknownCall::change_memory() {
  if (record_.writes) {
    const MemoryState& state = m_.memory().state();
    const bool everything = facts_.may.writes_others();
    const bool arguments = facts_.may.writes_arguments();
    Havoc havoc;
    havoc.outcome = record_.outcome;
    havoc.leaves_inner = !record_.enters_module;
    for (const ArgumentBlock& given : record_.argument_blocks)
      for (const ByteRange& range : given.initialized) havoc.written.push_back({given.block, record_.returns, range});
    havoc.may_leave = !record_.reads_all && (everything || !record_.reads_arguments);
    havoc.may_leave = havoc.may_leave || !havoc.written.empty();
    // What it leaves of memory that it does not read is no function of what it sees.
    havoc.may_leave |=
        std::ranges::any_of(record_.argument_blocks, [](const ArgumentBlock& given) { return given.is_unread; });
    havoc.sees_all = record_.reads_all && record_.enters_module && !hides_objects() && !havoc.may_leave;
    const Memory& memory = m_.memory();
    for (unsigned i = 0; i < state.escaped.size(); ++i)
      havoc.escaped.push_back(
          t_.lor(to_write(i, memory.objects().own_block(i), state.escaped, escaped_before_), state.exposed[i]));
    for (unsigned i = 0; i < state.given.size(); ++i)
      havoc.given.push_back(t_.lor(to_write(i, memory.objects().caller_block(i), state.given, given_before_),
                                   is_passed(memory.objects().caller_block(i), Access::Write)));
    if (everything) {
      // What is passed may be written during the call, even if it is not captured.
      for (unsigned i = 0; i < havoc.escaped.size(); ++i)
        havoc.escaped[i] = t_.lor(havoc.escaped[i], is_passed(memory.objects().own_block(i), Access::Write));
    } else {
      havoc.restricted = true;
      if (arguments)
        for (const Passed& passed : passed_)
          if (writes_by(passed)) havoc.only_blocks.push_back(passed.block);
    }
    // The callee of a tail call leaves the caller's allocas alone (LangRef, call instruction).
    const std::vector<unsigned>& callers = m_.active().own;
    for (unsigned i = 0; i < havoc.escaped.size(); ++i) {
      const bool is_left = facts_.is_tail && memory.objects().locals()[i].kind == Object::Kind::Stack &&
                           std::find(callers.begin(), callers.end(), i) != callers.end();
      const Term only_read =
          t_.land(state.unwritten[i], t_.lnot(is_passed(memory.objects().own_block(i), Access::Write)));
      havoc.kept.push_back(t_.lor(t_.truth(is_left), only_read));
    }
    if (everything || !havoc.only_blocks.empty()) m_.memory().havoc(std::move(havoc));
    if (is_unwinding_ && arguments) poison_dead();
    if (facts_.may.frees) free_some(everything);
  }
}

void UnknownCall::poison_dead() {
  for (std::size_t i = 0; i < passed_.size(); ++i) {
    const Passed& passed = passed_[i];
    if (!passed.dead_at_unwind || passed.read_only) continue;
    const Term key[] = {record_.outcome, t_.constant(kWorldBits, i)};
    Havoc dead;
    dead.restricted = dead.may_leave = dead.poisons = true;
    dead.only_blocks = {passed.block};
    dead.outcome = t_.uninterpreted("dead", kWorldBits, std::span<const Term>(key));
    m_.memory().havoc(std::move(dead));
    for (const ByteRange& range : passed.entered)
      m_.memory().fill({t_.zero(kMarkBits), passed.block, range.from}, range.count, m_.memory().cells().poison());
  }
}

void UnknownCall::unwind_with_dead(Term throws, const MemoryState& before,
                                   const std::vector<std::pair<Term, const CallRecord*>>& matches) {
  const MemoryState after = m_.memory().state();
  m_.memory().state() = before;
  is_unwinding_ = true;
  change_memory(matches);
  is_unwinding_ = false;
  const MemoryState unwound = m_.memory().state();
  unwind(m_, throws, record_.exception);
  m_.memory().state() = after;
  record_.contents_after = m_.memory().merge({{throws, unwound}, {t_.truth(true), after}}).contents;
}

Term UnknownCall::is_passed(Term object, Access access) {
  Term is_passed = t_.truth(false);
  for (const Passed& passed : passed_)
    if (!writes(access) || writes_by(passed)) is_passed = t_.lor(is_passed, t_.eq(passed.block, object));
  return is_passed;
}

Term UnknownCall::to_write(unsigned number, Term object, const std::vector<Term>& now,
                           const std::vector<Term>& before) {
  const Term was = number < before.size() ? before[number] : t_.truth(false);
  Term known = now[number];
  for (const Passed& passed : passed_)
    if (!writes_by(passed)) known = t_.ite(t_.eq(passed.block, object), was, known);
  return known;
}

bool UnknownCall::hides_objects() const {
  const std::vector<Object>& objects = m_.world().memory.objects;
  return std::any_of(objects.begin(), objects.end(), [](const Object& object) { return object.hidden; });
}

void UnknownCall::free_some(bool everything) {
  MemoryState& state = m_.memory().state();
  const auto update = [&](Term& alive, Term block, Term known) {
    Term reachable = known;
    if (!everything) {
      reachable = t_.truth(false);
      for (const Passed& passed : passed_) reachable = t_.lor(reachable, t_.eq(passed.block, block));
    }
    const Term heap = m_.memory().objects().heap(block);
    const Term arguments[] = {record_.outcome, block};
    alive = t_.land(alive, t_.lnot(t_.land(t_.land(reachable, heap),
                                           t_.uninterpreted("freed", 1, std::span<const Term>(arguments)))));
  };
  for (std::size_t i = 1; i < state.alive.size(); ++i) {
    const Term block = m_.memory().objects().caller_block(i);
    update(state.alive[i], block, t_.lor(state.given[i], is_passed(block, Access::Read)));
  }
  for (std::size_t i = 0; i < state.local_alive.size(); ++i) {
    const Term block = m_.memory().objects().own_block(i);
    const Term known = t_.lor(t_.lor(state.escaped[i], state.exposed[i]), is_passed(block, Access::Read));
    update(state.local_alive[i], block, known);
  }
}

}  // namespace assay::refine
