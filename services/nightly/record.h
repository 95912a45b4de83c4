#pragma once

#include <set>
#include <string>
#include <vector>

#include "services/application/missed.h"
#include "services/common/compiler_id.h"
#include "services/coordinator/store/nights.h"
#include "services/nightly/report.h"

/// Searches that somebody ran by hand, remembered as nights are.
namespace assay::nightly {

/// The day, or with "-2" and so on behind it, whatever no night has.
std::string free_id(const std::vector<store::Night>& nights, const std::string& day);

struct SearchDone {
  std::string plan;    ///< "improve", "regressions": searches of one plan know each other
  std::string branch;  ///< what was asked
  CompilerId compiler;
  std::string started_at;
  std::uint64_t seed = 0;
  application::Missed missed;
};
/// Writes a finished night of the plan into a database, which is made if need be. The report has what no earlier search
/// of the plan told of the branch, and counts the rest.
Result<NightReport> record_search(const std::string& database, const SearchDone& search);

/// Keys of regressions that earlier searches of the plan told of the branch.
Result<std::set<std::string>> recorded_regressions(const std::string& database, const std::string& plan,
                                                   const std::string& branch);

}  // namespace assay::nightly
