#include "services/application/improve.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "services/application/in_order.h"
#include "services/application/pairs.h"
#include "services/application/test_files.h"
#include "services/channel/crew.h"
#include "services/common/records_json.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

/// What a process is asked: one function in a module of its own.
struct Asked {
  std::string file;
  std::string function;
  std::string module;
  std::string error;  ///< of the file, where it can't be read
};
ASSAY_FIELDS(Asked, file, function, module, error);

/// The functions of all files, one after the other; each file is read when its turn comes.
class Functions {
 public:
  Functions(std::vector<std::string> files, const std::vector<std::string>& wanted)
      : files_(std::move(files)), wanted_(wanted) {}

  /// With its place; nothing after the last. From any thread.
  std::optional<std::pair<std::size_t, Asked>> next() {
    const std::scoped_lock lock(mutex_);
    while (ready_.empty() && file_ < files_.size()) read(files_[file_++]);
    if (ready_.empty()) return std::nullopt;
    Asked asked = std::move(ready_.front());
    ready_.pop_front();
    return std::pair{place_++, std::move(asked)};
  }

 private:
  void read(const std::string& file) {
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, file);
    if (!module) return ready_.push_back({file, "", "", module.error()});
    if (Status bad = ir::verify(**module)) return ready_.push_back({file, "", "", file + ": " + bad->message});
    for (const llvm::Function& function : **module) {
      if (function.isDeclaration() || !function.hasName()) continue;
      const std::string name = function.getName().str();
      if (!wanted_.empty() &&
          std::ranges::none_of(wanted_, [&](const std::string& each) { return without_at(each) == name; }))
        continue;
      ready_.push_back({file, name, ir::print(*ir::extract(**module, name)), ""});
    }
  }

  std::vector<std::string> files_;
  const std::vector<std::string>& wanted_;
  std::mutex mutex_;
  std::deque<Asked> ready_;
  std::size_t file_ = 0, place_ = 0;
};

/// Looks at functions, in a process that was copied for it.
class Improver {
 public:
  explicit Improver(const ImproveRequest& request) : request_(request) {}

  ImprovedFunction look(const Asked& asked) {
    ImprovedFunction result;
    result.file = asked.file;
    result.looked.name = asked.function;
    const auto optimized = optimize(asked.module);
    if (!optimized) {
      result.error = optimized.error();
      return result;
    }
    improve::Options options = request_.options;
    if (request_.passes != "none")
      options.compile = [this](const std::string& module) -> std::optional<std::string> {
        auto made = optimize(module);
        if (!made) return std::nullopt;
        return std::move(*made);
      };
    const auto looked = improve::improve(*optimized, asked.function, options);
    if (looked)
      result.looked = *looked;
    else
      result.error = looked.error();
    return result;
  }

 private:
  Result<std::string> optimize(const std::string& module) {
    if (request_.passes == "none") return module;
    if (compiler_ == nullptr) {
      auto opened = optimize::open_compiler(request_.compiler);
      if (!opened) return Error{opened.error()};
      compiler_ = std::move(*opened);
    }
    optimize::Limits limits;
    limits.opt_args = request_.opt_args;
    const auto made =
        compiler_->run(module, optimize::spell_pipeline(request_.passes, compiler_->major_version()), limits);
    if (made.end != optimize::OptimizeResult::End::Ok)
      return Error{std::string(optimize::name_of(made.end)) + ": " + made.message.substr(0, made.message.find('\n'))};
    return made.ir;
  }

  const ImproveRequest& request_;
  std::unique_ptr<optimize::Compiler> compiler_;
};

ImprovedFunction ask(Crew& crew, const Asked& asked) {
  ImprovedFunction failed;
  failed.file = asked.file;
  failed.looked.name = asked.function;
  failed.error = asked.error;
  if (!asked.error.empty()) return failed;
  const Crew::Answer answer = crew.ask(json_text(nlohmann::json(asked)));
  if (answer.end == Crew::Answer::End::Answered) return nlohmann::json::parse(answer.text).get<ImprovedFunction>();
  failed.error = answer.message;
  return failed;
}

}  // namespace

Status improve_files(const ImproveRequest& request, const std::function<void(ImprovedFunction)>& told) {
  const auto files = test_files(request.paths, {".ll", ".bc"});
  if (!files) return Error{files.error()};
  if (request.passes != "none")
    if (auto compiler = optimize::open_compiler(request.compiler); !compiler) return compiler.wrap("--compiler");
  Improver improver(request);
  Crew::Limits limits;
  limits.members = request.jobs;
  limits.processor = request.timeout;
  limits.clock = limits.patience = std::chrono::hours(1);
  limits.memory_bytes = std::size_t{request.memory_mb} << 20;
  auto crew = Crew::start(
      [&improver](const std::string& question) {
        return json_text(nlohmann::json(improver.look(nlohmann::json::parse(question).get<Asked>())));
      },
      limits);
  if (!crew) return Error{crew.error()};
  Functions functions(*files, request.functions);
  InOrder<ImprovedFunction> in_order(told);
  const auto work = [&] {
    while (auto asked = functions.next()) in_order.add(asked->first, ask(**crew, asked->second));
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < request.jobs; ++i) threads.emplace_back(work);
  threads.clear();
  return std::nullopt;
}

}  // namespace assay::application
