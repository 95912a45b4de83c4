#pragma once

#include <llvm/IR/Function.h>

#include <optional>
#include <vector>

namespace assay::prove {

/// Attributes speak of a whole run of a function: "reads no memory", "returns", "does not capture the pointer". A
/// segment (segment.h) is a function of its own that runs for a part of that time, so the same attribute would say
/// something else of it. What is here decides whether two functions may be cut in spite of that, and takes such
/// attributes away.

/// Does each instruction mean the same in a segment as in the whole function? Not so stack objects, tokens and what
/// belongs to the frame. Of a function that is called somewhere in its module nothing is said either: the calls would
/// be of the whole.
bool can_be_cut(const llvm::Function& function);
/// The same of one instruction.
bool can_be_cut_around(const llvm::Instruction& instruction);

/// Does memory that arguments promise to be dereferenceable stay so until the functions end? Only then may a segment
/// that starts in the middle keep the promise. True, too, if no argument promises any.
bool keeps_dereferenceable(const llvm::Function& source, const llvm::Function& target);

/// Takes the attributes away that speak of the whole run.
/// - The source's may always go: without them less is undefined in the source, so the target is held to more.
/// - The target's may go only if the target cannot break them where the source is defined. That is so if its text shows
///   that it keeps them, or, of willreturn, mustprogress and nofree, if the source has the same attribute: the target
///   ends, and frees, only where the source does.
/// - `noalias` that counts in both functions is not decided by the text. The numbers of those arguments are returned:
///   their accesses have to be watched (noalias_accesses.h).
/// Nothing is returned, and the functions may be changed in part, if some attribute of the target may not go.
std::optional<std::vector<unsigned>> drop_whole_run_promises(llvm::Function& source, llvm::Function& target);

/// The same question without taking anything away: may all attributes of the target go that speak of the whole run, and
/// does no `noalias` have to be watched?
bool keeps_whole_run_promises(const llvm::Function& source, const llvm::Function& target);

/// Takes away what the metadata of accesses says of other accesses, of any time: `!tbaa`, `!alias.scope`, `!noalias`,
/// access groups. A proof is then one if the target keeps what it says more than the source.
void drop_promises_of_overlaps(llvm::Function& function);

}  // namespace assay::prove
