#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/report/report.h"
#include "services/worker/triage/triage.h"

namespace assay::report {
namespace {

// A fence longer than any run of backquotes in the text, so that nothing in it ends the block.
std::string block(const std::string& text, const std::string& language = "") {
  std::size_t longest = 2, run = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + language + "\n" + text + (text.empty() || text.back() == '\n' ? "" : "\n") + fence + "\n";
}

// The function alone, as a reader of before and after wants it; the whole text if it can't be had.
std::string function_text(const std::string& module_text, const std::string& name) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, module_text, "case");
  if (!module) return module_text;
  const llvm::Function* function = (*module)->getFunction(name);
  if (function == nullptr || function->isDeclaration())
    for (const llvm::Function& candidate : **module)
      if (!candidate.isDeclaration()) function = &candidate;
  if (function == nullptr) return module_text;
  std::string text = ir::print(*function);
  const auto start = text.find("define");
  return start == std::string::npos ? text : text.substr(start);
}

std::string trace_text(const std::vector<TraceLine>& trace) {
  std::string text;
  for (const TraceLine& line : trace)
    text += "  " + line.instruction + (line.value.empty() ? "" : "    ; = " + line.value) + "\n";
  return text;
}

std::string counterexample_text(const Counterexample& example) {
  std::string text = "Inputs:\n";
  for (const Binding& input : example.inputs) text += "  " + input.type + " " + input.name + " = " + input.value + "\n";
  if (example.inputs.empty()) text += "  none\n";
  text += "\nSource:\n" + trace_text(example.source_trace) + "  " + example.source_result + "\n";
  return text + "\nTarget:\n" + trace_text(example.target_trace) + "  " + example.target_result + "\n";
}

const char* meaning_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::Miscompile:
      return "The optimized function does something that the original can't.";
    case FindingKind::Crash:
      return "opt crashes on this input.";
    case FindingKind::Hang:
      return "opt does not terminate on this input.";
    case FindingKind::InvalidIr:
      return "The output of opt does not pass the verifier.";
    case FindingKind::Nondeterminism:
      return "The same input gives different outputs.";
    case FindingKind::DebugVariance:
      return "Debug info attached to the input changes the code that comes out.";
  }
  return "";
}

std::string miscompile_sections(const Finding& finding) {
  std::string text =
      "## Before and after\n\n" + block(function_text(finding.reduced, finding.function) + "=>\n" +
                                            function_text(finding.reduced_target, finding.function) +
                                            "The transformation is not correct: " + finding.reason + ".\n",
                                        "llvm");
  if (finding.counterexample) {
    text += "\n## Counterexample\n\n" + block(counterexample_text(*finding.counterexample));
    std::string machines;
    for (Decider decider : finding.counterexample->confirmed_by)
      machines += std::string(machines.empty() ? "" : ", ") + name_of(decider);
    if (!machines.empty()) text += "\nConfirmed by: " + machines + ".\n";
  }
  return text;
}

}  // namespace

std::string issue_text(const Finding& finding) {
  const std::string& pipeline = finding.reduced_pipeline.empty() ? finding.pipeline : finding.reduced_pipeline;
  std::string text = "# " + finding.title + "\n\n" + meaning_of(finding.kind);
  if (!finding.culprit.empty()) text += " The pass at fault is `" + finding.culprit + "`.";
  text += "\n\n## Reproducer\n\n" + block(finding.reduced, "llvm") + "\n" +
          block("opt -S -passes='" + pipeline + "' case.ll", "sh") + "\n";
  if (finding.kind == FindingKind::Miscompile)
    text += miscompile_sections(finding);
  else if (!finding.detail.empty())
    text += "## What it says\n\n" + block(finding.detail);
  text += "\n## Versions\n\n- found in LLVM " + finding.compiler.version + "\n";
  if (!finding.assay_version.empty()) text += "- found by Assay " + finding.assay_version + "\n";
  if (!finding.found_at.empty())
    text += "- found at " + finding.found_at + ", seed " + std::to_string(finding.seed) + "\n";
  return text;
}

}  // namespace assay::report
