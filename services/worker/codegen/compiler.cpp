#include "services/worker/codegen/compiler.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/codegen/harness.h"
#include "services/worker/codegen/llc.h"
#include "services/worker/ir/ir.h"

namespace assay::codegen {
namespace {

using End = optimize::OptimizeResult::End;
using optimize::OptimizeResult;

constexpr std::string_view kCodeWord = "codegen";
constexpr std::string_view kIrWord = "codegen-ir";
constexpr unsigned kHighestLevel = 3;

End end_of(Compiled::End end) {
  switch (end) {
    case Compiled::End::Ok:
      return End::Ok;
    case Compiled::End::Crashed:
      return End::Crashed;
    case Compiled::End::TimedOut:
      return End::TimedOut;
    case Compiled::End::OutOfMemory:
      return End::OutOfMemory;
    case Compiled::End::Rejected:
      break;
  }
  return End::Rejected;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (const llvm::StringRef part : llvm::split(text, separator)) parts.push_back(part.str());
  return parts;
}

OptimizeResult rejected(std::string message) {
  OptimizeResult result;
  result.message = std::move(message);
  return result;
}

class LlcCompiler : public optimize::Compiler {
 public:
  explicit LlcCompiler(Llc llc) : Compiler(llc.id, llc.major_version), llc_(std::move(llc)) {}

  OptimizeResult run(const std::string& ir, const std::string& pipeline, const optimize::Limits& limits) override {
    return run_with(ir, pipeline, limits, "");
  }

  OptimizeResult run_first(const std::string& ir, const std::string& pipeline, std::size_t steps,
                           const optimize::Limits& limits) override {
    return run_with(ir, pipeline, limits, "-opt-bisect-limit=" + std::to_string(steps));
  }

  Result<std::string> expand(const std::string& pipeline) override { return pipeline; }
  bool runs_passes_alone() const override { return false; }

  OptimizeResult run_as(const Configuration& configuration, Part part, const std::string& ir) {
    llvm::LLVMContext context;
    auto module = ir::parse(context, ir, "<input>");
    if (!module) return rejected(module.error());
    if (Status invalid = ir::verify(**module)) return rejected("invalid input: " + invalid->message);
    const auto layout = llc_.data_layout(*configuration.target);
    if (!layout) return rejected(layout.error());
    prepare(**module, *configuration.target, *layout);
    const auto text = spelled(**module, llc_);
    if (!text) return rejected(text.error());
    const Compiled compiled =
        part == Part::Ir ? ir_before_selection(llc_, configuration, *text) : assembly(llc_, configuration, *text);
    OptimizeResult result = result_of(compiled, part, context);
    result.given = *text;
    return result;
  }

  Llc& llc() { return llc_; }

 private:
  OptimizeResult run_with(const std::string& ir, const std::string& pipeline, const optimize::Limits& limits,
                          const std::string& more_args) {
    const auto parsed = parse_pipeline(pipeline);
    if (!parsed) return rejected(parsed.error());
    if (!*parsed)
      return rejected("an llc runs " + std::string(kCodeWord) + "<…> and " + std::string(kIrWord) + "<…> only");
    if (Status bad = optimize::check_opt_args(limits.opt_args)) return rejected(bad->message);
    auto [configuration, part] = **parsed;
    configuration.llc_args = optimize::joined_args(limits.opt_args, more_args);
    configuration.time_limit = limits.time;
    configuration.memory_limit = limits.memory_bytes;
    return run_as(configuration, part, ir);
  }

