#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::Attribute;
using llvm::Type;
using llvm::Value;

// Attributes of a function that has no body: what the optimizer may assume of it.
void decorate_unknown(Generator& g, llvm::Function& function) {
  if (g.rng.chance(1, 3)) function.addFnAttr(Attribute::NoUnwind);
  if (g.rng.chance(1, 3)) function.addFnAttr(Attribute::WillReturn);
  if (g.profile.language < 16) return;
  switch (g.rng.below(6)) {
    case 0:
      function.setDoesNotAccessMemory();
      break;
    case 1:
      function.setOnlyReadsMemory();
      break;
    case 2:
      function.setOnlyAccessesArgMemory();
      break;
    case 3:
      function.setOnlyAccessesInaccessibleMemory();
      break;
    default:
      break;
  }
  if (g.rng.chance(1, 5)) function.addRetAttr(Attribute::NoUndef);
}

// An external function of that type; the same name for the same type, so that calls can be compared.
llvm::Function* unknown_function(Generator& g, llvm::FunctionType* type) {
  std::string name = "unknown." + std::to_string(g.rng.below(2));
  std::string text;
  for (const Type* part : type->subtypes()) {
    llvm::raw_string_ostream stream(text);
    stream << '.';
    part->print(stream);
  }
  for (char& letter : text)
    if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '.') letter = '_';
  name += text;
  if (llvm::Function* known = g.module.getFunction(name)) return known->getFunctionType() == type ? known : nullptr;
  auto* made = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, g.module);
  decorate_unknown(g, *made);
  return made;
}

Value* emit_helper_call(Generator& g, Type* type) {
  std::vector<llvm::Function*> fitting;
  for (llvm::Function* callee : g.callees())
    if (callee->getReturnType() == type) fitting.push_back(callee);
  if (!fitting.empty()) return emit_call(g, *fitting[g.rng.below(fitting.size())]);
  if (g.callees().empty()) return g.variable(type);
  Value* made = emit_call(g, *g.callees()[g.rng.below(g.callees().size())]);
  if (made->getType()->isIntegerTy() && type->isIntegerTy())
    return g.builder.CreateIntCast(made, type, g.rng.chance(1, 2));
  return g.variable(type);
}

Value* emit_unknown_call(Generator& g, Type* type) {
  std::vector<Type*> parameters;
  for (std::uint64_t count = g.rng.below(3); count > 0; --count) parameters.push_back(g.types.any());
  if (g.memory() && g.rng.chance(1, 4)) parameters.push_back(llvm::PointerType::get(g.context, 0));
  llvm::Function* callee = unknown_function(g, llvm::FunctionType::get(type, parameters, false));
  return callee == nullptr ? g.variable(type) : emit_call(g, *callee);
}

bool can_call_helper(const Generator& g, Type* type) {
  return !g.callees().empty() && type->isSingleValueType() && !type->isPointerTy();
}
bool can_call_unknown(const Generator& g, Type* type) {
  return g.calls() && type->isSingleValueType() && !type->isPointerTy();
}

constexpr Production kCallProductions[] = {
    {"call of a helper", Family::Call, 6, can_call_helper, emit_helper_call},
    {"call of an unknown function", Family::Call, 3, can_call_unknown, emit_unknown_call},
};

}  // namespace

llvm::Function& make_recursive_helper(Generator& g, const std::string& name) {
  Type* count = g.builder.getIntNTy(4 + static_cast<unsigned>(g.rng.below(5)));
  Type* carried = g.types.integer()->getScalarType();
  auto* made = llvm::Function::Create(llvm::FunctionType::get(carried, {count, carried}, false),
                                      llvm::GlobalValue::InternalLinkage, name, g.module);
  const auto block = [&](const char* text) { return llvm::BasicBlock::Create(g.context, text, made); };
  llvm::BasicBlock *entry = block("entry"), *last = block("last"), *again = block("again");
  llvm::IRBuilder<llvm::NoFolder> inside(entry);
  // Three recursive calls at most, whatever the caller asks for.
  Value* left = inside.CreateAnd(made->getArg(0), llvm::ConstantInt::get(count, 3));
  inside.CreateCondBr(inside.CreateICmpEQ(left, llvm::ConstantInt::get(count, 0)), last, again);
  inside.SetInsertPoint(last);
  inside.CreateRet(made->getArg(1));
  inside.SetInsertPoint(again);
  static constexpr llvm::Instruction::BinaryOps kSteps[] = {llvm::Instruction::Add, llvm::Instruction::Xor,
                                                            llvm::Instruction::Mul, llvm::Instruction::Sub};
  const auto step = kSteps[g.rng.below(std::size(kSteps))];
  const bool before = g.rng.chance(1, 2);  // a call in tail position, or one whose result is worked on
  Value* value = made->getArg(1);
  if (before) value = inside.CreateBinOp(step, value, inside.CreateIntCast(left, carried, false));
  llvm::CallInst* call = inside.CreateCall(made, {inside.CreateSub(left, llvm::ConstantInt::get(count, 1)), value});
  if (g.rng.chance(1, 3)) call->setTailCall();
  inside.CreateRet(before ? static_cast<Value*>(call) : inside.CreateBinOp(step, call, made->getArg(1)));
  if (g.rng.chance(1, 2)) made->addFnAttr(Attribute::NoUnwind);
  return *made;
}

Value* emit_call(Generator& g, llvm::Function& callee) {
  std::vector<Value*> arguments;
  for (Type* type : callee.getFunctionType()->params()) arguments.push_back(g.value(type));
  if (callee.isVarArg()) arguments.push_back(g.value(g.builder.getInt32Ty()));
  llvm::CallInst* made = g.builder.CreateCall(&callee, arguments);
  if (g.rng.chance(1, 12)) made->setTailCall();
  return made;
}

llvm::ArrayRef<Production> call_productions() { return kCallProductions; }

}  // namespace assay::generate
