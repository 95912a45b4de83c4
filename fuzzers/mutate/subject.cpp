#include "fuzzers/mutate/subject.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/semantics/intrinsics.h"

namespace assay::mutate {

llvm::Constant* Subject::constant(llvm::Type* type) {
  const generate::ConstantOptions constants{options.profile.allow_undef, options.profile.poison_permille,
                                            options.profile.poison_lane_percent};
  return generate::interesting_constant(type, rng, constants);
}

std::vector<llvm::Instruction*> instructions_where(llvm::Function& function,
                                                   llvm::function_ref<bool(llvm::Instruction&)> test) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (test(instruction)) found.push_back(&instruction);
  return found;
}

llvm::Instruction* any_instruction(Subject& subject, llvm::function_ref<bool(llvm::Instruction&)> test) {
  const auto found = instructions_where(*subject.function, test);
  return found.empty() ? nullptr : found[subject.rng.below(found.size())];
}

namespace {

bool is_structure_index(const llvm::GetElementPtrInst& gep, unsigned operand) {
  if (operand == 0) return false;
  unsigned index = 1;
  for (auto at = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); at != end; ++at, ++index)
    if (index == operand) return at.isStruct();
  return false;
}

}  // namespace

bool is_free_operand(const llvm::Use& use) {
  const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
  llvm::Type* type = use->getType();
  if (!type->isFirstClassType() || type->isLabelTy() || type->isMetadataTy() || type->isTokenTy()) return false;
  if (user.isEHPad()) return false;
  const unsigned operand = use.getOperandNo();
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) {
    if (!call->isArgOperand(&use)) return false;
    const unsigned argument = call->getArgOperandNo(&use);
    const llvm::Function* callee = call->getCalledFunction();
    if (call->isMustTailCall() || (callee != nullptr && semantics::takes_constant(*callee, argument))) return false;
    if (call->paramHasAttr(argument, llvm::Attribute::SwiftError)) return false;
    // The operand of llvm.lifetime.start and end must be an alloca, that of llvm.threadlocal.address a variable.
    return !call->isLifetimeStartOrEnd() && call->getIntrinsicID() != llvm::Intrinsic::threadlocal_address;
  }
  if (llvm::isa<llvm::SwitchInst>(user)) return operand == 0;
  if (llvm::isa<llvm::AllocaInst>(user)) return false;
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&user)) return !is_structure_index(*gep, operand);
  return true;
}

std::vector<llvm::Use*> operands_where(llvm::Function& function, llvm::function_ref<bool(const llvm::Use&)> test) {
  std::vector<llvm::Use*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    for (llvm::Use& use : instruction.operands())
      if (is_free_operand(use) && test(use)) found.push_back(&use);
  return found;
}

llvm::Instruction& availability_point(const llvm::Use& use) {
  auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&user)) return *phi->getIncomingBlock(use)->getTerminator();
  return user;
}

bool can_insert_before(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::PHINode>(instruction) && !instruction.isEHPad();
}

std::vector<llvm::Value*> Scope::values_before(llvm::Instruction& at, llvm::Type* type) const {
  std::vector<llvm::Value*> values;
  const auto fits = [&](llvm::Type* have) {
    return type != nullptr
               ? have == type
               : have->isFirstClassType() && !have->isTokenTy() && !have->isMetadataTy() && !have->isLabelTy();
  };
  for (llvm::Argument& argument : function_.args())
    if (fits(argument.getType())) values.push_back(&argument);
  const bool reachable = tree_.isReachableFromEntry(at.getParent());
  for (llvm::Instruction& instruction : llvm::instructions(function_)) {
    if (!fits(instruction.getType()) || &instruction == &at) continue;
    // In a block that nothing reaches everything dominates everything; what stands before in it is enough.
    const bool available = reachable ? tree_.dominates(&instruction, &at)
                                     : instruction.getParent() == at.getParent() && instruction.comesBefore(&at);
    if (available) values.push_back(&instruction);
  }
  return values;
}

}  // namespace assay::mutate
