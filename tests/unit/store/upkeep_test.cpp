#include "services/coordinator/store/upkeep.h"

#include "services/coordinator/store/ir_facts.h"
#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/sql.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

class Upkeep : public StoreTest {
 protected:
  std::string ask(const std::string& sql, const std::string& file = "assay.db") const {
    const auto answer = answer_sql(path(file), sql);
    if (!answer) return answer.error();
    std::string text;
    for (const auto& row : answer->rows)
      for (const SqlValue& value : row) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) text += std::to_string(*number) + " ";
        if (const auto* words = std::get_if<std::string>(&value)) text += *words + " ";
      }
    return text;
  }
  void fill(const std::string& file, int from, int to, const std::string& signature = "s") {
    auto store = Store::open(path(file));
    ASSERT_TRUE(store) << store.error();
    for (int i = from; i < to; ++i) ASSERT_TRUE(store->record_finding(make_finding(i, signature)));
  }
  void fill_bugs(int findings, int bugs) {
    Store store = open();
    for (int i = 0; i < findings; ++i) ASSERT_TRUE(store.record_finding(make_finding(i, "bug " + std::to_string(i % bugs))));
  }
};

TEST_F(Upkeep, VacuumGivesBackRoomAndKeepsSearchRight) {
  fill_bugs(300, 3);
  ASSERT_GE(prune(path(), {1, "", ""})->findings, 294u);
  const auto sizes = vacuum(path());
  ASSERT_TRUE(sizes) << sizes.error();
  EXPECT_LT(sizes->after, sizes->before);
  Store store = open();
  BugFilter filter;
  filter.text = "bug 2";
  ASSERT_EQ(store.list_bugs(filter)->size(), 1u);
  EXPECT_EQ(store.list_bugs(filter)->front().signature, "bug 2");
  EXPECT_FALSE(store.verify());
}

TEST_F(Upkeep, PruningKeepsTheBestTheFirstAndTheCount) {
  fill("assay.db", 100, 120);  // the first: 100; the smallest: by length, then id
  const std::string best = open().list_bugs({})->front().best.id();
  const std::string first = ask("SELECT id FROM findings ORDER BY rowid LIMIT 1");
  const auto pruned = prune(path(), {2, "", ""});
  ASSERT_TRUE(pruned) << pruned.error();
  EXPECT_GE(pruned->findings, 17u);
  EXPECT_EQ(ask("SELECT id FROM findings ORDER BY rowid LIMIT 1"), first);
  const Bug bug = open().list_bugs({})->front();
  EXPECT_EQ(bug.best.id(), best);
  EXPECT_EQ(bug.count, 20u);
}

TEST_F(Upkeep, PruningByTimeLeavesWhatIsNewer) {
  {
    Store store = open();
    ASSERT_FALSE(store.audit({"me", "", "a", "", "ok"}));
    ASSERT_FALSE(store.register_worker({"old", "", "", 1, "2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", {}}));
  }
  const auto nothing = prune(path(), {});
  ASSERT_TRUE(nothing) << nothing.error();
  EXPECT_EQ(nothing->audit + nothing->workers + nothing->findings, 0u);
  const auto some = prune(path(), {0, "2021-01-01T00:00:00Z", "2021-01-01T00:00:00Z"});
  EXPECT_EQ(some->audit, 0u);
  EXPECT_EQ(some->workers, 1u);
  EXPECT_EQ(prune(path(), {0, "2999-01-01T00:00:00Z", ""})->audit, 1u);
}

TEST_F(Upkeep, ASchemaGoesBackAndForth) {
  fill("assay.db", 0, 3);
  const auto back = migrate_file(path(), 7);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->from, current_schema_version());
  EXPECT_EQ(ask("SELECT COUNT(*) FROM findings"), "3 ");
  EXPECT_EQ(migrate_file(path())->from, 7);
  EXPECT_FALSE(migrate_file(path(), 999));
  EXPECT_FALSE(migrate_file(path("none.db")));
}

TEST_F(Upkeep, ImportAddsWhatIsNewOnceAndTakesItUnchecked) {
  fill("assay.db", 0, 10);
  fill("other.db", 5, 15);
  fill("other.db", 20, 22, "another bug");
  {
    auto other = Store::open(path("other.db"));
    BugChange change;
    change.bug_id = other->list_bugs({})->front().signature == "another bug" ? other->list_bugs({})->front().id
                                                                             : other->list_bugs({})->back().id;
    change.who = "they";
    change.why = "looked at it";
    change.status = "confirmed";
    change.add_tags = {"theirs"};
    ASSERT_FALSE(*other->change_bug(change));
  }
  const auto imported = import_findings(path(), path("other.db"), false);
  ASSERT_TRUE(imported) << imported.error();
  EXPECT_EQ(imported->findings, 7u);
  EXPECT_EQ(imported->bugs, 1u);
  EXPECT_EQ(ask("SELECT count, status FROM bugs ORDER BY signature"), "2 confirmed 15 new ");
  EXPECT_EQ(ask("SELECT tag FROM bug_tags"), "theirs ");
  EXPECT_EQ(ask("SELECT who, what, after FROM bug_events WHERE what = 'status'"), "they status confirmed ");
  EXPECT_EQ(ask("SELECT SUM(checked), COUNT(*) FROM findings"), "10 17 ");
  const auto again = import_findings(path(), path("other.db"), true);
  EXPECT_EQ(again->findings + again->bugs, 0u);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM findings", "other.db"), "12 ");
  for (const auto& file : std::filesystem::directory_iterator(folder_))
    EXPECT_EQ(file.path().string().find("import"), std::string::npos) << file.path();
}

TEST_F(Upkeep, WhatCanBeReadOfADamagedFileIsRecovered) {
  fill_bugs(400, 20);
  ASSERT_TRUE(vacuum(path()));
  std::string content = read_file();
  const std::size_t rows = content.size() / 3 * 2;  // what lies before them, the schema, can't be done without
  for (std::size_t i = rows; i < rows + 60'000; ++i) content[i] = static_cast<char>(i * 7);
  std::ofstream(path("damaged.db"), std::ios::binary) << content;
  {
    auto damaged = Store::open(path("damaged.db"), {.create = false});
    ASSERT_TRUE(!damaged || damaged->verify());
  }
  const auto recovered = recover(path("damaged.db"), path("new.db"));
  ASSERT_TRUE(recovered) << recovered.error();
  EXPECT_GT(recovered->holes, 0u);
  auto store = Store::open(path("new.db"), {.create = false});
  ASSERT_TRUE(store) << store.error();
  EXPECT_FALSE(store->verify());
  EXPECT_GT(store->statistics()->findings, 200u);
  EXPECT_TRUE(store->list_bugs({}));
  EXPECT_FALSE(recover(path("damaged.db"), path("new.db"))) << "nothing is overwritten";
}

TEST_F(Upkeep, ASoundFileIsRecoveredWhole) {
  fill("assay.db", 0, 30);
  fill("assay.db", 30, 40, "another");
  const auto recovered = recover(path(), path("new.db"));
  ASSERT_TRUE(recovered) << recovered.error();
  EXPECT_EQ(recovered->holes, 0u);
  const std::string all = "SELECT id, count, title FROM bugs ORDER BY id";
  EXPECT_EQ(ask(all, "new.db"), ask(all));
  EXPECT_EQ(ask("SELECT COUNT(*) FROM findings", "new.db"), "40 ");
  auto store = Store::open(path("new.db"));
  EXPECT_EQ(store->facts_wanted(10)->size(), 2u);
}

}  // namespace
}  // namespace assay::store
