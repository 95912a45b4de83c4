#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "services/application/each_function.h"
#include "services/common/compiler_id.h"
#include "services/common/status.h"
#include "services/worker/regressions/regressions.h"

/// Functions that a branch compiles to dearer code than its baseline does.
namespace assay::application {

struct RegressionsRequest {
  FunctionsWanted wanted;
  std::string baseline, branch;  ///< opts
  regressions::Options options;
  std::string known;                 ///< file with the JSON of an earlier run; empty: none
  std::set<std::string> known_keys;  ///< beside those
};

enum class RegressionNews : std::uint8_t {
  None,       ///< it is no regression
  New,        ///< the first of its key
  Duplicate,  ///< another of this run has the key
  Known,      ///< the earlier run had the key
};
const char* name_of(RegressionNews news);
std::optional<RegressionNews> enumerator_of(std::string_view name, std::type_identity<RegressionNews>);

/// One function of a file.
struct RegressionLook {
  std::string file;
  regressions::Looked looked;
  RegressionNews news = RegressionNews::None;
};
ASSAY_FIELDS(RegressionLook, file, looked, news);

/// Who is compared.
struct RegressionBuild {
  CompilerId opt;
  std::string llc;  ///< its path; empty: there is none
};
ASSAY_FIELDS(RegressionBuild, opt, llc);
Result<RegressionBuild> regression_build(const std::string& opt);

/// Compiles each definition alone with both; `told` gets them in their order. What can't be parsed is told, too.
/// Returns how many were not begun, as no time was left. The error: a path, a compiler or a file of known ones that
/// can't be had. To be called while this process has one thread.
Result<NotBegun> find_regressions(const RegressionsRequest& request, const std::function<void(RegressionLook)>& told);

}  // namespace assay::application
