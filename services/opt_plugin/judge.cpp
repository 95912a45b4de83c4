#include "services/opt_plugin/judge.h"

#include <llvm/Support/JSON.h>

#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "services/common/outcome.h"

namespace assay::opt_plugin {
namespace {

/// The message CheckAsked of proto/assay/v1/internal/processes.proto. opt is no place for protobuf's library: Debian's
/// archive can't be linked into a plugin, and the shared one would be everybody's in the process.
struct CheckAsked {
  std::string_view name, source, target;

  std::size_t ByteSizeLong() const {
    std::size_t size = 0;
    each([&](std::uint32_t field, std::string_view text) {
      size += channel::FieldWriter::size_of_bytes(field, text.size());
    });
    return size;
  }
  void SerializeToArray(void* bytes, int) const {
    channel::FieldWriter writer(static_cast<char*>(bytes));
    each([&](std::uint32_t field, std::string_view text) { writer.put(field, text.data(), text.size()); });
  }

 private:
  template <class Visit>
  void each(const Visit& visit) const {
    visit(1, name);
    visit(2, source);
    visit(3, target);
  }
};

/// The message CheckAnswered.
struct CheckAnswered {
  Answer answer;

  bool ParseFromArray(const void* bytes, int size) {
    answer = Answer();
    channel::FieldReader reader(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    for (channel::Field field; reader.next(field);) {
      std::string* texts[] = {&answer.verdict, &answer.reason, &answer.text, &json};
      if (!field.is_number && field.name >= 1 && field.name <= std::size(texts))
        texts[field.name - 1]->assign(field.bytes, field.size);
    }
    read_json();
    return !reader.is_broken();
  }

 private:
  std::string json;

  void read_json() {
    auto parsed = llvm::json::parse(json);
    if (!parsed) return llvm::consumeError(parsed.takeError());
    const llvm::json::Object* verdict = parsed->getAsObject();
    if (verdict == nullptr) return;
    answer.bound = verdict->getString("bound").value_or("").str();
    answer.seconds = processor_time(*verdict);
  }

  /// What the rungs of the ladder took; where it was ended, what it had by then.
  static double processor_time(const llvm::json::Object& verdict) {
    double seconds = 0;
    if (const auto* costs = verdict.getArray("costs"))
      for (const llvm::json::Value& cost : *costs)
        if (const auto* row = cost.getAsObject()) {
          const double own = row->getNumber("seconds").value_or(0);
          if (row->getString("rung") == llvm::StringRef(name_of(Rung::Killed))) return own;  // with all before it
          seconds += own;
        }
    return seconds;
  }
};

Answer error(const std::string& reason) {
  Answer answer;
  answer.verdict = name_of(VerdictKind::Error);
  answer.reason = reason;
  answer.text = "error: " + reason + "\n";
  return answer;
}

}  // namespace

Judge::~Judge() {
  if (assay_) assay_->dismiss();
}

Status Judge::start() {
  if (assay_) return std::nullopt;
  std::vector<std::string> arguments{options_.program, "check", "--pipe",
                                     "--timeout=" + std::to_string(options_.timeout_s)};
  if (options_.smt_timeout_ms != 0) arguments.push_back("--smt-timeout=" + std::to_string(options_.smt_timeout_ms));
  if (!options_.cache.empty()) arguments.push_back("--cache=" + options_.cache);
  std::istringstream more(options_.more);
  for (std::string option; more >> option;) arguments.push_back(option);
  auto started = channel::Child::program(arguments);
  if (!started) return Error{"can't run " + options_.program + "; name the command with -assay-tv-program=PATH"};
  assay_ = std::move(*started);
  return std::nullopt;
}

void Judge::begin(const std::string& name, const std::string& source, const std::string& target) {
  failed_.reset();
  if (const Status bad = start()) {
    failed_ = error(bad->message);
    return;
  }
  const channel::Sent sent = channel::write_message(assay_->socket(), CheckAsked{name, source, target});
  if (sent == channel::Sent::All) return;
  const bool too_long = sent == channel::Sent::TooLong;
  failed_ = error(too_long ? "the function is too large to be asked about" : ended(channel::Heard::Closed));
}

std::optional<Answer> Judge::answer(int wait_ms) {
  if (failed_) return std::exchange(failed_, std::nullopt);
  if (!assay_) return error("nobody was asked");
  CheckAnswered answered;
  // assay keeps its own limit of time for each function.
  const channel::Heard heard = assay_->reader().next(answered, wait_ms);
  if (heard == channel::Heard::Nothing) return std::nullopt;
  return heard == channel::Heard::Message ? answered.answer : error(ended(heard));
}

std::string Judge::ended(channel::Heard last) {
  const channel::End end = assay_->end(last);
  assay_.reset();
  return options_.program + " ended without an answer: " + end.text();
}

}  // namespace assay::opt_plugin
