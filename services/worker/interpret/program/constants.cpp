#include "services/worker/interpret/program/constants.h"

#include <algorithm>

namespace assay::interpret {
namespace {

Lane lane_of(const semantics::ConstantLane& constant, LanePools& pools, const World* world) {
  using Kind = semantics::ConstantLane::Kind;
  switch (constant.kind) {
    case Kind::Bits:
      return {pools.constant(constant.bits), kDefined, 0};
    case Kind::Poison:
      return kPoisonLane;
    case Kind::Undef:
      return {0, kUndef, 0};
    case Kind::NullPointer:
      break;
    case Kind::Global: {
      const auto target = world == nullptr ? std::nullopt : address_of(world->environment(), *constant.global);
      if (!target) break;
      return {world->environment().objects()[target->object].address + target->offset, kDefined,
              Memory::environment(target->object)};
    }
    case Kind::BlockAddress: {
      const auto label = world == nullptr ? std::nullopt : world->environment().label_of(*constant.block);
      if (!label) break;
      return {world->environment().objects()[*label].address, kDefined, Memory::environment(*label)};
    }
  }
  return {0, kDefined, 0};
}

}  // namespace

void Constants::load(const Program& program, Lane* frame, LanePools& pools, const World* world) {
  std::vector<Lane>& lanes = lanes_[&program];
  const auto& constants = program.function.constants;
  if (lanes.size() != constants.size())
    for (const semantics::ConstantLane& constant : constants) lanes.push_back(lane_of(constant, pools, world));
  std::copy(lanes.begin(), lanes.end(), frame);
}

}  // namespace assay::interpret
