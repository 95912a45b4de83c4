#include "services/worker/triage/known_roots.h"

#include <llvm/Support/YAMLTraits.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "services/common/text.h"

LLVM_YAML_IS_SEQUENCE_VECTOR(assay::triage::KnownRoot)

namespace assay::triage {
namespace {

/// Words of the file, before they are understood.
struct Words {
  std::string kind, compilers;
};

std::string fault_of(KnownRoot& rule, const Words& words) {
  if (rule.id.empty()) return "a rule has no id";
  if (!words.kind.empty()) {
    rule.kind = finding_kind_of(words.kind);
    if (!rule.kind) return rule.id + ": no kind of finding is called " + words.kind;
  }
  if (!words.compilers.empty()) {
    const char *at = words.compilers.data(), *end = at + words.compilers.size();
    auto read = std::from_chars(at, end, rule.first);
    rule.last = rule.first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
      read = std::from_chars(read.ptr + 1, end, rule.last);
    if (read.ec != std::errc() || read.ptr != end) return rule.id + ": compilers: expected 22 or 14-22";
  }
  try {
    for (const auto* patterns : {&rule.shows, &rule.becomes})
      for (const std::string& pattern : *patterns) (void)std::regex(pattern);
    (void)std::regex(rule.says);
  } catch (const std::regex_error& error) {
    return rule.id + ": a regular expression is none: " + error.what();
  }
  for (const char* state : {"open", "fixed", "disputed", "unreported"})
    if (rule.state == state) return "";
  return rule.id + ": state: expected open, fixed, disputed or unreported";
}

// The library's matcher takes the stack for each character that a "*" has passed: what is as long as this is no known
// root.
constexpr std::size_t kLongest = 8'192;

bool finds(const std::string& pattern, const std::string& text) {
  return text.size() <= kLongest && std::regex_search(text, std::regex(pattern));
}

bool covers(const KnownRoot& rule, const Finding& finding) {
  if (rule.kind && *rule.kind != finding.kind) return false;
  if (!rule.passes.empty() && std::find(rule.passes.begin(), rule.passes.end(), finding.culprit) == rule.passes.end())
    return false;
  const auto major = static_cast<unsigned>(std::atoi(finding.compiler.version.c_str()));
  if (major < rule.first || major > rule.last) return false;
  if (!rule.explained_by.empty() && rule.explained_by != finding.explained_by) return false;
  if (!rule.says.empty() && !finds(rule.says, finding.detail)) return false;
  const auto finds_all = [](const std::vector<std::string>& patterns, const std::string& text) {
    return std::all_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return finds(pattern, text); });
  };
  return finds_all(rule.shows, finding.reduced) && finds_all(rule.becomes, finding.reduced_target);
}

#include "known_roots.inc"

}  // namespace
}  // namespace assay::triage

template <>
struct llvm::yaml::MappingTraits<assay::triage::KnownRoot> {
  static void mapping(IO& io, assay::triage::KnownRoot& rule) {
    assay::triage::Words words;
    io.mapRequired("id", rule.id);
    io.mapOptional("kind", words.kind);
    io.mapOptional("passes", rule.passes);
    io.mapOptional("compilers", words.compilers);
    io.mapOptional("explained-by", rule.explained_by);
    io.mapOptional("shows", rule.shows);
    io.mapOptional("becomes", rule.becomes);
    io.mapOptional("says", rule.says);
    io.mapOptional("upstream", rule.upstream);
    io.mapRequired("state", rule.state);
    io.mapOptional("owner", rule.owner);
    io.mapRequired("reason", rule.reason);
    io.mapOptional("expires", rule.expires);
    if (const std::string fault = assay::triage::fault_of(rule, words); !fault.empty()) io.setError(fault);
  }
};

namespace assay::triage {

Result<KnownRoots> KnownRoots::parse(const std::string& text, const std::string& file) {
  if (const std::string fault = fault_of_document(text); !fault.empty()) return Error{file + ":" + fault};
  std::string complaint;
  const auto note = [](const llvm::SMDiagnostic& diagnostic, void* into) {
    auto& first = *static_cast<std::string*>(into);
    if (first.empty()) first = "line " + std::to_string(diagnostic.getLineNo()) + ": " + diagnostic.getMessage().str();
  };
  llvm::yaml::Input input(text, nullptr, note, &complaint);
  KnownRoots known;
  // As input >> rules, which takes for granted that what there is can be read.
  const bool is_there = input.setCurrentDocument(), is_readable = !is_there || input.getCurrentNode() != nullptr;
  llvm::yaml::EmptyContext empty;
  if (is_there && is_readable) llvm::yaml::yamlize(input, known.rules_, true, empty);
  if (!is_readable || input.error())
    return Error{file + ": " + (complaint.empty() ? "is no list of rules" : complaint)};
  return known;
}

Result<KnownRoots> KnownRoots::open(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return Error{file + ": can't be read"};
  return parse(text.str(), file);
}

const KnownRoots& KnownRoots::shipped() {
  static const KnownRoots known = [] {
    auto parsed = parse(kShipped, "known_roots.yaml");
    return parsed ? std::move(*parsed) : KnownRoots();
  }();
  return known;
}

const KnownRoot* KnownRoots::match(const Finding& finding, const std::string& today) const {
  for (const KnownRoot& rule : rules_)
    if ((rule.expires.empty() || today <= rule.expires) && covers(rule, finding)) return &rule;
  return nullptr;
}

}  // namespace assay::triage
