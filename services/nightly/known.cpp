#include "services/nightly/known.h"

#include <algorithm>

#include "services/common/user_words.h"
#include "services/worker/semantics/variant.h"

namespace assay::nightly {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

Result<KnownBugsOf> KnownBugsOf::open(const std::string& file, const std::vector<std::string>& tolerate) {
  KnownBugsOf known;
  known.tolerate_ = tolerate;
  if (!file.empty()) {
    auto read = triage::KnownRoots::open(file);
    if (!read) return Error{read.error()};
    known.own_ = std::make_shared<triage::KnownRoots>(std::move(*read));
  }
  if (known.own_) return known;  // a file of the user's need not have the rules that are tolerated by default
  std::vector<std::string> words;
  for (const auto& word : semantics::relaxations()) words.emplace_back(word);
  for (const triage::KnownRoot& rule : triage::KnownRoots::shipped().rules()) words.push_back(rule.id);
  for (const std::string& word : tolerate)
    if (!contains(words, word))
      return Error{"tolerate: '" + word + "' is neither a relaxation nor the id of a known root" + guess(word, words)};
  return known;
}

std::optional<KnownAs> KnownBugsOf::root_of(const Bug& bug, const std::string& day) const {
  if (const triage::KnownRoot* rule = (own_ ? *own_ : triage::KnownRoots::shipped()).match(bug.best, day))
    return KnownAs{rule->id, rule->upstream};
  if (triage::tolerates(tolerate_, bug.best.explained_by)) return KnownAs{bug.best.explained_by, ""};
  return std::nullopt;
}

}  // namespace assay::nightly
