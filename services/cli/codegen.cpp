#include "services/application/codegen.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "services/cli/file_guard.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/worker/codegen/target.h"
#include "services/worker/optimize/optimize.h"

namespace assay::cli {
namespace {

using application::CodegenFunction;
using application::CodegenReport;
using codegen::Judged;

struct CodegenArguments {
  std::vector<std::string> files;
  application::CodegenRequest request;
  std::string llc = "22";  ///< a release, or a path
  std::string target = "aarch64";
  unsigned level = 2;
  bool global = false, fast = false, dag = false;
  std::string part = "all";
  double timeout_s = 20;
  std::size_t memory_mb = 2048;
  bool json = false;
  bool quiet = false;
};

/// What became of all functions.
struct Tally {
  std::map<std::string, int> kinds;     ///< of machine code
  std::map<std::string, int> reasons;   ///< why it was not judged
  std::map<std::string, int> verdicts;  ///< of the IR part
  std::uint64_t runs = 0;               ///< of machine code that were judged
  int fell_back = 0;
  bool is_wrong = false, is_open = false;

  void add(const CodegenFunction& function) {
    if (function.ir) {
      ++verdicts[assay::name_of(function.ir->kind)];
      is_wrong |= function.ir->kind == VerdictKind::Incorrect;
      is_open |= function.ir->kind != VerdictKind::Correct;
    }
    is_open |= function.ir_is_missing;
    if (!function.code) return;
    ++kinds[codegen::name_of(function.code->kind)];
    runs += function.code->judged;
    fell_back += function.code->fell_back;
    is_wrong |= function.code->kind == Judged::Kind::Differs;
    is_open |= function.code->kind == Judged::Kind::NotJudged || function.code->kind == Judged::Kind::Failed;
    if (function.code->kind == Judged::Kind::NotJudged || function.code->kind == Judged::Kind::Failed)
      ++reasons[function.code->reason];
  }
};

std::string line_of(const Judged& code) {
  switch (code.kind) {
    case Judged::Kind::Agrees:
      return "does what it may on " + std::to_string(code.judged) + " inputs" +
             (code.fell_back ? " (selected by SelectionDAG)" : "") +
             (code.open == 0 ? "" : "; " + std::to_string(code.open) + " left open: " + code.detail);
    case Judged::Kind::Differs:
      return "INCORRECT: " + code.reason;
    case Judged::Kind::NotJudged:
      return "not judged: " + code.reason + (code.detail.empty() ? "" : " (" + code.detail + ")");
    case Judged::Kind::Failed:
      return "no code: " + code.reason + (code.detail.empty() ? "" : " (" + code.detail + ")");
  }
  return "";
}

void print_function(const CodegenFunction& function, bool quiet) {
  std::string text = "@" + function.name + "\n";
  if (function.ir) {
    const std::string verdict = render(*function.ir);
    text += "  IR passes: " +
            verdict.substr(
                0, function.ir->kind == VerdictKind::Incorrect && !quiet ? std::string::npos : verdict.find('\n')) +
            "\n";
  }
  if (function.ir_is_missing) text += "  IR passes: not judged: llc left no IR of the function\n";
  if (function.code) {
    text += "  machine code: " + line_of(*function.code) + "\n";
    if (function.code->counterexample && !quiet) text += render(*function.code->counterexample);
    if (!function.code->emulators.empty()) text += "  run by " + function.code->emulators + "\n";
    for (const auto& other : function.others)
      text += "  " + other.name + (other.agrees ? ": does what it may" : ": is wrong, too") + "\n";
  }
  print(text);
}

void print_counts(const char* title, const std::map<std::string, int>& counts) {
  if (counts.empty()) return;
  std::string text = std::string(title) + "\n";
  for (const auto& [name, count] : counts) text += "  " + std::to_string(count) + " " + name + "\n";
  print(text);
}

nlohmann::json json_of(const CodegenFunction& function) {
  nlohmann::json json{{"name", function.name}};
  if (function.ir) json["ir"] = to_json(*function.ir, function.name);
  if (function.ir_is_missing) json["ir"] = nullptr;
  if (!function.code) return json;
  const Judged& code = *function.code;
  nlohmann::json& machine = json["code"];
  machine = {{"verdict", codegen::name_of(code.kind)},
             {"reason", code.reason},
             {"detail", code.detail},
             {"inputs", code.inputs},
             {"judged", code.judged},
             {"undefined", code.undefined},
             {"open", code.open},
             {"fell_back", code.fell_back},
             {"emulators", code.emulators},
             {"others", nlohmann::json::array()}};
  if (code.counterexample) machine["counterexample"] = *code.counterexample;
  for (const auto& other : function.others)
    machine["others"].push_back({{"configuration", other.name}, {"agrees", other.agrees}});
  return json;
}

/// The selector that the flags name; the error if they name two, or one that the target lacks.
Result<codegen::Selector> selector_of(const CodegenArguments& arguments, const codegen::Target& target) {
  if (arguments.global + arguments.fast + arguments.dag > 1)
    return Error{"--global-isel, --fast-isel and --dag-isel are one choice"};
  const codegen::Selector selector = arguments.global ? codegen::Selector::Global
                                     : arguments.fast ? codegen::Selector::Fast
                                     : arguments.dag  ? codegen::Selector::Dag
                                                      : codegen::Selector::Default;
  if (selector != codegen::Selector::Default && std::ranges::find(target.selectors, selector) == target.selectors.end())
    return Error{std::string(target.name) + " is not judged with the selector " + codegen::name_of(selector)};
  return selector;
}

Status fill(CodegenArguments& arguments) {
  application::CodegenRequest& request = arguments.request;
  const codegen::Target* target = codegen::target_of(arguments.target);
  if (target == nullptr) return Error{"--target=" + arguments.target + ": known are " + codegen::target_names()};
  const auto selector = selector_of(arguments, *target);
  if (!selector) return Error{selector.error()};
  if (Status bad = optimize::check_opt_args(request.configuration.llc_args))
    return Error{"--opt-args: " + bad->message};
  request.configuration.target = target;
  request.configuration.selector = *selector;
  request.configuration.level = arguments.level;
  request.configuration.time_limit = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_s * 1000));
  request.configuration.memory_limit = arguments.memory_mb << 20;
  request.ir = arguments.part != "code";
  request.code = arguments.part != "ir";
  return std::nullopt;
}

