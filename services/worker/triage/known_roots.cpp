#include "services/worker/triage/known_roots.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "services/common/hash.h"
#include "services/common/text.h"
#include "services/common/text_file.h"
#include "services/common/user_words.h"
#include "services/documents/documents.h"

namespace assay::triage {
namespace {

using documents::Read;
using documents::required;
using documents::text;
using documents::Value;

/// Major versions, "22" or "14-22".
Read versions(KnownRoot& rule) {
  return [&rule](const Value& value) {
    std::string word;
    if (!value.word(word)) return;
    const char *at = word.data(), *end = at + word.size();
    auto read = std::from_chars(at, end, rule.first);
    rule.last = rule.first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
      read = std::from_chars(read.ptr + 1, end, rule.last);
    if (read.ec != std::errc() || read.ptr != end) value.complain("'" + word + "': expected 22 or 14-22");
  };
}

Read kind(KnownRoot& rule) {
  return [&rule](const Value& value) {
    std::string word;
    if (!value.word(word)) return;
    rule.kind = finding_kind_of(word);
    if (rule.kind) return;
    const std::vector<std::string> words = finding_kind_names();
    value.complain("no kind of finding is called '" + word + "': expected " + alternatives(words) + guess(word, words));
  };
}

void check_pattern(const Value& value, const std::string& pattern) {
  try {
    (void)std::regex(pattern);
  } catch (const std::regex_error& error) {
    value.complain("'" + pattern + "' is no regular expression: " + error.what());
  }
}

Read pattern(std::string& into) {
  return [&into](const Value& value) {
    if (value.word(into)) check_pattern(value, into);
  };
}

Read patterns(std::vector<std::string>& into) {
  return documents::list([&into](const Value& item) { pattern(into.emplace_back())(item); });
}

Read state(KnownRoot& rule) {
  static const std::vector<std::string> words{"open", "fixed", "disputed", "unreported"};
  return documents::choice(words, [&rule](std::size_t place) { rule.state = words[place]; });
}

KnownRoot rule_of(const Value& value) {
  KnownRoot rule;
  documents::read_map(value, {required("id", text(rule.id)),
                              {"kind", kind(rule)},
                              {"passes", documents::texts(rule.passes)},
                              {"compilers", versions(rule)},
                              {"explained-by", text(rule.explained_by)},
                              {"shows", patterns(rule.shows)},
                              {"becomes", patterns(rule.becomes)},
                              {"loses", patterns(rule.loses)},
                              {"says", pattern(rule.says)},
                              {"upstream", text(rule.upstream)},
                              required("state", state(rule)),
                              {"owner", text(rule.owner)},
                              required("reason", text(rule.reason)),
                              {"expires", text(rule.expires)}});
  return rule;
}

// The library's matcher takes the stack for each character that a "*" has passed: what is as long as this is no known
// root.
constexpr std::size_t kLongest = 8'192;

bool finds(const std::string& pattern, const std::string& text) {
  return text.size() <= kLongest && std::regex_search(text, std::regex(pattern));
}

/// Does the pattern match something in the text before that is not in the text after?
bool is_lost(const std::string& pattern, const std::string& before, const std::string& after) {
  if (before.size() > kLongest) return false;
  const std::regex expression(pattern);
  const auto first = std::sregex_iterator(before.begin(), before.end(), expression);
  return std::any_of(first, std::sregex_iterator(),
                     [&](const std::smatch& match) { return after.find(match.str()) == std::string::npos; });
}

/// A culprit is one pass, or several with commas, none of which fails alone.
bool has_culprit(const std::vector<std::string>& passes, const std::string& culprit) {
  std::istringstream names(culprit);
  for (std::string name; std::getline(names, name, ',');)
    if (std::ranges::find(passes, name) != passes.end()) return true;
  return false;
}

bool covers(const KnownRoot& rule, const Finding& finding) {
  if (rule.kind && *rule.kind != finding.kind) return false;
  if (!rule.passes.empty() && !has_culprit(rule.passes, finding.culprit)) return false;
  const auto major = static_cast<unsigned>(std::atoi(finding.compiler.version.c_str()));
  if (major < rule.first || major > rule.last) return false;
  if (!rule.explained_by.empty() && rule.explained_by != finding.explained_by) return false;
  if (!rule.says.empty() && !finds(rule.says, finding.detail)) return false;
  const auto finds_all = [](const std::vector<std::string>& patterns, const std::string& text) {
    return std::all_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return finds(pattern, text); });
  };
  return finds_all(rule.shows, finding.reduced) && finds_all(rule.becomes, finding.reduced_target) &&
         std::ranges::all_of(rule.loses, [&](const std::string& pattern) {
           return is_lost(pattern, finding.reduced, finding.reduced_target);
         });
}

#include "known_roots.inc"

}  // namespace

Result<KnownRoots> KnownRoots::parse(const std::string& text, const std::string& file) {
  const auto root = documents::parse(text, file);
  if (!root) return Error{root.error()};
  documents::Mistakes mistakes(file);
  KnownRoots known;
  known.id_ = content_id(text);
  const Value rules(*root, mistakes);
  if (root->kind != documents::Node::Kind::List && root->kind != documents::Node::Kind::Nothing)
    return Error{file + ":1:1: is no list of rules: expected \"- id: …\""};
  for (const Value& rule : rules.items()) known.rules_.push_back(rule_of(rule));
  if (!mistakes.none()) return Error{mistakes.text()};
  return known;
}

Result<KnownRoots> KnownRoots::open(const std::string& file) {
  const auto text = read_text_file(file);
  if (!text) return Error{text.error()};
  return parse(*text, file);
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
