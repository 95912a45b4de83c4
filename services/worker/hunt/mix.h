#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <string>
#include <vector>

#include "services/common/status.h"

/// What a hunt feeds to which passes.
namespace assay::hunt {

/// One of the generator's profiles and how often it is drawn, relative to the others.
struct Share {
  std::string profile;
  unsigned weight = 1;
  bool operator==(const Share&) const = default;
};
using Mix = std::vector<Share>;

/// Profiles with optional weights: "memory", "memory:3,floats"; or a profile of programs. The error names what is no
/// profile and lists all.
Result<Mix> parse_mix(const std::string& text);

/// What the passes of these pipelines look at: loops for loop passes, memory for those that move loads and stores, and
/// so on; a pass that isn't known gets some of everything. Always holds some plain values.
Mix mix_for(const std::vector<std::string>& pipelines);

/// The pipelines that "--passes=mix" stands for: single passes and short combinations that LLVM 14 and all later
/// releases have, some of them with options of passes behind a blank.
const std::vector<std::string>& pipeline_mix();

/// The names in a -passes string, without those that only nest: "function(sroa,early-cse<memssa>)" holds two. Of a
/// whole pipeline "default<" alone.
std::vector<std::string> passes_in(const std::string& pipeline);

/// Which pipelines mutants go through: all if they are few, else a few that the seed draws, each as often as its weight
/// says.
std::vector<std::size_t> draw_pipelines(std::uint64_t seed, std::vector<std::uint64_t> weights);

/// The narrowest profile whose language holds the function: "interprocedural" if it calls, else "loops" if it has
/// one, else "memory", "floats", "vectors" or "peephole".
std::string theme_of(const llvm::Function& function);

}  // namespace assay::hunt
