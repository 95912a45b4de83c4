#pragma once

#include <utility>

#include "services/worker/interpret/calls/sights.h"
#include "services/worker/interpret/machine.h"
#include "services/worker/interpret/memory/memory_steps.h"

namespace assay::interpret {

/// How the machine's last run ended, as a record.
Behaviour behaviour_of(const Machine& machine);

/// The machine's runs are for CheckOptions::refutes_only.
void set_to_refute(Machine& machine, Role role);

/// Adds some of the runs with many choices, or with places where the run's objects may stand. Stops at undefined
/// behaviour, which comes first then.
template <class Prepare>
void add_sample(Machine& machine, const Limits& limits, Prepare&& prepare, Behaviours& behaviours) {
  constexpr std::uint64_t kSamples = 64;
  for (std::uint64_t seed = 1; seed <= kSamples; ++seed) {
    machine.choices.clear();
    machine.choices.sample(seed);
    machine.memory.shift = seed;
    machine.begin();
    prepare(machine);
    machine.run(limits);
    if (machine.result.end == EndKind::Inconclusive && machine.result.reason == kTwoAtOnePlace) continue;
    behaviours.all.push_back(behaviour_of(machine));
    if (machine.result.doubt != nullptr) behaviours.doubt = machine.result.doubt;
    if (machine.result.end != EndKind::UndefinedBehaviour) continue;
    std::swap(behaviours.all.front(), behaviours.all.back());
    break;
  }
  machine.choices.stop_sampling();
  machine.memory.shift = 0;
}

/// Runs all combinations of choices with the input that `prepare` sets before each run, as long as `goes_on`, which is
/// asked after each run, says so. Where runs pick members of large sets they are fewer.
template <class Prepare, class GoesOn>
Behaviours collect(Machine& machine, const Limits& limits, Prepare&& prepare, GoesOn&& goes_on) {
  constexpr std::uint64_t kMostPicks = 1u << 22;
  Behaviours behaviours;
  std::uint64_t picks = 0;
  machine.choices.clear();
  for (std::uint64_t runs = 0; runs < limits.behaviours && picks <= kMostPicks; ++runs) {
    machine.begin();
    prepare(machine);
    machine.choices.rewind();
    machine.run(limits);
    const bool wants_more = goes_on();
    picks += machine.picks_used;
    behaviours.all.push_back(behaviour_of(machine));
    if (machine.result.address_observed) behaviours.complete = false;
    if (machine.result.doubt != nullptr) behaviours.doubt = machine.result.doubt;
    if (machine.result.end == EndKind::UndefinedBehaviour) {
      if (behaviours.all.size() > 1) std::swap(behaviours.all.front(), behaviours.all.back());
      behaviours.all.resize(1);
      return behaviours;
    }
    if (!machine.choices.advance()) return behaviours;
    if (!wants_more) break;
  }
  behaviours.complete = false;
  return behaviours;
}
template <class Prepare>
Behaviours collect(Machine& machine, const Limits& limits, Prepare&& prepare) {
  return collect(machine, limits, prepare, [] { return true; });
}

}  // namespace assay::interpret
