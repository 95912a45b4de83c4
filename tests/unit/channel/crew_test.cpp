// Real processes, asked by threads: what one of them does costs one answer, and whoever is killed is there again.

#include "services/channel/crew.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace assay {
namespace {

using End = Crew::Answer::End;

/// What the members are asked to do to themselves.
std::string misbehave(const std::string& question) {
  const std::string word = question.substr(0, question.find(' ')), rest = question.substr(question.find(' ') + 1);
  if (word == "member") return std::to_string(getpid());
  if (word == "keeper") return std::to_string(getppid());
  if (word == "compute")
    for (volatile unsigned long count = 0;;) count = count + 1;
  if (word == "sleep") sleep(1'000);
  if (word == "stop") raise(SIGSTOP);
  if (word == "crash") raise(SIGSEGV);
  if (word == "exit") _exit(3);
  if (word == "eat") {
    std::vector<std::string> all;
    for (;;) all.emplace_back(std::size_t{1} << 20, 'x');
  }
  if (word == "long") return std::string(std::stoul(rest), 'x');
  if (word == "wait")
    while (!std::filesystem::exists(rest)) usleep(1'000);
  return "to " + question;
}

std::unique_ptr<Crew> crew_of(Crew::Limits limits) {
  auto crew = Crew::start(misbehave, limits);
  EXPECT_TRUE(crew);
  return std::move(*crew);
}

Crew::Limits limits(std::size_t members) {
  Crew::Limits limits;
  limits.members = members;
  limits.processor = std::chrono::milliseconds(200);
  limits.clock = std::chrono::seconds(10);
  limits.patience = std::chrono::minutes(5);
  limits.memory_bytes = std::size_t{256} << 20;
  limits.most_bytes = std::size_t{8} << 20;
  return limits;
}

/// Of a process that still runs, and is nobody's corpse?
bool runs(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

TEST(Crew, AnswersManyThreadsByAsManyProcessesAsItHas) {
  const auto crew = crew_of(limits(3));
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string question = "question " + std::to_string(t * 1'000 + i);
        const auto answer = crew->ask(question);
        if (answer.end == End::Answered && answer.text == "to " + question) ++right;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 400);
}

TEST(Crew, OneThatComputesForEverIsEndedByItsBudgetWhichTheAnswerNames) {
  const auto crew = crew_of(limits(1));
  for (int i = 0; i < 2; ++i) {
    const auto answer = crew->ask("compute");
    EXPECT_EQ(answer.end, End::OverBudget);
    EXPECT_EQ(answer.message, "more than 200 ms of processor time");
    EXPECT_EQ(crew->ask("next").text, "to next");
  }
}

TEST(Crew, ABudgetIsOfOneQuestion) {
  const auto crew = crew_of(limits(1));
  const std::string member = crew->ask("member").text;
  for (int i = 0; i < 400; ++i) ASSERT_EQ(crew->ask("long 4000000").end, End::Answered);
  EXPECT_EQ(crew->ask("member").text, member) << "together they took more";
}

TEST(Crew, OneThatSleepsOrIsStoppedIsEndedByTheClock) {
  Crew::Limits short_ones = limits(1);
  short_ones.clock = std::chrono::milliseconds(500);
  const auto crew = crew_of(short_ones);
  for (const char* question : {"sleep", "stop"}) {
    const auto answer = crew->ask(question);
    EXPECT_EQ(answer.end, End::OutOfTime) << question;
    EXPECT_EQ(answer.message, "more than 500 ms") << question;
    EXPECT_EQ(crew->ask("next").text, "to next");
  }
}

TEST(Crew, ACrashAnExitAndTooMuchMemoryCostOneAnswer) {
  Crew::Limits patient = limits(1);
  patient.processor = patient.clock = std::chrono::minutes(1);
  const auto crew = crew_of(patient);
  const std::vector<std::pair<const char*, std::pair<End, std::string>>> all{
      {"crash", {End::Died, "killed by signal 11"}},
      {"exit", {End::Died, "exit status 3"}},
      {"eat", {End::OutOfMemory, "out of memory"}},
      {"long 9000000", {End::Died, "the answer is longer than 8388608 bytes"}}};
  for (const auto& [question, expected] : all) {
    const auto answer = crew->ask(question);
    EXPECT_EQ(answer.end, expected.first) << question;
    EXPECT_EQ(answer.message, expected.second) << question;
    EXPECT_EQ(crew->ask("next").text, "to next") << question;
  }
  EXPECT_EQ(crew->ask(std::string(9'000'000, 'x')).message, "the question is longer than 8388608 bytes");
  EXPECT_EQ(crew->ask("next").text, "to next");
}

class Waiting : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "assay-crew-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string question() const { return "wait " + file(); }
  std::string file() const { return (folder_ / "go").string(); }
  void go() const { std::ofstream(file()).put('x'); }

 private:
  std::filesystem::path folder_;
};

TEST_F(Waiting, AQuestionThatTakesItsTimeDelaysNoOther) {
  Crew::Limits patient = limits(2);
  patient.processor = patient.clock = std::chrono::minutes(10);
  const auto crew = crew_of(patient);
  Crew::Answer slow;
  std::thread asking([&] { slow = crew->ask(question()); });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(crew->ask("quick").text, "to quick");
  go();  // which nobody has said before
  asking.join();
  EXPECT_EQ(slow.text, "to " + question());
}

TEST_F(Waiting, WhereAllAreBusyThatIsToldAndTheQuestionMayComeAgain) {
  Crew::Limits patient = limits(1);
  patient.processor = patient.clock = std::chrono::minutes(10);
  patient.patience = std::chrono::milliseconds(20);
  const auto crew = crew_of(patient);
  Crew::Answer slow;
  std::thread asking([&] { slow = crew->ask(question()); });
  Crew::Answer answer;
  while ((answer = crew->ask("quick")).end == End::Answered) usleep(1'000);  // until the other one has its turn
  EXPECT_EQ(answer.end, End::Busy);
  EXPECT_EQ(answer.message, "none of 1 is free");
  go();
  asking.join();
  EXPECT_EQ(slow.text, "to " + question());
  EXPECT_EQ(crew->ask("quick").text, "to quick");
}

TEST(Crew, WhoeverIsKilledIsThereAgain) {
  const auto crew = crew_of(limits(2));
  std::set<std::string> members;
  for (int i = 0; i < 5; ++i) {
    const std::string member = crew->ask("member").text;
    EXPECT_TRUE(members.insert(member).second) << "a new one";
    kill(std::stoi(member), SIGKILL);
    EXPECT_EQ(crew->ask("next").text, "to next");
    kill(std::stoi(crew->ask("member").text), i % 2 == 0 ? SIGKILL : SIGSEGV);
  }
}

TEST(Crew, AStoppedMemberKeepsNobodyHoweverLongTheQuestionIs) {
  Crew::Limits short_ones = limits(1);
  short_ones.clock = std::chrono::milliseconds(500);
  const auto crew = crew_of(short_ones);
  for (const std::size_t size : {10u, 4'000'000u}) {  // the longer one is more than a socket holds
    kill(std::stoi(crew->ask("member").text), SIGSTOP);
    EXPECT_EQ(crew->ask(std::string(size, 'x')).end, End::OutOfTime) << size;
    EXPECT_EQ(crew->ask("next").text, "to next");
  }
}

TEST(Crew, AStoppedKeeperIsReplacedAndEndsWithTheCrew) {
  pid_t keeper = 0;
  {
    const auto crew = crew_of(limits(1));
    const pid_t stopped = std::stoi(crew->ask("keeper").text);
    kill(stopped, SIGSTOP);
    kill(std::stoi(crew->ask("member").text), SIGKILL);
    EXPECT_EQ(crew->ask("next").text, "to next");
    keeper = std::stoi(crew->ask("keeper").text);
    EXPECT_NE(keeper, stopped);
    EXPECT_FALSE(runs(stopped));
    kill(keeper, SIGSTOP);
  }
  EXPECT_FALSE(runs(keeper));
}

TEST(Crew, WhereAMemberAnswersOnceEachQuestionHasANewOne) {
  Crew::Limits once = limits(1);
  once.answers = 1;
  const auto crew = crew_of(once);
  std::set<std::string> members;
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(members.insert(crew->ask("member").text).second);
}

TEST_F(Waiting, OnlySoManyMayWait) {
  Crew::Limits narrow = limits(1);
  narrow.processor = narrow.clock = std::chrono::minutes(10);
  narrow.waiting = 1;
  const auto crew = crew_of(narrow);
  std::atomic<int> answered{0}, told{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { ++(crew->ask(question()).end == End::Answered ? answered : told); });
  while (told < 2) usleep(1'000);  // one is asked, one waits
  go();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answered, 2);
  EXPECT_EQ(told, 2);
}

TEST_F(Waiting, ClosingEndsQuestionsUnderWayAndThoseThatWait) {
  Crew::Limits patient = limits(1);
  patient.processor = patient.clock = std::chrono::minutes(10);
  const auto crew = crew_of(patient);
  std::vector<std::thread> threads;
  std::atomic<int> given_up{0};
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] { given_up += crew->ask(question()).end == End::Answered ? 0 : 1; });
  usleep(100'000);
  crew->close();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(given_up, 3);
  EXPECT_EQ(crew->ask("next").end, End::Busy);
}

TEST(Crew, AKeeperThatIsKilledIsReplacedByAProcessWithThreads) {
  const auto crew = crew_of(limits(2));
  std::atomic<bool> over{false};
  std::thread allocates([&] {
    while (!over) std::string(1'000, 'x').append("y");
  });
  for (int i = 0; i < 3; ++i) {
    const pid_t member = std::stoi(crew->ask("member").text), keeper = std::stoi(crew->ask("keeper").text);
    kill(keeper, SIGKILL);
    EXPECT_EQ(crew->ask("next").text, "to next") << "by a new member";
    while (runs(member)) usleep(1'000);
    EXPECT_NE(crew->ask("member").text, std::to_string(member));
  }
  over = true;
  allocates.join();
}

TEST(Crew, AllEndWithIt) {
  pid_t member = 0, keeper = 0;
  {
    const auto crew = crew_of(limits(2));
    member = std::stoi(crew->ask("member").text);
    keeper = std::stoi(crew->ask("keeper").text);
    EXPECT_TRUE(runs(member) && runs(keeper));
  }
  EXPECT_FALSE(runs(member) || runs(keeper));
}

/// An owner of a crew in a process of its own, and the two that it has made.
class Owned : public testing::Test {
 protected:
  /// `before`: what the owner does first with its crew.
  void start(const std::function<void(Crew& crew)>& before = {}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    owner_ = fork();
    if (owner_ == 0) {
      const auto crew = crew_of(limits(1));
      if (before) before(*crew);
      const std::string both = crew->ask("member").text + " " + crew->ask("keeper").text + "\n";
      (void)!write(ends[1], both.data(), both.size());
      pause();
    }
    char line[100] = {};
    ASSERT_GT(read(ends[0], line, sizeof line - 1), 0);
    for (const int end : ends) close(end);
    ASSERT_EQ(sscanf(line, "%d %d", &member_, &keeper_), 2);
    EXPECT_TRUE(runs(member_) && runs(keeper_));
  }
  void expect_to_end_with_their_owner() const {
    kill(owner_, SIGKILL);
    waitpid(owner_, nullptr, 0);
    for (int i = 0; i < 60'000 && (runs(member_) || runs(keeper_)); ++i) usleep(1'000);
    EXPECT_FALSE(runs(member_));
    EXPECT_FALSE(runs(keeper_));
  }
  void TearDown() override {
    for (const pid_t each : {member_, keeper_})
      if (each > 0 && runs(each)) kill(each, SIGKILL);
  }
  pid_t owner_ = 0, member_ = 0, keeper_ = 0;
};

TEST_F(Owned, AllEndWithTheProcessThatHasThem) {
  start();
  expect_to_end_with_their_owner();
}

TEST_F(Owned, StoppedOnesEndWithItToo) {
  start();
  kill(member_, SIGSTOP);
  kill(keeper_, SIGSTOP);
  expect_to_end_with_their_owner();
}

TEST_F(Owned, SoDoThoseThatAnEndedThreadHadMade) {
  start([](Crew& crew) {
    std::thread([&] {
      kill(std::stoi(crew.ask("keeper").text), SIGKILL);
      usleep(100'000);
      crew.ask("next");
    }).join();
  });
  usleep(100'000);  // the thread has ended for the kernel as well
  EXPECT_TRUE(runs(member_) && runs(keeper_)) << "they end with the process, not with the thread";
  kill(member_, SIGSTOP);
  kill(keeper_, SIGSTOP);
  expect_to_end_with_their_owner();
}

TEST_F(Owned, AStoppedMemberEndsWithItsKeeper) {
  start();
  kill(member_, SIGSTOP);
  kill(keeper_, SIGKILL);
  for (int i = 0; i < 60'000 && runs(member_); ++i) usleep(1'000);
  EXPECT_FALSE(runs(member_));
  expect_to_end_with_their_owner();
}

TEST(Crew, OneThatWorksAtAQuestionEndsWithTheProcessThatAsked) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t owner = fork();
  if (owner == 0) {
    Crew::Limits patient = limits(1);
    patient.clock = std::chrono::hours(1);
    const auto crew = crew_of(patient);
    const std::string member = crew->ask("member").text + "\n";
    (void)!write(ends[1], member.data(), member.size());
    crew->ask("sleep");
    pause();
  }
  char line[100] = {};
  ASSERT_GT(read(ends[0], line, sizeof line - 1), 0);
  const pid_t member = std::stoi(line);
  EXPECT_TRUE(runs(member));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  for (int i = 0; i < 60'000 && runs(member); ++i) usleep(1'000);
  EXPECT_FALSE(runs(member));
  for (const int end : ends) close(end);
}

}  // namespace
}  // namespace assay
