// opt with one more pass than LLVM's: "halve". It understands the options that Assay gives to an opt.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>

#include "halve.h"

using namespace llvm;

static cl::opt<std::string> passes("passes"), input(cl::Positional, cl::init("-")), output("o");
static cl::opt<bool> text("S"), no_verify("disable-verify");

int main(int argc, char** argv) {
  cl::ParseCommandLineOptions(argc, argv);
  LLVMContext context;
  SMDiagnostic diagnostic;
  auto module = parseIRFile(input, diagnostic, context);
  if (!module) return diagnostic.print("opt", errs()), 1;
  PassInstrumentationCallbacks callbacks;
  StandardInstrumentations instrumentations(context, false);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  instrumentations.registerCallbacks(callbacks, &modules);
  PassBuilder builder(nullptr, PipelineTuningOptions(), std::nullopt, &callbacks);
  callbacks.addClassToPassName("HalvePass", "halve");
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager& into, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "halve") into.addPass(HalvePass());
        return name == "halve";
      });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager pipeline;
  if (auto bad = builder.parsePassPipeline(pipeline, passes)) {
    errs() << "opt: " << toString(std::move(bad)) << "\n";
    return 1;
  }
  if (cl::getRegisteredOptions().lookup("print-pipeline-passes")->getNumOccurrences() != 0) {  // the library has it
    pipeline.printPipeline(outs(), [&](StringRef name) {
      const StringRef pass = callbacks.getPassNameForClassName(name);
      return pass.empty() ? name : pass;
    });
    outs() << "\n";
    return 0;
  }
  pipeline.run(*module, modules);
  if (!no_verify && verifyModule(*module, &errs())) {
    errs() << "LLVM ERROR: Broken module found, compilation aborted!\n";
    return 1;
  }
  module->print(outs(), nullptr);
  return 0;
}
