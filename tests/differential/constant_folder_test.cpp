#include <gtest/gtest.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>

#include "tests/differential/operations.h"

/// The interpreter against LLVM's constant folder: whatever the folder says must be one of the behaviours.
namespace assay::differential {
namespace {

using interpret::EndKind;
using semantics::InputLane;

llvm::Constant* constant_of(llvm::Type* type, const InputLane& lane) {
  if (lane.kind == InputLane::Kind::Poison) return llvm::PoisonValue::get(type);
  return llvm::ConstantInt::get(type, lane.bits);
}

/// What the folder makes of the instruction with constant operands; nullptr if it makes nothing.
llvm::Constant* fold(llvm::Instruction& instruction, const std::vector<InputLane>& inputs) {
  std::vector<llvm::Constant*> operands;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    operands.push_back(constant_of(instruction.getFunction()->getArg(static_cast<unsigned>(i))->getType(), inputs[i]));
  const llvm::DataLayout& layout = instruction.getDataLayout();
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    for (unsigned i = static_cast<unsigned>(inputs.size()); i < call->arg_size(); ++i)
      operands.push_back(llvm::cast<llvm::Constant>(call->getArgOperand(i)));
    return llvm::ConstantFoldCall(call, call->getCalledFunction(), operands);
  }
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return llvm::ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1], layout);
  return llvm::ConstantFoldInstOperands(&instruction, operands, layout);
}

std::string lanes_as_text(const std::vector<InputLane>& inputs) {
  std::string text;
  for (const InputLane& input : inputs)
    text += input.kind == InputLane::Kind::Poison ? "poison " : std::to_string(input.bits.getZExtValue()) + " ";
  return text;
}

/// Is `folded` what a lane of the behaviour may be?
bool allows(const interpret::LaneSet& set, const llvm::Constant* folded) {
  if (set.poison) return true;
  const auto* value = llvm::dyn_cast<llvm::ConstantInt>(folded);
  return value != nullptr && set.contains(value->getValue());
}

void compare_with_folder(Operation& operation, unsigned width, unsigned count) {
  ASSERT_EQ(operation.error(), "");
  for_all_inputs(width, count, [&](const std::vector<InputLane>& inputs) {
    const auto all = operation.run(inputs);
    ASSERT_EQ(all.all.size(), 1u);
    const interpret::Behaviour& behaviour = all.all[0];
    if (behaviour.end == EndKind::UndefinedBehaviour) return;
    ASSERT_EQ(behaviour.end, EndKind::Returned) << behaviour.reason;
    const llvm::Constant* folded = fold(operation.instruction(), inputs);
    if (folded == nullptr) return;
    for (unsigned lane = 0; lane < behaviour.result.size(); ++lane) {
      const llvm::Constant* element = behaviour.result.size() == 1 ? folded : folded->getAggregateElement(lane);
      ASSERT_NE(element, nullptr);
      ASSERT_TRUE(allows(behaviour.result[lane], element))
          << ir::print(operation.instruction()) << " on " << lanes_as_text(inputs) << "gives "
          << interpret::describe(operation.function(), behaviour) << ", the folder says " << ir::print(*folded);
    }
  });
}

std::string type(unsigned width) { return "i" + std::to_string(width); }

/// Every subset of flags, as text to put behind the opcode.
std::vector<std::string> flag_texts(const semantics::Row& row) {
  std::vector<std::string> names;
  if (row.flags & semantics::NoUnsignedWrap) names.push_back("nuw ");
  if (row.flags & semantics::NoSignedWrap) names.push_back("nsw ");
  if (row.flags & semantics::Exact) names.push_back("exact ");
  if (row.flags & semantics::Disjoint) names.push_back("disjoint ");
  if (row.flags & semantics::NonNegative) names.push_back("nneg ");
  if (row.flags & semantics::SameSign) names.push_back("samesign ");
  std::vector<std::string> texts;
  for (unsigned set = 0; set < (1u << names.size()); ++set) {
    texts.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (set >> i & 1) texts.back() += names[i];
  }
  return texts;
}

