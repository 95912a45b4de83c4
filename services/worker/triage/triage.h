#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "services/common/records.h"
#include "services/common/status.h"

/// When are two findings the same bug, and is it known?
namespace assay::triage {

/// What makes two findings the same bug: text that a reader understands, such as
///   miscompile instcombine value-mismatch: ret(icmp.ult(ctpop(a),C)) => ret(const)
/// It is made of the kind, the culprit pass, the reason and the reduced case with constants, widths, names and the
/// order of arguments abstracted; of a crash, of its headline. It says nothing of the compiler's version. Long ones end
/// in a hash.
std::string signature(const Finding& finding);

/// The same of a function, as the signature shows it: its effects as trees over its arguments. Text that is no module
/// gives "?".
std::string shape_of(const std::string& module_text, const std::string& function);

/// One line for a list of bugs or the head of an issue, e.g. "[InstCombine] miscompile: icmp of ctpop (value
/// mismatch)".
std::string title(const Finding& finding);

/// A bug that the upstream project knows.
struct KnownIssue {
  std::string pattern;  ///< a signature, in which each * stands for any text
  std::string link;
  std::string note;  ///< may be empty
  bool operator==(const KnownIssue&) const = default;
};

/// Known issues, kept in a text file. Each issue is a paragraph of lines `signature: …`, `link: …` and, where there is
/// something to say, `note: …`; several signatures may share a link; lines that begin with # are comments.
class KnownIssues {
 public:
  /// The error names file and line.
  static Result<KnownIssues> parse(std::string_view text, const std::string& name);
  static Result<KnownIssues> load(const std::string& path);
  /// As text that `parse` reads.
  std::string print() const;

  void add(KnownIssue issue) { issues_.push_back(std::move(issue)); }
  /// The first issue whose pattern matches, or null.
  const KnownIssue* match(const std::string& signature) const;
  const std::vector<KnownIssue>& all() const { return issues_; }

 private:
  std::vector<KnownIssue> issues_;
};

}  // namespace assay::triage
