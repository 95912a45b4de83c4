#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "services/worker/triage/known_roots.h"

/// Which of the bugs found are news: the one place that decides it.
namespace assay::triage {

/// Words of --semantics and ids of rules whose bugs are tolerated where nobody says otherwise.
const std::vector<std::string>& tolerated_by_default();

/// Has somebody dealt with a bug of this status: reported it, or said that it is fixed, none, or another one's
/// duplicate?
bool is_settled(BugStatus status);
/// Is there nothing more to ask about it: no bug, a duplicate, or one that nobody will fix?
bool is_dismissed(BugStatus status);

/// What is known of a bug.
struct Standing {
  enum class Kind {
    New,
    Known,      ///< a rule recognises it, or somebody has dealt with it
    Tolerated,  ///< it falls under a relaxation, or a rule, that is tolerated
    Analysing,  ///< nothing can be said: its analysis did not come to an end, and no pass is known that does it
  };
  Kind kind = Kind::New;
  const KnownRoot* rule = nullptr;  ///< that it falls under; null: none
  /// The rule's id, else the relaxations that explain what is tolerated; empty: no root is known.
  std::string root;
};
const char* name_of(Standing::Kind kind);
std::optional<Standing::Kind> enumerator_of(std::string_view name, std::type_identity<Standing::Kind>);

/// In lists what is news comes first, then what may be, then what is known, then what is tolerated.
unsigned place_of(Standing::Kind kind);
/// The word for a bug in lists: its status; of one that nobody has dealt with, and that is no news, its standing.
const char* word_of(const Standing& standing, BugStatus status);

/// The rules and the words by which standings are given.
class Roots {
 public:
  /// `file`: of rules; empty: those that come with Assay. The error names the file and what is wrong with it.
  static Result<Roots> open(const std::string& file, std::vector<std::string> tolerate);

  /// The tolerated words that are neither a relaxation of LangRef nor the id of a rule, of this file or of those
  /// that come with Assay.
  std::vector<std::string> unknown_words() const;
  /// All that could be tolerated.
  std::vector<std::string> words() const;

  /// Of a finding of which nobody has said anything; on that day ("2026-11-22"; empty: today).
  Standing standing_of(const Finding& finding, const std::string& day = {}) const;
  /// Of a bug, by the case that represents it and its status.
  Standing standing_of(const Bug& bug, const std::string& day = {}) const;

  /// The same as long as all bugs stand as they do, on that day ("2026-11-22"; empty: today).
  std::string edition(const std::string& day = {}) const;

  const KnownRoots& rules() const { return own_ ? *own_ : KnownRoots::shipped(); }

  /// Bugs of one rule; a bug of no rule is one by itself.
  struct Group {
    const KnownRoot* rule = nullptr;
    std::vector<const Bug*> bugs;
  };
  /// Those of the bugs that stand so. A group is where the first of its bugs is in the list.
  std::vector<Group> groups_of(const std::vector<Bug>& bugs, Standing::Kind kind) const;

 private:
  std::shared_ptr<const KnownRoots> own_;  ///< null: those that come with Assay
  std::vector<std::string> tolerate_;
};

}  // namespace assay::triage