  OptimizeResult result_of(const Compiled& compiled, Part part, llvm::LLVMContext& context) const {
    OptimizeResult result;
    result.end = end_of(compiled.end);
    result.executed = passes_in(compiled.words);
    if (result.end != End::Ok) {
      result.message = compiled.words.empty() ? compiled.message : compiled.words;
      return result;
    }
    result.ir = compiled.output;
    if (part == Part::Code) return result;
    const bool same_language = major_version() == LLVM_VERSION_MAJOR;
    auto module = ir::parse(context, compiled.output, "<IR that llc selects from>");
    const Status invalid = module ? ir::verify(**module) : Status(Error{module.error()});
    if (!invalid) {
      result.ir = ir::print(**module);
      return result;
    }
    result.end = module && same_language ? End::InvalidIr : End::Rejected;
    result.message = invalid->message;
    return result;
  }

  Llc llc_;
};

}  // namespace

Result<std::unique_ptr<optimize::Compiler>> open_compiler(const std::string& name) {
  if (!name.starts_with(kLlc)) return optimize::open_compiler(name);
  auto llc = Llc::open(name.substr(kLlc.size()));
  if (!llc) return Error{llc.error()};
  return std::unique_ptr<optimize::Compiler>(std::make_unique<LlcCompiler>(std::move(*llc)));
}

std::vector<std::string> installed_llcs() {
  std::vector<std::string> names;
  for (const Llc& llc : Llc::installed()) names.push_back(std::string(kLlc) + llc.id.path);
  return names;
}

Result<std::string> runner_of(const std::string& opt, const std::string& pipeline) {
  const std::string name = pipeline.substr(0, pipeline.find('<'));
  if ((name != kCodeWord && name != kIrWord) || opt.starts_with(kLlc)) return opt;
  if (opt == "linked") return std::string(kLlc) + std::to_string(LLVM_VERSION_MAJOR);
  const std::string llc = optimize::llc_beside(opt);
  if (llc.empty()) return Error{opt + ": no llc lies beside it"};
  return std::string(kLlc) + llc;
}

Result<std::unique_ptr<optimize::Compiler>> open_runner(const std::string& opt, const std::string& pipeline) {
  const auto runner = runner_of(opt, pipeline);
  if (!runner) return Error{runner.error()};
  return open_compiler(*runner);
}

std::string pipeline_of(const Configuration& configuration, Part part) {
  const std::string selector =
      configuration.selector == Selector::Default ? "" : std::string(";") + name_of(configuration.selector);
  return std::string(part == Part::Code ? kCodeWord : kIrWord) + "<" + std::string(configuration.target->name) + ";O" +
         std::to_string(configuration.level) + selector + ">";
}

Result<std::optional<std::pair<Configuration, Part>>> parse_pipeline(const std::string& pipeline) {
  const std::string name = pipeline.substr(0, pipeline.find('<'));
  if (name != kCodeWord && name != kIrWord) return std::optional<std::pair<Configuration, Part>>();
  const auto fault = [&](const std::string& what) { return Error{"'" + pipeline + "': " + what}; };
  if (name.size() == pipeline.size() || !pipeline.ends_with(">"))
    return fault("a configuration is expected, as in codegen<aarch64;O2;global>");
  const std::vector<std::string> words =
      split(pipeline.substr(name.size() + 1, pipeline.size() - name.size() - 2), ';');
  Configuration configuration;
  configuration.target = target_of(words[0]);
  if (configuration.target == nullptr) return fault("known targets are " + target_names());
  if (words.size() < 2 || words.size() > 3 || words[1].size() != 2 || words[1][0] != 'O' || words[1][1] < '0' ||
      words[1][1] > '0' + static_cast<char>(kHighestLevel))
    return fault("behind the target a level is expected, O0 to O3, and then maybe a selector");
  configuration.level = static_cast<unsigned>(words[1][1] - '0');
  if (words.size() == 3) {
    const auto& selectors = configuration.target->selectors;
    const auto selector = std::ranges::find_if(selectors, [&](Selector each) { return name_of(each) == words[2]; });
    if (selector == selectors.end()) return fault("it is not judged with the selector " + words[2]);
    configuration.selector = *selector;
  }
  return std::optional(std::pair(configuration, name == kCodeWord ? Part::Code : Part::Ir));
}

std::vector<const Target*> targets_of(const std::vector<std::string>& pipelines) {
  std::vector<const Target*> found;
  for (const std::string& pipeline : pipelines) {
    const auto parsed = parse_pipeline(pipeline);
    if (!parsed || !*parsed) return {};
    const Target* target = (*parsed)->first.target;
    if (std::ranges::find(found, target) == found.end()) found.push_back(target);
  }
  return found;
}

bool is_code(const std::string& pipeline) { return pipeline.starts_with(std::string(kCodeWord) + "<"); }

Result<std::vector<std::string>> pipelines_of(const std::string& wanted) {
  std::vector<std::string> pipelines;
  const auto add = [&](const Target& target) {
    for (unsigned level = 0; level <= kHighestLevel; ++level) {
      Configuration configuration;
      configuration.target = &target;
      configuration.level = level;
      configuration.selector = Selector::Dag;  // the passes before it are the same for all
      if (level != 0) pipelines.push_back(pipeline_of(configuration, Part::Ir));
      for (const Selector selector : target.selectors) {
        configuration.selector = selector;
        pipelines.push_back(pipeline_of(configuration, Part::Code));
      }
    }
  };
  if (wanted == "all") {
    for (const Target& target : targets())
      if (can_run(target)) add(target);
    return pipelines;
  }
  for (const std::string& name : split(wanted, ',')) {
    const Target* target = target_of(name);
    if (target == nullptr) return Error{"'" + name + "': known are " + target_names()};
    add(*target);
  }
  return pipelines;
}

std::string command_line(const std::string& pipeline, int major_version, const std::string& llc_args) {
  const auto parsed = parse_pipeline(pipeline);
  if (!parsed || !*parsed) return "";
  auto [configuration, part] = **parsed;
  configuration.llc_args = llc_args;
  std::string text = "llc";
  for (const std::string& word : options_for(configuration, major_version)) text += " " + word;
  return text + (part == Part::Ir ? " " + where_ir_ends(configuration, major_version) : "");
}

Result<Configuration> configuration_of(const std::string& pipeline, const optimize::Limits& limits) {
  const auto parsed = parse_pipeline(pipeline);
  if (!parsed) return Error{parsed.error()};
  if (!*parsed || (*parsed)->second != Part::Code) return Error{"'" + pipeline + "' asks for no machine code"};
  if (Status bad = optimize::check_opt_args(limits.opt_args)) return Error{bad->message};
  Configuration configuration = (*parsed)->first;
  configuration.llc_args = limits.opt_args;
  configuration.time_limit = limits.time;
  configuration.memory_limit = limits.memory_bytes;
  return configuration;
}

OptimizeResult assemble(optimize::Compiler& compiler, const Configuration& configuration, const std::string& ir) {
  auto* llc = dynamic_cast<LlcCompiler*>(&compiler);
  return llc == nullptr ? rejected("no llc") : llc->run_as(configuration, Part::Code, ir);
}

Llc* llc_of(optimize::Compiler& compiler) {
  auto* llc = dynamic_cast<LlcCompiler*>(&compiler);
  return llc == nullptr ? nullptr : &llc->llc();
}

evidence::Claim claim_of(const Judged& judged) {
  using evidence::Assumed;
  using evidence::Claim;
  switch (judged.kind) {
    case Judged::Kind::Agrees:
      return Claim::proved(Method::Interpreter, {{Assumed::InputsRun, std::to_string(judged.judged)}});
    case Judged::Kind::Differs:
      return Claim::refuted(Method::Interpreter, {reason_of(judged.reason).value_or(Reason::ValueMismatch),
                                                  summary(*judged.counterexample), judged.counterexample});
    case Judged::Kind::NotJudged:
    case Judged::Kind::Failed:
      break;
  }
  return Claim::inconclusive(Method::None, evidence::Inconclusive::MachineCode, judged.reason);
}

}  // namespace assay::codegen
