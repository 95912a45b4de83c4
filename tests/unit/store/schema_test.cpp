#include "services/coordinator/store/schema.h"

#include <set>
#include <thread>

#include "services/coordinator/store/fields_sql.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

using Schema = StoreTest;

std::string schema_text(Database& database) {
  Query query(database, "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name");
  std::string text;
  while (query.next()) text += query.text(0) + " " + query.text(1) + ": " + query.text(2) + "\n";
  return text;
}

void execute(const std::string& path, const std::string& script) {
  auto database = Database::open(path, true);
  ASSERT_TRUE(database) << database.error();
  auto error = (*database)->execute(script);
  ASSERT_FALSE(error) << error->message;
}

TEST_F(Schema, VersionsCountFromOneWithoutGaps) {
  int expected = 1;
  for (const Migration& migration : migrations()) EXPECT_EQ(migration.version, expected++);
  EXPECT_EQ(current_schema_version(), expected - 1);
}

TEST_F(Schema, AGapInTheNumbersOfMigrationsIsSeenWhereTheyAreCompiled) {
  static constexpr Migration kGood[] = {{1, "", "", ""}, {2, "", "", ""}};
  static constexpr Migration kGap[] = {{1, "", "", ""}, {3, "", "", ""}};
  static constexpr Migration kTwice[] = {{1, "", "", ""}, {1, "", "", ""}};
  static constexpr Migration kLate[] = {{2, "", "", ""}};
  static_assert(is_without_gaps(kGood) && !is_without_gaps(kGap) && !is_without_gaps(kTwice) &&
                !is_without_gaps(kLate) && !is_without_gaps({}));
}

TEST_F(Schema, EveryMigrationGoesUpDownAndUp) {
  auto database = Database::open(path(), true);
  ASSERT_TRUE(database) << database.error();
  std::vector<std::string> at_version = {""};
  for (int version = 1; version <= current_schema_version(); ++version) {
    auto error = migrate(**database, version);
    ASSERT_FALSE(error) << error->message;
    at_version.push_back(schema_text(**database));
    EXPECT_NE(at_version[version], at_version[version - 1]);
  }
  for (int version = current_schema_version() - 1; version >= 0; --version) {
    auto error = migrate(**database, version);
    ASSERT_FALSE(error) << error->message;
    EXPECT_EQ(schema_text(**database), at_version[version]);
    EXPECT_EQ(*schema_version(**database), version);
  }
  auto error = migrate(**database, current_schema_version());
  ASSERT_FALSE(error) << error->message;
  EXPECT_EQ(schema_text(**database), at_version.back());
}

TEST_F(Schema, EveryColumnIsNotNull) {
  (void)open();
  auto database = Database::open(path(), false);
  Query query(**database,
              "SELECT m.name || '.' || c.name, c.\"notnull\" FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
              " WHERE m.type = 'table' AND m.name NOT LIKE 'bug_search%' AND m.name NOT LIKE 'sqlite_%'");
  int columns = 0;
  for (; query.next(); ++columns) EXPECT_EQ(query.integer(1), 1) << query.text(0);
  EXPECT_GT(columns, 50);
}

TEST_F(Schema, FindingsSurviveAMigrationForward) {
  {
    auto database = Database::open(path(), true);
    ASSERT_FALSE(migrate(**database, 1));
  }
  execute(path(),
          "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen)"
          " VALUES ('b', 's', 't', 'open', 'crash', 'gvn', 1, '2026', '2026')");
  Store store = open();
  EXPECT_EQ(store.statistics()->bugs, 1u);
}

// The names of a table's columns.
std::set<std::string> columns_of(Database& database, const std::string& table) {
  std::set<std::string> names;
  Query query(database, "SELECT name FROM pragma_table_info(?)");
  query.bind(table);
  while (query.next()) names.insert(query.text(0));
  return names;
}

