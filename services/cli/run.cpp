#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>

#include "services/application/pairs.h"
#include "services/cli/file_guard.h"
#include "services/cli/render.h"
#include "services/cli/run_report.h"
#include "services/cli/verbs.h"
#include "services/common/subprocess.h"
#include "services/common/text.h"
#include "services/worker/interpret/c_library.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::cli {
namespace {

constexpr std::uint64_t kTraceBytes = std::uint64_t{2} << 30;

struct RunArguments {
  std::string file;
  std::string function;
  std::string arguments;
  std::vector<std::string> words;  ///< the program's command line
  std::uint64_t memory_mb = 1024;
  std::optional<std::uint64_t> seed;
  std::uint64_t steps = 100'000'000;
  unsigned vscale = 1;
  bool trace = false;
  bool json = false;
  bool invent = false;
};

Result<const llvm::Function*> choose(const llvm::Module& module, const RunArguments& arguments) {
  if (!arguments.function.empty()) {
    const llvm::Function* named = module.getFunction(application::without_at(arguments.function));
    if (named != nullptr && !named->isDeclaration()) return named;
    return Error{"--function=" + arguments.function + ": not defined in " + arguments.file};
  }
  const llvm::Function* only = nullptr;
  unsigned definitions = 0;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (function.getName() == "main") return &function;
    only = &function;
    ++definitions;
  }
  if (definitions == 1) return only;
  return Error{arguments.file + ": defines " + std::to_string(definitions) + " functions; name one with --function=F"};
}

/// Without --args, a @main that takes what C's does is run as a program.
bool is_program(const semantics::Function& function, const RunArguments& arguments) {
  return function.name == "main" && arguments.arguments.empty() && interpret::main_input(function, {});
}

/// All of standard input, if the program may read it.
std::string input_of(const llvm::Module& module) {
  std::string input;
  if (module.getFunction("__assay_read_byte") == nullptr) return input;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stdin)) input.append(buffer, count);
  return input;
}

/// What a program left: its output as it is, how it ended on stderr.
void print_program(const semantics::Function& main, const interpret::Behaviour& behaviour,
                   const interpret::Diagnosis& diagnosis) {
  std::fwrite(behaviour.output.data(), 1, behaviour.output.size(), stdout);
  std::fflush(stdout);
  std::fwrite(behaviour.errors.data(), 1, behaviour.errors.size(), stderr);
  if (const auto code = interpret::exit_code_of(main, behaviour); code && *code != interpret::kNoreturnExit) return;
  complain(told_end(main, behaviour, diagnosis));
  std::fputs(visible(render(behaviour, diagnosis)).c_str(), stderr);
}

/// A program's exit code is this process's.
int exit_code(const semantics::Function& function, const interpret::Behaviour& behaviour,
              const interpret::Diagnosis& diagnosis, bool program) {
  const auto code = program ? interpret::exit_code_of(function, behaviour) : std::nullopt;
  if (code && *code != interpret::kNoreturnExit) return *code;
  if (behaviour.end == interpret::EndKind::UndefinedBehaviour || uses_uninitialized(behaviour, diagnosis))
    return kUndefined;
  return behaviour.end == interpret::EndKind::Returned && !program ? kSuccess : kInconclusive;
}

/// What is told of a run that ended badly. To tell what led there it is done again, and looked at, unless it was long.
interpret::Diagnosis diagnosis_of(const semantics::Function& function, const semantics::Input& input,
                                  interpret::RunOptions options, const interpret::Behaviour& behaviour) {
  constexpr std::uint64_t kMostSteps = 2'000'000;
  const bool is_bad = behaviour.end == interpret::EndKind::UndefinedBehaviour ||
                      behaviour.end == interpret::EndKind::Inconclusive ||
                      behaviour.end == interpret::EndKind::Unsupported;
  if (!is_bad) return {};
  const bool is_full = behaviour.end == interpret::EndKind::Inconclusive && behaviour.reason == "memory limit";
  if (is_full || behaviour.steps > kMostSteps) return interpret::diagnose(function, behaviour, nullptr);
  interpret::Trace trace;
  options.trace = &trace;
  options.traces_callees = true;
  options.limits.memory += kTraceBytes;  // the trace counts, too
  const interpret::Behaviour again = interpret::run(function, input, options);
  const bool is_same = again.end == behaviour.end && again.steps == behaviour.steps && again.chain == behaviour.chain;
  return is_same ? interpret::diagnose(function, again, &trace) : interpret::diagnose(function, behaviour, nullptr);
}

void print_run(const RunArguments& arguments, const semantics::Function& function,
               const interpret::Behaviour& behaviour, const interpret::Diagnosis& diagnosis,
               const std::vector<TraceLine>& trace, bool program) {
  if (arguments.json) {
    nlohmann::json json = to_json(function, behaviour, diagnosis);
    for (const TraceLine& line : trace)
      json["trace"].push_back({{"instruction", line.instruction}, {"value", line.value}});
    std::printf("%s\n", dump(json).c_str());
    return;
  }
  for (const TraceLine& line : trace)
    std::printf("  %s%s%s\n", line.instruction.c_str(), line.value.empty() ? "" : "  ; ", line.value.c_str());
  if (program) return print_program(function, behaviour, diagnosis);
  std::printf("%s%s\n%s", behaviour.output.c_str(), told_end(function, behaviour, diagnosis).c_str(),
              visible(render(behaviour, diagnosis)).c_str());
}

