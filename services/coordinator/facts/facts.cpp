#include "services/coordinator/facts/facts.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

#include "services/coordinator/facts/details.h"
#include "services/coordinator/facts/entities.h"
#include "services/coordinator/facts/metadata_text.h"
#include "services/coordinator/facts/operands.h"
#include "services/worker/ir/symbols.h"

namespace assay::facts {
namespace {

template <class Owner>
std::vector<store::IrNamed> metadata_of(const Owner& owner) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>> attached;
  owner.getAllMetadata(attached);
  llvm::SmallVector<llvm::StringRef> kinds;
  owner.getContext().getMDKindNames(kinds);
  std::vector<store::IrNamed> found;
  for (const auto& [kind, node] : attached) found.push_back({kinds[kind].str(), metadata_text(*node)});
  return found;
}

store::IrInstruction instruction_of(const llvm::Instruction& instruction, std::uint64_t variable, Entities& entities) {
  store::IrInstruction row;
  row.variable = variable;
  row.opcode = instruction.getOpcodeName();
  row.type = entities.type(*instruction.getType());
  if (!instruction.getType()->isVoidTy()) row.name = entities.name(instruction);
  row.operands = operands_of(instruction, entities);
  row.flags = flags_of(instruction);
  row.properties = properties_of(instruction);
  row.types = types_of(instruction, entities);
  row.indices = indices_of(instruction, entities);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    row.attributes = attributes_of(call->getAttributes(), call->arg_size());
  if (instruction.hasMetadata()) row.metadata = metadata_of(instruction);
  entities.pay_for(row);
  return row;
}

void add_body(const llvm::Function& function, Entities& entities, store::IrFunction& row) {
  // All variables are numbered before the first operand names one.
  llvm::DenseMap<const llvm::Value*, std::uint64_t> numbers;
  for (const llvm::BasicBlock& block : function) numbers[&block] = entities.add_variable(block);
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) numbers[&instruction] = entities.add_variable(instruction);
  for (const llvm::BasicBlock& block : function) {
    store::IrBlock& added = row.blocks.emplace_back();
    added.variable = numbers[&block];
    added.name = entities.name(block);
    for (const llvm::BasicBlock* successor : llvm::successors(&block)) added.successors.push_back(numbers[successor]);
    entities.pay_for(added);
    for (const llvm::Instruction& instruction : block)
      if (entities.within_budget())
        added.instructions.push_back(instruction_of(instruction, numbers[&instruction], entities));
  }
}

store::IrFunction function_of(const llvm::Function& function, Entities& entities) {
  entities.enter(function);
  store::IrFunction row;
  row.name = entities.name(function);
  row.type = entities.type(*function.getFunctionType());
  row.is_definition = !function.isDeclaration();
  row.linkage = ir::linkage_word(function);
  row.calling_convention = function.getCallingConv();
  for (const llvm::Argument& argument : function.args())
    row.parameters.push_back({entities.add_variable(argument), row.is_definition ? entities.name(argument) : "",
                              entities.type(*argument.getType())});
  row.attributes = attributes_of(function.getAttributes(), function.arg_size());
  row.metadata = metadata_of(function);
  entities.pay_for(row);
  add_body(function, entities, row);
  return row;
}

store::IrGlobal global_of(const llvm::GlobalVariable& global, Entities& entities) {
  store::IrGlobal row;
  row.name = entities.name(global);
  row.type = entities.type(*global.getValueType());
  row.is_constant = global.isConstant();
  row.linkage = ir::linkage_word(global);
  row.alignment = global.getAlign().valueOrOne().value();
  if (global.hasInitializer()) row.initializer = entities.name(*global.getInitializer());
  entities.pay_for(row);
  return row;
}

}  // namespace

store::ModuleFacts facts_of(const llvm::Module& module, std::size_t budget) {
  store::ModuleFacts facts;
  facts.side = "file";
  facts.triple = module.getTargetTriple().str();
  facts.data_layout = module.getDataLayoutStr();
  Entities entities(module, facts, budget);
  entities.type(*llvm::Type::getLabelTy(module.getContext()));
  for (const llvm::GlobalVariable& global : module.globals())
    if (entities.within_budget()) facts.globals.push_back(global_of(global, entities));
  for (const llvm::Function& function : module)
    if (entities.within_budget()) facts.functions.push_back(function_of(function, entities));
  if (entities.within_budget()) return facts;
  store::ModuleFacts none;
  none.side = facts.side;
  none.fault = "its facts would be larger than " + std::to_string(budget) + " bytes, so they are left out";
  return none;
}

}  // namespace assay::facts
