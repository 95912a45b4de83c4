#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "services/common/subprocess.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/build.h"
#include "services/worker/optimize/external.h"
#include "services/worker/optimize/linked.h"
#include "services/worker/optimize/repeated.h"
#include "services/worker/optimize/unread.h"

namespace assay::optimize {
namespace {

using End = OptimizeResult::End;
using ProcessEnd = SubprocessResult::End;

constexpr int kOldestRelease = 14;
constexpr int kLastWithTypedPointers = 14;
constexpr std::string_view kProbe = "define void @f() {\n  ret void\n}\n";

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// What the compiler printed when it ended badly: its words without the usage hints of the command line.
std::string complaint_of(const SubprocessResult& process) {
  if (!process.error_output.empty()) return process.error_output;
  if (process.end == ProcessEnd::Signalled) return "killed by signal " + std::to_string(process.code);
  return "exit status " + std::to_string(process.code);
}

// What the verifier says, without the stack of the error that it ends in: where that is tells nothing.
std::string verifier_words(const std::string& words) {
  const std::string said = words.substr(0, words.find("LLVM ERROR: Broken "));
  return said.empty() ? words : said;
}

End end_of(const SubprocessResult& process, bool memory_limited) {
  const std::string& words = process.error_output;
  if (process.end == ProcessEnd::NotStarted) return End::Rejected;
  if (process.end == ProcessEnd::TimedOut) return End::TimedOut;
  if (process.succeeded()) return End::Ok;
  if (memory_limited &&
      (contains(words, "out of memory") || contains(words, "bad_alloc") || contains(words, "llocation failed")))
    return End::OutOfMemory;
  if (contains(words, "Broken module found") || contains(words, "Broken function found")) return End::InvalidIr;
  // A fatal error may also leave through exit(1), as do complaints about input and options.
  if (process.end == ProcessEnd::Signalled || contains(words, "LLVM ERROR")) return End::Crashed;
  // A shell or launcher in between tells of the signal by an exit status above 128.
  return process.code > 128 ? End::Crashed : End::Rejected;
}

class ExternalCompiler : public Compiler {
 public:
  ExternalCompiler(CompilerId id, int major_version) : Compiler(std::move(id), major_version) {}

  OptimizeResult run(const std::string& ir, const std::string& pipeline, const Limits& limits) override {
    return run_with(ir, pipeline, limits, {});
  }

  OptimizeResult run_first(const std::string& ir, const std::string& pipeline, std::size_t steps,
                           const Limits& limits) override {
    std::string words;
    OptimizeResult result = run_with(ir, pipeline, limits, {"-opt-bisect-limit=" + std::to_string(steps)}, &words);
    // "BISECT: [NOT ]running pass (7) InstCombinePass on f"
    for (std::size_t at = words.find("BISECT: "); at != std::string::npos; at = words.find("BISECT: ", at + 1)) {
      const auto start = words.find(") ", at);
      const auto end = words.find(" on ", at);
      if (start < end && end != std::string::npos) result.executed.push_back(words.substr(start + 2, end - start - 2));
    }
    return result;
  }

  Result<std::string> expand(const std::string& pipeline) override {
    const SubprocessResult process = start(std::string(kProbe), pipeline, Limits(), {"-print-pipeline-passes"});
    if (!process.succeeded()) return Error{"pipeline '" + pipeline + "': " + complaint_of(process)};
    std::string text = process.output.substr(0, process.output.find('\n'));
    // The tool's own first and last passes are no part of what the user asked for.
    if (text.starts_with("verify,")) text.erase(0, 7);
    for (std::string_view suffix : {",print", ",verify"})
      if (text.ends_with(suffix)) text.resize(text.size() - suffix.size());
    return text;
  }

 private:
  SubprocessResult start(const std::string& input, const std::string& pipeline, const Limits& limits,
                         const std::vector<std::string>& options, bool as_text = true) {
    SubprocessOptions process;
    process.arguments = opt_command(id().path, pipeline, major_version(), limits.opt_args);
    if (!as_text) process.arguments.erase(std::find(process.arguments.begin(), process.arguments.end(), "-S"));
    process.arguments.insert(process.arguments.end(), options.begin(), options.end());
    // A symbolizer would want a file to be made, which confinement refuses: the crash would end as another one, without
    // its stack.
    process.arguments.push_back("-disable-symbolication");
    process.arguments.push_back("-");
    process.input = input;
    process.time_limit = limits.time;
    process.limit_processor_time = true;
    process.memory_limit_bytes = limits.memory_bytes;
    process.confined = true;
    return program_.run(process, limits.own_addresses);
  }

