#include "services/worker/interpret/calls/answers.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

#include "services/worker/interpret/calls/sights.h"
#include "services/worker/interpret/calls/unknown_calls.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using End = CallAnswer::End;

/// The event of a call that no run makes.
Event unlike_all(const MadeCall& call) {
  Event event;
  event.name = call.function;
  for (const APInt& lane : call.arguments) event.arguments.push_back(LaneSet::of(lane));
  return event;
}

bool is_allowed(const LoggedCall& source, const MadeCall& call) {
  return call.arguments.size() == source.event.arguments.size() && allows(source.event, seen_as(source, call)) == true;
}

/// Do both calls do the same?
bool are_alike(const LoggedCall& a, const LoggedCall& b) {
  if (a.outcome == nullptr || b.outcome == nullptr) return false;
  const auto same_write = [](const CallOutcome::Write& x, const CallOutcome::Write& y) {
    return x.way.kind == y.way.kind && x.way.which == y.way.which && x.offset == y.offset && x.byte == y.byte;
  };
  if (!llvm::equal(a.writes, b.writes, same_write)) return false;
  return a.outcome == b.outcome || (a.outcome->end == b.outcome->end && a.outcome->result == b.outcome->result &&
                                    a.outcome->returned == b.outcome->returned);
}

/// Where the machine's calls of the function look, the call made elsewhere does, too.
void look(MadeCall& call, const std::vector<const LoggedCall*>& same, const ReadMemory& read) {
  for (const LoggedCall* each : same)
    for (std::size_t i = 0; i < each->event.memory.size(); ++i) {
      const std::size_t behind = each->behind[i], size = each->event.memory[i].bytes.size();
      if (behind > call.arguments.size()) continue;
      const std::uint64_t address =
          behind == 0 ? each->event.memory[i].address : call.arguments[behind - 1].getZExtValue();
      const auto known = llvm::find_if(call.memory, [&](const PlacedBytes& seen) { return seen.address == address; });
      if (known != call.memory.end() && known->bytes.size() >= size) continue;
      std::vector<std::uint8_t> bytes = read(address, size);
      if (known != call.memory.end())
        known->bytes = std::move(bytes);
      else
        call.memory.push_back({address, std::move(bytes)});
    }
}

/// Of a call that none of the machine's sees the like of: any result, as a function of what it gets.
CallAnswer drawn(const MadeCall& call, const std::vector<const LoggedCall*>& same) {
  const LoggedCall& other = *same.front();
  const bool is_plain = llvm::all_of(same, [](const LoggedCall* each) {
    return each->outcome != nullptr && each->writes.empty() && !each->has_promises && !each->outcome->returned;
  });
  if (!is_plain) return {End::Open, "a call of @" + call.function + " with what the function does not give it", {}, {}};
  UninterpretedHash hash(other.event.name);
  for (const APInt& lane : call.arguments) hash.add(lane);
  for (const auto& copy : call.copies)
    for (const std::uint8_t byte : copy) hash.add(std::uint64_t{byte});
  CallAnswer answer;
  for (const APInt& lane : other.outcome->result) {
    hash.add(Draw::Result, answer.result.size());
    answer.result.push_back(hash.result(lane.getBitWidth()));
  }
  return answer;
}

}  // namespace

MemoryByte seen_as(const MemoryByte& source, std::uint8_t seen) {
  const auto defined = static_cast<std::uint8_t>(~(source.undef | source.poison));
  return ((source.value ^ seen) & defined) == 0 ? source : MemoryByte::of(seen);
}

LaneSet seen_as(const LaneSet& source, const APInt& seen) {
  LaneSet set = LaneSet::of(seen);
  if (source.is_single() && (source.single() == seen || source.provenance == kLocalBlock))
    set.provenance = source.provenance;
  return set;
}

