#pragma once

#include <memory>
#include <optional>
#include <string>

#include "services/worker/hunt/hunt.h"
#include "services/worker/hunt/slice.h"
#include "services/worker/hunt/undecided.h"

namespace assay::hunt {

/// What a batch needs and what the next batches of the same hunt can use again.
struct Workshop {
  HuntSettings settings;
  llvm::LLVMContext context;
  std::vector<Environment> environments;
  std::vector<Target> targets;
  std::unique_ptr<MutantSource> source;
  std::optional<UndecidedExamples> undecided;
  std::shared_ptr<SharedCounts> shapes;  ///< failures seen, by the shape of the change
};
/// `shapes`: counted with others; null: alone.
Result<std::unique_ptr<Workshop>> open_workshop(const HuntSettings& settings, const Folders& folders = {},
                                                std::shared_ptr<SharedCounts> shapes = {});

/// Hunts one batch in children of this process: a child that dies or is silent for too long is replaced by one that
/// takes the slice's mutants one by one.
void run_batch(Workshop& workshop, const WorkUnit& unit, const Limits& limits, const Events& events);

}  // namespace assay::hunt
