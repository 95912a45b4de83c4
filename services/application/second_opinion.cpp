#include "services/application/second_opinion.h"

#include <filesystem>
#include <fstream>

#include "services/common/scratch_folder.h"
#include "services/common/subprocess.h"

namespace assay::application {
namespace {

constexpr unsigned kUnroll = 8;  ///< where ours grows by itself

namespace fs = std::filesystem;

/// A line's rest behind a mark; empty if no line has it.
std::string line_after(const std::string& text, const std::string& mark) {
  const auto start = text.find(mark);
  if (start == std::string::npos) return {};
  const auto from = start + mark.size();
  return text.substr(from, text.find('\n', from) - from);
}

std::string alone(const llvm::Function& function, const char* name) {
  const auto module = ir::extract(*function.getParent(), function.getName().str());
  if (module == nullptr) return {};
  module->getFunction(function.getName())->setName(name);
  return ir::print(*module);
}

}  // namespace

Opinion read_alive_tv(const std::string& output) {
  Opinion opinion;
  const std::string error = line_after(output, "ERROR: ");
  if (output.find("Transformation seems to be correct") != std::string::npos) {
    opinion.verdict = VerdictKind::Correct;
  } else if (output.find("Transformation doesn't verify") != std::string::npos) {
    // Its word for a limit stands under the same headline in some releases.
    const bool gave_up = error.starts_with("Timeout") || error.starts_with("Out of memory") ||
                         error.starts_with("Couldn't prove") || error.starts_with("SMT Error");
    opinion.verdict = gave_up ? VerdictKind::Unknown : VerdictKind::Incorrect;
  } else if (!error.empty()) {
    opinion.verdict = VerdictKind::Unknown;
  } else {
    opinion.verdict = VerdictKind::Error;
  }
  opinion.reason = error;
  return opinion;
}

Result<AliveTv> AliveTv::find(const std::string& program) {
  const SubprocessResult probe = run_subprocess({{program, "--version"}, {}, std::chrono::seconds(10), 0});
  if (probe.end == SubprocessResult::End::NotStarted)
    return Error{"--also=alive-tv: " + probe.error_output + "; is it installed? Name it with --alive-tv=PATH"};
  return AliveTv(program);
}

Opinion AliveTv::judge(const ir::FunctionPair& pair, const check::Options& options, unsigned timeout_ms) const {
  Opinion opinion;
  opinion.verdict = VerdictKind::Error;
  const ScratchFolder folder("assay-also-");
  const std::string source = folder.file("source.ll"), target = folder.file("target.ll");
  if (!folder.is_there() || !(std::ofstream(source) << alone(*pair.first, "assay_pair")) ||
      !(std::ofstream(target) << alone(*pair.second, "assay_pair"))) {
    opinion.reason = "no temporary files";
    return opinion;
  }
  SubprocessOptions command;
  const std::string unroll = std::to_string(options.unroll == 0 ? kUnroll : options.unroll);
  command.arguments = {program_, "--smt-to=" + std::to_string(options.smt_timeout_ms), "--src-unroll=" + unroll,
                       "--tgt-unroll=" + unroll};
  if (!options.undef_inputs) command.arguments.push_back("--disable-undef-input");
  if (!options.poison_inputs) command.arguments.push_back("--disable-poison-input");
  command.arguments.insert(command.arguments.end(), {source, target});
  command.time_limit = std::chrono::milliseconds(timeout_ms);
  const SubprocessResult run = run_subprocess(command);
  if (run.end == SubprocessResult::End::TimedOut) {
    opinion.verdict = VerdictKind::Unknown;
    opinion.reason = "timeout";
  } else {
    opinion = read_alive_tv(run.output + run.error_output);
    if (opinion.verdict == VerdictKind::Error && opinion.reason.empty())
      opinion.reason = run.end == SubprocessResult::End::Signalled ? "killed by signal " + std::to_string(run.code)
                                                                   : "its output has no verdict";
  }
  opinion.seconds = run.seconds;
  return opinion;
}

}  // namespace assay::application
