#include "services/worker/hunt/mix.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <regex>

#include "fuzzers/generate/generate.h"
#include "services/common/rng.h"
#include "services/common/work.h"
#include "services/worker/hunt/attention.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

struct Interest {
  const char* pass;  ///< a pass's name, or the beginning of several
  Mix mix;
};

// What a pass looks at beside plain values.
const std::vector<Interest>& interests() {
  static const std::vector<Interest> table{
      {"instcombine",
       {{"peephole", 14}, {"vectors", 2}, {"floats", 3}, {"memory", 2}, {"intrinsics", 2}, {"everything", 1}}},
      {"aggressive-instcombine", {{"peephole", 8}, {"memory", 2}, {"vectors", 1}}},
      {"instsimplify", {{"peephole", 12}, {"vectors", 2}, {"floats", 4}, {"intrinsics", 2}}},
      {"reassociate", {{"peephole", 10}, {"vectors", 2}, {"floats", 2}}},
      {"nary-reassociate", {{"peephole", 6}, {"memory", 2}}},
      {"early-cse", {{"peephole", 4}, {"memory", 6}, {"floats", 1}, {"intrinsics", 1}, {"interprocedural", 1}}},
      {"newgvn", {{"peephole", 6}, {"memory", 8}, {"bitfields", 2}, {"loops", 2}}},
      {"gvn", {{"peephole", 6}, {"memory", 8}, {"bitfields", 2}, {"loops", 2}, {"floats", 1}}},
      {"sroa", {{"memory", 8}, {"bitfields", 6}, {"vectors", 1}, {"everything", 1}}},
      {"mem2reg", {{"memory", 8}, {"loops", 2}}},
      {"dse", {{"memory", 10}, {"bitfields", 2}, {"everything", 1}}},
      {"memcpyopt", {{"memory", 10}, {"bitfields", 1}, {"everything", 1}}},
      {"mldst-motion", {{"memory", 8}}},
      {"load-store-vectorizer", {{"memory", 8}}},
      {"separate-const-offset-from-gep", {{"memory", 6}, {"peephole", 2}}},
      {"slp-vectorizer", {{"memory", 6}, {"vectors", 4}, {"peephole", 4}, {"floats", 3}}},
      {"vector-combine", {{"vectors", 10}, {"memory", 2}, {"floats", 2}, {"intrinsics", 2}}},
      {"scalarizer", {{"vectors", 10}, {"floats", 1}, {"intrinsics", 2}}},
      {"loop-vectorize", {{"loops", 10}, {"everything", 2}}},
      {"loop", {{"loops", 10}, {"memory", 1}, {"everything", 1}}},
      {"licm", {{"loops", 8}, {"memory", 2}, {"everything", 2}}},
      {"indvars", {{"loops", 12}}},
      {"irce", {{"loops", 12}}},
      {"simple-loop-unswitch", {{"loops", 10}, {"peephole", 1}}},
      {"simplifycfg", {{"peephole", 10}, {"loops", 2}, {"memory", 2}, {"floats", 1}}},
      {"inline", {{"interprocedural", 8}, {"everything", 2}}},
      {"always-inline", {{"interprocedural", 8}}},
      {"ipsccp", {{"interprocedural", 8}, {"peephole", 4}, {"memory", 1}}},
      {"sccp", {{"peephole", 10}, {"bitfields", 2}, {"vectors", 1}}},
      {"argpromotion", {{"interprocedural", 8}}},
      {"deadargelim", {{"interprocedural", 8}}},
      {"function-attrs", {{"interprocedural", 6}, {"memory", 3}}},
      {"attributor", {{"interprocedural", 8}}},
      {"globalopt", {{"interprocedural", 4}, {"memory", 4}}},
      {"tailcallelim", {{"interprocedural", 6}}},
      {"mergefunc", {{"interprocedural", 6}}},
      {"codegen",
       {{"selection", 10},
        {"peephole", 4},
        {"vectors", 3},
        {"floats", 3},
        {"memory", 3},
        {"bitfields", 1},
        {"intrinsics", 4},
        {"loops", 1}}},
      {"default<",
       {{"peephole", 6},
        {"vectors", 1},
        {"floats", 2},
        {"memory", 4},
        {"loops", 4},
        {"bitfields", 1},
        {"interprocedural", 2},
        {"intrinsics", 1}}},
  };
  return table;
}

/// The row whose pass is the longest that the name begins with.
const Interest* interest_of(const std::string& pass) {
  const Interest* best = nullptr;
  for (const Interest& each : interests())
    if (pass.starts_with(each.pass) &&
        (best == nullptr || std::string(best->pass).size() < std::string(each.pass).size()))
      best = &each;
  return best;
}

}  // namespace

