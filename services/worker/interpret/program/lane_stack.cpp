#include "services/worker/interpret/program/lane_stack.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/GlobalValue.h>

#include <algorithm>
#include <utility>

#include "services/worker/ir/null_symbols.h"

namespace assay::interpret {

Lane LaneStack::lane_of(const semantics::ConstantLane& constant, LanePools& pools, const World* world) const {
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
      if (ir::may_be_null(*constant.global) && llvm::is_contained(absent_, target->object))
        return {target->offset, kDefined, 0};
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

LaneStack::LaneStack(std::size_t capacity)
    : lanes_(std::make_unique_for_overwrite<Lane[]>(std::max<std::size_t>(capacity, 1))), capacity_(capacity) {}

const std::vector<Lane>& LaneStack::constants_of(const Program& program, LanePools& pools, const World* world) {
  Known& known = known_[(reinterpret_cast<std::uintptr_t>(&program) >> 5) % known_.size()];
  if (known.program == &program) return *known.constants;
  std::vector<Lane>& lanes = constants_[&program];
  const auto& constants = program.function.constants;
  if (lanes.size() != constants.size())
    for (const semantics::ConstantLane& constant : constants) lanes.push_back(lane_of(constant, pools, world));
  known = {&program, &lanes};
  return lanes;
}

void LaneStack::set_absent(std::vector<std::size_t> objects, const Program& program, LanePools& pools,
                           const World* world) {
  if (objects == absent_) return;
  absent_ = std::move(objects);
  constants_.clear();
  known_.fill({});
  const std::vector<Lane>& constants = constants_of(program, pools, world);
  std::copy(constants.begin(), constants.end(), first());
}

Lane* LaneStack::push(const Program& program, LanePools& pools, const World* world) {
  const std::size_t size = program.types.size();
  if (used_ + size > capacity_) return nullptr;
  Lane* frame = lanes_.get() + used_;
  used_ += size;
  const std::vector<Lane>& constants = constants_of(program, pools, world);
  std::copy(constants.begin(), constants.end(), frame);
  std::fill(frame + constants.size(), frame + size, kPoisonLane);
  return frame;
}

}  // namespace assay::interpret
