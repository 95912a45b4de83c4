#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>

#include "services/common/explorer.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/report.h"
#include "services/worker/report/words.h"
#include "services/worker/semantics/variant.h"

namespace assay::report {
namespace {

constexpr int kWithoutOpaquePointers = 14;
constexpr std::size_t kLongestPair = 6'000;  // of which there may be a link

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

/// Source and target as @src and @tgt, and links that show them.
std::string pair_section(const Finding& finding) {
  const std::string pair = alive_pair(finding), alive = alive_link(pair);
  return "It turns `@src` into `@tgt`" + (alive.empty() ? "" : " ([Alive2](" + alive + "))") + ":\n\n" +
         block(pair, "llvm") + "\n";
}

/// What is wrong, in Alive2's words where it has some.
std::string wrong_in(const Finding& finding) {
  switch (reason_of(finding.reason).value_or(Reason::None)) {
    case Reason::ValueMismatch:
      return "value mismatch";
    case Reason::MorePoisonous:
      return "target is more poisonous than source";
    case Reason::MoreUndefined:
      return "target is more undefined than source";
    case Reason::MoreUb:
      return "source is more defined than target";
    case Reason::MemoryMismatch:
      return "mismatch in memory";
    case Reason::ReturnDomain:
      return "mismatch in return domain";
    case Reason::Attributes:
      return "target has attributes that do not hold";
    default:
      return finding.reason;
  }
}

/// How bytes are written, where the example has some that are no numbers.
std::string notation_of(const Counterexample& example) {
  std::string bytes = example.source_result + " " + example.target_result;
  for (const Binding& input : example.inputs) bytes += " " + input.value;
  if (bytes.find("block ") == std::string::npos) return "";
  std::string text;
  const auto explain = [&](bool is_there, const char* what) {
    if (is_there) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  const auto has_bits = bytes.find("0b") != std::string::npos;
  explain(bytes.find("xx") != std::string::npos, "`xx` is a byte of poison");
  explain(bytes.find("??") != std::string::npos, "`??` a byte of undef");
  explain(has_bits, "in `0b…` an `x` is a bit of poison and a `?` one of undef");
  return text.empty() ? "" : "In memory " + text + ".\n\n";
}

std::string counterexample_section(const Finding& finding) {
  if (!finding.counterexample) return "The target does not refine the source: " + wrong_in(finding) + ".\n\n";
  const Counterexample& example = *finding.counterexample;
  return "**Counterexample** (" + wrong_in(finding) + "): " + counterexample_sentence(example) + "\n\n" +
         notation_of(example) + "<details><summary>Step by step</summary>\n\n" + block(counterexample_text(example)) +
         "</details>\n\n";
}

std::string conditions_of(const std::string& relaxations) {
  std::string text, word;
  for (std::istringstream words(relaxations); std::getline(words, word, ',');)
    text += (text.empty() ? "" : " and ") + semantics::condition_of(word);
  return text;
}

/// The case, once.
std::string case_section(const Finding& finding) {
  const bool miscompiles = finding.kind == FindingKind::Miscompile;
  if (miscompiles && !codegen::is_code(finding.reduced_pipeline))
    return pair_section(finding) + counterexample_section(finding);
  const std::string text = block(finding.reduced, "llvm") + "\n";
  if (miscompiles)
    return text + "What comes out:\n\n" + block(finding.reduced_target, "asm") + "\n" + counterexample_section(finding);
  return text + (finding.detail.empty() ? "" : "What it says:\n\n" + block(finding.detail) + "\n");
}

/// Labels of LLVM's tracker; those of passes that have one.
std::string labels_of(const Finding& finding) {
  static const std::map<std::string_view, const char*> passes{{"instcombine", "llvm:instcombine"},
                                                              {"gvn", "llvm:GVN"},
                                                              {"slp-vectorizer", "llvm:SLPVectorizer"},
                                                              {"loop-vectorize", "vectorizers"}};
  std::string labels;
  if (finding.kind == FindingKind::Miscompile) labels = "`miscompilation`";
  if (finding.kind == FindingKind::Crash) labels = "`crash`";
  const auto pass = passes.find(std::string_view(finding.culprit).substr(0, finding.culprit.find('<')));
  if (pass != passes.end()) labels += (labels.empty() ? "`" : ", `") + std::string(pass->second) + "`";
  return labels.empty() ? "" : "- labels: " + labels + "\n";
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

std::string block(const std::string& text, const std::string& language) {
  std::size_t longest = 2, run = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + language + "\n" + text + (text.empty() || text.back() == '\n' ? "" : "\n") + fence + "\n";
}

bool is_one_word(const std::string& passes) {
  return std::all_of(passes.begin(), passes.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == ','; });
}

std::string title_for_issues(const Finding& finding) {
  const std::string own = ", allowed by " + finding.explained_by;
  const bool has_own = !finding.explained_by.empty() && finding.title.ends_with(own);
  return finding.title.substr(0, finding.title.size() - (has_own ? own.size() : 0));
}

std::string command_line(const Finding& finding, const Context& context) {
  const std::string& pipeline = finding.reduced_pipeline.empty() ? finding.pipeline : finding.reduced_pipeline;
  const int major = std::atoi(finding.compiler.version.c_str());
  if (is_llc(finding.compiler)) return codegen::command_line(pipeline, major, finding.question.opt_args) + " case.ll";
  const std::string passes = !context.passes.empty() ? context.passes
                             : major == 0            ? pipeline
                                                     : optimize::spell_pipeline(pipeline, major);
  return std::string("opt ") + (major == kWithoutOpaquePointers ? "-opaque-pointers " : "") +
         "-S -passes=" + (is_one_word(passes) ? passes : "'" + passes + "'") +
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

std::string alive_link_of(const Finding& finding) {
  const bool is_short = finding.reduced.size() + finding.reduced_target.size() <= kLongestPair;
  if (finding.kind != FindingKind::Miscompile || !is_short || is_llc(finding.compiler)) return "";
  return alive_link(alive_pair(finding));
}

std::string issue_text(const Finding& finding, const Context& context) {
  Finding shown = finding;
  if (!context.passes.empty()) shown.reduced_pipeline = context.passes;
  const std::string explorer = explorer_link(shown);
  std::string text = "# " + title_for_issues(finding) + "\n\n`" + command_line(finding, context) + "` " +
                     meaning_of(finding.kind) + (explorer.empty() ? "" : " [Compiler Explorer](" + explorer + ")") +
                     "\n\n" + case_section(finding);
  if (!finding.explained_by.empty())
    text += "The transformation would be correct if " + conditions_of(finding.explained_by) +
            ", which LangRef does not say.\n\n";
  if (!finding.culprit.empty()) text += "- pass: `" + finding.culprit + "`\n";
  // Of several candidates most are innocent.
  if (context.place.size() == 1) text += "- suspected function: `" + context.place.front() + "`\n";
  text += labels_of(finding) + releases_text(context.releases);
  if (context.known != nullptr && !context.known->upstream.empty())
    text += "- looks like " + context.known->upstream + "\n";
  text += "\nFound by a fuzzer";
  if (!finding.assay_version.empty()) text += " (Assay " + finding.assay_version + ")";
  return text + " in LLVM " + finding.compiler.version + ".\n";
}

}  // namespace assay::report
