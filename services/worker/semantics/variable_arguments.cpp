#include "services/worker/semantics/variable_arguments.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace assay::semantics {
namespace {

using Seen = llvm::SmallPtrSet<const llvm::Value*, 16>;

bool is_own(const llvm::Value& pointer, Seen& seen);

bool is_list_use(const llvm::User& user, Seen& seen) {
  if (llvm::isa<llvm::VAArgInst, llvm::VAStartInst, llvm::VAEndInst, llvm::LifetimeIntrinsic>(user)) return true;
  if (const auto* copy = llvm::dyn_cast<llvm::VACopyInst>(&user))
    return is_own(*copy->getDest(), seen) && is_own(*copy->getSrc(), seen);
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&user);
  return address != nullptr && address->hasAllZeroIndices() &&
         std::all_of(address->user_begin(), address->user_end(),
                     [&](const llvm::User* each) { return is_list_use(*each, seen); });
}

bool is_own(const llvm::Value& pointer, Seen& seen) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(pointer.stripPointerCasts());
  if (variable == nullptr) return false;
  if (!seen.insert(variable).second) return true;
  return std::all_of(variable->user_begin(), variable->user_end(),
                     [&](const llvm::User* user) { return is_list_use(*user, seen); });
}

}  // namespace

bool is_own_list(const llvm::Value& pointer) {
  Seen seen;
  return is_own(pointer, seen);
}

std::string taken_type(const Function& function, const Instruction& instruction) {
  const llvm::Type& type = *instruction.origin->getType();
  std::string name = type.isAggregateType() ? "{" : type.isVectorTy() ? "<" : "";
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const LaneType& each = function.slots[instruction.result.first + lane];
    name += std::to_string(static_cast<int>(each.kind)) + "." + std::to_string(static_cast<int>(each.format)) + "." +
            std::to_string(each.bits) + " ";
  }
  return name;
}

}  // namespace assay::semantics