template <class R>
void expect_columns(Database& database, const std::string& table, std::set<std::string> beside,
                    std::set<std::string> without = {}) {
  const Columns<R> columns;
  for (const std::string& name : columns.names()) EXPECT_TRUE(beside.insert(name).second) << name;
  EXPECT_EQ(columns_of(database, table), beside) << table;
  R record;
  each_field(record, [&]<class T>(const char* name, T&) {
    if (!HasColumn<T> && !std::is_same_v<T, CompilerId>) EXPECT_EQ(without.erase(name), 1u) << name;
  });
  EXPECT_TRUE(without.empty());
}

TEST_F(Schema, EachTableHasTheColumnsOfItsRecord) {
  (void)open();
  auto database = Database::open(path(), false);
  expect_columns<Finding>(**database, "findings", {"id", "bug_id", "reduced_size"});
  expect_columns<Bug>(**database, "bugs", {"place", "placed_by"}, {"compilers", "best"});
  expect_columns<Hunt>(**database, "hunts", {}, {"statistics"});
  expect_columns<HuntStatistics>(**database, "hunt_statistics", {"hunt_id"},
                                 {"unknown_reasons", "unsupported_reasons", "surface"});
  expect_columns<Worker>(**database, "workers", {});
  expect_columns<Night>(**database, "nights", {});
  expect_columns<NightBranch>(**database, "night_branches", {});
  expect_columns<NightHunt>(**database, "night_hunts", {});
  expect_columns<NightCosts>(**database, "night_costs", {});
  expect_columns<NightMissed>(**database, "night_missed", {});
  expect_columns<NightBug>(**database, "night_bugs", {});
  expect_columns<Lease>(**database, "leases", {"state"});
}

TEST_F(Schema, FindingsOfAnOlderSchemaAskTheDefaultQuestion) {
  {
    auto database = Database::open(path(), true);
    ASSERT_FALSE(migrate(**database, 2));
  }
  execute(path(),
          "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen)"
          " VALUES ('b', 's', 'as it was', 'open', 'crash', 'gvn', 1, '2026', '2026');"
          "INSERT INTO findings VALUES ('f', 'b', 'crash', 'linked', '22', 'gvn', 'gvn', 'f', 'o', 'r', 1, '', 'gvn', "
          "'why', '',"
          " '', '', 's', 1, '2026', '0.1.0')");
  Store store = open();
  auto bug = store.find_bug("b");
  ASSERT_TRUE(bug) << bug.error();
  EXPECT_EQ(bug->title, "as it was");
  EXPECT_EQ(bug->best.question, Question());
  EXPECT_EQ(bug->best.reason, "why");
}

TEST_F(Schema, ADatabaseFromTheFutureIsRefusedAndLeftAlone) {
  (void)open();
  execute(path(), "PRAGMA journal_mode = DELETE; PRAGMA user_version = 999");
  const std::string before = read_file();
  auto store = Store::open(path());
  ASSERT_FALSE(store);
  for (const std::string& part : {path(), std::string("999"), "version " + std::to_string(current_schema_version())})
    EXPECT_NE(store.error().find(part), std::string::npos) << store.error();
  EXPECT_EQ(read_file(), before);
}

TEST_F(Schema, AVersionThatNoAssayWritesIsDamage) {
  (void)open();
  for (const char* version : {"-1", "-5", "-2147483648"}) {
    execute(path(), std::string("PRAGMA journal_mode = DELETE; PRAGMA user_version = ") + version);
    const std::string before = read_file();
    auto store = Store::open(path());
    ASSERT_FALSE(store) << version;
    EXPECT_NE(store.error().find("damaged"), std::string::npos) << store.error();
    EXPECT_EQ(read_file(), before);
  }
}