void check_intrinsic(const semantics::Row& row, unsigned width, unsigned operands, const std::string& result,
                     const std::string& suffix, const std::vector<std::string>& last) {
  std::string parameters, declared, given;
  for (unsigned i = 0; i < operands; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    parameters += comma + type(width) + " %a" + std::to_string(i);
    declared += comma + type(width);
    given += comma + type(width) + " %a" + std::to_string(i);
  }
  const std::string name = "@" + std::string(row.spelling) + "." + suffix;
  for (const std::string& flag : last) {
    Operation operation(result, parameters, "%r = call " + result + " " + name + "(" + given + flag + ")",
                        "declare " + result + " " + name + "(" + declared + (flag.empty() ? "" : ", i1 immarg") + ")");
    compare_with_folder(operation, width, operands);
  }
}

class FolderAgrees : public testing::TestWithParam<semantics::Op> {};

TEST_P(FolderAgrees, OnEveryInputOfSmallWidths) {
  using semantics::Signature;
  const semantics::Row& row = semantics::row_of(GetParam());
  const std::vector<std::string> last =
      row.flags != 0 ? std::vector<std::string>{", i1 false", ", i1 true"} : std::vector<std::string>{""};
  for (unsigned width = 1; width <= 4; ++width) {
    const std::string t = type(width);
    const std::string both = t + " %a, " + t + " %b";
    switch (row.signature) {
      case Signature::BinaryInt:
        if (row.is_intrinsic()) {
          check_intrinsic(row, width, 2, t, t, {""});
          break;
        }
        for (const std::string& flags : flag_texts(row)) {
          Operation operation(t, both, "%r = " + std::string(row.spelling) + " " + flags + t + " %a, %b");
          compare_with_folder(operation, width, 2);
        }
        break;
      case Signature::CompareInt:
        for (const char* predicate : {"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"})
          for (const std::string& flags : flag_texts(row)) {
            Operation operation("i1", both, "%r = icmp " + flags + predicate + " " + t + " %a, %b");
            compare_with_folder(operation, width, 2);
          }
        break;
      case Signature::TruncateInt:
      case Signature::ExtendInt:
        for (unsigned other = 1; other <= 5; ++other) {
          const bool narrows = row.signature == Signature::TruncateInt;
          if (narrows ? other >= width : other <= width) continue;
          for (const std::string& flags : flag_texts(row)) {
            Operation operation(type(other), t + " %a",
                                "%r = " + std::string(row.spelling) + " " + flags + t + " %a to " + type(other));
            compare_with_folder(operation, width, 1);
          }
        }
        break;
      case Signature::UnaryInt:
        if (GetParam() != semantics::Op::BSwap) check_intrinsic(row, width, 1, t, t, last);
        break;
      case Signature::TernaryInt:
        check_intrinsic(row, width, 3, t, t, {""});
        break;
      case Signature::OverflowInt:
        check_intrinsic(row, width, 2, "{" + t + ", i1}", t, {""});
        break;
      case Signature::ThreeWayInt:
        for (const char* result : {"i2", "i5"})
          check_intrinsic(row, width, 2, result, std::string(result) + "." + t, {""});
        break;
      default:
        GTEST_SKIP() << "no operation on integers";
    }
  }
}

std::vector<semantics::Op> integer_rows() {
  using semantics::Signature;
  std::vector<semantics::Op> ops;
  for (const semantics::Row& row : semantics::kRows)
    if (row.signature >= Signature::UnaryInt && row.signature <= Signature::ExtendInt) ops.push_back(row.op);
  return ops;
}

INSTANTIATE_TEST_SUITE_P(Rows, FolderAgrees, testing::ValuesIn(integer_rows()), [](const auto& info) {
  std::string name(semantics::row_of(info.param).spelling);
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
});

}  // namespace
}  // namespace assay::differential
