#include <algorithm>

#include "services/worker/interpret/calls/sights.h"
#include "services/worker/interpret/interpret.h"

namespace assay::interpret {
namespace {

/// Why the target may not have one thing where the source has another: a reason if that is certain, a doubt if the
/// machine does not know, neither if it may.
struct Breach {
  Reason reason = Reason::None;
  const char* doubt = nullptr;
  bool certain() const { return reason != Reason::None; }
  explicit operator bool() const { return certain() || doubt != nullptr; }
};
constexpr const char* kDoesNotReturn = "a call that does not return";
constexpr const char* kMayAccess = "what a pointer may access";
constexpr Breach kFine{};
constexpr Breach doubtful(const char* what) { return {Reason::None, what}; }

/// Pointers differ in address or provenance. Blocks that one side allocated have no counterpart to compare them with.
Breach pointer_breach(const LaneSet& source, const LaneSet& target) {
  if (source.provenance == target.provenance && source.provenance != kLocalBlock)
    return source.single() == target.single() ? kFine : Breach{Reason::ValueMismatch};
  const auto is_null = [](const LaneSet& lane) { return lane.provenance == 0 && lane.single().isZero(); };
  if (source.provenance == kLocalBlock || target.provenance == kLocalBlock)
    return is_null(source) != is_null(target) && source.single() != target.single()
               ? Breach{Reason::ValueMismatch}
               : doubtful("a pointer to a local object");
  if (source.single() == target.single()) return doubtful(kMayAccess);
  return {Reason::ValueMismatch};
}

Breach lane_breach(const LaneSet& source, const LaneSet& target) {
  if (source.poison) return kFine;
  if (target.poison) return {Reason::MorePoisonous};
  if (source.is_single() && target.is_single() && (source.provenance != 0 || target.provenance != 0))
    return pointer_breach(source, target);
  if (target.patterns_within(source)) return kFine;
  constexpr std::uint64_t kMany = 1u << 20;
  return {target.count(kMany) > source.count(kMany) ? Reason::MoreUndefined : Reason::ValueMismatch};
}

Breach result_breach(const Behaviour& source, const Behaviour& target) {
  if (source.result.size() != target.result.size()) return {Reason::ReturnDomain};
  Breach unsure;
  for (std::size_t lane = 0; lane < source.result.size(); ++lane) {
    const Breach breach = lane_breach(source.result[lane], target.result[lane]);
    if (breach && breach.certain()) return breach;
    if (breach) unsure = breach;
  }
  return unsure;
}

Breach byte_breach(const MemoryByte& source, const MemoryByte& target) {
  if (source == target && source.owner != kLocalBlock) return kFine;
  // A capture breaks a promise to the caller: poison in the source's memory does not allow it (ATTR-6).
  if (target == MemoryByte::captured()) return {Reason::MemoryMismatch};
  if (source.poison == 0xff) return kFine;
  if (source.owner == kLocalBlock || target.owner == kLocalBlock)
    return doubtful("a pointer to a local object in memory");
  const auto defined = static_cast<std::uint8_t>(~(source.undef | source.poison));
  if ((target.poison & ~source.poison) != 0 || (target.undef & defined) != 0) return {Reason::MemoryMismatch};
  if (((source.value ^ target.value) & defined) != 0) return {Reason::MemoryMismatch};
  // Who reads it as the type that the source has stored finds no value of that type (LangRef, load).
  const bool is_padded = source.owner == 0 && source.piece == MemoryByte::kPadded && defined != 0;
  if (is_padded && target.owner == 0 && target.piece != MemoryByte::kPadded) return {Reason::MemoryMismatch};
  if (source.owner != target.owner || source.piece != target.piece)
    return source.undef == 0xff ? kFine : doubtful("what a pointer in memory may access");
  return kFine;
}

Breach memory_breach(const std::vector<VisibleBlock>& source, const std::vector<VisibleBlock>& target) {
  if (source.size() != target.size()) return doubtful("different blocks of memory");
  Breach unsure;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i].bytes.size() != target[i].bytes.size()) {
      // A block without an address is not the caller's.
      return source[i].address != 0 ? Breach{Reason::MemoryMismatch} : doubtful(name_of(Reason::MemoryMismatch));
    }
    for (std::size_t k = 0; k < source[i].bytes.size(); ++k) {
      const Breach breach = byte_breach(source[i].bytes[k], target[i].bytes[k]);
      if (breach && breach.certain()) return breach;
      if (breach) unsure = breach;
    }
  }
  return unsure;
}

