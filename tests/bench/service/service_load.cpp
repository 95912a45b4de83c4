// What a coordinator bears.
//   bench_service fill DB BUGS FINDINGS      a database of that size, by the store's own calls (a folder in memory is
//   fast) bench_service ask DB QUERIES.md          milliseconds of lists, searches, bugs and the questions of
//   docs/queries.md bench_service report ADDRESS CLIENTS SECONDS   findings that many clients report, each on a
//   connection of its own
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "services/common/log.h"
#include "services/common/rng.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/store.h"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;

constexpr const char* kPasses[] = {"instcombine", "gvn",         "sroa",           "licm",
                                   "dse",         "simplifycfg", "vector-combine", "indvars",
                                   "loop-unroll", "early-cse",   "slp-vectorizer", "correlated-propagation"};
constexpr const char* kOperations[] = {"add nsw", "sub nuw", "mul", "shl nuw", "lshr exact",
                                       "xor",     "and",     "or",  "udiv",    "srem"};
constexpr const char* kReasons[] = {"value-mismatch", "more-ub", "more-poison", "memory-mismatch"};

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "bench_service: %s\n", why.c_str());
  std::exit(1);
}

/// A function of some instructions that no other number has.
std::string module_of(Rng& rng, std::uint64_t number, std::size_t instructions) {
  std::string text = "define i32 @f(i32 %v0, i32 %v1) {\n";
  for (std::size_t i = 0; i < instructions; ++i)
    text += "  %v" + std::to_string(i + 2) + " = " + kOperations[rng.below(std::size(kOperations))] + " i32 %v" +
            std::to_string(rng.below(i + 2)) + ", " + std::to_string(rng.below(1000)) + "\n";
  return text + "  %r = xor i32 %v" + std::to_string(instructions + 1) + ", " + std::to_string(number) +
         "\n  ret i32 %r\n}\n";
}

Finding make_finding(Rng& rng, std::uint64_t number, std::uint64_t bugs) {
  const std::uint64_t bug = number % bugs;
  Finding finding;
  finding.compiler = {"linked", number % 3 == 0 ? "22.1.8" : "19.1.7", "0123456789ab", ""};
  finding.culprit = finding.pipeline = finding.reduced_pipeline = kPasses[bug % std::size(kPasses)];
  finding.function = "f";
  finding.kind = bug % 10 == 0 ? FindingKind::Crash : FindingKind::Miscompile;
  finding.original = module_of(rng, number, 24);
  finding.reduced = module_of(rng, number, 2 + rng.below(4));
  if (finding.kind == FindingKind::Miscompile) finding.reduced_target = module_of(rng, number, 1 + rng.below(3));
  finding.reason = kReasons[bug % std::size(kReasons)];
  finding.signature = finding.culprit + "|" + finding.reason + "|" + std::to_string(bug);
  finding.title = "[" + finding.culprit + "] Miscompile number " + std::to_string(bug) + " of " +
                  kOperations[bug % std::size(kOperations)];
  finding.counterexample = Counterexample{{{"%v0", "i32", "7"}}, {{"%v2 = add i32 %v0, 1", "i32 8"}},
                                          {{"ret i32 0", ""}},   "returns i32 8",
                                          "returns i32 0",       {Decider::Interpreter}};
  char time[32];
  std::snprintf(time, sizeof time, "2026-%02d-%02dT%02d:%02d:%02dZ", static_cast<int>(1 + number % 10),
                static_cast<int>(1 + number / 10 % 28), static_cast<int>(number % 24), static_cast<int>(number % 60),
                static_cast<int>(number / 60 % 60));
  finding.found_at = time;
  finding.checked = number % 2 == 0;
  return finding;
}

