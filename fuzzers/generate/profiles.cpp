#include <algorithm>
#include <iterator>

#include "fuzzers/generate/generate.h"

namespace assay::generate {
namespace {

constexpr std::array<std::string_view, kFamilyCount> kFamilyNames = {
    "arithmetic", "bitwise", "shift", "division", "compare",   "select", "cast", "intrinsic", "freeze",
    "vector",     "idiom",   "float", "memory",   "aggregate", "call",   "rare", "table"};

void weigh(Profile& profile, Family family, unsigned weight) {
  profile.weights[static_cast<std::size_t>(family)] = weight;
}

Profile loops_profile() {
  Profile profile = peephole_profile();
  profile.name = "loops";
  profile.loop_percent = 100;
  profile.control_flow_percent = 40;
  profile.vector_percent = 3;
  profile.max_instructions = 20;
  profile.max_trip_count = 8;
  profile.memory_percent = 45;
  weigh(profile, Family::Memory, 12);
  return profile;
}

Profile vectors_profile() {
  Profile profile = peephole_profile();
  profile.name = "vectors";
  profile.vector_percent = 95;
  profile.max_lanes = 8;
  profile.exhaustive_percent = 50;
  profile.poison_lane_percent = 25;
  profile.control_flow_percent = 8;
  weigh(profile, Family::Vector, 40);
  return profile;
}

Profile floats_profile() {
  Profile profile = peephole_profile();
  profile.name = "floats";
  profile.float_percent = 100;
  profile.vector_percent = 8;
  profile.control_flow_percent = 15;
  weigh(profile, Family::Float, 100);
  weigh(profile, Family::Idiom, 10);
  return profile;
}

Profile memory_profile() {
  Profile profile = peephole_profile();
  profile.name = "memory";
  profile.memory_percent = 100;
  profile.vector_percent = 6;
  profile.control_flow_percent = 35;
  profile.max_instructions = 16;
  profile.metadata_percent = 8;
  weigh(profile, Family::Memory, 90);
  weigh(profile, Family::Aggregate, 8);
  return profile;
}

Profile bitfields_profile() {
  Profile profile = memory_profile();
  profile.name = "bitfields";
  profile.bitfield_percent = 100;
  return profile;
}

Profile interprocedural_profile() {
  Profile profile = peephole_profile();
  profile.name = "interprocedural";
  profile.call_percent = 100;
  profile.memory_percent = 30;
  profile.attribute_percent = 40;
  profile.control_flow_percent = 35;
  weigh(profile, Family::Call, 40);
  weigh(profile, Family::Memory, 40);
  weigh(profile, Family::Aggregate, 10);
  return profile;
}

Profile everything_profile() {
  Profile profile = peephole_profile();
  profile.name = "everything";
  profile.bitfield_percent = 4;
  profile.float_percent = 30;
  profile.memory_percent = 50;
  profile.call_percent = 25;
  profile.loop_percent = 20;
  profile.control_flow_percent = 50;
  profile.max_instructions = 24;
  profile.metadata_percent = 15;
  profile.rarity_percent = 20;
  profile.rare_floats = true;
  profile.rare_memory = true;
  weigh(profile, Family::Float, 60);
  weigh(profile, Family::Memory, 60);
  weigh(profile, Family::Aggregate, 15);
  weigh(profile, Family::Call, 25);
  profile.constrained_percent = 6;
  weigh(profile, Family::Rare, 8);
  weigh(profile, Family::Table, 8);
  return profile;
}

// Many intrinsics in little else.
Profile intrinsics_profile() {
  Profile profile = peephole_profile();
  profile.name = "intrinsics";
  profile.vector_percent = 40;
  profile.float_percent = 60;
  profile.constrained_percent = 25;
  profile.memory_percent = 25;
  profile.control_flow_percent = 15;
  profile.min_instructions = 6;
  profile.max_instructions = 24;
  profile.rarity_percent = 6;
  profile.flag_percent = 70;
  weigh(profile, Family::Float, 20);
  weigh(profile, Family::Memory, 10);
  weigh(profile, Family::Rare, 2);
  weigh(profile, Family::Table, 100);
  return profile;
}

// What the selection of instructions meets: widths that processors have, and others, which it has to legalize; little
// that a pass over IR would have folded, and arguments as wide as they come, since code is run on some inputs only.
Profile selection_profile() {
  Profile profile = peephole_profile();
  profile.name = "selection";
  profile.widths = {{1, 6},  {2, 3},  {3, 3},  {4, 3},   {5, 2},  {7, 4},  {8, 14}, {9, 4},   {15, 2}, {16, 14},
                    {17, 2}, {24, 3}, {31, 2}, {32, 20}, {33, 4}, {37, 1}, {63, 1}, {64, 16}, {65, 3}, {128, 3}};
  profile.vector_percent = 25;
  profile.max_lanes = 8;
  profile.float_percent = 25;
  profile.control_flow_percent = 10;
  profile.loop_percent = 0;
  profile.assume_percent = 0;
  profile.exhaustive_percent = 0;
  profile.max_instructions = 9;
  profile.fast_math_percent = 10;
  weigh(profile, Family::Shift, 20);
  weigh(profile, Family::Cast, 30);
  weigh(profile, Family::Freeze, 12);
  weigh(profile, Family::Intrinsic, 30);
  weigh(profile, Family::Idiom, 15);
  weigh(profile, Family::Float, 12);
  return profile;
}

struct NamedProfile {
  const char* name;
  Profile (*make)();
};
constexpr NamedProfile kProfiles[] = {{"peephole", peephole_profile},
                                      {"loops", loops_profile},
                                      {"vectors", vectors_profile},
                                      {"floats", floats_profile},
                                      {"memory", memory_profile},
                                      {"bitfields", bitfields_profile},
                                      {"interprocedural", interprocedural_profile},
                                      {"intrinsics", intrinsics_profile},
                                      {"selection", selection_profile},
                                      {"everything", everything_profile}};

}  // namespace

std::string_view name_of(Family family) { return kFamilyNames[static_cast<std::size_t>(family)]; }

Profile peephole_profile() {
  Profile profile;
  profile.widths = {{1, 8},  {2, 8},  {3, 8},  {4, 14}, {5, 6},  {6, 4},   {7, 5},  {8, 26},
                    {9, 1},  {12, 1}, {13, 1}, {16, 4}, {17, 1}, {24, 1},  {31, 1}, {32, 6},
                    {33, 1}, {63, 1}, {64, 3}, {65, 1}, {96, 1}, {127, 1}, {128, 1}};
  weigh(profile, Family::Arithmetic, 16);
  weigh(profile, Family::Bitwise, 16);
  weigh(profile, Family::Shift, 12);
  weigh(profile, Family::Division, 5);
  weigh(profile, Family::Compare, 16);
  weigh(profile, Family::Select, 10);
  weigh(profile, Family::Cast, 9);
  weigh(profile, Family::Intrinsic, 12);
  weigh(profile, Family::Freeze, 1);
  weigh(profile, Family::Vector, 6);
  weigh(profile, Family::Idiom, 30);
  return profile;
}

Profile swarm(const Profile& profile, Rng& rng) {
  static constexpr unsigned kFactors[] = {0, 0, 1, 1, 2, 8};
  Profile drawn = profile;
  bool any = false;
  for (unsigned& weight : drawn.weights) {
    weight *= kFactors[rng.below(std::size(kFactors))];
    any = any || weight != 0;
  }
  if (!any) drawn.weights = profile.weights;
  // Every function needs compares and something to compare.
  for (const Family family : {Family::Compare, Family::Bitwise}) {
    unsigned& weight = drawn.weights[static_cast<std::size_t>(family)];
    weight = std::max(weight, 1u);
  }
  std::vector<WidthWeight> widths;
  for (const WidthWeight& width : profile.widths)
    if (rng.chance(1, 3)) widths.push_back(width);
  if (!widths.empty()) drawn.widths = widths;
  drawn.constant_percent = 8 + static_cast<unsigned>(rng.below(35));
  drawn.reuse_percent = 20 + static_cast<unsigned>(rng.below(40));
  drawn.flag_percent = static_cast<unsigned>(rng.below(100));
  return drawn;
}

const std::vector<std::string>& profile_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const NamedProfile& profile : kProfiles) all.emplace_back(profile.name);
    return all;
  }();
  return names;
}

Result<Profile> profile_named(const std::string& name) {
  std::string known;
  for (const NamedProfile& profile : kProfiles) {
    if (name == profile.name) return profile.make();
    known += std::string(known.empty() ? "" : ", ") + profile.name;
  }
  return Error{"no profile named '" + name + "'; there are " + known};
}

}  // namespace assay::generate
