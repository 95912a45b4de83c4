#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/NoFolder.h>

#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned kMostLanes = 64;

/// How many lanes the load or store has, each of whole bytes and one behind the other; none if it is no such access.
unsigned lanes_of(const Instruction& access) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  if ((load == nullptr || !load->isSimple()) && (store == nullptr || !store->isSimple())) return 0;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(llvm::getLoadStoreType(&access));
  if (type == nullptr || type->getNumElements() > kMostLanes) return 0;
  const llvm::DataLayout& layout = access.getDataLayout();
  const llvm::TypeSize bits = layout.getTypeSizeInBits(type->getElementType());
  return bits == layout.getTypeAllocSizeInBits(type->getElementType()) ? type->getNumElements() : 0;
}

/// `access(place, lane, align)` makes the access to one lane.
template <class Access>
void split(Instruction& whole, unsigned lanes, const Access& access) {
  llvm::IRBuilder<llvm::NoFolder> build(&whole);
  const llvm::DataLayout& layout = whole.getDataLayout();
  Value* pointer = const_cast<Value*>(llvm::getLoadStorePointerOperand(&whole));
  const std::uint64_t size = layout.getTypeAllocSize(llvm::getLoadStoreType(&whole)->getScalarType());
  llvm::Type* index = layout.getIndexType(pointer->getType());
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint64_t offset = lane * size;
    Value* place =
        lane == 0 ? pointer : build.CreateGEP(build.getInt8Ty(), pointer, llvm::ConstantInt::get(index, offset));
    Instruction* made = access(build, place, lane, llvm::commonAlignment(llvm::getLoadStoreAlignment(&whole), offset));
    made->copyMetadata(whole);
  }
}

}  // namespace

bool has_vector_accesses(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction& each) { return lanes_of(each) != 0; });
}

void access_lanes_by_themselves(llvm::Function& function, const Kept&) {
  for (Instruction& whole : llvm::make_early_inc_range(llvm::instructions(function))) {
    const unsigned lanes = lanes_of(whole);
    if (lanes == 0) continue;
    using Builder = llvm::IRBuilder<llvm::NoFolder>;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&whole)) {
      split(whole, lanes, [&](Builder& build, Value* place, unsigned lane, llvm::Align align) {
        return build.CreateAlignedStore(build.CreateExtractElement(store->getValueOperand(), lane), place, align);
      });
    } else {
      Value* value = llvm::PoisonValue::get(whole.getType());
      split(whole, lanes, [&](Builder& build, Value* place, unsigned lane, llvm::Align align) {
        llvm::LoadInst* one = build.CreateAlignedLoad(whole.getType()->getScalarType(), place, align);
        value = build.CreateInsertElement(value, one, lane);
        return one;
      });
      whole.replaceAllUsesWith(value);
      value->takeName(&whole);
    }
    whole.eraseFromParent();
  }
}

}  // namespace assay::normalize
