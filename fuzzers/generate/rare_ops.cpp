#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>

#include "fuzzers/generate/attributes.h"
#include "fuzzers/generate/generator.h"
#include "fuzzers/generate/metadata.h"

// What programs seldom hold, so that every row of the semantics, every form of constant, every attribute and every kind
// of metadata is made at some time.
namespace assay::generate {
namespace {

using llvm::Constant;
using llvm::ConstantExpr;
using llvm::Type;
using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

bool rare_float(const Generator&, Type* type) { return type->isFPOrFPVectorTy(); }

Value* emit_approximation(Generator& g, Type* type) {
  static constexpr Intrinsic::ID kOld[] = {Intrinsic::sin, Intrinsic::cos,  Intrinsic::exp,   Intrinsic::exp2,
                                           Intrinsic::log, Intrinsic::log2, Intrinsic::log10, Intrinsic::pow};
  static constexpr Intrinsic::ID kNew[] = {Intrinsic::tan,  Intrinsic::asin,  Intrinsic::acos,
                                           Intrinsic::atan, Intrinsic::sinh,  Intrinsic::cosh,
                                           Intrinsic::tanh, Intrinsic::exp10, Intrinsic::atan2};
  const bool modern = g.profile.language >= 20 && g.rng.chance(1, 2);
  const Intrinsic::ID id = modern ? kNew[g.rng.below(std::size(kNew))] : kOld[g.rng.below(std::size(kOld))];
  Value* first = g.variable(type);
  auto* made = llvm::cast<llvm::CallInst>(id == Intrinsic::pow || id == Intrinsic::atan2
                                              ? g.builder.CreateIntrinsic(id, {type}, {first, g.value(type)})
                                              : g.builder.CreateIntrinsic(id, {type}, {first}));
  made->setFastMathFlags(any_fast_math(g));
  return made;
}

Value* emit_flagged_reduction(Generator& g, Type* type) {
  static constexpr Intrinsic::ID kIds[] = {Intrinsic::vector_reduce_fmin,     Intrinsic::vector_reduce_fmax,
                                           Intrinsic::vector_reduce_fminimum, Intrinsic::vector_reduce_fmaximum,
                                           Intrinsic::vector_reduce_fadd,     Intrinsic::vector_reduce_fmul};
  const Intrinsic::ID id = kIds[g.rng.below(g.profile.language >= 17 ? 6 : 2)];
  auto* vector = llvm::FixedVectorType::get(type, g.types.lanes());
  const bool starts = id == Intrinsic::vector_reduce_fadd || id == Intrinsic::vector_reduce_fmul;
  std::vector<Value*> operands;
  if (starts) operands.push_back(g.value(type));
  operands.push_back(g.variable(vector));
  auto* made = llvm::cast<llvm::CallInst>(g.builder.CreateIntrinsic(id, {vector}, operands));
  made->setFastMathFlags(any_fast_math(g));
  return made;
}
bool rare_scalar_float(const Generator&, Type* type) {
  return type->isFloatTy() || type->isDoubleTy() || type->isHalfTy();
}

bool rare_integer(const Generator&, Type* type) { return type->isIntegerTy() && type->getScalarSizeInBits() > 1; }

const Place* byte_place(Generator& g, bool global) {
  for (const Place& place : g.places())
    if (place.size > 0 && (!global || llvm::isa<llvm::GlobalVariable>(place.pointer))) return &place;
  return nullptr;
}

// A byte read by a pointer that went through another address space, an integer or a barrier of invariance.
Value* emit_roundabout_load(Generator& g, Type* type) {
  const Place* place = byte_place(g, false);
  if (place == nullptr) return g.variable(type);
  Value* pointer = place->pointer;
  switch (g.rng.below(4)) {
    case 0:
      pointer = g.builder.CreateAddrSpaceCast(pointer, llvm::PointerType::get(g.context, 1 + g.rng.below(3)));
      break;
    case 1:
      pointer = g.builder.CreateLaunderInvariantGroup(pointer);
      break;
    case 2:
      pointer = g.builder.CreateStripInvariantGroup(pointer);
      break;
    default:
      if (g.profile.language >= 22) {
        Value* first = g.builder.CreatePtrToAddr(
            g.builder.CreateGEP(g.builder.getInt8Ty(), pointer, g.builder.getInt64(place->size - 1)));
        return g.builder.CreateIntCast(g.builder.CreateSub(first, g.builder.CreatePtrToAddr(pointer)), type, false);
      }
      break;
  }
  return g.builder.CreateIntCast(g.builder.CreateAlignedLoad(g.builder.getInt8Ty(), pointer, llvm::Align(1)), type,
                                 g.rng.chance(1, 2));
}

// A pointer that is written to a slot and read again, and a byte behind it.
Value* emit_load_by_stored_pointer(Generator& g, Type* type) {
  const Place* place = byte_place(g, false);
  if (place == nullptr) return g.variable(type);
  Type* pointer = llvm::PointerType::get(g.context, 0);
  llvm::BasicBlock& entry = g.enclosing()->getEntryBlock();
  auto* slot = new llvm::AllocaInst(pointer, 0, "", entry.begin());
  auto* store = g.builder.CreateStore(place->pointer, slot);
  auto* load = g.builder.CreateLoad(pointer, slot);
  for (int attempt = 0; attempt < 6; ++attempt) {
    add_any_metadata(*load, g.rng, g.profile.language);
    add_any_metadata(*store, g.rng, g.profile.language);
  }
  return g.builder.CreateIntCast(g.builder.CreateAlignedLoad(g.builder.getInt8Ty(), load, llvm::Align(1)), type, false);
}

// A byte of a variable that another module defines.
Value* emit_load_from_elsewhere(Generator& g, Type* type) {
  llvm::GlobalVariable* variable = g.module.getNamedGlobal("elsewhere");
  if (variable == nullptr)
    variable = new llvm::GlobalVariable(g.module, g.builder.getInt8Ty(), false, llvm::GlobalValue::ExternalLinkage,
                                        nullptr, "elsewhere");
  add_any_metadata(*variable, g.rng, g.profile.language);
  return g.builder.CreateIntCast(g.builder.CreateAlignedLoad(g.builder.getInt8Ty(), variable, llvm::Align(1)), type,
                                 g.rng.chance(1, 2));
}

// A byte of a variable by another name of it.
Value* emit_load_by_alias(Generator& g, Type* type) {
  const Place* place = byte_place(g, true);
  if (place == nullptr) return g.variable(type);
  auto& variable = *llvm::cast<llvm::GlobalVariable>(place->pointer);
  const std::string name = (variable.getName() + ".alias").str();
  llvm::GlobalAlias* alias = g.module.getNamedAlias(name);
  if (alias == nullptr) {
    Constant* inside = &variable;
    if (g.rng.chance(1, 2))
      inside = ConstantExpr::getInBoundsGetElementPtr(
          g.builder.getInt8Ty(), &variable, llvm::ArrayRef<Constant*>(g.builder.getInt64(g.rng.below(place->size))));
    const auto linkage = g.rng.chance(1, 2) ? llvm::GlobalValue::InternalLinkage : llvm::GlobalValue::ExternalLinkage;
    alias = llvm::GlobalAlias::create(g.builder.getInt8Ty(), 0, linkage, name, inside, &g.module);
  }
  return g.builder.CreateIntCast(g.builder.CreateAlignedLoad(g.builder.getInt8Ty(), alias, llvm::Align(1)), type,
                                 g.rng.chance(1, 2));
}

// The distance of two addresses in one variable, as a constant expression: 64 bits that are known.
Constant* distance(Generator& g, llvm::GlobalVariable& variable, std::uint64_t bytes) {
  Type* number = g.builder.getInt64Ty();
  Constant* end =
      ConstantExpr::getGetElementPtr(g.builder.getInt8Ty(), &variable, llvm::ConstantInt::get(number, bytes));
  return ConstantExpr::getSub(ConstantExpr::getPtrToInt(end, number), ConstantExpr::getPtrToInt(&variable, number));
}

// Every kind of constant expression that LLVM 22 keeps (it folds insertelement and shufflevector at once), with a value
// that does not depend on where things lie.
Value* emit_constant_expression(Generator& g, Type* type) {
  const Place* place = byte_place(g, true);
  if (place == nullptr) return g.variable(type);
  auto& variable = *llvm::cast<llvm::GlobalVariable>(place->pointer);
  Constant* made = distance(g, variable, 1 + g.rng.below(place->size));
  Type* lane = g.builder.getInt8Ty();
  Type* lanes = llvm::FixedVectorType::get(lane, 8);
  const auto position = [&](std::uint64_t at) { return g.builder.getInt32(static_cast<unsigned>(at)); };
  Value* value = made;
  switch (g.rng.below(7)) {
    case 0:
      value = ConstantExpr::getAdd(made, g.builder.getInt64(g.rng.below(9)));
      break;
    case 1:
      value = ConstantExpr::getXor(made, g.builder.getInt64(1 + g.rng.below(9)));
      break;
    case 2:
      value = ConstantExpr::getTrunc(made, lane);
      break;
    case 3:
      value = ConstantExpr::getExtractElement(ConstantExpr::getBitCast(made, lanes), position(g.rng.below(8)));
      break;
    case 4:
    case 5: {
      Constant* number = ConstantExpr::getPtrToInt(&variable, g.builder.getInt64Ty());
      if (g.profile.language >= 22 && g.rng.chance(1, 4))
        return g.builder.CreateIntCast(
            ConstantExpr::getSub(ConstantExpr::getPtrToAddr(&variable, g.builder.getInt64Ty()), number), type, false);
      Constant* pointer = g.rng.chance(1, 2)
                              ? ConstantExpr::getIntToPtr(number, variable.getType())
                              : ConstantExpr::getAddrSpaceCast(&variable, llvm::PointerType::get(g.context, 1));
      value = g.builder.CreateAlignedLoad(lane, pointer, llvm::Align(1));
      break;
    }
    default:
      break;
  }
  return g.builder.CreateIntCast(value, type, g.rng.chance(1, 2));
}

// Two spellings of one function's address.
Value* emit_function_address(Generator& g, Type*) {
  for (llvm::Function* callee : g.callees()) {
    Constant* other = callee;
    if (g.rng.chance(1, 3))
      other = llvm::NoCFIValue::get(callee);
    else if (g.rng.chance(1, 2))
      other = llvm::DSOLocalEquivalent::get(callee);
    return g.builder.CreateICmpEQ(callee, other);
  }
  return g.variable(g.builder.getInt1Ty());
}
bool rare_bool(const Generator&, Type* type) { return type->isIntegerTy(1); }
bool with_places(const Generator& g, Type* type) { return g.memory() && rare_integer(g, type); }
bool with_callees(const Generator& g, Type* type) { return rare_bool(g, type) && !g.callees().empty(); }

constexpr Production kRareProductions[] = {
    {"approximation", Family::Rare, 30, rare_float, emit_approximation},
    {"floating-point reduction", Family::Rare, 4, rare_scalar_float, emit_flagged_reduction},
    {"roundabout load", Family::Rare, 6, with_places, emit_roundabout_load},
    {"constant expression", Family::Rare, 12, with_places, emit_constant_expression},
    {"pointer in memory", Family::Rare, 8, with_places, emit_load_by_stored_pointer},
    {"elsewhere", Family::Rare, 3, rare_integer, emit_load_from_elsewhere},
    {"alias", Family::Rare, 3, with_places, emit_load_by_alias},
    {"address of a function", Family::Rare, 6, with_callees, emit_function_address},
};

// A value of a call that may throw is not used: the handler leaves the function.
llvm::Function& thrower(Generator& g) {
  const char* name = "unknown.thrower";
  if (llvm::Function* known = g.module.getFunction(name)) return *known;
  auto* type = llvm::FunctionType::get(g.builder.getVoidTy(), false);
  return *llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, g.module);
}

}  // namespace

