#include "services/coordinator/store/bug_filter.h"

#include <algorithm>
#include <functional>

namespace assay::store {
namespace {

constexpr std::size_t kIndexedLetters = 3;

// The text as a phrase of the index: what is an operator there is a letter.
std::string phrase_of(const std::string& text) {
  std::string phrase = "\"";
  for (const char c : text) phrase += c == '"' ? std::string("\"\"") : std::string(1, c);
  return phrase + "\"";
}

std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0u) != 0x80u; }));
}

/// Makes a condition of a text that is searched for.
using Search = std::function<Result<SqlCondition>(const std::string& text)>;

/// Numbers of bugs.
using Numbers = std::vector<std::uint64_t>;

Result<Numbers> numbers_in(Query& query) {
  Numbers numbers;
  while (query.next()) numbers.push_back(query.number(0));
  if (query.error()) return *query.error();
  return numbers;
}

// What FTS5 keeps of title, signature and reduced. To read it there takes a third of the time that the virtual table
// takes.
constexpr const char* kHasText = "(c0 LIKE ?1 ESCAPE '\\' OR c1 LIKE ?1 ESCAPE '\\' OR c2 LIKE ?1 ESCAPE '\\')";

Result<Numbers> numbers_by_reading(Database& database, const std::string& text) {
  Query query(database, std::string("SELECT id FROM bug_search_content WHERE ") + kHasText);
  query.bind(like_pattern(text));
  return numbers_in(query);
}

/// Does a sample of bugs say that at least one in a hundred has the text? Then reading all is faster than an index
/// whose words all bugs share.
Result<bool> is_common(Database& database, const std::string& text) {
  Query query(database, std::string("SELECT COUNT(*), COALESCE(SUM") + kHasText +
                            ", 0) FROM (SELECT c0, c1, c2 FROM bug_search_content LIMIT 2000)");
  query.bind(like_pattern(text));
  const bool found = query.next();
  if (query.error()) return *query.error();
  return found && query.number(1) > 0 && query.number(1) * 100 >= query.number(0);
}

/// Some words of the index that the text consists of, from its begin to its end.
std::string words_of(const std::string& text) {
  constexpr std::size_t kMost = 8;
  const std::size_t last = text.size() - kIndexedLetters;
  const std::size_t count = std::min(kMost, last / kIndexedLetters + 1);
  std::string words;
  for (std::size_t i = 0; i <= count; ++i)
    words += (i == 0 ? "" : " AND ") + phrase_of(text.substr(last * i / count, kIndexedLetters));
  return words;
}

Result<Numbers> numbers_by_phrase(Database& database, const std::string& text) {
  Query query(database, "SELECT rowid FROM bug_search WHERE bug_search MATCH ?");
  query.bind(phrase_of(text));
  return numbers_in(query);
}

Result<Numbers> numbers_by_words(Database& database, const std::string& text) {
  Query query(database, std::string("SELECT id FROM bug_search_content WHERE id IN (SELECT rowid FROM bug_search WHERE "
                                    "bug_search MATCH ?2) AND ") +
                            kHasText);
  query.bind(like_pattern(text)).bind(words_of(text));
  return numbers_in(query);
}

/// Long phrases are what the index is slow with: it compares the places of all words in all texts. So the texts that
/// have some of the words are read.
Result<Numbers> numbers_with(Database& database, const std::string& text) {
  constexpr std::size_t kLongestPattern = 1'000;
  if (letters_of(text) < kIndexedLetters) return numbers_by_reading(database, text);
  // Of letters beyond ASCII, only the index knows which are the same but for their case.
  const bool is_ascii = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
  if (!is_ascii || text.size() == kIndexedLetters || text.size() > kLongestPattern)
    return numbers_by_phrase(database, text);
  const auto common = is_common(database, text);
  if (!common) return Error{common.error()};
  return *common ? numbers_by_reading(database, text) : numbers_by_words(database, text);
}

/// The bugs that have the text, as a condition. Few are looked up among the bugs; of many, the bugs are asked one by
/// one in their order, since the first of them soon fill a page.
Result<SqlCondition> found_in(Database& database, const std::string& text) {
  constexpr std::size_t kFew = 2'000;
  const auto numbers = numbers_with(database, text);
  if (!numbers) return Error{numbers.error()};
  if (numbers->size() <= kFew) {
    std::string list;
    for (const std::uint64_t number : *numbers) list += (list.empty() ? "" : ",") + std::to_string(number);
    return SqlCondition{"id IN (SELECT bug_id FROM bug_numbers WHERE number IN (SELECT value FROM json_each(?)))",
                        {"[" + list + "]"},
                        numbers->size()};
  }
  std::string bits(*std::max_element(numbers->begin(), numbers->end()) / 8 + 1, '\0');
  for (const std::uint64_t number : *numbers) bits[number / 8] = static_cast<char>(bits[number / 8] | 1 << number % 8);
  return SqlCondition{"has_bit(?, (SELECT number FROM bug_numbers WHERE bug_id = id))", {bits}, numbers->size()};
}

Result<SqlCondition> seen_in(const std::string& comparator, const std::string& name) {
  if (comparator != "=" && comparator != ":" && comparator != "!=")
    return Error{"'" + comparator + "' does not go with it; =, != and : do"};
  SqlCondition compiler = compiler_condition(name);
  compiler.sql = "EXISTS (SELECT 1 FROM bug_compilers WHERE bug_id = bugs.id AND " + compiler.sql + ")";
  if (comparator == "!=") compiler.sql = "NOT " + compiler.sql;
  return compiler;
}

