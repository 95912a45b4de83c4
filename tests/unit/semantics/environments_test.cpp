#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::semantics {
namespace {

class EnvironmentsTest : public testing::Test {
 protected:
  std::vector<LowerOptions> of(const std::string& text) {
    auto parsed = ir::parse(context_, text, "test");
    EXPECT_TRUE(parsed) << parsed.error();
    module_ = std::move(*parsed);
    llvm::Function& f = *module_->getFunction("f");
    const auto environments = environments_of(f, f);
    bound_ = bound_of(f, f, environments);
    return environments;
  }
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::string bound_;
};

TEST_F(EnvironmentsTest, AFunctionThatDependsOnNothingHasOne) {
  EXPECT_EQ(of("define i8 @f(i8 %x) {\n  ret i8 %x\n}\n"), std::vector{LowerOptions()});
  EXPECT_EQ(bound_, "");
}

TEST_F(EnvironmentsTest, ScalableVectorsAreTriedAtSeveralScalesAndTheBoundSaysWhich) {
  const auto all = of("define <vscale x 2 x i8> @f(<vscale x 2 x i8> %x) {\n  ret <vscale x 2 x i8> %x\n}\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2].vscale, 4u);
  EXPECT_EQ(bound_, "vscale 1, 2, 4");
}

TEST_F(EnvironmentsTest, VscaleRangeLimitsTheScalesAndARangeThatIsCoveredIsNoBound) {
  const auto all =
      of("define i64 @f() vscale_range(2,4) {\n  %r = call i64 @llvm.vscale.i64()\n  ret i64 %r\n}\n"
         "declare i64 @llvm.vscale.i64()\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].vscale, 2u);
  EXPECT_EQ(all[1].vscale, 4u);
  EXPECT_EQ(bound_, "");
}

TEST_F(EnvironmentsTest, DynamicRoundingIsTriedInAllModes) {
  const auto all =
      of("define float @f(float %x) strictfp {\n  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, "
         "float %x, "
         "metadata !\"round.dynamic\", metadata !\"fpexcept.strict\")\n  ret float %r\n}\n");
  EXPECT_EQ(all.size(), 5u);
  EXPECT_EQ(bound_, "");
  EXPECT_EQ(describe(all[1]), "rounding upward");
  EXPECT_EQ(describe(all[4]), "rounding to nearest, ties away");
}

// VAL-15
TEST_F(EnvironmentsTest, DynamicDenormalsAreTriedInAllWaysOfOperandsAndOfResults) {
  const auto ways = [&](const std::string& modes) {
    return of("define float @f(float %x) \"denormal-fp-math\"=\"" + modes + "\" {\n  ret float %x\n}\n");
  };
  EXPECT_EQ(ways("dynamic,ieee").size(), 3u);
  EXPECT_EQ(ways("preserve-sign,dynamic").size(), 3u);
  const auto both = ways("dynamic,dynamic");
  ASSERT_EQ(both.size(), 9u);
  EXPECT_EQ(bound_, "");
  EXPECT_EQ(describe(both[1]), "denormal results flushed, signs kept");
  EXPECT_EQ(describe(both[4]), "denormals flushed, signs kept");
}

TEST_F(EnvironmentsTest, DynamicDenormalsOfSeveralTypesAreTreatedAlikeAndTheBoundSaysSo) {
  of("define double @f(float %x, double %y) \"denormal-fp-math\"=\"dynamic,dynamic\" {\n"
     "  %a = fadd float %x, %x\n  %b = fpext float %a to double\n  %c = fmul double %b, %y\n  ret double %c\n}\n");
  EXPECT_EQ(bound_, "denormal numbers of all types treated alike");
}

TEST_F(EnvironmentsTest, AScaleChangesTheNumberOfLanes) {
  of("define <vscale x 2 x i8> @f(<vscale x 2 x i8> %x) {\n  ret <vscale x 2 x i8> %x\n}\n");
  LowerOptions options;
  options.vscale = 4;
  const auto lowered = lower(*module_->getFunction("f"), options);
  ASSERT_TRUE(lowered) << lowered.error();
  EXPECT_EQ(lowered->arguments[0].value.count, 8u);
}

TEST_F(EnvironmentsTest, ConstantsThatTheLoweringAddsStandWithTheOthers) {
  of("define <4 x i32> @f(<4 x i32> %x) {\n  %s = call <4 x i32> @llvm.stepvector.v4i32()\n  %r = add <4 x i32> %x, "
     "%s\n"
     "  ret <4 x i32> %r\n}\n");
  const auto lowered = lower(*module_->getFunction("f"));
  ASSERT_TRUE(lowered) << lowered.error();
  ASSERT_EQ(lowered->constants.size(), 4u);
  EXPECT_EQ(lowered->constants[3].bits, 3);
  EXPECT_EQ(lowered->arguments[0].value.first, 4u);
  EXPECT_EQ(lowered->slots.size(), 4u + 4 + 3 * 4);
}

}  // namespace
}  // namespace assay::semantics
