#include "services/worker/check/check.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/ir/ir.h"

namespace assay::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  std::vector<std::string> functions;
  check::Options options;
  bool json = false;
  bool quiet = false;
};

/// The modules that were read and the pairs to judge in them.
struct Pairs {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  std::vector<ir::FunctionPair> pairs;
};

Status load(Pairs& into, const CheckArguments& arguments) {
  for (const std::string& file : arguments.files) {
    auto module = ir::parse_file(into.context, file);
    if (!module) return Error{module.error()};
    if (Status bad = ir::verify(**module)) return Error{file + ": " + bad->message};
    into.modules.push_back(std::move(*module));
  }
  const bool two_files = into.modules.size() == 2;
  into.pairs =
      two_files ? ir::pair_by_name(*into.modules[0], *into.modules[1]) : ir::pair_by_prefix(*into.modules[0]);
  if (into.pairs.empty())
    return Error{arguments.files[0] + (two_files ? ": no function is defined in both files"
                                                 : ": no pair @src and @tgt (or src<suffix> and tgt<suffix>)")};
  if (arguments.functions.empty()) return std::nullopt;
  std::vector<ir::FunctionPair> chosen;
  for (const std::string& name : arguments.functions) {
    const auto found = std::find_if(into.pairs.begin(), into.pairs.end(),
                                    [&](const ir::FunctionPair& pair) { return pair.first->getName() == name; });
    if (found == into.pairs.end()) return Error{"--function=" + name + ": no such pair in " + arguments.files[0]};
    chosen.push_back(*found);
  }
  into.pairs = std::move(chosen);
  return std::nullopt;
}

int exit_code(const std::vector<VerdictKind>& kinds) {
  const auto any = [&](VerdictKind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  if (any(VerdictKind::Incorrect)) return kNegative;
  if (any(VerdictKind::Error)) return kUsage;
  if (any(VerdictKind::Unknown) || any(VerdictKind::Unsupported)) return kInconclusive;
  return kSuccess;
}

void print_pair(const ir::FunctionPair& pair, const Verdict& verdict) {
  std::printf("----------------------------------------\n%s=>\n%s\n%s\n", ir::print(*pair.first).c_str(),
              ir::print(*pair.second).c_str(), render(verdict).c_str());
}

void print_summary(const std::vector<VerdictKind>& kinds) {
  const auto count = [&](VerdictKind kind) {
    return static_cast<int>(std::count(kinds.begin(), kinds.end(), kind));
  };
  std::printf("Summary:\n  %d correct\n  %d incorrect\n  %d unknown\n  %d unsupported\n  %d errors\n",
              count(VerdictKind::Correct), count(VerdictKind::Incorrect), count(VerdictKind::Unknown),
              count(VerdictKind::Unsupported), count(VerdictKind::Error));
}

int run_check(const CheckArguments& arguments) {
  Pairs pairs;
  if (Status bad = load(pairs, arguments)) {
    complain(bad->message);
    return kUsage;
  }
  check::Checker checker(arguments.options);
  std::vector<VerdictKind> kinds;
  nlohmann::json functions = nlohmann::json::array();
  for (const ir::FunctionPair& pair : pairs.pairs) {
    const Verdict verdict = checker.check(*pair.first, *pair.second);
    kinds.push_back(verdict.kind);
    if (arguments.json) {
      functions.push_back(to_json(verdict, pair.first->getName().str()));
    } else if (!arguments.quiet) {
      print_pair(pair, verdict);
    }
  }
  if (arguments.json)
    std::printf("%s\n", dump({{"functions", functions}}).c_str());
  else
    print_summary(kinds);
  return exit_code(kinds);
}

constexpr const char* kHelp =
    "Checks whether functions of one module refine those of another.\n\n"
    "One file: pairs @src with @tgt, and src<suffix> with tgt<suffix>. Two files: functions of the same name,\n"
    "the first file's being the source.\n\n"
    "--json prints one object {\"functions\":[{\"name\",\"verdict\",\"reason\",\"method\",\"bound\",\"detail\",\n"
    "\"counterexample\",\"seconds\"}]}. verdict is correct, incorrect, unknown, unsupported or error. reason is, for\n"
    "incorrect: value-mismatch, more-poisonous, more-undefined, more-ub, memory-mismatch, return-domain or attributes;\n"
    "for unknown: timeout, memory-limit, spurious, oracles-disagree, sampled, ...; for unsupported the feature's name;\n"
    "for error: signature-mismatch. method says what decided: syntax, exhaustive (all inputs and choices were run),\n"
    "interpreter (some were) or smt. bound is what a correct verdict is limited to.\n\n"
    "Exit code: 0 all correct, 1 some incorrect, 2 bad input or usage, 3 none incorrect but some unknown or unsupported.";

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand("check", "check that one function refines another");
  verb->description(kHelp);
  verb->add_option("files", arguments->files, "A.ll [B.ll]: textual IR or bitcode; - is standard input")
      ->required()
      ->expected(1, 2);
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--quiet", arguments->quiet, "print the summary only");
  verb->add_option("--function", arguments->functions, "check this source function only (may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("--unroll", arguments->options.unroll, "how often loops are unrolled for the solver")
      ->capture_default_str();
  verb->add_flag_callback(
      "--no-undef-input", [arguments] { arguments->options.undef_input = false; }, "arguments are never undef");
  verb->add_flag_callback(
      "--no-poison-input", [arguments] { arguments->options.poison_input = false; }, "arguments are never poison");
  verb->add_option("--smt-timeout", arguments->options.smt_timeout_ms, "milliseconds for one solver query")
      ->capture_default_str();
  verb->add_option("--smt-memory", arguments->options.smt_memory_mb, "megabytes for the solver")->capture_default_str();
  verb->add_option("--seed", arguments->options.seed, "of the sampled inputs")->capture_default_str();
  const std::map<std::string, check::Oracles> oracles{{"all", check::Oracles::All},
                                                      {"interpreter", check::Oracles::Interpreter},
                                                      {"smt", check::Oracles::Smt}};
  verb->add_option("--oracle", arguments->options.oracles, "who may judge: all, interpreter or smt")
      ->transform(CLI::CheckedTransformer(oracles));
  verb->callback([arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace assay::cli