llvm::ArrayRef<Production> rare_productions() { return kRareProductions; }

// The target of a jump is computed: one of two blocks.
void ControlFlow::computed_jump() {
  Value* test = condition();
  Type* type = g_.types.any();
  llvm::BasicBlock* arms[] = {block("left"), block("right")};
  llvm::BasicBlock* end = block("join");
  Value* target = g_.builder.CreateSelect(test, llvm::BlockAddress::get(g_.function_, arms[0]),
                                          llvm::BlockAddress::get(g_.function_, arms[1]));
  llvm::IndirectBrInst* jump = g_.builder.CreateIndirectBr(target, 2);
  Arms values;
  const std::size_t outer = g_.scope_.size();
  for (llvm::BasicBlock* arm : arms) {
    jump->addDestination(arm);
    g_.builder.SetInsertPoint(arm);
    values.emplace_back(arm, std::vector<Value*>{g_.value(type)});
    values.back().first = g_.builder.GetInsertBlock();
    g_.builder.CreateBr(end);
    g_.scope_.resize(outer);
  }
  join(end, {type}, values);
}

// A call that may unwind, with a handler that cleans up or catches, and then returns or goes on unwinding.
void ControlFlow::guarded_call(Type* result) {
  llvm::FunctionCallee personality =
      g_.module.getOrInsertFunction("__gxx_personality_v0", llvm::FunctionType::get(g_.builder.getInt32Ty(), true));
  g_.function_->setPersonalityFn(llvm::cast<llvm::Constant>(personality.getCallee()));
  llvm::BasicBlock* normal = block("next");
  llvm::BasicBlock* unwind = block("unwind");
  g_.builder.CreateInvoke(&thrower(g_), normal, unwind, {});
  g_.builder.SetInsertPoint(unwind);
  Type* parts[] = {llvm::PointerType::get(g_.context, 0), g_.builder.getInt32Ty()};
  llvm::LandingPadInst* pad =
      g_.builder.CreateLandingPad(llvm::StructType::get(g_.context, llvm::ArrayRef<Type*>(parts)), 1);
  pad->setCleanup(g_.rng.chance(1, 2));
  if (!pad->isCleanup()) pad->addClause(llvm::ConstantPointerNull::get(llvm::PointerType::get(g_.context, 0)));
  const std::size_t outer = g_.scope_.size();
  if (g_.rng.chance(1, 3))
    g_.builder.CreateResume(pad);
  else
    g_.builder.CreateRet(g_.value(result));
  g_.scope_.resize(outer);
  std::erase(g_.scope_, pad);
  g_.builder.SetInsertPoint(normal);
}

