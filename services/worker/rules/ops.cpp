#include "services/worker/rules/ops.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <string_view>

namespace assay::rules {

std::string op_of(const llvm::Instruction& instruction) {
  using llvm::dyn_cast;
  using llvm::isa;
  if (const auto* compare = dyn_cast<llvm::CmpInst>(&instruction))
    return std::string(compare->getOpcodeName()) + " " + llvm::CmpInst::getPredicateName(compare->getPredicate()).str();
  if (const auto* call = dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    const bool is_value =
        call->doesNotAccessMemory() && !call->isConvergent() && call->willReturn() && !call->hasOperandBundles();
    return is_value ? llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str() : "";
  }
  if (isa<llvm::BitCastInst, llvm::AddrSpaceCastInst, llvm::PtrToIntInst, llvm::IntToPtrInst>(instruction)) return "";
  if (isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::SelectInst, llvm::FreezeInst>(instruction))
    return instruction.getOpcodeName();
  return "";
}

bool is_commutative(const std::string& op) {
  constexpr std::string_view kCommutative[] = {
      "add",           "mul",         "and",          "or",          "xor",       "fadd",      "fmul",
      "icmp eq",       "icmp ne",     "llvm.umin",    "llvm.umax",   "llvm.smin", "llvm.smax", "llvm.uadd.sat",
      "llvm.sadd.sat", "fcmp oeq",    "fcmp one",     "fcmp ord",    "fcmp uno",  "fcmp ueq",  "fcmp une",
      "llvm.minnum",   "llvm.maxnum", "llvm.minimum", "llvm.maximum"};
  return std::ranges::find(kCommutative, op) != std::end(kCommutative);
}

std::string turned(const std::string& op) {
  constexpr std::pair<std::string_view, std::string_view> kTurned[] = {
      {" ult", " ugt"}, {" ule", " uge"}, {" slt", " sgt"}, {" sle", " sge"}, {" olt", " ogt"}, {" ole", " oge"}};
  const std::string_view word = std::string_view(op).substr(std::min(op.find(' '), op.size()));
  for (const auto& [one, other] : kTurned) {
    if (word == one) return op.substr(0, op.size() - 4) + std::string(other);
    if (word == other) return op.substr(0, op.size() - 4) + std::string(one);
  }
  return "";
}

}  // namespace assay::rules
