#include <algorithm>
#include <charconv>

#include "services/common/sort_stably.h"
#include "services/common/text.h"
#include "services/common/user_words.h"
#include "services/documents/documents.h"

namespace assay::documents {
namespace {

std::vector<std::string> names_of(const std::vector<Key>& keys) {
  std::vector<std::string> names;
  for (const Key& key : keys) names.emplace_back(key.name);
  return names;
}

}  // namespace

std::string Mistakes::text() const {
  constexpr std::size_t kMost = 50;
  std::vector<Mistake> sorted = all_;
  sort_stably(sorted, [](const Mistake& a, const Mistake& b) { return a.place < b.place; });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMost); ++i)
    text += (i == 0 ? "" : "\n") + file_ + ":" + std::to_string(sorted[i].place.line) + ":" +
            std::to_string(sorted[i].place.column) + ": " + visible(sorted[i].what);
  if (sorted.size() > kMost) text += "\n" + file_ + ": " + std::to_string(sorted.size() - kMost) + " more mistakes";
  return text;
}

void Value::complain(const std::string& what) const {
  mistakes_->add(node_->place, (field_.empty() ? "" : field_ + ": ") + what);
}

Value Value::of(const Node& node, const std::string& key) const {
  return {node, *mistakes_, field_.empty() ? key : field_ + "." + key};
}

std::vector<Value> Value::items() const {
  std::vector<Value> values;
  if (node_->kind != Node::Kind::List && node_->kind != Node::Kind::Nothing) complain("expected a list");
  for (const Node& item : node_->items) values.emplace_back(item, *mistakes_, field_);
  return values;
}

bool Value::word(std::string& into) const {
  const bool is_word = node_->kind == Node::Kind::Word || node_->kind == Node::Kind::Nothing;
  if (is_word)
    into = node_->word;
  else
    complain(std::string("expected one value, not a ") + (node_->kind == Node::Kind::List ? "list" : "map"));
  return is_word;
}

void read_map(const Value& map, const std::vector<Key>& keys) {
  const Node& node = map.node();
  if (node.kind != Node::Kind::Map && node.kind != Node::Kind::Nothing)
    return map.complain("expected keys such as " + std::string(keys.front().name));
  const std::vector<std::string> names = names_of(keys);
  std::vector<std::string> seen, meant;
  for (const Node::Entry& entry : node.entries) {
    const auto key = std::find(names.begin(), names.end(), entry.key);
    const bool is_second = std::find(seen.begin(), seen.end(), entry.key) != seen.end();
    Node where;
    where.place = entry.place;
    if (key == names.end()) {
      meant.push_back(nearest(entry.key, names));
      map.of(where, entry.key)
          .complain("unknown key" +
                    (meant.back().empty() ? ": expected " + alternatives(names) : guess(entry.key, names)));
      continue;
    }
    seen.push_back(entry.key);
    if (is_second) {
      map.of(where, entry.key).complain("stands there twice");
    } else {
      const Value value = map.of(entry.value, entry.key);
      const Key& known = keys[static_cast<std::size_t>(key - names.begin())];
      if (known.is_required && entry.value.kind == Node::Kind::Nothing)
        value.complain("expected a value");
      else
        known.read(value);
    }
  }
  seen.insert(seen.end(), meant.begin(), meant.end());
  for (const Key& key : keys)
    if (key.is_required && std::find(seen.begin(), seen.end(), key.name) == seen.end())
      map.of(node, key.name).complain("is missing");
}

Read text(std::string& into) {
  return [&into](const Value& value) { value.word(into); };
}

Read texts(std::vector<std::string>& into) {
  return [&into](const Value& value) {
    into.clear();
    for (const Value& item : value.items())
      if (std::string word; item.word(word)) into.push_back(word);
  };
}

Read list(std::function<void(const Value&)> of_item) {
  return [of_item = std::move(of_item)](const Value& value) {
    for (const Value& item : value.items()) of_item(item);
  };
}

bool read_number(const Value& value, std::uint64_t least, std::uint64_t most, std::uint64_t& into) {
  std::string word;
  if (!value.word(word)) return false;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, into);
  if (read.ec == std::errc() && read.ptr == end && into >= least && into <= most) return true;
  const bool is_open = most >= std::numeric_limits<std::uint32_t>::max();
  value.complain("'" + word + "': expected a whole number" +
                 (is_open ? least == 0 ? "" : " of " + std::to_string(least) + " or more"
                          : " from " + std::to_string(least) + " to " + std::to_string(most)));
  return false;
}

Read choice(std::vector<std::string> words, std::function<void(std::size_t)> take) {
  return [words = std::move(words), take = std::move(take)](const Value& value) {
    std::string word;
    if (!value.word(word)) return;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
      return value.complain("'" + word + "': expected " + alternatives(words) + guess(word, words));
    take(static_cast<std::size_t>(found - words.begin()));
  };
}

}  // namespace assay::documents
