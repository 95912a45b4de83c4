#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "services/common/records.h"
#include "services/common/work.h"

namespace assay::hunt {

/// Counts a judged pair once for each feature of the language that its source has and once for all of them
/// (SurfaceWord), by what judged it: which passes were seen to be right on what, and by whom. Judges are methods,
/// unknown and unsupported.
void count_surface(const llvm::Function& source, const Verdict& verdict, const std::string& pipeline, Counts& surface);
/// Counts a function that the pipeline left as it was.
void count_unchanged(const std::string& pipeline, Counts& surface);

/// The features that are told apart, in the order in which reports have them.
const std::vector<std::string>& surface_features();
const std::vector<std::string>& surface_judges();

/// Such counts as tables, the first row a head: decided pairs by pass and feature, behind a "/" those that nobody
/// could decide; and all pairs by pass and judge.
std::vector<std::vector<std::string>> surface_by_feature(const Counts& surface);
std::vector<std::vector<std::string>> surface_by_judge(const Counts& surface);

}  // namespace assay::hunt