TEST_F(Schema, WhatIsNoFileOrEmptyIsNamedAndLeftAlone) {
  const auto refusal = [&](const std::string& where) {
    auto store = Store::open(where, {.create = false});
    return store ? "opened" : store.error();
  };
  EXPECT_NE(refusal(folder_.string()).find("is no file"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("is no file"), std::string::npos);
  std::ofstream(path("empty.db")).close();
  EXPECT_NE(refusal(path("empty.db")).find("is empty"), std::string::npos);
  EXPECT_EQ(read_file("empty.db"), "");
  EXPECT_NE(refusal(path("absent.db")).find("no such file"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("absent.db")));
}

TEST_F(Schema, ANewDatabaseIsItsUsersAlone) {
  (void)open();
  for (const std::string& file : {path(), path("assay.db-wal"), path("assay.db-shm")}) {
    if (!std::filesystem::exists(file)) continue;
    const auto mode = std::filesystem::status(file).permissions();
    EXPECT_EQ(mode & std::filesystem::perms::mask,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << file;
  }
}

TEST_F(Schema, ADatabaseOfAnotherProgramIsRefusedAndLeftAlone) {
  execute(path(), "CREATE TABLE bugs (weight INTEGER)");
  const std::string before = read_file();
  auto store = Store::open(path());
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().find(path()), std::string::npos);
  EXPECT_NE(store.error().find("another program"), std::string::npos);
  EXPECT_EQ(read_file(), before);
}

TEST_F(Schema, AFileThatIsNoDatabaseIsRefusedAndLeftAlone) {
  for (const std::string& content : {std::string("a"), std::string(100, 'x'), std::string(20000, '\xa5')}) {
    std::ofstream(path(), std::ios::binary) << content;
    auto store = Store::open(path());
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().find(path()), std::string::npos) << store.error();
    EXPECT_EQ(read_file(), content);
  }
}

TEST_F(Schema, ATruncatedDatabaseIsRefused) {
  {
    Store store = open();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(store.record_finding(make_finding(i)));
  }
  const std::string whole = read_file();
  ASSERT_GT(whole.size(), 40000u);
  for (const std::size_t size : {std::size_t{50}, std::size_t{1000}, std::size_t{4096}, whole.size() / 2}) {
    std::ofstream(path("cut.db"), std::ios::binary) << whole.substr(0, size);
    auto store = Store::open(path("cut.db"));
    ASSERT_FALSE(store) << size;
    EXPECT_NE(store.error().find("cut.db"), std::string::npos) << store.error();
  }
}

TEST_F(Schema, DamageInsideTheFileIsFoundByVerify) {
  {
    Store store = open();
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(store.record_finding(make_finding(i)));
    EXPECT_FALSE(store.verify());
  }
  std::string content = read_file();
  for (std::size_t i = content.size() - 40000; i < content.size(); ++i) content[i] = static_cast<char>(i * 7);
  std::ofstream(path(), std::ios::binary) << content;
  auto store = Store::open(path());
  ASSERT_TRUE(store) << store.error();
  auto error = store->verify();
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find(path()), std::string::npos) << error->message;
  // Whatever is asked of it, the answer is a value.
  auto bugs = store->list_bugs({});
  (void)store->record_finding(make_finding(1000));
}

TEST_F(Schema, AMissingFileIsMadeOnlyOnRequest) {
  auto store = Store::open(path(), {.create = false});
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().find(path()), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_FALSE(Store::open(path("no/such/folder.db")));
}

TEST_F(Schema, ManyMayOpenANewFileAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([this, i] {
      auto store = Store::open(path());
      ASSERT_TRUE(store) << store.error();
      auto recorded = store->record_finding(make_finding(i));
      EXPECT_TRUE(recorded) << recorded.error();
    });
  for (std::thread& thread : threads) thread.join();
  Store store = open();
  EXPECT_EQ(store.statistics()->findings, 8u);
  EXPECT_EQ(store.list_bugs({})->front().count, 8u);
}

TEST_F(Schema, ForeignKeysHoldAndTheLogIsWriteAhead) {
  Store store = open();
  Hunt hunt;
  hunt.id = "h";
  hunt.batch_size = 1;
  ASSERT_FALSE(store.create_hunt(hunt));
  auto error = store.add_lease({"h", 0, 0, 1, "no such worker", 1, 0});
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("FOREIGN KEY"), std::string::npos) << error->message;
  EXPECT_EQ(read_file().substr(18, 2), "\2\2");  // the header's bytes that mean WAL
}

}  // namespace
}  // namespace assay::store
