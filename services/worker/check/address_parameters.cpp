#include "services/worker/check/address_parameters.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace assay::check {
namespace {

/// It is used so alone, if at all, and nothing else is promised of it.
bool is_number(const llvm::Argument& parameter) {
  llvm::Type* type = parameter.getType();
  return type->isPointerTy() &&
         llvm::all_of(parameter.users(), [](const llvm::User* user) { return llvm::isa<llvm::PtrToAddrInst>(user); }) &&
         llvm::all_of(parameter.getAttributes(),
                      [](const llvm::Attribute each) { return each.hasAttribute(llvm::Attribute::NoUndef); });
}

llvm::Function& with_numbers(const llvm::Function& function, const std::vector<unsigned>& numbers) {
  const llvm::DataLayout& layout = function.getDataLayout();
  std::vector<llvm::Type*> types(function.getFunctionType()->params());
  for (const unsigned each : numbers) types[each] = layout.getAddressType(types[each]);
  auto* type = llvm::FunctionType::get(function.getReturnType(), types, function.isVarArg());
  auto* copy = llvm::Function::Create(type, function.getLinkage(), function.getName(),
                                      const_cast<llvm::Module*>(function.getParent()));
  llvm::ValueToValueMapTy map;
  // What stands for the pointers, until their addresses are the numbers.
  std::vector<llvm::Instruction*> pointers;
  for (const llvm::Argument& each : function.args()) {
    llvm::Argument* own = copy->getArg(each.getArgNo());
    map[&each] = llvm::is_contained(numbers, each.getArgNo())
                     ? static_cast<llvm::Value*>(pointers.emplace_back(new llvm::IntToPtrInst(own, each.getType())))
                     : own;
  }
  llvm::SmallVector<llvm::ReturnInst*, 4> returns;
  llvm::CloneFunctionInto(copy, &function, map, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  for (const auto& [number, pointer] : llvm::zip_equal(numbers, pointers)) {
    for (const llvm::Attribute each : function.getArg(number)->getAttributes()) copy->addParamAttr(number, each);
    for (llvm::User* user : llvm::make_early_inc_range(pointer->users())) {
      user->replaceAllUsesWith(copy->getArg(number));
      llvm::cast<llvm::PtrToAddrInst>(user)->eraseFromParent();
    }
    pointer->deleteValue();
  }
  return *copy;
}

}  // namespace

AddressParameters::AddressParameters(const llvm::Function& before, const llvm::Function& after)
    : before_(&before), after_(&after) {
  if (before.getFunctionType() != after.getFunctionType()) return;
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < before.arg_size(); ++i) {
    const llvm::Argument &one = *before.getArg(i), &other = *after.getArg(i);
    if (is_number(one) && is_number(other) && one.getAttributes() == other.getAttributes() &&
        !(one.use_empty() && other.use_empty()))
      numbers.push_back(i);
  }
  if (numbers.empty()) return;
  before_ = own_.emplace_back(&with_numbers(before, numbers));
  after_ = own_.emplace_back(&with_numbers(after, numbers));
}

AddressParameters::~AddressParameters() {
  for (llvm::Function* each : own_) each->eraseFromParent();
}

}  // namespace assay::check
