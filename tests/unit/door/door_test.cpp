#include "services/coordinator/door/door.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

#include "services/coordinator/door/open_files.h"
#include "tests/support/attacks.h"
#include "tests/support/wait_for.h"

namespace assay::door {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Gives back each line that it is sent; "end" ends it.
class Echo final : public Session {
 public:
  explicit Echo(std::string address) : address_(std::move(address)) {}
  std::size_t take(std::string_view bytes) override {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return 0;
    const std::string line(bytes.substr(0, end));
    if (line == "end") over_ = true;
    answer_ += line == "who" ? address_ + "\n" : line + "\n";
    return end + 1;
  }
  void give(std::string& to, std::size_t) override { to += std::exchange(answer_, {}); }
  void client_ended() override { over_ = true; }
  bool is_over() const override { return over_ && answer_.empty(); }
  void look_at_the_time(Clock::time_point) override {}

 private:
  const std::string address_;
  std::string answer_;
  bool over_ = false;
};

std::unique_ptr<Door> open(std::size_t most, std::size_t of_an_address) {
  Options options;
  options.listen = "127.0.0.1:0";
  options.most_connections = most;
  options.most_of_an_address = of_an_address;
  options.full = "full\n";
  auto door =
      Door::open(options, [](const Arrival& arrival) { return std::make_unique<Echo>(arrival.visitor.address); });
  EXPECT_TRUE(door) << door.error();
  return door ? std::move(*door) : nullptr;
}

std::string say(const Door& door, const std::string& bytes) {
  return attacks::exchange(door.port(), bytes, seconds(20));
}

TEST(Door, GivesWhatCameToASessionAndSendsWhatItSays) {
  const auto door = open(10, 10);
  EXPECT_EQ(say(*door, "a\nb\nwho\nend\n"), "a\nb\nipv4:127.0.0.9\nend\n");
  EXPECT_TRUE(door->answers_within(seconds(20)));
}

TEST(Door, TellsOneTooManyAndLetsTheNextInWhenThereIsRoom) {
  const auto door = open(100, 3);
  std::vector<std::thread> holders;
  std::vector<std::string> heard(3);
  for (int i = 0; i < 3; ++i)
    holders.emplace_back([&, i] { heard[i] = attacks::exchange(door->port(), "", seconds(2)); });
  ASSERT_TRUE(wait_for([&] { return door->connections() == 3; }));
  EXPECT_EQ(say(*door, "end\n"), "full\n");
  for (std::thread& holder : holders) holder.join();
  ASSERT_TRUE(wait_for([&] { return door->connections() == 0; }));
  EXPECT_EQ(say(*door, "end\n"), "end\n");
}

TEST(Door, ListensAgainAfterThereWereNoOpenFilesLeft) {
  const auto door = open(100'000, 100'000);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit few = before;
  few.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  {
    attacks::Crowd crowd(door->port(), 200);
    std::this_thread::sleep_for(milliseconds(300));
    EXPECT_TRUE(door->answers_within(seconds(20)));
  }
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(wait_for([&] { return say(*door, "end\n") == "end\n"; }));
}

TEST(Door, LetsNobodyInOnceItIsShut) {
  const auto door = open(10, 10);
  const int port = door->port();
  door->shut();
  EXPECT_TRUE(wait_for([&] { return attacks::exchange(port, "end\n", seconds(1)).empty(); }));
}

TEST(Door, WhatIsNoAddressIsNamed) {
  for (const char* address : {"", "x", "localhost:", "localhost:99999", "no.such.host.invalid:0"}) {
    Options options;
    options.listen = address;
    const auto door = Door::open(options, [](const Arrival&) { return nullptr; });
    ASSERT_FALSE(door) << address;
    EXPECT_NE(door.error().find(std::string("'") + address + "'"), std::string::npos) << door.error();
  }
}

TEST(OpenFiles, AreRaisedNoFurtherThanAllowed) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const std::size_t files = raise_open_files(65'536);
  rlimit after{};
  getrlimit(RLIMIT_NOFILE, &after);
  EXPECT_LE(files, after.rlim_cur);
  EXPECT_GE(after.rlim_cur, before.rlim_cur);
  EXPECT_EQ(after.rlim_max, before.rlim_max);
  setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace assay::door
