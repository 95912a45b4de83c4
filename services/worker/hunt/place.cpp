#include "services/worker/hunt/place.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/coverage.h"
#include "services/worker/optimize/traced.h"
#include "services/worker/reduce/reduce.h"

namespace assay::hunt {
namespace {

constexpr std::size_t kMostNeighbours = 80;
constexpr std::uint64_t kMutants = 60;
constexpr std::size_t kMostNamed = 3;
/// A function is named if its best block tells failing cases from passing ones at least this well. It is named, too, if
/// all failing cases reach the block and at most one in so many of the passing ones does: where one case fails and a
/// hundred pass, five of these lower the measure and are still few.
constexpr double kLeastTelling = 0.5;
constexpr std::size_t kFewOfPassing = 10;
/// Analyses and helpers that all passes call are seldom wrong themselves: they count for less than a pass's functions.
constexpr const char* kHelpers[] = {"ConstantFold",          "KnownBits",       "ConstantRange", "computeKnown",
                                    "::replaceInstUsesWith", "::replaceOperand"};
constexpr double kHelpersWeight = 0.8;

/// Rewrites that every release does, and does right. A block that they reach too does not show where the mistake is.
constexpr const char* kOrdinary = R"(
define i8 @sums(i8 %x, i8 %y) {
  %a = add i8 %x, 0
  %b = mul i8 %a, 8
  %c = sub i8 %b, %b
  %d = xor i8 %c, %b
  %e = and i8 %d, %d
  %unused = or i8 %e, %y
  %f = add i8 3, 4
  %g = udiv i8 %e, 4
  %h = lshr i8 %g, 0
  %i = or i8 %h, %f
  ret i8 %i
}
define i1 @compares(i8 %x, i8 %y) {
  %a = icmp ult i8 %x, 0
  %b = icmp ugt i8 7, %y
  %c = icmp eq i8 %x, %x
  %d = and i1 %b, %c
  %e = or i1 %a, %d
  ret i1 %e
}
define i8 @choices(i1 %c, i8 %x, i8 %y) {
  %a = select i1 %c, i8 %x, i8 %x
  %b = select i1 true, i8 %a, i8 %y
  %n = xor i1 %c, true
  %d = select i1 %n, i8 %b, i8 %y
  ret i8 %d
}
define i32 @casts(i8 %x) {
  %a = zext i8 %x to i32
  %b = trunc i32 %a to i8
  %c = zext i8 %b to i16
  %d = zext i16 %c to i32
  ret i32 %d
}
define float @floats(float %x, float %y) {
  %a = fneg float %x
  %b = fneg float %a
  %c = fmul float %b, 1.000000e+00
  %d = fadd float %c, %y
  %e = fadd float 1.000000e+00, 2.000000e+00
  %f = fmul float %d, %e
  ret float %f
}
define <2 x i8> @vectors(<2 x i8> %x, i8 %y) {
  %a = insertelement <2 x i8> %x, i8 %y, i64 0
  %b = insertelement <2 x i8> %a, i8 %y, i64 0
  %c = extractelement <2 x i8> %b, i64 0
  %d = insertelement <2 x i8> %b, i8 %c, i64 1
  %e = add <2 x i8> %d, zeroinitializer
  ret <2 x i8> %e
}
define i8 @memory(i8 %x, ptr %p) {
  %a = alloca i8
  store i8 %x, ptr %a
  %b = load i8, ptr %a
  store i8 1, ptr %p
  store i8 %b, ptr %p
  %c = load i8, ptr %p
  ret i8 %c
}
define i8 @branches(i8 %x) {
entry:
  br i1 true, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %r = phi i8 [ %x, %a ], [ 1, %b ]
  ret i8 %r
}
)";

/// Which of its blocks a compiler runs through.
class Tracer {
 public:
  virtual ~Tracer() = default;
  /// Those of the first case, in the order in which they are reached; later cases are asked about these alone.
  virtual Result<std::vector<std::uint32_t>> first(const std::string& text) = 0;
  virtual Result<std::vector<std::uint32_t>> again(const std::string& text) = 0;
  virtual std::string function_of(std::uint32_t block) const = 0;
};

class LinkedTracer : public Tracer {
 public:
  LinkedTracer(std::unique_ptr<optimize::BlockCoverage> coverage, std::string pipeline)
      : coverage_(std::move(coverage)), pipeline_(std::move(pipeline)) {}

  Result<std::vector<std::uint32_t>> first(const std::string& text) override {
    run_here(text);  // what only the first run does tells nothing
    watched_ = coverage_->take_new();
    watched_ = *again(text);
    return watched_;
  }
  Result<std::vector<std::uint32_t>> again(const std::string& text) override {
    coverage_->rearm(watched_);
    run_here(text);
    return coverage_->take_new();
  }
  std::string function_of(std::uint32_t block) const override { return coverage_->function_of(block); }

