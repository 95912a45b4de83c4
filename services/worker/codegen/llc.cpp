#include "services/worker/codegen/llc.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <cstdlib>

#include "services/common/subprocess.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/build.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/repeated.h"

namespace assay::codegen {
namespace {

constexpr int kOldest = 14;
constexpr int kFirstThatStopsBeforeAnyPass = 16;
constexpr int kNewest = 99;

std::vector<std::string> command(const Llc& llc, const Configuration& configuration) {
  std::vector<std::string> words{llc.id.path};
  for (std::string& word : options_for(configuration, llc.major_version)) words.push_back(std::move(word));
  words.insert(words.end(), {"-disable-symbolication", "-o", "-", "-"});
  return words;
}

std::string first_line_with(const std::string& text, const char* mark) {
  const auto at = text.find(mark);
  if (at == std::string::npos) return text.substr(0, text.find('\n'));
  return text.substr(at, text.find('\n', at) - at);
}

/// What it said of itself when it crashed, or which pass ran on what.
std::string crash_in(const std::string& words) {
  const char* mark = words.find("LLVM ERROR") != std::string::npos ? "LLVM ERROR" : "Running pass";
  return words.find(mark) == std::string::npos ? "" : first_line_with(words, mark);
}

Compiled run(const Llc& llc, std::vector<std::string> arguments, const Configuration& configuration,
             const std::string& ir) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.input = ir;
  options.time_limit = configuration.time_limit;
  options.limit_processor_time = true;
  options.memory_limit_bytes = configuration.memory_limit;
  options.confined = true;
  SubprocessResult process = llc.program->run(options);
  Compiled compiled;
  compiled.words = process.error_output;
  using End = SubprocessResult::End;
  const auto says = [&](const char* what) { return process.error_output.find(what) != std::string::npos; };
  if (process.end == End::TimedOut) {
    compiled.end = Compiled::End::TimedOut;
    compiled.message = "it took too long";
  } else if (process.succeeded()) {
    compiled.end = Compiled::End::Ok;
    compiled.output = std::move(process.output);
  } else if (says("out of memory") || says("bad_alloc") || says("llocation failed")) {
    compiled.end = Compiled::End::OutOfMemory;
    compiled.message = "it ran out of memory";
  } else {
    // Mostly for want of a feature of the processor, or of a pass that was to lower it before.
    const bool unselected = says("LLVM ERROR: Cannot select") || says("LLVM ERROR: cannot select") ||
                            says("LLVM ERROR: Don't know how to legalize") || says("LLVM ERROR: Do not know how to ");
    const bool crashed = !unselected && (process.end == End::Signalled || says("LLVM ERROR") || process.code > 128);
    compiled.end = crashed ? Compiled::End::Crashed : Compiled::End::Rejected;
    compiled.message =
        crashed || unselected ? crash_in(process.error_output) : first_line_with(process.error_output, "error: ");
    if (compiled.message.empty() && process.end == End::Signalled)
      compiled.message = "killed by signal " + std::to_string(process.code);
  }
  return compiled;
}

/// "… LLVM version 16.0.6 …": 16.0.6.
std::string version_in(const std::string& text) {
  constexpr std::string_view kMark = "LLVM version ";
  const auto at = text.find(kMark);
  if (at == std::string::npos) return "";
  return text.substr(at + kMark.size(), text.find_first_of(" \n\r\t,", at + kMark.size()) - at - kMark.size());
}

std::string path_of_release(int release) { return "/usr/lib/llvm-" + std::to_string(release) + "/bin/llc"; }

/// The module in a MIR file: the indented block between "--- |" and "...".
std::string module_in(const std::string& mir) {
  constexpr std::string_view kBegin = "--- |\n";
  if (!mir.starts_with(kBegin)) return "";
  std::string text;
  for (std::size_t at = kBegin.size(); at < mir.size();) {
    const std::size_t end = std::min(mir.find('\n', at), mir.size());
    std::string_view line(mir.data() + at, end - at);
    if (line == "...") break;
    if (line.starts_with("  ")) line.remove_prefix(2);
    text.append(line).append("\n");
    at = end + 1;
  }
  return text;
}

}  // namespace

const char* name_of(Compiled::End end) {
  switch (end) {
    case Compiled::End::Ok:
      return "ok";
    case Compiled::End::Crashed:
      return "llc crashes";
    case Compiled::End::TimedOut:
      return "llc takes too long";
    case Compiled::End::OutOfMemory:
      return "llc takes too much memory";
    case Compiled::End::Rejected:
      return "llc refuses it";
  }
  return "";
}

std::vector<std::string> options_for(const Configuration& configuration, int major_version) {
  std::vector<std::string> words{"-O" + std::to_string(configuration.level)};
  if (const Target* target = configuration.target) {
    words.insert(words.begin(), "-mtriple=" + std::string(target->triple));
    for (std::string_view word : target->llc_args) words.emplace_back(word);
  }
  if (major_version <= kLastWithTypedPointers) words.push_back("-opaque-pointers");
  switch (configuration.selector) {
    case Selector::Default:
      break;
    case Selector::Dag:
      words.insert(words.end(), {"-global-isel=0", "-fast-isel=0"});
      break;
    case Selector::Fast:
      words.insert(words.end(), {"-global-isel=0", "-fast-isel"});
      break;
    case Selector::Global:
      words.insert(words.end(), {"-global-isel", "-global-isel-abort=2"});
      break;
  }
  for (std::string& word : optimize::words_of(configuration.llc_args)) words.push_back(std::move(word));
  return words;
}

