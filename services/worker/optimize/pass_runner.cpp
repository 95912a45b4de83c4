#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "services/worker/ir/target.h"
#include "services/worker/optimize/linked.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

// Pass managers and the like are no optimizations: a gate must let them through.
const std::vector<llvm::StringRef>& structural_passes() {
  static const std::vector<llvm::StringRef> names{"PassManager", "PassAdaptor", "AnalysisManagerProxy",
                                                  "DevirtSCCRepeatedPass", "ModuleInlinerWrapperPass"};
  return names;
}

const llvm::Function* function_of(const llvm::Any& unit) {
  if (const auto* function = llvm::any_cast<const llvm::Function*>(&unit)) return *function;
  if (const auto* loop = llvm::any_cast<const llvm::Loop*>(&unit)) return (*loop)->getHeader()->getParent();
  return nullptr;
}

std::string name_of_unit(const llvm::Any& unit) {
  if (const llvm::Function* function = function_of(unit)) return function->getName().str();
  if (const auto* scc = llvm::any_cast<const llvm::LazyCallGraph::SCC*>(&unit)) return (*scc)->getName();
  return "[module]";
}

llvm::PipelineTuningOptions tuning_of_opt() {
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = true;
  return tuning;
}

struct ParsedPipeline {
  llvm::ModulePassManager passes;
  bool single_use = false;
};

// What belongs to one target; members are destroyed in the reverse order, as the managers want it.
struct Engine {
  Engine(const llvm::Triple& triple, const PassRunner::Gate& gate_of_runner)
      : gate(gate_of_runner),
        machine(ir::machine_for(triple)),
        builder(machine.get(), tuning_of_opt(), std::nullopt, &instrumentation) {
    instrumentation.registerShouldRunOptionalPassCallback(
        [this](llvm::StringRef pass, llvm::Any unit) { return should_run(pass, unit); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  bool should_run(llvm::StringRef class_name, const llvm::Any& unit) {
    if (llvm::isSpecialPass(class_name, structural_passes())) return true;
    const llvm::Function* function = function_of(unit);
    if (function != nullptr && function->hasOptNone()) return false;
    if (!gate) return true;
    const llvm::StringRef pass = instrumentation.getPassNameForClassName(class_name);
    return gate(pass.empty() ? class_name : pass, name_of_unit(unit));
  }

  Result<llvm::ModulePassManager*> passes_of(const std::string& pipeline) {
    auto found = parsed.find(pipeline);
    if (found != parsed.end() && !found->second.single_use) return &found->second.passes;
    llvm::ModulePassManager passes;
    if (llvm::Error error = builder.parsePassPipeline(passes, spell_pipeline(pipeline, kLinkedMajorVersion)))
      return Error{"pipeline '" + pipeline + "': " + llvm::toString(std::move(error))};
    // The inliner's wrapper moves its inner passes out when it runs: such a pipeline is parsed anew each time.
    const bool single_use = print(passes).find("cgscc(") != std::string::npos;
    found = parsed.insert_or_assign(pipeline, ParsedPipeline{std::move(passes), single_use}).first;
    return &found->second.passes;
  }

  std::string print(llvm::ModulePassManager& passes) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    passes.printPipeline(stream, [&](llvm::StringRef class_name) {
      const llvm::StringRef pass = instrumentation.getPassNameForClassName(class_name);
      return pass.empty() ? class_name : pass;
    });
    return text;
  }

  void run(llvm::Module& module, llvm::ModulePassManager& passes) {
    passes.run(module, modules);
    modules.clear();  // from the outermost in: an outer analysis may still look at inner ones when it goes
    components.clear();
    functions.clear();
    loops.clear();
  }

  const PassRunner::Gate& gate;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::PassInstrumentationCallbacks instrumentation;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  std::map<std::string, ParsedPipeline> parsed;
};

}  // namespace

struct PassRunner::Machinery {
  Gate gate;
  std::map<std::string, std::unique_ptr<Engine>> engines;  // by triple

  Engine& engine_for(const llvm::Triple& triple) {
    std::unique_ptr<Engine>& engine = engines[triple.str()];
    if (!engine) engine = std::make_unique<Engine>(triple, gate);
    return *engine;
  }
};

PassRunner::PassRunner() : machinery_(std::make_unique<Machinery>()) {}
PassRunner::~PassRunner() = default;

void PassRunner::set_gate(Gate gate) { machinery_->gate = std::move(gate); }

Status PassRunner::run_passes(llvm::Module& module, const std::string& pipeline) {
  Engine& engine = machinery_->engine_for(module.getTargetTriple());
  const auto passes = engine.passes_of(pipeline);
  if (!passes) return Error{passes.error()};
  engine.run(module, **passes);
  return std::nullopt;
}

Result<std::string> PassRunner::expand(const std::string& pipeline) {
  Engine& engine = machinery_->engine_for(llvm::Triple());
  const auto passes = engine.passes_of(pipeline);
  if (!passes) return Error{passes.error()};
  return engine.print(**passes);
}

std::string PassRunner::pipeline_name(const std::string& class_name) {
  const llvm::StringRef name =
      machinery_->engine_for(llvm::Triple()).instrumentation.getPassNameForClassName(class_name);
  return name.empty() ? class_name : name.str();
}

std::vector<std::string> pass_names() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::PassBuilder().printPassNames(stream);
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ")) names.push_back(line.substr(2, line.find('<') - 2));  // without parameters
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace assay::optimize