// Another rounding mode is set, and the one before again. Operations that name a mode would break their promise between
// the two, so there is none.
void ControlFlow::rounding_scope() {
  Type* nothing = g_.builder.getVoidTy();
  Value* before = g_.builder.CreateIntrinsic(g_.builder.getInt32Ty(), Intrinsic::get_rounding, {});
  std::erase(g_.scope_, before);
  Value* mode = g_.builder.getInt32(static_cast<unsigned>(g_.rng.below(4)));
  g_.builder.CreateIntrinsic(nothing, Intrinsic::set_rounding, {mode});
  g_.builder.CreateIntrinsic(nothing, Intrinsic::set_rounding, {before});
}

void ControlFlow::rare_statement(Type* result) {
  if (g_.constrained() && g_.rng.chance(1, 3)) return rounding_scope();
  switch (g_.rng.below(6)) {
    case 0:
      return computed_jump();
    case 1:
      return guarded_call(result);
    case 3:
      return trap();
    case 4:
      return stack_scope();
    case 2:
      g_.builder.CreateIntrinsic(g_.builder.getVoidTy(), Intrinsic::donothing, {});
      return;
    default:
      g_.builder.CreateIntrinsic(g_.builder.getVoidTy(), Intrinsic::sideeffect, {});
      return;
  }
}

