#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "services/common/status.h"
#include "services/worker/optimize/coverage_blocks.h"

namespace assay::optimize {

/// The passes' functions in an installed LLVM, whose library (or opt itself, where that holds all) has no symbols but
/// those that it exports: where functions begin and end is what unwinding knows; their names are found by looking for
/// the code of the static archives of the same build (lib/libLLVMInstCombine.a of llvm-N-dev) in it.
class LibraryCode {
 public:
  /// `archives` is the folder that may hold the static archives. The error says what is missing.
  static Result<LibraryCode> read(const std::string& library, const std::string& archives);

  /// Addresses as the file has them, ascending.
  const std::vector<std::uintptr_t>& blocks() const { return blocks_; }
  /// The function that holds an address, as C++ writes it; "?" if its name is not known.
  std::string function_of(std::uintptr_t address) const;

 private:
  struct Function {
    std::uint64_t size;
    std::string name;  ///< mangled
  };
  std::map<std::uintptr_t, Function> functions_;
  std::vector<std::uintptr_t> blocks_;
};

}  // namespace assay::optimize
