// The loops of programs: what vectorizers, unrollers and recognizers of idioms look for, and others.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "fuzzers/generate/program_writer.h"

namespace assay::generate {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::IntegerType;
using llvm::Value;

namespace {

constexpr std::uint64_t kStepsOfRound = 40;

}  // namespace

/// As many as can be afforded, of at most `most`.
std::uint64_t FunctionWriter::trips(std::uint64_t most) {
  const std::uint64_t left = steps_ >= most_steps_ ? 0 : (most_steps_ - steps_) / (times_ * kStepsOfRound);
  return std::min(most, left);
}

template <class Body>
void FunctionWriter::times(std::uint64_t count, const Body& body) {
  const std::uint64_t outside = times_;
  times_ *= std::max<std::uint64_t>(count, 1);
  body();
  times_ = outside;
}

void FunctionWriter::loop(std::uint64_t count, std::uint64_t step, const std::function<void(const Number&)>& body) {
  static constexpr unsigned kWidths[] = {32, 32, 64, 64, 16};
  IntegerType* type = builder.getIntNTy(kWidths[rng_.below(std::size(kWidths))]);
  llvm::AllocaInst* place = variable(type, "i");
  // What is known before it runs, or not.
  Value* end = constant(type, count).value;
  if (rng_.chance(1, 2)) {
    const Number wish = divided(Instruction::URem, leaf(type), constant(type, count + 1));
    end = wish.value;
  }
  const bool tests_first = rng_.chance(2, 3), down = step == 1 && rng_.chance(1, 6);
  BasicBlock* test = block("test");
  BasicBlock* round = block("round");
  BasicBlock* after = block("after");
  builder.CreateStore(constant(type, 0).value, place);
  if (tests_first || !llvm::isa<llvm::ConstantInt>(end))
    builder.CreateBr(test);
  else
    builder.CreateBr(round);
  builder.SetInsertPoint(round);
  times((count + step - 1) / step, [&] {
    counters_.push_back({place, type, count});
    Number now{builder.CreateLoad(type, place), 64 - static_cast<unsigned>(llvm::countl_zero(count - 1))};
    if (down) now = {builder.CreateSub(constant(type, count - 1).value, now.value, "", true, true), now.bits};
    body(now);
    counters_.pop_back();
    Value* next = builder.CreateAdd(builder.CreateLoad(type, place), constant(type, step).value, "", true, true);
    builder.CreateStore(next, place);
    builder.CreateBr(test);
    builder.SetInsertPoint(test);
    builder.CreateCondBr(builder.CreateICmp(rng_.chance(1, 2) ? llvm::CmpInst::ICMP_ULT : llvm::CmpInst::ICMP_SLT,
                                            builder.CreateLoad(type, place), end),
                         round, after);
  });
  builder.SetInsertPoint(after);
}

Value* FunctionWriter::sum_of(const Array& array) {
  IntegerType* word = builder.getInt64Ty();
  llvm::AllocaInst* sum = variable(word, "sum");
  llvm::AllocaInst* place = variable(word, "i");
  builder.CreateStore(builder.getInt64(array.count), sum);
  builder.CreateStore(builder.getInt64(0), place);
  BasicBlock* round = block("round");
  BasicBlock* after = block("after");
  builder.CreateBr(round);
  builder.SetInsertPoint(round);
  const Number now = load(place, word);
  const Number value = converted(load(element(array, now), array.element), word);
  builder.CreateStore(
      builder.CreateAdd(builder.CreateMul(builder.CreateLoad(word, sum), builder.getInt64(31)), value.value), sum);
  Value* next = builder.CreateAdd(now.value, builder.getInt64(1), "", true, true);
  builder.CreateStore(next, place);
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt64(array.count)), round, after);
  builder.SetInsertPoint(after);
  return builder.CreateLoad(word, sum);
}

void FunctionWriter::any_loop() {
  const std::uint64_t kind = rng_.below(10);
  if (kind < 6) return array_loop();
  if (kind < 7) return search_loop();
  if (kind < 8) return counted_down();
  const std::uint64_t count = trips(2 + rng_.below(20));
  if (count < 2) return assign();
  loop(count, 1 + (rng_.chance(1, 4) ? rng_.below(3) : 0),
       [&](const Number&) { statements(1 + static_cast<unsigned>(rng_.below(3))); });
}

void FunctionWriter::array_loop() {
  ElementLoop over{any_array(), any_array(), any_array()};
  over.count = trips(std::min({over.from.count, over.other.count, over.to.count}));
  if (over.count < 2) return assign();
  const Local sum = rng_.pick(locals_);
  over.is_signed = rng_.chance(1, 2);
  static constexpr Kind kSums[] = {Instruction::Add, Instruction::Xor, Instruction::And, Instruction::Or,
                                   Instruction::Mul};
  static constexpr Kind kMaps[] = {Instruction::Add, Instruction::Sub, Instruction::Mul,
                                   Instruction::And, Instruction::Or,  Instruction::Xor};
  const Kind sums = kSums[rng_.below(std::size(kSums))];
  over.maps = kMaps[rng_.below(std::size(kMaps))];
  if (rng_.chance(3, 8)) return summing_loop(over, sum, sums);
  writing_loop(over);
}

Number FunctionWriter::read(const ElementLoop& over, const Array& array, const Number& index, IntegerType* type) {
  return converted(load(element(array, index), array.element), type, over.is_signed);
}

void FunctionWriter::write(const ElementLoop& over, const Number& index, const Number& value) {
  builder.CreateStore(converted(value, over.to.element, over.is_signed).value, element(over.to, index));
}

