#include "services/worker/optimize/linked.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/VCSRevision.h>

#include <unistd.h>

#include <limits>
#include <memory>
#include <new>
#include <optional>

#include "services/channel/isolated.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/build.h"
#include "services/worker/optimize/forked.h"
#include "services/worker/optimize/opt_args.h"

namespace assay::optimize {
namespace {

constexpr const char* kRejected = "rejected";
constexpr const char* kInvalid = "invalid";
constexpr const char* kOk = "ok";
#ifdef LLVM_REVISION
constexpr const char* kCommit = LLVM_REVISION;
#else
constexpr const char* kCommit = "";  // a release
#endif
constexpr std::size_t kAllSteps = std::numeric_limits<std::size_t>::max();

// The job of the child: its answer is packed as (how it ended, complaint, IR, passes executed…).
std::string optimize_in_child(PassRunner& runner, const std::string& ir, const std::string& pipeline,
                              std::size_t steps) {
  llvm::LLVMContext context;
  note_activity("the parser");
  auto module = ir::parse(context, ir, "<input>");
  if (!module) return pack({kRejected, module.error(), ""});
  if (Status invalid = ir::verify(**module)) return pack({kRejected, "invalid input: " + invalid->message, ""});
  std::vector<std::string> executed;
  runner.set_gate([&](std::string_view pass, std::string_view unit) {
    note_activity("pass '" + std::string(pass) + "' on '" + std::string(unit) + "'");
    if (steps != kAllSteps) executed.emplace_back(pass);
    return steps == kAllSteps || executed.size() <= steps;
  });
  if (Status refused = runner.run_passes(**module, pipeline)) return pack({kRejected, refused->message, ""});
  note_activity("the verifier");
  const Status invalid = ir::verify(**module);
  note_activity("the printer");
  std::vector<std::string> answer{invalid ? kInvalid : kOk, invalid ? invalid->message : "", ir::print(**module)};
  answer.insert(answer.end(), executed.begin(), executed.end());
  return pack(answer);
}

OptimizeResult::End end_of_failure(ChildResult::End end) {
  switch (end) {
    case ChildResult::End::TimedOut:
      return OptimizeResult::End::TimedOut;
    case ChildResult::End::OutOfMemory:
      return OptimizeResult::End::OutOfMemory;
    case ChildResult::End::NotStarted:
      return OptimizeResult::End::Rejected;
    default:
      return OptimizeResult::End::Crashed;
  }
}

/// The same with options of passes, which a runner of before has not heard of.
std::string optimize_with_options(const std::string& opt_args, const std::string& ir, const std::string& pipeline,
                                  std::size_t steps) {
  if (Status bad = set_options_of_this_process(opt_args)) return pack({kRejected, bad->message, ""});
  PassRunner runner;
  return optimize_in_child(runner, ir, pipeline, steps);
}

/// One run, and how its child ended, on their way to the copy and back.
struct Run {
  std::string ir, pipeline;
  std::size_t steps = kAllSteps;
  Limits limits;
};

std::string pack_run(const Run& run) {
  return pack({run.ir, run.pipeline, std::to_string(run.steps), std::to_string(run.limits.time.count()),
               std::to_string(run.limits.memory_bytes), run.limits.opt_args});
}

std::optional<Run> unpacked_run(const std::string& packed) {
  const std::vector<std::string> texts = unpack(packed);
  if (texts.size() != 6) return std::nullopt;
  return Run{texts[0],
             texts[1],
             std::stoull(texts[2]),
             {std::chrono::milliseconds(std::stoll(texts[3])), std::stoull(texts[4]), false, texts[5]}};
}

std::string pack_result(const ChildResult& result) {
  return pack(
      {std::to_string(static_cast<int>(result.end)), result.output, result.message, std::to_string(result.seconds)});
}

std::optional<ChildResult> unpacked_result(const std::string& packed) {
  const std::vector<std::string> texts = unpack(packed);
  if (texts.size() != 4) return std::nullopt;
  return ChildResult{static_cast<ChildResult::End>(std::stoi(texts[0])), texts[1], texts[2], std::stod(texts[3])};
}

class LinkedCompiler : public Compiler {
 public:
  LinkedCompiler() : Compiler({"linked", LLVM_VERSION_STRING, build_of_linked(), kCommit}, LLVM_VERSION_MAJOR) {}

  OptimizeResult run(const std::string& ir, const std::string& pipeline, const Limits& limits) override {
    return run_first(ir, pipeline, kAllSteps, limits);
  }

  OptimizeResult run_first(const std::string& ir, const std::string& pipeline, std::size_t steps,
                           const Limits& limits) override {
    OptimizeResult result;
    result.given = ir;
    if (Status bad = check_opt_args(limits.opt_args)) {
      result.message = bad->message;
      return result;
    }
    const ChildResult child = run_in_copy({ir, pipeline, steps, limits});
    result.seconds = child.seconds;
    const std::vector<std::string> answer = unpack(child.output);
    if (child.end != ChildResult::End::Finished || answer.size() < 3) {
      result.end = end_of_failure(child.end);
      result.message = child.message;
      return result;
    }
    result.end = answer[0] == kOk        ? OptimizeResult::End::Ok
                 : answer[0] == kInvalid ? OptimizeResult::End::InvalidIr
                                         : OptimizeResult::End::Rejected;
    result.message = answer[1];
    result.ir = answer[2];
    result.executed.assign(answer.begin() + 3, answer.end());
    return result;
  }

  Result<std::string> expand(const std::string& pipeline) override { return runner_.expand(pipeline); }

  void keep_copy() override {
    const std::new_handler handler = std::get_new_handler();
    const auto answer = [this, handler](const std::string& request, const IsolatedWorker::Provisional&) {
      std::set_new_handler(handler);  // the copy's own would end a run without a word
      const auto run = unpacked_run(request);
      return run ? pack_result(run_here(*run)) : std::string();
    };
    copy_ = std::make_unique<IsolatedWorker>(answer, IsolatedWorker::Limits{});
    if (copy_->ask("").end != IsolatedWorker::Answer::End::Answered) copy_.reset();
    owner_ = getpid();
  }
  void drop_copy() override { copy_.reset(); }

 private:
  ChildResult run_here(const Run& run) {
    if (const std::string& options = run.limits.opt_args; !options.empty())
      return run_in_child([&] { return optimize_with_options(options, run.ir, run.pipeline, run.steps); }, run.limits);
    (void)runner_.expand(run.pipeline);  // parsed in the parent once, every child has it then
    return run_in_child([&] { return optimize_in_child(runner_, run.ir, run.pipeline, run.steps); }, run.limits);
  }

  ChildResult run_in_copy(const Run& run) {
    if (!copy_ || owner_ != getpid()) return run_here(run);
    if (auto result = unpacked_result(copy_->ask(pack_run(run)).text)) return std::move(*result);
    copy_.reset();  // it is gone, and this process may have other threads by now
    return run_here(run);
  }

  PassRunner runner_;
  std::unique_ptr<IsolatedWorker> copy_;
  pid_t owner_ = 0;  ///< whose copy it is
};

}  // namespace

std::unique_ptr<Compiler> make_linked_compiler() { return std::make_unique<LinkedCompiler>(); }

Result<std::unique_ptr<Compiler>> open_compiler(const std::string& path) {
  if (path == "linked") return make_linked_compiler();
  return make_external_compiler(path);
}

const char* name_of(OptimizeResult::End end) {
  constexpr const char* kNames[] = {"ok", "crashed", "timed-out", "out-of-memory", "rejected", "invalid-ir"};
  return kNames[static_cast<int>(end)];
}

}  // namespace assay::optimize
