// The two machines against each other: what the interpreter says of a random function on a random input must be what
// the symbolic machine proves of it.

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>

#include <map>

#include "fuzzers/generate/generate.h"
#include "fuzzers/harness/machines_duel.h"
#include "fuzzers/mutate/mutate.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"

namespace assay {
namespace {

constexpr std::uint64_t kSeed = 20261121;
constexpr unsigned kFunctions = 250;

struct Case {
  llvm::Module* module;
  llvm::Function* function;
  semantics::Input input;
};

semantics::Input random_input(const semantics::Function& function, Rng& rng) {
  semantics::Input input;
  for (const semantics::Argument& argument : function.arguments) {
    input.arguments.emplace_back();
    for (std::uint32_t lane = 0; lane < argument.value.count; ++lane) {
      const unsigned bits = function.slots[argument.value.first + lane].bits;
      llvm::APInt value(bits, 0);
      for (unsigned bit = 0; bit < bits; ++bit) value.setBitVal(bit, rng.chance(1, 2));
      input.arguments.back().push_back(semantics::InputLane::of(value));
    }
  }
  return input;
}

llvm::Constant* constant_of(llvm::Type* type, const std::vector<llvm::APInt>& lanes) {
  if (!type->isVectorTy()) return llvm::ConstantInt::get(type->getContext(), lanes[0]);
  std::vector<llvm::Constant*> elements;
  for (const llvm::APInt& lane : lanes) elements.push_back(llvm::ConstantInt::get(type->getContext(), lane));
  return llvm::ConstantVector::get(elements);
}

bool is_integer_function(const llvm::Function& function) {
  const auto plain = [](llvm::Type* type) { return type->isIntOrIntVectorTy(); };
  return plain(function.getReturnType()) &&
         std::all_of(function.arg_begin(), function.arg_end(), [&](const auto& a) { return plain(a.getType()); });
}

/// A copy of the function whose body assumes that the arguments are those of the input: the symbolic machine has to
/// find out by itself what follows.
llvm::Function* pinned(const Case& c, const std::string& name) {
  llvm::Function* copy = mutate::copy_function(*c.function, *c.module, name);
  llvm::IRBuilder<> builder(&*copy->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (std::size_t i = 0; i < c.input.arguments.size(); ++i) {
    std::vector<llvm::APInt> lanes;
    for (const auto& lane : c.input.arguments[i]) lanes.push_back(lane.bits);
    llvm::Argument* argument = copy->getArg(static_cast<unsigned>(i));
    llvm::Value* same = builder.CreateICmpEQ(argument, constant_of(argument->getType(), lanes));
    if (same->getType()->isVectorTy()) same = builder.CreateAndReduce(same);
    builder.CreateAssumption(same);
  }
  return copy;
}

llvm::Function* constant_function(const Case& c, const std::string& name, const std::vector<llvm::APInt>& lanes) {
  auto* function =
      llvm::Function::Create(c.function->getFunctionType(), llvm::Function::ExternalLinkage, name, c.module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(c.module->getContext(), "", function));
  builder.CreateRet(constant_of(function->getReturnType(), lanes));
  return function;
}

VerdictKind verdict(const llvm::Function& source, const llvm::Function& target) {
  auto s = semantics::lower(source);
  auto t = semantics::lower(target);
  EXPECT_TRUE(s && t);
  refine::Options options;
  options.smt_timeout_ms = 2'000;
  return evidence::settle(refine::refine(*s, *t, options).claim).kind;
}

/// The lanes returned, if each is one defined pattern.
std::optional<std::vector<llvm::APInt>> defined_result(const interpret::Behaviours& behaviours) {
  if (!behaviours.complete || behaviours.all.size() != 1 || behaviours.all[0].end != interpret::EndKind::Returned)
    return std::nullopt;
  std::vector<llvm::APInt> lanes;
  for (const interpret::LaneSet& lane : behaviours.all[0].result) {
    if (!lane.is_single()) return std::nullopt;
    lanes.push_back(lane.single());
  }
  return lanes;
}

TEST(Machines, AgreeOnRandomFunctionsAndInputs) {
  unsigned defined = 0, undefined = 0, undecided = 0;
  const auto judge = [&](const llvm::Function& source, const llvm::Function& target) {
    const VerdictKind kind = verdict(source, target);
    if (kind != VerdictKind::Correct && kind != VerdictKind::Incorrect) ++undecided;
    return kind;
  };
  for (unsigned i = 0; i < kFunctions; ++i) {
    llvm::LLVMContext context;
    llvm::Module module("m", context);
    Rng rng = Rng(kSeed).fork(i);
    llvm::Function& function = generate::generate_function(module, rng, generate::peephole_profile(), "f");
    if (!is_integer_function(function)) continue;
    auto lowered = semantics::lower(function);
    ASSERT_TRUE(lowered) << lowered.error();
    const Case c{&module, &function, random_input(*lowered, rng)};
    const interpret::Behaviours behaviours = interpret::behaviours(*lowered, c.input);
    const std::string shown = ir::print(function);
    if (!behaviours.all.empty() && behaviours.all.back().end == interpret::EndKind::UndefinedBehaviour) {
      ++undefined;
      llvm::Function* pin = pinned(c, "p");
      std::vector<llvm::APInt> zero;
      for (const semantics::LaneType& lane : lowered->result_lanes) zero.push_back(llvm::APInt(lane.bits, 0));
      EXPECT_NE(judge(*pin, *constant_function(c, "any", zero)), VerdictKind::Incorrect) << shown;
      continue;
    }
    auto lanes = defined_result(behaviours);
    if (!lanes) continue;
    ++defined;
    llvm::Function* pin = pinned(c, "p");
    EXPECT_NE(judge(*pin, *constant_function(c, "same", *lanes)), VerdictKind::Incorrect) << shown;
    (*lanes)[0] += 1;
    EXPECT_NE(judge(*pin, *constant_function(c, "other", *lanes)), VerdictKind::Correct) << shown;
  }
  EXPECT_GT(defined, kFunctions / 4);
  EXPECT_GT(undefined, 5u);
  EXPECT_LT(undecided, (defined + undefined) / 10);
}

/// Every profile: memory, floats, vectors, loops, bit-fields, calls of defined functions; programs and inputs with
/// poison and undef, freezes, undef results.
TEST(Machines, AgreeOnWhatAnEncodedFunctionGivesAtAnInput) {
  constexpr unsigned kDuels = 600;
  std::map<harness::Duel::Kind, unsigned> count;
  unsigned undefined = 0;
  for (unsigned i = 0; i < kDuels; ++i) {
    llvm::LLVMContext context;
    llvm::Module module("m", context);
    Rng rng = Rng(kSeed + 1).fork(i);
    const generate::Profile profile = harness::draw_profile(rng);
    const harness::Duel duel = harness::duel(generate::generate_function(module, rng, profile, "f"), rng);
    ++count[duel.kind];
    undefined += duel.undefined ? 1 : 0;
    EXPECT_NE(duel.kind, harness::Duel::Kind::Contradiction) << "function " << i << ": " << duel.report;
  }
  EXPECT_GT(count[harness::Duel::Kind::Agreed], kDuels / 5);
  EXPECT_LT(count[harness::Duel::Kind::Undecided], kDuels / 20);
  EXPECT_GT(undefined, 5u);
}

/// The x86_fp80 patterns that LLVM's constants can't hold are among the inputs.
TEST(Machines, AgreeOnWhatOperationsOfX87Give) {
  const auto called = [](const std::string& name, const std::string& type) {
    return std::pair("declare " + type + " @llvm." + name + "(x86_fp80)\n",
                     "%r = call " + type + " @llvm." + name + "(x86_fp80 %x)\n ret " + type + " %r");
  };
  const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> bodies = {
      {"x86_fp80", {"", "%r = fadd nnan x86_fp80 %x, %y\n ret x86_fp80 %r"}},
      {"x86_fp80", {"", "%r = fdiv ninf x86_fp80 %x, %y\n ret x86_fp80 %r"}},
      {"x86_fp80", {"", "%r = fneg nnan x86_fp80 %x\n ret x86_fp80 %r"}},
      {"i1", {"", "%r = fcmp nnan ult x86_fp80 %x, %y\n ret i1 %r"}},
      {"i1", {"", "%r = fcmp ninf oeq x86_fp80 %x, %x\n ret i1 %r"}},
      {"i1", {"", "%r = fcmp uno x86_fp80 %x, %y\n ret i1 %r"}},
      {"double", {"", "%r = fptrunc ninf x86_fp80 %x to double\n ret double %r"}},
      {"i80", {"", "%r = bitcast x86_fp80 %x to i80\n ret i80 %r"}},
      {"i7", called("fptosi.sat.i7.f80", "i7")},
      {"x86_fp80", called("canonicalize.f80", "x86_fp80")},
      {"x86_fp80", called("trunc.f80", "x86_fp80")},
      {"x86_fp80", called("fabs.f80", "x86_fp80")},
  };
  unsigned agreed = 0;
  for (unsigned i = 0; i < 40 * bodies.size(); ++i) {
    const auto& [type, body] = bodies[i % bodies.size()];
    llvm::LLVMContext context;
    auto module = ir::parse(
        context, body.first + "define " + type + " @f(x86_fp80 %x, x86_fp80 %y) {\n " + body.second + "\n}", "test");
    ASSERT_TRUE(module) << module.error();
    Rng rng = Rng(kSeed + 2).fork(i);
    const harness::Duel duel = harness::duel(*(*module)->getFunction("f"), rng);
    EXPECT_NE(duel.kind, harness::Duel::Kind::Contradiction) << duel.report;
    agreed += duel.kind == harness::Duel::Kind::Agreed ? 1 : 0;
  }
  EXPECT_GT(agreed, 20 * bodies.size());
}

}  // namespace
}  // namespace assay
