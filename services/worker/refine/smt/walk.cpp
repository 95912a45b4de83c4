#include <algorithm>

#include "services/worker/refine/smt/node_store.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

std::vector<Term> NodeStore::nodes_of(std::span<const Term> roots) const {
  // Operands have smaller ids than their users, so marking and sorting by id is a topological order.
  std::vector<Term> found;
  std::vector<const Node*> work;
  std::vector<bool> seen(nodes_.size(), false);
  const auto visit = [&](const Node* node) {
    if (seen[node->id]) return;
    seen[node->id] = true;
    work.push_back(node);
    found.emplace_back(node);
  };
  for (Term root : roots) visit(root.node());
  while (!work.empty()) {
    const Node* node = work.back();
    work.pop_back();
    for (std::uint32_t i = 0; i < node->count; ++i) visit(node->operands[i]);
  }
  WorkClock::nodes_walked(found.size());
  std::sort(found.begin(), found.end(), [](Term a, Term b) { return a.id() < b.id(); });
  return found;
}

std::vector<Term> NodeStore::variables_of(std::span<const Term> roots) const {
  std::vector<Term> all = nodes_of(roots);
  std::erase_if(all, [](Term t) { return t.kind() != Kind::Variable && t.kind() != Kind::ArrayVariable; });
  return all;
}

}  // namespace assay::refine::smt
