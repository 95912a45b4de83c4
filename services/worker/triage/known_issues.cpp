#include <fstream>
#include <sstream>

#include "services/worker/triage/triage.h"

namespace assay::triage {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// One paragraph of the file while it is read.
struct Paragraph {
  std::vector<std::string> signatures;
  std::string link, note;
  bool empty() const { return signatures.empty() && link.empty() && note.empty(); }
};

}  // namespace

Result<KnownIssues> KnownIssues::parse(std::string_view text, const std::string& name) {
  KnownIssues result;
  Paragraph paragraph;
  std::size_t number = 0;
  const auto complain = [&](const std::string& what) {
    return Error{name + ":" + std::to_string(number) + ": " + what};
  };
  const auto finish = [&]() -> Status {
    if (paragraph.empty()) return std::nullopt;
    if (paragraph.signatures.empty() || paragraph.link.empty())
      return complain("the issue that ends here lacks its " +
                      std::string(paragraph.link.empty() ? "link" : "signature") + " line");
    for (std::string& signature : paragraph.signatures)
      result.add({std::move(signature), paragraph.link, paragraph.note});
    paragraph = {};
    return std::nullopt;
  };
  for (std::size_t start = 0; start <= text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    const std::string_view line = trimmed(text.substr(start, end - start));
    start = end + 1;
    ++number;
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      if (Status error = finish()) return *error;
      continue;
    }
    const auto colon = line.find(':');
    const std::string_view key = line.substr(0, colon);
    const std::string value(colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1)));
    if (value.empty()) return complain("expected 'signature: …', 'link: …' or 'note: …'");
    if (key == "signature")
      paragraph.signatures.push_back(value);
    else if (key == "link" && paragraph.link.empty())
      paragraph.link = value;
    else if (key == "note" && paragraph.note.empty())
      paragraph.note = value;
    else
      return complain("unexpected or repeated '" + std::string(key) + "'");
  }
  if (Status error = finish()) return *error;
  return result;
}

Result<KnownIssues> KnownIssues::load(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Error{path + ": can't be read"};
  std::ostringstream text;
  text << file.rdbuf();
  return parse(text.str(), path);
}

std::string KnownIssues::print() const {
  std::string text;
  for (const KnownIssue& issue : issues_) {
    text += "signature: " + issue.pattern + "\nlink: " + issue.link + "\n";
    if (!issue.note.empty()) text += "note: " + issue.note + "\n";
    text += "\n";
  }
  return text;
}

const KnownIssue* KnownIssues::match(const std::string& signature) const {
  for (const KnownIssue& issue : issues_)
    if (matches(issue.pattern, signature)) return &issue;
  return nullptr;
}

}  // namespace assay::triage
