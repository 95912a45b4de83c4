#include "services/worker/rules/flags.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "services/common/fields.h"

namespace assay::rules {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

constexpr std::string_view kFlagNames[] = {"nsw",      "nuw",  "exact", "disjoint", "nneg",
                                           "samesign", "nnan", "ninf",  "nsz"};

}  // namespace

const char* name_of(Flag flag) { return kFlagNames[static_cast<std::size_t>(flag)].data(); }
std::optional<Flag> enumerator_of(std::string_view name, std::type_identity<Flag>) {
  return enumerator_in<Flag>(kFlagNames, name);
}

std::vector<Flag> possible_flags(const llvm::Instruction& instruction) {
  if (isa<llvm::OverflowingBinaryOperator, llvm::TruncInst>(instruction)) return {Flag::Nsw, Flag::Nuw};
  if (isa<llvm::PossiblyExactOperator>(instruction)) return {Flag::Exact};
  if (isa<llvm::PossiblyDisjointInst>(instruction)) return {Flag::Disjoint};
  if (isa<llvm::PossiblyNonNegInst>(instruction)) return {Flag::Nneg};
  if (const auto* compare = dyn_cast<llvm::ICmpInst>(&instruction); compare != nullptr && !compare->isEquality())
    return {Flag::Samesign};
  if (isa<llvm::FPMathOperator>(instruction)) return {Flag::Nnan, Flag::Ninf, Flag::Nsz};
  return {};
}

bool has_flag(const llvm::Instruction& instruction, Flag flag) {
  switch (flag) {
    case Flag::Nsw:
      return instruction.hasNoSignedWrap();
    case Flag::Nuw:
      return instruction.hasNoUnsignedWrap();
    case Flag::Exact:
      return instruction.isExact();
    case Flag::Disjoint:
      return cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint();
    case Flag::Nneg:
      return instruction.hasNonNeg();
    case Flag::Samesign:
      return cast<llvm::ICmpInst>(instruction).hasSameSign();
    case Flag::Nnan:
      return instruction.hasNoNaNs();
    case Flag::Ninf:
      return instruction.hasNoInfs();
    case Flag::Nsz:
      return instruction.hasNoSignedZeros();
  }
  return false;
}

void set_flag(llvm::Instruction& instruction, Flag flag, bool value) {
  switch (flag) {
    case Flag::Nsw:
      return instruction.setHasNoSignedWrap(value);
    case Flag::Nuw:
      return instruction.setHasNoUnsignedWrap(value);
    case Flag::Exact:
      return instruction.setIsExact(value);
    case Flag::Disjoint:
      return cast<llvm::PossiblyDisjointInst>(instruction).setIsDisjoint(value);
    case Flag::Nneg:
      return instruction.setNonNeg(value);
    case Flag::Samesign:
      return cast<llvm::ICmpInst>(instruction).setSameSign(value);
    case Flag::Nnan:
      return instruction.setHasNoNaNs(value);
    case Flag::Ninf:
      return instruction.setHasNoInfs(value);
    case Flag::Nsz:
      return instruction.setHasNoSignedZeros(value);
  }
}

}  // namespace assay::rules