/// Does the target hold the right value wherever the source's bits are defined?
bool no_breach_in_defined_bits(std::vector<VisibleBlock> source, const std::vector<VisibleBlock>& target) {
  for (VisibleBlock& block : source)
    for (MemoryByte& byte : block.bytes) byte.poison |= byte.undef;
  const Breach breach = memory_breach(source, target);
  return !breach || !breach.certain();
}

Breach event_breach(const Event& source, const Event& target) {
  if (source.name != target.name || source.arguments.size() != target.arguments.size()) return {Reason::ValueMismatch};
  Breach unsure;
  for (std::size_t i = 0; i < source.arguments.size(); ++i) {
    const LaneSet& left = source.arguments[i];
    const LaneSet& right = target.arguments[i];
    if (left.width != right.width) return {Reason::ValueMismatch};  // of variable arguments
    if (left.provenance == kLocalBlock && right.provenance == kLocalBlock) {
      // Local objects are compared by their contents, which the event records; of volatile accesses by the place.
      const bool is_elsewhere = source.name.starts_with("volatile") && left.single() != right.single();
      if (is_elsewhere) unsure = doubtful("a pointer to a local object");
      continue;
    }
    const Breach breach = lane_breach(left, right);
    if (breach && breach.certain()) return breach;
    if (breach) unsure = breach;
  }
  const Breach memory = memory_breach(source.memory, target.memory);
  // Perhaps another object was passed: fresh memory is undef where the caller's may be poison (docs/semantics).
  if (memory && memory.certain() && unsure && no_breach_in_defined_bits(source.memory, target.memory)) return unsure;
  return memory ? memory : unsure;
}

using semantics::Outside;
using semantics::OutsideKinds;

/// The events that change that kind of state, in their order.
std::vector<const Event*> changing(Outside kind, const std::vector<Event>& events) {
  std::vector<const Event*> some;
  for (const Event& event : events)
    if (event.changes.has(kind)) some.push_back(&event);
  return some;
}

struct EventsComparison {
  Breach breach;
  bool are_as_many = true;
};
EventsComparison compare_events(Outside kind, const Behaviour& source, const Behaviour& target) {
  EventsComparison result;
  const auto before = changing(kind, source.events), after = changing(kind, target.events);
  for (std::size_t i = 0; i < std::min(before.size(), after.size()) && !result.breach.certain(); ++i)
    if (const Breach breach = event_breach(*before[i], *after[i])) result.breach = breach;
  result.are_as_many = before.size() == after.size();
  return result;
}

/// Compares what code outside saw: of each kind of state in order. When library functions set errno is not looked at.
EventsComparison compare_events(const Behaviour& source, const Behaviour& target) {
  EventsComparison result;
  OutsideKinds looked_at;
  for (const std::vector<Event>* events : {&source.events, &target.events})
    for (const Event& event : *events) looked_at = looked_at | event.changes;
  bool is_first = true;
  for (unsigned i = 0; i < semantics::kOutsideKinds; ++i) {
    const auto kind = static_cast<Outside>(i);
    if (!looked_at.has(kind) || kind == Outside::LibraryErrno) continue;
    // Mostly all events change the same.
    const auto is_alike = [&](const Event& event) { return event.changes == looked_at; };
    if (!is_first && std::ranges::all_of(source.events, is_alike) && std::ranges::all_of(target.events, is_alike))
      break;
    is_first = false;
    const EventsComparison each = compare_events(kind, source, target);
    if (each.breach.certain()) return each;
    if (each.breach) result.breach = each.breach;
    result.are_as_many &= each.are_as_many;
  }
  return result;
}

/// Does the target call library functions that set errno where the source does?
Breach errno_breach(const Behaviour& source, const Behaviour& target) {
  const EventsComparison events = compare_events(Outside::LibraryErrno, source, target);
  return events.breach || !events.are_as_many ? doubtful("when a library function sets errno") : kFine;
}

