#pragma once

#include <vector>

#include "services/worker/refine/encoder/lane.h"
#include "services/worker/semantics/program.h"

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace assay::refine {

class Machine;

/// `!invariant.group` of a source: its accesses through one pointer see one value, else it is undefined (ATTR-25).
/// Known is only what surely is one pointer: an argument, a variable of the module, what is computed once in a run of
/// the function. Lanes that are undef say nothing.
class InvariantGroups {
 public:
  explicit InvariantGroups(Machine& machine) : m_(machine) {}
  InvariantGroups(const InvariantGroups&) = delete;
  InvariantGroups& operator=(const InvariantGroups&) = delete;

  /// After a load or store on the current path.
  void note(const semantics::Instruction& instruction);

 private:
  struct Access {
    Term path;
    const llvm::Value* pointer = nullptr;
    const llvm::Type* type = nullptr;
    std::vector<Lane> lanes;  ///< what it has loaded or stored; of pointers the addresses
  };
  Access access_of(const semantics::Instruction& instruction, const llvm::Value& pointer) const;
  Term see_different_values(const Access& a, const Access& b) const;

  Machine& m_;
  std::vector<Access> accesses_;
};

}  // namespace assay::refine
