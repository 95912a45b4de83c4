#include <gtest/gtest.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <algorithm>

#include <set>

#include "fuzzers/generate/generate.h"
#include "fuzzers/generate/intrinsic_forms.h"
#include "services/worker/semantics/semantics.h"

namespace assay::generate {
namespace {

std::set<std::string> spellings_of(const llvm::Module& module) {
  std::set<std::string> found;
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      found.insert(instruction.getOpcodeName());
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        found.insert(llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str());
      for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
        found.insert(llvm::Intrinsic::getBaseName(intrinsic_of(record)).str());
    }
  return found;
}

const std::set<std::string>& spellings_of_all_profiles() {
  static const std::set<std::string> all = [] {
    std::set<std::string> found;
    for (const std::string& name : profile_names()) {
      Profile profile = *profile_named(name);
      if (name == "everything") profile.rarity_percent = 80;
      const std::uint64_t enough = name == "everything" || name == "intrinsics" ? 8'000 : 800;
      for (std::uint64_t seed = 0; seed < enough; ++seed) {
        llvm::LLVMContext context;
        llvm::Module module("generated", context);
        Rng rng(seed);
        generate_function(module, rng, profile, "f");
        found.merge(spellings_of(module));
      }
    }
    return found;
  }();
  return all;
}

TEST(Generate, ProducesEveryRowOfTheSemantics) {
  for (const semantics::Row& row : semantics::kRows) {
    // Parts of operations, and calls that give their first argument: no spelling of IR.
    if (row.op == semantics::Op::Copy || row.spelling.find('#') != std::string_view::npos) continue;
    // The generator does not make funclets and callbr yet.
    using semantics::Op;
    constexpr Op kNever[] = {Op::CallBr, Op::CatchSwitch, Op::CatchPad, Op::CatchRet, Op::CleanupPad, Op::CleanupRet};
    if (std::find(std::begin(kNever), std::end(kNever), row.op) != std::end(kNever)) continue;
    EXPECT_TRUE(spellings_of_all_profiles().count(std::string(row.spelling)) != 0) << row.spelling;
  }
}

TEST(Generate, ProducesEveryIntrinsicThatHasAMeaning) {
  for (const llvm::Intrinsic::ID id : known_intrinsics()) {
    // Known to the interpreter alone, by name, or a part of callbr.
    if (id == llvm::Intrinsic::callbr_landingpad || id == llvm::Intrinsic::debugtrap || id == llvm::Intrinsic::vacopy ||
        id == llvm::Intrinsic::objectsize)
      continue;
    EXPECT_TRUE(spellings_of_all_profiles().count(llvm::Intrinsic::getBaseName(id).str()) != 0)
        << llvm::Intrinsic::getBaseName(id).str();
  }
}

TEST(Forms, AreManyAndOnlyOfWhatHasAMeaning) {
  std::size_t forms = 0;
  for (const llvm::Intrinsic::ID id : known_intrinsics()) forms += forms_of(id).size();
  EXPECT_GT(forms, 4'000u);
  EXPECT_TRUE(forms_of(llvm::Intrinsic::frameaddress).empty()) << "it has no meaning here";
}

TEST(Generate, PutsNoUnconstrainedOperationBesideConstrainedOnes) {
  Profile profile = *profile_named("floats");
  profile.constrained_percent = 100;
  unsigned constrained = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("generated", context);
    Rng rng(seed);
    const llvm::Function& made = generate_function(module, rng, profile, "f");
    EXPECT_TRUE(made.hasFnAttribute(llvm::Attribute::StrictFP));
    for (const llvm::Instruction& each : llvm::instructions(made)) {
      constrained += llvm::isa<llvm::ConstrainedFPIntrinsic>(each) ? 1 : 0;
      EXPECT_FALSE(each.isBinaryOp() && each.getType()->isFPOrFPVectorTy()) << "seed " << seed;
    }
  }
  EXPECT_GT(constrained, 1'000u);
}

}  // namespace
}  // namespace assay::generate
