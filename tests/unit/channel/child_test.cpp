// Real processes that end in all the ways there are: each is told from the others.

#include "services/channel/child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assay/v1/internal/processes.pb.h"

namespace assay::channel {
namespace {

using v1::internal::Copied;
using Kind = End::Kind;

constexpr std::size_t kMost = 1'000;

void say(int socket, const std::string& bytes) {
  [[maybe_unused]] const ssize_t put = write(socket, bytes.data(), bytes.size());
}

/// How a child ends that is asked once and does this then.
End end_of(const std::function<void(int socket, FrameReader& reader)>& work, int wait_ms = -1) {
  auto child = Child::copy(
      [&](int socket) {
        FrameReader reader(socket, kMost);
        Copied heard;
        if (reader.next(heard, -1) == Heard::Message) work(socket, reader);
      },
      kMost);
  EXPECT_TRUE(child);
  Copied question, answer;
  question.set_question("?");
  return (*child)->ask(question, answer, wait_ms);
}

TEST(Child, Answers) {
  EXPECT_EQ(end_of([](int socket, FrameReader&) {
              Copied answer;
              write_message(socket, answer);
            }).kind,
            Kind::Answered);
}

TEST(Child, ThatExitsTellsItsStatus) {
  const End end = end_of([](int, FrameReader&) { _exit(3); });
  EXPECT_EQ(end.text(), "exit status 3");
  EXPECT_EQ(end_of([](int, FrameReader&) {}).text(), "exit status 0");
}

TEST(Child, KilledInTheMiddleOfAMessageTellsItsSignal) {
  const End end = end_of([](int socket, FrameReader&) {
    say(socket, std::string("\5\0\0\0\12\3a", 7));
    raise(SIGKILL);
  });
  EXPECT_EQ(end.text(), "killed by signal 9");
}

TEST(Child, ThatWritesGarbageIsBroken) {
  EXPECT_EQ(end_of([](int socket, FrameReader& reader) {
              say(socket, std::string("\3\0\0\0\12\377\377", 7));
              Copied more;
              reader.next(more, -1);
            }).kind,
            Kind::Broken);
}

TEST(Child, WhoseMessageIsLongerThanTheLimitIsEndedBeforeItIsHeard) {
  EXPECT_EQ(end_of([](int socket, FrameReader& reader) {
              say(socket, "\377\377\377\177x");
              Copied more;
              reader.next(more, -1);
            }).kind,
            Kind::TooLong);
}

TEST(Child, ThatIsSilentIsEndedWhenItsTimeIsOver) {
  EXPECT_EQ(end_of(
                [](int, FrameReader& reader) {
                  Copied more;
                  reader.next(more, -1);
                },
                20)
                .kind,
            Kind::OutOfTime);
}

TEST(Child, ThatStopsWithinAMessageIsOutOfTime) {
  EXPECT_EQ(end_of(
                [](int socket, FrameReader& reader) {
                  say(socket, std::string("\5\0\0\0\12", 5));
                  Copied more;
                  reader.next(more, -1);
                },
                20)
                .kind,
            Kind::OutOfTime);
}

TEST(Child, ThatClosesItsEndAndLivesOnIsEnded) {
  EXPECT_EQ(end_of([](int socket, FrameReader&) {
              close(socket);
              for (;;) pause();
            }).kind,
            Kind::Closed);
}

TEST(Child, AQuestionOverTheLimitIsNotSentAndTheNextOneIsAnswered) {
  auto child = Child::copy(
      [](int socket) {
        FrameReader reader(socket, kMost);
        for (Copied heard; reader.next(heard, -1) == Heard::Message;) write_message(socket, heard);
      },
      kMost);
  ASSERT_TRUE(child);
  Copied question, answer;
  question.set_question(std::string(2 * kMost, 'x'));
  EXPECT_EQ((*child)->ask(question, answer, -1).kind, Kind::TooLong);
  question.set_question("abc");
  EXPECT_EQ((*child)->ask(question, answer, -1).kind, Kind::Answered);
  EXPECT_EQ(answer.question(), "abc");
  EXPECT_EQ((*child)->dismiss().text(), "exit status 0");
}

TEST(Child, AProgramHearsOnItsInputAndSpeaksOnItsOutput) {
  auto child = Child::program({"cat"});
  ASSERT_TRUE(child) << child.error();
  Copied question, answer;
  question.set_question("abc");
  EXPECT_EQ((*child)->ask(question, answer, -1).kind, Kind::Answered);
  EXPECT_EQ(answer.question(), "abc");
  EXPECT_EQ((*child)->dismiss().text(), "exit status 0");
}

TEST(Child, AProgramThatIsNotThereIsAnError) {
  const auto child = Child::program({"/no/such/program"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error(), "/no/such/program: No such file or directory");
}

}  // namespace
}  // namespace assay::channel
