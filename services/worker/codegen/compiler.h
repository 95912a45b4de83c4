#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/codegen/codegen.h"
#include "services/worker/evidence/claim.h"
#include "services/worker/optimize/optimize.h"

/// llc where an opt is expected: what a hunt, a replay and a reduction need of it.
///
/// Its pipelines name configurations. `codegen<aarch64;O2;global>` asks for machine code, which codegen::judge()
/// judges; `codegen-ir<…>` for what its passes over IR make, to be checked as any pair.
namespace assay::codegen {

/// Before an llc's path or release, where compilers are named: "llc:22".
inline constexpr std::string_view kLlc = "llc:";

/// "llc:" and what Llc::open() takes; else what optimize::open_compiler() takes. An llc runs pipelines of
/// configurations only: codegen-ir<…> gives IR, codegen<…> assembly (OptimizeResult::ir), for a reader.
Result<std::unique_ptr<optimize::Compiler>> open_compiler(const std::string& name);
/// The llcs that packages of LLVM have installed, as open_compiler() names them, oldest first.
std::vector<std::string> installed_llcs();

/// Who of a build runs a pipeline: its opt, or for a configuration the llc beside it; where the opt is "linked", the
/// llc of that release. What is an llc already stays. As open_compiler() names them; the error: there is no llc.
Result<std::string> runner_of(const std::string& opt, const std::string& pipeline);
Result<std::unique_ptr<optimize::Compiler>> open_runner(const std::string& opt, const std::string& pipeline);

enum class Part : std::uint8_t { Ir, Code };
std::string pipeline_of(const Configuration& configuration, Part part);
/// Nothing for a pipeline of opt's; an error for one that is meant to be a configuration and is none.
Result<std::optional<std::pair<Configuration, Part>>> parse_pipeline(const std::string& pipeline);
/// Those of the pipelines, each once; none where one of the pipelines is opt's.
std::vector<const Target*> targets_of(const std::vector<std::string>& pipelines);
/// Does it ask for machine code?
bool is_code(const std::string& pipeline);
/// All configurations of these targets (names with commas; "all"). The error names one that is not known.
Result<std::vector<std::string>> pipelines_of(const std::string& targets);

/// How llc is told a pipeline, for a reader: "llc -mtriple=aarch64-unknown-linux-gnu -O2"; empty for one of opt's.
std::string command_line(const std::string& pipeline, int major_version, const std::string& llc_args);
/// How a pipeline that asks for machine code is compiled within such limits. The error says what is wrong with it.
Result<Configuration> configuration_of(const std::string& pipeline, const optimize::Limits& limits);
/// As run() does with the configuration's pipeline; its options may be any. Of an llc.
optimize::OptimizeResult assemble(optimize::Compiler& compiler, const Configuration& configuration,
                                  const std::string& ir);
/// The llc that a compiler is; null: it is an opt.
Llc* llc_of(optimize::Compiler& compiler);
/// What is known of machine code, as of a pair. That it agrees is a proof for the inputs that were run.
evidence::Claim claim_of(const Judged& judged);

}  // namespace assay::codegen
