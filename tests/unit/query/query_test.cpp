// SQL that is answered by processes of its own, whatever it does to them.
#include "services/coordinator/query/query.h"

#include <signal.h>

#include <fstream>
#include <thread>

#include "tests/unit/store/store_fixture.h"

namespace assay::query {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class QueryDesk : public store::StoreTest {
 protected:
  void SetUp() override {
    auto desk = Desk::start();
    ASSERT_TRUE(desk) << desk.error();
    desk_ = std::move(*desk);
    StoreTest::SetUp();
    store::Store store = open();
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(store.record_finding(store::make_finding(i)));
  }
  void TearDown() override {
    desk_.reset();
    StoreTest::TearDown();
  }
  Result<store::SqlAnswer> ask(const std::string& sql, store::SqlLimits limits = {}) {
    return desk_->answer(path(), sql, limits);
  }
  void expect_it_answers() {
    const auto answer = ask("SELECT COUNT(*) FROM findings");
    ASSERT_TRUE(answer) << answer.error();
    EXPECT_EQ(answer->rows, (std::vector<std::vector<store::SqlValue>>{{std::int64_t{3}}}));
  }
  static store::SqlLimits limits(milliseconds time) {
    return {.time = time, .rows = 1000, .value_bytes = 8 << 20, .answer_bytes = 8 << 20};
  }

  std::unique_ptr<Desk> desk_;
};

TEST_F(QueryDesk, AnswersAsTheStoreDoes) {
  for (const char* sql : {"SELECT NULL, 7, 0.5, 'é', x'00ff', 9e999", "SELECT id, signature FROM findings ORDER BY id",
                          "SELECT 1 WHERE 0", "VALUES (1), (2)", "SELECT name, type FROM pragma_table_info('bugs')"}) {
    const auto here = store::answer_sql(path(), sql), there = ask(sql);
    ASSERT_TRUE(here) << here.error();
    ASSERT_TRUE(there) << there.error();
    EXPECT_EQ(there->columns, here->columns) << sql;
    EXPECT_EQ(there->rows, here->rows) << sql;
  }
  EXPECT_FALSE(ask("DELETE FROM bugs"));
  EXPECT_FALSE(ask("SELECT"));
  const auto rows = ask("SELECT id FROM findings", {.rows = 2});
  ASSERT_TRUE(rows) << rows.error();
  EXPECT_EQ(rows->cut, "rows");
}

TEST_F(QueryDesk, AFunctionThatSqliteCannotInterruptEndsWithTheTime) {
  const auto answer =
      ask("SELECT instr(printf('%.*c', 60000000, 'a'), printf('%.*c', 30000000, 'a') || 'b')", {.time = seconds(1)});
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->cut, "time");
  EXPECT_TRUE(answer->rows.empty());
  expect_it_answers();
}

TEST_F(QueryDesk, MemoryHasALimit) {
  const std::string numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000) ";
  const auto large = ask("SELECT zeroblob(30000000)", limits(seconds(10)));
  ASSERT_FALSE(large) << "a value beyond the limit";
  const auto many = ask(numbers + "SELECT zeroblob(3000000) FROM n", limits(seconds(10)));
  ASSERT_TRUE(many) << many.error();
  EXPECT_EQ(many->cut, "size");
  const auto kept = ask(numbers + "SELECT COUNT(DISTINCT hex(randomblob(3000000))) FROM n", limits(seconds(10)));
  EXPECT_TRUE(!kept || kept->cut == "time") << "what it keeps on the way is memory, too";
  expect_it_answers();
}

TEST_F(QueryDesk, ManyHardQuestionsKeepNobodyElseForLong) {
  std::vector<std::thread> askers;
  for (int i = 0; i < 16; ++i)
    askers.emplace_back([&] {
      const auto answer = ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
                              limits(seconds(1)));
      EXPECT_TRUE(!answer || answer->cut == "time");
    });
  for (std::thread& asker : askers) asker.join();
  expect_it_answers();
}

/// Processes below this one.
std::vector<pid_t> processes_below(pid_t process) {
  std::vector<pid_t> all;
  std::error_code none;
  const std::string folder = "/proc/" + std::to_string(process) + "/task";
  for (const auto& thread : std::filesystem::directory_iterator(folder, none)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) {
      all.push_back(child);
      for (const pid_t below : processes_below(child)) all.push_back(below);
    }
  }
  return all;
}

TEST_F(QueryDesk, WhoeverKillsItsProcessesCostsOneAnswerAtMost) {
  for (int i = 0; i < 5; ++i) {
    expect_it_answers();
    const std::vector<pid_t> all = processes_below(getpid());
    ASSERT_FALSE(all.empty());
    for (const pid_t each : all) kill(each, SIGKILL);
  }
  expect_it_answers();
}

TEST_F(QueryDesk, ClosingItEndsQuestionsUnderWay) {
  std::thread asker([&] {
    EXPECT_FALSE(ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
                     limits(seconds(600))));
  });
  std::this_thread::sleep_for(milliseconds(300));
  desk_->close();
  asker.join();
  EXPECT_FALSE(ask("SELECT 1"));
}

}  // namespace
}  // namespace assay::query