/// What a list of bugs can be filtered by.
Vocabulary bug_vocabulary(const Search& search) {
  const auto text = [search](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (!comparator.empty() && comparator != "=" && comparator != ":")
      return Error{"'" + comparator + "' does not go with it; = and : do"};
    return value.empty() ? SqlCondition{"1", {}} : search(value);
  };
  return Vocabulary()
      .text("id", "id")
      .text("pass", "culprit")
      .text("title", "title")
      .text("signature", "signature")
      .word("kind", "kind", finding_kind_names())
      .word("status", "status", bug_status_names())
      .number("count", "count")
      .time("first_seen", "first_seen")
      .time("last_seen", "last_seen")
      .add("compiler", seen_in)
      .membership("assignee", "id IN (SELECT bug_id FROM bug_care WHERE assignee = ?)")
      .membership("tag", "id IN (SELECT bug_id FROM bug_tags WHERE tag = ?)")
      .membership("hunt", "id IN (SELECT bug_id FROM findings WHERE hunt_id = ?)")
      .add("text", text)
      .alone(text);
}

struct Order {
  const char* name;
  const char* column;  ///< as order_by names it
  bool descending;
  const char* sql = column;  ///< as an index has it
};
constexpr Order kOrders[] = {{"last-seen", "last_seen", true},
                             {"first-seen", "first_seen", true},
                             {"count", "count", true},
                             {"title", "title", false},
                             {"culprit", "culprit", false},
                             {"status", "status", false},
                             {"news", "news", true, "(9 - place) || ' ' || last_seen"}};

const Order& order_named(const std::string& name) {
  for (const Order& order : kOrders)
    if (name == order.name) return order;
  return kOrders[0];
}

}  // namespace

// Each form of name has a condition that an index answers.
SqlCondition compiler_condition(const std::string& name) {
  if (const auto at = name.find('@'); at != std::string::npos)
    return {"compiler_version = ? AND compiler_build = ?", {name.substr(0, at), name.substr(at + 1)}};
  if (name == "linked" || name.find('/') != std::string::npos) return {"compiler_path = ?", {name}};
  // "16." and what follows it, up to the next character
  return {"(compiler_version = ? OR (compiler_version >= ? AND compiler_version < ?))", {name, name + ".", name + "/"}};
}

std::string filter_text_of(const BugFilter& filter) {
  std::string text;
  const auto add = [&](const char* field, const char* comparator, const std::string& value) {
    if (!value.empty())
      text += (text.empty() ? "" : " AND ") + std::string(field) + " " + comparator + " " + quoted(value);
  };
  add("pass", "=", filter.pass);
  add("status", "=", filter.status);
  if (filter.kind) add("kind", "=", name_of(*filter.kind));
  add("last_seen", ">=", filter.since);
  add("last_seen", "<", filter.until);
  add("compiler", "=", filter.compiler);
  add("assignee", "=", filter.assignee);
  add("tag", "=", filter.tag);
  add("hunt", "=", filter.hunt);
  add("text", "=", filter.text);
  if (filter.filter.find_first_not_of(" \t\r\n") == std::string::npos) return text;
  return text.empty() ? filter.filter : text + " AND (" + filter.filter + ")";
}

Status fault_of(const FilterTerm& filter) {
  const auto condition = bug_vocabulary([](const std::string&) { return SqlCondition{"1", {}}; }).condition_of(filter);
  return condition ? Status() : Error{condition.error()};
}

Result<SqlCondition> condition_of(const BugFilter& filter, Database& database) {
  return bug_vocabulary([&](const std::string& text) { return found_in(database, text); })
      .condition_of(filter_text_of(filter));
}

BugOrder order_of(const std::string& sort) {
  const bool reverse = sort.starts_with("-");
  const Order& order = order_named(sort.substr(reverse ? 1 : 0));
  return {order.sql, order.descending != reverse};
}

std::vector<std::string> bug_orders() {
  std::vector<std::string> names;
  for (const Order& order : kOrders) names.emplace_back(order.name);
  return names;
}

Status sort_fault(const std::string& sort) {
  const auto orders = bug_orders();
  const std::string name = sort.substr(sort.starts_with("-") ? 1 : 0);
  if (sort.empty() || std::find(orders.begin(), orders.end(), name) != orders.end()) return {};
  return unknown_value("sort", sort, orders);
}

std::string order_by_of(const std::string& sort) {
  const bool reverse = sort.starts_with("-");
  const Order& order = order_named(sort.substr(reverse ? 1 : 0));
  return order.column + std::string(order.descending != reverse ? " desc" : "");
}

Result<std::string> sort_of(const std::string& order_by) {
  if (order_by.empty()) return std::string();
  const std::size_t blank = order_by.find(' ');
  const std::string column = order_by.substr(0, blank),
                    way = blank == std::string::npos ? "" : order_by.substr(blank + 1);
  std::vector<std::string> columns;
  for (const Order& order : kOrders) {
    columns.emplace_back(order.column);
    if (column == order.column && (way.empty() || way == "desc"))
      return (order.descending == (way == "desc") ? "" : "-") + std::string(order.name);
  }
  Error unknown = unknown_value("order_by", order_by, columns);
  unknown.message += ", with \" desc\" behind it or not";
  return unknown;
}

}  // namespace assay::store
