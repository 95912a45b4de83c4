#include "services/opt_plugin/checks.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "services/common/outcome.h"

namespace assay::opt_plugin {
namespace {

/// Seconds of processor time for a function: at first, when nearly all that is decided at all is decided, and how much
/// more each time. To read a function and to bring it to its normal forms takes half of a second for a megabyte; with
/// more for large ones that stay undecided fewer others are reached (docs/costs.md).
constexpr double kLittlePatience = 0.03;
constexpr double kPatienceOfByte = 1e-6;
constexpr double kMorePatience = 5;
/// Each patience is one of few, and has its own judge, which need not be started anew.
constexpr double kNextPatience = 2;
constexpr double kShareOfQuery = 1.0 / 3;  ///< of what is not for reading: several are asked about one pair
constexpr int kMomentMs = 50;
/// Bytes of functions that wait: with more, the compiler waits, too.
constexpr std::size_t kMostWaiting = std::size_t{256} << 20;

/// Of one that was left undecided so many times.
double patience_after(unsigned times, double most) {
  double patience = kLittlePatience;
  for (; times != 0 && patience < most; --times) patience *= kMorePatience;
  return patience;
}

std::size_t size_of(const Change& change) { return change.source.size() + change.target.size(); }

bool is(const Answer& answer, VerdictKind kind) { return answer.verdict == name_of(kind); }

}  // namespace

Checks::Checks(JudgeOptions judge, ChecksOptions options, Verdicts& verdicts)
    : judge_(std::move(judge)), options_(std::move(options)), verdicts_(verdicts) {
  slots_.resize(std::max(1u, options_.jobs));
}

Checks::~Checks() {
  for (Slot& slot : slots_)
    if (slot.lock >= 0) ::close(slot.lock);
}

void Checks::add(Change change) {
  bytes_waiting_ += size_of(change);
  waiting_.emplace_back().change = std::move(change);
  hear(0);
  give_work();
  while (bytes_waiting_ > kMostWaiting && (is_any_busy() || !is_spent())) {
    hear(kMomentMs);
    give_work();
  }
}

void Checks::finish() {
  are_all_here_ = true;
  for (give_work(); is_any_busy() || (!waiting_.empty() && !is_spent()); give_work()) hear(kMomentMs);
  leave_out_the_rest();
  are_all_here_ = false;
}

bool Checks::is_any_busy() const {
  return std::ranges::any_of(slots_, [](const Slot& slot) { return slot.asked != nullptr; });
}

bool Checks::is_spent() const { return left() < std::min(kLittlePatience, judge_.timeout_s); }

double Checks::left() const {
  if (options_.budget_s <= 0) return std::numeric_limits<double>::infinity();
  double left = options_.budget_s - spent_;
  for (const Slot& slot : slots_)
    if (slot.asked) left -= slot.patience_s;
  return left;
}

/// A lock that the kernel gives back, however its holder ends.
bool Checks::may_use(Slot& slot) {
  if (options_.report.empty() || slot.lock >= 0) return true;
  const auto number = static_cast<std::size_t>(&slot - slots_.data());
  const std::string path = options_.report + "/.judge-" + std::to_string(number);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return true;  // a folder that can't be written to is told where verdicts are
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
    slot.lock = file;
    return true;
  }
  ::close(file);
  return false;
}

/// The solver has so little that all that is asked ends in time, and reading and normal forms have the rest. Who has as
/// much as anybody may have asks as the user wants.
JudgeOptions Checks::judge_for(const Waiting& waiting) const {
  JudgeOptions options = judge_;
  const double thinks = patience_after(waiting.times, judge_.timeout_s);
  const double wanted = thinks + kPatienceOfByte * static_cast<double>(size_of(waiting.change));
  double patience = kLittlePatience;
  while (patience < wanted) patience *= kNextPatience;
  while (patience > left() && patience > kLittlePatience) patience /= kNextPatience;
  if (patience >= judge_.timeout_s) return options;
  options.timeout_s = patience;
  const auto query_ms = static_cast<unsigned>(thinks * kShareOfQuery * 1000);
  options.smt_timeout_ms = judge_.smt_timeout_ms == 0 ? query_ms : std::min(judge_.smt_timeout_ms, query_ms);
  return options;
}