int fill(const std::string& path, std::uint64_t bugs, std::uint64_t findings) {
  auto store = store::Store::open(path);
  if (!store) fail(store.error());
  Rng rng(1);
  const auto start = Clock::now();
  for (std::uint64_t i = 0; i < findings; ++i) {
    const auto recorded = store->record_finding(make_finding(rng, i, bugs));
    if (!recorded) fail(recorded.error());
    if (i % 50'000 == 0)
      std::fprintf(stderr, "%llu findings, %.0f s\n", static_cast<unsigned long long>(i), ms_since(start) / 1000);
  }
  std::printf("filled: %.0f findings a second\n", static_cast<double>(findings) / ms_since(start) * 1000);
  return 0;
}

double processor_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// The median and the largest of some runs by the clock, and the least processor time, which a busy machine does not
/// change.
void measure(const char* what, const std::function<std::size_t()>& ask) {
  constexpr int kRuns = 7;
  std::vector<double> times;
  double least = 1e9;
  std::size_t rows = 0;
  for (int i = 0; i < kRuns; ++i) {
    const auto start = Clock::now();
    const double before = processor_ms();
    rows = ask();
    least = std::min(least, processor_ms() - before);
    times.push_back(ms_since(start));
  }
  std::sort(times.begin(), times.end());
  std::printf("%8.1f %8.1f ms, %7.1f of a processor %7zu rows  %s\n", times[kRuns / 2], times.back(), least, rows,
              what);
  std::fflush(stdout);
}

/// The questions of the guide: what is set in as a block and asks.
std::vector<std::string> questions_in(const std::string& file) {
  std::ifstream input(file);
  std::vector<std::string> questions;
  std::string line, block;
  while (true) {
    const bool more = static_cast<bool>(std::getline(input, line));
    if (more && line.starts_with("    ")) {
      block += line + "\n";
      continue;
    }
    const std::string text =
        block.substr(block.find_first_not_of(' ') == std::string::npos ? 0 : block.find_first_not_of(' '));
    if (text.starts_with("SELECT") || text.starts_with("WITH")) questions.push_back(text.substr(0, text.rfind(';')));
    block.clear();
    if (!more) return questions;
  }
}

int ask(const std::string& path, const std::string& guide) {
  auto store = store::Store::open(path, {.create = false});
  if (!store) fail(store.error());
  const auto list = [&](const char* what, auto change) {
    measure(what, [&] {
      store::BugFilter filter;
      change(filter);
      auto unknown = store->resolve(filter);
      if (!unknown || *unknown) fail(unknown ? (*unknown)->message : unknown.error());
      auto selection = store->select_bugs(filter);
      if (!selection) fail(selection.error());
      const auto bugs = selection->part(filter);
      const auto count = selection->total();
      if (!bugs || !count) fail(bugs ? count.error() : bugs.error());
      return bugs->size();
    });
  };
  list("list", [](auto&) {});
  list("list --pass=gvn --status=new", [](auto& f) { f.pass = "gvn", f.status = "new"; });
  list("list --compiler=19", [](auto& f) { f.compiler = "19"; });
  list("list --since=2026-11-01 --kind=crash", [](auto& f) { f.since = "2026-11-01", f.kind = FindingKind::Crash; });
  list("list --sort=title --offset=50000", [](auto& f) { f.sort = "title", f.offset = 50'000; });
  list("list --sort=count", [](auto& f) { f.sort = "count"; });
  list("list --sort=status", [](auto& f) { f.sort = "status"; });
  list("list --sort=culprit", [](auto& f) { f.sort = "culprit"; });
  list("search 'number 4711'", [](auto& f) { f.text = "number 4711"; });
  list("search 'shl nuw i32 %v1'", [](auto& f) { f.text = "shl nuw i32 %v1"; });
  list("search 'xor'", [](auto& f) { f.text = "xor"; });
  list("search 'nothing has this'", [](auto& f) { f.text = "nothing has this"; });
  list("search of two letters", [](auto& f) { f.text = "or"; });
  std::vector<Bug> bugs = *store->list_bugs({});
  measure("show (bug, its findings, its history)", [&] {
    const Bug bug = *store->find_bug(bugs[bugs.size() / 2].id.substr(0, 8));
    return store->findings_of(bug.id, 100)->size() + store->care_of(bug.id)->history.size();
  });
  measure("statistics", [&] { return store->statistics()->bugs_by_status.size(); });
  measure("findings and bugs of 30 days", [&] { return store->days_since("2026-10-23")->size(); });
  for (const std::string& question : questions_in(guide))
    measure(question.substr(0, 110).c_str(), [&]() -> std::size_t {
      const auto answer = store::answer_sql(path, question, {std::chrono::seconds(60), 1000});
      if (!answer) fail(question + ": " + answer.error());
      return answer->rows.size();
    });
  return 0;
}

int report(const std::string& address, std::size_t clients, unsigned seconds) {
  const rlimit files{8192, 8192};
  setrlimit(RLIMIT_NOFILE, &files);
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> accepted{0}, refused{0}, connected{0};
  std::mutex mutex;
  std::vector<double> times;
  std::vector<std::thread> threads;
  const std::uint64_t run = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()) % 1'000'000'000;
  for (std::size_t c = 0; c < clients; ++c)
    threads.emplace_back([&, c] {
      rpc::ClientOptions options;
      options.address = address;
      options.seed = run + c;
      rpc::CoordinatorClient client(options);
      Rng rng(run + c);
      std::vector<double> mine;
      for (std::uint64_t i = 0; !over; ++i) {
        const Finding finding = make_finding(rng, run * 1000 + i * clients + c, 100'000);
        const auto start = Clock::now();
        const auto recorded = client.report_finding(finding);
        if (connected == clients) mine.push_back(ms_since(start));
        if (i == 0) ++connected;
        if (recorded)
          ++accepted;
        else if (++refused < 5)
          std::fprintf(stderr, "%s\n", recorded.error().c_str());
      }
      const std::lock_guard lock(mutex);
      times.insert(times.end(), mine.begin(), mine.end());
    });
  const auto begin = Clock::now();
  while (connected < clients) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::printf("all are connected and answered once after %.1f s\n", ms_since(begin) / 1000);
  const auto start = Clock::now();
  const std::uint64_t before = accepted;
  while (ms_since(start) < seconds * 1000.0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double rate = static_cast<double>(accepted - before) / ms_since(start) * 1000;
  over = true;
  for (std::thread& thread : threads) thread.join();
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times.empty() ? 0 : times[static_cast<std::size_t>(static_cast<double>(times.size() - 1) * share)];
  };
  std::printf(
      "%zu clients: %.0f accepted a second, %llu accepted, %llu refused after retries; ms: median %.0f, p99 %.0f, "
      "longest %.0f\n",
      clients, rate, static_cast<unsigned long long>(accepted), static_cast<unsigned long long>(refused), at(0.5),
      at(0.99), at(1));
  return refused == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 4 && words[0] == "fill") return fill(words[1], std::stoull(words[2]), std::stoull(words[3]));
  if (words.size() == 3 && words[0] == "ask") return ask(words[1], words[2]);
  if (words.size() == 4 && words[0] == "report")
    return report(words[1], std::stoull(words[2]), static_cast<unsigned>(std::stoul(words[3])));
  fail("see the head of tests/bench/service/service_load.cpp");
}
