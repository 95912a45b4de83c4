#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class AttributeSet;
class CallBase;
class DataLayout;
class Function;
class Instruction;
class Type;
}  // namespace llvm

namespace assay::semantics {

/// A half-open range list as !range and range(...) give it; a value outside all of them violates it.
struct RangeList {
  std::vector<std::pair<llvm::APInt, llvm::APInt>> ranges;
};

/// What attributes or metadata promise of a value: of an argument, a call's operand, a load's or call's result, a
/// function's return. A broken range, nonnull, align or nofpclass promise makes the value poison; noundef makes poison
/// and undef undefined behaviour; dereferenceable needs the memory, with writable such that can be written (LangRef,
/// parameter attributes).
struct Promises {
  bool noundef = false;
  bool nonnull = false;
  bool noalias = false;
  bool returned = false;
  std::uint64_t align = 0;  ///< 0: none
  std::uint64_t dereferenceable = 0;
  std::uint64_t dereferenceable_or_null = 0;
  std::uint64_t writable = 0;          ///< bytes that are stored back when the function is entered
  std::uint64_t writable_or_null = 0;  ///< the same, where the pointer is not null
  std::uint32_t nofpclass = 0;         ///< llvm::FPClassTest mask
  std::optional<RangeList> range;
  /// Numbers that are computed: lanes of the frame that are set by then. Poison there breaks the promise.
  std::optional<std::uint32_t> computed_align;            ///< one that is no power of two: of null alone
  std::optional<std::uint32_t> computed_dereferenceable;  ///< bytes
  bool computed_or_null = false;                          ///< computed_dereferenceable is of pointers that are not null
  bool has_computed() const { return computed_align || computed_dereferenceable; }
  bool empty() const {
    return !noundef && !nonnull && !noalias && !returned && align == 0 && dereferenceable == 0 &&
           dereferenceable_or_null == 0 && writable == 0 && writable_or_null == 0 && nofpclass == 0 && !range &&
           !has_computed();
  }
};

/// What attributes promise of a parameter, or of a return value. The layout says what a pointer to a structure's memory
/// (sret, byref) may be used for.
Promises promises_of(const llvm::AttributeSet& attributes, const llvm::DataLayout& layout);
/// The alignment of the copy that a byval argument points to. LangRef leaves it to the target where nothing is said:
/// here it is the ABI's alignment of the type.
std::uint64_t alignment_of_copy(const Promises& promises, llvm::Type& type, const llvm::DataLayout& layout);
/// What metadata promises of a load's or call's result, merged into `promises`.
void add_metadata_promises(const llvm::Instruction& instruction, Promises& promises);
/// Adds to `promises` all that `other` promises.
void merge_promises(Promises& promises, const Promises& other);
/// Is the call one that is to be inlined (alwaysinline) though the linker may put another function in the callee's
/// place?
bool is_inlined_anyway(const llvm::CallBase& call, const llvm::Function& callee);

}  // namespace assay::semantics
