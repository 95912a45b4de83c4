#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <vector>

#include "services/worker/check/frames.h"
#include "services/worker/check/own_memory.h"

namespace assay::check {

/// What is computed of what in a function and the bodies that it calls, also through objects of its own.
class ValueFlow {
 public:
  static constexpr unsigned kNone = ~0u;
  /// Whether a node sees what all its operands see together, what one of them sees, or what a select sees.
  enum class Sees : std::uint8_t { All, One, Choice };
  struct Node {
    ValueAt at;
    Sees sees = Sees::All;
    bool is_end = false;  ///< it looks at its operands and computes nothing of them
    std::vector<unsigned> operands = {}, users = {};
  };

  explicit ValueFlow(const llvm::Function& function);
  ValueFlow(const ValueFlow&) = delete;
  ValueFlow& operator=(const ValueFlow&) = delete;

  const Frames& frames() const { return frames_; }
  const Node& node(unsigned number) const { return nodes_[number]; }
  std::size_t size() const { return nodes_.size(); }
  unsigned number_of(ValueAt value) const;
  /// Instructions that read what others may have written, in order.
  const std::vector<InstructionAt>& reads_of_others() const { return reads_of_others_; }
  /// Is it computed of such a value, or one itself? By number.
  std::vector<bool> computed_of(const std::vector<unsigned>& values) const;

 private:
  unsigned add(ValueAt at);
  void take(unsigned user, unsigned operand);
  void add_nodes_of(const Frame& frame);
  void connect_parameters(const Frame& frame);
  void connect(const Frame& frame, const llvm::Instruction& instruction);
  void connect_read(const Frame& frame, const llvm::Instruction& instruction);
  void connect_write(const Frame& frame, const llvm::Instruction& instruction);
  void add_end(const Frame& frame, const llvm::Instruction& instruction);

  using Numbers = llvm::DenseMap<std::pair<const void*, const void*>, unsigned>;
  Frames frames_;
  OwnMemory memory_;
  std::vector<Node> nodes_;
  Numbers values_, writes_;
  std::vector<InstructionAt> reads_of_others_;
};

}  // namespace assay::check
