#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/compare/compare.h"

/// What two compilers cost on the same files.
namespace assay::application {

struct CostsRequest {
  std::string baseline, branch;    ///< paths of opts
  std::vector<std::string> paths;  ///< files and folders with the inputs
  std::size_t inputs = 0;          ///< how many of them at most, spread evenly; 0: all
  std::uint32_t seconds = 0;       ///< what has not been compared by then is told; 0: no limit
  compare::Options options;        ///< `stop` is made of the limit
};

/// The error: nothing to compare, or a compiler that can't be run.
Result<compare::Comparison> compare_costs(const CostsRequest& request);

/// The same in a process of its own. To be called while this process has one thread only.
Result<compare::Comparison> compare_costs_apart(const CostsRequest& request);

}  // namespace assay::application
