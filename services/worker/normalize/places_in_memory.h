#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <compare>
#include <cstdint>

namespace assay::normalize {

/// Bytes from a pointer on; without one, any.
struct PlaceInMemory {
  const llvm::Value* base = nullptr;
  std::int64_t from = 0;
  std::uint64_t bytes = 0;

  friend auto operator<=>(const PlaceInMemory&, const PlaceInMemory&) = default;
};

/// What an access of the type touches.
PlaceInMemory place_in_memory(const llvm::Value& pointer, const llvm::Type& type, const llvm::DataLayout& layout);
/// Do they never have a byte in common, as long as the pointers are what they are?
bool are_apart(const PlaceInMemory& one, const PlaceInMemory& other);

}  // namespace assay::normalize
