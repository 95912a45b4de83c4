#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <vector>

#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {

/// What a round of the source's loop writes, at a place that goes on by as many bytes: a guess.
struct Stored {
  llvm::Instruction* by = nullptr;  ///< a store, or memset, memcpy, memmove
  llvm::Value* bytes = nullptr;     ///< a constant, or known before the loop
  bool down = false;
  llvm::Type* type = nullptr;  ///< of a store; null: several stores make the whole
  bool is_copied = false;      ///< it was loaded, in the same type

  bool is_by_call() const { return llvm::isa<llvm::MemIntrinsic>(by); }
};
std::vector<Stored> stored_in(const llvm::Loop& loop, ScalarEvolutions& evolutions);

/// memset, a pattern, memcpy or memmove, of atomic elements too; else null. The first argument is where they write, the
/// third how much.
llvm::IntrinsicInst* fills_or_copies(llvm::Instruction& instruction);
bool copies(const llvm::IntrinsicInst& call);

/// A call that fills or copies memory, right before a loop that goes on as the call, written as a loop, does.
class CalledLoop {
 public:
  /// `bytes`: of a round, as the function knows them.
  CalledLoop(llvm::IntrinsicInst& call, const SimpleLoop& like, const Stored& stored, llvm::Value& bytes)
      : call_(call), like_(like), stored_(stored), bytes_(bytes), layout_(call.getDataLayout()) {}

  /// Can it be written, if the loop makes as many rounds?
  bool is_possible() const;
  /// In place of the call: a loop that goes on as the other one does, of which each round writes its bytes. If they are
  /// those of the call modulo what its length can hold (`elements`), it does what the call does, or is undefined: each
  /// round's bytes lie right behind those of the one before (or before them), all in one object, which is no larger
  /// than memory. So their number does not wrap where all rounds are defined.
  void write();
  /// Of that how many the call's length is for each round.
  llvm::Value& elements() const;
  /// Where a round of the loop that was written reads, and writes. Null: it reads nothing.
  const llvm::Use* read() const { return read_; }
  const llvm::Use& written() const { return *written_; }

 private:
  void hoist_between();
  void enter(llvm::BasicBlock& before, llvm::BasicBlock& head);
  void write_round(llvm::BasicBlock& head, llvm::BasicBlock& latch, llvm::BasicBlock& before);
  void write_accesses(llvm::IRBuilderBase& build, llvm::Value* offset);
  std::uint64_t size() const;
  bool is_atomic() const;
  llvm::Value* to() const { return call_.getArgOperand(0); }
  llvm::Value* from() const { return copies(call_) ? call_.getArgOperand(1) : nullptr; }
  llvm::Value* length() const { return call_.getArgOperand(2); }
  std::uint64_t constant_bytes() const { return llvm::cast<llvm::ConstantInt>(bytes_).getZExtValue(); }
  llvm::Value* filling(llvm::IRBuilderBase& build, llvm::Value& value) const;

  llvm::IntrinsicInst& call_;
  const SimpleLoop& like_;
  const Stored stored_;
  llvm::Value& bytes_;
  const llvm::DataLayout& layout_;
  const llvm::Use *read_ = nullptr, *written_ = nullptr;
};

/// Drops all in a block that does not compute or branch; what needs it becomes poison.
void drop_accesses(llvm::BasicBlock& block);

}  // namespace assay::prove
