#include "services/channel/frames.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "assay/v1/internal/processes.pb.h"
#include "services/common/rng.h"

namespace assay::channel {
namespace {

using v1::internal::Copied;

Copied question(const std::string& text) {
  Copied message;
  message.set_question(text);
  return message;
}

class Frames : public testing::Test {
 protected:
  Frames() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  ~Frames() override {
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  void close_sender() { close(std::exchange(ends_[0], -1)); }
  void send_bytes(const std::string& bytes) {
    ASSERT_EQ(write(ends_[0], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  int ends_[2] = {-1, -1};
};

TEST_F(Frames, ArriveInOrderAndTheEndIsToldBehindThem) {
  FrameReader reader(ends_[1]);
  for (const char* text : {"one", "", "three"}) EXPECT_EQ(write_message(ends_[0], question(text)), Sent::All);
  close_sender();
  for (const char* text : {"one", "", "three"}) {
    Copied heard;
    ASSERT_EQ(reader.next(heard, -1), Heard::Message);
    EXPECT_EQ(heard.question(), text);
  }
  Copied none;
  EXPECT_EQ(reader.next(none, -1), Heard::Closed);
  EXPECT_EQ(reader.next(none, 0), Heard::Closed);
}

TEST_F(Frames, LargerThanASocketHoldsPassWhileSomebodyReads) {
  const std::string text(5u << 20, 'x');
  std::thread sender([&] { EXPECT_EQ(write_message(ends_[0], question(text)), Sent::All); });
  Copied heard;
  EXPECT_EQ(FrameReader(ends_[1]).next(heard, -1), Heard::Message);
  sender.join();
  EXPECT_EQ(heard.question(), text);
}

TEST_F(Frames, WhatNobodyReadsIsGivenUpInTime) {
  EXPECT_EQ(write_message(ends_[0], question(std::string(5u << 20, 'x')), 20), Sent::OutOfTime);
}

TEST_F(Frames, SilenceIsNothing) {
  FrameReader reader(ends_[1]);
  Copied heard;
  EXPECT_EQ(reader.next(heard, 0), Heard::Nothing);
  send_bytes(std::string("\5\0\0", 3));
  EXPECT_EQ(reader.next(heard, 5), Heard::Nothing);
  send_bytes(std::string("\0\12\3abc", 6));  // the rest of the length, and the question "abc"
  ASSERT_EQ(reader.next(heard, -1), Heard::Message);
  EXPECT_EQ(heard.question(), "abc");
}

/// What a reader says in the end of bytes that come in pieces of a size, and how many messages it gave before.
std::pair<Heard, int> heard_of(const std::string& bytes, std::size_t piece, std::size_t most = kMostBytes) {
  FrameBuffer buffer(most);
  int messages = 0;
  std::string_view body;
  Heard heard = Heard::Nothing;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    buffer.add(std::string_view(bytes).substr(at, piece));
    while ((heard = buffer.take(body)) == Heard::Message) ++messages;
  }
  buffer.close();
  return {buffer.take(body), messages};
}

const std::string kAbc("\5\0\0\0\12\3abc", 9);

TEST(FrameBuffer, AMessageThatIsCutIsToldFromTheEnd) {
  EXPECT_EQ(heard_of(kAbc + kAbc, 3), (std::pair{Heard::Closed, 2}));
  for (std::size_t size = 1; size < kAbc.size(); ++size)
    EXPECT_EQ(heard_of(kAbc + kAbc.substr(0, size), 4), (std::pair{Heard::Cut, 1})) << size;
}

TEST(FrameBuffer, ALengthOverTheLimitEndsItAndNothingIsTakenForIt) {
  const std::string endless = kAbc + "\377\377\377\377" + std::string(1'000, 'x') + kAbc;
  EXPECT_EQ(heard_of(endless, 7), (std::pair{Heard::TooLong, 1}));
  EXPECT_EQ(heard_of(kAbc, 9, 5), (std::pair{Heard::Closed, 1}));
  EXPECT_EQ(heard_of(kAbc, 9, 4), (std::pair{Heard::TooLong, 0}));
}

TEST(FrameBuffer, PiecesOfAnySizeGiveTheSame) {
  Rng rng(1);
  for (int i = 0; i < 2'000; ++i) {
    std::string bytes;
    for (int n = static_cast<int>(rng.below(4)); n > 0; --n) bytes += kAbc;
    bytes.resize(bytes.size() - (bytes.empty() ? 0 : rng.below(9)));
    if (!bytes.empty() && rng.chance(1, 3)) bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    const auto whole = heard_of(bytes, std::max<std::size_t>(bytes.size(), 1), 1'000);
    for (const std::size_t piece : {1, 2, 5}) EXPECT_EQ(heard_of(bytes, piece, 1'000), whole);
  }
}

TEST_F(Frames, GarbageIsBrokenAndNothingBehindItIsBelieved) {
  FrameReader reader(ends_[1]);
  send_bytes(std::string("\3\0\0\0\12\377\377", 7));
  EXPECT_EQ(write_message(ends_[0], question("abc")), Sent::All);
  Copied heard;
  EXPECT_EQ(reader.next(heard, -1), Heard::Broken);
  EXPECT_EQ(reader.next(heard, -1), Heard::Broken);
}

TEST_F(Frames, WhatIsTooLongIsNotSent) {
  EXPECT_EQ(write_message(ends_[0], question("abcdef"), -1, {}, 5), Sent::TooLong);
  EXPECT_EQ(write_message(ends_[0], question("abc"), -1, {}, 5), Sent::All);
  Copied heard;
  EXPECT_EQ(FrameReader(ends_[1]).next(heard, -1), Heard::Message);
  EXPECT_EQ(heard.question(), "abc");
}

TEST_F(Frames, WhoHasClosedIsGoneAndTheSenderLives) {
  close(std::exchange(ends_[1], -1));
  EXPECT_EQ(write_message(ends_[0], question("abc")), Sent::Gone);
}

TEST_F(Frames, DescriptorsTravelWithAMessageAndThoseThatNobodyTakesAreClosed) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const int both[] = {pipe_ends[1], pipe_ends[1]};
  EXPECT_EQ(write_message(ends_[0], question("abc"), -1, both), Sent::All);
  close(pipe_ends[1]);
  int taken = -1;
  {
    FrameReader reader(ends_[1]);
    EXPECT_EQ(reader.take_descriptor(), -1);
    Copied heard;
    ASSERT_EQ(reader.next(heard, -1), Heard::Message);
    taken = reader.take_descriptor();
    ASSERT_GE(taken, 0);
  }
  ASSERT_EQ(write(taken, "x", 1), 1);
  close(taken);
  char bytes[2];
  EXPECT_EQ(read(pipe_ends[0], bytes, 2), 1);
  EXPECT_EQ(read(pipe_ends[0], bytes, 2), 0) << "the second one is still open";
  close(pipe_ends[0]);
}

TEST(FramesOfPipes, PassAsOnSockets) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text(300'000, 'x');  // more than a pipe holds
  std::thread sender([&] {
    EXPECT_EQ(write_message(ends[1], question(text)), Sent::All);
    EXPECT_EQ(write_message(ends[1], question("abc")), Sent::All);
    close(ends[1]);
  });
  FrameReader reader(ends[0]);
  Copied heard;
  EXPECT_EQ(reader.next(heard, -1), Heard::Message);
  EXPECT_EQ(heard.question(), text);
  EXPECT_EQ(reader.next(heard, -1), Heard::Message);
  EXPECT_EQ(heard.question(), "abc");
  EXPECT_EQ(reader.next(heard, -1), Heard::Closed);
  sender.join();
  close(ends[0]);
}

TEST(FramesOfPipes, OneThatNobodyReadsIsGivenUpInTimeAndNoDescriptorsPass) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(write_message(ends[1], question("abc"), 20, std::span(ends, 1)), Sent::Gone);
  EXPECT_EQ(write_message(ends[1], question(std::string(300'000, 'x')), 20), Sent::OutOfTime);
  for (const int end : ends) close(end);
}

}  // namespace
}  // namespace assay::channel
