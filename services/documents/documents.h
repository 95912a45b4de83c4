#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "services/common/status.h"

/// Files that people write in YAML: a plan of nights, a list of known roots. A file is read into a tree, each value of
/// which knows its place; whoever reads the tree tells all that is wrong with it, not only what comes first.
namespace assay::documents {

struct Place {
  unsigned line = 1, column = 1;
  auto operator<=>(const Place&) const = default;
};

/// A value of the file.
struct Node {
  enum class Kind { Nothing, Word, List, Map };
  struct Entry;
  Kind kind = Kind::Nothing;
  Place place;
  std::string word;
  std::vector<Node> items;
  std::vector<Entry> entries;  ///< in the file's order; a key may stand there twice

  /// The value of a key of a map; null: there is none.
  const Node* at(const std::string& key) const;
};
struct Node::Entry {
  std::string key;
  Place place;
  Node value;
};

/// The tree of a file with one document; of an empty one it is nothing. The error is what no YAML is:
/// "FILE:LINE:COLUMN: what is wrong".
Result<Node> parse(const std::string& text, const std::string& file);

/// What is wrong with a file.
class Mistakes {
 public:
  explicit Mistakes(std::string file) : file_(std::move(file)) {}
  void add(const Place& place, const std::string& what) { all_.push_back({place, what}); }
  bool none() const { return all_.empty(); }
  /// "FILE:LINE:COLUMN: FIELD: what is wrong", a line each, in the file's order; of very many the first.
  std::string text() const;

 private:
  struct Mistake {
    Place place;
    std::string what;
  };
  std::string file_;
  std::vector<Mistake> all_;
};

/// A value while it is read. What is wrong with it is told by its field: the keys that lead to it, "budget.time".
class Value {
 public:
  Value(const Node& node, Mistakes& mistakes, std::string field = "")
      : node_(&node), mistakes_(&mistakes), field_(std::move(field)) {}

  const Node& node() const { return *node_; }
  void complain(const std::string& what) const;
  /// The values of a list; nothing is an empty one.
  std::vector<Value> items() const;
  /// The value as text. False, and it is told: it is a list or a map. Nothing is an empty text.
  bool word(std::string& into) const;
  Value of(const Node& node, const std::string& key) const;

 private:
  const Node* node_;
  Mistakes* mistakes_;
  std::string field_;
};

using Read = std::function<void(const Value&)>;

struct Key {
  const char* name;
  Read read;
  bool is_required = false;
};
inline Key required(const char* name, Read read) { return {name, std::move(read), true}; }

/// Reads a map by its keys; nothing is an empty map. Told are keys that are none of these, stand there twice, or are
/// missing, except one for which an unknown one seems to be meant.
void read_map(const Value& map, const std::vector<Key>& keys);

/// What values are read into; each lives as long as the reading.
Read text(std::string& into);
Read texts(std::vector<std::string>& into);
Read list(std::function<void(const Value&)> of_item);

/// A whole number.
template <class T>
Read number(T& into, std::uint64_t least, std::uint64_t most = std::numeric_limits<T>::max());

/// One of the words, by its place among them.
Read choice(std::vector<std::string> words, std::function<void(std::size_t)> take);

bool read_number(const Value& value, std::uint64_t least, std::uint64_t most, std::uint64_t& into);

template <class T>
Read number(T& into, std::uint64_t least, std::uint64_t most) {
  return [&into, least, most](const Value& value) {
    if (std::uint64_t read = 0; read_number(value, least, most, read)) into = static_cast<T>(read);
  };
}

}  // namespace assay::documents
