#include "services/coordinator/store/upkeep.h"

#include <map>

#include "services/coordinator/store/ir_facts.h"
#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/sqlite.h"
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
    for (int i = 0; i < findings; ++i)
      ASSERT_TRUE(store.record_finding(make_finding(i, "bug " + std::to_string(i % bugs))));
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
  EXPECT_EQ(ask("SELECT compiler_version, findings FROM bug_compilers"), "16.0.6 20 ");
  EXPECT_EQ(bug.compilers, std::vector<std::string>{"16.0.6"});
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

class OldNights : public Upkeep {
 protected:
  void add_night(const std::string& id, const std::string& plan, NightState state,
                 const std::map<std::string, std::string>& answers) {
    Store store = open();
    const std::string began = id + "T01:00:00Z";
    Hunt hunt;
    hunt.id = "hunt of " + id;
    hunt.state = HuntState::Running;
    hunt.batch_size = 1;
    hunt.created_at = began;
    ASSERT_FALSE(store.create_hunt(hunt));
    ASSERT_FALSE(store.add_lease({hunt.id, 0, 1, 1, worker(store), 1, 1}));
    HuntStatistics statistics;
    statistics.surface = {{"loops smt gvn", 7}};
    ASSERT_TRUE(store.complete({hunt.id, 0, 1, 1, "w", 1, 1}, statistics));
    ASSERT_FALSE(store.set_hunt_state(hunt.id, HuntState::Finished));
    std::vector<NightBug> rows;
    for (const auto& [bug, answer] : answers)
      rows.push_back({id, "trunk", bug, NightStep::Verify, *enumerator_of(answer, std::type_identity<NightAnswer>()),
                      NightAnswer::Unasked, ""});
    ASSERT_FALSE(store.begin_night({id, plan, state, 1, began, "", 0, "{}"}, rows));
    ASSERT_FALSE(store.put(NightBranch{id, "trunk", BranchState::Built, "opt", "19", "abc", ""}));
    ASSERT_FALSE(store.put(NightHunt{id, "trunk", "gvn", hunt.id, ""}));
  }
  std::string worker(Store& store) {
    EXPECT_FALSE(store.register_worker({"w", "", "", 1, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", {}}));
    return "w";
  }
  std::vector<std::string> bugs(int count) {
    fill_bugs(count, count);
    std::vector<std::string> ids;
    for (const Bug& bug : *open().list_bugs({})) ids.push_back(bug.id);
    return ids;
  }
};

TEST_F(OldNights, GoWithAllThatBelongsToThem) {
  const std::string bug = bugs(1)[0];
  for (const char* night : {"2026-01-01", "2026-01-02", "2026-01-03"})
    add_night(night, "p", NightState::Finished, {{bug, "shows"}});
  const auto pruned = prune(path(), {0, "", "", "2026-01-03T00:00:00Z"});
  ASSERT_TRUE(pruned) << pruned.error();
  EXPECT_EQ(pruned->nights, 2u);
  EXPECT_EQ(pruned->answers, 2u);
  EXPECT_EQ(pruned->surface, 2u);
  EXPECT_EQ(ask("SELECT id FROM nights"), "2026-01-03 ");
  for (const char* table : {"night_branches", "night_hunts", "night_bugs"})
    EXPECT_EQ(ask("SELECT DISTINCT night_id FROM " + std::string(table)), "2026-01-03 ") << table;
  EXPECT_EQ(ask("SELECT hunt_id FROM hunt_surface"), "hunt of 2026-01-03 ");
  EXPECT_EQ(ask("SELECT COUNT(*) FROM hunts"), "3 ");
}

TEST_F(OldNights, ThatWhatFollowsIsComparedWithStay) {
  add_night("2026-01-01", "yearly", NightState::Finished, {});
  add_night("2026-01-02", "cut short", NightState::Running, {});
  add_night("2026-01-03", "of this week", NightState::Finished, {});
  add_night("2026-01-04", "of this week", NightState::Running, {});
  add_night("2026-01-05", "other", NightState::Running, {});  // was not taken up again
  add_night("2026-01-06", "other", NightState::Finished, {});
  ASSERT_TRUE(prune(path(), {0, "", "", "2027-01-01T00:00:00Z"}));
  EXPECT_EQ(ask("SELECT id FROM nights ORDER BY id"), "2026-01-01 2026-01-02 2026-01-03 2026-01-04 2026-01-06 ");
}

TEST_F(OldNights, LeaveTheLastAnswersToBugsThatAreAskedAbout) {
  const auto ids = bugs(3);
  const std::string &wandering = ids[0], &undecided = ids[1], &invalid = ids[2];
  add_night("2026-01-01", "p", NightState::Finished, {{wandering, "absent"}, {undecided, "shows"}, {invalid, "shows"}});
  add_night("2026-01-02", "p", NightState::Finished, {{wandering, "absent"}, {undecided, "undecided"}});
  add_night("2026-01-03", "p", NightState::Finished, {{wandering, "shows"}, {undecided, "undecided"}});
  add_night("2026-01-04", "p", NightState::Finished, {{wandering, "shows"}, {undecided, "undecided"}});
  BugChange change;
  change.bug_id = invalid;
  change.who = "me";
  change.why = "it is none";
  change.status = BugStatus::Invalid;
  ASSERT_FALSE(*open().change_bug(change));
  const auto before =
      open().answers_before({"2026-01-05", "p", NightState::Running, 1, "2026-01-05T01:00:00Z", "", 0, ""});
  ASSERT_TRUE(prune(path(), {0, "", "", "2027-01-01T00:00:00Z"}));
  EXPECT_EQ(ask("SELECT night_id, bug_id, answer FROM night_bugs WHERE night_id < '2026-01-04' ORDER BY night_id"),
            "2026-01-01 " + undecided + " shows 2026-01-02 " + wandering + " absent ");
  auto after = open().answers_before({"2026-01-05", "p", NightState::Running, 1, "2026-01-05T01:00:00Z", "", 0, ""});
  ASSERT_TRUE(before && after);
  auto asked = *before;
  std::erase_if(asked, [&](const NightBug& row) { return row.bug_id == invalid; });
  EXPECT_EQ(*after, asked);
  EXPECT_FALSE(open().verify());
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
    change.status = BugStatus::Confirmed;
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

constexpr std::size_t kPage = 4096;

void spoil_page(std::string& content, std::size_t page) {
  for (std::size_t i = page * kPage; i < (page + 1) * kPage; ++i) content[i] = static_cast<char>(i * 7 + 1);
}

/// Spoils the pages that hold a table's rows: those on which its rows' text stands.
std::string without_pages_of(std::string content, const std::string& text) {
  for (std::size_t at = content.find(text); at != std::string::npos; at = content.find(text, at + 1))
    if (at >= kPage) spoil_page(content, at / kPage);
  return content;
}

TEST_F(Upkeep, OnceThereWereTokensTheyAreWantedInWhatIsRecovered) {
  {
    Store store = open();
    ASSERT_TRUE(store.create_token("a-token-of-somebody", Role::Viewer, "me"));
  }
  ASSERT_TRUE(vacuum(path()));
  const std::string sound = read_file();
  std::ofstream(path("damaged.db"), std::ios::binary) << without_pages_of(sound, "a-token-of-somebody");
  const auto recovered = recover(path("damaged.db"), path("new.db"));
  ASSERT_TRUE(recovered) << recovered.error();
  EXPECT_TRUE(recovered->lost_tokens);
  EXPECT_TRUE(recovered->wants_tokens);
  auto store = Store::open(path("new.db"));
  ASSERT_TRUE(store) << store.error();
  EXPECT_TRUE(store->tokens()->empty());
  EXPECT_TRUE(*store->wants_tokens()) << "nobody may call without one";
}

TEST_F(Upkeep, WhoKnowsThatThereWereNoTokensMaySaySo) {
  fill("assay.db", 0, 3);
  ASSERT_TRUE(vacuum(path()));
  const std::string root = ask("SELECT rootpage FROM sqlite_schema WHERE name = 'tokens'");
  std::string content = read_file();
  spoil_page(content, static_cast<std::size_t>(std::stoi(root) - 1));
  std::ofstream(path("damaged.db"), std::ios::binary) << content;
  const auto careful = recover(path("damaged.db"), path("careful.db"));
  const auto told = recover(path("damaged.db"), path("told.db"), true);
  ASSERT_TRUE(careful && told);
  EXPECT_TRUE(careful->wants_tokens);
  EXPECT_FALSE(told->wants_tokens);
  EXPECT_TRUE(*Store::open(path("careful.db"))->wants_tokens());
  EXPECT_FALSE(*Store::open(path("told.db"))->wants_tokens());
}

TEST_F(Upkeep, ASoundFileWithoutTokensWantsNoneAfterwards) {
  fill("assay.db", 0, 3);
  const auto recovered = recover(path(), path("new.db"));
  ASSERT_TRUE(recovered) << recovered.error();
  EXPECT_FALSE(recovered->lost_tokens || recovered->wants_tokens);
  ASSERT_TRUE(migrate_file(path(), 11));
  const auto old = recover(path(), path("old.db"));
  ASSERT_TRUE(old) << old.error();
  EXPECT_FALSE(old->lost_tokens || old->wants_tokens) << "that version knows none";
}

TEST_F(Upkeep, AForeignSchemaIsRefusedBeforeAnythingIsAskedOfIt) {
  fill("assay.db", 0, 3);
  const char* const endless =
      "(SELECT * FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n))";
  const std::map<std::string, std::string> hostile{
      {"index bugs_by_count", std::string("DROP TABLE bugs; CREATE VIEW bugs AS SELECT i AS id FROM ") + endless},
      {"index findings_by_hunt",
       std::string("DROP TABLE findings; CREATE VIEW findings AS SELECT i AS id FROM ") + endless},
      {"trigger own",
       std::string("CREATE TRIGGER own AFTER INSERT ON bugs BEGIN INSERT INTO bug_tags SELECT 'x', i FROM ") + endless +
           "; END"},
      {"table tokens", "ALTER TABLE tokens ADD COLUMN more TEXT NOT NULL DEFAULT ''"}};
  for (const auto& [fault, script] : hostile) {
    std::filesystem::remove(path("other.db"));
    fill("other.db", 0, 1);
    {
      auto database = Database::open(path("other.db"), false);
      ASSERT_TRUE(database);
      ASSERT_FALSE((*database)->execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON"));
      const Status failed = (*database)->execute(script);
      ASSERT_FALSE(failed) << failed->message;
    }
    const auto imported = import_findings(path(), path("other.db"), false);
    ASSERT_FALSE(imported) << fault;
    EXPECT_NE(imported.error().find("its " + fault), std::string::npos) << imported.error();
    EXPECT_FALSE(Store::open(path("other.db"), {.create = false})) << fault;
    EXPECT_TRUE(recover(path("other.db"), path("recovered " + fault))) << "and takes no view for rows";
  }
}

TEST_F(Upkeep, ViewsAndIndexesOfSomebodysOwnDoNoHarm) {
  fill("assay.db", 0, 3);
  {
    auto database = Database::open(path(), false);
    ASSERT_TRUE(database);
    ASSERT_FALSE((*database)->execute("CREATE VIEW mine AS SELECT id FROM bugs; CREATE INDEX my_index ON bugs (kind)"));
  }
  EXPECT_TRUE(Store::open(path(), {.create = false}));
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
