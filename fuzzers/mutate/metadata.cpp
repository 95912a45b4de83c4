#include "fuzzers/generate/metadata.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::LLVMContext;

// The function that is mutated, or one that it calls; variables that it uses.
llvm::Function& any_function(Subject& subject) {
  std::vector<llvm::Function*> functions{subject.function};
  for (const Instruction* call : instructions_where(*subject.function, [](Instruction& each) {
         const auto* candidate = llvm::dyn_cast<llvm::CallBase>(&each);
         return candidate != nullptr && candidate->getCalledFunction() != nullptr &&
                !candidate->getCalledFunction()->isIntrinsic();
       }))
    functions.push_back(llvm::cast<llvm::CallBase>(call)->getCalledFunction());
  return *functions[subject.rng.below(functions.size())];
}

llvm::GlobalVariable* any_variable(Subject& subject) {
  std::vector<llvm::GlobalVariable*> variables;
  for (const llvm::Use* use : operands_where(
           *subject.function, [](const llvm::Use& each) { return llvm::isa<llvm::GlobalVariable>(each.get()); }))
    variables.push_back(llvm::cast<llvm::GlobalVariable>(use->get()));
  return variables.empty() ? nullptr : variables[subject.rng.below(variables.size())];
}

}  // namespace

bool AnyMetadata::apply(Subject& subject) const {
  const auto kinds = generate::instruction_metadata();
  const auto& kind = kinds[subject.rng.below(kinds.size())];
  if (kind.since > subject.language()) return false;
  Instruction* chosen = any_instruction(subject, [&](Instruction& each) { return kind.fits(each); });
  if (chosen == nullptr) return false;
  if (chosen->hasMetadata(kind.id) && subject.rng.chance(1, 2)) {
    chosen->setMetadata(kind.id, nullptr);
    return true;
  }
  llvm::MDNode* node = kind.make(subject.rng, *chosen);
  if (node == nullptr) return false;
  chosen->setMetadata(kind.id, node);
  return true;
}

bool GlobalMetadata::apply(Subject& subject) const {
  if (llvm::GlobalVariable* variable = any_variable(subject); variable != nullptr && subject.rng.chance(1, 2))
    return generate::add_any_metadata(*variable, subject.rng, subject.language());
  llvm::Function& function = any_function(subject);
  if (subject.language() >= 22 && subject.rng.chance(1, 12) && function.getSubprogram() == nullptr) {
    generate::add_debug_info(function);
    return !function.isDeclaration();
  }
  if (function.hasMetadata() && function.getSubprogram() == nullptr && subject.rng.chance(1, 3)) {
    function.clearMetadata();
    return true;
  }
  return generate::add_any_metadata(function, subject.rng, subject.language());
}

bool TransplantMetadata::apply(Subject& subject) const {
  Instruction* from = any_instruction(subject, [](Instruction& each) { return each.hasMetadataOtherThanDebugLoc(); });
  if (from == nullptr) return false;
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> pieces;
  from->getAllMetadataOtherThanDebugLoc(pieces);
  const auto [id, node] = pieces[subject.rng.below(pieces.size())];
  // A distinct node stands for one place; a range is of one type.
  if (node->isDistinct()) return false;
  for (const auto& kind : generate::instruction_metadata()) {
    if (kind.id != id) continue;
    Instruction* to = any_instruction(subject, [&](Instruction& each) {
      return &each != from && kind.fits(each) &&
             (id != llvm::LLVMContext::MD_range || each.getType() == from->getType()) && each.getMetadata(id) != node;
    });
    if (to == nullptr) return false;
    to->setMetadata(id, node);
    return true;
  }
  return false;
}

bool WidenMetadata::apply(Subject& subject) const {
  static constexpr unsigned kSizes[] = {LLVMContext::MD_align, LLVMContext::MD_dereferenceable,
                                        LLVMContext::MD_dereferenceable_or_null};
  const auto is_number = [](const llvm::MDNode* node, unsigned operands) {
    return node != nullptr && node->getNumOperands() == operands &&
           llvm::mdconst::hasa<llvm::ConstantInt>(node->getOperand(0));
  };
  Instruction* chosen = any_instruction(subject, [&](Instruction& each) {
    if (is_number(each.getMetadata(LLVMContext::MD_range), 2)) return true;
    return llvm::any_of(kSizes, [&](unsigned kind) { return is_number(each.getMetadata(kind), 1); });
  });
  if (chosen == nullptr) return false;
  const auto number = [&](const llvm::MDNode* node, unsigned index) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(index))->getValue();
  };
  const auto wrapped = [&](const llvm::APInt& value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(chosen->getContext(), value));
  };
  if (const llvm::MDNode* node = chosen->getMetadata(LLVMContext::MD_range); is_number(node, 2)) {
    const auto range = moved_bound(subject, llvm::ConstantRange(number(node, 0), number(node, 1)));
    if (!range) return false;
    chosen->setMetadata(LLVMContext::MD_range, llvm::MDNode::get(chosen->getContext(), {wrapped(range->getLower()),
                                                                                        wrapped(range->getUpper())}));
    return true;
  }
  for (const unsigned kind : kSizes) {
    const llvm::MDNode* node = chosen->getMetadata(kind);
    if (!is_number(node, 1)) continue;
    const std::uint64_t old = number(node, 0).getZExtValue();
    const std::uint64_t changed = old > 1 && subject.rng.chance(1, 2) ? old / 2 : old < 4096 ? old * 2 : old / 2;
    chosen->setMetadata(kind, llvm::MDNode::get(chosen->getContext(), wrapped(llvm::APInt(64, changed))));
    return true;
  }
  return false;
}

}  // namespace assay::mutate
