#include "services/coordinator/store/sql.h"

#include <map>
#include <set>

#include "services/common/finding.h"
#include "services/common/text.h"
#include "services/coordinator/store/care.h"
#include "services/coordinator/store/schema_notes.h"
#include "services/coordinator/store/sqlite.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

class Sql : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    Store store = open();
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(store.record_finding(make_finding(i)));
  }
  SqlAnswer ask(const std::string& sql, const SqlLimits& limits = {}) {
    auto answer = answer_sql(path(), sql, limits);
    if (!answer) ADD_FAILURE() << answer.error() << " for " << sql;
    return answer ? *answer : SqlAnswer{};
  }
  /// "" for what is answered.
  std::string refusal(const std::string& sql) {
    auto answer = answer_sql(path(), sql);
    return answer ? "" : answer.error();
  }
};

TEST_F(Sql, EveryKindOfValueArrives) {
  const SqlAnswer answer = ask("SELECT NULL AS n, 7 AS i, 0.5 AS r, 'é' AS t, x'00ff' AS b, 9e999 AS inf");
  EXPECT_EQ(answer.columns, (std::vector<std::string>{"n", "i", "r", "t", "b", "inf"}));
  ASSERT_EQ(answer.rows.size(), 1u);
  const std::vector<SqlValue> expected{{}, std::int64_t{7}, 0.5, "é", "X'00FF'", "Inf"};
  EXPECT_EQ(answer.rows[0], expected);
  EXPECT_EQ(answer.cut, "");
}

TEST_F(Sql, JsonFullTextAndCommentsWork) {
  EXPECT_EQ(ask("SELECT value FROM json_each('[1, 2]')").rows.size(), 2u);
  EXPECT_EQ(ask("SELECT title FROM bug_search WHERE bug_search MATCH 'miscompile'").rows.size(), 1u);
  EXPECT_EQ(ask("VALUES (1), (2);  -- the end\n ; ").rows.size(), 2u);
  EXPECT_FALSE(ask("EXPLAIN QUERY PLAN SELECT id FROM bugs").rows.empty());
}

TEST_F(Sql, WhatDoesNotOnlyReadIsRefusedInOneLineAndDoesNothing) {
  const std::string before = read_file();
  const std::set<std::string> files = [&] {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) names.insert(file.path().filename());
    return names;
  }();
  const std::string other = path("other");
  for (const std::string& sql : {
           std::string("DELETE FROM bugs"),
           std::string("INSERT INTO bug_tags VALUES ('a', 'b')"),
           std::string("UPDATE bugs SET title = 'x' RETURNING id"),
           std::string("REPLACE INTO bug_tags VALUES ('a', 'b')"),
           std::string("WITH x AS (SELECT 1) DELETE FROM bugs WHERE id IN x"),
           std::string("EXPLAIN DELETE FROM bugs"),
           std::string("INSERT INTO bug_search (bug_search) VALUES ('optimize')"),
           std::string("CREATE TABLE t (a)"),
           std::string("CREATE TEMP TABLE t (a)"),
           std::string("CREATE TEMP VIEW v AS SELECT 1"),
           std::string("CREATE VIRTUAL TABLE v USING fts5vocab('bug_search', 'row')"),
           std::string("DROP TABLE bugs"),
           std::string("ALTER TABLE bugs RENAME TO x"),
           std::string("ANALYZE"),
           std::string("REINDEX"),
           std::string("VACUUM"),
           "VACUUM INTO '" + other + "'",
           "ATTACH '" + other + "' AS o",
           "ATTACH 'file:" + other + "?mode=rwc' AS o",
           std::string("ATTACH ':memory:' AS o"),
           std::string("DETACH main"),
           std::string("BEGIN IMMEDIATE"),
           std::string("COMMIT"),
           std::string("SAVEPOINT s"),
           std::string("PRAGMA user_version = 3"),
           std::string("PRAGMA query_only = OFF"),
           std::string("PRAGMA writable_schema = ON"),
           std::string("PRAGMA journal_mode = DELETE"),
           std::string("PRAGMA temp_store_directory = '/'"),
           std::string("SELECT * FROM pragma_journal_mode"),
           std::string("SELECT load_extension('libm.so.6')"),
           std::string("SELECT fts3_tokenizer('simple')"),
           std::string("SELECT hash FROM tokens"),
           std::string("SELECT name FROM tokens WHERE hash LIKE 'a%'"),
           std::string("SELECT * FROM tokens"),
           std::string("SELECT 1; DELETE FROM bugs"),
           std::string("SELECT 1; SELECT 2"),
           std::string(""),
           std::string("-- nothing"),
           std::string("SELECT ?"),
           std::string("SELECT 1\0; DROP TABLE bugs", 27),
       }) {
    const std::string said = refusal(sql);
    EXPECT_NE(said.find(path() + ": refused: "), std::string::npos) << sql << ": " << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
  EXPECT_NE(refusal("UPDATE sqlite_master SET sql = ''").find("may not be modified"), std::string::npos);
  for (const std::string& sql :
       {"SELECT writefile('" + other + "', 'x')", std::string("SELECT readfile('/etc/passwd')"),
        std::string("SELECT edit('x')"), std::string("SELECT * FROM fsdir('/')")})
    EXPECT_NE(refusal(sql).find("no such "), std::string::npos) << sql << ": " << refusal(sql);
  EXPECT_EQ(read_file(), before);
  EXPECT_FALSE(std::filesystem::exists(other));
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    const std::string name = file.path().filename();
    EXPECT_TRUE(files.count(name) == 1 || name == "assay.db-wal" || name == "assay.db-shm") << name;
  }
}

