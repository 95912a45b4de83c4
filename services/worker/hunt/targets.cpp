// The compilers of a hunt.
#include <algorithm>

#include "services/worker/hunt/slice.h"

namespace assay::hunt {
namespace {

/// A pipeline that the compiler refuses is the user's mistake, better told before the hunt than counted in it.
Status try_pipeline(optimize::Compiler& compiler, const std::string& pipeline) {
  const auto result = compiler.run("define void @probe() {\n  ret void\n}\n", pipeline, {});
  if (result.end != optimize::OptimizeResult::End::Rejected) return std::nullopt;
  return Error{"--passes=" + pipeline + ": " + compiler.id().version + " refuses it: " + result.message};
}

}  // namespace

Result<std::vector<Target>> open_targets(const HuntSettings& settings) {
  std::vector<Target> targets;
  for (const std::string& path : settings.compilers) {
    auto compiler = optimize::open_compiler(path);
    if (!compiler) return compiler.wrap("--compiler=" + path);
    Target target;
    target.compiler = std::move(*compiler);
    if (path == "linked") target.linked = std::make_unique<optimize::PassRunner>();
    for (const std::string& passes : settings.passes) {
      target.pipelines.push_back(optimize::spell_pipeline(passes, target.compiler->major_version()));
      if (Status bad = try_pipeline(*target.compiler, target.pipelines.back())) return *bad;
    }
    targets.push_back(std::move(target));
  }
  return targets;
}

unsigned oldest_language(const std::vector<Target>& targets) {
  int oldest = 22;
  for (const Target& target : targets) oldest = std::min(oldest, target.compiler->major_version());
  return static_cast<unsigned>(oldest);
}

}  // namespace assay::hunt
