#include "services/application/each_function.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "services/application/in_order.h"
#include "services/application/pairs.h"
#include "services/application/test_files.h"
#include "services/common/fields_json.h"
#include "services/worker/ir/ir.h"

namespace assay::application {
namespace {

/// The functions of all files, one after the other; each file is read when its turn comes.
class Functions {
 public:
  Functions(std::vector<std::string> files, std::vector<std::string> wanted)
      : files_(std::move(files)), wanted_(std::move(wanted)) {}

  explicit Functions(std::vector<FunctionAsked> ready)
      : ready_(std::move_iterator(ready.begin()), std::move_iterator(ready.end())) {}

  /// With its place; nothing after the last. From any thread.
  std::optional<std::pair<std::size_t, FunctionAsked>> next() {
    const std::scoped_lock lock(mutex_);
    while (ready_.empty() && file_ < files_.size()) read(files_[file_++]);
    if (ready_.empty()) return std::nullopt;
    FunctionAsked asked = std::move(ready_.front());
    ready_.pop_front();
    return std::pair{place_++, std::move(asked)};
  }

  /// What nobody has asked for.
  NotBegun rest() const { return {ready_.size(), files_.size() - file_}; }

 private:
  void read(const std::string& file) {
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, file);
    if (!module) return ready_.push_back({file, "", "", module.error()});
    if (Status bad = ir::verify(**module)) return ready_.push_back({file, "", "", file + ": " + bad->message});
    for (const llvm::Function& function : **module) {
      if (!is_wanted(function, wanted_)) continue;
      const std::string name = function.getName().str();
      ready_.push_back({file, name, ir::print(*ir::extract(**module, name)), ""});
    }
  }

  std::vector<std::string> files_;
  std::vector<std::string> wanted_;
  std::mutex mutex_;
  std::deque<FunctionAsked> ready_;
  std::size_t file_ = 0, place_ = 0;
};

Crew::Answer ask(Crew& crew, const FunctionAsked& asked) {
  if (asked.error.empty()) return crew.ask(json_text(nlohmann::json(asked)));
  Crew::Answer answer;
  answer.message = asked.error;
  return answer;
}

/// Ends what a crew does once it is asked to stop.
class Stopper {
 public:
  Stopper(Crew& crew, const std::atomic<bool>* stop)
      : thread_([&crew, stop](const std::stop_token& done) {
          while (stop != nullptr && !done.stop_requested()) {
            if (*stop) return crew.close();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
          }
        }) {}

 private:
  std::jthread thread_;
};

Result<NotBegun> ask_all(Functions& functions, const FunctionsWanted& wanted,
                         const std::function<std::string(const FunctionAsked&)>& look,
                         const std::function<void(const FunctionAsked&, const Crew::Answer&)>& told) {
  Crew::Limits limits;
  limits.members = wanted.jobs;
  limits.processor = wanted.timeout;
  limits.clock = limits.patience = std::chrono::hours(1);
  limits.memory_bytes = std::size_t{wanted.memory_mb} << 20;
  auto crew = Crew::start(
      [&look](const std::string& question) { return look(nlohmann::json::parse(question).get<FunctionAsked>()); },
      limits);
  if (!crew) return Error{crew.error()};
  const auto begun = std::chrono::steady_clock::now();
  using Told = std::optional<std::pair<FunctionAsked, Crew::Answer>>;  // none: it was stopped
  std::size_t stopped = 0;
  const std::function<void(Told)> tell = [&](Told each) { each ? told(each->first, each->second) : void(++stopped); };
  InOrder<Told> in_order(tell);
  const auto is_stopped = [&] { return wanted.stop != nullptr && *wanted.stop; };
  const auto work = [&] {
    const auto is_over = [&] {
      if (is_stopped()) return true;
      return wanted.limit_s != 0 && std::chrono::steady_clock::now() - begun > std::chrono::seconds(wanted.limit_s);
    };
    while (!is_over()) {
      auto asked = functions.next();
      if (!asked) break;
      Crew::Answer answer = ask(**crew, asked->second);
      asked->second.module.clear();  // it may wait for others
      const bool is_told = !is_stopped() || answer.end == Crew::Answer::End::Answered;
      in_order.add(asked->first, is_told ? Told({std::move(asked->second), std::move(answer)}) : std::nullopt);
    }
  };
  {
    const Stopper stopper(**crew, wanted.stop);
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < wanted.jobs; ++i) threads.emplace_back(work);
  }
  NotBegun left = functions.rest();
  left.functions += stopped;
  return left;
}

}  // namespace

std::string text_of(const NotBegun& left) {
  const auto number = [](std::size_t count, const char* one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
  };
  if (left.files == 0) return number(left.functions, "function");
  return number(left.functions, "function") + ", and " + number(left.files, "file") + " not read";
}

bool is_wanted(const llvm::Function& function, const std::vector<std::string>& functions) {
  if (function.isDeclaration() || !function.hasName()) return false;
  return functions.empty() || std::ranges::any_of(functions, [&](const std::string& each) {
           return without_at(each) == function.getName();
         });
}

Result<NotBegun> each_function(const FunctionsWanted& wanted,
                               const std::function<std::string(const FunctionAsked&)>& look,
                               const std::function<void(const FunctionAsked&, const Crew::Answer&)>& told) {
  auto files = test_files(wanted.paths, {".ll", ".bc"});
  if (!files) return Error{files.error()};
  Functions functions(std::move(*files), wanted.functions);
  return ask_all(functions, wanted, look, told);
}

Result<NotBegun> each_of(std::vector<FunctionAsked> functions, const FunctionsWanted& wanted,
                         const std::function<std::string(const FunctionAsked&)>& look,
                         const std::function<void(const FunctionAsked&, const Crew::Answer&)>& told) {
  Functions asked(std::move(functions));
  return ask_all(asked, wanted, look, told);
}

}  // namespace assay::application
