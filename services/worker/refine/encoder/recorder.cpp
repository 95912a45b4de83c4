#include "services/worker/refine/encoder/recorder.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>

#include "services/worker/refine/encoder/control.h"

namespace assay::refine {

using semantics::LaneKind;

Recorder::Recorder(Machine& m) : m_(m), t_(m.terms()) {
  record_.machine = &m_;
  m_.invariant_loads().check();
  record_.path = m_.path().condition();
  record_.before = m_.memory().state();
}

void Recorder::see_what_is_known() {
  const MemoryState& now = m_.memory().state();
  record_.before.escaped = now.escaped;
  record_.before.exposed = now.exposed;
  record_.before.given = now.given;
}

void Recorder::add_value(const Lane& lane, const semantics::LaneType& type) {
  // A callee that uses a pointer made of an integer finds the object.
  const auto pick = [&] {
    Picked picked = m_.use(lane);
    if (type.kind == LaneKind::Pointer) picked.bits = join(t_, m_.memory().objects().resolve(split(t_, picked.bits)));
    return picked;
  };
  record_.arguments.push_back(pick());
  // An undef argument is several values: a second pick shows it where nothing else does.
  record_.undef.push_back(lane.undef.empty() ? t_.truth(false) : lane.wholly_undef);
  record_.again.push_back(lane.undef.empty() ? record_.arguments.back() : pick());
  m_.choices().take_picked();
  record_.types.push_back(type);
}

/// Is it an object that only the function has a pointer to, and those functions to which it passed the pointer?
Term Recorder::is_own(Term block) const {
  Term own = is_local(t_, block);
  const std::vector<Object>& objects = m_.world().memory.objects;
  for (std::size_t i = 1; i < m_.world().memory.count; ++i)
    if (!objects[i].visible || objects[i].hidden)
      own = t_.lor(own, t_.eq(block, m_.memory().objects().caller_block(i)));
  return own;
}

/// False where the block is an own object that asks for less alignment here than at the earlier call: the callee may
/// look at that.
Term Recorder::keeps_alignment(const CallRecord& earlier, Term block) const {
  const std::vector<Object>&before = earlier.machine->memory().objects().locals(),
        &now = m_.memory().objects().locals();
  Term keeps = t_.truth(true);
  for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i)
    if (before[i].kind == Object::Kind::Stack && now[i].kind == Object::Kind::Stack && now[i].align < before[i].align)
      keeps = t_.land(keeps, t_.ne(block, m_.memory().objects().own_block(i)));
  return keeps;
}

/// An argument may take any value where the earlier call's was poison. Own objects are told apart by number, though a
/// callee can't tell one from another with the same contents.
Recorder::Likeness Recorder::arguments_refine(const CallRecord& earlier) const {
  Term same = t_.truth(true), but_for_own = t_.truth(true);
  const auto allow = [&](const Picked& a, const Picked& b, const semantics::LaneType& type) {
    const bool pointer = type.kind == LaneKind::Pointer;
    const Term equal = pointer ? t_.land(same_pointer(*earlier.machine, a.bits, m_, b.bits),
                                         keeps_alignment(earlier, split(t_, b.bits).block))
                               : t_.eq(a.bits, b.bits);
    const auto allowed = [&](Term alike) { return t_.lor(a.poison, t_.land(t_.lnot(b.poison), alike)); };
    same = t_.land(same, allowed(equal));
    const Term own =
        pointer ? t_.land(is_own(split(t_, a.bits).block), is_own(split(t_, b.bits).block)) : t_.truth(false);
    but_for_own = t_.land(but_for_own, allowed(t_.lor(equal, own)));
  };
  for (std::size_t i = 0; i < record_.arguments.size(); ++i) {
    allow(earlier.arguments[i], record_.arguments[i], record_.types[i]);
    if (!record_.undef[i] || !earlier.undef[i]) {
      allow(earlier.again[i], record_.again[i], record_.types[i]);
      continue;
    }
    const Term undefined = t_.lor(earlier.arguments[i].poison, t_.implies(record_.undef[i], earlier.undef[i]));
    same = t_.land(same, undefined);
    but_for_own = t_.land(but_for_own, undefined);
  }
  return {same, but_for_own};
}

/// The callee of a tail call does not look at the caller's allocas (LangRef, call instruction).
static bool keeps_off_stack(const CallRecord& call) { return call.facts.is_tail; }

/// Which of the other machine's own objects the callee may look at.
std::vector<Term> Recorder::own_seen(const CallRecord& earlier) const {
  std::vector<Term> seen;
  const std::vector<Object>& own = earlier.machine->memory().objects().locals();
  for (std::size_t i = 0; i < earlier.before.escaped.size(); ++i) {
    if (keeps_off_stack(earlier) && own[i].kind == Object::Kind::Stack) {
      seen.push_back(t_.truth(false));
      continue;
    }
    Term known = record_.reads_all ? t_.lor(earlier.before.escaped[i], earlier.before.exposed[i]) : t_.truth(false);
    for (const ArgumentBlock& given : earlier.argument_blocks)
      if (!given.is_unread) known = t_.lor(known, t_.eq(given.block, m_.memory().objects().own_block(i)));
    seen.push_back(known);
  }
  return seen;
}

