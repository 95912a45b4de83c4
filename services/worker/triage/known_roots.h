#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/common/status.h"

namespace assay::triage {

/// A rule that recognises the findings of a root that somebody has looked into. What a rule leaves empty matches all.
struct KnownRoot {
  std::string id;  ///< a word: "memcpy-through-integer"
  std::optional<FindingKind> kind;
  std::vector<std::string> passes;  ///< one of them is the culprit, or among those that are it together
  unsigned first = 0, last = ~0u;   ///< major versions of LLVM
  std::string explained_by;         ///< the finding's, exactly
  std::vector<std::string> shows;   ///< regular expressions, each of which the reduced case matches somewhere
  std::vector<std::string>
      becomes;  ///< regular expressions, each of which what the compiler makes of it matches somewhere
  std::vector<std::string>
      loses;         ///< regular expressions, each of which matches something there that is not there then
  std::string says;  ///< regular expression that the finding's detail matches somewhere
  // What is known of it.
  std::string upstream;  ///< link; empty: nobody has reported it
  std::string state;     ///< open, fixed, disputed, unreported
  std::string owner;     ///< who looks after the rule; empty: nobody
  std::string reason;    ///< one sentence: what the compiler does
  std::string expires;   ///< "2027-06-30": from the next day on the rule matches nothing, so that somebody looks again
};

/// The rules of a file; the first that matches counts.
class KnownRoots {
 public:
  /// Reads YAML, a list of rules; docs/known-roots.md tells its fields. The error names each mistake with file, line
  /// and field.
  static Result<KnownRoots> parse(const std::string& text, const std::string& file);
  static Result<KnownRoots> open(const std::string& file);
  /// The rules that come with Assay.
  static const KnownRoots& shipped();

  /// Expressions are looked for in texts of 8 KiB at most. The rule that the finding falls under on that day
  /// ("2026-11-22"); null: it is not known.
  const KnownRoot* match(const Finding& finding, const std::string& today) const;
  const std::vector<KnownRoot>& rules() const { return rules_; }
  /// Of their text.
  const std::string& id() const { return id_; }

 private:
  std::string id_;
  std::vector<KnownRoot> rules_;
};

}  // namespace assay::triage
