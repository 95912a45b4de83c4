#include "services/opt_plugin/judge.h"

#include <sstream>
#include <string_view>
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
      std::string* texts[] = {&answer.verdict, &answer.reason, &answer.text};
      if (!field.is_number && field.name >= 1 && field.name <= std::size(texts))
        texts[field.name - 1]->assign(field.bytes, field.size);
    }
    return !reader.is_broken();
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

Answer Judge::ask(const std::string& name, const std::string& source, const std::string& target) {
  if (const Status bad = start()) return error(bad->message);
  CheckAnswered answered;
  // No limit of time: assay keeps its own for each function.
  const channel::End end = assay_->ask(CheckAsked{name, source, target}, answered, -1);
  if (end.kind == channel::End::Kind::Answered) return answered.answer;
  if (end.kind != channel::End::Kind::TooLong) assay_.reset();
  return error(options_.program + " ended without an answer: " + end.text());
}

}  // namespace assay::opt_plugin
