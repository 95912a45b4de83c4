#include "services/coordinator/store/bugs_table.h"

#include <algorithm>

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
namespace {

// What the findings know is no column.
const Columns<Bug>& columns() {
  static const Columns<Bug> all;
  return all;
}

Result<std::vector<Bug>> read_all(Query& query, const Database& database) {
  std::vector<Bug> bugs;
  while (query.next())
    if (Status bad = columns().read(query, 0, bugs.emplace_back()))
      return Error{database.path() + ": bug " + bugs.back().id + ": " + bad->message};
  if (query.error()) return *query.error();
  return bugs;
}

// The text as a LIKE pattern that finds it anywhere; its own wildcards stand for themselves.
std::string pattern_of(const std::string& text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
}

// The text as a phrase of the index: what is an operator there is a letter.
std::string phrase_of(const std::string& text) {
  std::string phrase = "\"";
  for (const char c : text) phrase += c == '"' ? std::string("\"\"") : std::string(1, c);
  return phrase + "\"";
}

constexpr std::size_t kIndexedLetters = 3;

std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0u) != 0x80u; }));
}

/// What a filter asks of a row, and the values that it compares with.
class Conditions {
 public:
  explicit Conditions(const BugFilter& filter) {
    if (!filter.pass.empty()) add("culprit = ?", {filter.pass});
    if (!filter.status.empty()) add("status = ?", {filter.status});
    if (filter.kind) add("kind = ?", {name_of(*filter.kind)});
    if (!filter.since.empty()) add("last_seen >= ?", {filter.since});
    if (!filter.until.empty()) add("last_seen < ?", {filter.until});
    if (!filter.compiler.empty()) {
      const CompilerCondition compiler(filter.compiler);
      add("EXISTS (SELECT 1 FROM findings WHERE bug_id = bugs.id AND " + compiler.sql + ")", compiler.values);
    }
    if (!filter.assignee.empty()) add("id IN (SELECT bug_id FROM bug_care WHERE assignee = ?)", {filter.assignee});
    if (!filter.tag.empty()) add("id IN (SELECT bug_id FROM bug_tags WHERE tag = ?)", {filter.tag});
    if (!filter.hunt.empty()) add("id IN (SELECT bug_id FROM findings WHERE hunt_id = ?)", {filter.hunt});
    if (filter.text.empty()) return;
    const std::string matches =
        "id IN (SELECT bug_id FROM bug_search JOIN bug_numbers ON number = bug_search.rowid WHERE ";
    const std::string pattern = pattern_of(filter.text);
    if (letters_of(filter.text) >= kIndexedLetters)
      add(matches + "bug_search MATCH ?)", {phrase_of(filter.text)});
    else
      add(matches +
              "title LIKE ? ESCAPE '\\' OR bug_search.signature LIKE ? ESCAPE '\\' OR reduced LIKE ? ESCAPE '\\')",
          {pattern, pattern, pattern});
  }

  const std::string& sql() const { return sql_; }
  void bind(Query& query) const {
    for (const std::string& value : values_) query.bind(value);
  }

 private:
  void add(const std::string& condition, const std::vector<std::string>& bound) {
    sql_ += (sql_.empty() ? " WHERE " : " AND ") + condition;
    values_.insert(values_.end(), bound.begin(), bound.end());
  }
  std::string sql_;
  std::vector<std::string> values_;
};

/// A way to sort: its name, its column, and whether large values come first.
struct Order {
  const char* name;
  const char* column;
  bool descending;
};
constexpr Order kOrders[] = {{"last-seen", "last_seen", true}, {"first-seen", "first_seen", true},
                             {"count", "count", true},         {"title", "title", false},
                             {"culprit", "culprit", false},    {"status", "status", false}};

/// The order of a name that is known; ids make it the same every time, and go the way that the column's index goes.
std::string order_of(const std::string& sort) {
  const bool reverse = sort.starts_with("-");
  const std::string name = sort.substr(reverse ? 1 : 0);
  const Order* order = &kOrders[0];
  for (const Order& each : kOrders)
    if (name == each.name) order = &each;
  const std::string way = order->descending != reverse ? " DESC" : "";
  return order->column + way + ", id" + way;
}

}  // namespace

// Each form of name has a condition that an index answers.
CompilerCondition::CompilerCondition(const std::string& name) {
  if (const auto at = name.find('@'); at != std::string::npos) {
    sql = "compiler_version = ? AND compiler_build = ?";
    values = {name.substr(0, at), name.substr(at + 1)};
  } else if (name == "linked" || name.find('/') != std::string::npos) {
    sql = "compiler_path = ?";
    values = {name};
  } else {  // "16." and what follows it, up to the next character
    sql = "(compiler_version = ? OR (compiler_version >= ? AND compiler_version < ?))";
    values = {name, name + ".", name + "/"};
  }
}

std::vector<std::string> bug_orders() {
  std::vector<std::string> names;
  for (const Order& order : kOrders) names.emplace_back(order.name);
  return names;
}

