#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/interpret/calls/call_log.h"
#include "services/worker/interpret/calls/outcomes.h"
#include "services/worker/interpret/values/frame_lane.h"

namespace assay::interpret {

class Program;
struct Step;

/// The programs that calls enter, guarded or not, by the calls' steps. It forgets some.
class EnteredPrograms {
 public:
  const Program* find(const Step* call, bool guarded) const {
    const Entry& entry = entries_[place_of(call)];
    return entry.call == call && entry.guarded == guarded ? entry.program : nullptr;
  }
  void add(const Step* call, bool guarded, const Program* program) {
    entries_[place_of(call)] = {call, guarded, program};
  }

 private:
  struct Entry {
    const Step* call = nullptr;
    bool guarded = false;
    const Program* program = nullptr;
  };
  static constexpr std::size_t kEntries = 256;
  static std::size_t place_of(const Step* call) { return (reinterpret_cast<std::uintptr_t>(call) >> 3) % kEntries; }
  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

/// What decides the outcomes of calls, and what was called so far.
struct CallState {
  // Of the input, or of whoever runs it.
  std::uint64_t seed = 0;                                              ///< Input::call_seed
  const std::vector<ScriptedCall>* script = nullptr;                   ///< Input::script
  const std::vector<semantics::VariableArgument>* variable = nullptr;  ///< Input::variable
  CallOutcomes* outcomes = nullptr;                                    ///< of programs that make calls
  bool allocations_succeed = false;                                    ///< malloc and its kin always give memory
  /// CheckOptions::refutes_only: the caller's memory came from malloc.
  bool is_to_refute = false;
  Role role = Role::Source;            ///< where two are compared
  bool invents = true;                 ///< functions that nobody knows do what is drawn for them
  bool loads_from_outside = false;     ///< volatile loads find what is drawn for them
  const std::string* input = nullptr;  ///< the program's standard input; null: it is empty
  CallLog* log = nullptr;              ///< takes the calls of functions that nobody knows; null: nobody asks
  bool left_out_exhaustion = false;    ///< and did, where they might have given null, in this run or an earlier one

  // Of the run.
  std::array<std::uint64_t, semantics::kOutsideKinds> changes{};  ///< calls so far that have changed each kind of state
  std::uint64_t volatile_accesses = 0;                            ///< so far
  std::uint64_t activations = 0;                                  ///< functions that were entered
  std::uint64_t branch_draw = 0;                                  ///< where the last callbr goes
  /// A pointer that an unknown function was given and may have kept, to access an object of the run's own later.
  struct Given {
    const CallOutcome* outcome;  ///< of that call
    unsigned argument;
    Lane pointer;
    bool is_to_read;  ///< no more than that
  };
  std::vector<Given> given;
  /// The states of the first function's own va_lists, by what was taken of each; a list holds the number of its state.
  std::vector<std::string> lists;

  EnteredPrograms entered;  ///< in this run or an earlier one

  /// A place that setjmp has marked.
  struct Mark {
    std::uint64_t buffer;  ///< its address
    std::size_t frames;    ///< that ran, the function with the mark included
    std::uint64_t activation;
    const Step* call;
  };
  std::vector<Mark> marks;
  std::size_t bytes_read = 0;  ///< of `input`

  /// Before a run.
  void clear() {
    changes.fill(0);
    volatile_accesses = activations = bytes_read = 0;
    given.clear();
    lists.clear();
    marks.clear();
  }
};

/// The exception that is on its way, and what landing pads make of it.
struct ExceptionState {
  /// Of a program's exceptions the C++ runtime decides who catches them: how many frames run then, and with which
  /// selector.
  struct Way {
    std::uint64_t exception = 0;  ///< its address
    std::size_t frames = 0;
    std::uint32_t selector = 0;
  };
  std::vector<Way> ways;
  const Way* way_of_thrown() const {
    for (const Way& way : ways)
      if (way.exception == thrown.bits) return &way;
    return nullptr;
  }
  Lane thrown = kPoisonLane;
  std::uint32_t selector = 0;    ///< tells the landing pad that was entered which of its handlers takes it
  bool enters_all_pads = false;  ///< landing pads are entered for exceptions, too, that no clause of theirs names
  bool passed_by = false;        ///< such a pad was met since this was last reset
};

}  // namespace assay::interpret
