#include <gtest/gtest.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>

#include "fuzzers/generate/generate.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// The interpreter against native code: random programs on random inputs, compiled at O0 and run in this process.
namespace assay::differential {
namespace {

using interpret::EndKind;
using interpret::LaneSet;
using llvm::APInt;
using semantics::InputLane;

/// One run of one function that the interpreter says is defined.
struct Case {
  std::string function;
  std::vector<LaneSet> expected;
  std::string input;
  std::string wrapper;
};

APInt draw(Rng& rng, unsigned width) {
  switch (rng.below(4)) {
    case 0:
      return APInt(64, rng.below(4)).zextOrTrunc(width);
    case 1:
      return APInt::getAllOnes(width);
    case 2:
      return APInt::getSignedMinValue(width);
    default:
      return APInt(64, rng()).zextOrTrunc(width);
  }
}

/// An argument's value as a constant, lane by lane in the order of the lowered form.
llvm::Constant* constant_of(llvm::Type* type, const std::vector<InputLane>& lanes, std::size_t& next) {
  if (type->isIntegerTy()) return llvm::ConstantInt::get(type, lanes[next++].bits);
  if (type->isFloatingPointTy())
    return llvm::ConstantFP::get(type->getContext(), llvm::APFloat(type->getFltSemantics(), lanes[next++].bits));
  std::vector<llvm::Constant*> elements;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      elements.push_back(constant_of(vector->getElementType(), lanes, next));
    return llvm::ConstantVector::get(elements);
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      elements.push_back(constant_of(array->getElementType(), lanes, next));
    return llvm::ConstantArray::get(array, elements);
  }
  auto* record = llvm::cast<llvm::StructType>(type);
  for (llvm::Type* element : record->elements()) elements.push_back(constant_of(element, lanes, next));
  return llvm::ConstantStruct::get(record, elements);
}

/// Stores each lane of a value as two 64-bit words.
void store_lanes(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* out, unsigned& next) {
  llvm::Type* type = value->getType();
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      store_lanes(builder, builder.CreateExtractElement(value, i), out, next);
  } else if (type->isArrayTy() || type->isStructTy()) {
    const unsigned count =
        type->isArrayTy() ? static_cast<unsigned>(type->getArrayNumElements()) : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i) store_lanes(builder, builder.CreateExtractValue(value, i), out, next);
  } else {
    if (type->isFloatingPointTy())
      value = builder.CreateBitCast(value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
    llvm::Value* wide = builder.CreateZExtOrTrunc(value, builder.getInt128Ty());
    for (unsigned half = 0; half < 2; ++half) {
      llvm::Value* word = builder.CreateTrunc(builder.CreateLShr(wide, 64 * half), builder.getInt64Ty());
      builder.CreateStore(word, builder.CreateConstGEP1_64(builder.getInt64Ty(), out, 2 * next + half));
    }
    ++next;
  }
}

/// x86-64's code generator does not keep vectors of odd integers packed when they are cast, stored or returned, as
/// LangRef says they are; programs with such vectors are left out.
bool is_odd_vector(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr || !vector->getElementType()->isIntegerTy()) return false;
  const unsigned bits = vector->getScalarSizeInBits();
  return bits < 8 || !llvm::isPowerOf2_32(bits);
}

/// Can this type be handed over?
bool is_simple(llvm::Type* type) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth() <= 128;
  if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy()) return true;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return !is_odd_vector(type) && is_simple(vector->getElementType());
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return is_simple(array->getElementType());
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::all_of(record->elements(), [](llvm::Type* element) { return is_simple(element); });
  return false;
}

bool can_run_natively(const llvm::Function& function) {
  if (!is_simple(function.getReturnType())) return false;
  for (const llvm::Argument& argument : function.args())
    if (!is_simple(argument.getType())) return false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const bool is_mask = instruction.getType()->isIntOrIntVectorTy(1) && !llvm::isa<llvm::BitCastInst>(instruction);
    if (is_odd_vector(instruction.getType()) && !is_mask) return false;
    for (const llvm::Value* operand : instruction.operands())
      if (is_odd_vector(operand->getType()) && !operand->getType()->isIntOrIntVectorTy(1)) return false;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || (callee->isDeclaration() && !callee->isIntrinsic())) return false;
    // The interpreter gives functions of the mathematics library values of its own.
    if (callee->isIntrinsic() && callee->getReturnType()->isFPOrFPVectorTy()) return false;
  }
  return true;
}

bool uses_variable(const llvm::Value& value) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&value)) return !global->isConstant();
  const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  return constant != nullptr &&
         llvm::any_of(constant->operands(), [](const llvm::Use& use) { return uses_variable(*use); });
}

/// May the function leave something behind for its next run?
bool has_state(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !call->getCalledFunction()->isDeclaration()) return true;
    if (llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return uses_variable(*use); })) return true;
  }
  return false;
}