Result<Mix> parse_mix(const std::string& text) {
  if (HuntSettings::is_of_programs(text)) return Mix{{text}};
  Mix mix;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string name = text.substr(at, end - at);
    at = end + 1;
    Share share{name, 1};
    if (const auto colon = name.find(':'); colon != std::string::npos) {
      share.profile = name.substr(0, colon);
      const char* last = name.data() + name.size();
      const auto [stop, error] = std::from_chars(name.data() + colon + 1, last, share.weight);
      if (error != std::errc() || stop != last || share.weight == 0 || share.weight > 1000)
        return Error{"'" + name + "': a weight is a number from 1 to 1000"};
    }
    if (HuntSettings::is_of_programs(share.profile))
      return Error{share.profile + " stands for itself, without a weight or other profiles"};
    if (auto known = generate::profile_named(share.profile); !known)
      return Error{known.error() + "; and " + HuntSettings::kPrograms + ", " + HuntSettings::kCsmith};
    mix.push_back(share);
  }
  return mix;
}

std::vector<std::string> passes_in(const std::string& pipeline) {
  static const std::regex name(R"(default<|[a-z][-a-z0-9]*)");
  static const std::regex option(R"(<[^>]*>)");
  static const std::regex nesting(R"(^(module|cgscc|function|loop|loop-mssa)$)");
  const bool whole = pipeline.find("default<") != std::string::npos;
  if (whole) return {"default<"};
  const std::string plain = std::regex_replace(pipeline, option, "");
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(plain.begin(), plain.end(), name); at != std::sregex_iterator(); ++at)
    if (const std::string each = at->str(); !std::regex_match(each, nesting)) found.push_back(each);
  return found;
}

Mix mix_for(const std::vector<std::string>& pipelines) {
  static const Mix unknown{{"peephole", 4}, {"vectors", 1},         {"floats", 1},     {"memory", 2},
                           {"loops", 2},    {"interprocedural", 1}, {"intrinsics", 1}, {"everything", 2}};
  std::map<std::string, unsigned> sum{{"peephole", 1}};
  for (const std::string& pipeline : pipelines)
    for (const std::string& pass : passes_in(pipeline)) {
      const Interest* interest = interest_of(pass);
      for (const Share& share : interest != nullptr ? interest->mix : unknown) sum[share.profile] += share.weight;
    }
  Mix mix;
  for (const std::string& name : generate::profile_names())  // in a fixed order
    if (const auto found = sum.find(name); found != sum.end()) mix.push_back({name, found->second});
  return mix;
}

const std::vector<std::string>& pipeline_mix() {
  static const std::vector<std::string> pipelines{
      "instcombine",
      "instsimplify",
      "reassociate",
      "aggressive-instcombine",
      "early-cse<memssa>",
      "gvn",
      "newgvn",
      "sroa",
      "dse",
      "memcpyopt",
      "sccp",
      "ipsccp",
      "correlated-propagation",
      "constraint-elimination",
      "jump-threading",
      "simplifycfg",
      "bdce",
      "slp-vectorizer",
      "slp-vectorizer -slp-threshold=-100",  // without a target hardly a vector pays
      "vector-combine",
      "licm",
      "indvars",
      "loop-reduce",
      "loop-unroll",
      "loop-unroll -unroll-count=3 -unroll-runtime",
      "loop-vectorize",
      "loop-vectorize -force-vector-width=4 -hints-allow-reordering=false",  // of sums: an asked-for width allows it
      "loop-vectorize -force-vector-width=2 -force-vector-interleave=2 -enable-interleaved-mem-accesses "
      "-hints-allow-reordering=false",
      "loop-rotate,simple-loop-unswitch",
      "inline,sroa,instcombine",
      "default<O2>",
  };
  return pipelines;
}

std::vector<std::size_t> draw_pipelines(std::uint64_t seed, std::vector<std::uint64_t> weights) {
  constexpr std::size_t kMost = 3;
  std::vector<std::size_t> drawn(weights.size());
  std::iota(drawn.begin(), drawn.end(), std::size_t{0});
  if (weights.size() <= kMost) return drawn;
  Rng rng = Rng(seed).fork(~std::uint64_t{1});
  drawn.clear();
  while (drawn.size() < kMost) {
    drawn.push_back(draw_weighted(rng, weights));
    weights[drawn.back()] = 0;  // not twice
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

std::string theme_of(const llvm::Function& function) {
  bool memory = false, floats = false, vectors = false;
  const auto look_at = [&](const llvm::Type* type) {
    memory = memory || type->isPtrOrPtrVectorTy();
    floats = floats || type->isFPOrFPVectorTy();
    vectors = vectors || type->isVectorTy();
  };
  look_at(function.getReturnType());
  for (const llvm::Argument& argument : function.args()) look_at(argument.getType());
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    look_at(instruction.getType());
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic) return "interprocedural";
    const bool assumption = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::assume;
    memory = memory || (instruction.mayReadOrWriteMemory() && !assumption);
    for (const llvm::Use& use : instruction.operands())
      if (call == nullptr || !call->isCallee(&use)) look_at(use->getType());
  }
  return ir::has_cycle(function) ? "loops" : memory ? "memory" : floats ? "floats" : vectors ? "vectors" : "peephole";
}

}  // namespace assay::hunt