/// True if, given the rest, the callee sees the same memory as at the earlier call: a free variable that may only be
/// false where some cell shows a difference.
Term Recorder::same_memory(const CallRecord& earlier, Term given) {
  if (!record_.reads_all && !record_.reads_arguments) return t_.truth(true);
  if (earlier.machine == &m_ && earlier.before.contents == record_.before.contents) return t_.truth(true);
  const Term alike =
      earlier.machine == &m_ ? t_.truth(false) : same_version(t_, earlier.before, record_.before, own_seen(earlier));
  if (t_.land(given, t_.lnot(alike)).is_false()) return t_.truth(true);
  const unsigned width = m_.memory().shape().offset_bits;
  const Term block = some_block(*earlier.machine, "seen.block"), offset = t_.fresh("seen.offset", width);
  Term visible = t_.truth(false);
  if (record_.reads_all) visible = earlier.machine->memory().objects().escaped(earlier.before, block);
  for (const ArgumentBlock& given : earlier.argument_blocks) {
    if (given.is_unread) continue;
    Term looked_at = t_.eq(block, given.block);
    for (const ByteRange& range : given.initialized)
      looked_at = t_.land(looked_at, t_.ule(range.count, t_.sub(offset, range.from)));
    visible = t_.lor(visible, looked_at);
  }
  const std::vector<Object>& callers = m_.world().memory.objects;
  for (std::size_t i = 0; i < callers.size(); ++i)
    if (callers[i].is_unread || (callers[i].is_inner && !record_.enters_module))
      visible = t_.land(visible, t_.ne(block, m_.memory().objects().caller_block(i)));
  const std::vector<Object>& own = earlier.machine->memory().objects().locals();
  for (std::size_t i = 0; keeps_off_stack(earlier) && i < own.size(); ++i)
    if (own[i].kind == Object::Kind::Stack)
      visible = t_.land(visible, t_.ne(block, m_.memory().objects().own_block(i)));
  const Term differs =
      t_.land(visible, cell_differs(*earlier.machine, earlier.before, m_, record_.before, block, offset, Moment::Call));
  if (differs.is_false()) return t_.truth(true);
  const Term same = t_.fresh("same.memory", 1);
  m_.world().cell_axioms.push_back(t_.lor(alike, t_.lor(same, differs)));
  return t_.lor(alike, same);
}

/// A call that could match two calls of the other function would make those two the same.
void Recorder::keep_apart(const std::vector<std::pair<Term, const CallRecord*>>& matches) {
  const CallRecord* first = m_.world().calls.data();
  for (const auto& [match, later] : matches) {
    for (const auto& [number, comparable] : later->comparable) {
      const auto earlier =
          std::find_if(matches.begin(), matches.end(), [&](const auto& each) { return each.second == first + number; });
      if (earlier == matches.end() || later->machine == &m_) continue;
      const Term both = t_.land(t_.land(earlier->first, match), comparable);
      m_.world().cell_axioms.push_back(t_.implies(both, t_.eq(earlier->second->outcome, later->outcome)));
    }
  }
}

External Recorder::changed_to(Term outcome) const {
  External after = record_.before.external;
  for (std::size_t kind = 0; kind < after.size(); ++kind)
    if (record_.changes.has(static_cast<semantics::Outside>(kind))) after[kind] = outcome;
  return after;
}

Term Recorder::same_outside(const External& a, const External& b, semantics::OutsideKinds kinds) const {
  Term same = t_.truth(true);
  for (std::size_t kind = 0; kind < a.size(); ++kind)
    if (kinds.has(static_cast<semantics::Outside>(kind))) same = t_.land(same, t_.eq(a[kind], b[kind]));
  return same;
}

/// A function that reads nothing of what it changes leaves the same where it is called so again right away: the
/// source's second call is the first one, so that the target need not make it (CALL-3). It may not make one more.
bool Recorder::may_repeat(const CallRecord& earlier) const {
  const bool reads_what_it_changes =
      !(record_.sees & record_.changes).empty() || (record_.writes && (record_.reads_all || record_.reads_arguments));
  return earlier.machine == &m_ && m_.is_source() && !reads_what_it_changes;
}

