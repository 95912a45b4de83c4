#pragma once

#include <string>

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace assay::semantics {

/// An access of the target by which another thread may see parts of what the source only accesses whole: plain, or in
/// smaller pieces, where each access of that kind and place is atomic in the source (LangRef, unordered: it cannot be
/// torn). Texts are compared.
struct TornAccess {
  std::string what;  ///< for people; empty: none
  /// It is of a place that both texts name, and what the source accesses in parts is all there; else it may be of
  /// another place, or be one of those by another pointer.
  bool certain = false;
};
TornAccess torn_access(const llvm::Function& source, const llvm::Function& target);

/// Is it atomic, or an intrinsic whose accesses are?
bool is_atomic_access(const llvm::Instruction& instruction);

}  // namespace assay::semantics
