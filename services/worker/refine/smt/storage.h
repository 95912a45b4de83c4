#pragma once

#include <llvm/Support/Allocator.h>
#include <llvm/Support/KnownBits.h>

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// What a factory owns: nodes and their operand lists in a bump allocator, known bits, names, the table of the nodes.
struct Terms::Storage {
  llvm::BumpPtrAllocator memory;
  std::deque<llvm::KnownBits> known;
  std::vector<const Node*> table;  // open addressing, a power of two, at most half full
  std::vector<std::string> names;
  std::unordered_map<std::string, std::uint32_t> name_indices;
  std::unordered_map<std::uint32_t, const Node*> variables;  // by name
  std::uint64_t next_fresh = 0;
  std::unordered_map<std::uint64_t, Term> slices;  // pushed down before, by node, lowest bit and width
  unsigned depth = 0;                              // see Deeper
  std::unordered_map<std::uint32_t, std::uint64_t> labels;  // of variables
  std::unordered_map<std::uint32_t, std::uint64_t> shapes;  // by node
  struct NanCore {
    FloatFormat format;
    Term core;
  };
  std::unordered_map<std::uint32_t, NanCore> nan_cores;  // by node

  const Node* find(const Node& probe) const;
  void insert(const Node* node);
  void grow();
};

/// Counts the depth of simplification that recurs into operands. Where it is too deep, a term stays as it is.
class Deeper {
 public:
  explicit Deeper(unsigned& depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  static bool too_deep(unsigned depth) { return depth > 300; }

 private:
  unsigned& depth_;
};

/// Known bits of a node from those of its operands; sign_bits likewise.
void compute_known(const Node& node, llvm::KnownBits& known, std::uint32_t& sign_bits);

}  // namespace assay::refine::smt
