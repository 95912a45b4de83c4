#pragma once

#include <optional>
#include <string>

#include "services/common/compiler_id.h"
#include "services/common/known_cause.h"
#include "services/common/records.h"
#include "services/worker/ir/ir.h"
#include "services/worker/triage/known_roots.h"

/// Known causes of what was judged and not analysed.
namespace assay::application {

/// What made a target of a source.
struct MadeBy {
  CompilerId compiler;
  std::string passes;  ///< a -passes string
};

KnownCause known_cause(const triage::KnownRoot& rule);

/// The first rule that an incorrect pair falls under, if there is one. Nothing was reduced and no culprit looked for:
/// the case is the source with all that it needs, and any of the passes may be guilty.
std::optional<KnownCause> cause_of(const MadeBy& made_by, const ir::FunctionPair& pair, const Verdict& verdict,
                                   const triage::KnownRoots& rules);

}  // namespace assay::application