int run_codegen(CodegenArguments arguments) {
  if (Status bad = fill(arguments)) return refuse(bad->message);
  auto llc = codegen::Llc::open(arguments.llc);
  if (!llc) return refuse(llc.error());
  Tally tally;
  std::size_t unread = 0;
  nlohmann::json files = nlohmann::json::array();
  for (const std::string& file : arguments.files) {
    arguments.request.file = file;
    const auto report = [&] {
      const FileGuard guard(file, "judging it");
      return application::judge_codegen(arguments.request, *llc);
    }();
    if (!report) {
      complain(report.error());
      ++unread;
      continue;
    }
    nlohmann::json functions = nlohmann::json::array();
    tally.is_open |= !report->ir_problem.empty();
    for (const CodegenFunction& function : report->functions) {
      tally.add(function);
      if (arguments.json)
        functions.push_back(json_of(function));
      else
        print_function(function, arguments.quiet);
    }
    if (!report->ir_problem.empty() && !arguments.json)
      print("IR passes of " + file + ": not judged: " + report->ir_problem + "\n");
    std::fflush(stdout);
    files.push_back({{"file", file},
                     {"llc", llc->id.version},
                     {"configuration", codegen::describe(arguments.request.configuration)},
                     {"ir_problem", report->ir_problem},
                     {"functions", std::move(functions)}});
  }
  if (unread == arguments.files.size()) return kUsage;
  if (arguments.json) {
    std::printf("%s\n", dump({{"files", files}}).c_str());
  } else {
    print_counts("IR passes:", tally.verdicts);
    print_counts("Machine code:", tally.kinds);
    print_counts("Not judged:", tally.reasons);
    std::printf("%llu runs of machine code judged\n", static_cast<unsigned long long>(tally.runs));
  }
  return tally.is_wrong ? kNegative : unread != 0 ? kUsage : tally.is_open ? kInconclusive : kSuccess;
}