llvm::Function& make_variadic_helper(Generator& g, const std::string& name) {
  auto* number = g.builder.getInt32Ty();
  auto* made = llvm::Function::Create(llvm::FunctionType::get(number, {number}, true),
                                      llvm::GlobalValue::InternalLinkage, name, g.module);
  llvm::IRBuilder<> inside(llvm::BasicBlock::Create(g.context, "entry", made));
  Value* list = inside.CreateAlloca(llvm::ArrayType::get(inside.getInt64Ty(), 3));
  inside.CreateIntrinsic(Intrinsic::vastart, {list->getType()}, {list});
  Value* first = inside.CreateVAArg(list, number);
  inside.CreateIntrinsic(Intrinsic::vaend, {list->getType()}, {list});
  inside.CreateRet(inside.CreateAdd(first, made->getArg(0)));
  return *made;
}

void decorate_rarely(Generator& g, llvm::Function& function) {
  const unsigned language = g.profile.language;
  if (language >= 22 && g.rng.chance(1, 5)) add_debug_info(function);
  for (std::uint64_t count = g.rng.below(4); count > 0; --count) add_any_attribute(function, g.rng);
  for (std::uint64_t count = g.rng.below(3); count > 0; --count) add_any_metadata(function, g.rng, language);
  for (llvm::BasicBlock& each : function)
    for (llvm::Instruction& instruction : each) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) {
        for (std::uint64_t count = g.rng.below(4); count > 0; --count) add_any_attribute(*call, g.rng);
        if (llvm::Function* callee = call->getCalledFunction(); callee != nullptr && callee->isDeclaration()) {
          if (g.rng.chance(1, 3)) add_any_attribute(*callee, g.rng);
          if (g.rng.chance(1, 3)) add_any_metadata(*callee, g.rng, language);
        }
      }
      for (std::uint64_t count = g.rng.below(3); count > 0; --count) add_any_metadata(instruction, g.rng, language);
      if (language >= 22 && llvm::isa<llvm::IntToPtrInst>(instruction) && g.rng.chance(1, 2))
        instruction.setMetadata(llvm::LLVMContext::MD_nofree, llvm::MDNode::get(g.context, {}));
      if (llvm::isa<llvm::FPMathOperator>(instruction) && g.rng.chance(1, 3))
        instruction.setFastMathFlags(any_fast_math(g));
    }
  for (const Place& place : g.places())
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place.pointer))
      for (std::uint64_t count = 1 + g.rng.below(4); count > 0; --count) add_any_metadata(*variable, g.rng, language);
}

}  // namespace assay::generate
