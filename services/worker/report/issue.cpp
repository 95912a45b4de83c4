#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>

#include "services/worker/codegen/compiler.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/report.h"

namespace assay::report {
namespace {

constexpr int kWithoutOpaquePointers = 14;

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

llvm::Function* function_of(llvm::Module& module, const std::string& name) {
  llvm::Function* function = module.getFunction(name);
  if (function != nullptr && !function->isDeclaration()) return function;
  for (llvm::Function& candidate : module)
    if (!candidate.isDeclaration()) return &candidate;
  return nullptr;
}

std::string definition(const llvm::Function& function) {
  const std::string text = ir::print(function);
  const auto start = text.find("define");
  return start == std::string::npos ? text : text.substr(start);
}

// What the target needs and the source does not have: declarations, variables.
std::string surroundings_of(const llvm::Module& target, const llvm::Module& source) {
  std::string text;
  for (const llvm::GlobalValue& global : target.global_values()) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&global);
    if ((function != nullptr && !function->isDeclaration()) || source.getNamedValue(global.getName()) != nullptr)
      continue;
    text += "\n" + ir::print(global) + "\n";
  }
  return text;
}

std::string counterexample_text(const Counterexample& example) {
  const auto trace = [](const std::vector<TraceLine>& lines) {
    std::string text;
    for (const TraceLine& line : lines)
      text += "  " + line.instruction + (line.value.empty() ? "" : "    ; = " + line.value) + "\n";
    return text;
  };
  return "Source:\n" + trace(example.source_trace) + "  " + example.source_result + "\n\nTarget:\n" +
         trace(example.target_trace) + "  " + example.target_result + "\n";
}

const char* meaning_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::Miscompile:
      return "changes what the function does.";
    case FindingKind::Crash:
      return "crashes.";
    case FindingKind::Hang:
      return "does not terminate.";
    case FindingKind::InvalidIr:
      return "gives a module that does not pass the verifier.";
    case FindingKind::Nondeterminism:
      return "gives different outputs for the same input.";
    case FindingKind::DebugVariance:
      return "gives other code when debug info is attached to the input.";
  }
  return "";
}

std::string miscompile_sections(const Finding& finding) {
  std::string text = codegen::is_code(finding.reduced_pipeline)
                         ? "What comes out:\n\n" + block(finding.reduced_target, "asm") + "\n"
                         : "Source and target, as Alive2 takes them:\n\n" + block(alive_pair(finding), "llvm") + "\n";
  if (!finding.counterexample) return text + "The target does not refine the source: " + finding.reason + ".\n\n";
  const Counterexample& example = *finding.counterexample;
  text += "**Counterexample** (" + finding.reason + "): " + counterexample_sentence(example) + "\n\n";
  text += "<details><summary>Step by step</summary>\n\n" + block(counterexample_text(example));
  std::string machines;
  for (Decider decider : example.confirmed_by) machines += std::string(machines.empty() ? "" : ", ") + name_of(decider);
  if (!machines.empty()) text += "\nConfirmed by: " + machines + ".\n";
  return text + "</details>\n\n";
}

std::string releases_text(const std::vector<Context::Release>& releases) {
  std::string with, without, open;
  for (const Context::Release& release : releases) {
    std::string& list = !release.decided ? open : release.shows ? with : without;
    list += (list.empty() ? "" : ", ") + release.version;
  }
  return (with.empty() ? "" : "- affected: " + with + "\n") +
         (without.empty() ? "" : "- not affected: " + without + "\n") +
         (open.empty() ? "" : "- could not be tried: " + open + "\n");
}

}  // namespace

std::string command_line(const Finding& finding) {
  const std::string& pipeline = finding.reduced_pipeline.empty() ? finding.pipeline : finding.reduced_pipeline;
  const int major = std::atoi(finding.compiler.version.c_str());
  if (is_llc(finding.compiler)) return codegen::command_line(pipeline, major, finding.question.opt_args) + " case.ll";
  return std::string("opt ") + (major == kWithoutOpaquePointers ? "-opaque-pointers " : "") + "-S -passes='" +
         (major == 0 ? pipeline : optimize::spell_pipeline(pipeline, major)) + "'" +
         (finding.question.opt_args.empty() ? "" : " " + finding.question.opt_args) + " case.ll";
}

std::string counterexample_sentence(const Counterexample& example) {
  std::string inputs;
  for (const Binding& input : example.inputs) {
    inputs += inputs.empty() ? "with " : ", ";
    const bool value = input.name.starts_with("%");
    inputs += value ? "`" + input.type + " " + input.name + "` = `" + input.value + "`"
                    : input.name + " (" + input.type + ")" + (input.value.empty() ? "" : " = `" + input.value + "`");
  }
  return (inputs.empty() ? "" : inputs + ", ") + "the source " + example.source_result + "; the target " +
         example.target_result + ".";
}

std::string alive_pair(const Finding& finding) {
  llvm::LLVMContext context;
  auto modules = ir::parse_pair(context, {finding.reduced, "source"}, {finding.reduced_target, "target"});
  llvm::Function* source = modules ? function_of(*modules->first, finding.function) : nullptr;
  llvm::Function* target = modules ? function_of(*modules->second, finding.function) : nullptr;
  if (source == nullptr || target == nullptr) return finding.reduced + "=>\n" + finding.reduced_target;
  source->setName("src");
  target->setName("tgt");
  for (llvm::Module* module : {modules->first.get(), modules->second.get()})
    for (llvm::Function& function : *module)
      if (function.isIntrinsic()) function.setAttributes({});  // they come back by themselves
  std::string text = ir::print(*modules->first);
  if (const auto start = text.find("\n\n"); text.starts_with("; ModuleID") && start != std::string::npos)
    text.erase(0, start + 2);
  return text + "\n" + definition(*target) + surroundings_of(*modules->second, *modules->first);
}

std::string issue_text(const Finding& finding, const Context& context) {
  std::string text = "# " + finding.title + "\n\n`" + command_line(finding) + "` " + meaning_of(finding.kind) + "\n\n" +
                     block(finding.reduced, "llvm") + "\n";
  if (finding.kind == FindingKind::Miscompile)
    text += miscompile_sections(finding);
  else if (!finding.detail.empty())
    text += "What it says:\n\n" + block(finding.detail) + "\n";
  if (!finding.explained_by.empty())
    text += "The transformation is correct if LLVM IR is read with `" + finding.explained_by +
            "` in place of what LangRef says (see `assay check --help`).\n\n";
  if (!finding.culprit.empty()) text += "- pass: `" + finding.culprit + "`\n";
  std::string place;
  for (const std::string& function : context.place) place += (place.empty() ? "" : ", ") + ("`" + function + "`");
  if (!place.empty())
    text += "- place: " + place +
            " (reached by the case and by the fewest of its neighbours that are compiled correctly)\n";
  text += releases_text(context.releases);
  if (context.known != nullptr)
    text += "- looks like: " + context.known->reason + " (" + context.known->id + ", " + context.known->state +
            (context.known->upstream.empty() ? "" : ", " + context.known->upstream) + ")\n";
  text += "- found in LLVM " + compiler_name(finding.compiler);
  if (!finding.assay_version.empty()) text += " by Assay " + finding.assay_version;
  if (!finding.found_at.empty()) text += ", " + finding.found_at + ", seed " + std::to_string(finding.seed);
  return text + "\n";
}

}  // namespace assay::report