TEST_F(Sql, AnEarlierRefusalIsNotAnAnswerOfTheNext) {
  EXPECT_NE(refusal("DELETE FROM bugs"), "");
  EXPECT_EQ(refusal("SELECT id FROM bugs"), "");
}

TEST_F(Sql, MistakesAreNamed) {
  EXPECT_NE(refusal("SELEKT 1").find("syntax error"), std::string::npos);
  EXPECT_NE(refusal("SELECT id FROM bug").find("no such table: bug"), std::string::npos);
  // SQLite would take the name of a column that is not there for a text, and find nothing.
  EXPECT_NE(refusal("SELECT id FROM bugs WHERE \"stauts\" = 'new'").find("no such column: stauts"), std::string::npos);
}

TEST_F(Sql, ATimeLimitEndsARecursiveQuery) {
  const SqlAnswer answer =
      ask("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
          {std::chrono::milliseconds(200), 10});
  EXPECT_EQ(answer.cut, "time");
  EXPECT_TRUE(answer.rows.empty());
}

TEST_F(Sql, ALimitOfRowsIsToldOnlyWhereThereAreMore) {
  const std::string endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  const SqlAnswer cut = ask(endless, {std::chrono::seconds(60), 5});
  EXPECT_EQ(cut.rows.size(), 5u);
  EXPECT_EQ(cut.cut, "rows");
  const SqlAnswer whole = ask("SELECT id FROM findings", {std::chrono::seconds(60), 3});
  EXPECT_EQ(whole.rows.size(), 3u);
  EXPECT_EQ(whole.cut, "");
}

TEST_F(Sql, LargeAnswersAreCutAndLargeValuesRefused) {
  const SqlAnswer answer = ask(
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT printf('%.*c', 60000000, 'a') FROM n",
      {std::chrono::seconds(60), 1000});
  EXPECT_EQ(answer.cut, "size");
  EXPECT_LT(answer.rows.size(), 10u);
  EXPECT_NE(refusal("SELECT zeroblob(1000000000)").find("too big"), std::string::npos);
}

TEST_F(Sql, ItAnswersWhileSomebodyWrites) {
  auto writer = Database::open(path(), false);
  ASSERT_TRUE(writer) << writer.error();
  Transaction transaction(**writer);
  ASSERT_FALSE(transaction.error());
  ASSERT_FALSE((*writer)->execute("DELETE FROM bug_search"));
  EXPECT_EQ(ask("SELECT COUNT(*) FROM bug_search").rows[0][0], SqlValue(std::int64_t{1}));
  EXPECT_FALSE(transaction.commit());
  EXPECT_EQ(ask("SELECT COUNT(*) FROM bug_search").rows[0][0], SqlValue(std::int64_t{0}));
}

TEST_F(Sql, OtherFilesAreNamedAndLeftAlone) {
  std::ofstream(path("text.db")) << std::string(1000, 'x');
  std::ofstream(path("empty.db")).close();
  for (const char* name : {"text.db", "empty.db", "absent.db"}) {
    auto answer = answer_sql(path(name), "SELECT 1");
    ASSERT_FALSE(answer) << name;
    EXPECT_EQ(answer.error().find('\n'), std::string::npos) << answer.error();
  }
  EXPECT_FALSE(std::filesystem::exists(path("absent.db")));
  EXPECT_EQ(read_file("text.db"), std::string(1000, 'x'));
}

TEST_F(Sql, NotesListTheWordsThatAColumnMayHold) {
  const auto tables = schema_notes();
  ASSERT_TRUE(tables) << tables.error();
  std::map<std::string, std::string> notes;
  for (const TableNote& table : *tables)
    for (const ColumnNote& column : table.columns) notes[table.name + "." + column.name] = column.about;
  EXPECT_EQ(notes["bugs.kind"], alternatives(finding_kind_names()));
  EXPECT_EQ(notes["bugs.status"], alternatives(bug_status_names()));
}

TEST_F(Sql, EveryTableAndColumnHasANoteAndEveryNoteIsOfOne) {
  const auto tables = schema_notes();
  ASSERT_TRUE(tables) << tables.error();
  std::set<std::string> noted;
  for (const TableNote& table : *tables) {
    EXPECT_NE(table.about, "") << table.name;
    for (const ColumnNote& column : table.columns) {
      EXPECT_NE(column.about, "") << table.name << "." << column.name;
      EXPECT_EQ(column.about.find('\n'), std::string::npos);
      noted.insert(table.name + "." + column.name);
    }
  }
  std::set<std::string> there;
  auto database = Database::open(path(), false);
  ASSERT_TRUE(database) << database.error();
  Query query(**database,
              "SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
              " WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'bug_search_%' AND m.name NOT LIKE 'sqlite_%'");
  while (query.next()) there.insert(query.text(0));
  EXPECT_FALSE(query.error());
  EXPECT_EQ(noted, there);
}

}  // namespace
}  // namespace assay::store