void FunctionWriter::summing_loop(const ElementLoop& over, const Local& sum, Kind kind) {
  switch (rng_.below(3)) {
    case 0:  // of elements
      return loop(over.count, 1, [&](const Number& i) {
        set(sum, binary(kind, load(sum.place, sum.type), read(over, over.from, i, sum.type)));
      });
    case 1:  // of products
      return loop(over.count, 1, [&](const Number& i) {
        const Number a = read(over, over.from, i, sum.type);
        const Number product = binary(Instruction::Mul, a, read(over, over.other, i, sum.type));
        set(sum, binary(Instruction::Add, load(sum.place, sum.type), product));
      });
    default: {  // the largest, or the smallest
      static constexpr llvm::Intrinsic::ID kKinds[] = {llvm::Intrinsic::smax, llvm::Intrinsic::smin,
                                                       llvm::Intrinsic::umax, llvm::Intrinsic::umin};
      const auto id = kKinds[rng_.below(std::size(kKinds))];
      return loop(over.count, 1, [&](const Number& i) {
        const Number best = load(sum.place, sum.type);
        Value* better = builder.CreateBinaryIntrinsic(id, best.value, read(over, over.from, i, sum.type).value);
        set(sum, {better, sum.type->getBitWidth()});
      });
    }
  }
}

void FunctionWriter::writing_loop(const ElementLoop& over) {
  IntegerType* type = over.to.element;
  const auto next = [&](const Number& index) {
    return Number{builder.CreateAdd(index.value, constant(index.type(), 1).value, "", true, true), index.bits + 1};
  };
  switch (rng_.below(5)) {
    case 0:  // a recurrence
      return loop(over.count - 1, 1, [&](const Number& i) {
        const Number last = read(over, over.from, i, type);
        const Number value = binary(over.maps, last, read(over, over.other, next(i), type));
        write(over, next(i), value);
      });
    case 1:  // of some elements
      return loop(over.count, 1, [&](const Number& i) {
        BasicBlock* then = block("then");
        BasicBlock* after = block("next");
        const Number value = read(over, over.from, i, type);
        const auto predicate = over.is_signed ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_ULT;
        Value* asked = builder.CreateICmp(predicate, value.value, read(over, over.other, i, type).value);
        builder.CreateCondBr(asked, then, after);
        builder.SetInsertPoint(then);
        write(over, i, binary(over.maps, value, leaf(type)));
        builder.CreateBr(after);
        builder.SetInsertPoint(after);
      });
    case 2:  // two a round
      return loop(over.count / 2 * 2 - 1, 2, [&](const Number& i) {
        const Number a = read(over, over.from, i, type), b = read(over, over.from, next(i), type);
        write(over, i, binary(over.maps, a, b));
        write(over, next(i), binary(Instruction::Sub, a, read(over, over.other, i, type)));
      });
    case 3:  // a copy, or one value for all
      return loop(over.count, 1, [&](const Number& i) {
        write(over, i, rng_.chance(1, 2) ? read(over, over.from, i, type) : constant(type, rng_.below(3)));
      });
    default:
      return loop(over.count, 1, [&](const Number& i) {
        const Number value = read(over, over.from, i, type);
        write(over, i, binary(over.maps, value, number(type, 2)));
      });
  }
}

/// Ends where an element is found.
void FunctionWriter::search_loop() {
  const Array from = any_array();
  const std::uint64_t count = trips(from.count);
  if (count < 2) return assign();
  const Local found = rng_.pick(locals_);
  const Number wanted = leaf(from.element);
  BasicBlock* after = block("found");
  loop(count, 1, [&](const Number& i) {
    BasicBlock* hit = block("hit");
    BasicBlock* next = block("next");
    const Number value = load(element(from, i), from.element);
    builder.CreateCondBr(builder.CreateICmp(rng_.chance(1, 2) ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_UGT,
                                            value.value, wanted.value),
                         hit, next);
    builder.SetInsertPoint(hit);
    set(found, i);
    builder.CreateBr(after);
    builder.SetInsertPoint(next);
    if (rng_.chance(1, 2)) assign();
  });
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

/// As C's while: a number is halved, or made smaller by some, until it is 0.
void FunctionWriter::counted_down() {
  IntegerType* type = program_.any_type();
  const std::uint64_t most = trips(24);
  if (most < 2) return assign();
  const bool halves = rng_.chance(1, 2) && most >= type->getBitWidth();
  llvm::AllocaInst* place = variable(type, "n");
  const Number start = halves ? number(type, 2) : divided(Instruction::URem, number(type, 2), constant(type, most));
  builder.CreateStore(start.value, place);
  BasicBlock* test = block("while");
  BasicBlock* round = block("do");
  BasicBlock* after = block("done");
  builder.CreateBr(test);
  builder.SetInsertPoint(test);
  const Number now = load(place, type);
  builder.CreateCondBr(builder.CreateIsNotNull(now.value), round, after);
  builder.SetInsertPoint(round);
  times(halves ? type->getBitWidth() : most, [&] {
    statements(1 + static_cast<unsigned>(rng_.below(2)));
    Value* last = builder.CreateLoad(type, place);
    builder.CreateStore(halves ? builder.CreateLShr(last, 1)
                               : builder.CreateSub(last, constant(type, 1).value, "", true, rng_.chance(1, 2)),
                        place);
    builder.CreateBr(test);
  });
  builder.SetInsertPoint(after);
}

}  // namespace assay::generate
