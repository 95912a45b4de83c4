#include "services/worker/improve/pair.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>

#include "services/worker/improve/price.h"
#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

/// Whatever has no name gets one, so that texts of both functions name the same by the same.
void name_all(llvm::Function& function) {
  for (llvm::Argument& argument : function.args())
    if (!argument.hasName()) argument.setName("a");
  for (llvm::BasicBlock& block : function)
    if (!block.hasName() && function.size() > 1) block.setName(&block == &function.getEntryBlock() ? "entry" : "block");
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (!instruction.getType()->isVoidTy() && !instruction.hasName()) instruction.setName("v");
}

llvm::Value* returned_by(llvm::Function& function) {
  auto* end = llvm::dyn_cast<llvm::ReturnInst>(function.getEntryBlock().getTerminator());
  return end == nullptr ? nullptr : end->getReturnValue();
}

/// Of a structure that is put together; null: it is not known.
llvm::Value* element_of(llvm::Value* whole, unsigned element) {
  while (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(whole)) {
    if (insert->getIndices().size() == 1 && insert->getIndices()[0] == element)
      return insert->getInsertedValueOperand();
    whole = insert->getAggregateOperand();
  }
  auto* constant = llvm::dyn_cast<llvm::Constant>(whole);
  return constant == nullptr ? nullptr : constant->getAggregateElement(element);
}

using TwoValues = std::pair<llvm::Value*, llvm::Value*>;

/// Do values of two functions compute the same from equal arguments, written alike?
bool is_alike(const llvm::Value* one, const llvm::Value* other) {
  const auto *parameter = llvm::dyn_cast<llvm::Argument>(one), *its = llvm::dyn_cast<llvm::Argument>(other);
  if (parameter != nullptr && its != nullptr) return parameter->getArgNo() == its->getArgNo();
  const auto *left = llvm::dyn_cast<llvm::Instruction>(one), *right = llvm::dyn_cast<llvm::Instruction>(other);
  if (left == nullptr || right == nullptr) return one == other;
  return left->isSameOperationAs(right) && !llvm::isa<llvm::FreezeInst>(left) &&
         std::ranges::equal(left->operand_values(), right->operand_values(), is_alike);
}

/// What alone differs of two that are else alike: the innermost first, and the two at the end.
std::vector<TwoValues> differences(llvm::Value* one, llvm::Value* other) {
  std::vector<TwoValues> found{{one, other}};
  while (true) {
    const auto [source, target] = found.back();
    auto *left = llvm::dyn_cast<llvm::Instruction>(source), *right = llvm::dyn_cast<llvm::Instruction>(target);
    if (left == nullptr || right == nullptr || !left->isSameOperationAs(right)) break;
    std::set<TwoValues> inner;
    for (unsigned i = 0; i < left->getNumOperands(); ++i)
      if (!is_alike(left->getOperand(i), right->getOperand(i)))
        inner.insert({left->getOperand(i), right->getOperand(i)});
    if (inner.size() != 1) break;
    found.push_back(*inner.begin());
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace

llvm::Function* alone(llvm::Module& module, const std::string& name, const std::string& new_name) {
  llvm::StripDebugInfo(module);
  llvm::Function* function = module.getFunction(name);
  function->setComdat(nullptr);
  function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  // What the compiler has found out of its result makes nothing else of it.
  function->setAttributes(
      function->getAttributes().removeAttributesAtIndex(module.getContext(), llvm::AttributeList::ReturnIndex));
  function->setName(new_name);
  name_all(*function);
  return function;
}

std::string text_of_pair(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals()))
    if (variable.use_empty()) variable.eraseFromParent();
  return ir::without_head(ir::print(module));
}

bool is_done_alone(const std::string& pair, const Options& options) {
  const auto text = options.compile && !pair.empty() ? options.compile(pair) : std::nullopt;
  if (!text) return false;
  llvm::LLVMContext context;
  const auto before = ir::parse(context, pair, "a rule"), after = ir::parse(context, *text, "what it becomes");
  const llvm::Function* source = before ? (*before)->getFunction("src") : nullptr;
  const llvm::Function* left = after ? (*after)->getFunction("src") : nullptr;
  return source != nullptr && left != nullptr && is_cheaper(price_of(*left), price_of(*source));
}

std::vector<std::pair<llvm::Value*, llvm::Value*>> results_of(llvm::Function& source, llvm::Function& target) {
  llvm::Value *before = returned_by(source), *after = returned_by(target);
  if (before == nullptr || after == nullptr) return {};
  const auto* type = llvm::dyn_cast<llvm::StructType>(before->getType());
  if (type == nullptr) return differences(before, after);
  std::vector<TwoValues> results;
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    if (auto* one = element_of(before, i), *other = element_of(after, i);
        one != nullptr && other != nullptr && !is_alike(one, other))
      std::ranges::move(differences(one, other), std::back_inserter(results));
  return results;
}

}  // namespace assay::improve