/// A function without parameters that runs the case and stores the result.
void add_wrapper(llvm::Module& module, const std::string& function,
                 const std::vector<std::vector<InputLane>>& arguments, const std::string& name) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  auto* wrapper = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer}, false),
                                         llvm::Function::ExternalLinkage, name, module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", wrapper));
  llvm::Function* callee = module.getFunction(function);
  std::vector<llvm::Value*> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::size_t next = 0;
    values.push_back(constant_of(callee->getArg(static_cast<unsigned>(i))->getType(), arguments[i], next));
  }
  llvm::Value* result = builder.CreateCall(callee, values);
  unsigned next = 0;
  if (!result->getType()->isVoidTy()) store_lanes(builder, result, wrapper->getArg(0), next);
  builder.CreateRetVoid();
}

/// Runs the function on a random input; adds a case if the run is defined in all its choices.
void try_input(llvm::Module& module, const semantics::Function& function, Rng& rng, std::vector<Case>& cases) {
  semantics::Input input;
  std::string text;
  for (const semantics::Argument& argument : function.arguments) {
    input.arguments.emplace_back();
    for (std::uint32_t lane = 0; lane < argument.value.count; ++lane) {
      const APInt bits = draw(rng, function.slots[argument.value.first + lane].bits);
      text += " " + std::to_string(bits.extractBitsAsZExtValue(std::min(64u, bits.getBitWidth()), 0));
      input.arguments.back().push_back(InputLane::of(bits));
    }
  }
  const auto all = interpret::behaviours(function, input);
  if (all.all.size() != 1 || !all.complete || all.all[0].end != EndKind::Returned) return;
  Case made{function.name, all.all[0].result, text, "wrapper" + std::to_string(cases.size())};
  add_wrapper(module, function.name, input.arguments, made.wrapper);
  cases.push_back(std::move(made));
}

void run_natively(std::unique_ptr<llvm::Module> module, std::unique_ptr<llvm::LLVMContext> context,
                  const std::vector<Case>& cases) {
  auto builder = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(builder)).create();
  ASSERT_TRUE(static_cast<bool>(jit)) << llvm::toString(jit.takeError());
  const std::string text = ir::print(*module);
  llvm::cantFail((*jit)->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  for (const Case& each : cases) {
    auto symbol = (*jit)->lookup(each.wrapper);
    ASSERT_TRUE(static_cast<bool>(symbol)) << llvm::toString(symbol.takeError());
    std::vector<std::uint64_t> words(2 * each.expected.size() + 2, 0);
    symbol->toPtr<void (*)(std::uint64_t*)>()(words.data());
    for (std::size_t lane = 0; lane < each.expected.size(); ++lane) {
      const LaneSet& set = each.expected[lane];
      if (set.poison) continue;
      const APInt got = APInt(128, llvm::ArrayRef<std::uint64_t>(words.data() + 2 * lane, 2)).trunc(set.width);
      EXPECT_TRUE(set.contains(got)) << "@" << each.function << " on" << each.input << ": lane " << lane
                                     << " is natively " << got.getLimitedValue() << "\n"
                                     << text.substr(text.find("@" + each.function + "("), 1500);
    }
  }
}

class NativeAgrees : public testing::TestWithParam<std::string> {};

TEST_P(NativeAgrees, OnRandomProgramsAndInputs) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto profile = generate::profile_named(GetParam());
  ASSERT_TRUE(profile) << profile.error();
  std::size_t judged = 0;
  constexpr int kModules = 8, kFunctions = 24, kInputs = 4;
  for (int batch = 0; batch < kModules; ++batch) {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>("native", *context);
    auto builder = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
    module->setDataLayout(llvm::cantFail(builder.getDefaultDataLayoutForTarget()));
    Rng rng(static_cast<std::uint64_t>(batch) + 1);
    std::vector<Case> cases;
    for (int i = 0; i < kFunctions; ++i) {
      llvm::Function& function = generate::generate_function(*module, rng, *profile, "f" + std::to_string(i));
      if (!can_run_natively(function)) continue;
      auto lowered = semantics::lower(function);
      if (!lowered) continue;
      const int inputs = has_state(function) ? 1 : kInputs;  // globals keep what a run stored
      for (int input = 0; input < inputs; ++input) try_input(*module, *lowered, rng, cases);
    }
    // What can't be run must not stop the rest from being linked.
    std::vector<llvm::Function*> refused;
    for (llvm::Function& function : *module)
      if (!function.isDeclaration() && function.use_empty() && !function.getName().starts_with("wrapper"))
        refused.push_back(&function);
    for (llvm::Function* function : refused) function->eraseFromParent();
    judged += cases.size();
    ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    run_natively(std::move(module), std::move(context), cases);
  }
  RecordProperty("judged", static_cast<int>(judged));
  EXPECT_GT(judged, 20u);
}

// Not "everything": the code generator gives up on some of its rare types.
INSTANTIATE_TEST_SUITE_P(Profiles, NativeAgrees,
                         testing::Values("peephole", "loops", "vectors", "floats", "memory", "bitfields",
                                         "interprocedural"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace assay::differential