 private:
  void run_here(const std::string& text) {
    llvm::LLVMContext context;
    auto module = ir::parse(context, text, "case");
    if (module) (void)runner_.run_passes(**module, pipeline_);
  }

  std::unique_ptr<optimize::BlockCoverage> coverage_;
  std::string pipeline_;
  optimize::PassRunner runner_;
  std::vector<std::uint32_t> watched_;
};

class InstalledTracer : public Tracer {
 public:
  InstalledTracer(std::unique_ptr<optimize::TracedOpt> opt, std::string pipeline, const optimize::Limits& limits)
      : opt_(std::move(opt)), pipeline_(std::move(pipeline)), limits_(limits) {}

  Result<std::vector<std::uint32_t>> first(const std::string& text) override {
    std::vector<std::uint32_t> all(opt_->blocks());
    std::iota(all.begin(), all.end(), 0u);
    auto reached = opt_->run(text, pipeline_, all, limits_);
    if (reached) watched_ = *reached;
    std::sort(watched_.begin(), watched_.end());
    return reached;
  }
  Result<std::vector<std::uint32_t>> again(const std::string& text) override {
    return opt_->run(text, pipeline_, watched_, limits_);
  }
  std::string function_of(std::uint32_t block) const override { return opt_->function_of(block); }

 private:
  std::unique_ptr<optimize::TracedOpt> opt_;
  std::string pipeline_;
  optimize::Limits limits_;
  std::vector<std::uint32_t> watched_;
};

Result<std::unique_ptr<Tracer>> tracer_of(const optimize::Compiler& compiler, const std::string& pipeline,
                                          const optimize::Limits& limits) {
  if (compiler.id().path == "linked") {
    if (!limits.opt_args.empty()) return Error{"the linked optimizer is traced without options of passes only"};
    auto coverage = optimize::BlockCoverage::plant();
    if (!coverage) return Error{coverage.error()};
    return std::unique_ptr<Tracer>(new LinkedTracer(std::move(*coverage), pipeline));
  }
  auto opt = optimize::TracedOpt::open(compiler);
  if (!opt) return Error{opt.error()};
  return std::unique_ptr<Tracer>(new InstalledTracer(std::move(*opt), pipeline, limits));
}

/// Texts as the compiler is given them.
struct Cases {
  std::vector<std::string> failing, passing;
};

/// The function of that name; where a reducer has renamed it, the first one.
llvm::Function* concerned(llvm::Module& module, const std::string& name) {
  llvm::Function* named = module.getFunction(name);
  if (named != nullptr && !named->isDeclaration()) return named;
  const auto first =
      std::find_if(module.begin(), module.end(), [](const llvm::Function& f) { return !f.isDeclaration(); });
  return first == module.end() ? nullptr : &*first;
}

/// The case with one thing changed. Of a fully reduced case, nothing can be removed so that it still fails; so things
/// are changed instead, and some of the neighbours fail and some pass.
std::set<std::string> mutants_of(const Finding& finding) {
  std::set<std::string> texts;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, finding.reduced, "case");
  if (!module) return texts;
  mutate::Options options;
  options.max_edits = 1;
  mutate::Mutator mutator(options);
  for (std::uint64_t i = 0; i < kMutants; ++i) {
    const auto changed = ir::clone(**module);
    Rng rng = Rng(0).fork(i);
    llvm::Function* function = concerned(*changed, finding.function);
    if (function != nullptr && mutator.mutate(*function, rng) != nullptr && !ir::verify(*changed))
      texts.insert(ir::print(*changed));
  }
  texts.erase(ir::print(**module));
  return texts;
}

/// The reduced case, which comes first of the failing ones, and its neighbours; none failing if it does not show there.
Cases cases_of(const Finding& finding, const std::string& pipeline, optimize::Compiler& compiler) {
  Asker asker(finding.question, finding.kind);
  Cases cases;
  const auto add = [&](const std::string& text) {
    const Answer answer = asker.ask(compiler, text, pipeline);
    if (answer.kind == Answer::Kind::Reproduces) cases.failing.push_back(answer.run.given);
    if (answer.kind == Answer::Kind::DoesNot) cases.passing.push_back(answer.run.given);
  };
  add(finding.reduced);
  if (cases.failing.empty()) return cases;
  for (const std::string& text : reduce::neighbours(finding.reduced, kMostNeighbours)) add(text);
  for (const std::string& text : mutants_of(finding)) add(text);
  return cases;
}

