#include "services/application/improve.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "services/application/each_function.h"
#include "services/application/excerpts.h"
#include "services/application/test_files.h"
#include "services/common/records_json.h"
#include "services/common/sort_stably.h"
#include "services/worker/codegen/code_costs.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/expectations.h"

namespace assay::application {
namespace {

/// Looks at functions, in a process that was copied for it.
class Improver {
 public:
  explicit Improver(const ImproveRequest& request) : request_(request) {}

  ImprovedFunction look(const FunctionAsked& asked) {
    ImprovedFunction result;
    result.file = asked.file;
    result.looked.name = asked.function;
    const auto optimized = optimize(asked.module);
    if (!optimized) {
      result.error = optimized.error();
      return result;
    }
    improve::Options options = request_.options;
    // What was found by then is told.
    options.patience_s = std::chrono::duration<double>(request_.timeout).count() / 2;
    if (request_.passes != "none")
      options.compile = [this](const std::string& module) -> std::optional<std::string> {
        auto made = optimize(module);
        if (!made) return std::nullopt;
        return std::move(*made);
      };
    if (llc_)
      options.add_object_costs = [this](const llvm::Function& function, cost::Costs& costs) {
        return codegen::add_object_costs(function, *llc_, costs);
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
      if (request_.options.inverses) llc_ = codegen::llc_of(compiler_->id());
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
  std::optional<codegen::Llc> llc_;
};

std::string test_for(const rules::Rule& rule) {
  const rules::LitTest test = rules::test_of(rule);
  return "; " + rule.text + "\n; " + rules::widths_text(rule) +
         "\n; RUN: opt < %s -passes=instcombine -S | FileCheck %s\n\n" +
         report::with_expectations(test.before, test.after);
}

}  // namespace

void RuleBook::add(const ImprovedFunction& function) {
  for (const improve::Fold& fold : function.looked.folds) {
    if (!fold.rule) continue;
    const auto [place, is_new] = places_.emplace(fold.rule->text, rules_.size());
    const std::string first = function.file + ": @" + function.looked.name;
    if (is_new) rules_.push_back({*fold.rule, fold.kind, fold.pair, true, 0, 0, first, {}, test_for(*fold.rule), {}});
    RuleTold& told = rules_[place->second];
    ++told.folds;
    told.done_alone = told.done_alone && fold.done_alone;
    if (fold.kind == improve::Kind::Inverse) continue;  // the code has what it should become
    told.occurrences += function.occurrences;
    for (const std::string& each : function.places.empty() ? std::vector{first} : function.places)
      if (told.places.size() < kMostPlaces && std::ranges::find(told.places, each) == told.places.end())
        told.places.push_back(each);
  }
}

void RuleBook::weigh_function(const llvm::Function& function, const std::string& file, Weighed& weighed) {
  ++weighed.functions;
  std::vector<bool> has(rules_.size(), false);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    ++weighed.operations;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const auto match = rules::match(rules_[i].rule, instruction);
      if (!match) continue;
      Weight& weight = rules_[i].weight;
      if (weight.occurrences++ == 0) weight.first = file + ": @" + function.getName().str();
      weight.saved += static_cast<std::int64_t>(match->gone) - static_cast<std::int64_t>(match->made);
      if (!has[i]) ++weight.functions;
      has[i] = true;
    }
  }
}

Result<Weighed> RuleBook::weigh(const std::vector<std::string>& paths, const std::atomic<bool>& stop) {
  const auto files = test_files(paths, {".ll", ".bc"});
  if (!files) return Error{files.error()};
  Weighed weighed;
  for (const std::string& file : *files) {
    if (stop) {
      ++weighed.unread;
      continue;
    }
    llvm::LLVMContext context;
    const auto module = ir::parse_file(context, file);
    if (!module || ir::verify(**module)) {
      ++weighed.unread;
      continue;
    }
    ++weighed.files;
    for (const llvm::Function& function : **module)
      if (!function.isDeclaration()) weigh_function(function, file, weighed);
  }
  return weighed;
}

std::vector<RuleTold> RuleBook::rules() const {
  std::vector<RuleTold> sorted = rules_;
  sort_stably(sorted, [](const RuleTold& a, const RuleTold& b) {
    return std::tuple(a.weight.saved, a.weight.occurrences, a.folds) >
           std::tuple(b.weight.saved, b.weight.occurrences, b.folds);
  });
  return sorted;
}

namespace {

ImprovedFunction improved(const FunctionAsked& asked, const Crew::Answer& answer) {
  if (answer.end == Crew::Answer::End::Answered) return nlohmann::json::parse(answer.text).get<ImprovedFunction>();
  ImprovedFunction failed;
  failed.file = asked.file;
  failed.looked.name = asked.function;
  failed.error = answer.message;
  return failed;
}

}  // namespace

Result<NotBegun> improve_files(const ImproveRequest& request, const std::function<void(ImprovedFunction)>& told) {
  if (request.passes == "none" && request.options.inverses)
    return Error{"--inverse: it compares what a compiler makes of two functions, so --passes can't be none"};
  if (request.passes != "none")
    if (auto compiler = optimize::open_compiler(request.compiler); !compiler) return compiler.wrap("--compiler");
  Improver improver(request);
  const auto look = [&improver](const FunctionAsked& asked) { return json_text(nlohmann::json(improver.look(asked))); };
  const FunctionsWanted wanted{request.paths,     request.functions, request.jobs, request.timeout,
                               request.memory_mb, request.limit_s,   request.stop};
  if (request.excerpts == 0)
    return each_function(wanted, look, [&told](const FunctionAsked& asked, const Crew::Answer& answer) {
      told(improved(asked, answer));
    });
  std::size_t unread = 0;
  const auto excerpts = find_excerpts(request.paths, request.functions, request.excerpts, request.stop, unread);
  if (!excerpts) return Error{excerpts.error()};
  std::vector<FunctionAsked> asked;
  for (const Excerpt& excerpt : *excerpts)
    asked.push_back({excerpt.file, std::string(improve::kExcerpt), excerpt.module, excerpt.error});
  std::size_t next = 0;
  auto left = each_of(std::move(asked), wanted, look, [&](const FunctionAsked& asked, const Crew::Answer& answer) {
    const Excerpt& excerpt = (*excerpts)[next++];
    ImprovedFunction function = improved(asked, answer);
    function.looked.name = excerpt.first;
    function.occurrences = excerpt.occurrences;
    function.places = excerpt.places;
    told(std::move(function));
  });
  if (left) left->files += unread;
  return left;
}

}  // namespace assay::application
