#include <algorithm>

#include "services/worker/refine/smt/node_store.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

namespace {

/// Marks of nodes from one id on.
class Seen {
 public:
  Seen(std::size_t all, std::uint32_t lowest) : lowest_(lowest), marks_(all > lowest ? all - lowest : 0, false) {}
  /// Is it new, and not below?
  bool mark(const Node* node) {
    if (node->id < lowest_ || marks_[node->id - lowest_]) return false;
    return marks_[node->id - lowest_] = true;
  }

 private:
  std::uint32_t lowest_;
  std::vector<bool> marks_;
};

}  // namespace

std::vector<Term> NodeStore::nodes_of(std::span<const Term> roots, std::uint32_t lowest) const {
  // Operands have smaller ids than their users, so marking and sorting by id is a topological order.
  std::vector<Term> found;
  Seen seen(nodes_.size(), lowest);
  for (Term root : roots)
    if (seen.mark(root.node())) found.push_back(root);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Node* node = found[next].node();
    for (std::uint32_t i = 0; i < node->count; ++i)
      if (seen.mark(node->operands[i])) found.emplace_back(node->operands[i]);
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
