#include "services/application/bug_facts.h"

#include "services/coordinator/store/ir_facts.h"

namespace assay::application {

Result<std::uint64_t> complete_bug_facts(store::Store& store, Clerk& clerk, const std::atomic<bool>& stop,
                                         std::uint64_t most) {
  constexpr std::uint32_t kBugsAtATime = 20;
  for (std::uint64_t made = 0;;) {
    auto wanted = store.facts_wanted(kBugsAtATime);
    if (!wanted) return Error{wanted.error()};
    if (wanted->empty() || stop || made >= most) return made;
    std::vector<store::ModuleFacts> modules;
    for (const store::FactsWanted& each : *wanted) {
      auto facts = clerk.facts_of(each);
      if (!facts) return Error{facts.error()};
      for (store::ModuleFacts& module : *facts) modules.push_back(std::move(module));
    }
    if (Status failed = store.record_facts(modules)) return *failed;
    made += wanted->size();
  }
}

Result<std::uint64_t> place_bugs(store::Store& store, const triage::Roots& roots, const std::atomic<bool>& stop) {
  constexpr std::uint32_t kBugsAtATime = 20;  // who writes waits for them
  const std::string rules = roots.edition();
  for (std::uint64_t made = 0;;) {
    const auto placed = store.place_bugs(
        rules, [&](const Bug& bug) { return triage::place_of(roots.standing_of(bug).kind); }, kBugsAtATime);
    if (!placed) return placed;
    made += *placed;
    if (*placed == 0 || stop) return made;
  }
}

}  // namespace assay::application
