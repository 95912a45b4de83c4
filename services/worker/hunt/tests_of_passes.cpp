#include "services/worker/hunt/tests_of_passes.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "services/worker/hunt/mix.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/run_lines.h"

namespace assay::hunt {
namespace {

using Architecture = llvm::Triple::ArchType;

// A pass has that many pipelines at most: some have hundreds of tests, each with options of its own.
constexpr std::size_t kMostOfAPass = 4;

/// Passes that only prepare for others, or check.
constexpr std::string_view kPreparing[] = {"loop-simplify", "lcssa",  "mem2reg",   "require",
                                           "invalidate",    "verify", "instnamer", "break-crit-edges"};

/// Passes that take for granted what others have done, which the functions of their tests have no need of.
struct Expects {
  std::string_view pass;
  std::vector<std::string_view> before;
};
const Expects kExpects[] = {{"structurizecfg", {"lower-switch", "fix-irreducible", "unify-loop-exits"}},
                            {"fix-irreducible", {"lower-switch"}},
                            {"unify-loop-exits", {"lower-switch"}}};

std::vector<std::string_view> expected_by(const std::vector<std::string>& passes) {
  const auto of =
      std::ranges::find_if(kExpects, [&](const Expects& each) { return std::ranges::count(passes, each.pass) != 0; });
  return of == std::end(kExpects) ? std::vector<std::string_view>() : of->before;
}

/// The passes with those in front that they expect.
std::string prepared(const std::string& passes) {
  const std::vector<std::string> all = passes_in(passes);
  const std::vector<std::string_view> before = expected_by(all);
  if (std::ranges::all_of(before, [&](std::string_view each) { return std::ranges::count(all, each) != 0; }))
    return passes;
  std::string result;
  for (const std::string_view each : before) result += std::string(each) + ",";
  return result + passes;
}

struct NotHunted {
  std::string_view begins;
  const char* why;
};
constexpr const char* kInstruments = "it adds calls that watch the program";
constexpr const char* kDefines = "it gives a meaning to calls that have none in LangRef";
constexpr const char* kReads = "it reads files";
constexpr const char* kChanges = "it is there to change what the program does";
constexpr const char* kLinks = "it counts on where a pass before it had the linker put things";
constexpr const char* kProbes = "no compiler runs it: it writes down what others could know";
constexpr const char* kLooks = "it changes nothing but what is printed";
constexpr NotHunted kNotHunted[] = {
    {"pgo-", kInstruments},
    {"instrprof", kInstruments},
    {"insert-gcov", kInstruments},
    {"pseudo-probe", kInstruments},
    {"asan", kInstruments},
    {"hwasan", kInstruments},
    {"msan", kInstruments},
    {"tsan", kInstruments},
    {"dfsan", kInstruments},
    {"rtsan", kInstruments},
    {"sancov", kInstruments},
    {"memprof", kInstruments},
    {"nsan", kInstruments},
    {"tysan", kInstruments},
    {"sanmd", kInstruments},
    {"alloc-token", kInstruments},
    {"ctx-instr-", kInstruments},
    {"instrorderfile", kInstruments},
    {"poison-checking", kInstruments},
    {"xray-instrumentation", kInstruments},
    {"cfguard", kInstruments},
    {"ee-instrument", kInstruments},
    {"post-inline-ee-instrument", kInstruments},
    {"jmc-instrumenter", kInstruments},
    {"bounds-checking", kInstruments},
    {"safe-stack", kInstruments},
    {"kcfi", kInstruments},
    {"cross-dso-cfi", kInstruments},
    {"place-safepoints", kInstruments},
    {"coro-", kDefines},
    {"rewrite-statepoints-for-gc", kDefines},
    {"objc-arc", kDefines},
    {"openmp-opt", kDefines},
    {"lowertypetests", kDefines},
    {"wholeprogramdevirt", kDefines},
    {"lower-guard-intrinsic", kDefines},
    {"make-guards-explicit", kDefines},
    {"guard-widening", kDefines},
    {"loop-predication", kDefines},
    {"lower-widenable-condition", kDefines},
    {"lower-allow-check", kDefines},
    {"hipstdpar", kChanges},
    {"simplify-type-tests", kLinks},
    {"sample-profile", kReads},
    {"function-import", kReads},
    {"internalize", kChanges},
    {"lower-invoke", kChanges},
    {"lower-atomic", kChanges},
    {"lower-global-dtors", kChanges},
    {"lower-ifunc", kChanges},
    {"forceattrs", kChanges},
    {"extract-blocks", kChanges},
    {"strip", kChanges},
    {"move-auto-init", kChanges},
    {"assume-builder", kProbes},
    {"helloworld", kLooks},
    {"debugify", kLooks},
    {"check-debugify", kLooks},
    {"print", kLooks},
    {"dot-", kLooks},
    {"view-", kLooks},
    {"aa-eval", kLooks},
    {"pa-eval", kLooks},
    {"no-op", kLooks},
    {"metarenamer", kLooks},
    {"transform-warning", kLooks},
    {"annotation-remarks", kLooks},
};

/// Options that give the input another meaning, or let a pass take for granted what is not so.
constexpr std::string_view kMeaningOptions[] = {"-matrix-default-layout",
                                                "-attributor-assume-closed-world",
                                                "-enable-unsafe-fp-math",
                                                "-enable-no-infs-fp-math",
                                                "-enable-no-nans-fp-math",
                                                "-avail-extern-",
                                                "-expand-variadics-override=lowering"};

/// How options begin that only make sense for the target of their test.
constexpr std::string_view kTargetOptions[] = {"-aarch64-", "-amdgpu-", "-arm-",   "-hexagon-", "-mips-",    "-mve-",
                                               "-nvptx-",   "-ppc-",    "-riscv-", "-sve-",     "-systemz-", "-x86-"};

/// What makes a pass end the compiler on purpose.
constexpr std::string_view kAborting[] = {"-abort-", "-verify-no-dead-code"};

constexpr const char* kOtherMeaning = "an option gives the input another meaning";

bool has_one(const optimize::OptRun& run, std::span<const std::string_view> options) {
  return std::ranges::any_of(options,
                             [&](std::string_view option) { return run.opt_args.find(option) != std::string::npos; });
}

const char* why_run_not_hunted(const optimize::OptRun& run) {
  for (const std::string& pass : passes_in(run.passes))
    if (const char* why = why_not_hunted(pass)) return why;
  if (has_one(run, kMeaningOptions)) return kOtherMeaning;
  if (has_one(run, kAborting)) return "an option ends the compiler on purpose";
  return has_one(run, kTargetOptions) ? "an option is of one target" : nullptr;
}

/// Whoever asks for a width allows that floating-point sums are reordered, flags or not: that is no miscompilation, and
/// no news.
std::string spelled(const optimize::OptRun& run) {
  std::string pipeline = prepared(run.passes);
  if (!run.opt_args.empty()) pipeline += " " + run.opt_args;
  if (run.passes.find("loop-vectorize") != std::string::npos &&
      run.opt_args.find("-hints-allow-reordering") == std::string::npos)
    pipeline += " -hints-allow-reordering=false";
  return pipeline;
}

Architecture architecture_of(const std::string& triple) {
  return triple.empty() ? Architecture::UnknownArch : llvm::Triple(llvm::Triple::normalize(triple)).getArch();
}

std::vector<optimize::OptRun> runs_of(const std::string& file) {
  if (!file.ends_with(".ll")) return {};
  const auto text = ir::read_file(file);
  return text ? optimize::read_run_lines(text->text).runs : std::vector<optimize::OptRun>();
}

}  // namespace

std::string main_pass(const std::string& pipeline) {
  const std::vector<std::string> passes = passes_in(pipeline);
  const std::vector<std::string_view> expected = expected_by(passes);
  const auto found = std::ranges::find_if(passes, [&](const std::string& pass) {
    return std::ranges::find(kPreparing, pass) == std::end(kPreparing) &&
           std::ranges::find(expected, pass) == expected.end();
  });
  return found != passes.end() ? *found : passes.empty() ? "" : passes.front();
}

const char* why_not_refining(const optimize::OptRun& run) {
  for (const std::string& pass : passes_in(run.passes))
    if (const char* why = why_not_hunted(pass); why == kInstruments || why == kChanges || why == kLinks) return why;
  return has_one(run, kMeaningOptions) ? kOtherMeaning : nullptr;
}

const char* why_not_hunted(const std::string& pass) {
  const auto found =
      std::ranges::find_if(kNotHunted, [&](const NotHunted& each) { return pass.starts_with(each.begins); });
  return found == std::end(kNotHunted) ? nullptr : found->why;
}

TestsOfPasses::TestsOfPasses(const mutate::Seeds& seeds) {
  std::string file;
  std::vector<optimize::OptRun> runs;
  for (const mutate::Seed& seed : seeds.all()) {
    if (seed.file != file) runs = runs_of(file = seed.file);  // the functions of a file stand together
    const Architecture own = seed.function->getParent()->getTargetTriple().getArch();
    std::set<std::pair<std::string, Architecture>> keys;
    for (const optimize::OptRun& run : runs)
      keys.emplace(main_pass(run.passes), run.triple.empty() ? own : architecture_of(run.triple));
    for (const auto& key : keys) tests_[key].push_back(seed.function);
  }
}

std::vector<const llvm::Function*> TestsOfPasses::of(const std::vector<std::string>& pipelines,
                                                     const std::string& triple) const {
  const Architecture wanted = architecture_of(triple);
  std::set<std::string> passes;
  for (const std::string& pipeline : pipelines) passes.insert(main_pass(pipeline));
  std::vector<const llvm::Function*> tests;
  for (const auto& [key, functions] : tests_)
    if (passes.contains(key.first) &&
        (wanted == Architecture::UnknownArch || key.second == wanted || key.second == Architecture::UnknownArch))
      tests.insert(tests.end(), functions.begin(), functions.end());
  return tests;
}

TestedPipelines pipelines_of_tests(const std::string& seeds,
                                   const std::function<bool(const std::string& pipeline)>& is_taken) {
  TestedPipelines tested;
  std::map<std::string, std::map<std::string, std::size_t>> counted;  // by main pass, then by pipeline
  for (const std::string& file : mutate::seed_files(seeds))
    for (const optimize::OptRun& run : runs_of(file)) {
      if (const char* why = why_run_not_hunted(run))
        ++tested.left_out[why];
      else
        ++counted[main_pass(run.passes)][spelled(run)];
    }
  for (const auto& [pass, pipelines] : counted) {
    std::vector<std::pair<std::size_t, std::string>> most_run;
    for (const auto& [pipeline, count] : pipelines) most_run.emplace_back(count, pipeline);
    std::ranges::sort(most_run, [](const auto& a, const auto& b) {
      return std::tie(b.first, a.second) < std::tie(a.first, b.second);
    });
    std::size_t taken = 0;
    for (const auto& [count, pipeline] : most_run) {
      if (taken == kMostOfAPass) {
        tested.left_out["others of the pass are in more RUN lines"] += count;
      } else if (!is_taken(pipeline)) {
        tested.left_out["a compiler refuses it"] += count;
      } else {
        tested.passes.push_back(pipeline);
        ++taken;
      }
    }
  }
  return tested;
}

}  // namespace assay::hunt
