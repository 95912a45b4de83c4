#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "fuzzers/generate/generate.h"

namespace assay::generate {
namespace {

namespace Intrinsic = llvm::Intrinsic;

constexpr const char* kRoundings[] = {"round.tonearest", "round.dynamic",  "round.dynamic",
                                      "round.upward",    "round.downward", "round.towardzero"};
constexpr const char* kExceptions[] = {"fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"};

/// The constrained form of an operation, not_intrinsic if it has none.
Intrinsic::ID constrained_form(const llvm::Instruction& operation) {
  std::string name;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&operation)) {
    if (Intrinsic::isConstrainedFPIntrinsic(call->getIntrinsicID())) return Intrinsic::not_intrinsic;
    name = Intrinsic::getBaseName(call->getIntrinsicID()).drop_front(5);
  } else if (!llvm::isa<llvm::CallBase>(operation)) {
    name = operation.getOpcodeName();
  }
  return name.empty() ? static_cast<Intrinsic::ID>(Intrinsic::not_intrinsic)
                      : Intrinsic::lookupIntrinsicID("llvm.experimental.constrained." + name);
}

void constrain(llvm::Instruction& operation, Intrinsic::ID id, const char* rounding, const char* exceptions,
               bool signals) {
  llvm::LLVMContext& context = operation.getContext();
  const auto text = [&](llvm::StringRef word) {
    return llvm::MetadataAsValue::get(context, llvm::MDString::get(context, word));
  };
  if (id == Intrinsic::experimental_constrained_fcmp && signals) id = Intrinsic::experimental_constrained_fcmps;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&operation);
  std::vector<llvm::Value*> arguments;
  for (llvm::Use& use : operation.operands())
    if (call == nullptr || call->isArgOperand(&use)) arguments.push_back(use.get());
  if (const auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&operation)) {
    // Always true and always false are no predicates there.
    if (compare->getPredicate() == llvm::CmpInst::FCMP_TRUE || compare->getPredicate() == llvm::CmpInst::FCMP_FALSE)
      return;
    arguments.push_back(text(llvm::CmpInst::getPredicateName(compare->getPredicate())));
  }
  if (Intrinsic::hasConstrainedFPRoundingModeOperand(id)) arguments.push_back(text(rounding));
  arguments.push_back(text(exceptions));
  std::vector<llvm::Type*> parameters;
  for (const llvm::Value* argument : arguments) parameters.push_back(argument->getType());
  llvm::SmallVector<llvm::Type*, 4> types;
  if (!Intrinsic::getIntrinsicSignature(id, llvm::FunctionType::get(operation.getType(), parameters, false), types))
    return;
  llvm::IRBuilder<> builder(&operation);
  llvm::CallInst* made =
      builder.CreateCall(Intrinsic::getOrInsertDeclaration(operation.getModule(), id, types), arguments);
  if (llvm::isa<llvm::FPMathOperator>(made) && llvm::isa<llvm::FPMathOperator>(operation))
    made->copyFastMathFlags(&operation);
  made->takeName(&operation);
  operation.replaceAllUsesWith(made);
  operation.eraseFromParent();
}

/// Gives a constrained call the function's rounding mode.
void tell(llvm::ConstrainedFPIntrinsic& call, const char* rounding) {
  if (!Intrinsic::hasConstrainedFPRoundingModeOperand(call.getIntrinsicID())) return;
  llvm::LLVMContext& context = call.getContext();
  call.setArgOperand(call.arg_size() - 2, llvm::MetadataAsValue::get(context, llvm::MDString::get(context, rounding)));
}

}  // namespace

void constrain_floats(llvm::Function& function, Rng& rng) {
  const char* rounding = kRoundings[rng.below(std::size(kRoundings))];
  const char* exceptions = kExceptions[rng.below(std::size(kExceptions))];
  std::vector<std::pair<llvm::Instruction*, Intrinsic::ID>> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (const Intrinsic::ID id = constrained_form(instruction); id != Intrinsic::not_intrinsic)
      found.emplace_back(&instruction, id);
  // Two static rounding modes in one function contradict each other, so the second is made rarely.
  if (!rng.chance(1, 8))
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&instruction)) tell(*call, rounding);
  for (const auto& [operation, id] : found) constrain(*operation, id, rounding, exceptions, rng.chance(1, 3));
  function.addFnAttr(llvm::Attribute::StrictFP);
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) call->addFnAttr(llvm::Attribute::StrictFP);
}

}  // namespace assay::generate