Event seen_as(const LoggedCall& source, const MadeCall& seen) {
  Event event = source.event;
  for (std::size_t i = 0; i < event.arguments.size() && i < seen.arguments.size(); ++i)
    event.arguments[i] = seen_as(source.event.arguments[i], seen.arguments[i]);
  auto copy = seen.copies.begin();
  for (std::size_t i = 0; i < event.memory.size(); ++i) {
    VisibleBlock& block = event.memory[i];
    const std::size_t behind = source.behind[i];
    if (behind == kCopy && copy != seen.copies.end()) {
      for (std::size_t k = 0; k < block.bytes.size() && k < copy->size(); ++k)
        block.bytes[k] = seen_as(block.bytes[k], (*copy)[k]);
      ++copy;
    }
    if (behind > seen.arguments.size()) continue;
    const std::uint64_t address = behind == 0 ? block.address : seen.arguments[behind - 1].getZExtValue();
    const auto bytes = llvm::find_if(seen.memory, [&](const PlacedBytes& each) { return each.address == address; });
    const std::size_t count = bytes == seen.memory.end() ? 0 : std::min(bytes->bytes.size(), block.bytes.size());
    for (std::size_t k = 0; k < count; ++k) block.bytes[k] = seen_as(block.bytes[k], bytes->bytes[k]);
    block.bytes.resize(count);  // there is no more memory
  }
  return event;
}

bool is_of_own_object(const Event& event) {
  return !event.arguments.empty() && event.arguments.front().is_single() && event.arguments.front().single().isZero();
}

namespace {

bool is_store(const Event& event) { return event.name.starts_with("volatile store"); }

/// The access, if it may be that volatile one.
std::optional<Event> access_as(const Event& source, const SeenAccess& seen) {
  const LaneSet& place = source.arguments.front();
  const bool is_alike = is_store(source) == seen.is_store && source.arguments.size() == seen.bytes.bytes.size() + 1 &&
                        place.is_single() && place.single() == seen.bytes.address;
  if (!is_alike) return std::nullopt;
  Event event = source;
  for (std::size_t i = 0; i < seen.bytes.bytes.size(); ++i)
    event.arguments[i + 1] = seen_as(source.arguments[i + 1], APInt(8, seen.bytes.bytes[i]));
  return event;
}

Event unlike_all(const SeenAccess& access) {
  Event event;
  event.name = access.is_store ? "volatile store" : "volatile load";
  event.arguments.push_back(LaneSet::of(APInt(64, access.bytes.address)));
  for (const std::uint8_t byte : access.bytes.bytes) event.arguments.push_back(LaneSet::of(APInt(8, byte)));
  return event;
}

}  // namespace

std::vector<Event> seen_as(const std::vector<Event>& source, const Observed& seen) {
  std::vector<Event> events;
  std::size_t next = 0;
  for (const Event& event : source) {
    if (is_of_own_object(event)) {  // nobody has looked
      events.push_back(event);
      continue;
    }
    while (next < seen.accesses.size()) {
      const auto access = access_as(event, seen.accesses[next]);
      const bool is_it = access && (seen.has_volatile_only || allows(event, *access) == true);
      if (is_it)
        events.push_back(*access);
      else if (seen.has_volatile_only)
        events.push_back(unlike_all(seen.accesses[next]));
      ++next;
      if (is_it || seen.has_volatile_only) break;
    }
  }
  for (; seen.has_volatile_only && next < seen.accesses.size(); ++next)
    events.push_back(unlike_all(seen.accesses[next]));
  return events;
}

bool Answers::empty() const {
  return llvm::all_of(logs_, [](const CallLog& log) { return log.empty(); });
}

std::size_t Answers::events_in(std::size_t run) const {
  if (run >= logs_.size()) return 0;
  return static_cast<std::size_t>(llvm::count_if(logs_[run], [](const LoggedCall& call) { return call.is_event; }));
}

void Answers::begin() {
  changes_.fill(0);
  given_.clear();
}

std::vector<const LoggedCall*> Answers::calls_of(const std::string& function) const {
  std::vector<const LoggedCall*> calls;
  for (const CallLog& log : logs_)
    for (const LoggedCall& call : log)
      if (call.function == function) calls.push_back(&call);
  return calls;
}

