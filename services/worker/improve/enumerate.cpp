#include "services/worker/improve/enumerate.h"

#include <llvm/IR/InstrTypes.h>

#include <set>

#include "services/worker/improve/scope.h"

namespace assay::improve {
namespace {

using llvm::CmpInst;
using llvm::Instruction;

constexpr unsigned kBinaries[] = {Instruction::Add,  Instruction::And,  Instruction::Or,
                                  Instruction::Xor,  Instruction::Sub,  Instruction::Shl,
                                  Instruction::LShr, Instruction::AShr, Instruction::Mul};
constexpr unsigned kIntrinsics[] = {llvm::Intrinsic::umin, llvm::Intrinsic::umax, llvm::Intrinsic::smin,
                                    llvm::Intrinsic::smax};
constexpr unsigned kSaturating[] = {llvm::Intrinsic::usub_sat, llvm::Intrinsic::uadd_sat, llvm::Intrinsic::ssub_sat,
                                    llvm::Intrinsic::sadd_sat};
constexpr unsigned kOfOne[] = {llvm::Intrinsic::abs, llvm::Intrinsic::ctpop};
constexpr unsigned kFloatBinaries[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul};
constexpr unsigned kFloatIntrinsics[] = {llvm::Intrinsic::minnum, llvm::Intrinsic::maxnum, llvm::Intrinsic::minimum,
                                         llvm::Intrinsic::maximum, llvm::Intrinsic::copysign};
constexpr unsigned kFloatPredicates[] = {CmpInst::FCMP_OEQ, CmpInst::FCMP_OGT, CmpInst::FCMP_OGE, CmpInst::FCMP_OLT,
                                         CmpInst::FCMP_OLE, CmpInst::FCMP_ONE, CmpInst::FCMP_ORD, CmpInst::FCMP_UNO,
                                         CmpInst::FCMP_UEQ, CmpInst::FCMP_UGT, CmpInst::FCMP_UGE, CmpInst::FCMP_ULT,
                                         CmpInst::FCMP_ULE, CmpInst::FCMP_UNE};
constexpr unsigned kPredicates[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_ULT, CmpInst::ICMP_UGT,
                                    CmpInst::ICMP_ULE, CmpInst::ICMP_UGE, CmpInst::ICMP_SLT, CmpInst::ICMP_SGT,
                                    CmpInst::ICMP_SLE, CmpInst::ICMP_SGE};
constexpr unsigned kCasts[] = {Instruction::ZExt,   Instruction::SExt,   Instruction::Trunc,
                               Instruction::SIToFP, Instruction::UIToFP, Instruction::FPExt};

bool is_bit(const llvm::Type* type) { return type->getScalarType()->isIntegerTy(1); }

/// Do minima, shifts and sums of single bits say something that and, or and xor do not?
bool is_for_bits(unsigned opcode) {
  return opcode == Instruction::And || opcode == Instruction::Or || opcode == Instruction::Xor;
}

}  // namespace

Enumeration::Enumeration(Instruction& root, const Pool& pool, const Values& values, std::uint64_t most_evaluations)
    : root_(root), layout_(root.getDataLayout()), expected_(values.row_of(root)), most_(most_evaluations) {
  for (llvm::Value* value : pool.values) known_.push_back({value, {}, value->getType(), values.row_of(*value)});
  for (llvm::Constant* constant : pool.constants)
    known_.push_back({constant, {}, constant->getType(), values.row_of(*constant)});
}

/// As LLVM writes them: a constant is the second one.
std::array<const Enumeration::Item*, 2> Enumeration::in_order(const Item& item, const Item& other) {
  const bool is_constant = other.value != nullptr && llvm::isa<llvm::Constant>(other.value);
  return is_constant ? std::array{&item, &other} : std::array{&other, &item};
}

void Enumeration::each_binary(const Item& item, const Item& other, const Take& take) const {
  const auto operands = in_order(item, other), turned = std::array{operands[1], operands[0]};
  const auto take_either_way = [&](const Step& step, bool is_commutative) {
    take(step, operands);
    if (!is_commutative && &item != &other) take(step, turned);
  };
  if (is_float(*item.type)) {
    for (const unsigned opcode : kFloatBinaries)
      take_either_way({Form::Binary, opcode, item.type, {}, 2}, Instruction::isCommutative(opcode));
    for (const unsigned intrinsic : kFloatIntrinsics)
      take_either_way({Form::Intrinsic, intrinsic, item.type, {}, 2}, intrinsic != llvm::Intrinsic::copysign);
    return;
  }
  for (const unsigned opcode : kBinaries) {
    if (is_bit(item.type) && !is_for_bits(opcode)) continue;
    take_either_way({Form::Binary, opcode, item.type, {}, 2}, Instruction::isCommutative(opcode));
  }
  if (is_bit(item.type)) return;
  for (const unsigned intrinsic : kIntrinsics) take({Form::Intrinsic, intrinsic, item.type, {}, 2}, operands);
  for (const unsigned intrinsic : kSaturating)
    take_either_way({Form::Intrinsic, intrinsic, item.type, {}, 2},
                    intrinsic == llvm::Intrinsic::uadd_sat || intrinsic == llvm::Intrinsic::sadd_sat);
}

void Enumeration::each_unary(const Item& item, const Take& take) const {
  if (is_float(*item.type)) {
    take({Form::Unary, Instruction::FNeg, item.type, {}, 1}, std::array{&item});
    take({Form::Intrinsic, llvm::Intrinsic::fabs, item.type, {}, 1}, std::array{&item});
  } else if (!is_bit(item.type)) {
    for (const unsigned intrinsic : kOfOne) take({Form::Intrinsic, intrinsic, item.type, {}, 1}, std::array{&item});
  }
}

void Enumeration::each_compare(const Item& item, const Item& other, const Take& take) const {
  if (is_bit(item.type)) return;  // and, or and xor say the same
  const auto each = [&](std::span<const unsigned> predicates) {
    for (const unsigned predicate : predicates)
      take({Form::Compare, predicate, CmpInst::makeCmpResultType(item.type), {}, 2}, in_order(item, other));
  };
  is_float(*item.type) ? each(kFloatPredicates) : each(kPredicates);
}

void Enumeration::each_cast(const Item& item, llvm::Type* result, const Take& take) const {
  for (const unsigned opcode : kCasts)
    if (llvm::CastInst::castIsValid(static_cast<Instruction::CastOps>(opcode), item.type, result))
      take({Form::Cast, opcode, result, {}, 1}, std::array{&item});
}

void Enumeration::each_select(const Item& item, std::size_t others, llvm::Type* result, const Take& take) const {
  const auto fits = [&](const Item& condition) {
    return condition.type->isIntegerTy(1) ||
           (result->isVectorTy() && condition.type == CmpInst::makeCmpResultType(result));
  };
  const Step step{Form::Select, 0, result, {}, 3};
  if (fits(item) && is_bit(item.type))
    for (std::size_t i = 0; i < others; ++i)
      for (std::size_t j = 0; j < others; ++j)
        if (i != j && known_[i].type == result && known_[j].type == result)
          take(step, std::array{&item, static_cast<const Item*>(&known_[i]), static_cast<const Item*>(&known_[j])});
  if (item.type != result) return;
  for (std::size_t i = 0; i < others; ++i) {
    if (!is_bit(known_[i].type) || !fits(known_[i]) || llvm::isa<llvm::Constant>(known_[i].value)) continue;
    for (std::size_t j = 0; j < others; ++j) {
      if (known_[j].type != result || &known_[j] == &item) continue;
      take(step, std::array{static_cast<const Item*>(&known_[i]), &item, static_cast<const Item*>(&known_[j])});
      take(step, std::array{static_cast<const Item*>(&known_[i]), static_cast<const Item*>(&known_[j]), &item});
    }
  }
}

void Enumeration::each_step(const Item& item, std::size_t others, llvm::Type* result, const Take& take) const {
  llvm::Type* own = root_.getType();
  llvm::Type* bits = CmpInst::makeCmpResultType(own);
  const auto is_constant = [](const Item& each) {
    return each.value != nullptr && llvm::isa<llvm::Constant>(each.value);
  };
  for (std::size_t i = 0; i < others && !ended_early(); ++i) {
    const Item& other = known_[i];
    if (other.type != item.type || (is_constant(item) && is_constant(other))) continue;
    llvm::Type* compared = CmpInst::makeCmpResultType(item.type);
    if (result == nullptr ? item.type == own || item.type == bits : item.type == result) each_binary(item, other, take);
    if (result == nullptr ? compared == bits : compared == result) each_compare(item, other, take);
  }
  if (!is_constant(item)) each_cast(item, result == nullptr ? own : result, take);
  if (!is_constant(item) && item.type == (result == nullptr ? own : result)) each_unary(item, take);
  each_select(item, others, result == nullptr ? own : result, take);
}

llvm::Constant* Enumeration::evaluate_at(std::size_t input, const Step& step, Operands operands) {
  ++evaluated_;
  llvm::SmallVector<llvm::Constant*, 3> constants;
  for (const Item* operand : operands) constants.push_back(operand->row[input]);
  return evaluate(step.form, step.code, step.type, constants, layout_);
}

bool Enumeration::agrees_with_root(const Step& step, Operands operands) {
  for (std::size_t i = 0; i < expected_.size(); ++i)
    if (expected_[i] != nullptr && !agrees(expected_[i], evaluate_at(i, step, operands))) return false;
  return true;
}

std::vector<Edit> Enumeration::one() {
  std::vector<Edit> found;
  for (std::size_t i = 0; i < known_.size() && !ended_early(); ++i)
    each_step(known_[i], i + 1, root_.getType(), [&](const Step& step, Operands operands) {
      if (ended_early() || !agrees_with_root(step, operands)) return;
      Edit edit{Kind::Operation, &root_, {step}, {nullptr, 0}, {}};
      for (std::size_t k = 0; k < operands.size(); ++k) edit.steps[0].operands[k] = {operands[k]->value, 0};
      found.push_back(std::move(edit));
    });
  return found;
}

/// Those that are no value that is there.
std::vector<Enumeration::Item> Enumeration::all_steps() {
  std::vector<Item> steps;
  std::set<std::pair<llvm::Type*, Row>> seen;
  for (const Item& item : known_) seen.insert({item.type, item.row});
  for (std::size_t i = 0; i < known_.size() && !ended_early(); ++i)
    each_step(known_[i], i + 1, nullptr, [&](const Step& step, Operands operands) {
      if (ended_early()) return;
      Row row;
      for (std::size_t input = 0; input < expected_.size(); ++input) row.push_back(evaluate_at(input, step, operands));
      if (!seen.insert({step.type, row}).second) return;
      steps.push_back({nullptr, step, step.type, std::move(row)});
      for (std::size_t k = 0; k < operands.size(); ++k) steps.back().step.operands[k] = {operands[k]->value, 0};
    });
  return steps;
}

std::vector<Edit> Enumeration::two() {
  constexpr std::size_t kMost = 200;
  std::vector<Edit> found;
  for (const Item& inner : all_steps()) {
    if (ended_early() || found.size() >= kMost) break;
    each_step(inner, known_.size(), root_.getType(), [&](const Step& step, Operands operands) {
      if (ended_early() || found.size() >= kMost || !agrees_with_root(step, operands)) return;
      Edit edit{Kind::Operations, &root_, {inner.step, step}, {nullptr, 1}, {}};
      for (std::size_t k = 0; k < operands.size(); ++k) edit.steps[1].operands[k] = {operands[k]->value, 0};
      found.push_back(std::move(edit));
    });
  }
  return found;
}

}  // namespace assay::improve
