#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <compare>
#include <cstdint>

namespace assay::normalize {

/// Bytes from a pointer on; without one, any.
struct PlaceInMemory {
  const llvm::Value* base = nullptr;
  std::int64_t from = 0;
  std::uint64_t bytes = 0;
  unsigned index_bits = 64;  ///< addresses are counted round in so many (MEM-70)

  friend auto operator<=>(const PlaceInMemory&, const PlaceInMemory&) = default;
};

/// What an access of the type touches.
PlaceInMemory place_in_memory(const llvm::Value& pointer, const llvm::Type& type, const llvm::DataLayout& layout);
/// Do they never have a byte in common, as long as the pointers are what they are?
bool are_apart(const PlaceInMemory& one, const PlaceInMemory& other);

/// What a load or store touches.
PlaceInMemory place_of(const llvm::Instruction& access);
/// May it change what is in the place, or whether somebody may read it? Nobody but the function's own plain stores is
/// known not to.
bool may_write(const llvm::Instruction& instruction, const PlaceInMemory& place);
/// The same of a place that a load with this `!tbaa` (null: none) is going to read: a plain store whose own says that
/// it does not reach there does not, or the load reads what was written with another type: undefined (ATTR-26).
bool may_write(const llvm::Instruction& instruction, const PlaceInMemory& place, llvm::MDNode* type);
/// Is `other`, a load or store as well, undefined wherever the access is, but for what metadata promise?
bool is_as_undefined(const llvm::Instruction& access, const llvm::Instruction& other);
/// Do the metadata say nothing but which type is accessed?
bool says_only_types(const llvm::Instruction& access);
/// Does a load of the same place read just what the store wrote, poison and provenance included?
bool is_kept_whole(const llvm::StoreInst& store, const llvm::LoadInst& load);

}  // namespace assay::normalize
