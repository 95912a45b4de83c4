#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::interpret {

/// What code outside may have a variable of the module hold that it has no pointer to: it calls a function of the
/// module which stores something there and does nothing else.
struct Setter {
  std::uint64_t offset = 0;  ///< where, in bytes
  std::uint64_t size = 0;
  std::vector<std::uint8_t> bytes;  ///< what it stores; empty: an argument, so anything
  bool operator==(const Setter&) const = default;
};

/// Those that are no function that is compared.
std::vector<Setter> setters_of(const llvm::GlobalVariable& variable, const llvm::Function& source,
                               const llvm::Function& target);

}  // namespace assay::interpret