std::string codegen_help() {
  return "Judges what llc does with functions. First its passes over IR: what reaches the selection of instructions "
         "is\n"
         "checked against the file, as any pair is. Then machine code: each function is compiled with a wrapper that\n"
         "calls it and run in an emulator on many inputs, and the interpreter says whether LLVM IR allows what it "
         "did.\n"
         "Nothing is asked where a function is undefined.\n\n"
         "Targets are " +
         codegen::target_names() +
         ". What can't be judged is named with its reason: inline assembly, exceptions, functions of the library\n"
         "that are not known, and others (docs/codegen.md). A function that agrees "
         "was\n"
         "right on the inputs that were tried, no more.\n\n"
         "--json prints "
         "{\"files\":[{\"file\",\"llc\",\"configuration\",\"ir_problem\",\"functions\":[{\"name\",\"ir\",\n"
         "\"code\":{\"verdict\",\"reason\",\"detail\",\"inputs\",\"judged\",\"undefined\",\"open\",\"fell_back\","
         "\n\"emulators\","
         "\"counterexample\",\"others\"}}]}]}. The verdict of code is agrees, differs, not-judged or failed;\n"
         "ir is null where llc left no IR of the function.\n\n"
         "Exit code: 0 all was judged and nothing is wrong, 1 something is wrong, 2 bad usage, or a file that can't\n"
         "be read, 3 something was not judged, or is not decided.";
}

}  // namespace

void add_codegen(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CodegenArguments>();
  application::CodegenRequest& request = arguments->request;
  CLI::App* verb = app.add_subcommand("codegen", "judge the machine code that llc makes of functions");
  verb->description(codegen_help());
  stdin_once(verb->add_option("files", arguments->files, "textual IR or bitcode; - is standard input"))->required();
  verb->add_option("--function", request.functions, "judge this function only (may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("--target", arguments->target, "the processor: " + codegen::target_names())->capture_default_str();
  verb->add_option("--llc", arguments->llc, "an installed release (14, 22), or the path of an llc")
      ->capture_default_str();
  verb->add_option("-O,--level", arguments->level, "level of optimization")
      ->check(CLI::Range(0u, 3u))
      ->capture_default_str();
  verb->add_flag("--global-isel", arguments->global, "select by GlobalISel; what it gives back is named");
  verb->add_flag("--fast-isel", arguments->fast, "select by FastISel");
  verb->add_flag("--dag-isel", arguments->dag, "select by SelectionDAG");
  verb->add_option("--opt-args", request.configuration.llc_args, "more options of code generation");
  verb->add_option("--part", arguments->part, "what is judged")
      ->check(CLI::IsMember({"all", "ir", "code"}))
      ->capture_default_str();
  verb->add_option("--inputs", request.settings.inputs, "runs of each function")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  verb->add_option("--seed", request.settings.seed, "draws the inputs")->capture_default_str();
  as_duration(verb->add_option("--timeout", arguments->timeout_s,
                               std::string("processor time for a run of llc: ") + kDurations))
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  verb->add_option("--memory", arguments->memory_mb, "megabytes for a run of llc")
      ->check(CLI::Range(std::size_t{64}, std::size_t{1} << 20))
      ->capture_default_str();
  verb->add_flag("--no-others{false}", request.others, "do not ask other configurations about what is wrong");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--quiet", arguments->quiet, "leave out counterexamples");
  verb->callback([arguments, &action] { action = [arguments] { return run_codegen(*arguments); }; });
}

}  // namespace assay::cli
