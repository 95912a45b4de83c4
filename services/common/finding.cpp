#include "services/common/finding.h"

#include <iterator>

#include "services/common/hash.h"

namespace assay {
namespace {

constexpr std::string_view kKinds[] = {"miscompile", "crash", "hang", "invalid-ir", "nondeterminism", "debug-variance"};

}  // namespace

const char* name_of(FindingKind kind) { return kKinds[static_cast<int>(kind)].data(); }
std::optional<FindingKind> finding_kind_of(std::string_view name) { return enumerator_in<FindingKind>(kKinds, name); }
std::vector<std::string> finding_kind_names() { return {std::begin(kKinds), std::end(kKinds)}; }
std::optional<FindingKind> enumerator_of(std::string_view name, std::type_identity<FindingKind>) {
  return finding_kind_of(name);
}

void set_verdict(Finding& finding, const Verdict& verdict) {
  finding.reason = reason_text(verdict);
  finding.method = verdict.method;
  finding.detail = verdict.detail;
  finding.counterexample = verdict.counterexample;
}

std::string Finding::id() const {
  std::string content = name_of(kind);
  const std::string compiled_by = compiler_name(compiler);
  for (const std::string* part : {&compiled_by, &pipeline, &function, &original, &reason})
    content += '\0' + *part;
  return content_id(content);
}

}  // namespace assay
