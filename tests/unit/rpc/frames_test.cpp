// Budgets of HTTP/2 frames, of one connection and of many.
#include "services/coordinator/rpc/frames.h"

#include <gtest/gtest.h>

namespace assay::rpc {
namespace {

using door::Clock;
using std::chrono::seconds;

const std::string kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr int kData = 0, kHeaders = 1, kReset = 3, kSettings = 4, kPing = 6, kContinuation = 9;
constexpr int kEndStream = 1, kEndHeaders = 4;

std::string frame(int type, int flags, std::uint32_t stream, std::size_t length) {
  std::string bytes;
  for (const int shift : {16, 8, 0}) bytes += static_cast<char>(length >> shift & 0xff);
  bytes += static_cast<char>(type);
  bytes += static_cast<char>(flags);
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(stream >> shift & 0xff);
  return bytes + std::string(length, 'x');
}

class Frames : public testing::Test {
 protected:
  std::unique_ptr<FrameBudget> connect() {
    auto budget = std::make_unique<FrameBudget>(ledger_, peer_, now_);
    EXPECT_EQ(budget->admit(kPreface, now_), kPreface.size());
    return budget;
  }
  /// Are all of the bytes let through?
  bool passes(FrameBudget& budget, const std::string& bytes) { return budget.admit(bytes, now_) == bytes.size(); }

