#include <signal.h>
#include <sys/wait.h>

#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

using Durability = StoreTest;

// Takes findings and acknowledges each through the pipe, until it is killed.
[[noreturn]] void record_until_killed(const std::string& path, int acknowledge) {
  auto store = Store::open(path);
  if (!store) _exit(1);
  for (int number = 0;; ++number) {
    auto recorded = store->record_finding(make_finding(number, "signature " + std::to_string(number % 10)));
    if (!recorded || write(acknowledge, &number, sizeof number) != sizeof number) _exit(2);
  }
}

TEST_F(Durability, EveryAcknowledgedFindingIsThereAfterSigkill) {
  int last_of_all = -1;
  for (int round = 0; round < 3; ++round) {
    const std::string file = "killed-" + std::to_string(round) + ".db";
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) record_until_killed(path(file), ends[1]);
    close(ends[1]);
    int last = -1, number = 0;
    while (last < 40 + 23 * round && read(ends[0], &number, sizeof number) == sizeof number) last = number;
    kill(child, SIGKILL);
    while (read(ends[0], &number, sizeof number) == sizeof number) last = number;  // acknowledged before the end
    close(ends[0]);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended by itself: " << status;
    ASSERT_GE(last, 40);
    last_of_all = std::max(last_of_all, last);

    auto store = Store::open(path(file));
    ASSERT_TRUE(store) << store.error();
    EXPECT_FALSE(store->verify());
    for (int i = 0; i <= last; ++i) {
      auto again = store->record_finding(make_finding(i, "signature " + std::to_string(i % 10)));
      ASSERT_TRUE(again) << again.error();
      EXPECT_FALSE(again->is_new_finding) << "finding " << i << " of " << last << " was lost";
    }
    // The one on its way when the kill came may be there or not; nothing else may.
    const std::uint64_t findings = store->statistics()->findings;
    EXPECT_GE(findings, static_cast<std::uint64_t>(last) + 1);
    EXPECT_LE(findings, static_cast<std::uint64_t>(last) + 2);
    std::uint64_t counted = 0;
    const auto bugs = store->list_bugs({});
    ASSERT_TRUE(bugs) << bugs.error();
    for (const Bug& bug : *bugs) counted += bug.count;
    EXPECT_EQ(counted, findings);
  }
}

TEST_F(Durability, AReaderSeesWhatAnotherProcessWrote) {
  Store reader = open();
  const pid_t child = fork();
  if (child == 0) {
    auto store = Store::open(path());
    _exit(store && store->record_finding(make_finding(1)) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_EQ(reader.statistics()->findings, 1u);
}

}  // namespace
}  // namespace assay::store
