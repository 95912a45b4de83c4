#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "services/common/compiler_id.h"
#include "services/common/fields.h"
#include "services/common/status.h"

/// What two compilers cost, and what their code costs, on the same inputs: opt, and the llc that lies beside it. Where
/// one of them has no llc, only what opt does is compared.
namespace assay::compare {

enum class Measure : std::uint8_t {
  CompileTime,   ///< processor time of opt and llc, without that of their start: milliseconds
  PeakMemory,    ///< the larger one of opt's and llc's: kilobytes
  Instructions,  ///< of the IR that opt gives
  ObjectSize,    ///< code and data in the object file that llc gives: bytes
  Count,
};
const char* name_of(Measure measure);
std::optional<Measure> enumerator_of(std::string_view name, std::type_identity<Measure>);

/// Whose freezes are taken out between opt and llc: what comes out is wrong code, which tells what they cost.
enum class FreezesOut : std::uint8_t { Nobodys, OfBranch, OfBoth };
const char* name_of(FreezesOut out);
std::optional<FreezesOut> enumerator_of(std::string_view name, std::type_identity<FreezesOut>);

/// One value of one compiler on one input: the median of the runs, and the median distance from it.
struct Sample {
  double value = 0;
  double spread = 0;
  bool measured =
      true;  ///< no: no object without llc; peak memory no larger than this process's own can't be told from it
  bool operator==(const Sample&) const = default;
};
ASSAY_FIELDS(Sample, value, spread, measured);

/// One input through both; samples in the order of Measure.
struct ComparedInput {
  std::string input;
  std::vector<Sample> baseline;
  std::vector<Sample> branch;
  std::uint64_t baseline_freezes = 0;  ///< that opt leaves
  std::uint64_t branch_freezes = 0;
  bool operator==(const ComparedInput&) const = default;
};
ASSAY_FIELDS(ComparedInput, input, baseline, branch, baseline_freezes, branch_freezes);

/// An input on which the branch is unlike it is on the others.
struct Outlier {
  Measure measure = Measure::CompileTime;
  std::string input;
  double baseline = 0;
  double branch = 0;
  double ratio = 1;  ///< branch to baseline; above 1: the branch costs more
  bool operator==(const Outlier&) const = default;
};
ASSAY_FIELDS(Outlier, measure, input, baseline, branch, ratio);

/// One measure over all inputs.
struct Summary {
  Measure measure = Measure::CompileTime;
  std::uint64_t inputs = 0;  ///< on which it was measured
  double baseline = 0;       ///< the sum of all
  double branch = 0;
  double ratio = 1;         ///< the median of the inputs' ratios
  double spread = 0;        ///< median distance of the ratios from it
  std::uint64_t worse = 0;  ///< outliers
  std::uint64_t better = 0;
  bool operator==(const Summary&) const = default;
};
ASSAY_FIELDS(Summary, measure, inputs, baseline, branch, ratio, spread, worse, better);

struct NotCompared {
  std::string input;
  std::string reason;
  bool operator==(const NotCompared&) const = default;
};
ASSAY_FIELDS(NotCompared, input, reason);

struct Comparison {
  CompilerId baseline;
  CompilerId branch;
  std::string passes;
  std::uint32_t runs = 0;
  std::uint64_t compared = 0;      ///< inputs
  std::string no_objects;          ///< why no object files are compared; empty: they are
  std::vector<Summary> summaries;  ///< in the order of Measure
  std::vector<Outlier> outliers;   ///< those that cost more first, the farthest first
  std::vector<NotCompared> not_compared;
  std::vector<ComparedInput> inputs;
  FreezesOut without_freezes = FreezesOut::Nobodys;
  std::uint64_t baseline_freezes = 0;  ///< that opt leaves in all inputs
  std::uint64_t branch_freezes = 0;
  bool operator==(const Comparison&) const = default;
  /// Does the branch cost more: is an input worse than the others, or the median ratio of a measure above 1 +
  /// threshold?
  bool costs_more(double threshold) const;
};
ASSAY_FIELDS(Comparison, baseline, branch, passes, runs, compared, no_objects, summaries, outliers, not_compared,
             inputs, without_freezes, baseline_freezes, branch_freezes);

struct Input {
  std::string name;
  std::string ir;  ///< text or bitcode
};

struct Options {
  std::string passes = "default<O2>";
  FreezesOut without_freezes = FreezesOut::Nobodys;
  std::uint32_t runs = 5;   ///< of each compiler on each input, in turn
  double threshold = 0.05;  ///< an outlier is at least so far from the others
  double least_ms =
      0;  ///< an input that takes both compilers less is too small for its time and memory to say anything
  std::chrono::milliseconds limit{10'000};  ///< processor time of one run
  std::size_t memory_bytes = std::size_t{4} << 30;
  /// Asked before each input; true leaves the rest uncompared, and they are told.
  std::function<bool()> stop = [] { return false; };
};

/// Compares two compilers, each the path of an opt, mostly with an llc beside it. Both get the same text: what the
/// older one can read, where it can be said so. An input that either can't compile is told with its reason. The error:
/// a compiler that can't be run, or passes that it refuses. To be called while this process has one thread only.
Result<Comparison> compare(const std::string& baseline, const std::string& branch, const std::vector<Input>& inputs,
                           const Options& options);

/// The .ll and .bc files among the paths and in the folders among them, in order. The error names a path that is not
/// there.
Result<std::vector<Input>> read_inputs(const std::vector<std::string>& paths);

/// `most` of the inputs at most, spread evenly over all.
std::vector<Input> some_of(std::vector<Input> inputs, std::size_t most);

/// Rows of cells, the first row a head.
using Table = std::vector<std::vector<std::string>>;
/// One row for each measure, and for each of the first `most` outliers.
Table summary_table(const Comparison& comparison);
Table outlier_table(const Comparison& comparison, std::size_t most);
/// In one sentence without a full stop: inputs, passes, runs, both compilers.
std::string what_was_run(const Comparison& comparison);

/// For a terminal, and as Markdown for a report or a comment: the table of measures, the outliers (`most` of them),
/// what was not compared.
std::string text_of(const Comparison& comparison, std::size_t most);
std::string markdown_of(const Comparison& comparison, std::size_t most);

}  // namespace assay::compare
