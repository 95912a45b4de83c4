#pragma once

#include <string>
#include <vector>

#include "services/worker/compare/compare.h"

namespace assay::compare {

/// opt and llc of one build; without llc where that is empty.
struct Toolchain {
  CompilerId id;
  int major_version = 0;
  std::string opt;
  std::string llc;
  bool is_without_freezes = false;  ///< they are taken out of what opt leaves
};
Result<Toolchain> toolchain_of(const std::string& opt);

/// What one run of opt and llc took and gave. In the order of Measure.
struct RunCosts {
  double value[static_cast<std::size_t>(Measure::Count)] = {};
  bool measured[static_cast<std::size_t>(Measure::Count)] = {true, true, true, true};
  std::uint64_t freezes = 0;  ///< that opt leaves
};
Result<RunCosts> run_once(const Toolchain& toolchain, const std::string& ir, const Options& options);

/// Instructions in textual IR of any version: lines of function bodies, one for each.
std::uint64_t instructions_in(const std::string& text);
/// The text with operations that do nothing in the place of freezes, but for those of structures and arrays; how many
/// that were.
struct WithoutFreezes {
  std::string text;
  std::uint64_t count = 0;
};
WithoutFreezes without_freezes(const std::string& text);
/// Bytes of code and data in an object file.
Result<std::uint64_t> size_of_object(const std::string& object);

/// The median, and the median of the distances from it. Both 0 for no values.
Sample median_of(std::vector<double> values);

/// Fills summaries and outliers from the inputs.
void find_outliers(Comparison& comparison, double threshold);

}  // namespace assay::compare
