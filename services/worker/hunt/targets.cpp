// The compilers of a hunt.
#include <algorithm>

#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/slice.h"
#include "services/worker/hunt/tests_of_passes.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"

namespace assay::hunt {
namespace {

constexpr const char* kProbe = "define void @probe() {\n  ret void\n}\n";

/// Who asks for a pipeline.
enum class Asked { ByUser, ByTests };

/// A pipeline that the compiler refuses is the user's mistake, better told before the hunt than counted in it. One of
/// LLVM's tests that fails where there is nothing to do can't be run as it is (codegenprepare without a target in 19).
Status try_pipeline(optimize::Compiler& compiler, const optimize::Invocation& pipeline, Asked asked) {
  using End = optimize::OptimizeResult::End;
  optimize::Limits limits;
  limits.opt_args = pipeline.opt_args;
  const auto result = compiler.run(kProbe, pipeline.passes, limits);
  if (asked == Asked::ByUser ? result.end != End::Rejected : result.end == End::Ok) return std::nullopt;
  const std::string options = pipeline.opt_args.empty() ? "" : " with " + pipeline.opt_args;
  return Error{"--passes=" + pipeline.passes + options + ": " + compiler.id().version +
               " refuses it: " + result.message};
}

/// Can the compiler read a module for each of the environments? An older release may lack a target.
Status try_environments(optimize::Compiler& compiler, const HuntSettings& settings) {
  const auto environments = parse_environments(settings.targets);
  if (!environments) return Error{"--target: " + environments.error()};
  for (const Environment& environment : *environments) {
    if (environment.triple.empty()) continue;
    llvm::LLVMContext context;
    auto probe = ir::parse(context, kProbe, "probe");
    ir::set_environment(**probe, environment);
    const auto result = compiler.run(ir::print(**probe), "verify", {});
    if (result.end != optimize::OptimizeResult::End::Ok)
      return Error{"--target=" + std::string(environment.name) + ": " + compiler.id().version +
                   " refuses it: " + result.message};
  }
  return std::nullopt;
}

/// One more pipeline, as people write it, for all compilers or for none.
Status add_pipeline(std::vector<Target>& targets, const HuntSettings& settings, const std::string& passes,
                    Asked asked) {
  std::vector<optimize::Invocation> spelled;
  for (Target& target : targets) {
    optimize::Invocation pipeline = optimize::parse_invocation(passes);
    pipeline.passes = optimize::spell_pipeline(pipeline.passes, target.compiler->major_version());
    pipeline.opt_args = optimize::joined_args(settings.opt_args, pipeline.opt_args);
    if (Status bad = try_pipeline(*target.compiler, pipeline, asked)) return bad;
    spelled.push_back(std::move(pipeline));
  }
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i].pipelines.push_back(std::move(spelled[i]));
  return std::nullopt;
}

Status add_tests(std::vector<Target>& targets, const HuntSettings& settings) {
  if (settings.seeds.empty()) return Error{"--passes=tests: needs --seeds, a folder of LLVM's tests"};
  const TestedPipelines tested = pipelines_of_tests(settings.seeds, [&](const std::string& pipeline) {
    return !add_pipeline(targets, settings, pipeline, Asked::ByTests).has_value();
  });
  if (tested.passes.empty())
    return Error{"--passes=tests: no RUN line that can be followed is in a file of --seeds=" + settings.seeds};
  return std::nullopt;
}

}  // namespace

Result<std::vector<Target>> open_targets(const HuntSettings& settings) {
  std::vector<Target> targets;
  for (const std::string& path : settings.compilers) {
    auto compiler = codegen::open_compiler(path);
    if (!compiler) return compiler.wrap("--compiler=" + path);
    Target target;
    target.compiler = std::move(*compiler);
    if (path == "linked") target.linked = std::make_unique<optimize::PassRunner>();
    if (Status bad = try_environments(*target.compiler, settings)) return *bad;
    targets.push_back(std::move(target));
  }
  for (const std::string& passes : settings.passes)
    if (Status bad = passes == HuntSettings::kTests ? add_tests(targets, settings)
                                                    : add_pipeline(targets, settings, passes, Asked::ByUser))
      return *bad;
  return targets;
}

unsigned oldest_language(const std::vector<Target>& targets) {
  int oldest = 22;
  for (const Target& target : targets) oldest = std::min(oldest, target.compiler->major_version());
  return static_cast<unsigned>(oldest);
}

}  // namespace assay::hunt