/// "InstCombinerImpl::visitAdd" of "llvm::InstCombinerImpl::visitAdd(llvm::BinaryOperator&)"; empty for what every pass
/// uses: instances of templates, which have their return type in their names, and the library.
std::string short_name(std::string name) {
  for (const std::string_view prefix : {"(anonymous namespace)::", "llvm::"})
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  name = name.substr(0, name.find('('));
  if (name.find_first_of(" <?") != std::string::npos || name.starts_with("std::")) return "";
  return name;
}

/// How well a block tells failing cases from passing ones, from 0 to 1: Ochiai's measure.
double suspicion(std::size_t failing, std::size_t passing, std::size_t all_failing) {
  return static_cast<double>(failing) / std::sqrt(static_cast<double>(all_failing * (failing + passing)));
}

/// How many of the cases reach the blocks of the first.
Result<std::map<std::uint32_t, std::size_t>> count_reached(Tracer& tracer, const std::vector<std::string>& texts) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const std::string& text : texts) {
    const auto reached = tracer.again(text);
    if (!reached) return Error{reached.error()};
    for (const std::uint32_t block : *reached) ++counts[block];
  }
  return counts;
}

double weight_of(const std::string& function) {
  for (const char* word : kHelpers)
    if (function.find(word) != std::string::npos) return kHelpersWeight;
  return 1;
}

/// What counts for a function: its most telling block, and how early that is reached. What follows a wrong rewrite is
/// later than the rewrite.
struct Score {
  std::string function;
  double best = 0;
  std::size_t when = 0;
  /// Whether all failing cases and few passing ones reach one of its blocks.
  bool reached_by_few = false;
};

Result<std::vector<std::string>> rank(Tracer& tracer, const Cases& cases) {
  const auto first = tracer.first(cases.failing.front());
  if (!first) return Error{first.error()};
  const auto failing = count_reached(tracer, cases.failing), passing = count_reached(tracer, cases.passing),
             ordinary = count_reached(tracer, {kOrdinary});
  if (!failing || !passing || !ordinary) return Error{(!failing ? failing : !passing ? passing : ordinary).error()};
  const auto count_in = [](const std::map<std::uint32_t, std::size_t>& counts, std::uint32_t block) {
    const auto found = counts.find(block);
    return found == counts.end() ? 0 : found->second;
  };
  std::vector<Score> scores;
  for (std::size_t when = 0; when < first->size(); ++when) {
    const std::uint32_t block = (*first)[when];
    const std::size_t passes = count_in(*passing, block);
    const std::string function = short_name(tracer.function_of(block));
    if (function.empty() || passes == cases.passing.size() || count_in(*ordinary, block) != 0) continue;
    auto found =
        std::find_if(scores.begin(), scores.end(), [&](const Score& score) { return score.function == function; });
    if (found == scores.end()) found = scores.insert(found, {function});
    const double own = weight_of(function) * suspicion(count_in(*failing, block), passes, cases.failing.size());
    const bool by_few =
        count_in(*failing, block) == cases.failing.size() && passes * kFewOfPassing <= cases.passing.size();
    if (own > found->best) found->best = own, found->when = when;
    found->reached_by_few |= by_few;
  }
  std::erase_if(scores, [](const Score& score) { return score.best < kLeastTelling && !score.reached_by_few; });
  if (scores.empty()) return Error{"similar cases that are compiled correctly run the same functions"};
  std::sort(scores.begin(), scores.end(),
            [](const Score& a, const Score& b) { return std::pair(-a.best, a.when) < std::pair(-b.best, b.when); });
  std::vector<std::string> names;
  for (const Score& score : scores)
    if (names.size() < kMostNamed) names.push_back(score.function);
  return names;
}

Result<std::vector<std::string>> find_place_in(optimize::Compiler& compiler, const Finding& finding) {
  const std::string pipeline = optimize::spell_pipeline(finding.reduced_pipeline, compiler.major_version());
  const Cases cases = cases_of(finding, pipeline, compiler);
  if (cases.failing.empty()) return Error{"LLVM " + compiler.id().version + " does not show it"};
  if (cases.passing.empty()) return Error{"no neighbour of the case is compiled correctly"};
  const auto tracer = tracer_of(compiler, pipeline, limits_for(finding.question));
  if (!tracer) return Error{tracer.error()};
  return rank(**tracer, cases);
}

}  // namespace

Result<std::vector<std::string>> find_place(const Finding& finding) {
  std::string own_error;
  if (!finding.compiler.path.empty() && finding.compiler.path != "linked") {
    const auto own = optimize::open_compiler(finding.compiler.path);
    if (own && (*own)->id().version == finding.compiler.version) {
      auto place = find_place_in(**own, finding);
      if (place) return place;
      own_error = place.error();
    }
  }
  const auto linked = optimize::open_compiler("linked");
  if (!linked) return Error{linked.error()};
  auto place = find_place_in(**linked, finding);
  if (!place && !own_error.empty()) return Error{own_error};
  return place;
}

}  // namespace assay::hunt
