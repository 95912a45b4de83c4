#include "services/worker/prove/parts/address_pair.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace assay::prove {
namespace {

using Builder = llvm::IRBuilder<llvm::NoFolder>;
using llvm::GetElementPtrInst;
using llvm::Value;

constexpr std::size_t kMostSteps = 16;
constexpr std::uint64_t kMostBytes = 1u << 16;  ///< of what one index counts
constexpr unsigned kMoreBits = 32;              ///< in which sums of so many steps do not wrap

/// An address and one number of things of a known size.
const GetElementPtrInst* as_step(const Value* value, const llvm::DataLayout& layout) {
  const auto* step = llvm::dyn_cast<GetElementPtrInst>(value);
  if (step == nullptr || step->getType()->isVectorTy() || step->getNumIndices() != 1) return nullptr;
  const auto* index = llvm::dyn_cast<llvm::IntegerType>(step->getOperand(1)->getType());
  llvm::Type* thing = step->getSourceElementType();
  if (index == nullptr || index->getBitWidth() > layout.getIndexTypeSizeInBits(step->getType()) ||
      thing->isScalableTy() || layout.getTypeAllocSize(thing) > kMostBytes)
    return nullptr;
  return step;
}

/// The address, what that is a step from, and so on.
std::vector<const Value*> origins(const Value* address, const StepsInCommon& common, const llvm::DataLayout& layout) {
  std::vector<const Value*> all{common.plain(address)};
  while (all.size() <= kMostSteps) {
    const GetElementPtrInst* step = as_step(all.back(), layout);
    if (step == nullptr) break;
    all.push_back(common.plain(step->getPointerOperand()));
  }
  return all;
}

}  // namespace

AddressPair::Steps AddressPair::steps_between(const Value* base, const Value* address, const StepsInCommon& common,
                                              const llvm::DataLayout& layout) {
  Steps steps;
  for (const Value* at = common.plain(address); at != base;) {
    const GetElementPtrInst& step = *as_step(at, layout);
    steps.push_back({step.getOperand(1), layout.getTypeAllocSize(step.getSourceElementType()), step.getNoWrapFlags()});
    at = common.plain(step.getPointerOperand());
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

std::optional<AddressPair> AddressPair::of(const StepsInCommon::Difference& difference, const StepsInCommon& common,
                                           const llvm::DataLayout& layout) {
  llvm::Type* type = difference.first->getType();
  if (!type->isPointerTy()) return std::nullopt;
  const auto before = origins(difference.first, common, layout), after = origins(difference.second, common, layout);
  for (const Value* from : before) {
    const auto is_from = [&](const Value* each) { return common.number_of(each) == common.number_of(from); };
    const auto to = llvm::find_if(after, is_from);
    if (common.number_of(from) == 0 || to == after.end()) continue;
    AddressPair pair;
    pair.width_ = llvm::cast<llvm::IntegerType>(layout.getIndexType(type));
    pair.source_ = steps_between(from, difference.first, common, layout);
    pair.target_ = steps_between(*to, difference.second, common, layout);
    if (pair.promises() && !pair.may_promise()) return std::nullopt;
    return pair;
  }
  return std::nullopt;
}

std::vector<const Value*> AddressPair::indices(const Steps& steps) {
  std::vector<const Value*> all;
  for (const Step& step : steps) all.push_back(step.index);
  return all;
}

/// Of the target: may one of its steps give poison?
bool AddressPair::promises() const {
  return llvm::any_of(target_, [](const Step& step) { return step.flags != llvm::GEPNoWrapFlags::none(); });
}

/// Between two places of an object lies the object, and between two addresses that did not wrap none does: what all of
/// the source's steps promise holds of all places on the way that the target takes between the same two.
bool AddressPair::may_promise() const {
  const bool in_bounds = llvm::any_of(target_, [](const Step& step) { return step.flags.isInBounds(); });
  return !source_.empty() && llvm::all_of(source_, [&](const Step& step) {
    return step.flags.hasNoUnsignedSignedWrap() && (!in_bounds || step.flags.isInBounds());
  });
}

Results AddressPair::sums() const { return promises() ? exact_sums() : wrapping_sums(); }

Results AddressPair::wrapping_sums() const {
  const auto sum_of = [width = width_](const Steps& steps) {
    return [width, steps](Builder& build, Results::CopyOf copy_of) {
      Value* sum = llvm::ConstantInt::get(width, 0);
      for (const Step& step : steps) {
        Value* bytes = llvm::ConstantInt::get(width, step.bytes);
        sum = build.CreateAdd(sum, build.CreateMul(build.CreateSExt(copy_of(step.index), width), bytes));
      }
      return sum;
    };
  };
  return {width_, sum_of(source_), sum_of(target_)};
}

/// Poison where a promise of the source's does not hold, and in the target where one of its own may not.
Results AddressPair::exact_sums() const {
  auto* wide = llvm::IntegerType::get(width_->getContext(), width_->getBitWidth() + kMoreBits);
  Value *zero = llvm::ConstantInt::get(wide, 0), *yes = llvm::ConstantInt::getTrue(width_->getContext());
  const auto before = [width = width_, wide, zero, steps = source_](Builder& build, Results::CopyOf copy_of) {
    Value* sum = zero;
    for (const Step& step : steps) {
      Value* index = build.CreateSExt(copy_of(step.index), width);
      Value* bytes =
          build.CreateMul(index, llvm::ConstantInt::get(width, step.bytes), "", /*HasNUW=*/false, /*HasNSW=*/true);
      bytes = build.CreateSExt(bytes, wide);
      if (step.flags.hasNoUnsignedWrap()) build.CreateAssumption(build.CreateICmpSGE(bytes, zero));
      sum = build.CreateAdd(sum, bytes);
    }
    return sum;
  };
  const auto after = [width = width_, wide, zero, yes, steps = target_](Builder& build, Results::CopyOf copy_of) {
    Value *sum = zero, *holds = yes, *forth = yes, *back = yes;
    for (const Step& step : steps) {
      Value* index = build.CreateSExt(copy_of(step.index), wide);
      Value* bytes = build.CreateMul(index, llvm::ConstantInt::get(wide, step.bytes));
      Value* is_forth = build.CreateICmpSGE(bytes, zero);
      Value* fits = build.CreateICmpEQ(build.CreateSExt(build.CreateTrunc(bytes, width), wide), bytes);
      holds = build.CreateAnd(holds, fits);
      if (step.flags.hasNoUnsignedWrap()) holds = build.CreateAnd(holds, is_forth);
      forth = build.CreateAnd(forth, is_forth);
      back = build.CreateAnd(back, build.CreateICmpSLE(bytes, zero));
      sum = build.CreateAdd(sum, bytes);
    }
    if (steps.size() > 1) holds = build.CreateAnd(holds, build.CreateOr(forth, back));
    return build.CreateSelect(holds, sum, llvm::PoisonValue::get(wide));
  };
  return {wide, before, after};
}

}  // namespace assay::prove
