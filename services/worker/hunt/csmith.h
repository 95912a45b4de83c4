#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string>

#include "services/common/scratch_folder.h"
#include "services/common/status.h"

namespace assay::hunt {

/// Programs in C that csmith writes, as clang hands them to the optimizer at -O2, for x86-64. A program is a function
/// of its seed and of the versions of both tools.
class CsmithPrograms {
 public:
  /// The error names the tool that is not installed.
  static Result<std::unique_ptr<CsmithPrograms>> open();

  /// Adds the program of the seed, or of a later one where that takes csmith or clang too long, to an empty module for
  /// x86-64. False: nothing came of some seeds.
  bool add(llvm::Module& into, std::uint64_t seed);

 private:
  CsmithPrograms(std::string clang, std::string headers);
  /// The program in C, and the text of its module; empty: there is none.
  std::string write(std::uint32_t seed) const;
  std::string compile(std::uint32_t seed) const;

  std::string clang_, headers_;
  ScratchFolder folder_;  ///< csmith writes a file beside what it prints
};

}  // namespace assay::hunt
