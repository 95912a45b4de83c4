#include <algorithm>
#include <unordered_set>

#include "services/worker/refine/smt/node_store.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

namespace {

/// Marks of nodes from one id on.
class Seen {
 public:
  Seen(std::size_t all, std::uint32_t lowest) : lowest_(lowest), marks_(all > lowest ? all - lowest : 0, false) {}
  bool has(std::uint32_t id) const { return marks_[id - lowest_]; }
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
  if (found.empty()) return found;
  const auto by_id = [](Term a, Term b) { return a.id() < b.id(); };
  const auto [first, last] = std::minmax_element(found.begin(), found.end(), by_id);
  const std::uint32_t begin = first->id(), end = last->id() + 1;
  constexpr std::size_t kDense = 16;  // nodes that are passed by for each that is one of them
  if ((end - begin) / kDense > found.size()) {
    std::sort(found.begin(), found.end(), by_id);
    return found;
  }
  found.clear();
  for (std::uint32_t id = begin; id < end; ++id)
    if (seen.has(id)) found.emplace_back(nodes_[id]);
  return found;
}

std::vector<Term> NodeStore::nodes_above(std::span<const Term> roots, std::uint32_t lowest,
                                         const std::unordered_map<Term, Term>& known) const {
  std::vector<Term> found;
  std::unordered_set<std::uint32_t> seen;
  const auto meet = [&](Term t) {
    if (t.id() >= lowest && !known.contains(t) && seen.insert(t.id()).second) found.push_back(t);
  };
  for (Term root : roots) meet(root);
  for (std::size_t next = 0; next < found.size(); ++next)
    for (unsigned i = 0, count = found[next].arity(); i < count; ++i) meet(found[next].operand(i));
  WorkClock::nodes_walked(found.size());
  std::ranges::sort(found, {}, [](Term t) { return t.id(); });
  return found;
}

std::vector<Term> NodeStore::few_nodes_of(Term root, std::size_t most) const {
  std::vector<Term> found{root};
  std::unordered_set<std::uint32_t> seen{root.id()};
  for (std::size_t next = 0; next < found.size() && found.size() <= most; ++next)
    for (unsigned i = 0; i < found[next].arity(); ++i)
      if (const Term operand = found[next].operand(i); seen.insert(operand.id()).second) found.push_back(operand);
  WorkClock::nodes_walked(found.size());
  if (found.size() > most) found.clear();
  return found;
}

std::vector<Term> NodeStore::variables_of(std::span<const Term> roots) const {
  std::vector<Term> all = nodes_of(roots);
  std::erase_if(all, [](Term t) { return t.kind() != Kind::Variable && t.kind() != Kind::ArrayVariable; });
  return all;
}

}  // namespace assay::refine::smt
