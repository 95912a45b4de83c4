#pragma once

#include <array>
#include <deque>
#include <vector>

#include "services/worker/interpret/calls/call_log.h"
#include "services/worker/interpret/reference.h"

namespace assay::interpret {

class Machine;

// What was seen elsewhere, in the form that the machine has it. A machine's memory holds plain bytes: where such a byte
// may stand for the source's, which knows more of it (which object a pointer leads to, say), it counts as that one.
MemoryByte seen_as(const MemoryByte& source, std::uint8_t seen);
LaneSet seen_as(const LaneSet& source, const llvm::APInt& seen);
Event seen_as(const LoggedCall& source, const MadeCall& seen);

/// What accesses made elsewhere are, beside the source's volatile accesses (there are no other events): each of these
/// and the next access that may be it. With nothing but volatile accesses the others are events, too.
std::vector<Event> seen_as(const std::vector<Event>& source, const Observed& seen);
/// Is it a volatile access of an object of the function's own?
bool is_of_own_object(const Event& event);

/// Answers calls of unknown functions that are made elsewhere as those of the machine's runs of the input were: an
/// event by which of them it is, any other by what it sees.
class Answers {
 public:
  explicit Answers(const Machine& machine) : machine_(machine) {}
  void clear() { logs_.clear(); }
  /// Of the machine's run that comes next.
  CallLog& new_log() { return logs_.emplace_back(); }
  /// Was no unknown function called?
  bool empty() const;
  std::size_t events_in(std::size_t run) const;

  /// A run elsewhere begins.
  void begin();
  /// The next of its calls. Notes in it what it could see.
  CallAnswer answer(MadeCall& call, const ReadMemory& read);
  /// Its calls that are events, beside those of one of the machine's runs.
  std::vector<Event> events_beside(std::size_t run, const std::vector<MadeCall>& calls) const;

 private:
  std::vector<const LoggedCall*> calls_of(const std::string& function) const;
  CallAnswer done(const LoggedCall& as, const MadeCall& call);
  std::uint64_t address_of(const LoggedCall& as, const MadeCall& call, const CallOutcome::Way& way) const;

  const Machine& machine_;
  std::deque<CallLog> logs_;
  std::array<std::uint64_t, semantics::kOutsideKinds> changes_{};
  std::vector<std::uint64_t> given_;  ///< CallState::given, as numbers
};

}  // namespace assay::interpret