std::vector<std::pair<Term, const CallRecord*>> Recorder::find_matches() {
  std::vector<std::pair<Term, const CallRecord*>> matches;
  Term passes_another = t_.truth(false), sees_other_errno = t_.truth(false), is_matched = t_.truth(false);
  for (const CallRecord& earlier : m_.world().calls) {
    if (earlier.key != record_.key || earlier.arguments.size() != record_.arguments.size()) continue;
    if (m_.gives_up()) return {};
    // Two calls of one function are the same only if the earlier one has not changed what the later one sees.
    const bool sees = record_.reads_all || record_.reads_arguments;
    const semantics::OutsideKinds outside = record_.sees | record_.changes;
    const bool has_changed = !(earlier.changes & outside).empty() || (earlier.writes && sees);
    const bool repeats = has_changed && may_repeat(earlier);
    if (earlier.machine == &m_ && has_changed && !repeats) continue;
    if (record_.choice && !earlier.choice) continue;
    const Likeness likeness = arguments_refine(earlier);
    if (likeness.but_for_own.is_false()) continue;
    const External& then_outside = repeats ? earlier.external_after : earlier.before.external;
    const Term then = t_.land(earlier.path, same_outside(then_outside, record_.before.external,
                                                         outside.without(semantics::Outside::LibraryErrno)));
    if (earlier.machine != &m_)
      passes_another = t_.lor(passes_another, t_.land(then, t_.land(likeness.but_for_own, t_.lnot(likeness.same))));
    Term match = t_.land(likeness.same, then);
    if (record_.choice) match = t_.land(match, t_.eq(record_.choice, earlier.choice));
    if (outside.has(semantics::Outside::LibraryErrno)) {
      const Term same_errno = same_outside(then_outside, record_.before.external, {semantics::Outside::LibraryErrno});
      if (earlier.machine != &m_) sees_other_errno = t_.lor(sees_other_errno, t_.land(match, t_.lnot(same_errno)));
      match = t_.land(match, same_errno);
    }
    if (match.is_false()) continue;
    const std::size_t number = static_cast<std::size_t>(&earlier - m_.world().calls.data());
    if (earlier.machine == &m_) record_.comparable.emplace_back(number, match);
    match = t_.land(match, same_memory(earlier, match));
    // If the match holds on the whole path, no other match is needed.
    if (t_.land(record_.path, t_.lnot(match)).is_false()) return {{t_.truth(true), &earlier}};
    if (match.is_false()) continue;
    is_matched = t_.lor(is_matched, match);
    matches.emplace_back(match, &earlier);
  }
  keep_apart(matches);
  const Term doubtful = t_.land(record_.path, t_.land(passes_another, t_.lnot(is_matched)));
  m_.world().approximations.add_where(doubtful, Cause::PassedObject);
  const Term other_errno = t_.land(record_.path, t_.land(sees_other_errno, t_.lnot(is_matched)));
  m_.world().approximations.add_where(other_errno, Cause::LibraryErrno);
  // Calls of one function that write are not compared with each other: two that are the same would have two outcomes.
  if (record_.writes && record_.changes.empty() && (record_.reads_all || record_.reads_arguments))
    for (std::size_t i = 0; i < matches.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        m_.world().approximations.add_where(t_.land(record_.path, t_.land(matches[i].first, matches[j].first)),
                                            Cause::RepeatedCall);
  return matches;
}

namespace {

class Occurrence : Recorder {
 public:
  explicit Occurrence(Machine& m) : Recorder(m) {}
  std::vector<Lane> encode(const std::string& name, const std::vector<std::pair<Lane, semantics::LaneType>>& values,
                           bool may_stay, const std::vector<semantics::LaneType>& given) {
    record_.key = name;
    record_.sees = record_.changes = {semantics::Outside::Inaccessible, semantics::Outside::Others};
    for (const auto& [lane, type] : values) add_value(lane, type);
    const auto matches = find_matches();
    record_.occasion = ++m_.world().occasions;
    record_.outcome = t_.constant(kWorldBits, record_.occasion);
    for (auto match = matches.rbegin(); match != matches.rend(); ++match)
      record_.outcome = t_.ite(match->first, match->second->outcome, record_.outcome);
    record_.external_after = changed_to(record_.outcome);
    const Term stays = may_stay && !m_.stack().will_return()
                           ? t_.uninterpreted(name + ".stays", 1, std::array{record_.outcome})
                           : t_.truth(false);
    record_.returns = t_.lnot(stays);
    record_.unwinds = t_.truth(false);
    record_.ub = t_.truth(false);
    m_.memory().state().external = record_.external_after;
    if (!stays.is_false()) noreturn_exit(m_, stays, record_.external_after);
    std::vector<Lane> lanes;
    for (std::size_t k = 0; k < given.size(); ++k) {
      const Term bits =
          t_.uninterpreted(name + ".gives" + std::to_string(k), given[k].bits, std::array{record_.outcome});
      record_.result.push_back({bits, t_.truth(false)});
      lanes.push_back({bits, t_.truth(false), {}});
    }
    record_.result_types = given;
    m_.world().calls.push_back(std::move(record_));
    return lanes;
  }
};

}  // namespace

std::vector<Lane> encode_event(Machine& machine, const std::string& name,
                               const std::vector<std::pair<Lane, semantics::LaneType>>& values, bool may_stay,
                               const std::vector<semantics::LaneType>& given) {
  return Occurrence(machine).encode(name, values, may_stay, given);
}

}  // namespace assay::refine
