#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/check/isolated_checker.h"
#include "services/worker/codegen/blame.h"
#include "services/worker/codegen/codegen.h"

/// What a compiler makes of a file after the optimizer: by its passes over IR, and machine code.
namespace assay::application {

struct CodegenRequest {
  std::string file;
  std::vector<std::string> functions;  ///< with or without @; none: all that are defined
  codegen::Configuration configuration;
  codegen::Settings settings;
  bool ir = true;      ///< judge llc's passes over IR
  bool code = true;    ///< judge machine code
  bool others = true;  ///< where code is wrong, ask other configurations about the same inputs
  check::Options judge;
  check::HardLimits limits;
};

struct CodegenFunction {
  std::string name;
  std::optional<Verdict> ir;   ///< nothing: it was not asked for, or not judged
  bool ir_is_missing = false;  ///< llc left IR of others, and none of the function
  std::optional<codegen::Judged> code;
  std::vector<codegen::OtherCode> others;
};

struct CodegenReport {
  std::string ir_problem;  ///< why no IR was judged
  std::vector<CodegenFunction> functions;
};

/// The error names the file or a function. To be called while this process has one thread.
Result<CodegenReport> judge_codegen(const CodegenRequest& request, codegen::Llc& llc);

}  // namespace assay::application
