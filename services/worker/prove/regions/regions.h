#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <memory>
#include <vector>

#include "services/worker/prove/parts/parts.h"
#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// A part of two functions, written as functions of their own, alone in modules of the same context.
struct RegionPair {
  std::unique_ptr<llvm::Module> source_module, target_module;
  llvm::Function *source = nullptr, *target = nullptr;
  struct Undef {
    /// Values that come in may be partly undef, which no parameter is.
    bool comes_in = false;
    /// The same of values that go from block to block in the source, which are parameters where loops are cut.
    bool is_handed_over = false;
    /// A block of the source may read what is partly undef, and use it itself.
    bool reads_partly = false;
  };
  Undef of_anybody;    ///< by arguments, memory and calls that may hold undef, too
  Undef of_itself;     ///< where these hold none
  Undef of_constants;  ///< where nothing that is read does, either
};

/// What differs between two functions, in regions: blocks that control enters at one of them only. All else is the
/// same, block by block, but for values that come from the regions. If each region's target refines its source, for
/// any parameters (undef and poison, too) and memory, the second function refines the first, for any number of rounds
/// of the loops around. Parameters are the values that a region needs; it returns which block outside control has come
/// to, and the values that are needed there. Empty if the functions can't be parted so, or little would be won.
/// `reach`: how many more blocks that dominate a region it begins with.
std::vector<RegionPair> regions_that_differ(const llvm::Function& source, const llvm::Function& target,
                                            unsigned reach = 0);

enum class ProvedRegions { None, WithDefinedReads, WithoutUndefFromOutside, All };

/// Who is asked about regions.
struct AsksOfRegions {
  bool undef = true;        ///< values may be
  bool in_a_hurry = false;  ///< a proof of less is not followed by a search for one of more
  ProvesPart proves_part;
  ProvesSegment proves;          ///< whatever undef there is
  ProvesSegment proves_defined;  ///< where neither inputs nor functions called bring undef in
  ProvesSegment proves_read;     ///< where besides the source reads neither undef nor poison
  /// Asks about a region, or gives what was found of an equal one.
  std::function<ProvedRegions(const RegionPair&, llvm::function_ref<ProvedRegions()>)> once =
      [](const RegionPair&, llvm::function_ref<ProvedRegions()> ask) { return ask(); };
};

/// Does the target refine the source because each of its regions does? Each is asked about by parts, and by rounds.
/// None says nothing. Which accesses do not overlap others, by their metadata, is not looked at.
ProvedRegions proved_by_regions(const llvm::Function& source, const llvm::Function& target, const AsksOfRegions& asks);

}  // namespace assay::prove
