#include <CLI/CLI.hpp>
#include <cstdio>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::cli {
namespace {

struct RunArguments {
  std::string file;
  std::string function;
  std::string arguments;
  std::uint64_t seed = 0;
  std::uint64_t steps = 100'000'000;
  bool trace = false;
};

Result<const llvm::Function*> choose(const llvm::Module& module, const RunArguments& arguments) {
  if (!arguments.function.empty()) {
    const llvm::Function* named = module.getFunction(arguments.function);
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

int run_run(const RunArguments& arguments) {
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
  auto lowered = semantics::lower(**function);
  if (!lowered) {
    complain("unsupported: " + lowered.error());
    return kInconclusive;
  }
  auto input = interpret::parse_arguments(*lowered, arguments.arguments);
  if (!input) {
    complain("--args: " + input.error());
    return kUsage;
  }
  interpret::Trace trace;
  interpret::RunOptions options;
  options.limits.steps = arguments.steps;
  options.seed = arguments.seed;
  if (arguments.trace) options.trace = &trace;
  const interpret::Behaviour behaviour = interpret::run(*lowered, *input, options);
  for (const TraceLine& line : interpret::print_trace(*lowered, trace))
    std::printf("  %s%s%s\n", line.instruction.c_str(), line.value.empty() ? "" : "  ; ", line.value.c_str());
  std::printf("%s\n", interpret::describe(*lowered, behaviour).c_str());
  switch (behaviour.end) {
    case interpret::EndKind::Returned: return kSuccess;
    case interpret::EndKind::UndefinedBehaviour: return kNegative;
    default: return kInconclusive;
  }
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* verb = app.add_subcommand("run", "run a function in the reference interpreter, which knows undefined behaviour");
  verb->description(
      "Runs one function in the reference interpreter. Values are printed with their poison and undef lanes; immediate\n"
      "undefined behaviour is reported with the instruction, the rule that was broken and LangRef's section.\n\n"
      "Exit code: 0 it returned, 1 undefined behaviour, 2 bad input or usage, 3 limit reached or unsupported.");
  verb->add_option("file", arguments->file, "textual IR or bitcode; - is standard input")->required();
  verb->add_option("--function", arguments->function, "function to run; default: @main, or the only one");
  verb->add_option("--args", arguments->arguments,
                   "arguments, separated by commas: 7, -1, 0x1f, true, poison, undef, <1, poison>, {1, 2}");
  verb->add_option("--seed", arguments->seed, "draws what is non-deterministic (freeze, NaN payloads)")
      ->capture_default_str();
  verb->add_option("--steps", arguments->steps, "instructions at most")->capture_default_str();
  verb->add_flag("--trace", arguments->trace, "show the value of each instruction");
  verb->callback([arguments, &action] { action = [arguments] { return run_run(*arguments); }; });
}

}  // namespace assay::cli