/// As if some more were answered with that patience, so that one that was not does not end it; what is under way is no
/// answer yet.
double Checks::Yield::per_answer(double patience) const {
  constexpr unsigned kMore = 4;
  return (seconds + patience * (kMore + asked)) / (kMore + answers);
}

/// Within a budget that where an answer costs least, as soon as all is here. Before that, and without a budget, what
/// was not asked yet before what is undecided.
std::size_t Checks::next() const {
  const bool by_cost_alone = are_all_here_ && options_.budget_s > 0;
  const auto rank = [&](const Waiting& each) {
    const auto yield = yield_of_.find({each.change.pass, each.times});
    return std::tuple(
        by_cost_alone ? 0 : each.times,
        (yield == yield_of_.end() ? Yield() : yield->second).per_answer(patience_after(each.times, judge_.timeout_s)),
        size_of(each.change));
  };
  const auto least = std::ranges::min_element(waiting_, {}, rank);
  return static_cast<std::size_t>(least - waiting_.begin());
}

void Checks::give_work() {
  for (Slot& slot : slots_) {
    if (waiting_.empty() || is_spent()) return;
    if (slot.asked || !may_use(slot)) continue;
    const std::size_t chosen = next();
    if (waiting_[chosen].times != 0 && options_.budget_s > 0 && !are_all_here_) return;
    JudgeOptions options = judge_for(waiting_[chosen]);  // by what is left before this one is asked
    slot.patience_s = options.timeout_s;
    slot.asked = std::make_unique<Waiting>(std::move(waiting_[chosen]));
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(chosen));
    const Change& change = slot.asked->change;
    bytes_waiting_ -= size_of(change);
    ++yield_of_[{change.pass, slot.asked->times}].asked;
    const std::pair patience(options.timeout_s, options.smt_timeout_ms);
    slot.judge = &slot.judges.try_emplace(patience, std::move(options)).first->second;
    slot.judge->begin(change.function, change.source, change.target);
  }
}

void Checks::hear(int wait_ms) {
  std::vector<pollfd> sockets;
  for (const Slot& slot : slots_)
    if (slot.asked && slot.judge->descriptor() >= 0) sockets.push_back({slot.judge->descriptor(), POLLIN, 0});
  if (wait_ms > 0) (void)::poll(sockets.data(), sockets.size(), wait_ms);
  for (Slot& slot : slots_)
    if (slot.asked)
      if (const std::optional<Answer> answer = slot.judge->answer(0)) take(slot, *answer);
}

void Checks::take(Slot& slot, const Answer& answer) {
  spent_ += answer.seconds;
  std::unique_ptr<Waiting> asked = std::move(slot.asked);
  Yield& yield = yield_of_[{asked->change.pass, asked->times}];
  yield.seconds += answer.seconds;
  --yield.asked;
  if (!is(answer, VerdictKind::Unknown)) ++yield.answers;
  if (is(answer, VerdictKind::Unknown) && slot.patience_s < judge_.timeout_s) {
    ++asked->times;
    asked->answer = answer;
    bytes_waiting_ += size_of(asked->change);
    waiting_.push_back(std::move(*asked));
    return;
  }
  is_any_wrong_ |= verdicts_.add(asked->change, answer);
}

/// What was undecided is undecided; the others were not asked.
void Checks::leave_out_the_rest() {
  for (const Waiting& each : waiting_) {
    if (each.times != 0)
      verdicts_.add(each.change, each.answer);
    else
      verdicts_.leave_out(each.change);
  }
  waiting_.clear();
  bytes_waiting_ = 0;
}

}  // namespace assay::opt_plugin
