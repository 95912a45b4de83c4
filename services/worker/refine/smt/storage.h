#pragma once

#include <llvm/Support/Allocator.h>
#include <llvm/Support/KnownBits.h>

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "services/worker/refine/smt/node_store.h"

namespace assay::refine::smt {

/// What a store owns: nodes and their operand lists in a bump allocator, known bits, names, the table of the nodes.
struct NodeStore::Storage {
  llvm::BumpPtrAllocator memory;
  std::deque<llvm::KnownBits> known;
  std::vector<const Node*> table;  // open addressing, a power of two, at most half full
  std::vector<std::string> names;
  std::unordered_map<std::string, std::uint32_t> name_indices;
  std::unordered_map<std::uint32_t, const Node*> variables;  // by name
  std::uint64_t next_fresh = 0;
  std::unordered_map<std::uint32_t, std::uint64_t> labels;  // of variables
  std::unordered_map<std::uint32_t, std::uint64_t> shapes;  // by node

  const Node* find(const Node& probe) const;
  /// Makes a node that find() did not know.
  Term keep(Node& probe, std::vector<const Node*>& nodes);
  void insert(const Node* node);
  void grow();
};

/// Known bits of a node from those of its operands; sign_bits likewise.
void compute_known(const Node& node, llvm::KnownBits& known, std::uint32_t& sign_bits);

}  // namespace assay::refine::smt
