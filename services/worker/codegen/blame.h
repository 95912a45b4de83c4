#pragma once

#include <functional>
#include <string>
#include <vector>

#include "services/common/status.h"
#include "services/worker/codegen/codegen.h"

/// Which part of code generation makes wrong code of a function, and who else does.
namespace assay::codegen {

/// A function with what it needs, as text, and how its code is made wrong.
struct WrongCode {
  std::string ir;
  std::string function;
  Configuration configuration;
  Settings settings;
};

/// What was seen of it: `judged` must differ.
struct Blame {
  /// A pass as llc names it, "dag-combine", a combiner of GlobalISel ("aarch64prelegalizercombiner"), or the selector
  /// that alone is wrong ("SelectionDAG"); empty: nothing that could be left out is needed for it.
  std::string culprit;
  std::string detail;   ///< one sentence: which step of it, and how that can be seen
  std::string without;  ///< options of llc with which the code is right whatever else is in the module; empty: none
};

/// What another configuration does with the inputs up to the one on which the code went wrong.
struct OtherCode {
  Configuration configuration;
  std::string name;  ///< "llc 16.0.6, aarch64 -O2"
  bool agrees = false;
};

/// The other selectors and levels of the same llc, then the same configuration in other releases that are installed.
/// Those that can't be judged, or leave more open, are left out.
std::vector<OtherCode> ask_others(const WrongCode& wrong, const Judged& judged, const Llc& llc);

/// By leaving out: passes (-opt-bisect-limit), then rules of GlobalISel's combiners (-…-disable-rule), then, from LLVM
/// 22 on, combines of SelectionDAG (-debug-counter=dagcombine), then whole selectors.
Blame blame(const WrongCode& wrong, const Judged& judged, Llc& llc);

/// What comes of a case with another configuration: Differs is the failure that is looked into, Agrees none.
using Probe = std::function<Judged::Kind(const Configuration&)>;
/// The same for a failure of another kind, a crash or a hang, whose passes were left out already.
Blame blame(const Configuration& configuration, const Llc& llc, const Probe& probe);

}  // namespace assay::codegen
