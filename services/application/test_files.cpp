#include "services/application/test_files.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include "services/application/in_order.h"
#include "services/application/pairs.h"
#include "services/channel/crew.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/worker/hunt/tests_of_passes.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours kLongestFile{24};  ///< each pair of it has a limit of its own
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// Judges files, in a process that was copied for it: compilers that wait for work are no other process's.
class TestJudge {
 public:
  explicit TestJudge(const TestOptions& options) : options_(options) {}

  TestFile judge(const std::string& file) {
    TestFile result;
    result.file = file;
    if (Status bad = open_compilers()) {
      result.error = bad->message;
      return result;
    }
    const auto text = ir::read_file(file);
    if (!text) {
      result.error = text.error();
      return result;
    }
    optimize::RunLines lines = optimize::read_run_lines(text->text);
    result.left_out = std::move(lines.left_out);
    if (lines.runs.empty() && !result.left_out.empty()) return result;  // it need not be a module (split-file)
    llvm::LLVMContext context;
    const auto module = ir::parse(context, text->text, file);
    if (!module) result.error = module.error();
    if (module)
      if (Status bad = ir::verify(**module)) result.error = file + ": " + bad->message;
    if (!result.error.empty()) return result;
    if (lines.runs.empty() && result.left_out.empty()) result.left_out.push_back({0, "the file has none", ""});
    for (optimize::OptRun& run : lines.runs) {
      if (const char* why = hunt::why_not_refining(run)) {
        result.left_out.push_back({run.line, why, run.passes});
        continue;
      }
      result.runs.push_back({run, judge(*compiler_, **module, run), {}});
      if (baseline_ != nullptr) result.runs.back().baseline = judge(*baseline_, **module, run);
    }
    return result;
  }

 private:
  Status open_compilers() {
    if (compiler_ != nullptr) return std::nullopt;
    auto compiler = optimize::open_compiler(options_.compiler);
    if (!compiler) return Error{compiler.error()};
    if (!options_.baseline.empty()) {
      auto baseline = optimize::open_compiler(options_.baseline);
      if (!baseline) return Error{baseline.error()};
      baseline_ = std::move(*baseline);
    }
    compiler_ = std::move(*compiler);
    return std::nullopt;
  }

  CompilerRun judge(optimize::Compiler& compiler, const llvm::Module& test, const optimize::OptRun& run) const {
    CompilerRun result;
    const auto source = ir::clone(test);
    optimize::set_target(*source, run);
    optimize::Limits limits;
    limits.opt_args = optimize::joined_args(options_.opt_args, run.opt_args);
    const auto made =
        compiler.run(ir::print(*source), optimize::spell_pipeline(run.passes, compiler.major_version()), limits);
    if (made.end != optimize::OptimizeResult::End::Ok) {
      result.error = std::string(optimize::name_of(made.end)) + ": " + made.message;
      return result;
    }
    llvm::LLVMContext context;
    auto modules = ir::parse_pair(context, {made.given, "the test"}, {made.ir, "what the compiler makes of it"});
    if (!modules) {
      result.error = modules.error();
      return result;
    }
    judge_pairs(*modules->first, *modules->second, {compiler.id(), run.passes}, result);
    return result;
  }

  void judge_pairs(llvm::Module& source, llvm::Module& target, const MadeBy& made_by, CompilerRun& result) const {
    std::vector<ir::FunctionPair> pairs = check::pairs_of(source, target);
    if (!options_.functions.empty())
      std::erase_if(pairs, [&](const ir::FunctionPair& pair) {
        return std::ranges::none_of(options_.functions,
                                    [&](const std::string& name) { return pair.first->getName() == without_at(name); });
      });
    result.functions = pairs.size();
    std::erase_if(pairs, [](const ir::FunctionPair& pair) { return ir::same_text(*pair.first, *pair.second); });
    if (pairs.empty()) return;
    check::IsolatedChecker checker(options_.judge, options_.limits, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      result.changed.push_back({pairs[i].first->getName().str(), checker.check(i)});
      ChangedFunction& changed = result.changed.back();
      if (options_.rules != nullptr) changed.cause = cause_of(made_by, pairs[i], changed.verdict, *options_.rules);
    }
  }

  const TestOptions& options_;
  std::unique_ptr<optimize::Compiler> compiler_, baseline_;
};

/// What a compiler does to a function: a function that it did not change is right.
VerdictKind kind_of(const CompilerRun& run, const std::string& function) {
  if (!run.error.empty()) return VerdictKind::Unknown;
  const auto found = std::ranges::find(run.changed, function, &ChangedFunction::name);
  return found == run.changed.end() ? VerdictKind::Correct : found->verdict.kind;
}

/// Those that are wrong by `run`: into `sure` where the other run is right, into `unsure` where that is not known.
void sort_wrong(const CompilerRun& run, const CompilerRun& other, std::vector<std::string>& sure,
                std::vector<std::string>& unsure) {
  for (const ChangedFunction& each : run.changed) {
    if (each.verdict.kind != VerdictKind::Incorrect) continue;
    const VerdictKind kind = kind_of(other, each.name);
    if (kind == VerdictKind::Correct)
      sure.push_back(each.name);
    else if (kind != VerdictKind::Incorrect)
      unsure.push_back(each.name);
  }
}

TestFile ask(Crew& crew, const std::string& file) {
  const Crew::Answer answer = crew.ask(file);
  if (answer.end == Crew::Answer::End::Answered) return nlohmann::json::parse(answer.text).get<TestFile>();
  TestFile failed;
  failed.file = file;
  failed.error = file + ": the process that judged it ended: " + answer.message;
  return failed;
}

}  // namespace

News news_of(const TestRun& run) {
  News news;
  sort_wrong(run.compiler, run.baseline, news.newly_wrong, news.undecided);
  sort_wrong(run.baseline, run.compiler, news.no_longer_wrong, news.undecided);
  return news;
}

Result<std::vector<std::string>> test_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string>& endings) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (path != "-" && !fs::exists(path, error)) return Error{path + ": no such file or folder"};
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error)) {
      std::error_code gone;  // a link that leads nowhere is told when it is read; a pipe would be waited for
      const bool is_file = at->is_regular_file(gone) || !at->exists(gone);
      if (is_file && std::ranges::find(endings, at->path().extension().string()) != endings.end())
        found.push_back(at->path().string());
    }
    if (error) return Error{path + ": " + error.message()};
    if (found.empty())
      return Error{path + ": no " + joined(endings, " or ") + " file is in this folder, or in those in it"};
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

Status check_test_files(const TestOptions& options, const std::vector<std::string>& files,
                        const std::function<void(TestFile)>& told) {
  for (const auto& [flag, path] :
       {std::pair{"--compiler", options.compiler}, std::pair{"--baseline", options.baseline}})
    if (!path.empty())
      if (auto compiler = optimize::open_compiler(path); !compiler) return compiler.wrap(flag);
  TestJudge judge(options);
  Crew::Limits limits;
  limits.members = options.jobs;
  limits.processor = limits.clock = limits.patience = kLongestFile;
  limits.most_bytes = kMostBytes;
  auto crew =
      Crew::start([&judge](const std::string& file) { return json_text(nlohmann::json(judge.judge(file))); }, limits);
  if (!crew) return Error{crew.error()};
  InOrder<TestFile> in_order(told);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < files.size(); i = next++) in_order.add(i, ask(**crew, files[i]));
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < options.jobs; ++i) threads.emplace_back(work);
  threads.clear();
  return std::nullopt;
}

}  // namespace assay::application
