#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/improve/improve.h"
#include "services/worker/improve/scope.h"
#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;

using Members = llvm::SmallSetVector<Instruction*, 16>;

/// No address of anything, which would be something else in another module.
bool is_plain(const llvm::Constant& constant) {
  if (isa<llvm::ConstantInt, llvm::ConstantFP, llvm::UndefValue, llvm::ConstantAggregateZero,
          llvm::ConstantDataSequential>(constant))
    return true;
  return isa<llvm::ConstantVector>(constant) && std::ranges::all_of(constant.operands(), [](const llvm::Use& part) {
           return is_plain(*llvm::cast<llvm::Constant>(part));
         });
}

bool is_operand(const llvm::Value& value) {
  const auto* constant = dyn_cast<llvm::Constant>(&value);
  return is_number(*value.getType()) && (constant == nullptr || is_plain(*constant));
}

/// Of numbers a number, whatever was done before.
bool is_expression(const Instruction& instruction) {
  if (!is_number(*instruction.getType())) return false;
  if (const auto* call = dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->doesNotAccessMemory() && !call->hasOperandBundles() && !call->arg_empty() &&
           call->getIntrinsicID() != llvm::Intrinsic::is_constant && llvm::isSafeToSpeculativelyExecute(call) &&
           std::ranges::all_of(call->args(), [](const llvm::Use& argument) { return is_operand(*argument); });
  if (!isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst,
           llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction))
    return false;
  return std::ranges::all_of(instruction.operands(), [](const llvm::Use& operand) { return is_operand(*operand); });
}

/// The expressions that `root` is made of, the nearest first, `most` with it.
Members nearest(Instruction& root, std::size_t most) {
  Members members;
  members.insert(&root);
  for (std::size_t i = 0; i < members.size(); ++i)
    for (llvm::Value* operand : members[i]->operands())
      if (auto* made = dyn_cast<Instruction>(operand); made != nullptr && is_expression(*made) && members.size() < most)
        members.insert(made);
  return members;
}

bool has_other_users(const Instruction& instruction, const Members& members) {
  return std::ranges::any_of(instruction.users(), [&](const llvm::User* user) {
    return !members.contains(llvm::cast<Instruction>(const_cast<llvm::User*>(user)));
  });
}

/// Where an operation may be undefined behaviour, what else is used stays outside: its users may run without it.
void keep_what_only_root_needs(Members& members) {
  const auto may_be_undefined = [](const Instruction* each) { return !llvm::isSafeToSpeculativelyExecute(each); };
  if (std::ranges::none_of(members, may_be_undefined)) return;
  Instruction* root = members.front();
  while (members.remove_if([&](const Instruction* each) { return each != root && has_other_users(*each, members); })) {
  }
}

/// The root and what it uses of the members, operands first: the same order wherever the same is computed.
void put_in_order(Instruction& instruction, const Members& members, Members& ordered) {
  for (llvm::Value* operand : instruction.operands())
    if (auto* made = dyn_cast<Instruction>(operand);
        made != nullptr && members.contains(made) && !ordered.contains(made))
      put_in_order(*made, members, ordered);
  ordered.insert(&instruction);
}

/// A function of what the members use that computes what others use of them.
class Writer {
 public:
  Writer(const Instruction& root, const Members& members) : from_(*root.getFunction()), members_(members) {
    for (const Instruction* member : members_) {
      for (llvm::Value* operand : member->operands())
        if (!isa<llvm::Constant>(operand) && !members_.contains(dyn_cast<Instruction>(operand)))
          leaves_.insert(operand);
      if (member == &root || has_other_users(*member, members_)) results_.insert(const_cast<Instruction*>(member));
    }
  }

  std::string write() {
    llvm::LLVMContext& context = from_.getContext();
    llvm::Module module("excerpt", context);
    module.setDataLayout(from_.getParent()->getDataLayout());
    module.setTargetTriple(from_.getParent()->getTargetTriple());
    std::vector<llvm::Type*> types, result_types;
    for (const llvm::Value* leaf : leaves_) types.push_back(leaf->getType());
    for (const llvm::Value* result : results_) result_types.push_back(result->getType());
    llvm::Type* type = result_types.size() == 1 ? result_types.front() : llvm::StructType::get(context, result_types);
    llvm::Function* function = llvm::Function::Create(llvm::FunctionType::get(type, types, false),
                                                      llvm::GlobalValue::ExternalLinkage, kExcerpt.data(), module);
    for (const char* mode : {"denormal-fp-math", "denormal-fp-math-f32"})
      if (from_.hasFnAttribute(mode)) function->addFnAttr(from_.getFnAttribute(mode));
    for (unsigned i = 0; i < leaves_.size(); ++i) copies_[leaves_[i]] = function->getArg(i);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
    copy(builder);
    llvm::Value* result = copies_[results_.front()];
    if (results_.size() > 1) {
      result = llvm::PoisonValue::get(type);
      for (unsigned i = 0; i < results_.size(); ++i)
        result = builder.CreateInsertValue(result, copies_[results_[i]], i);
    }
    builder.CreateRet(result);
    return ir::print(module);
  }

 private:
  void copy(llvm::IRBuilder<>& builder) {
    for (const Instruction* member : members_) {
      Instruction* made = member->clone();
      made->dropUnknownNonDebugMetadata();
      made->setDebugLoc({});
      made->dropUBImplyingAttrsAndMetadata();
      builder.Insert(made);
      for (llvm::Use& operand : made->operands())
        if (const auto found = copies_.find(operand); found != copies_.end()) operand.set(found->second);
      if (auto* call = dyn_cast<llvm::IntrinsicInst>(made)) {
        const llvm::Function& callee = *call->getCalledFunction();
        call->setCalledFunction(builder.GetInsertBlock()->getModule()->getOrInsertFunction(
            callee.getName(), callee.getFunctionType(), callee.getAttributes()));
      }
      copies_[member] = made;
    }
  }

  const llvm::Function& from_;
  const Members& members_;
  llvm::SmallSetVector<llvm::Value*, 8> leaves_;
  llvm::SmallSetVector<Instruction*, 8> results_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> copies_;
};

}  // namespace

std::vector<std::string> excerpts_of(llvm::Function& function, std::size_t most_operations) {
  std::vector<std::string> excerpts;
  if (function.hasFnAttribute(llvm::Attribute::StrictFP)) return excerpts;
  std::vector<Instruction*> roots;
  for (Instruction& instruction : llvm::instructions(function))
    if (is_expression(instruction) && !instruction.use_empty()) roots.push_back(&instruction);
  llvm::SmallPtrSet<const Instruction*, 32> covered;
  for (Instruction* root : llvm::reverse(roots)) {
    if (covered.contains(root)) continue;
    Members members = nearest(*root, most_operations), ordered;
    keep_what_only_root_needs(members);
    put_in_order(*root, members, ordered);
    for (const Instruction* member : ordered)
      if (std::ranges::all_of(member->operands(), [&](llvm::Value* operand) {
            auto* made = dyn_cast<Instruction>(operand);
            return made == nullptr || !is_expression(*made) || ordered.contains(made);
          }))
        covered.insert(member);
    if (ordered.size() >= 2) excerpts.push_back(Writer(*root, ordered).write());
  }
  return excerpts;
}

}  // namespace assay::improve
