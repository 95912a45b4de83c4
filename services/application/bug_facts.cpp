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

}  // namespace assay::application
