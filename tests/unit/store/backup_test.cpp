#include "services/coordinator/store/backup.h"

#include <atomic>
#include <thread>

#include "services/coordinator/store/schema.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

using Backup = StoreTest;

TEST_F(Backup, ACopyMadeWhileFindingsArriveIsOneStateOfTheDatabase) {
  Store store = open();
  std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> acknowledged = 0;
  std::thread writer([&] {
    for (int i = 0; !stop; ++i)
      if (auto recorded = store.record_finding(make_finding(i)); recorded && recorded->is_new_finding) ++acknowledged;
  });
  while (acknowledged < 20) std::this_thread::yield();
  for (int i = 0; i < 5; ++i) {
    const std::string copy = path("copy" + std::to_string(i) + ".db");
    const std::uint64_t least = acknowledged;
    const Status failed = back_up(path(), copy);
    EXPECT_FALSE(failed) << failed->message;
    auto opened = Store::open(copy, {.create = false});
    ASSERT_TRUE(opened) << opened.error();
    EXPECT_FALSE(opened->verify());
    EXPECT_GE(opened->statistics()->findings, least);
    // A finding and its bug's count are one transaction.
    EXPECT_EQ(opened->list_bugs({})->at(0).count, opened->statistics()->findings);
  }
  stop = true;
  writer.join();
}

TEST_F(Backup, TheCopyIsItsUsersAloneAndStandsByItself) {
  (void)open();
  ASSERT_FALSE(back_up(path(), path("copy.db")));
  EXPECT_EQ(std::filesystem::status(path("copy.db")).permissions() & std::filesystem::perms::mask,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_FALSE(std::filesystem::exists(path("copy.db-wal")));
  EXPECT_FALSE(std::filesystem::exists(path("copy.db-journal")));
}

TEST_F(Backup, NothingIsOverwritten) {
  (void)open();
  std::ofstream(path("there.db")) << "precious";
  std::filesystem::create_symlink(path("nowhere.db"), path("link.db"));
  std::ofstream(path("old.db-journal")) << "of another database";
  for (const char* name : {"there.db", "link.db", "old.db", "assay.db"}) {
    const Status failed = back_up(path(), path(name));
    ASSERT_TRUE(failed) << name;
    EXPECT_NE(failed->message.find("exists"), std::string::npos) << failed->message;
  }
  EXPECT_EQ(read_file("there.db"), "precious");
  EXPECT_FALSE(std::filesystem::exists(path("nowhere.db")));
  EXPECT_FALSE(std::filesystem::exists(path("old.db")));
  EXPECT_FALSE(open().verify());
}

TEST_F(Backup, AnOlderSchemaIsCopiedAsItIs) {
  {
    auto database = Database::open(path(), true);
    ASSERT_FALSE(migrate(**database, 5));
  }
  ASSERT_FALSE(back_up(path(), path("copy.db")));
  auto copy = Database::open(path("copy.db"), false);
  EXPECT_EQ(*schema_version(**copy), 5);
}

TEST_F(Backup, ADamagedDatabaseGivesNoCopy) {
  {
    Store store = open();
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(store.record_finding(make_finding(i)));
  }
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(5 * 4096);
  file << std::string(20 * 4096, '\xff');
  file.close();
  const Status failed = back_up(path(), path("copy.db"));
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message.find('\n'), std::string::npos) << failed->message;
  EXPECT_FALSE(std::filesystem::exists(path("copy.db")));
}

TEST_F(Backup, AForeignFileIsRefused) {
  std::ofstream(path("text.db")) << std::string(1000, 'x');
  EXPECT_TRUE(back_up(path("text.db"), path("copy.db")));
  EXPECT_TRUE(back_up(path("absent.db"), path("copy.db")));
  EXPECT_FALSE(std::filesystem::exists(path("copy.db")));
}

}  // namespace
}  // namespace assay::store