Result<std::optional<std::string>> BugsTable::id_of_signature(const std::string& signature) {
  Query query(database_, "SELECT id FROM bugs WHERE signature = ?");
  std::optional<std::string> id;
  if (query.bind(signature).next()) id = query.text(0);
  if (query.error()) return *query.error();
  return id;
}

Status BugsTable::insert(const Bug& bug) {
  static const std::string sql =
      "INSERT INTO bugs (" + columns().list() + ") VALUES (" + columns().placeholders() + ")";
  Query query(database_, sql);
  columns().bind(query, bug);
  return query.run();
}

Status BugsTable::count_up(const std::string& id, const std::string& seen_at) {
  Query query(database_,
              "UPDATE bugs SET count = count + 1, first_seen = MIN(first_seen, ?), last_seen = MAX(last_seen, ?)"
              " WHERE id = ?");
  return query.bind(seen_at).bind(seen_at).bind(id).run();
}

Status BugsTable::set_title(const std::string& id, const std::string& title) {
  Query query(database_, "UPDATE bugs SET title = ? WHERE id = ?");
  return query.bind(title).bind(id).run();
}

Result<std::optional<Bug>> BugsTable::find(const std::string& id) {
  static const std::string sql = "SELECT " + columns().list() + " FROM bugs WHERE id = ?";
  Query query(database_, sql);
  query.bind(id);
  auto bugs = read_all(query, database_);
  if (!bugs) return Error{bugs.error()};
  if (bugs->empty()) return std::optional<Bug>();
  return std::optional<Bug>(std::move(bugs->front()));
}

Result<std::vector<std::string>> BugsTable::ids_from(const std::string& prefix, std::uint32_t limit) {
  Query query(database_, "SELECT id FROM bugs WHERE substr(id, 1, length(?)) = ? ORDER BY id LIMIT ?");
  query.bind(prefix).bind(prefix).bind(limit);
  std::vector<std::string> ids;
  while (query.next()) ids.push_back(query.text(0));
  if (query.error()) return *query.error();
  return ids;
}

Result<std::vector<Bug>> BugsTable::list(const BugFilter& filter) {
  const Conditions conditions(filter);
  Query query(database_, "SELECT " + columns().list() + " FROM bugs" + conditions.sql() + " ORDER BY " +
                             order_of(filter.sort) + " LIMIT ? OFFSET ?");
  conditions.bind(query);
  query.bind(filter.limit).bind(filter.offset);
  return read_all(query, database_);
}

Result<std::uint64_t> BugsTable::count(const BugFilter& filter) {
  const Conditions conditions(filter);
  Query query(database_, "SELECT COUNT(*) FROM bugs" + conditions.sql());
  conditions.bind(query);
  const std::uint64_t count = query.next() ? query.number(0) : 0;
  if (query.error()) return *query.error();
  return count;
}

Status BugsTable::index(const std::string& id, const std::string& reduced) {
  Query number(database_, "INSERT INTO bug_numbers (bug_id) VALUES (?) ON CONFLICT (bug_id) DO NOTHING");
  if (auto error = number.bind(id).run()) return error;
  Query entry(database_,
              "INSERT OR REPLACE INTO bug_search (rowid, title, signature, reduced)"
              " SELECT number, title, signature, ? FROM bug_numbers JOIN bugs ON bugs.id = bug_id WHERE bug_id = ?");
  return entry.bind(reduced).bind(id).run();
}

Result<bool> BugsTable::set_status(const std::string& id, const std::string& status) {
  Query query(database_, "UPDATE bugs SET status = ? WHERE id = ?");
  if (auto error = query.bind(status).bind(id).run()) return *error;
  return database_.changes() == 1;
}

Result<std::vector<std::string>> BugsTable::duplicates_of(const std::string& id) {
  Query query(database_, "SELECT bug_id FROM bug_care WHERE duplicate_of = ? ORDER BY bug_id");
  query.bind(id);
  std::vector<std::string> ids;
  while (query.next()) ids.push_back(query.text(0));
  if (query.error()) return *query.error();
  return ids;
}

Result<Counts> BugsTable::count_by(std::string_view sql) {
  Query query(database_, sql);
  Counts counts;
  while (query.next()) counts.emplace_back(query.text(0), query.number(1));
  if (query.error()) return *query.error();
  return counts;
}

Result<Counts> BugsTable::count_by_status() {
  return count_by("SELECT status, COUNT(*) FROM bugs GROUP BY status ORDER BY status");
}
Result<Counts> BugsTable::count_by_kind() {
  return count_by("SELECT kind, COUNT(*) FROM bugs GROUP BY kind ORDER BY kind");
}
Result<Counts> BugsTable::count_by_culprit() {
  return count_by("SELECT culprit, COUNT(*) FROM bugs GROUP BY culprit ORDER BY COUNT(*) DESC, culprit");
}

}  // namespace assay::store
