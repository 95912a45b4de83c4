#include "services/worker/prove/order/called_loop.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/places.h"
#include "services/worker/prove/rounds/rounds.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;

namespace {

constexpr std::uint64_t kMostInRound = 16;  ///< of a round's stores

std::optional<Stored> stored_by(llvm::StoreInst& store, const llvm::Loop& loop, ScalarEvolutions& evolutions) {
  if (!only_accesses(store)) return std::nullopt;
  const auto step = evolutions.step(*store.getPointerOperand(), loop);
  if (!step || step->isZero() || step->abs().ugt(kMostInRound)) return std::nullopt;
  llvm::Type* type = store.getValueOperand()->getType();
  const std::uint64_t bytes = step->abs().getZExtValue();
  const llvm::DataLayout& layout = store.getDataLayout();
  const bool is_whole = layout.getTypeStoreSize(type) == bytes && layout.typeSizeEqualsStoreSize(type);
  llvm::Type* index = layout.getIndexType(store.getPointerOperandType());
  return Stored{&store, llvm::ConstantInt::get(index, bytes), step->isNegative(), is_whole ? type : nullptr,
                is_whole && llvm::isa<llvm::LoadInst>(store.getValueOperand())};
}

std::optional<Stored> stored_by(llvm::MemIntrinsic& call, const llvm::Loop& loop, ScalarEvolutions& evolutions) {
  Value* bytes = call.getLength();
  if (!only_accesses(call) || !loop.isLoopInvariant(bytes)) return std::nullopt;
  const int goes_on = evolutions.goes_on_by(*call.getRawDest(), loop, *bytes);
  if (goes_on == 0) return std::nullopt;
  return Stored{&call, bytes, goes_on < 0, nullptr, llvm::isa<llvm::MemTransferInst>(call)};
}

}  // namespace

std::vector<Stored> stored_in(const llvm::Loop& loop, ScalarEvolutions& evolutions) {
  std::vector<Stored> all;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& each : *block) {
      std::optional<Stored> stored;
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&each)) stored = stored_by(*store, loop, evolutions);
      if (auto* call = llvm::dyn_cast<llvm::MemIntrinsic>(&each)) stored = stored_by(*call, loop, evolutions);
      if (stored) all.push_back(*stored);
    }
  return all;
}

llvm::IntrinsicInst* fills_or_copies(Instruction& instruction) {
  return llvm::isa<llvm::AnyMemIntrinsic, llvm::MemSetPatternInst>(instruction)
             ? llvm::cast<llvm::IntrinsicInst>(&instruction)
             : nullptr;
}

bool copies(const llvm::IntrinsicInst& call) { return llvm::isa<llvm::AnyMemTransferInst>(call); }

bool fills_or_copies(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction& each) {
    return llvm::isa<llvm::AnyMemIntrinsic, llvm::MemSetPatternInst>(each);
  });
}

bool CalledLoop::is_possible() const {
  const auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call_);
  const llvm::Type* index = layout_.getIndexType(to()->getType());
  if (index != length()->getType() || index != bytes_.getType()) return false;
  if (from() != nullptr && layout_.getIndexType(from()->getType()) != index) return false;
  if (stored_.is_by_call())
    return llvm::isa<llvm::MemIntrinsic>(call_) && only_accesses(call_) && stored_.is_copied == (from() != nullptr);
  if (is_atomic() && llvm::cast<llvm::AnyMemIntrinsic>(call_).getElementSizeInBytes() != constant_bytes()) return false;
  const auto is_aligned = [&](llvm::MaybeAlign align) {
    return !align || llvm::commonAlignment(*align, pattern == nullptr ? constant_bytes() : size()) == *align;
  };
  if (!is_aligned(call_.getParamAlign(0))) return false;
  if (pattern != nullptr) {
    llvm::Type* type = pattern->getValue()->getType();
    return !type->isScalableTy() && layout_.typeSizeEqualsStoreSize(type) && constant_bytes() % size() == 0 &&
           layout_.getTypeStoreSize(type) == layout_.getTypeAllocSize(type);
  }
  if (from() == nullptr) return llvm::isa<llvm::MemSetInst>(call_);
  return stored_.is_copied && is_aligned(call_.getParamAlign(1)) && (!is_atomic() || stored_.type->isIntegerTy());
}

void CalledLoop::write() {
  BasicBlock* before = call_.getParent();
  hoist_between();
  BasicBlock* behind = before->splitBasicBlock(&call_, "written.end");
  llvm::ValueToValueMapTy copies;
  std::vector<BasicBlock*> made;
  for (BasicBlock* block : like_.loop->blocks()) {
    BasicBlock* copy = llvm::CloneBasicBlock(block, copies, ".written", before->getParent());
    copies[block] = copy;
    made.push_back(copy);
  }
  copies[like_.before == before ? behind : like_.before] = before;
  copies[like_.after] = behind;
  for (BasicBlock* block : made)
    for (Instruction& each : llvm::make_early_inc_range(*block)) {
      llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      each.setDebugLoc({});
    }
  for (BasicBlock* block : made) drop_accesses(*block);
  auto *head = llvm::cast<BasicBlock>(copies[like_.head]), *latch = llvm::cast<BasicBlock>(copies[like_.latch]);
  enter(*before, *head);
  latch->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  write_round(*head, *latch, *before);
  call_.eraseFromParent();
}