int run_run(const RunArguments& arguments) {
  limit_own_memory((2 * arguments.memory_mb << 20) + 2 * kTraceBytes);  // each byte has a state beside it
  FileGuard guard(arguments.file);
  llvm::LLVMContext context;
  auto module = ir::parse_file(context, arguments.file);
  if (!module) {
    complain(module.error());
    return kUsage;
  }
  if (Status bad = ir::verify(**module)) {
    complain(arguments.file + ": " + bad->message);
    return kUsage;
  }
  auto function = choose(**module, arguments);
  if (!function) {
    complain(function.error());
    return kUsage;
  }
  if ((*function)->getName() == "main") {
    interpret::add_c_library(**module);
    function = (*module)->getFunction("main");
  }
  semantics::LowerOptions lowering;
  lowering.vscale = arguments.vscale;
  // A program starts in the default environment, another function in one that its operations name.
  if ((*function)->getName() != "main")
    lowering.rounding = semantics::environments_of(**function, **function).front().rounding;
  auto lowered = semantics::lower(**function, lowering);
  if (!lowered) {
    complain("unsupported: " + lowered.error());
    return kInconclusive;
  }
  const bool program = is_program(*lowered, arguments);
  std::vector<std::string> line{arguments.file};
  line.insert(line.end(), arguments.words.begin(), arguments.words.end());
  auto input =
      program ? interpret::main_input(*lowered, line) : interpret::parse_arguments(*lowered, arguments.arguments);
  if (!input) {
    complain("--args: " + input.error());
    return kUsage;
  }
  guard.is_read("running it");
  interpret::Trace trace;
  interpret::RunOptions options;
  options.limits.steps = arguments.steps;
  options.limits.memory = arguments.memory_mb << 20;
  // A program does what is usual, unless chance is asked for: it freezes to zero, and rounds a product before it is
  // added.
  options.seed = program ? arguments.seed : arguments.seed.value_or(0);
  options.allocations_succeed = program;
  options.invents = arguments.invent || !program;
  options.real_functions = true;
  options.traces_callees = arguments.trace;
  if (program && arguments.file != "-") options.input = input_of(**module);
  if (arguments.trace) options.trace = &trace;
  const interpret::Behaviour behaviour = interpret::run(*lowered, *input, options);
  options.trace = nullptr;
  const interpret::Diagnosis diagnosis = diagnosis_of(*lowered, *input, options, behaviour);
  print_run(arguments, *lowered, behaviour, diagnosis, interpret::print_trace(trace), program);
  return exit_code(*lowered, behaviour, diagnosis, program);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* verb =
      app.add_subcommand("run", "run a function in the reference interpreter, which knows undefined behaviour");
  verb->description(
      "Runs one function in the reference interpreter. Values are printed with their poison and undef lanes; "
      "immediate\n"
      "undefined behaviour is reported with the instruction, the rule that was broken and LangRef's section.\n\n"
      "A @main that takes no arguments, or a number and pointers, is executed as a program, with the words behind the\n"
      "file as its command line: what it prints goes to stdout, what it reads comes from stdin, and its exit code is "
      "this command's.\n"
      "The usual functions of the C library are known; so are exceptions, run-time types, strings and containers of "
      "libstdc++, but not its streams. A call of another function that has no body is unsupported. There are no "
      "environment variables, and the clock says 1970.\n\n"
      "Undefined behaviour is reported with its place in the source (of !dbg, with calls and inlining), the object "
      "that "
      "an access misses, where that was allocated and freed, where a value that is poison or undef came from, and "
      "which conversion of printf has the wrong argument. --json prints all of it as one object, with what the program "
      "printed.\n\n"
      "Exit code: 0 it returned, or the program's own; 77 undefined behaviour, or use of an uninitialized value that "
      "can't be followed, 2 bad input or usage, 3 limit reached, a run without end, or unsupported.");
  verb->add_option("file", arguments->file, "textual IR or bitcode; - is standard input")->required();
  verb->add_option("words", arguments->words, "the program's command line");
  verb->add_option("--function", arguments->function, "function to run; default: @main, or the only one");
  verb->add_option(
      "--args", arguments->arguments,
      "arguments, separated by commas: 7, -1, 0x1f, true, poison, undef, <1, poison>, {1, 2}; pointers:\n"
      "null, memory as [00 xx ??] (xx poison, ?? undef), [00 01] + 1 into it, block 1 + 1 into that of an earlier one");
  verb->add_option(
      "--seed", arguments->seed,
      "draws what is non-deterministic (freeze, NaN payloads, llvm.fmuladd); default: 0, and for a program nothing is\n"
      "drawn: zero is chosen, and a product is rounded before it is added");
  verb->add_option("--steps", arguments->steps, "instructions at most")->capture_default_str();
  verb->add_option("--memory", arguments->memory_mb, "megabytes at most")->capture_default_str();
  verb->add_option("--vscale", arguments->vscale, "what lengths of scalable vectors are multiplied by")
      ->check(CLI::Range(1u, 16u))
      ->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--trace", arguments->trace, "show the value of each instruction, also in functions that are called");
  verb->add_flag(
      "--invent", arguments->invent,
      "in a program, functions that nobody knows do something that is drawn; else calling one is unsupported");
  verb->callback([arguments, &action] { action = [arguments] { return run_run(*arguments); }; });
}

}  // namespace assay::cli
