#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/Support/AtomicOrdering.h>

#include <cstdint>
#include <optional>
#include <string>

/// What functions do to memory that other threads may reach, as far as their texts show it.
namespace assay::semantics {

/// A place in memory: an argument or a global variable, and bytes from there.
struct Place {
  std::string base;  ///< empty: not known
  std::int64_t offset = 0;
  bool is(const Place& other) const { return !base.empty() && base == other.base && offset == other.offset; }
};
Place place_of(const llvm::Value& pointer, const llvm::DataLayout& layout);

/// The same for people and for comparisons, also where it is known less well: "@g + 4", "@g" (somewhere there),
/// "*(%0 + 8)", "?".
std::string describe_place(const llvm::Value& pointer, const llvm::DataLayout& layout);

/// Memory that no other thread may read while the function runs: what the function made and shows nobody, copies that
/// are its own, what only one argument leads to and the function hands to nobody, variables of a thread, and those that
/// the module only writes.
bool is_private(const llvm::Value& pointer);
bool is_constant(const llvm::Value& pointer);

/// A number that is written or compared, as far as the text shows it: a constant or an argument; empty: not known.
using Number = std::string;

enum class OperationKind : std::uint8_t { Load, Store, Update, Exchange, Fence, IndirectCall };
enum class Side : std::uint8_t { Acquire, Release };

/// One atomic access or fence, or the call of a pointer that may lead to some.
struct Operation {
  OperationKind kind = OperationKind::Fence;
  llvm::AtomicOrdering order = llvm::AtomicOrdering::NotAtomic;
  llvm::AtomicOrdering failure = llvm::AtomicOrdering::NotAtomic;  ///< of an exchange
  llvm::SyncScope::ID scope = llvm::SyncScope::System;
  std::uint64_t bytes = 0;
  Place place{};
  Number number{};    ///< that it stores, updates with or puts in the place of another one
  Number expected{};  ///< of an exchange: the other one
  llvm::AtomicRMWInst::BinOp update = llvm::AtomicRMWInst::BAD_BINOP;
  bool may_go = false;   ///< the target may leave it out
  bool is_used = false;  ///< of a load: something depends on it
  bool is_own = false;   ///< of an object that the function has made: others may know it or not

  /// What stands for an argument means nothing outside of its function.
  void forget_arguments();
  /// Does it order what follows it, or what comes before it? An exchange does if it succeeds.
  bool orders(Side side) const;
};

/// The atomic access or fence that the instruction is, if others may notice it.
std::optional<Operation> operation_of(const llvm::Instruction& instruction);
std::string describe(const Operation& operation);

}  // namespace assay::semantics
