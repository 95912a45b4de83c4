#include "services/coordinator/store/care.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "services/common/compiler_id.h"
#include "services/common/text.h"

namespace assay::store {
namespace {

constexpr std::size_t kMaxWord = 1000;
constexpr std::size_t kMaxText = 64 << 10;
constexpr std::size_t kMaxTags = 32;

/// What a status may become. What was given up can be taken up again; only what was fixed can come back by itself.
/// Whatever a bug was taken for, it may turn out to be none.
struct Transitions {
  BugStatus from;
  std::vector<BugStatus> to;
};
const std::vector<BugStatus>& followers_of(BugStatus from) {
  using enum BugStatus;
  static const Transitions table[] = {
      {New, {Confirmed, Duplicate, Fixed, Invalid, Reported, WontFix}},
      {Confirmed, {Duplicate, Fixed, Invalid, Reported, WontFix}},
      {Reported, {Confirmed, Duplicate, Fixed, Invalid, WontFix}},
      {Fixed, {Confirmed, Invalid, Regressed}},
      {Regressed, {Confirmed, Duplicate, Fixed, Invalid, Reported, WontFix}},
      {Duplicate, {Invalid, New}},
      {Invalid, {New}},
      {WontFix, {Fixed, Invalid, New}},
  };
  static_assert(std::size(table) == kBugStatuses);
  return std::find_if(std::begin(table), std::end(table), [&](const Transitions& row) { return row.from == from; })->to;
}

Status one_line(const char* field, const std::string& text) {
  if (text.size() > kMaxWord)
    return Error{std::string(field) + ": is longer than " + std::to_string(kMaxWord) + " bytes"};
  if (!is_visible(text) || text.find_first_of("\n\t") != std::string::npos)
    return Error{std::string(field) + ": is no line of text"};
  return {};
}

Status tags_fault(const char* field, const std::vector<std::string>& tags) {
  if (tags.size() > kMaxTags)
    return Error{std::string(field) + ": has more than " + std::to_string(kMaxTags) + " entries"};
  for (const std::string& tag : tags)
    if (tag.empty() || tag.size() > 40 || !std::all_of(tag.begin(), tag.end(), [](unsigned char c) {
          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
        }))
      return Error{std::string(field) + ": '" + visible(tag.substr(0, 40)) +
                   "' is no tag: small letters, digits, '.', '-' and '_', at most 40"};
  return {};
}

}  // namespace

Status forbidden(BugStatus from, BugStatus to) {
  const std::vector<BugStatus>& allowed = followers_of(from);
  if (std::find(allowed.begin(), allowed.end(), to) != allowed.end()) return {};
  std::string names;
  for (const BugStatus each : allowed) names += (names.empty() ? "" : ", ") + std::string(name_of(each));
  return Error{"status: a bug that is " + std::string(name_of(from)) + " can't become " + name_of(to) +
               "; it can become " + names};
}

bool is_as_new_as(const std::string& compiler, const std::string& other) {
  const auto numbers = [](const std::string& name) {
    std::vector<long> parts;
    const char* at = name.c_str();
    for (char* end = nullptr; *at >= '0' && *at <= '9'; at = *end == '.' ? end + 1 : end)
      parts.push_back(std::strtol(at, &end, 10));
    return parts;
  };
  return numbers(compiler) >= numbers(other);
}

Status fault_of(const BugChange& change) {
  if (change.who.empty()) return Error{"who: is empty"};
  for (const auto& [field, text] : {std::pair("who", &change.who), std::pair("assignee", &change.assignee),
                                    std::pair("upstream", &change.upstream)})
    if (auto fault = one_line(field, *text)) return fault;
  if (change.why.size() > kMaxText) return Error{"why: is longer than " + std::to_string(kMaxText) + " bytes"};
  if (!is_visible(change.why)) return Error{"why: holds control characters"};
  if (!change.upstream.empty() && change.upstream != "none" && !change.upstream.starts_with("https://") &&
      !change.upstream.starts_with("http://"))
    return Error{"upstream: is no link (https://…)"};
  if (!change.fixed_in.empty() && (!is_compiler_name(change.fixed_in) || change.fixed_in == "linked"))
    return Error{"fixed_in: '" + visible(change.fixed_in.substr(0, 80)) + "' is no VERSION or VERSION@BUILD"};
  if (!change.fixed_in.empty() && change.status != BugStatus::Fixed)
    return Error{"fixed_in: goes with the status fixed"};
  if (change.duplicate_of.empty() != (change.status != BugStatus::Duplicate))
    return Error{"duplicate_of: goes with the status duplicate, and that with it"};
  if (auto fault = tags_fault("add_tags", change.add_tags)) return fault;
  return tags_fault("remove_tags", change.remove_tags);
}

}  // namespace assay::store
