// What attacks do to a coordinator: its peak of memory, and for how long an honest client waits.
//   bench_attacks ASSAY SECONDS                     each attack alone, on a coordinator of its own
//   bench_attacks ASSAY SECONDS together CLIENTS    all at once, while so many honest clients report
//   bench_attacks ASSAY SECONDS connections COUNT   so many honest connections at once
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <regex>
#include <thread>

#include "services/common/log.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/store/store.h"
#include "tests/support/attacks.h"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string text_of(const std::string& file) {
  std::ifstream input(file);
  return {std::istreambuf_iterator<char>(input), {}};
}

Finding finding_of(std::uint64_t reporter, std::uint64_t number) {
  Finding finding;
  finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  finding.pipeline = finding.reduced_pipeline = finding.culprit = "gvn";
  finding.function = "f";
  finding.original = finding.reduced = finding.reduced_target =
      "define i64 @f() {\n  ret i64 " + std::to_string(number * 1000 + reporter) + "\n}\n";
  finding.reason = "value-mismatch";
  finding.found_at = "2026-01-02T03:04:05Z";
  return finding;
}

/// A coordinator in a folder of its own.
class Coordinator {
 public:
  Coordinator(const std::string& program, std::vector<std::string> more) {
    std::string name = (std::filesystem::temp_directory_path() / "assay-attacks-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::exit(1);
    folder_ = name;
    more.insert(more.begin(), {program, "serve", "--db=" + database(), "--listen=127.0.0.1:0", "--http=127.0.0.1:0"});
    pid_ = fork();
    if (pid_ == 0) {
      std::vector<char*> words;
      for (std::string& word : more) words.push_back(word.data());
      words.push_back(nullptr);
      if (std::freopen((folder_ / "err").c_str(), "w", stderr) == nullptr) _exit(126);
      execv(words[0], words.data());
      _exit(127);
    }
    std::smatch found;
    for (int i = 0; i < 1000; ++i) {
      const std::string said = text_of((folder_ / "err").string());
      if (std::regex_search(said, found, std::regex(R"(on port (\d+)\n[^]*pages on port (\d+)\n)"))) break;
      std::this_thread::sleep_for(milliseconds(20));
    }
    if (found.size() != 3) std::exit(1);
    target_ = {std::stoi(found[1]), std::stoi(found[2])};
  }
  ~Coordinator() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    std::filesystem::remove_all(folder_);
  }
  /// Reports a case of 1.5 MB, so that there is a large page.
  void fill() {
    rpc::ClientOptions options;
    options.address = address();
    rpc::CoordinatorClient client(options);
    Finding finding = finding_of(999, 1);
    finding.original += std::string(std::size_t{1'500'000}, ';') + "\n";
    const auto done = client.hand_in(finding);
    if (done && done->recorded) target_.large = "/bugs/" + done->recorded->bug_id + "/original.ll";
  }
  const attacks::Target& target() const { return target_; }
  std::string database() const { return (folder_ / "a.db").string(); }
  std::string address() const { return "127.0.0.1:" + std::to_string(target_.calls); }
  bool runs() {
    const std::string status = text_of("/proc/" + std::to_string(pid_) + "/status");
    return !status.empty() && status.find("State:\tZ") == std::string::npos;
  }
  std::size_t peak_mb() const { return memory("VmHWM"); }
  std::size_t now_mb() const { return memory("VmRSS"); }

 private:
  std::size_t memory(const std::string& what) const {
    const std::string status = text_of("/proc/" + std::to_string(pid_) + "/status");
    const std::size_t at = status.find(what + ":");
    return at == std::string::npos ? 0 : std::strtoul(status.c_str() + at + what.size() + 1, nullptr, 10) / 1024;
  }
  std::filesystem::path folder_;
  pid_t pid_ = -1;
  attacks::Target target_;
};

/// Reports, again and again, and notes how long each report took.
class Honest {
 public:
  Honest(std::string address, std::uint64_t number)
      : address_(std::move(address)), thread_([this, number] { run(number); }) {}
  ~Honest() { end(); }
  void end() {
    ends_ = true;
    if (thread_.joinable()) thread_.join();
  }
  std::vector<double> waits;
  std::vector<std::string> acknowledged;

