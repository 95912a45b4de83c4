#include "services/opt_plugin/verdicts.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "services/common/outcome.h"

namespace assay::opt_plugin {
namespace {

/// What a signal prints, which may do no more than write bytes that are there.
class LastWords {
 public:
  /// `text`: the summary as it would be now.
  void set(const std::string& text) {
    char* room = rooms_[next_ ^= 1];
    const std::size_t size = std::min(text.size(), kRoom);
    std::memcpy(room, text.data(), size);
    sizes_[next_] = size;
    chosen_.store(static_cast<int>(next_));
  }
  void clear() { chosen_.store(-1); }
  void say() {
    const int chosen = chosen_.exchange(-1);
    if (chosen >= 0) (void)!::write(STDERR_FILENO, rooms_[chosen], sizes_[chosen]);
  }

 private:
  static constexpr std::size_t kRoom = 1 << 14;
  char rooms_[2][kRoom];
  std::size_t sizes_[2] = {};
  unsigned next_ = 0;
  std::atomic<int> chosen_{-1};
};
LastWords last_words;

/// Of a change that nobody was asked about.
constexpr const char* kLeftOut = "not-checked";

bool is_bounded(const Answer& answer) {
  return answer.verdict == name_of(VerdictKind::Correct) && !answer.bound.empty();
}

/// As a shell tells a process that was interrupted.
constexpr int kInterrupted = 130;
void end_with_last_words() {
  last_words.say();
  _exit(kInterrupted);
}

}  // namespace

Verdicts::Verdicts(OutputOptions options) : options_(std::move(options)) {
  if (!options_.quiet) {
    last_words.set(interrupted());
    llvm::sys::SetInterruptFunction(end_with_last_words);
  }
  if (options_.report.empty()) return;
  if (const auto bad = llvm::sys::fs::create_directories(options_.report)) {
    llvm::errs() << "assay-tv: " << options_.report << ": " << bad.message() << "\n";
    options_.report.clear();
  }
  mark("begun");
}

Verdicts::~Verdicts() { last_words.clear(); }

void Verdicts::note(const std::string& pass, const std::string& verdict) {
  ++by_pass_[pass][verdict];
  if (!options_.quiet) last_words.set(interrupted());
}

void Verdicts::leave_out(const Change& change) {
  ++left_out_;
  note(change.pass, kLeftOut);
  if (!options_.report.empty()) keep(change, {std::string(kLeftOut), "budget", "", 0, ""}, false);
}

bool Verdicts::add(const Change& change, const Answer& answer) {
  ++number_;
  ++counts_[answer.verdict];
  seconds_ += answer.seconds;
  bounded_ += is_bounded(answer);
  note(change.pass, answer.verdict);
  const bool wrong = answer.verdict == name_of(VerdictKind::Incorrect);
  if (wrong || !options_.quiet)
    llvm::errs() << "assay-tv: " << change.pass << " on @" << change.function << ": " << answer.text;
  if (wrong) llvm::errs() << "; before " << change.pass << "\n" << change.source << "; after\n" << change.target;
  if (!options_.report.empty()) keep(change, answer, answer.verdict != name_of(VerdictKind::Correct));
  return wrong;
}

void Verdicts::write(const std::string& name, llvm::StringRef text, llvm::sys::fs::OpenFlags flags) {
  llvm::SmallString<128> path(options_.report);
  llvm::sys::path::append(path, name);
  std::error_code bad;
  llvm::raw_fd_ostream file(path, bad, flags);
  if (bad)
    llvm::errs() << "assay-tv: " << path << ": " << bad.message() << "\n";
  else
    file << text;
  file.clear_error();
}

void Verdicts::mark(const char* state) {
  if (!options_.report.empty())
    write("verdicts.jsonl", std::string("{\"compilation\":\"") + state + "\"}\n", llvm::sys::fs::OF_Append);
}

void Verdicts::keep(const Change& change, const Answer& answer, bool files) {
  const std::string base = std::to_string(getpid()) + "-" + std::to_string(number_) + "-" + change.pass;
  std::string line;
  llvm::raw_string_ostream(line) << llvm::json::Value(
                                        llvm::json::Object{{"pass", change.pass},
                                                           {"function", llvm::json::fixUTF8(change.function)},
                                                           {"case", files ? base : std::string()},
                                                           {"verdict", answer.verdict},
                                                           {"reason", answer.reason},
                                                           {"bound", llvm::json::fixUTF8(answer.bound)},
                                                           {"bounded", is_bounded(answer)},
                                                           {"seconds", answer.seconds}})
                                 << "\n";
  write("verdicts.jsonl", line, llvm::sys::fs::OF_Append);
  if (!files) return;
  write(base + ".src.ll", change.source, llvm::sys::fs::OF_None);
  write(base + ".tgt.ll", change.target, llvm::sys::fs::OF_None);
  write(base + ".txt", answer.text, llvm::sys::fs::OF_None);
}

std::string Verdicts::summary() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  const auto list = [&](const Counts& counts) {
    for (const auto& [verdict, count] : counts) out << ", " << count << " " << verdict;
  };
  out << "assay-tv: " << number_ << " checks";
  list(counts_);
  out << llvm::format("; %.1f s of processor time\n", seconds_);
  if (bounded_ != 0) out << "assay-tv: " << bounded_ << " of them correct within limits only\n";
  if (left_out_ != 0)
    out << "assay-tv: " << left_out_ << llvm::format(" not checked: the budget of %g s is spent\n", options_.budget_s);
  for (const auto& [pass, counts] : by_pass_) {
    unsigned all = 0;
    for (const auto& [verdict, count] : counts) all += count;
    const auto right = counts.find(name_of(VerdictKind::Correct));
    if (right != counts.end() && right->second == all) continue;
    out << "assay-tv: " << pass << ": " << all << (all == 1 ? " change" : " changes");
    list(counts);
    out << "\n";
  }
  for (const auto& [why, count] : skipped_) out << "assay-tv: " << count << " not for a judge: " << why << "\n";
  return text;
}

std::string Verdicts::interrupted() const { return "assay-tv: interrupted; until then:\n" + summary(); }

void Verdicts::finish() {
  last_words.clear();
  mark("ended");
  if (!options_.quiet) llvm::errs() << summary();
}

}  // namespace assay::opt_plugin
