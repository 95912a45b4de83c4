#include "services/worker/prove/order/fused_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Verifier.h>

#include <vector>

#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/adjacent_loops.h"
#include "services/worker/prove/order/overlaps.h"
#include "services/worker/prove/places.h"

namespace assay::prove {
namespace {

using llvm::Instruction;

constexpr unsigned kMostFused = 8;

std::vector<Instruction*> accesses_of(const llvm::Loop& loop) {
  std::vector<Instruction*> all;
  for (llvm::BasicBlock* block : loop.blocks())
    for (Instruction& each : *block)
      if (only_accesses(each)) all.push_back(&each);
  return all;
}

/// Rounds of the second loop with later ones of the first.
bool may_be_exchanged(const AdjacentLoops& loops, Overlaps& overlaps) {
  if (!overlaps.is_counted(loops.first) || !overlaps.is_counted(loops.second)) return false;
  for (Instruction* first : accesses_of(*loops.first.loop))
    for (Instruction* second : accesses_of(*loops.second.loop))
      if (!overlaps.is_apart_from_earlier(*first, *second)) return false;
  return true;
}

bool fuse_two(llvm::Function& function, const ProvesSegment& proves) {
  if (!has_adjacent_loops(function)) return false;
  Overlaps overlaps(function, proves);
  const auto found = find_adjacent_loops(overlaps.loops());
  if (!found || !may_be_exchanged(*found, overlaps)) return false;
  fuse(*found);
  return true;
}

}  // namespace

bool fuse_loops(llvm::Function& function, const ProvesSegment& proves) {
  unsigned fused = 0;
  while (fused < kMostFused && fuse_two(function, proves)) ++fused;
  if (fused != 0 && !llvm::verifyFunction(function)) normalize::bring_to(normalize::Form::Rounds, function);
  return fused != 0;
}

}  // namespace assay::prove
