#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Of instructions: of larger functions the solver seldom decides the whole, and what changed is cut out.
constexpr unsigned kLargeFunction = 40;

/// Who may bring undef into a function.
enum class UndefFrom {
  Anybody,    ///< arguments and memory at the start may hold it, and what it calls may give it
  Called,     ///< functions that it calls, as results and in memory, and the function itself
  Itself,     ///< it alone: its constants, its objects, memory that it allocates
  Constants,  ///< its constants alone: of memory, whatever it holds, loads give neither undef nor poison
};

/// May some value in the function be undef though its arguments, and what it reads, are not? If not, no state at a cut
/// is either.
bool may_make_undef(const llvm::Function& function, UndefFrom from = UndefFrom::Called);
/// May a value that one block gives to another, or that such is computed of, be partly undef: each use picks one of
/// several values, but not any of its type (`shl i8 undef, 1`, which is even)? Segments take values as parameters,
/// which are one value, poison or any: to branch on `icmp eq %even, 1` is defined, though it is not for any value. What
/// is computed by expressions is no parameter: segments compute it anew, with all values that it has. Arguments, memory
/// at the start and results of unknown functions are wholly undef, if at all.
bool may_hand_over_partly_undef(const llvm::Function& function, UndefFrom from);

struct PartlyUndef {
  llvm::DenseSet<const llvm::Value*> all;
  llvm::DenseSet<const llvm::Value*>
      handed_over;                               ///< by blocks to others, as themselves or as what is computed of them
  llvm::DenseSet<const llvm::Value*> only_read;  ///< by loads and the like, and not handed over
};
PartlyUndef partly_undef_values(const llvm::Function& function, UndefFrom from);

/// May memory hold undef that was not there at the start: what the function stored, new objects, what others gave it?
bool may_leave_undef_in_memory(const llvm::Function& function, UndefFrom from = UndefFrom::Called);

/// Says of all loads that they give neither undef nor poison: the function is undefined where one does.
void promise_defined_reads(llvm::Function& function);

/// May the function itself write undef, from wherever it has it?
bool may_write_undef(const llvm::Function& function, UndefFrom from);

/// Are there stack objects, which hold undef until something is written there?
bool has_stack_objects(const llvm::Function& function);

/// Has the target lost a loop of the source that only counts, and may not go on for ever?
bool loses_loops_that_count(const llvm::Function& source, const llvm::Function& target);

/// Does it call what fills or copies memory, as a loop may?
bool fills_or_copies(const llvm::Function& function);

/// Does the target refine the source because their loops run in step? Both are cut at the heads of their loops. From
/// the start, and from each cut with any state there, the target's way to its next cut must refine the source's to its
/// own (docs/adr/0033-loops-in-step.md). Then it does for any number of rounds, endless ones too. Each such pair of
/// segments, written as functions, is put to `proves`. Large functions are also cut before and behind what changed.
/// False says nothing. Both functions must live in one context. Which accesses do not overlap others, by their
/// metadata, is not looked at. `cuts_behind_reads`: what a block reads may be handed over, so none of it may be partly
/// undef.
bool is_proved_by_rounds(normalize::NormalPair pair, const ProvesSegment& proves, bool cuts_behind_reads);

}  // namespace assay::prove
