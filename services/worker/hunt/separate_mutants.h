#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "services/common/status.h"
#include "services/common/work.h"

namespace assay::hunt {

struct Workshop;

/// The mutants that a hunt makes which has seen nothing yet, each in a module of its own. The same settings and seeds
/// of batches make the same.
class SeparateMutants {
 public:
  /// The error: no such compiler, pipeline, target or profile, or no usable seed.
  static Result<std::unique_ptr<SeparateMutants>> open(const HuntSettings& settings);
  ~SeparateMutants();

  void begin_batch(std::uint64_t batch_seed);
  /// The module of mutant `index` of the batch; nothing if nothing valid came of the attempts.
  std::optional<std::string> make(std::uint64_t index);

 private:
  explicit SeparateMutants(std::unique_ptr<Workshop> workshop);

  std::unique_ptr<Workshop> workshop_;
  std::uint64_t batch_seed_ = 0;
};

}  // namespace assay::hunt
