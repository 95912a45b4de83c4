#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/term.h"

namespace assay::refine::smt {

/// A graph of nodes in which equal nodes are one. It knows the kinds of nodes and folds what known bits decide, but no
/// other algebra: that is Terms. Terms of different stores must not be mixed.
class NodeStore {
 public:
  NodeStore();
  ~NodeStore();
  NodeStore(const NodeStore&) = delete;
  NodeStore& operator=(const NodeStore&) = delete;

  /// Differs between any two stores of the process and before and after clear().
  std::uint64_t generation() const { return generation_; }
  /// Forgets all terms; handles that are still held become invalid.
  void clear();
  std::size_t node_count() const { return nodes_.size(); }
  Term node(std::uint32_t id) const { return Term(nodes_[id]); }

  // Leaves.
  Term constant(unsigned width, std::uint64_t value);         ///< truncated
  Term constant_signed(unsigned width, std::uint64_t value);  ///< sign-extended
  Term constant(const llvm::APInt& value);
  Term truth(bool value);
  Term zero(unsigned width) { return constant(width, 0); }
  Term all_ones(unsigned width) { return constant_signed(width, ~std::uint64_t{0}); }
  /// The variable of that name; a name belongs to one variable (the first width given counts).
  Term variable(std::string_view name, unsigned width);
  /// A variable that nobody else has: its name is the prefix and a number.
  Term fresh(std::string_view prefix, unsigned width);
  /// The same, labelled: see shape().
  Term fresh(std::string_view prefix, unsigned width, std::uint64_t label);
  Term array_variable(std::string_view name, unsigned index_width, unsigned element_width);
  Term fresh_array(std::string_view prefix, unsigned index_width, unsigned element_width);
  std::string_view name(Term t) const;  ///< of a Variable, an ArrayVariable, the function of an Apply

  // Nodes without rules.
  /// A function is known by its name, its result's and its arguments' widths.
  Term uninterpreted(std::string_view name, unsigned width, std::span<const Term> arguments);
  Term array_constant(unsigned index_width, Term element);  ///< every index holds the element

  // For builders: nodes as they are, but for sharing and for known constants.
  Term make(Kind kind, unsigned width, std::span<const Term> operands, std::uint32_t payload = 0,
            unsigned index_width = 0);
  Term make1(Kind kind, unsigned width, Term a, std::uint32_t payload = 0);
  Term make2(Kind kind, unsigned width, Term a, Term b, std::uint32_t payload = 0);
  Term make3(Kind kind, unsigned width, Term a, Term b, Term c, std::uint32_t payload = 0);
  /// The node if there is one already; else null.
  Term existing(Kind kind, unsigned width, std::span<const Term> operands, std::uint32_t payload) const;

  /// Equal for terms that differ only in the choice among variables of one label and in the order of the operands of
  /// commutative operations.
  std::uint64_t shape(Term t);
  /// Variables and array variables below the roots, each once, in order of creation.
  std::vector<Term> variables_of(std::span<const Term> roots) const;
  std::vector<Term> variables_of(Term root) const { return variables_of(std::span(&root, 1)); }
  /// All nodes below the roots (with the roots), operands before users; no node that was made before `lowest`, which no
  /// node before it can be below.
  std::vector<Term> nodes_of(std::span<const Term> roots, std::uint32_t lowest = 0) const;
  /// Those of them that are no key of `known` and are below none, seen from the roots. Costs what there is to see.
  std::vector<Term> nodes_above(std::span<const Term> roots, std::uint32_t lowest,
                                const std::unordered_map<Term, Term>& known) const;
  std::size_t size_of(std::span<const Term> roots) const { return nodes_of(roots).size(); }
  /// The nodes below the root if they are at most so many, users before operands; else none. Costs what there is to
  /// see, where nodes_of() costs a mark for each node of the store.
  std::vector<Term> few_nodes_of(Term root, std::size_t most) const;
  /// In the manner of SMT-LIB; shared nodes are named once with `let`-like lines.
  std::string print(Term root) const;

 private:
  struct Storage;
  std::uint32_t name_index(std::string_view name);

  std::unique_ptr<Storage> storage_;
  std::vector<const Node*> nodes_;
  std::uint64_t generation_;
};

}  // namespace assay::refine::smt
