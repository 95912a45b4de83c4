// What a copy of this process does to itself costs one answer only.

#include "services/channel/isolated.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <vector>

#include "tests/support/wait_for.h"

namespace assay {
namespace {

using End = IsolatedWorker::Answer::End;

std::string misbehave(const std::string& request, const IsolatedWorker::Provisional& provisional) {
  if (request == "hang" || request == "hang, but say something") {
    if (request != "hang") provisional("something");
    for (;;) pause();
  }
  if (request == "crash") raise(SIGSEGV);
  if (request == "eat") {
    std::vector<std::string> all;
    for (;;) all.emplace_back(1u << 20, 'x');
  }
  return request + " done by " + std::to_string(getpid());
}

TEST(IsolatedWorker, AnswersManyRequestsFromOneProcess) {
  IsolatedWorker worker(misbehave, {});
  const auto first = worker.ask("a"), second = worker.ask("b");
  EXPECT_EQ(first.end, End::Answered);
  EXPECT_EQ(first.text.substr(0, 9), "a done by");
  EXPECT_EQ(first.text.substr(1), second.text.substr(1)) << "the same process";
  EXPECT_NE(first.text, "a done by " + std::to_string(getpid()));
}

TEST(IsolatedWorker, LongTextsPassBothWays) {
  IsolatedWorker worker([](const std::string& request, const auto&) { return request; }, {});
  const std::string text(3u << 20, 'y');
  EXPECT_EQ(worker.ask(text).text, text);
}

TEST(IsolatedWorker, ARequestOrAnAnswerOverTheLimitIsRefusedAndTheNextOneIsAnswered) {
  IsolatedWorker worker([](const std::string& request, const auto&) { return request + request; },
                        {std::chrono::milliseconds(0), 0, 1'000});
  EXPECT_EQ(worker.ask("a").text, "aa");
  const auto request = worker.ask(std::string(2'000, 'x'));
  EXPECT_EQ(request.end, End::Died);
  EXPECT_EQ(request.message, "the request is longer than 1000 bytes");
  const auto answer = worker.ask(std::string(800, 'x'));
  EXPECT_EQ(answer.end, End::Died);
  EXPECT_EQ(worker.ask("a").text, "aa");
}

TEST(IsolatedWorker, WhatHangsIsKilledAndTheNextRequestIsAnswered) {
  IsolatedWorker worker(misbehave, {std::chrono::milliseconds(200), 0});
  const auto hung = worker.ask("hang");
  EXPECT_EQ(hung.end, End::TimedOut);
  EXPECT_GE(hung.seconds, 0.2);
  EXPECT_TRUE(wait_for([&] { return worker.ask("a").end == End::Answered; })) << "a busy machine may be late, too";
}

TEST(IsolatedWorker, ALimitOfProcessorTimeIsNoneOfTheClock) {
  const auto work = [](const std::string& request, const auto&) {
    if (request == "wait") usleep(300'000);
    for (volatile bool loop = true; loop && request == "loop";) {
    }
    return request;
  };
  IsolatedWorker::Limits limits;
  limits.processor = std::chrono::milliseconds(100);
  IsolatedWorker worker(work, limits);
  EXPECT_EQ(worker.ask("wait").text, "wait");
  const auto looped = worker.ask("loop");
  EXPECT_EQ(looped.end, End::TimedOut);
  EXPECT_EQ(looped.message, "no answer after 100 ms of processor time");
  EXPECT_EQ(looped.seconds, 0.1);
  EXPECT_EQ(worker.ask("wait").text, "wait");
}

TEST(IsolatedWorker, NobodyIsChargedMoreThanTheLimitOfProcessorTime) {
  IsolatedWorker::Limits limits;
  limits.time = std::chrono::milliseconds(400);
  limits.processor = std::chrono::milliseconds(100);
  IsolatedWorker worker(misbehave, limits);
  const auto answer = worker.ask("hang");
  EXPECT_EQ(answer.end, End::TimedOut);
  EXPECT_EQ(answer.message, "no answer after 400 ms");
  EXPECT_EQ(answer.seconds, 0.1);
}

TEST(IsolatedWorker, WhatWasSaidBeforeTheEndIsKept) {
  // A busy machine may need longer than the limit to say anything.
  for (std::chrono::milliseconds limit(200); limit < std::chrono::minutes(2); limit *= 2) {
    IsolatedWorker worker(misbehave, {limit, 0});
    const auto answer = worker.ask("hang, but say something");
    EXPECT_EQ(answer.end, End::TimedOut);
    if (answer.provisional == "something") return;
  }
  FAIL() << "it never said anything";
}

TEST(IsolatedWorker, ACrashNamesItsSignal) {
  IsolatedWorker worker(misbehave, {});
  const auto crashed = worker.ask("crash");
  EXPECT_EQ(crashed.end, End::Died);
  EXPECT_NE(crashed.message, "");
  EXPECT_EQ(worker.ask("a").end, End::Answered);
}

TEST(IsolatedWorker, MemoryIsLimited) {
  IsolatedWorker worker(misbehave, {std::chrono::seconds(60), 256u << 20});
  EXPECT_EQ(worker.ask("eat").end, End::OutOfMemory);
  EXPECT_EQ(worker.ask("a").end, End::Answered);
}

}  // namespace
}  // namespace assay
