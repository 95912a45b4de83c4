#pragma once

#include <string>
#include <vector>

#include "services/common/question.h"
#include "services/common/status.h"
#include "services/worker/codegen/codegen.h"
#include "services/worker/hunt/analyse.h"

namespace llvm {
class Module;
}

/// Machine code in a hunt: judged as `assay codegen` judges it, reduced, blamed.
namespace assay::hunt {

/// The functions of a module whose code is judged: those that are judged alone, or all that are defined.
std::vector<std::string> judged_functions(const llvm::Module& module);

/// What the code of a case's functions does: of the first that differs, or else that says least. The error says why
/// nobody was asked: the compiler is no llc, the case can't be read.
Result<codegen::Judged> judge_code(optimize::Compiler& compiler, const std::string& module_text,
                                   const std::string& pipeline, const Question& question);

/// Names who is to blame for a crash or a hang of code generation, `fails`, that no pass alone shows.
void blame_code_generation(Finding& finding, optimize::Compiler& compiler, const optimize::RunPredicate& fails,
                           const optimize::Limits& limits);

/// What analyse() does with wrong machine code, all but its signature and title.
Analysis analyse_machine_code(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options);

}  // namespace assay::hunt
