// The statements of programs, other than loops.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "fuzzers/generate/program_writer.h"

namespace assay::generate {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::IntegerType;
using llvm::Value;

namespace {

constexpr unsigned kDeepestStatement = 3;
constexpr std::uint64_t kStepsOfStatement = 60;  ///< without what stands within it

}  // namespace

FunctionWriter::FunctionWriter(Program& program, llvm::Function& function, std::uint64_t most_steps)
    : builder(program.module.getContext(), llvm::NoFolder(),
              llvm::IRBuilderCallbackInserter([this](Instruction*) { steps_ += times_; })),
      program_(program),
      rng_(program.rng),
      function_(function),
      arrays_(program.arrays),
      most_steps_(most_steps) {
  builder.SetInsertPoint(BasicBlock::Create(builder.getContext(), "entry", &function));
  exit_ = BasicBlock::Create(builder.getContext(), "exit", &function);
  auto* result = llvm::cast<IntegerType>(function.getReturnType());
  result_ = variable(result, "result");
  builder.CreateStore(constant(result, 0).value, result_);
  for (llvm::Argument& argument : function.args()) {
    auto* type = llvm::dyn_cast<IntegerType>(argument.getType());
    if (type == nullptr) continue;
    locals_.push_back({variable(type, "x"), type});
    builder.CreateStore(&argument, locals_.back().place);
  }
  for (int i = 0; i < 2; ++i) {
    IntegerType* type = program_.any_type();
    locals_.push_back({variable(type, "v"), type});
    const Array& seed = rng_.pick(program_.seeds);
    builder.CreateStore(converted(load(seed.pointer, seed.element), type).value, locals_.back().place);
  }
}

llvm::AllocaInst* FunctionWriter::variable(IntegerType* type, const char* name) {
  const llvm::IRBuilderBase::InsertPointGuard guard(builder);
  BasicBlock& entry = function_.getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  return builder.CreateAlloca(type, nullptr, name);
}

BasicBlock* FunctionWriter::block(const char* name) {
  return BasicBlock::Create(builder.getContext(), name, &function_, exit_);
}

void FunctionWriter::set(const Local& local, const Number& value) {
  builder.CreateStore(converted(value, local.type, rng_.chance(1, 2)).value, local.place);
}

void FunctionWriter::statements(unsigned count) {
  for (unsigned i = 0; i < count && may_cost(kStepsOfStatement); ++i) statement();
}

void FunctionWriter::statement() {
  if (depth_ >= kDeepestStatement) return rng_.chance(1, 2) ? assign() : store_element();
  const std::uint64_t kind = rng_.below(32);
  ++depth_;
  if (kind < 5)
    assign();
  else if (kind < 9)
    store_element();
  else if (kind < 12)
    branch();
  else if (kind < 13)
    choose_case();
  else if (kind < 16)
    call();
  else if (kind < 18)
    bit_field();
  else if (kind < 20)
    vector();
  else if (kind < 22)
    straight();
  else if (kind < 23)
    move_memory();
  else if (kind < 24)
    leave_early();
  else
    any_loop();
  --depth_;
}

void FunctionWriter::assign() {
  const Local local = rng_.pick(locals_);
  set(local, number(local.type, 1));
}

void FunctionWriter::store_element() {
  const Array array = any_array();
  const Number value = number(array.element, 1);
  builder.CreateStore(value.value, element(array, index_into(array)));
}

void FunctionWriter::branch() {
  BasicBlock* then = block("then");
  BasicBlock* otherwise = block("else");
  BasicBlock* after = block("after");
  builder.CreateCondBr(condition(2), then, otherwise);
  for (BasicBlock* each : {then, otherwise}) {
    builder.SetInsertPoint(each);
    if (each == then || rng_.chance(1, 2)) statements(1 + static_cast<unsigned>(rng_.below(2)));
    builder.CreateBr(after);
  }
  builder.SetInsertPoint(after);
}

/// As C's: a case may go on into the next.
void FunctionWriter::choose_case() {
  const unsigned cases = 2 + static_cast<unsigned>(rng_.below(5));
  IntegerType* type = program_.any_type();
  const Number asked = divided(Instruction::URem, number(type, 2), constant(type, cases + 2));
  std::vector<BasicBlock*> blocks;
  for (unsigned i = 0; i <= cases; ++i) blocks.push_back(block("case"));
  BasicBlock* after = block("after");
  llvm::SwitchInst* table = builder.CreateSwitch(asked.value, rng_.chance(1, 4) ? after : blocks.back(), cases);
  for (unsigned i = 0; i < cases; ++i)
    table->addCase(llvm::ConstantInt::get(type, rng_.chance(1, 8) && i + 1 == cases ? cases + 1 : i), blocks[i]);
  for (unsigned i = 0; i <= cases; ++i) {
    builder.SetInsertPoint(blocks[i]);
    assign();
    builder.CreateBr(i == cases || rng_.chance(2, 3) ? after : blocks[i + 1]);
  }
  builder.SetInsertPoint(after);
}

void FunctionWriter::call() {
  std::vector<const Callable*> possible;
  for (const Callable& each : program_.callables)
    if (may_cost(each.steps)) possible.push_back(&each);
  if (possible.empty()) return assign();
  call(*rng_.pick(possible));
}

void FunctionWriter::call_all() {
  for (const Callable& each : program_.callables)
    if (may_cost(each.steps)) call(each);
}

void FunctionWriter::call(const Callable& callee) {
  std::vector<Value*> arguments;
  bool is_first_number = true;
  for (llvm::Argument& argument : callee.function->args()) {
    auto* type = llvm::dyn_cast<IntegerType>(argument.getType());
    if (type == nullptr) {
      std::vector<Value*> fitting;
      for (const Array& array : arrays_)
        if (array.element == callee.array.element && array.count >= callee.array.count)
          fitting.push_back(array.pointer);
      arguments.push_back(rng_.pick(fitting));  // the program's own arrays are among them
      continue;
    }
    Number value = number(type, 2);
    if (callee.is_recursive && is_first_number)
      value = divided(Instruction::URem, value, constant(type, Callable::kDeepest));
    is_first_number = false;
    arguments.push_back(value.value);
  }
  steps_ += callee.steps * times_;
  Value* result = builder.CreateCall(callee.function, arguments);
  const Local local = rng_.pick(locals_);
  set(local, {result, result->getType()->getIntegerBitWidth()});
}

void FunctionWriter::recurse(const Callable& self) {
  const Local depth = locals_.front();
  BasicBlock* deeper = block("deeper");
  BasicBlock* after = block("after");
  const Number now = load(depth.place, depth.type);
  // It may have been written meanwhile: whoever goes deeper starts from what the caller gave.
  Value* given = function_.getArg(self.takes_array ? 1 : 0);
  builder.CreateCondBr(builder.CreateIsNotNull(given), deeper, after);
  builder.SetInsertPoint(deeper);
  std::vector<Value*> arguments;
  for (llvm::Argument& argument : function_.args()) {
    auto* type = llvm::dyn_cast<IntegerType>(argument.getType());
    if (type == nullptr)
      arguments.push_back(&argument);
    else if (&argument == given)
      arguments.push_back(builder.CreateSub(given, constant(type, 1).value, "", true, false));
    else
      arguments.push_back(binary(Instruction::Xor, number(type, 2), converted(now, type)).value);
  }
  Value* result = builder.CreateCall(&function_, arguments);
  set(rng_.pick(locals_), {result, result->getType()->getIntegerBitWidth()});
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

/// Reads or writes some bits of a word of the record.
void FunctionWriter::bit_field() {
  auto* record = llvm::cast<llvm::StructType>(program_.record->getValueType());
  const auto member = static_cast<unsigned>(rng_.below(record->getNumElements()));
  auto* word = llvm::cast<IntegerType>(record->getElementType(member));
  const unsigned width = word->getBitWidth(), bits = 1 + static_cast<unsigned>(rng_.below(width - 1)),
                 low = static_cast<unsigned>(rng_.below(width - bits + 1));
  Value* place = builder.CreateStructGEP(record, program_.record, member);
  Value* whole = builder.CreateLoad(word, place);
  if (rng_.chance(1, 2)) {
    Value* up = builder.CreateShl(whole, width - bits - low);
    const bool is_signed = rng_.chance(1, 2);
    Value* field = is_signed ? builder.CreateAShr(up, width - bits) : builder.CreateLShr(up, width - bits);
    return set(rng_.pick(locals_), {field, is_signed ? width : bits});
  }
  const llvm::APInt mask = llvm::APInt::getBitsSet(width, low, low + bits);
  Value* value = builder.CreateShl(builder.CreateAnd(number(word, 2).value, mask.lshr(low)), low, "", true);
  Value* kept = builder.CreateAnd(whole, ~mask);
  auto* both = llvm::cast<llvm::PossiblyDisjointInst>(builder.CreateOr(kept, value));
  both->setIsDisjoint(rng_.chance(1, 2));
  builder.CreateStore(both, place);
}

/// Some elements that stand together, as a vector.
void FunctionWriter::vector() {
  const Array from = any_array(), to = any_array();
  const std::uint64_t lanes = std::uint64_t{2} << rng_.below(3);
  if (lanes > from.count || lanes > to.count) return straight();
  auto* type = llvm::FixedVectorType::get(from.element, static_cast<unsigned>(lanes));
  const auto load_from = [&](const Array& array) {
    const Number first = constant(builder.getInt64Ty(), rng_.below(array.count - lanes + 1));
    return builder.CreateAlignedLoad(type, element(array, first), llvm::Align(array.element->getBitWidth() / 8));
  };
  Value* value = load_from(from);
  Value* other = from.element == to.element && rng_.chance(1, 2)
                     ? static_cast<Value*>(load_from(to))
                     : builder.CreateVectorSplat(static_cast<unsigned>(lanes), number(from.element, 2).value);
  static constexpr Kind kKinds[] = {Instruction::Add, Instruction::Sub, Instruction::Mul,
                                    Instruction::And, Instruction::Or,  Instruction::Xor};
  value = builder.CreateBinOp(kKinds[rng_.below(std::size(kKinds))], value, other);
  if (rng_.chance(1, 2)) {
    std::vector<int> mask;
    for (std::uint64_t i = 0; i < lanes; ++i) mask.push_back(static_cast<int>(rng_.below(2 * lanes)));
    value = builder.CreateShuffleVector(value, other, mask);
  }
  if (rng_.chance(1, 3)) value = builder.CreateSelect(builder.CreateICmpSLT(value, other), value, other);
  if (rng_.chance(1, 3)) {
    static constexpr llvm::Intrinsic::ID kReductions[] = {
        llvm::Intrinsic::vector_reduce_add, llvm::Intrinsic::vector_reduce_xor, llvm::Intrinsic::vector_reduce_and,
        llvm::Intrinsic::vector_reduce_smax, llvm::Intrinsic::vector_reduce_umin};
    Value* reduced = builder.CreateUnaryIntrinsic(kReductions[rng_.below(std::size(kReductions))], value);
    return set(rng_.pick(locals_), {reduced, from.element->getBitWidth()});
  }
  if (from.element != to.element)
    value = builder.CreateIntCast(value, llvm::FixedVectorType::get(to.element, static_cast<unsigned>(lanes)),
                                  rng_.chance(1, 2));
  const Number first = constant(builder.getInt64Ty(), rng_.below(to.count - lanes + 1));
  builder.CreateAlignedStore(value, element(to, first), llvm::Align(to.element->getBitWidth() / 8));
}

/// The same for elements that stand together, one after the other: what becomes a vector, if anybody sees it.
void FunctionWriter::straight() {
  const Array from = any_array(), other = any_array(), to = any_array();
  const std::uint64_t lanes = std::min({std::uint64_t{2} << rng_.below(3), from.count, other.count, to.count});
  const auto start = [&](const Array& array) { return rng_.below(array.count - lanes + 1); };
  const std::uint64_t from_start = start(from), other_start = start(other), to_start = start(to);
  const auto at = [&](const Array& array, std::uint64_t index) {
    return element(array, constant(builder.getInt64Ty(), index));
  };
  static constexpr Kind kKinds[] = {Instruction::Add, Instruction::Sub, Instruction::Mul,
                                    Instruction::And, Instruction::Or,  Instruction::Xor};
  const Kind even = kKinds[rng_.below(std::size(kKinds))];
  const Kind odd = rng_.chance(2, 3) ? even : kKinds[rng_.below(std::size(kKinds))];
  const bool is_reversed = rng_.chance(1, 5), adds_up = rng_.chance(1, 3), keeps = rng_.chance(1, 2);
  const bool is_signed = rng_.chance(1, 2);
  std::vector<Number> made;
  for (std::uint64_t i = 0; i < lanes; ++i) {
    const std::uint64_t j = is_reversed ? lanes - 1 - i : i;
    const Number a = converted(load(at(from, from_start + j), from.element), to.element, is_signed);
    const Number b = rng_.chance(1, 6)
                         ? constant(to.element, rng_.below(100))
                         : converted(load(at(other, other_start + i), other.element), to.element, is_signed);
    made.push_back(binary(i % 2 == 0 ? even : odd, a, b));
    if (!adds_up && !keeps) builder.CreateStore(made.back().value, at(to, to_start + i));
  }
  if (!adds_up) {
    if (keeps)
      for (std::uint64_t i = 0; i < lanes; ++i) builder.CreateStore(made[i].value, at(to, to_start + i));
    return;
  }
  Number sum = made.front();
  for (std::size_t i = 1; i < made.size(); ++i) sum = binary(Instruction::Add, sum, made[i]);
  set(rng_.pick(locals_), sum);
}

void FunctionWriter::move_memory() {
  const Array from = any_array(), to = any_array();
  const auto bytes_of = [](const Array& array) { return array.count * array.element->getBitWidth() / 8; };
  const llvm::MaybeAlign from_align(from.element->getBitWidth() / 8), to_align(to.element->getBitWidth() / 8);
  if (rng_.chance(1, 3)) {
    const Number byte = number(builder.getInt8Ty(), 2);
    builder.CreateMemSet(to.pointer, byte.value, 1 + rng_.below(bytes_of(to)), to_align);
    return;
  }
  // Arguments may lead to the same array, so that only moves are defined for all.
  builder.CreateMemMove(to.pointer, to_align, from.pointer, from_align,
                        1 + rng_.below(std::min(bytes_of(from), bytes_of(to))));
}

void FunctionWriter::leave_early() {
  // Whatever @main computes is to be printed; and most of a function is to be run.
  if (function_.getName() == "main" || (times_ == 1 && depth_ == 1 && !rng_.chance(1, 3))) return assign();
  BasicBlock* leaves = block("leaves");
  BasicBlock* stays = block("stays");
  builder.CreateCondBr(condition(2), leaves, stays);
  builder.SetInsertPoint(leaves);
  auto* type = llvm::cast<IntegerType>(function_.getReturnType());
  builder.CreateStore(leaf(type).value, result_);
  builder.CreateBr(exit_);
  builder.SetInsertPoint(stays);
}

void FunctionWriter::finish(const Number& result) {
  auto* type = llvm::cast<IntegerType>(function_.getReturnType());
  builder.CreateStore(converted(result, type).value, result_);
  builder.CreateBr(exit_);
  builder.SetInsertPoint(exit_);
  builder.CreateRet(builder.CreateLoad(type, result_));
}

}  // namespace assay::generate