Value& CalledLoop::elements() const {
  if (size() == 1) return bytes_;
  return *llvm::ConstantInt::get(bytes_.getType(), constant_bytes() / size());
}

/// What is computed between the call and the loop is no other before the call.
void CalledLoop::hoist_between() {
  BasicBlock* block = call_.getParent();
  for (Instruction* each = call_.getNextNode(); block != like_.head;) {
    if (!each->isTerminator()) {
      Instruction* next = each->getNextNode();
      each->moveBefore(call_.getIterator());
      each = next;
      continue;
    }
    block = block->getSingleSuccessor();
    each = &block->front();
  }
}

/// A number of bytes that is undef or poison is undefined behaviour, as it is to branch on it.
void CalledLoop::enter(BasicBlock& before, BasicBlock& head) {
  BasicBlock* never = BasicBlock::Create(before.getContext(), "", before.getParent());
  new llvm::UnreachableInst(before.getContext(), never);
  before.getTerminator()->eraseFromParent();
  Build build(&before);
  Value* are_known = nullptr;
  for (Value* number : {this->length(), &bytes_}) {
    if (llvm::isa<llvm::ConstantInt>(number)) continue;
    Value* is_known = build.CreateICmpEQ(number, number);
    are_known = are_known == nullptr ? is_known : build.CreateAnd(are_known, is_known);
  }
  if (are_known != nullptr) {
    build.CreateCondBr(are_known, &head, never);
  } else {
    never->eraseFromParent();
    build.CreateBr(&head);
  }
}

void CalledLoop::write_round(BasicBlock& head, BasicBlock& latch, BasicBlock& before) {
  llvm::Type* index = bytes_.getType();
  Build build(&head, head.begin());
  PHINode* round = build.CreatePHI(index, 2);
  build.SetInsertPoint(latch.getTerminator());
  Value* next = build.CreateAdd(round, llvm::ConstantInt::get(index, 1));
  round->addIncoming(llvm::ConstantInt::get(index, 0), &before);
  round->addIncoming(next, &latch);
  Value* length = this->length();
  if (size() != 1) length = build.CreateMul(length, llvm::ConstantInt::get(index, size()));
  write_accesses(
      build, stored_.down ? build.CreateSub(length, build.CreateMul(next, &bytes_)) : build.CreateMul(round, &bytes_));
}

void CalledLoop::write_accesses(llvm::IRBuilderBase& build, Value* offset) {
  const auto place = [&](Value* pointer) { return build.CreateGEP(build.getInt8Ty(), pointer, offset); };
  if (stored_.is_by_call()) {
    Value *to = place(this->to()), *from = this->from() == nullptr ? nullptr : place(this->from());
    Instruction* made = build.Insert(call_.clone());
    made->setOperand(0, to);
    made->setOperand(2, &bytes_);
    written_ = &made->getOperandUse(0);
    if (from == nullptr) return;
    made->setOperand(1, from);
    read_ = &made->getOperandUse(1);
    return;
  }
  const auto write = [&](Value* value, Value* at) {
    llvm::StoreInst* store = build.CreateAlignedStore(value, at, call_.getParamAlign(0).valueOrOne());
    if (is_atomic()) store->setOrdering(llvm::AtomicOrdering::Unordered);
    written_ = &store->getOperandUse(1);
  };
  if (auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call_)) {
    for (std::uint64_t i = 0; i < constant_bytes() / size(); ++i)
      write(pattern->getValue(),
            build.CreateGEP(build.getInt8Ty(), place(to()), llvm::ConstantInt::get(bytes_.getType(), i * size())));
    return;
  }
  Value* value = nullptr;
  if (from() != nullptr) {
    auto* load = build.CreateAlignedLoad(stored_.type, place(from()), call_.getParamAlign(1).valueOrOne());
    if (is_atomic()) load->setOrdering(llvm::AtomicOrdering::Unordered);
    read_ = &load->getOperandUse(0);
    value = load;
  } else {
    value = filling(build, *llvm::cast<llvm::MemSetInst>(call_).getValue());
  }
  write(value, place(to()));
}

bool CalledLoop::is_atomic() const {
  const auto* any = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call_);
  return any != nullptr && any->isAtomic();
}

/// Bytes, of which the call's length counts so many as one.
std::uint64_t CalledLoop::size() const {
  const auto* pattern = llvm::dyn_cast<llvm::MemSetPatternInst>(&call_);
  return pattern == nullptr ? 1 : layout_.getTypeAllocSize(pattern->getValue()->getType()).getKnownMinValue();
}

/// A round's bytes, each of them the value.
Value* CalledLoop::filling(llvm::IRBuilderBase& build, Value& value) const {
  const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(&value);
  const unsigned bits = static_cast<unsigned>(constant_bytes()) * 8;
  if (byte == nullptr) return bits == 8 ? &value : build.CreateVectorSplat(bits / 8, &value);
  if (byte->isZero() && stored_.type != nullptr) return llvm::Constant::getNullValue(stored_.type);
  return build.getInt(llvm::APInt::getSplat(bits, byte->getValue()));
}

void drop_accesses(BasicBlock& block) {
  for (Instruction& each : llvm::make_early_inc_range(block)) {
    if (llvm::isa<PHINode>(each) || each.isTerminator() || normalize::is_expression(each)) continue;
    each.replaceAllUsesWith(llvm::PoisonValue::get(each.getType()));
    each.eraseFromParent();
  }
}

}  // namespace assay::prove