  CallLedger ledger_;
  std::shared_ptr<door::Peer> peer_ = std::make_shared<door::Peer>();
  Clock::time_point now_ = Clock::now();
};

TEST_F(Frames, AnOrdinaryCallPassesAndLeavesNothing) {
  auto budget = connect();
  EXPECT_TRUE(passes(*budget, frame(kSettings, 0, 0, 18)));
  EXPECT_TRUE(passes(*budget, frame(kHeaders, kEndHeaders, 1, 200)));
  EXPECT_TRUE(passes(*budget, frame(kData, 0, 1, 16'384)));
  EXPECT_TRUE(passes(*budget, frame(kData, kEndStream, 1, 100)));
  EXPECT_EQ(ledger_.streams, 1u);
  EXPECT_EQ(ledger_.bytes, 16'484u);
  EXPECT_EQ(peer_->bytes, 16'484u);
  budget->follow(frame(kHeaders, kEndHeaders, 1, 20) + frame(kData, 0, 1, 300));
  EXPECT_EQ(ledger_.streams, 1u);
  budget->follow(frame(kHeaders, kEndHeaders | kEndStream, 1, 20));
  EXPECT_EQ(ledger_.streams + ledger_.bytes + peer_->streams + peer_->bytes, 0u);
  EXPECT_EQ(budget->fault(), "");
}

TEST_F(Frames, MayComeInPiecesOfAnySize) {
  const std::string bytes =
      frame(kSettings, 0, 0, 6) + frame(kHeaders, kEndHeaders, 1, 30) + frame(kData, kEndStream, 1, 50);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    auto budget = connect();
    std::string waiting;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      waiting += bytes.substr(at, size);
      waiting.erase(0, budget->admit(waiting, now_));
    }
    EXPECT_EQ(waiting, "") << size;
    EXPECT_EQ(ledger_.bytes, 50u) << size;
    const std::string answer = frame(kHeaders, kEndHeaders, 1, 9) + frame(kHeaders, kEndHeaders | kEndStream, 1, 5);
    for (std::size_t at = 0; at < answer.size(); at += size) budget->follow(std::string_view(answer).substr(at, size));
    EXPECT_EQ(ledger_.streams, 0u) << size;
    EXPECT_TRUE(budget->at_frame_end());
  }
}

TEST_F(Frames, WhatNoClientNeedsEndsTheConnection) {
  const std::pair<std::string, const char*> faults[] = {
      {frame(kData, 0, 1, 16'385), "a frame is too long"},
      {frame(kPing, 0, 0, 2'000), "a control frame is too long"},
      {frame(200, 0, 0, 2'000), "a control frame is too long"},
      {frame(kHeaders, 0, 1, 10) + frame(kPing, 0, 0, 8), "a header block was not ended"},
      {frame(kHeaders, 0, 1, 16'000) + frame(kContinuation, 0, 1, 1'000), "a header block is too long"},
      {frame(kHeaders, 0, 1, 1) + frame(kContinuation, 0, 3, 1), "a header block is too long"}};
  for (const auto& [bytes, fault] : faults) {
    auto budget = connect();
    budget->admit(bytes, now_);
    EXPECT_EQ(budget->fault(), fault);
  }
  FrameBudget other(ledger_, peer_, now_);
  other.admit("GET / HTTP/1.1\r\n\r\n", now_);
  EXPECT_EQ(other.fault(), "not HTTP/2");
}

TEST_F(Frames, EmptyContinuationsAreCounted) {
  auto budget = connect();
  std::string bytes = frame(kHeaders, 0, 1, 10);
  for (int i = 0; i < 20; ++i) bytes += frame(kContinuation, 0, 1, 0);
  budget->admit(bytes, now_);
  EXPECT_EQ(budget->fault(), "a header block is too long");
}

TEST_F(Frames, WhatIsNotEndedInTimeEndsTheConnection) {
  FrameBudget silent(ledger_, peer_, now_);
  auto headers = connect(), request = connect(), asked = connect();
  EXPECT_TRUE(passes(*headers, frame(kHeaders, 0, 1, 10)));
  EXPECT_TRUE(passes(*request, frame(kHeaders, kEndHeaders, 1, 10)));
  EXPECT_TRUE(passes(*asked, frame(kHeaders, kEndHeaders | kEndStream, 1, 10)));
  for (FrameBudget* each : {&silent, headers.get(), request.get(), asked.get()})
    each->look_at_the_time(now_ + seconds(120));
  EXPECT_EQ(silent.fault(), "nothing was said");
  EXPECT_EQ(headers->fault(), "a header block was not ended");
  EXPECT_EQ(request->fault(), "a request was not ended");
  EXPECT_EQ(asked->fault(), "") << "who was asked may take its time";
}

TEST_F(Frames, CallsOfOneConnectionWaitForEachOther) {
  auto budget = connect();
  std::uint32_t stream = 1;
  while (stream < 5'000 && passes(*budget, frame(kHeaders, kEndHeaders | kEndStream, stream, 10))) stream += 2;
  EXPECT_EQ(ledger_.streams, 256u);
  EXPECT_EQ(budget->fault(), "") << "it waits, no more";
  budget->follow(frame(kHeaders, kEndHeaders | kEndStream, 1, 5));
  EXPECT_TRUE(passes(*budget, frame(kHeaders, kEndHeaders | kEndStream, stream, 10)));
}

TEST_F(Frames, ACallThatIsGivenUpKeepsItsPlaceForAWhile) {
  auto budget = connect();
  int resets = 0;
  for (std::uint32_t stream = 1; stream < 5'000; stream += 2) {
    if (!passes(*budget, frame(kHeaders, kEndHeaders, stream, 10))) break;
    EXPECT_TRUE(passes(*budget, frame(kReset, 0, stream, 4)));
    ++resets;
  }
  EXPECT_EQ(resets, 256);
  budget->look_at_the_time(now_ += seconds(3));
  EXPECT_EQ(ledger_.streams, 0u);
  EXPECT_TRUE(passes(*budget, frame(kHeaders, kEndHeaders, 9'001, 10)));
}

TEST_F(Frames, BytesOfRequestsHaveALimitForAnAddressAndInAll) {
  std::vector<std::unique_ptr<FrameBudget>> connections;
  const auto fill = [&](std::shared_ptr<door::Peer> peer) {
    peer_ = std::move(peer);
    for (int i = 0; i < 500 && peer_->bytes < (80u << 20); ++i) {
      connections.push_back(connect());
      if (!passes(*connections.back(), frame(kHeaders, kEndHeaders, 1, 10))) break;
      for (int k = 0; k < 50; ++k)
        if (!passes(*connections.back(), frame(kData, 0, 1, 16'000))) return;
    }
  };
  fill(std::make_shared<door::Peer>());
  EXPECT_LE(peer_->bytes, 32u << 20);
  EXPECT_GT(peer_->bytes, 30u << 20);
  for (int i = 0; i < 5; ++i) fill(std::make_shared<door::Peer>());
  EXPECT_LE(ledger_.bytes, 96u << 20);
  EXPECT_GT(ledger_.bytes, 90u << 20);
  connections.clear();
  EXPECT_EQ(ledger_.bytes + ledger_.streams, 0u);
}

TEST_F(Frames, WhoHoldsMuchGivesWayWhenThereIsTooMuch) {
  auto holder = connect();
  EXPECT_TRUE(passes(*holder, frame(kHeaders, kEndHeaders, 1, 10)));
  for (int i = 0; i < 5'000 && holder->fault().empty(); ++i) holder->admit(frame(kData, 0, 1, 16'000), now_);
  EXPECT_EQ(holder->fault(), "too many bytes of requests are under way: try again");
}

TEST_F(Frames, WhoHoldsMuchWithoutComingToAnEndGoesOnceOthersWait) {
  std::vector<std::unique_ptr<FrameBudget>> holders;
  for (int address = 0; address < 3; ++address) {
    peer_ = std::make_shared<door::Peer>();
    for (int i = 0; i < 16; ++i) {
      holders.push_back(connect());
      ASSERT_TRUE(passes(*holders.back(), frame(kHeaders, kEndHeaders, 1, 10)));
      for (int k = 0; k < 130; ++k) holders.back()->admit(frame(kData, 0, 1, 16'000), now_);
    }
  }
  peer_ = std::make_shared<door::Peer>();
  auto small = connect();  // takes what is left, and does not hold much
  ASSERT_TRUE(passes(*small, frame(kHeaders, kEndHeaders, 1, 10)));
  for (int k = 0; k < 60; ++k) small->admit(frame(kData, 0, 1, 16'000), now_);
  EXPECT_EQ(small->fault(), "");
  peer_ = std::make_shared<door::Peer>();
  auto honest = connect();
  ASSERT_TRUE(passes(*honest, frame(kHeaders, kEndHeaders, 1, 10)));
  EXPECT_FALSE(passes(*honest, frame(kData, kEndStream, 1, 16'000)));
  now_ += seconds(6);
  for (auto& holder : holders) {
    holder->look_at_the_time(now_);
    if (!holder->fault().empty()) holder.reset();
  }
  EXPECT_TRUE(passes(*honest, frame(kData, kEndStream, 1, 16'000)));
  honest->look_at_the_time(now_);
  EXPECT_EQ(honest->fault(), "");
}

TEST_F(Frames, SmallFramesHaveALimitOfTime) {
  const auto count = [&](FrameBudget& budget, int type) {
    int passed = 0;
    while (passed < 100'000 && passes(budget, frame(type, 0, type == kData ? 1 : 0, 8))) ++passed;
    EXPECT_EQ(budget.fault(), "") << "they wait, no more";
    return passed;
  };
  auto budget = connect(), other = connect();
  EXPECT_EQ(count(*budget, kPing), 100);
  EXPECT_EQ(count(*budget, kSettings), 0) << "both are about the connection";
  EXPECT_EQ(count(*other, kData), 10'000);
  now_ += seconds(1);
  EXPECT_EQ(count(*budget, kPing), 20);
  EXPECT_EQ(count(*other, kData), 5'000);
}

TEST(Goodbye, IsAFrameThatSaysWhy) {
  const std::string bytes = FrameBudget::goodbye("because", true);
  EXPECT_EQ(bytes.size(), 9u + 8 + 7);
  EXPECT_EQ(bytes[2], 15);
  EXPECT_EQ(bytes[3], 7);
  EXPECT_TRUE(bytes.ends_with(std::string("\x7f\xff\xff\xff\0\0\0\x0b", 8) + "because"));
}

}  // namespace
}  // namespace assay::rpc
