#pragma once

#include <string>
#include <vector>

#include "services/common/status.h"

namespace assay::optimize {

/// One element of a -passes string: name<parameters>(inner,…).
struct PipelineElement {
  std::string name;
  std::string parameters;
  bool has_parameters = false;
  std::vector<PipelineElement> inner;  ///< not empty: an adaptor such as function(…)
};
using Pipeline = std::vector<PipelineElement>;

Result<Pipeline> parse_pipeline(const std::string& text);
std::string print_pipeline(const Pipeline& pipeline);

/// The number of passes, adaptors not counted.
std::size_t count_passes(const Pipeline& pipeline);
/// The pipeline without the passes for which `keep` is false (one flag per pass, in order); adaptors left empty go too.
Pipeline select_passes(const Pipeline& pipeline, const std::vector<bool>& keep);

}  // namespace assay::optimize