CallAnswer Answers::answer(MadeCall& call, const ReadMemory& read) {
  std::vector<const LoggedCall*> same = calls_of(call.function);
  if (same.empty()) return {call.acts ? End::NotMade : End::Open, "a call of @" + call.function, {}, {}};
  look(call, same, read);
  const LoggedCall& first = *same.front();
  if (first.is_event) {
    UninterpretedHash hash(first.event.name);
    hash.add(machine_.calls.seed);
    hash_occasion(changes_, first.orders, hash);
    for (std::size_t kind = 0; kind < semantics::kOutsideKinds; ++kind)
      if (first.event.changes.has(static_cast<semantics::Outside>(kind))) ++changes_[kind];
    llvm::erase_if(same, [&](const LoggedCall* each) { return each->key != hash.state(); });
    if (same.empty()) return {End::NotMade, "", {}, {}};
  } else {
    const auto all = same;
    llvm::erase_if(same, [&](const LoggedCall* each) { return !is_allowed(*each, call); });
    if (same.empty()) return drawn(call, all);
  }
  const auto are_all_alike = [&] {
    return llvm::all_of(same, [&](const LoggedCall* each) { return are_alike(*each, *same.front()); });
  };
  if (!are_all_alike()) llvm::erase_if(same, [&](const LoggedCall* each) { return !is_allowed(*each, call); });
  if (same.empty() || !are_all_alike()) return {End::Open, "what a call does depends on a choice", {}, {}};
  return done(*same.front(), call);
}

std::uint64_t Answers::address_of(const LoggedCall& as, const MadeCall& call, const CallOutcome::Way& way) const {
  using Kind = CallOutcome::Way::Kind;
  if (way.kind == Kind::Block) return machine_.memory.at(way.which).base;
  if (way.kind == Kind::Argument) return call.arguments[as.first_lanes[way.which]].getZExtValue();
  return way.which < given_.size() ? given_[way.which] : 0;
}

/// What it does as one of the machine's calls.
CallAnswer Answers::done(const LoggedCall& as, const MadeCall& call) {
  using CallEnd = CallOutcome::End;
  const CallOutcome& outcome = *as.outcome;
  for (const CallOutcome::Kept& kept : outcome.kept)
    given_.push_back(call.arguments[as.first_lanes[kept.argument]].getZExtValue());
  CallAnswer answer;
  for (const CallOutcome::Write& write : as.writes) {
    const std::uint64_t address = address_of(as, call, write.way) + write.offset;
    if (answer.writes.empty() || answer.writes.back().address + answer.writes.back().bytes.size() != address)
      answer.writes.push_back({address, {}});
    answer.writes.back().bytes.push_back(write.byte.value);
  }
  answer.result = outcome.result;
  if (outcome.returned)
    for (std::size_t lane = as.first_lanes[*outcome.returned]; lane < call.arguments.size(); ++lane)
      answer.result.push_back(call.arguments[lane]);
  if (outcome.end == CallEnd::Leaves) answer.end = End::Leaves;
  const bool is_scripted = outcome.entry || !outcome.frees.empty() || !outcome.offset_from.empty();
  if (outcome.end == CallEnd::Unwinds || outcome.end == CallEnd::Undefined || is_scripted)
    return {End::Open, "what a call does", {}, {}};
  return answer;
}

std::vector<Event> Answers::events_beside(std::size_t run, const std::vector<MadeCall>& calls) const {
  std::vector<Event> events;
  std::map<std::string, std::size_t> numbers;
  for (const MadeCall& call : calls) {
    const std::vector<const LoggedCall*> same = calls_of(call.function);
    if (same.empty() ? !call.acts : !same.front()->is_event) continue;
    std::size_t left = numbers[call.function]++;
    const CallLog& log = logs_[run];
    const auto source =
        llvm::find_if(log, [&](const LoggedCall& each) { return each.function == call.function && left-- == 0; });
    events.push_back(source == log.end() ? unlike_all(call) : seen_as(*source, call));
    if (!same.empty()) events.back().changes = same.front()->event.changes;
  }
  return events;
}

}  // namespace assay::interpret
