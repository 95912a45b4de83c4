#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "services/common/fields.h"
#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/check/check.h"
#include "services/worker/codegen/codegen.h"
#include "services/worker/cost/cost.h"
#include "services/worker/optimize/optimize.h"

/// Functions that a branch compiles to dearer code than its baseline does, where both are proved to be right.
namespace assay::regressions {

/// What became of one function.
enum class Kind : std::uint8_t {
  Same,          ///< both leave the same IR
  IrNoDearer,    ///< the branch's IR is not dearer
  Unweighed,     ///< its IR is, but by loops whose rounds are not the same, and could not be counted
  CodeNoDearer,  ///< its IR is, its machine code is not
  /// Both are, or what runs execute is, and both results are proved refinements of the source, without a limit; where
  /// runs were compared, which have no undef, the proof may leave it out.
  Regression,
  BaselineWrong,  ///< dearer, but the baseline miscompiles the function
  BranchWrong,    ///< dearer, and the branch miscompiles it
  Limited,        ///< dearer, but proved within limits only
  Undecided,      ///< dearer, but not proved
  Failed,         ///< it could not be read, or compiled, or measured
};
const char* name_of(Kind kind);
std::optional<Kind> enumerator_of(std::string_view name, std::type_identity<Kind>);

/// What the branch did, or left undone.
enum class Blame : std::uint8_t {
  Unknown,
  Made,    ///< before this pass of the branch the function was not dearer
  Missed,  ///< this pass of the baseline makes it cheap, and none of the branch's does
};
const char* name_of(Blame blame);
std::optional<Blame> enumerator_of(std::string_view name, std::type_identity<Blame>);

/// A function as one compiler leaves it.
struct Side {
  std::string text;  ///< the module
  cost::Costs costs;
  Verdict proof;  ///< that it refines the source
  bool operator==(const Side&) const = default;
};
ASSAY_FIELDS(Side, text, costs, proof);

/// Do they tell what runs execute? Then that was compared, and nothing else.
bool are_of_runs(const cost::Costs& costs);

struct Regression {
  std::string source;  ///< the module that both are given: the smallest that shows the same
  Side baseline;
  Side branch;
  bool ir_only = false;  ///< IR alone says so: it was weighed by runs, or machine code could not be measured
  Blame blame = Blame::Unknown;
  std::string pass;      ///< which pass is to blame
  std::string key;       ///< equal for functions of one root: who is to blame, and the shape of the source
  std::string original;  ///< what the source was reduced from
  bool reduced = false;  ///< to the end
  bool operator==(const Regression&) const = default;
};
ASSAY_FIELDS(Regression, source, baseline, branch, ir_only, blame, pass, key, original, reduced);

struct Looked {
  std::string name;  ///< without @
  Kind kind = Kind::Failed;
  std::string reason;    ///< of Failed, Undecided, Limited and wrong ones
  bool ir_only = false;  ///< as in the regression
  std::optional<Regression> regression;
  double seconds = 0;  ///< of this processor, not of compilers
  bool operator==(const Looked&) const = default;
};
ASSAY_FIELDS(Looked, name, kind, reason, ir_only, regression, seconds);

/// opt and llc of one build.
struct Build {
  std::unique_ptr<optimize::Compiler> opt;
  std::optional<codegen::Llc> llc;  ///< none lies beside the opt
};
/// The error says what is wrong with the path of an opt.
Result<Build> open_build(const std::string& opt);

struct Options {
  check::Options judge;
  std::string passes = "default<O2>";
  std::string opt_args;
  std::string target = "x86-64";  ///< a row of environments.def: of modules that name no triple
  double threshold = 0.1;         ///< dearer by more than this part
  bool reduce = true;
  std::size_t most_tests = 400;                       ///< of a reduction
  std::chrono::milliseconds reduction_limit{30'000};  ///< by the clock
};

/// Looks at the one definition of a module. Deterministic but for limits of time. What can't be looked at is Failed.
Looked look_at(const std::string& module_text, Build& baseline, Build& branch, const Options& options);

}  // namespace assay::regressions
