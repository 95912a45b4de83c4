#include "services/worker/rules/terms.h"

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::rules {
namespace {

constexpr std::uint32_t kWidth = 3, kWide = 5;

/// Two constants of one type, and a wider type.
Pattern two_constants() {
  Pattern pattern;
  pattern.types = {{Family::Integer, kWidth}, {Family::Integer, kWide}};
  pattern.symbols = {0, 0};
  return pattern;
}

Term term_of(TermOp op) {
  const Pattern pattern = two_constants();
  const Term left = make_symbol(pattern, 0), right = make_symbol(pattern, 1);
  if (op == TermOp::ZExt || op == TermOp::SExt) return make_cast(op, 1, left);
  if (op == TermOp::Trunc) return make_cast(op, 0, make_cast(TermOp::SExt, 1, left));
  if (op == TermOp::Width) return make_width(0, 1);
  if (operands_of(op) == 0) return {op, op == TermOp::Number ? 5u : 0u, 0, {}};
  return operands_of(op) == 1 ? make(op, left) : make(op, left, right);
}

/// What the operations that are written for it give.
std::vector<interpret::LaneSet> executed(const Term& term, std::uint64_t left, std::uint64_t right) {
  llvm::LLVMContext context;
  llvm::Module module("terms", context);
  llvm::Type* type = llvm::Type::getIntNTy(context, kWidth);
  const Widths widths{kWidth, kWide};
  llvm::Type* result = is_condition(term) ? llvm::Type::getInt1Ty(context)
                                          : static_cast<llvm::Type*>(llvm::Type::getIntNTy(context, widths[term.type]));
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, {type, type}, false),
                                          llvm::GlobalValue::ExternalLinkage, "f", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  llvm::Value* symbols[] = {function->getArg(0), function->getArg(1)};
  builder.CreateRet(emit(term, widths, symbols, builder));
  const auto lowered = semantics::lower(*function);
  EXPECT_TRUE(lowered) << lowered.error();
  const auto input = interpret::parse_arguments(*lowered, std::to_string(left) + "," + std::to_string(right));
  EXPECT_TRUE(input) << input.error();
  const interpret::Behaviour behaviour = interpret::run(*lowered, *input);
  return behaviour.end == interpret::EndKind::Returned ? behaviour.result : std::vector<interpret::LaneSet>();
}

class EveryTerm : public testing::TestWithParam<int> {};

TEST_P(EveryTerm, IsComputedAsItIsWritten) {
  const Term term = term_of(static_cast<TermOp>(GetParam()));
  for (std::uint64_t left = 0; left < 1u << kWidth; ++left)
    for (std::uint64_t right = 0; right < 1u << kWidth; ++right) {
      const llvm::APInt symbols[] = {llvm::APInt(kWidth, left), llvm::APInt(kWidth, right)};
      const auto value = evaluate(term, {kWidth, kWide}, symbols);
      const auto lanes = executed(term, left, right);
      if (value) {
        ASSERT_EQ(lanes.size(), 1u) << left << ", " << right;
        EXPECT_EQ(lanes[0], interpret::LaneSet::of(*value)) << left << ", " << right;
      } else if (term.op != TermOp::Log2) {
        EXPECT_TRUE(lanes.empty() || lanes[0].only_poison()) << left << ", " << right;
      }
    }
}
INSTANTIATE_TEST_SUITE_P(Rules, EveryTerm, testing::Range(0, static_cast<int>(TermOp::IsMask) + 1),
                         [](const auto& test) {
                           std::string name = name_of(static_cast<TermOp>(test.param));
                           std::erase(name, '-');
                           return name;
                         });

TEST(Terms, ANumberThatDoesNotFitMakesAConditionFalse) {
  const Term five = make_number(0, 5);
  EXPECT_FALSE(evaluate(five, {2}, {}));
  EXPECT_FALSE(holds({make(TermOp::Ne, five, make_number(0, 0))}, {2}, {}));
  EXPECT_TRUE(holds({make(TermOp::Ne, five, make_number(0, 0))}, {3}, {}));
}

}  // namespace
}  // namespace assay::rules
