#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/common/bug_status.h"
#include "services/common/fields.h"
#include "services/common/status.h"

/// What people make of bugs.
namespace assay::store {

/// One entry of a bug's history.
struct BugEvent {
  std::string at;  ///< UTC
  std::string who;
  std::string what;  ///< status, assignee, upstream, fixed-in, duplicate-of, tag, note
  std::string before;
  std::string after;
  std::string why;
  bool operator==(const BugEvent&) const = default;
};
ASSAY_FIELDS(BugEvent, at, who, what, before, after, why);

struct BugCare {
  std::string assignee;
  std::string upstream;      ///< the report in the compiler's tracker
  std::string fixed_in;      ///< VERSION or VERSION@BUILD of the compiler in which it is fixed
  std::string duplicate_of;  ///< the id of the bug that it is the same as
  std::vector<std::string> tags;
  std::vector<BugEvent> history;  ///< oldest first
  bool operator==(const BugCare&) const = default;
};
ASSAY_FIELDS(BugCare, assignee, upstream, fixed_in, duplicate_of, tags, history);

/// A change, all of it or nothing. Empty fields change nothing; "none" empties assignee and upstream. A change of
/// nothing is a note.
struct BugChange {
  std::string bug_id;
  std::string who;  ///< required
  std::string why;
  std::optional<BugStatus> status;
  std::string assignee;
  std::string upstream;
  std::string fixed_in;
  std::string duplicate_of;
  std::vector<std::string> add_tags;
  std::vector<std::string> remove_tags;
};
ASSAY_FIELDS(BugChange, bug_id, who, why, status, assignee, upstream, fixed_in, duplicate_of, add_tags, remove_tags);

/// Why a bug may not go from one status to another; nothing if it may.
Status forbidden(BugStatus from, BugStatus to);

/// Is the version of one compiler's name at least the other's? "19.1.7@BUILD" is compared by its numbers.
bool is_as_new_as(const std::string& compiler, const std::string& other);

/// What is wrong with a change before anything is looked up, by field.
Status fault_of(const BugChange& change);

}  // namespace assay::store