Breach trace_breach(const Behaviour& source, const Behaviour& target) {
  const auto [unsure, are_as_many] = compare_events(source, target);
  if (unsure.certain()) return unsure;
  // The other side may call the function elsewhere, or do what it would have done before the call.
  if ((source.exit_code == kNoreturnExit) != (target.exit_code == kNoreturnExit)) return doubtful(kDoesNotReturn);
  if (!are_as_many || source.output != target.output || source.errors != target.errors ||
      source.exit_code != target.exit_code || source.exception.has_value() != target.exception.has_value())
    return unsure ? unsure : Breach{Reason::ValueMismatch};
  if (!source.exception) return unsure;
  const Breach thrown = lane_breach(*source.exception, *target.exception);
  return thrown ? thrown : unsure;
}

/// Why one behaviour of the target is not one of the source, as far as is known.
Breach likely_breach(const Behaviour& source, const Behaviour& target) {
  // If code outside may have seen something else, whatever came after may differ too.
  if (const Breach trace = trace_breach(source, target)) return trace;
  if (source.end != target.end) return {Reason::ReturnDomain};
  // A run for ever of what must make progress may be undefined.
  if (source.end == EndKind::Diverges)
    return target.reason.empty() || !source.reason.empty() ? kFine : doubtful("what must make progress");
  // After a noreturn exit nobody sees the memory.
  if (source.exit_code == kNoreturnExit) return kFine;
  const Breach result = result_breach(source, target);
  if (result && result.certain()) return result;
  const Breach memory = memory_breach(source.memory, target.memory);
  if (memory) return memory;
  return result ? result : errno_breach(source, target);
}

/// Who made no pointer of a number knows what each may access.
Breach behaviour_breach(const Behaviour& source, const Behaviour& target) {
  const Breach breach = likely_breach(source, target);
  const bool guesses = source.guesses_provenance || target.guesses_provenance;
  return breach.doubt == kMayAccess && !guesses ? Breach{Reason::ValueMismatch} : breach;
}

std::string why_not_judged(const Behaviour& behaviour) {
  if (behaviour.end == EndKind::OutOfSteps) return "step limit";
  return behaviour.reason;
}

/// Compares a behaviour of the target with all of the source's. All of them returned, or are known never to end.
Comparison judge_end(const Behaviours& source, const Behaviour& target) {
  Comparison result;
  Breach first;
  bool unsure = false;
  for (const Behaviour& each : source.all) {
    Breach breach = behaviour_breach(each, target);
    if (!breach) return result;
    // Who ends without such a call did not come to it, unless it comes back; who never ends may stand for one.
    const bool ends_before = target.end == EndKind::Returned && each.events.size() > target.events.size();
    if (breach.doubt == kDoesNotReturn && source.is_refuted_elsewhere && each.exit_code == kNoreturnExit &&
        (ends_before || each.events.size() == target.events.size()))
      breach = {Reason::ReturnDomain};
    if (!first || (unsure == false && !breach.certain())) first = breach;
    unsure |= !breach.certain();
  }
  if (unsure) {
    result.leave_difference_open(first.doubt);
    return result;
  }
  result.kind = Comparison::Kind::Violated;
  result.reason = first.reason;
  return result;
}

Comparison judge(const Behaviours& source, const Behaviour& target, std::size_t index) {
  Comparison result;
  if (target.end == EndKind::Returned || target.end == EndKind::Diverges) {
    result = judge_end(source, target);
  } else if (target.end == EndKind::UndefinedBehaviour && target.rule == semantics::Rule::InvariantViolated) {
    // The source may have changed the memory too, and changed it back before it was read again.
    result.leave_difference_open("a change of memory that an !invariant.load has read");
  } else if (target.end == EndKind::UndefinedBehaviour && target.rule == semantics::Rule::LibraryArgument) {
    // An optimizer may know that the function only computes with the value.
    result.leave_difference_open("poison passed to a library function");
  } else if (target.end == EndKind::UndefinedBehaviour) {
    result.kind = Comparison::Kind::Violated;
    result.reason = Reason::MoreUb;
  } else {
    result.leave_open(why_not_judged(target));
  }
  result.target_index = index;
  if (result.kind == Comparison::Kind::Violated && !source.complete) result.leave_open(source.why_incomplete());
  return result;
}

}  // namespace

std::optional<bool> allows(const Event& source, const Event& target) {
  const Breach breach = event_breach(source, target);
  if (breach && !breach.certain()) return std::nullopt;
  return !breach;
}

