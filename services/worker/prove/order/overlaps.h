#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <memory>

#include "services/worker/prove/order/simple_loop.h"
#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Finds accesses (of loads, stores, memset, memcpy and memmove) that never touch the same byte, in simple loops that
/// lie in no other, or in one and the same round of another, and outside of loops. It is asked of `proves` for any
/// state: numbers that count are where they are by the number of their loop's round, all holds that control has
/// branched on, and where every round makes an access the first and the last one do, too. What is no expression is any
/// value.
///
/// The function's `noalias` arguments count where it shows on what each access's pointer is based: a break between two
/// accesses is one in the whole run.
class Overlaps {
 public:
  /// Writes expressions that nothing uses into the function, which may not be changed meanwhile.
  /// `around`: the head of a loop of which one round alone is looked at; what lies in it, in no other, is made once.
  Overlaps(llvm::Function& function, const ProvesSegment& proves, const llvm::BasicBlock* around = nullptr);
  ~Overlaps();

  const llvm::LoopInfo& loops() const;
  /// Does the loop come to an end, in a round that is known before it?
  bool is_counted(const SimpleLoop& loop);
  /// A counted loop: are its rounds as many times `each` as `bytes`, modulo what their type holds? Both are known
  /// before it. Asked of runs that come to the loop, where both are neither undef nor poison.
  bool covers(const SimpleLoop& loop, llvm::Value& bytes, llvm::Value& each);
  /// How often a counted loop comes back, if so many rounds that they would go through all addresses are undefined:
  /// each makes the access, `bytes` further on. Else null.
  llvm::Value* rounds_within_memory(const SimpleLoop& loop, const llvm::Use& place, std::uint64_t bytes);
  /// Do the two never touch the same byte, in whatever rounds they are made? Both are made in one run of what lies
  /// around their loops.
  bool are_apart(const llvm::Use& one, const llvm::Use& other);
  /// Does the one, in any round, never touch what the other one does in an earlier round of its loop? Both loops are
  /// counted and make as many rounds.
  bool is_apart_from_earlier(const llvm::Use& later, const llvm::Use& earlier);
  /// The same of all accesses of two instructions, but for two that read.
  bool are_apart(const llvm::Instruction& one, const llvm::Instruction& other);
  bool is_apart_from_earlier(const llvm::Instruction& later, const llvm::Instruction& earlier);

 private:
  class Asked;
  std::unique_ptr<Asked> asked_;
};

}  // namespace assay::prove
