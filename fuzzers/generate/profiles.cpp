#include "fuzzers/generate/generate.h"

namespace assay::generate {
namespace {

constexpr std::array<std::string_view, kFamilyCount> kFamilyNames = {"arithmetic", "bitwise", "shift", "division",
                                                                     "compare",    "select",  "cast",  "intrinsic",
                                                                     "freeze",     "vector",  "idiom"};

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

const std::vector<std::string>& profile_names() {
  static const std::vector<std::string> names = {"peephole", "loops", "vectors"};
  return names;
}

Result<Profile> profile_named(const std::string& name) {
  if (name == "peephole") return peephole_profile();
  if (name == "loops") return loops_profile();
  if (name == "vectors") return vectors_profile();
  std::string known;
  for (const std::string& each : profile_names()) known += (known.empty() ? "" : ", ") + each;
  return Error{"no profile named '" + name + "'; there are " + known};
}

}  // namespace assay::generate
