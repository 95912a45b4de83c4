#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/setup.h"

/// The parts of the symbolic machine, each by itself.
namespace assay::refine {
namespace {

TEST(Path, ARestrictionEndsWithItsScope) {
  smt::Terms t;
  Path path(t);
  const Term here = t.variable("here", 1), bad = t.variable("bad", 1);
  {
    const Path::Restricted restricted(path, here);
    EXPECT_EQ(path.condition(), here);
    path.ub(bad);
  }
  EXPECT_TRUE(path.condition().is_true());
  EXPECT_EQ(path.any_ub(), t.land(here, bad));
}

TEST(Path, WhatExceedsTheBoundIsNotFollowed) {
  smt::Terms t;
  Path path(t);
  const Term more = t.variable("more", 1);
  const int call = 0;
  path.scan({&call}, 12, more);
  Behaviour behaviour;
  path.tell_bounds(behaviour);
  EXPECT_EQ(behaviour.unroll_exceeded, more);
  ASSERT_EQ(behaviour.bounded.size(), 1u);
  EXPECT_EQ(behaviour.bounded[0].bytes, 12u);
  EXPECT_TRUE(behaviour.bounded[0].entered.is_true());
  EXPECT_EQ(path.condition(), t.lnot(more));
}

TEST(Path, OnlyUndefinedBehaviourSinceThenIsTold) {
  smt::Terms t;
  Path path(t);
  path.ub(t.variable("first", 1));
  const std::size_t before = path.ub_count();
  path.ub(t.truth(false));
  path.ub(t.variable("second", 1));
  ASSERT_EQ(path.ub_since(before).size(), 1u);
  EXPECT_EQ(path.ub_since(before)[0], t.variable("second", 1));
}

TEST(ChoiceLog, EveryUseOfUndefIsAnotherPickOfOneBase) {
  smt::Terms t;
  const semantics::Function function;
  const CallStack stack(function);
  ChoiceLog choices(t, Side::Source, stack);
  const Term any = choices.undef_variable(8, "undef");
  const Lane undef{any, t.truth(false), UndefSet(any, t.truth(true))};
  const Picked first = choices.pick(undef), second = choices.pick(undef);
  EXPECT_NE(first.bits, second.bits);
  EXPECT_NE(first.bits, any);
  ASSERT_EQ(choices.list().size(), 3u);
  EXPECT_EQ(choices.list()[1].key, "undef");
  EXPECT_EQ(choices.take_picked().variables().size(), 2u);
  EXPECT_TRUE(choices.take_picked().empty());
}

/// Memory of a function that stores a byte where its argument points.
class States : public testing::Test {
 protected:
  States() : world_(terms_, options_) {
    auto parsed = ir::parse(context_, "define void @src(ptr %p) { store i8 0, ptr %p ret void }", "test.ll");
    module_ = std::move(*parsed);
    function_ = *semantics::lower(*module_->getFunction("src"));
    callees_.emplace(function_, 1, 100);
    EXPECT_FALSE(set_up_memory(world_, *callees_, *callees_));
    machine_.emplace(world_, *callees_, Side::Source);
  }
  Memory& memory() { return machine_->memory(); }
  Term zero() { return terms_.zero(memory().shape().offset_bits); }
  Term foreign() { return memory().objects().caller_block(1); }
  void write(unsigned value) {
    memory().write({terms_.zero(kMarkBits), foreign(), zero()}, {memory().cells().integer(terms_.constant(8, value))});
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  semantics::Function function_;
  std::optional<Callees> callees_;
  smt::Terms terms_;
  Options options_;
  World world_;
  std::optional<Machine> machine_;
};

TEST_F(States, AReadLooksAtTheStateThatItIsGiven) {
  write(7);
  const MemoryState before = memory().state();
  write(9);
  const std::uint32_t now = memory().state().contents;
  EXPECT_EQ(memory().read(before, foreign(), zero()).value, terms_.constant(8, 7));
  EXPECT_EQ(memory().read(foreign(), zero()).value, terms_.constant(8, 9));
  EXPECT_EQ(memory().state().contents, now);
}

TEST_F(States, AnObjectThatHasDiedWasAlive) {
  const MemoryState before = memory().state();
  memory().objects().set_alive(foreign(), terms_.truth(true), terms_.truth(false));
  EXPECT_TRUE(memory().objects().alive(foreign()).is_false());
  EXPECT_EQ(memory().objects().alive(before, foreign()), world_.memory.objects[1].alive);
}

TEST_F(States, WhatEscapesLaterHadNotEscaped) {
  Object object;
  object.kind = Object::Kind::Stack;
  object.size = zero();
  object.writable = object.alive = terms_.truth(true);
  object.heap = terms_.truth(false);
  const Term own = memory().objects().own_block(memory().objects().allocate("own", object));
  const MemoryState before = memory().state();
  memory().known().mark_escaped(own, terms_.truth(true));
  EXPECT_TRUE(memory().objects().escaped(own).is_true());
  EXPECT_TRUE(memory().objects().escaped(before, own).is_false());
}

}  // namespace
}  // namespace assay::refine
