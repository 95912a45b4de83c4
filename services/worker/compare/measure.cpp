#include "services/worker/compare/measure.h"

#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "services/common/subprocess.h"
#include "services/common/text.h"
#include "services/worker/optimize/optimize.h"

namespace assay::compare {
namespace {

Error complaint(const std::string& program, const SubprocessResult& process) {
  using End = SubprocessResult::End;
  std::string what = process.end == End::TimedOut    ? "it takes too long"
                     : process.end == End::Signalled ? "it was killed by signal " + std::to_string(process.code)
                                                     : "it ended with exit code " + std::to_string(process.code);
  const std::vector<std::string> lines = lines_of(process.error_output);
  if (!lines.empty()) what += ": " + visible(lines.front());
  return Error{std::filesystem::path(program).filename().string() + ": " + what};
}

Result<SubprocessResult> run(std::vector<std::string> arguments, const std::string& input, const Options& options) {
  SubprocessOptions process;
  process.arguments = std::move(arguments);
  process.input = input;
  process.time_limit = options.limit;
  process.limit_processor_time = true;
  process.memory_limit_bytes = options.memory_bytes;
  process.confined = true;
  SubprocessResult result = run_subprocess(process);
  if (!result.succeeded()) return complaint(process.arguments[0], result);
  return result;
}

/// One by one: a list of all would be more than many a compiler takes.
template <class Take>
void each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::size_t own_peak() {
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  return static_cast<std::size_t>(own.ru_maxrss) * 1024;
}

}  // namespace

Result<Toolchain> toolchain_of(const std::string& opt) {
  auto compiler = optimize::open_compiler(opt);
  if (!compiler) return Error{compiler.error()};
  Toolchain toolchain{(*compiler)->id(), (*compiler)->major_version(), (*compiler)->id().path, {}};
  if (toolchain.opt == "linked")
    return Error{"the linked LLVM has no llc: name the opt of a release, such as /usr/lib/llvm-22/bin/opt"};
  toolchain.llc = optimize::llc_beside(toolchain.opt);
  return toolchain;
}

Result<RunCosts> run_once(const Toolchain& toolchain, const std::string& ir, const Options& options) {
  std::vector<std::string> opt{toolchain.opt, "-S", "-o", "-",
                               "-passes=" + optimize::spell_pipeline(options.passes, toolchain.major_version)};
  std::vector<std::string> llc{toolchain.llc, "-O2", "-filetype=obj", "-o", "-"};
  constexpr int kLastWithTypedPointers = 14;
  for (std::vector<std::string>* program : {&opt, &llc})
    if (toolchain.major_version <= kLastWithTypedPointers) program->push_back("-opaque-pointers");
  for (std::vector<std::string>* program : {&opt, &llc}) program->push_back("-");
  const auto optimized = run(opt, ir, options);
  if (!optimized) return Error{optimized.error()};
  RunCosts costs;
  WithoutFreezes thawed;
  if (optimized->output.find(" = freeze ") != std::string::npos) thawed = without_freezes(optimized->output);
  costs.freezes = thawed.count;
  const bool are_out = toolchain.is_without_freezes && thawed.count != 0;
  const std::string& left = are_out ? thawed.text : optimized->output;
  const auto set = [&](Measure measure, double value) { costs.value[static_cast<std::size_t>(measure)] = value; };
  double seconds = optimized->processor_seconds;
  std::size_t peak = optimized->peak_memory_bytes;
  if (toolchain.llc.empty()) {
    costs.measured[static_cast<std::size_t>(Measure::ObjectSize)] = false;
  } else {
    const auto compiled = run(llc, left, options);
    if (!compiled) return Error{compiled.error()};
    const auto bytes = size_of_object(compiled->output);
    if (!bytes) return Error{bytes.error()};
    set(Measure::ObjectSize, static_cast<double>(*bytes));
    seconds += compiled->processor_seconds;
    peak = std::max(peak, compiled->peak_memory_bytes);
  }
  set(Measure::CompileTime, seconds * 1e3);
  set(Measure::PeakMemory, static_cast<double>(peak) / 1024);
  set(Measure::Instructions, static_cast<double>(instructions_in(left) - (are_out ? costs.freezes : 0)));
  costs.measured[static_cast<std::size_t>(Measure::PeakMemory)] = peak > own_peak();
  return costs;
}

std::uint64_t instructions_in(const std::string& text) {
  std::uint64_t count = 0;
  bool body = false;
  each_line(text, [&](std::string_view line) {
    if (line.starts_with("define ")) body = true;
    if (line == "}") body = false;
    // What goes on in further lines (a switch's cases, an invoke's labels, debug records) has more blanks, or is a
    // bracket.
    if (body && line.size() > 2 && line.starts_with("  ") && line[2] != ' ' && line[2] != ']' && line[2] != ';' &&
        line[2] != '#')
      ++count;
  });
  return count;
}

WithoutFreezes without_freezes(const std::string& text) {
  constexpr std::string_view kFreeze = " = freeze ";
  WithoutFreezes result;
  each_line(text, [&](std::string_view line) {
    const std::size_t at = line.starts_with("  %") ? line.find(kFreeze) : std::string_view::npos;
    std::string_view operand;
    if (at != std::string_view::npos) operand = line.substr(at + kFreeze.size());
    operand = operand.substr(0, operand.find(", !"));
    const std::size_t space = operand.rfind(' ');
    // A type of blanks and brackets is a structure's or an array's, which can't be cast.
    const bool is_plain = space != std::string_view::npos && operand[0] != '{' && operand[0] != '[' &&
                          operand[0] != '%' && operand.back() != ')' && operand.back() != '>';
    if (!is_plain) {
      result.text.append(line) += "\n";
      return;
    }
    ++result.count;
    result.text.append(line.substr(0, at)).append(" = bitcast ").append(operand).append(" to ");
    result.text.append(operand.substr(0, space)) += "\n";
  });
  return result;
}

Result<std::uint64_t> size_of_object(const std::string& object) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object"));
  if (!file) return Error{"llc's object file: " + llvm::toString(file.takeError())};
  std::uint64_t bytes = 0;
  for (const llvm::object::SectionRef& section : (*file)->sections())
    if (section.isText() || section.isData() || section.isBSS()) bytes += section.getSize();
  return bytes;
}

}  // namespace assay::compare
