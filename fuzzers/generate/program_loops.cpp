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
  const Array from = any_array(), other = any_array(), to = any_array();
  const std::uint64_t count = trips(std::min({from.count, other.count, to.count}));
  if (count < 2) return assign();
  const Local sum = rng_.pick(locals_);
  const bool is_signed = rng_.chance(1, 2);
  static constexpr Kind kSums[] = {Instruction::Add, Instruction::Xor, Instruction::And, Instruction::Or,
                                   Instruction::Mul};
  static constexpr Kind kMaps[] = {Instruction::Add, Instruction::Sub, Instruction::Mul,
                                   Instruction::And, Instruction::Or,  Instruction::Xor};
  const Kind sums = kSums[rng_.below(std::size(kSums))], maps = kMaps[rng_.below(std::size(kMaps))];
  const auto read = [&](const Array& array, const Number& index, IntegerType* type) {
    return converted(load(element(array, index), array.element), type, is_signed);
  };
  const auto write = [&](const Number& index, const Number& value) {
    builder.CreateStore(converted(value, to.element, is_signed).value, element(to, index));
  };
  const auto plus = [&](const Number& index, std::uint64_t by) {
    return Number{builder.CreateAdd(index.value, constant(index.type(), by).value, "", true, true), index.bits + 1};
  };
  switch (rng_.below(8)) {
    case 0:  // a sum
      return loop(count, 1,
                  [&](const Number& i) { set(sum, binary(sums, load(sum.place, sum.type), read(from, i, sum.type))); });
    case 1:  // a sum of products
      return loop(count, 1, [&](const Number& i) {
        const Number product = binary(Instruction::Mul, read(from, i, sum.type), read(other, i, sum.type));
        set(sum, binary(Instruction::Add, load(sum.place, sum.type), product));
      });
    case 2:  // a recurrence
      return loop(count - 1, 1, [&](const Number& i) {
        write(plus(i, 1), binary(maps, read(from, i, to.element), read(other, plus(i, 1), to.element)));
      });
    case 3: {  // what holds for some elements
      return loop(count, 1, [&](const Number& i) {
        BasicBlock* then = block("then");
        BasicBlock* after = block("next");
        const Number value = read(from, i, to.element);
        builder.CreateCondBr(builder.CreateICmp(is_signed ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_ULT,
                                                value.value, read(other, i, to.element).value),
                             then, after);
        builder.SetInsertPoint(then);
        write(i, binary(maps, value, leaf(to.element)));
        builder.CreateBr(after);
        builder.SetInsertPoint(after);
      });
    }
    case 4:  // two elements a round
      return loop(count / 2 * 2 - 1, 2, [&](const Number& i) {
        const Number a = read(from, i, to.element), b = read(from, plus(i, 1), to.element);
        write(i, binary(maps, a, b));
        write(plus(i, 1), binary(Instruction::Sub, a, read(other, i, to.element)));
      });
    case 5:  // a copy, or one value for all
      return loop(count, 1, [&](const Number& i) {
        write(i, rng_.chance(1, 2) ? read(from, i, to.element) : constant(to.element, rng_.below(3)));
      });
    case 6: {  // the largest, or the smallest
      static constexpr llvm::Intrinsic::ID kKinds[] = {llvm::Intrinsic::smax, llvm::Intrinsic::smin,
                                                       llvm::Intrinsic::umax, llvm::Intrinsic::umin};
      const auto id = kKinds[rng_.below(std::size(kKinds))];
      return loop(count, 1, [&](const Number& i) {
        const Number best = load(sum.place, sum.type);
        set(sum,
            {builder.CreateBinaryIntrinsic(id, best.value, read(from, i, sum.type).value), sum.type->getBitWidth()});
      });
    }
    default:
      return loop(count, 1,
                  [&](const Number& i) { write(i, binary(maps, read(from, i, to.element), number(to.element, 2))); });
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