 private:
  void run(std::uint64_t number) {
    rpc::ClientOptions options;
    options.address = address_;
    options.seed = number;
    options.first_pause = milliseconds(50);
    options.longest_pause = milliseconds(200);
    rpc::CoordinatorClient client(options);
    for (std::uint64_t i = 0; !ends_; ++i) {
      const Finding finding = finding_of(number, i);
      const auto start = Clock::now();
      const auto done = client.hand_in(finding);
      waits.push_back(seconds_since(start));
      if (done && done->refused.empty())
        acknowledged.push_back(finding.id());
      else
        std::fprintf(stderr, "not taken: %s\n", (done ? done->refused : done.error()).c_str());
      std::this_thread::sleep_for(milliseconds(50));
    }
  }
  const std::string address_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

/// Until a new connection is answered; the limit if none is.
double until_answered(const Coordinator& coordinator, double limit) {
  const auto start = Clock::now();
  while (seconds_since(start) < limit)
    if (!rpc::check_health(coordinator.address(), {}, seconds(1))) return seconds_since(start);
  return limit;
}

const char* const kHardQuestions[] = {
    "SELECT instr(hex(zeroblob(30000000)), hex(zeroblob(15000000)) || 'x')",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) SELECT zeroblob(30000000) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"};

/// Questions that take long, or much.
void ask(const attacks::Target& target, Clock::time_point until) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([=] {
      rpc::ClientOptions options;
      options.address = "127.0.0.1:" + std::to_string(target.calls);
      options.patience = milliseconds(1);
      rpc::CoordinatorClient client(options);
      for (int k = i; Clock::now() < until; ++k)
        (void)client.ask(kHardQuestions[k % 3], {.time = seconds(10), .rows = 10'000});
    });
  for (std::thread& thread : threads) thread.join();
}

std::vector<attacks::Attack> attacks_and_questions() {
  std::vector<attacks::Attack> list = attacks::all();
  list.push_back({"questions in SQL", ask});
  return list;
}

double part_of(std::vector<double> waits, double part) {
  if (waits.empty()) return -1;
  std::sort(waits.begin(), waits.end());
  return waits[std::min(waits.size() - 1, static_cast<std::size_t>(part * static_cast<double>(waits.size())))];
}

int each(const std::string& program, int time) {
  std::printf("%-34s %8s %14s %16s\n", "attack", "peak MB", "longest wait s", "accepts after s");
  for (const attacks::Attack& attack : attacks_and_questions()) {
    Coordinator coordinator(program, {});
    coordinator.fill();
    Honest honest(coordinator.address(), 1);
    attack.run(coordinator.target(), Clock::now() + seconds(time));
    const std::size_t peak = coordinator.peak_mb();
    const double accepts = until_answered(coordinator, 30);
    honest.end();
    std::printf("%-34s %8zu %14.2f %16.2f%s\n", attack.name, peak, part_of(honest.waits, 1), accepts,
                coordinator.runs() ? "" : "  died");
    std::fflush(stdout);
  }
  return 0;
}

int together(const std::string& program, int time, int clients) {
  Coordinator coordinator(program, {});
  coordinator.fill();
  std::vector<std::unique_ptr<Honest>> honest;
  for (int i = 0; i < clients; ++i) honest.push_back(std::make_unique<Honest>(coordinator.address(), i + 1));
  std::vector<std::thread> attackers;
  const auto until = Clock::now() + seconds(time);
  for (const attacks::Attack& attack : attacks_and_questions())
    attackers.emplace_back([&, attack] {
      while (Clock::now() < until) attack.run(coordinator.target(), until);
    });
  for (std::thread& attacker : attackers) attacker.join();
  const std::size_t peak = coordinator.peak_mb();
  const double accepts = until_answered(coordinator, 30);
  std::vector<double> waits;
  std::size_t acknowledged = 0, lost = 0;
  for (const auto& each : honest) each->end();
  auto store = store::Store::open(coordinator.database());
  if (!store) return 1;
  std::size_t stored = 0;
  if (const auto statistics = store->statistics()) stored = statistics->findings;
  for (const auto& each : honest) {
    waits.insert(waits.end(), each->waits.begin(), each->waits.end());
    acknowledged += each->acknowledged.size();
  }
  lost = acknowledged > stored ? acknowledged - stored : 0;
  std::printf(
      "peak %zu MB, %zu reports acknowledged, %zu lost, p50 %.3f s, p99 %.3f s, longest %.3f s, accepts after "
      "%.2f s%s\n",
      peak, acknowledged, lost, part_of(waits, 0.5), part_of(waits, 0.99), part_of(waits, 1), accepts,
      coordinator.runs() ? "" : ", died");
  return 0;
}

int connections(const std::string& program, int time, int count) {
  Coordinator coordinator(program, {"--connections-per-address=" + std::to_string(count)});
  std::vector<std::unique_ptr<rpc::CoordinatorClient>> clients;
  std::size_t served = 0, told = 0;
  std::string last;
  const auto start = Clock::now();
  for (int i = 0; i < count; ++i) {
    rpc::ClientOptions options;
    options.address = coordinator.address();
    options.patience = seconds(time);
    options.seed = static_cast<std::uint64_t>(i + 1);  // gives each a connection of its own
    clients.push_back(std::make_unique<rpc::CoordinatorClient>(options));
    const auto answer = clients.back()->list_hunts(1);
    answer ? ++served : ++told;
    if (!answer) last = answer.error();
  }
  std::size_t again = 0;
  for (const auto& client : clients) again += client->list_hunts(1) ? 1 : 0;
  std::printf("%d connections: %zu served, %zu told, %zu served again, %.1f s, peak %zu MB %s\n", count, served, told,
              again, seconds_since(start), coordinator.peak_mb(), last.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const std::string program = argv[1], what = argc > 4 ? argv[3] : "";
  const int time = std::atoi(argv[2]);
  if (what == "together") return together(program, time, std::atoi(argv[4]));
  if (what == "connections") return connections(program, time, std::atoi(argv[4]));
  return each(program, time);
}
