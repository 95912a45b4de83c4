#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>

#include "fuzzers/generate/generator.h"

namespace assay::generate {

using llvm::BasicBlock;
using llvm::Type;
using llvm::Value;

namespace {

llvm::Align align_of(const Place& place, unsigned bits) {
  return std::min(llvm::Align(place.align), llvm::Align(bits / 8));
}

// How often a loop runs: the constant, or a number that is not known before it runs and is never larger.
Value* trip_count(Generator& g, llvm::ConstantInt* most, bool may_be_zero) {
  if (!g.rng.chance(1, 2)) return most;
  Value* wish = g.builder.CreateIntCast(g.variable(g.builder.getInt8Ty()), most->getType(), false);
  Value* count = g.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, wish, most);
  if (may_be_zero) return count;
  return g.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, count, llvm::ConstantInt::get(most->getType(), 1));
}

}  // namespace

// A loop over the elements of one or two places: reads, computes, writes or sums up. The number of trips is a constant
// or is computed from a value and bounded; the test stands before or after the body; the counter may be wider than the
// index. Null if no place holds two elements.
void ControlFlow::array_loop() {
  std::vector<const Place*> places;
  for (const Place& place : g_.places())
    if (place.size >= 2) places.push_back(&place);
  if (places.empty()) return counted_loop();
  const Place& from = *g_.rng.pick(places);
  const Place& to = *g_.rng.pick(places);
  const std::uint64_t room = std::min(from.size, to.size);
  const unsigned bits = room >= 4 && g_.rng.chance(1, 3) ? 16 : 8;
  const std::uint64_t elements = room / (bits / 8);
  Type* element = g_.builder.getIntNTy(bits);
  llvm::IntegerType* counter_type = g_.builder.getIntNTy(g_.rng.chance(2, 3) ? 64 : 32);
  const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(counter_type, value); };
  const bool test_first = g_.rng.chance(1, 2);
  const bool down = g_.rng.chance(1, 6);
  Value* end = trip_count(g_, number(elements), test_first);
  Value* initial = g_.value(element);

  BasicBlock* before = g_.builder.GetInsertBlock();
  BasicBlock* header = test_first ? block("header") : nullptr;
  BasicBlock* body = block("body");
  BasicBlock* after = block("after");
  BasicBlock* entry = test_first ? header : body;
  g_.builder.CreateBr(entry);
  g_.builder.SetInsertPoint(entry);
  llvm::PHINode* counter = g_.builder.CreatePHI(counter_type, 2);
  llvm::PHINode* sum = g_.builder.CreatePHI(element, 2);
  const std::size_t outer = g_.scope_.size();
  if (test_first) {
    g_.builder.CreateCondBr(g_.builder.CreateICmpULT(counter, end), body, after);
    g_.builder.SetInsertPoint(body);
  }
  const auto address = [&](const Place& place) {
    Value* index = down ? g_.builder.CreateSub(number(elements - 1), counter) : static_cast<Value*>(counter);
    return g_.builder.CreateGEP(element, place.pointer, index, "",
                                g_.rng.chance(1, 2) ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none());
  };
  Value* read = g_.builder.CreateAlignedLoad(element, address(from), align_of(from, bits));
  loop_body_statement();
  Value* made = g_.rng.chance(1, 4) ? read : g_.fresh(element);
  Value* joined = g_.builder.CreateBinOp(g_.rng.chance(1, 2) ? llvm::Instruction::Add : llvm::Instruction::Xor, sum,
                                         g_.rng.chance(1, 2) ? read : made);
  if (to.writable && g_.rng.chance(3, 4))
    g_.builder.CreateAlignedStore(g_.rng.chance(1, 6) ? static_cast<Value*>(g_.constant(element)) : made, address(to),
                                  align_of(to, bits));
  auto* next = llvm::cast<llvm::Instruction>(g_.builder.CreateAdd(counter, number(1)));
  next->setHasNoUnsignedWrap(g_.flag());
  next->setHasNoSignedWrap(g_.flag());
  BasicBlock* latch = g_.builder.GetInsertBlock();
  if (test_first)
    g_.builder.CreateBr(header);
  else
    g_.builder.CreateCondBr(
        g_.builder.CreateICmp(g_.rng.chance(1, 2) ? llvm::CmpInst::ICMP_ULT : llvm::CmpInst::ICMP_NE, next, end), body,
        after);
  counter->addIncoming(number(0), before);
  counter->addIncoming(next, latch);
  sum->addIncoming(initial, before);
  sum->addIncoming(joined, latch);
  // Behind a loop that tests first, what its body made is not available.
  if (test_first) g_.scope_.resize(outer);
  g_.builder.SetInsertPoint(after);
}

}  // namespace assay::generate
