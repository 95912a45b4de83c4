#pragma once

#include <optional>
#include <string>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace assay::semantics {

/// Stores that the target makes and the source does not. LangRef, Memory Model for Concurrent Operations: also without
/// atomics "introducing a store to a byte which might not otherwise be stored is not allowed in general", even of what
/// stands there.
struct IntroducedStores {
  /// Wherever the target is defined it stores to a place to which nothing in the source writes: "store to @g, which the
  /// source does not make". Empty: none of which the text alone shows that.
  std::string certain;
  bool likely = false;    ///< the same, but it is not known whether the store is reached
  bool possible = false;  ///< the target always writes where some path through the source does not
};

/// The argument or variable that the value is and that other threads may reach, as both functions know it: "%0", "@g".
std::optional<std::string> shared_object(const llvm::Value& object);

/// Compares the plain stores of two functions to memory that other threads may reach: arguments and variables. What
/// the function alone reaches is left out: own objects, copies, noalias arguments, what is local to a thread.
IntroducedStores introduced_stores(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