  OptimizeResult run_with(const std::string& ir, const std::string& pipeline, const Limits& limits,
                          const std::vector<std::string>& options, std::string* words = nullptr) {
    OptimizeResult result;
    if (Status bad = check_opt_args(limits.opt_args)) return reject(std::move(result), bad->message);
    llvm::LLVMContext context;
    auto module = ir::parse(context, ir, "<input>");
    if (!module) return reject(std::move(result), module.error());
    if (Status invalid = ir::verify(**module)) return reject(std::move(result), "invalid input: " + invalid->message);
    auto spelling = major_version() >= LLVM_VERSION_MAJOR ? Result<Spelling>(Spelling{ir, {}})
                                                          : spell_module(**module, major_version());
    if (!spelling) return reject(std::move(result), spelling.error());
    result.given = spelling->text;
    result.dropped = spelling->dropped;
    const SubprocessResult process = start(result.given, pipeline, limits, options);
    result.seconds = process.seconds;
    if (words != nullptr) *words = process.error_output;
    result.end = end_of(process, limits.memory_bytes != 0);
    if (result.end == End::Ok) {
      const std::string given = result.given;
      return read_output(
          std::move(result), process.output, context,
          {[&] { return start(given, pipeline, limits, options, /*as_text=*/false).output; },
           [&] { return start(process.output, "verify", limits, {"-strip-debug"}, /*as_text=*/false).output; }});
    }
    result.message = complaint_of(process);
    if (result.end == End::Crashed && !reads(result.given, limits))
      return reject(std::move(result), "it crashes when it reads this text: " + result.message);
    if (result.end == End::InvalidIr) {
      result.message = verifier_words(result.message);
      result.ir = start(result.given, pipeline, limits, {"-disable-verify"}).output;
    }
    return result;
  }

  // A crash in the reader is about text newer than the release, not about its optimizer.
  bool reads(const std::string& text, const Limits& limits) {
    return start(text, "verify", limits, {}).end != ProcessEnd::Signalled;
  }

  /// A branch may write words that the linked LLVM does not know. Its bitcode changes less often than its text: what
  /// can't be read as text is asked for as that, and then, of the branch itself, without debug info, which changes most
  /// often and does nothing.
  OptimizeResult read_output(OptimizeResult result, const std::string& output, llvm::LLVMContext& context,
                             const std::vector<std::function<std::string()>>& as_bitcode) const {
    const bool same_language = major_version() == LLVM_VERSION_MAJOR;
    auto module = ir::parse(context, output, "<output of " + id().path + ">");
    if (!module) {
      const std::string complaint = module.error();
      for (const auto& ask : as_bitcode)
        if (const std::string lower = module ? "" : ask(); lower.starts_with("BC"))
          module = ir::parse(context, lower, "<bitcode of " + id().path + ">");
      if (!module) return reject(std::move(result), std::string(kUnreadOutput) + ": " + complaint);
    }
    if (Status invalid = ir::verify(**module)) {
      result.end = same_language ? End::InvalidIr : End::Rejected;
      result.message =
          same_language ? invalid->message : "LLVM " LLVM_VERSION_STRING " refuses its output: " + invalid->message;
      result.ir = output;
      return result;
    }
    result.ir = ir::print(**module);
    return result;
  }

  static OptimizeResult reject(OptimizeResult result, std::string message) {
    result.end = End::Rejected;
    result.message = std::move(message);
    return result;
  }

  RepeatedProgram program_;
};

// "… LLVM version 16.0.6 …" → "16.0.6"
std::string version_in(const std::string& text) {
  constexpr std::string_view kMark = "LLVM version ";
  const auto at = text.find(kMark);
  if (at == std::string::npos) return "";
  const auto start = at + kMark.size();
  const auto end = text.find_first_of(" \n\r\t,", start);
  return text.substr(start, end - start);
}

}  // namespace

const char* const kUnreadOutput = "its output can't be read by LLVM " LLVM_VERSION_STRING;

std::vector<std::string> opt_command(const std::string& path, const std::string& pipeline, int major_version,
                                     const std::string& opt_args) {
  std::vector<std::string> command{path, "-S", "-o", "-", "-passes=" + spell_pipeline(pipeline, major_version)};
  if (major_version <= kLastWithTypedPointers) command.push_back("-opaque-pointers");
  for (std::string& word : words_of(opt_args)) command.push_back(std::move(word));
  return command;
}

Result<std::unique_ptr<Compiler>> make_external_compiler(const std::string& path) {
  std::string program = path;
  if (!contains(path, "/"))
    if (auto found = llvm::sys::findProgramByName(path)) program = *found;
  if (!llvm::sys::fs::exists(program)) return Error{"compiler '" + path + "': no such file"};
  if (!llvm::sys::fs::can_execute(program)) return Error{"compiler '" + path + "': not an executable file"};
  SubprocessOptions options;
  options.arguments = {program, "--version"};
  options.time_limit = std::chrono::seconds(20);
  options.confined = true;
  const SubprocessResult process = run_subprocess(options);
  const std::string version = version_in(process.output);
  const int major = std::atoi(version.c_str());
  if (!process.succeeded() || major == 0)
    return Error{"compiler '" + path +
                 "': its --version does not name a version of LLVM; the path of an opt is expected"};
  if (major < kOldestRelease)
    return Error{"compiler '" + path + "': LLVM " + version + " is too old, 14 or later is needed"};
  auto compiler = std::make_unique<ExternalCompiler>(
      CompilerId{program, version, build_of(program), commit_in(process.output)}, major);
  const OptimizeResult probe = compiler->run(std::string(kProbe), "verify", Limits());
  if (probe.end != End::Ok) return Error{"compiler '" + path + "': does not run passes as opt does: " + probe.message};
  return std::unique_ptr<Compiler>(std::move(compiler));
}

std::string llc_beside(const std::string& opt) {
  namespace fs = std::filesystem;
  std::string name = fs::path(opt).filename();
  if (!name.starts_with("opt")) return "";
  name.replace(0, 3, "llc");
  const fs::path llc = fs::path(opt).parent_path() / name;
  return fs::exists(llc) ? llc.string() : "";
}

}  // namespace assay::optimize
