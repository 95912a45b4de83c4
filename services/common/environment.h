#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/status.h"

/// What mutants are compiled for: the rows of environments.def.
namespace assay {

struct Environment {
  std::string_view name;
  std::string_view triple;  ///< empty: no target
  std::string_view layout;
  std::string_view processor;
  std::string_view features;
  unsigned least_vscale = 0, most_vscale = 0;
  std::string_view sentence;
};

/// All of them, that without a target first.
std::span<const Environment> environments();
inline const Environment& without_target() { return environments().front(); }

/// "avx2,sve2", "all", "none"; empty is none. The error names what is none and lists what there is.
Result<std::vector<Environment>> parse_environments(const std::string& names);

}  // namespace assay