bool are_same(const Event& one, const Event& other) {
  const auto same_bytes = [](const VisibleBlock& a, const VisibleBlock& b) { return a.bytes == b.bytes; };
  return one.name == other.name && one.arguments == other.arguments &&
         std::ranges::equal(one.memory, other.memory, same_bytes);
}

/// Has some bit one value here and another there?
static bool are_apart(const MemoryByte& a, const MemoryByte& b) {
  if (a.owner == kLocalBlock || b.owner == kLocalBlock) return false;
  return ((a.value ^ b.value) & ~(a.undef | a.poison | b.undef | b.poison) & 0xff) != 0;
}

static bool are_apart(const LaneSet& a, const LaneSet& b) {
  if (a.poison || b.poison || !a.is_single() || !b.is_single()) return false;
  return a.provenance != kLocalBlock && b.provenance != kLocalBlock && a.single() != b.single();
}

bool are_apart(const Event& one, const Event& other) {
  const auto some_apart = [](const auto& a, const auto& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      if (are_apart(a[i], b[i])) return true;
    return false;
  };
  if (some_apart(one.arguments, other.arguments)) return true;
  for (std::size_t i = 0; i < one.memory.size() && one.memory.size() == other.memory.size(); ++i)
    if (some_apart(one.memory[i].bytes, other.memory[i].bytes)) return true;
  return false;
}

bool may_end_run(const Event& event) { return event.name.starts_with("volatile store"); }

/// How many of the source's first events a target must show, though the source is undefined behind them: execution need
/// not continue after a volatile store (LangRef, volatile memory accesses).
static std::size_t events_before_ub(const std::vector<const Event*>& source) {
  std::size_t count = source.size();
  while (count != 0 && !may_end_run(*source[count - 1])) --count;
  return count;
}

/// Compares with a source that is undefined after some events.
static Comparison compare_before_ub(const Behaviour& source, const Behaviours& target) {
  Comparison result;
  const std::vector<const Event*> before = changing(Outside::Inaccessible, source.events);
  const std::size_t count = events_before_ub(before);
  for (std::size_t i = 0; i < target.all.size(); ++i) {
    const Behaviour& one = target.all[i];
    const std::vector<const Event*> after = changing(Outside::Inaccessible, one.events);
    const auto differs = [&](std::size_t event) { return event_breach(*before[event], *after[event]); };
    const bool ends =
        one.exit_code != kNoreturnExit && (one.end == EndKind::Returned || one.end == EndKind::UndefinedBehaviour);
    bool is_other = ends && after.size() < count, is_open = !ends && after.size() < count;
    for (std::size_t event = 0; event < std::min(count, after.size()); ++event)
      if (const Breach breach = differs(event)) (breach.certain() ? is_other : is_open) = true;
    if (is_open) result.leave_open("a source that is undefined after a volatile store");
    if (is_open || !is_other) continue;
    result.kind = Comparison::Kind::Violated;
    result.reason = one.end == EndKind::UndefinedBehaviour ? Reason::MoreUb : Reason::ValueMismatch;
    result.target_index = i;
    return result;
  }
  return result;
}

Comparison compare(const Behaviours& source, const Behaviours& target) {
  Comparison result;
  const auto covers_all = [](const Behaviour& behaviour) { return behaviour.end == EndKind::UndefinedBehaviour; };
  // Where the source has choices, it need not make the one that is undefined.
  if (source.all.size() == 1 && source.complete && covers_all(source.all[0]) && source.all[0].choices.empty())
    return compare_before_ub(source.all[0], target);
  if (std::any_of(source.all.begin(), source.all.end(), covers_all)) return result;
  for (const Behaviour& behaviour : source.all) {
    const bool is_endless = behaviour.end == EndKind::Diverges && behaviour.reason.empty();
    if (behaviour.end == EndKind::Returned || is_endless) continue;
    result.leave_open(why_not_judged(behaviour));
    return result;
  }
  for (std::size_t i = 0; i < target.all.size(); ++i) {
    Comparison one = judge(source, target.all[i], i);
    if (one.kind == Comparison::Kind::Violated) return one;
    if (one.kind == Comparison::Kind::Inconclusive && result.kind == Comparison::Kind::Allowed) result = one;
  }
  if (result.kind == Comparison::Kind::Allowed && !target.complete)
    result.leave_open(target.doubt.empty() ? "target has more choices than were enumerated" : target.doubt);
  return result;
}

}  // namespace assay::interpret
