// The store's members about what people make of bugs.
#include <algorithm>

#include "services/common/records.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {
namespace {

constexpr const char* kItself = "assay";  // who changes what changes by itself

/// One change under way: what was, what will be, and what history says of it.
class Changing {
 public:
  Changing(Connection& connection, const BugChange& change, Bug bug, BugCare care)
      : connection_(connection), change_(change), bug_(std::move(bug)), before_(care), care_(std::move(care)) {}

  /// Works out the new state; the inner status is why it may not be.
  Result<Status> prepare() {
    for (const auto& [from, to] :
         {std::pair(&change_.assignee, &care_.assignee), std::pair(&change_.upstream, &care_.upstream)})
      if (!from->empty()) *to = *from == "none" ? "" : *from;
    if (!change_.status) return Status();
    if (auto fault = forbidden(bug_.status, *change_.status)) return Status(fault);
    if (change_.status == BugStatus::Reported && care_.upstream.empty())
      return Status(Error{"upstream: a reported bug has a link to its report"});
    if (change_.status == BugStatus::Fixed && change_.fixed_in.empty())
      return Status(Error{"fixed_in: in which compiler is it fixed?"});
    care_.fixed_in = change_.fixed_in;
    care_.duplicate_of = change_.duplicate_of;
    return care_.duplicate_of.empty() ? Status() : check_original();
  }

  Status write() {
    if (auto error = connection_.care.write(bug_.id, care_)) return error;
    if (change_.status) {
      auto known = connection_.bugs.set_status(bug_.id, *change_.status);
      if (!known) return Error{known.error()};
    }
    if (auto error = note("status", name_of(bug_.status), name_of(change_.status.value_or(bug_.status)))) return error;
    if (auto error = note("assignee", before_.assignee, care_.assignee)) return error;
    if (auto error = note("upstream", before_.upstream, care_.upstream)) return error;
    if (auto error = note("fixed-in", before_.fixed_in, care_.fixed_in)) return error;
    if (auto error = note("duplicate-of", before_.duplicate_of, care_.duplicate_of)) return error;
    if (auto error = write_tags()) return error;
    return noted_ || change_.why.empty() ? Status() : add("note", "", "");
  }

 private:
  /// A bug can't be the same as itself, as one that is not there, or as one that is said to be the same as another.
  Result<Status> check_original() {
    auto original = connection_.bugs.find(care_.duplicate_of);
    if (!original) return Error{original.error()};
    if (!*original) return Status(Error{"duplicate_of: no bug has the id '" + care_.duplicate_of + "'"});
    if (care_.duplicate_of == bug_.id) return Status(Error{"duplicate_of: a bug is not its own duplicate"});
    if ((*original)->status == BugStatus::Duplicate)
      return Status(Error{"duplicate_of: bug " + care_.duplicate_of + " is a duplicate itself"});
    auto copies = connection_.bugs.duplicates_of(bug_.id);
    if (!copies) return Error{copies.error()};
    if (!copies->empty())
      return Status(Error{"status: bug " + copies->front() + " is a duplicate of this one: split it off first"});
    return Status();
  }
  Status write_tags() {
    std::vector<std::string>& tags = care_.tags;
    for (const std::string& tag : change_.add_tags) {
      if (std::find(tags.begin(), tags.end(), tag) != tags.end()) continue;
      tags.push_back(tag);
      if (auto error = connection_.care.add_tag(bug_.id, tag)) return error;
      if (auto error = add("tag", "", tag)) return error;
    }
    for (const std::string& tag : change_.remove_tags) {
      if (std::erase(tags, tag) == 0) continue;
      if (auto error = connection_.care.remove_tag(bug_.id, tag)) return error;
      if (auto error = add("tag", tag, "")) return error;
    }
    return {};
  }
  Status note(const char* what, const std::string& before, const std::string& after) {
    return before == after ? Status() : add(what, before, after);
  }
  Status add(const char* what, const std::string& before, const std::string& after) {
    noted_ = true;
    return connection_.care.add_event(bug_.id, {utc_now(), change_.who, what, before, after, change_.why});
  }

  Connection& connection_;
  const BugChange& change_;
  const Bug bug_;
  const BugCare before_;
  BugCare care_;
  bool noted_ = false;
};

}  // namespace

Result<Status> Store::change_bug(const BugChange& change) {
  if (auto fault = fault_of(change)) return fault;
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return *transaction.error();
  auto bug = state_->bugs.find(change.bug_id);
  if (!bug) return Error{bug.error()};
  if (!*bug) return Status(Error{"bug_id: no bug has the id '" + change.bug_id + "'"});
  auto care = state_->care.read(change.bug_id);
  if (!care) return Error{care.error()};
  Changing changing(*state_, change, std::move(**bug), std::move(*care));
  auto fault = changing.prepare();
  if (!fault || *fault) return fault;
  if (auto error = changing.write()) return *error;
  if (auto error = transaction.commit()) return *error;
  return Status();
}

Result<BugCare> Store::care_of(const std::string& bug_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->care.read(bug_id);
}

Status Connection::notice_return(const std::string& bug_id, const std::string& finding_id,
                                 const std::string& compiler) {
  auto bug = bugs.find(bug_id);
  if (!bug) return Error{bug.error()};
  if (!*bug || (*bug)->status != BugStatus::Fixed) return {};
  auto cared = care.read(bug_id);
  if (!cared) return Error{cared.error()};
  if (cared->fixed_in.empty() || !is_as_new_as(compiler, cared->fixed_in)) return {};
  auto known = bugs.set_status(bug_id, BugStatus::Regressed);
  if (!known) return Error{known.error()};
  return care.add_event(
      bug_id, {utc_now(), kItself, "status", name_of(BugStatus::Fixed), name_of(BugStatus::Regressed),
               "seen again in LLVM " + compiler + ", fixed in " + cared->fixed_in + ": finding " + finding_id});
}

}  // namespace assay::store
