#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/common/hash.h"
#include "services/worker/ir/ir.h"
#include "services/worker/oracles/oracles.h"
#include "services/worker/triage/shape.h"
#include "services/worker/triage/triage.h"

namespace assay::triage {
namespace {

constexpr std::size_t kLongestShape = 200;
constexpr std::size_t kHashDigits = 12;

// The function concerned: by name, else the only or first definition (a reducer may have renamed it).
const llvm::Function* find_function(const llvm::Module& module, const std::string& name) {
  const llvm::Function* found = module.getFunction(name);
  if (found != nullptr && !found->isDeclaration()) return found;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration()) return &function;
  return nullptr;
}

// Runs `use` on the function concerned; "?" if there is none.
template <class Use>
std::string on_function(const std::string& text, const std::string& name, Use&& use) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "<case>");
  const llvm::Function* function = module ? find_function(**module, name) : nullptr;
  return function == nullptr ? "?" : use(*function);
}

std::string bounded(const std::string& text) {
  if (text.size() <= kLongestShape) return text;
  return text.substr(0, kLongestShape) + "...#" + content_id(text).substr(0, kHashDigits);
}

std::string or_unknown(const std::string& text) { return text.empty() ? "?" : text; }

// "value-mismatch" → "value mismatch"
std::string spoken(std::string word) {
  for (char& c : word)
    if (c == '-') c = ' ';
  return word;
}

// "crash in X" → "Crash in X", "assertion: X" → "Crash: assertion: X"
std::string spoken_crash(const std::string& headline) {
  return headline.starts_with("crash") ? "C" + headline.substr(1) : "Crash: " + headline;
}

// "instcombine" → "InstCombine" for the passes that upstream's titles speak of so; others stay.
std::string spoken_pass(const std::string& pass) {
  constexpr std::pair<const char*, const char*> kNames[] = {
      {"instcombine", "InstCombine"},
      {"instsimplify", "InstSimplify"},
      {"aggressive-instcombine", "AggressiveInstCombine"},
      {"simplifycfg", "SimplifyCFG"},
      {"gvn", "GVN"},
      {"newgvn", "NewGVN"},
      {"sccp", "SCCP"},
      {"ipsccp", "IPSCCP"},
      {"indvars", "IndVarSimplify"},
      {"licm", "LICM"},
      {"correlated-propagation", "CVP"},
      {"constraint-elimination", "ConstraintElimination"},
      {"vector-combine", "VectorCombine"},
      {"slp-vectorizer", "SLPVectorizer"},
      {"loop-vectorize", "LoopVectorize"},
      {"jump-threading", "JumpThreading"},
      {"reassociate", "Reassociate"},
      {"early-cse", "EarlyCSE"},
  };
  for (const auto& [name, spoken_name] : kNames)
    if (pass == name) return spoken_name;
  return pass;
}

}  // namespace

std::string shape_of(const std::string& module_text, const std::string& function) {
  return on_function(module_text, function, [](const llvm::Function& f) { return shape_of(f); });
}

std::string short_shape_of(const std::string& module_text, const std::string& function) {
  return bounded(shape_of(module_text, function));
}

std::string signature(const Finding& finding) {
  const std::string head = std::string(name_of(finding.kind)) + " " + or_unknown(finding.culprit);
  switch (finding.kind) {
    case FindingKind::Crash:
      return head + ": " + bounded(oracles::crash_headline(finding.detail.empty() ? finding.reason : finding.detail));
    case FindingKind::InvalidIr:
      return head + ": " +
             bounded(oracles::verifier_headline(finding.detail.empty() ? finding.reason : finding.detail));
    case FindingKind::Hang:
    case FindingKind::Nondeterminism:
    case FindingKind::DebugVariance:
      return head + ": " + short_shape_of(finding.reduced, finding.function);
    case FindingKind::Miscompile:
      break;
  }
  if (!finding.explained_by.empty()) return head + " explained by " + bounded(finding.explained_by);
  return head + " " + or_unknown(finding.reason) + ": " + short_shape_of(finding.reduced, finding.function);
}

std::string title(const Finding& finding) {
  const std::string head = finding.culprit.empty() ? "" : "[" + spoken_pass(finding.culprit) + "] ";
  const std::string operations =
      on_function(finding.reduced, finding.function, [](const llvm::Function& f) { return operations_of(f); });
  switch (finding.kind) {
    case FindingKind::Miscompile:
      return head + "Miscompile of " + or_unknown(operations) + " (" + spoken(finding.reason) + ")" +
             (finding.explained_by.empty() ? "" : ", allowed by " + finding.explained_by);
    case FindingKind::Crash:
      return head + spoken_crash(oracles::crash_headline(finding.detail.empty() ? finding.reason : finding.detail));
    case FindingKind::Hang:
      return head + "Does not terminate on " + or_unknown(operations);
    case FindingKind::InvalidIr:
      return head +
             "Invalid IR: " + oracles::verifier_headline(finding.detail.empty() ? finding.reason : finding.detail);
    case FindingKind::Nondeterminism:
      return head + "Different results: " + finding.reason;
    case FindingKind::DebugVariance:
      return head + "Debug info changes the code of " + or_unknown(operations);
  }
  return head;
}

}  // namespace assay::triage
