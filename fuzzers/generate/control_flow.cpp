#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <set>

#include "fuzzers/generate/generator.h"

namespace assay::generate {

using llvm::BasicBlock;
using llvm::Type;
using llvm::Value;

BasicBlock* ControlFlow::block(const char* name) { return BasicBlock::Create(g_.context, name, g_.function_); }

// A branch on poison is UB, so conditions are frozen now and then, and are never constants.
Value* ControlFlow::condition() {
  Value* test = g_.variable(Type::getInt1Ty(g_.context));
  return g_.rng.chance(1, 10) ? g_.builder.CreateFreeze(test) : test;
}

void ControlFlow::body(Type* result) {
  const bool loops = g_.percent(g_.profile.loop_percent);
  unsigned statements = 0;
  if (loops || g_.percent(g_.profile.control_flow_percent)) statements = 1 + static_cast<unsigned>(g_.rng.below(3));
  memory_statements();
  if (g_.percent(g_.profile.assume_percent)) assumption();
  if (loops && g_.rng.chance(1, 12))
    irreducible_loop();
  else if (loops)
    g_.memory() && g_.rng.chance(2, 3) ? array_loop() : counted_loop();
  if (g_.rare_ && g_.rng.chance(1, 3)) rare_statement(result);
  for (unsigned index = loops ? 1 : 0; index < statements && g_.budget_ > 0; ++index) statement(result, loops);
  finish_block(result);
}

void ControlFlow::statement(Type* result, bool allow_loop) {
  switch (g_.rng.below(allow_loop ? 14 : 11)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return diamond();
    case 5:
    case 6:
    case 7:
      return early_exit(result);
    case 8:
    case 9:
      return switch_statement();
    case 10:
      return assumption();
    default:
      return g_.rng.chance(1, 2) ? irreducible_loop() : g_.memory() ? array_loop() : counted_loop();
  }
}

// Stores and copies, a few in a row, so that they overwrite each other.
void ControlFlow::memory_statements() {
  for (std::uint64_t count = g_.rng.below(4); g_.memory() && count > 0; --count) emit_memory_statement(g_);
}

void ControlFlow::finish_block(Type* result) {
  memory_statements();
  g_.builder.CreateRet(absorb(g_.fresh(result)));
}

// What the function has made and not used: joined values, memory that was written, helpers that were never called.
std::vector<Value*> ControlFlow::leftovers(Type* type, Value* returned) {
  std::vector<Value*> found;
  for (Value* candidate : g_.scope_)
    if (llvm::isa<llvm::PHINode>(candidate) && candidate->use_empty() && candidate != returned)
      found.push_back(candidate);
  if (found.size() > 2) found.erase(found.begin(), found.end() - 2);
  if (g_.memory())
    for (std::uint64_t count = 1 + g_.rng.below(2); count > 0; --count) found.push_back(emit_load(g_, type));
  for (llvm::Function* callee : g_.callees_)
    if (callee->use_empty()) found.push_back(emit_call(g_, *callee));
  return found;
}

// Takes leftovers into the returned value, so that no branch, store or helper was made for nothing.
Value* ControlFlow::absorb(Value* returned) {
  Type* type = returned->getType();
  g_.budget_ = 2;
  for (Value* leftover : leftovers(type, returned)) {
    Value* part = leftover->getType() == type ? leftover : is_integer(type) ? g_.converted(leftover, type) : nullptr;
    if (part == nullptr || part == returned || !type->isSingleValueType()) continue;
    if (type->isFPOrFPVectorTy()) {
      returned = g_.rng.chance(1, 2) ? g_.builder.CreateFSub(returned, part) : g_.builder.CreateFAdd(part, returned);
      continue;
    }
    switch (g_.rng.below(is_integer(type) ? 4 : 1)) {
      case 0:
        returned = g_.builder.CreateSelect(g_.variable(g_.builder.getInt1Ty()), part, returned);
        break;
      case 1:
        returned = g_.builder.CreateXor(returned, part);
        break;
      case 2:
        returned = g_.builder.CreateSub(part, returned);
        break;
      default:
        returned = g_.builder.CreateAdd(returned, part);
        break;
    }
  }
  return returned;
}

// Closes the arms with branches to the join and makes one phi per type.
void ControlFlow::join(BasicBlock* join, llvm::ArrayRef<Type*> types, const Arms& arms) {
  g_.builder.SetInsertPoint(join);
  for (std::size_t index = 0; index < types.size(); ++index) {
    llvm::PHINode* phi = g_.builder.CreatePHI(types[index], static_cast<unsigned>(arms.size()));
    for (const auto& [from, values] : arms) phi->addIncoming(values[index], from);
  }
}

void ControlFlow::diamond() {
  Value* test = condition();
  BasicBlock* start = g_.builder.GetInsertBlock();
  BasicBlock* then_block = block("then");
  const bool triangle = g_.rng.chance(1, 2);
  BasicBlock* else_block = triangle ? nullptr : block("else");
  BasicBlock* end = block("join");
  std::vector<Type*> types{g_.types.any()};
  if (g_.rng.chance(1, 4)) types.push_back(g_.types.any());
  std::vector<Value*> bypass;
  if (triangle)
    for (Type* type : types) bypass.push_back(g_.value(type));
  g_.builder.CreateCondBr(test, then_block, triangle ? end : else_block);

  Arms arms;
  if (triangle) arms.emplace_back(start, bypass);
  const std::size_t outer = g_.scope_.size();
  for (BasicBlock* arm : {then_block, else_block}) {
    if (arm == nullptr) continue;
    g_.builder.SetInsertPoint(arm);
    if (g_.rng.chance(1, 2)) memory_statements();
    std::vector<Value*> values;
    for (Type* type : types) values.push_back(g_.rng.chance(1, 5) ? g_.value(type) : g_.fresh(type));
    if (g_.rng.chance(1, 40)) {
      g_.builder.CreateUnreachable();
    } else {
      arms.emplace_back(g_.builder.GetInsertBlock(), values);
      g_.builder.CreateBr(end);
    }
    g_.scope_.resize(outer);
  }
  if (arms.empty()) {
    end->eraseFromParent();
    // Both arms are unreachable: whatever follows stands in a block of its own, itself unreachable.
    end = block("join");
    types.clear();
  }
  join(end, types, arms);
}

void ControlFlow::early_exit(Type* result) {
  Value* test = condition();
  BasicBlock* leave = block("exit");
  BasicBlock* next = block("next");
  const bool on_true = g_.rng.chance(1, 2);
  g_.builder.CreateCondBr(test, on_true ? leave : next, on_true ? next : leave);
  const std::size_t outer = g_.scope_.size();
  g_.builder.SetInsertPoint(leave);
  if (g_.rng.chance(1, 20))
    g_.builder.CreateUnreachable();
  else
    g_.builder.CreateRet(g_.rng.chance(1, 2) ? g_.value(result) : g_.fresh(result));
  g_.scope_.resize(outer);
  g_.builder.SetInsertPoint(next);
}

void ControlFlow::switch_statement() {
  Type* type = g_.types.integer()->getScalarType();
  if (type->isIntegerTy(1)) type = llvm::IntegerType::get(g_.context, 2 + static_cast<unsigned>(g_.rng.below(4)));
  Value* subject = g_.variable(type);
  Type* joined = g_.types.any();
  const bool constants_only = g_.rng.chance(1, 2);  // a table
  BasicBlock* end = block("join");
  BasicBlock* fallback = block("default");
  llvm::SwitchInst* chooser = g_.builder.CreateSwitch(subject, fallback);
  Arms arms;
  const std::size_t outer = g_.scope_.size();
  const auto fill = [&](BasicBlock* arm) {
    g_.builder.SetInsertPoint(arm);
    Value* made = constants_only ? g_.constant(joined) : g_.value(joined);
    arms.emplace_back(g_.builder.GetInsertBlock(), std::vector<Value*>{made});
    g_.builder.CreateBr(end);
    g_.scope_.resize(outer);
  };
  const bool dense = g_.rng.chance(1, 2);
  const std::uint64_t first = g_.rng.below(4);
  for (std::uint64_t index = 0, cases = 1 + g_.rng.below(4); index < cases; ++index) {
    llvm::Constant* label = dense ? g_.number(type, first + index, first + index) : g_.constant(type);
    auto* number = llvm::dyn_cast<llvm::ConstantInt>(label);
    if (number == nullptr || chooser->findCaseValue(number) != chooser->case_default()) continue;
    BasicBlock* arm = block("case");
    chooser->addCase(number, arm);
    fill(arm);
  }
  if (g_.rng.chance(1, 8)) {
    g_.builder.SetInsertPoint(fallback);
    g_.builder.CreateUnreachable();
  } else {
    fill(fallback);
  }
  if (arms.empty()) {
    g_.builder.SetInsertPoint(end);  // nothing leads here
    return;
  }
  join(end, {joined}, arms);
}

// A loop that runs a fixed, small number of times: its counter is compared with the number it will have reached.
void ControlFlow::counted_loop() {
  const unsigned trips = 1 + static_cast<unsigned>(g_.rng.below(std::max(1u, g_.profile.max_trip_count)));
  auto* type = llvm::cast<llvm::IntegerType>(g_.types.integer()->getScalarType());
  if (type->getBitWidth() < 4) type = llvm::IntegerType::get(g_.context, 4 + static_cast<unsigned>(g_.rng.below(5)));
  const unsigned bits = type->getBitWidth();
  const bool from_zero = g_.rng.chance(2, 3);
  const llvm::APInt start = from_zero ? llvm::APInt(bits, 0) : llvm::APInt(bits, g_.rng(), false, true);
  const llvm::APInt step = g_.rng.chance(3, 4)   ? llvm::APInt(bits, 1)
                           : g_.rng.chance(1, 2) ? llvm::APInt::getAllOnes(bits)
                                                 : llvm::APInt(bits, 1 + 2 * g_.rng.below(2), false, true);
  const llvm::APInt end = start + step * llvm::APInt(bits, trips, false, true);
  Type* carried = g_.types.any();
  Value* initial = g_.value(carried);

  BasicBlock* before = g_.builder.GetInsertBlock();
  BasicBlock* header = block("loop");
  BasicBlock* after = block("after");
  g_.builder.CreateBr(header);
  g_.builder.SetInsertPoint(header);
  llvm::PHINode* counter = g_.builder.CreatePHI(type, 2);
  llvm::PHINode* accumulator = g_.builder.CreatePHI(carried, 2);
  if (g_.rng.chance(2, 3)) memory_statements();
  loop_body_statement();
  Value* next = g_.fresh(carried);
  Value* used = g_.rng.chance(2, 3) ? static_cast<Value*>(accumulator) : g_.value(carried);
  const bool number = is_integer(carried);
  if (next != accumulator && !number && carried->isFPOrFPVectorTy()) next = g_.builder.CreateFAdd(next, used);
  if (next != accumulator && number)
    next = g_.builder.CreateBinOp(g_.rng.chance(1, 2) ? llvm::Instruction::Add : llvm::Instruction::Xor, next, used);
  Value* advanced = g_.builder.CreateAdd(counter, llvm::ConstantInt::get(type, step));
  bool unsigned_wraps = false;
  bool signed_wraps = false;
  for (llvm::APInt at = start; at != end && !(unsigned_wraps && signed_wraps); at += step) {
    bool wraps = false;
    (void)at.uadd_ov(step, wraps);
    unsigned_wraps |= wraps;
    (void)at.sadd_ov(step, wraps);
    signed_wraps |= wraps;
  }
  // Mostly flags that hold; a wrong one makes the exit test poison and the loop undefined.
  const bool lie = g_.rng.chance(1, 60);
  if (auto* add = llvm::dyn_cast<llvm::Instruction>(advanced)) {
    if ((!unsigned_wraps || lie) && g_.flag()) add->setHasNoUnsignedWrap();
    if ((!signed_wraps || lie) && g_.flag()) add->setHasNoSignedWrap();
  }
  Value* again = g_.builder.CreateICmpNE(advanced, llvm::ConstantInt::get(type, end));
  g_.builder.CreateCondBr(again, header, after);
  BasicBlock* latch = g_.builder.GetInsertBlock();
  counter->addIncoming(llvm::ConstantInt::get(type, start), before);
  counter->addIncoming(advanced, latch);
  accumulator->addIncoming(initial, before);
  accumulator->addIncoming(next, latch);
  g_.builder.SetInsertPoint(after);
}

// Control flow within a loop: another loop, a diamond, or an early exit.
void ControlFlow::loop_body_statement() {
  if (loop_depth_ > 2 || !g_.rng.chance(1, 3)) return;
  ++loop_depth_;
  switch (g_.rng.below(4)) {
    case 0:
    case 1:
      diamond();
      break;
    case 2:
      counted_loop();
      break;
    default:
      early_exit(g_.function_->getReturnType());
      break;
  }
  --loop_depth_;
}

// Two blocks that jump to each other, and that are both entered from outside, until a count is reached.
void ControlFlow::irreducible_loop() {
  Value* test = condition();
  Type* type = Type::getInt8Ty(g_.context);
  const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(type, value); };
  BasicBlock* before = g_.builder.GetInsertBlock();
  BasicBlock* left = block("left");
  BasicBlock* right = block("right");
  BasicBlock* after = block("after");
  g_.builder.CreateCondBr(test, left, right);
  g_.builder.SetInsertPoint(left);
  llvm::PHINode* left_count = g_.builder.CreatePHI(type, 2);
  Value* left_next = g_.builder.CreateAdd(left_count, number(1));
  g_.builder.CreateCondBr(g_.builder.CreateICmpULT(left_next, number(2 + g_.rng.below(4))), right, after);
  g_.builder.SetInsertPoint(right);
  llvm::PHINode* right_count = g_.builder.CreatePHI(type, 2);
  Value* right_next = g_.builder.CreateAdd(right_count, number(2));
  g_.builder.CreateBr(left);
  left_count->addIncoming(number(0), before);
  left_count->addIncoming(right_next, right);
  right_count->addIncoming(number(1), before);
  right_count->addIncoming(left_next, left);
  // What the right block made is not available behind the left one.
  std::erase_if(g_.scope_, [&](Value* value) {
    const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
    return made != nullptr && made->getParent() == right;
  });
  g_.builder.SetInsertPoint(after);
}

void ControlFlow::assumption() {
  Value* test = g_.variable(Type::getInt1Ty(g_.context));
  g_.builder.CreateIntrinsic(llvm::Intrinsic::assume, {}, {test});
}

}  // namespace assay::generate