std::string where_ir_ends(const Configuration& configuration, int major_version) {
  if (configuration.selector == Selector::Global) return "-stop-before=irtranslator";
  const bool is_default = configuration.selector == Selector::Default;
  if (major_version >= kFirstThatStopsBeforeAnyPass && !(is_default && configuration.level == 0))
    return "-stop-before=" + std::string(configuration.target->first_machine_pass);
  // At -O0 there is no such pass, and all run: those over machine code leave the IR as it is.
  return "-stop-after=codegenprepare";
}

Result<Llc> Llc::open(const std::string& name) {
  const bool is_release = !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  std::string program = is_release ? path_of_release(std::atoi(name.c_str())) : name;
  if (program.find('/') == std::string::npos)
    if (auto found = llvm::sys::findProgramByName(program)) program = *found;
  if (!llvm::sys::fs::exists(program)) return Error{"llc '" + name + "': there is no " + program};
  if (!llvm::sys::fs::can_execute(program)) return Error{"llc '" + name + "': not an executable file"};
  SubprocessOptions options;
  options.arguments = {program, "--version"};
  options.time_limit = std::chrono::seconds(20);
  options.confined = true;
  Llc llc;
  llc.program = std::make_shared<optimize::RepeatedProgram>();
  const SubprocessResult process = llc.program->run(options);
  llc.id.path = program;
  llc.id.build = std::string(kLlcBuild) + optimize::build_of(program);
  llc.id.version = version_in(process.output);
  llc.major_version = std::atoi(llc.id.version.c_str());
  if (!process.succeeded() || llc.major_version == 0)
    return Error{"llc '" + name + "': its --version does not name a version of LLVM; the path of an llc is expected"};
  if (llc.major_version < kOldest)
    return Error{"llc '" + name + "': LLVM " + llc.id.version + " is too old, 14 or later is needed"};
  return llc;
}

std::vector<Llc> Llc::installed() {
  std::vector<Llc> all;
  for (int release = kOldest; release <= kNewest; ++release)
    if (llvm::sys::fs::can_execute(path_of_release(release)))
      if (auto llc = open(std::to_string(release))) all.push_back(std::move(*llc));
  return all;
}

Result<std::string> Llc::data_layout(const Target& target) {
  if (const auto known = data_layouts_.find(target.name); known != data_layouts_.end()) return known->second;
  Configuration configuration;
  configuration.target = &target;
  configuration.level = 0;
  std::vector<std::string> words = command(*this, configuration);
  words.insert(words.begin() + 1, "-stop-after=codegenprepare");
  const Compiled compiled = run(*this, std::move(words), configuration, "define void @f() {\n  ret void\n}\n");
  constexpr std::string_view kMark = "target datalayout = \"";
  const auto at = compiled.output.find(kMark);
  if (compiled.end != Compiled::End::Ok || at == std::string::npos)
    return Error{"llc '" + id.path + "' makes no code for " + std::string(target.name) + ": " + compiled.message};
  const auto begin = at + kMark.size();
  return data_layouts_[target.name] = compiled.output.substr(begin, compiled.output.find('"', begin) - begin);
}

Result<std::string> spelled(const llvm::Module& module, const Llc& llc) {
  if (llc.major_version >= LLVM_VERSION_MAJOR) return ir::print(module);
  auto spelling = optimize::spell_module(module, llc.major_version);
  if (!spelling) return Error{spelling.error()};
  return spelling->text;
}

Compiled compile(const Llc& llc, const Configuration& configuration, const std::string& ir) {
  std::vector<std::string> words = command(llc, configuration);
  // A section for each variable: each is put where the interpreter has it.
  words.insert(words.begin() + 1, {"-filetype=obj", "-data-sections"});
  return run(llc, std::move(words), configuration, ir);
}

Compiled assembly(const Llc& llc, const Configuration& configuration, const std::string& ir) {
  return run(llc, command(llc, configuration), configuration, ir);
}

Compiled ir_before_selection(const Llc& llc, const Configuration& configuration, const std::string& ir) {
  std::vector<std::string> words = command(llc, configuration);
  words.insert(words.begin() + 1, where_ir_ends(configuration, llc.major_version));
  Compiled compiled = run(llc, std::move(words), configuration, ir);
  if (compiled.end != Compiled::End::Ok) return compiled;
  compiled.output = module_in(compiled.output);
  if (compiled.output.empty()) {
    compiled.end = Compiled::End::Rejected;
    compiled.message = "it leaves no IR";
  }
  return compiled;
}

std::vector<std::string> passes_in(const std::string& words) {
  std::vector<std::string> passes;  // "BISECT: [NOT ]running pass (7) CodeGen Prepare on function (f)"
  for (std::size_t at = words.find("BISECT: "); at != std::string::npos; at = words.find("BISECT: ", at + 1)) {
    const auto start = words.find(") ", at);
    const auto end = words.find(" on ", at);
    if (start < end && end != std::string::npos) passes.push_back(words.substr(start + 2, end - start - 2));
  }
  return passes;
}

std::vector<std::string> fallbacks_in(const std::string& words) {
  std::vector<std::string> functions;
  constexpr std::string_view kMark = "Instruction selection used fallback path for ";
  for (auto at = words.find(kMark); at != std::string::npos; at = words.find(kMark, at + 1)) {
    const auto begin = at + kMark.size();
    functions.push_back(words.substr(begin, words.find('\n', begin) - begin));
  }
  return functions;
}

}  // namespace assay::codegen
