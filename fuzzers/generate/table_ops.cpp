#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "fuzzers/generate/generator.h"
#include "fuzzers/generate/intrinsic_forms.h"
#include "services/worker/semantics/semantics.h"

// Any intrinsic that the semantics know, in any form that they and the verifier accept: what no production of its own
// makes comes from here.
namespace assay::generate {
namespace {

using llvm::Type;
using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;
using Kind = FixedArgument::Kind;

bool deals_in_floats(const llvm::FunctionType& type) {
  return llvm::any_of(type.subtypes(), [](Type* each) { return each->isFPOrFPVectorTy() || each->isStructTy(); });
}

// Intrinsics that are statements: they end the program, change the stack, or are debug info, which LLVM 22 keeps in
// records.
bool is_of_statements(Intrinsic::ID id) {
  using semantics::IntrinsicClass;
  const IntrinsicClass kind = semantics::note_of(id).kind;
  const bool debugs = Intrinsic::getBaseName(id).starts_with("llvm.dbg.");
  return debugs || (kind == IntrinsicClass::LikeFunction && id != Intrinsic::eh_typeid_for);
}

const std::vector<Intrinsic::ID>& drawable(bool constrained, bool any_language) {
  static const auto lists = [] {
    std::array<std::vector<Intrinsic::ID>, 4> made;
    for (const Intrinsic::ID id : known_intrinsics()) {
      if (is_of_statements(id)) continue;
      const std::size_t which = Intrinsic::isConstrainedFPIntrinsic(id) ? 2 : 0;
      made[which].push_back(id);
      // Older releases know the target intrinsics of LLVM 22 in the same form.
      if (Intrinsic::isTargetIntrinsic(id)) made[which + 1].push_back(id);
    }
    return made;
  }();
  return lists[(constrained ? 2 : 0) + (any_language ? 1 : 0)];
}

/// One call in the making.
class TableCall {
 public:
  TableCall(Generator& g, Intrinsic::ID id, const IntrinsicForm& form)
      : g_(g), id_(id), form_(form), callee_(*form.declare(g.module, id)) {
    for (Type* type : callee_.getFunctionType()->params()) pointers_ |= type->isPtrOrPtrVectorTy();
  }

  llvm::CallInst* emit() {
    std::vector<Value*> arguments;
    const llvm::FunctionType& type = *callee_.getFunctionType();
    for (unsigned i = 0; i < type.getNumParams(); ++i) {
      Value* fixed = form_.arguments[i].value(g_.module, type.getParamType(i));
      arguments.push_back(fixed != nullptr ? fixed : operand(i, type.getParamType(i)));
    }
    if (type.isVarArg()) arguments.push_back(g_.variable(g_.types.integer()));
    llvm::CallInst* call = g_.builder.CreateCall(&callee_, arguments);
    if (llvm::isa<llvm::FPMathOperator>(call) && g_.flag()) call->setFastMathFlags(any_fast_math(g_));
    return call;
  }

 private:
  Value* operand(unsigned position, Type* type) {
    if (type->isPointerTy()) return g_.any_pointer();
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector_operand(vector);
    if (llvm::VPIntrinsic::getVectorLengthParamPos(id_) == position) return vector_length();
    // Sizes, strides and indices: small ones stay within what the pointer points to.
    if (pointers_ && type->isIntegerTy() && g_.rng.chance(7, 8)) return g_.number(type, 0, 4);
    return scalar_operand(type);
  }

  Value* scalar_operand(Type* type) {
    if (!type->isFloatingPointTy() || g_.types.has_floats()) return g_.value(type);
    if (g_.rng.chance(1, 3)) return g_.constant(type);
    return g_.builder.CreateSIToFP(g_.variable(g_.types.integer()->getScalarType()), type);
  }

  Value* vector_operand(llvm::FixedVectorType* type) {
    Type* element = type->getElementType();
    if (element->isPointerTy()) {
      Type* offsets = with_width(type, 64);
      return g_.builder.CreateGEP(g_.builder.getInt8Ty(), g_.any_pointer(), g_.number(offsets, 0, 6));
    }
    const bool usual = type->getNumElements() == g_.types.lanes() && (element->isIntegerTy() || g_.types.has_floats());
    if (usual || g_.rng.chance(1, 3)) return usual ? g_.value(type) : g_.constant(type);
    return g_.builder.CreateInsertElement(g_.constant(type), scalar_operand(element),
                                          g_.rng.below(type->getNumElements()));
  }

  // More lanes than there are is undefined behaviour.
  Value* vector_length() {
    std::uint64_t lanes = 4;
    for (Type* type : callee_.getFunctionType()->params())
      if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) lanes = vector->getNumElements();
    Type* type = g_.builder.getInt32Ty();
    if (g_.rng.chance(1, 2)) return g_.number(type, 0, lanes);
    return g_.builder.CreateAnd(g_.variable(type),
                                g_.builder.getInt32(static_cast<unsigned>(llvm::bit_floor(lanes) - 1)));
  }

  Generator& g_;
  Intrinsic::ID id_;
  const IntrinsicForm& form_;
  llvm::Function& callee_;
  bool pointers_ = false;
};

/// Some part of a value as one integer; null if it holds none.
Value* some_integer(Generator& g, Value* made) {
  Type* type = made->getType();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return some_integer(
        g, g.builder.CreateExtractValue(made, static_cast<unsigned>(g.rng.below(structure->getNumElements()))));
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    made = g.builder.CreateExtractElement(made, g.rng.below(vector->getNumElements()));
    type = vector->getElementType();
  }
  if (type->isIntegerTy()) return made;
  // The result must not depend on where an object lies.
  if (type->isPointerTy()) return g.builder.CreateICmpEQ(made, g.any_pointer());
  if (!type->isFloatingPointTy()) return nullptr;
  // The sign and payload of a NaN are not deterministic.
  if (g.rng.chance(2, 3))
    return g.builder.CreateFCmp(static_cast<llvm::CmpInst::Predicate>(1 + g.rng.below(14)), made, g.constant(type));
  return g.builder.CreateBitCast(made, g.builder.getIntNTy(type->getScalarSizeInBits()));
}

/// The result of a call as a value of the type that is wanted.
Value* adapted(Generator& g, Value* made, Type* type) {
  if (made->getType() == type) return made;
  if (made->getType()->isVoidTy()) return g.variable(type);
  if (auto* from = llvm::dyn_cast<llvm::FixedVectorType>(made->getType());
      from != nullptr && from->getElementType() == type)
    return g.builder.CreateExtractElement(made, g.rng.below(from->getNumElements()));
  Value* number = some_integer(g, made);
  if (number == nullptr) return g.variable(type);
  Type* element = type->getScalarType();
  Value* scalar = element->isIntegerTy() ? g.builder.CreateIntCast(number, element, g.rng.chance(1, 2))
                                         : g.builder.CreateUIToFP(number, element);
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return scalar;
  return g.builder.CreateInsertElement(g.value(type), scalar, g.rng.below(vector->getNumElements()));
}

const IntrinsicForm& draw_form(Generator& g, Intrinsic::ID id, Type* type) {
  const std::vector<IntrinsicForm>& forms = forms_of(id);
  const IntrinsicForm* drawn = &g.rng.pick(forms);
  for (int attempt = 0; attempt < 3 && drawn->type(g.context, id)->getReturnType() != type; ++attempt)
    drawn = &g.rng.pick(forms);
  return *drawn;
}

Value* emit_any_intrinsic(Generator& g, Type* type) {
  const bool constrained = g.constrained() && g.rng.chance(1, 2);
  const auto& ids = drawable(constrained, g.profile.language < 22);
  for (int attempt = 0; attempt < 4 && !ids.empty(); ++attempt) {
    const Intrinsic::ID id = ids[g.rng.below(ids.size())];
    if (forms_of(id).empty()) continue;
    const IntrinsicForm& form = draw_form(g, id, type);
    // Next to constrained operations none may stand that is not.
    if (g.constrained() && !constrained && deals_in_floats(*form.type(g.context, id))) continue;
    return adapted(g, TableCall(g, id, form).emit(), type);
  }
  return g.variable(type);
}

bool any_number(const Generator& g, Type* type) {
  if (llvm::isa<llvm::ScalableVectorType>(type)) return false;
  return type->isIntOrIntVectorTy() || (g.types.has_floats() && type->isFPOrFPVectorTy());
}

constexpr Production kTableProductions[] = {{"any intrinsic", Family::Table, 10, any_number, emit_any_intrinsic}};

}  // namespace

llvm::ArrayRef<Production> table_productions() { return kTableProductions; }

llvm::FastMathFlags any_fast_math(Generator& g) {
  llvm::FastMathFlags flags;
  flags.setNoNaNs(g.rng.chance(1, 4));
  flags.setNoInfs(g.rng.chance(1, 4));
  flags.setNoSignedZeros(g.rng.chance(1, 4));
  flags.setAllowReassoc(g.rng.chance(1, 6));
  flags.setAllowReciprocal(g.rng.chance(1, 8));
  flags.setAllowContract(g.rng.chance(1, 8));
  flags.setApproxFunc(g.rng.chance(1, 8));
  return flags;
}

// A place, or some memory of its own, large and aligned enough for any access.
Value* Generator::any_pointer() {
  if (!places_.empty() && rng.chance(1, 4)) return places_[rng.below(places_.size())].pointer;
  if (scratch_ == nullptr) {
    llvm::BasicBlock& entry = function_->getEntryBlock();
    Type* bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), 128);
    auto* slot = new llvm::AllocaInst(bytes, 0, nullptr, llvm::Align(64), "", entry.begin());
    auto* clear = new llvm::StoreInst(llvm::Constant::getNullValue(bytes), slot, false, llvm::Align(64));
    clear->insertAfter(slot);
    scratch_ = slot;
  }
  return scratch_;
}

// One path ends the program.
void ControlFlow::trap() {
  std::vector<Intrinsic::ID> ends;
  for (const Intrinsic::ID id : known_intrinsics())
    if (is_of_statements(id) && Intrinsic::getFnAttributes(g_.context, id).hasAttribute(llvm::Attribute::NoReturn) &&
        !forms_of(id).empty())
      ends.push_back(id);
  if (ends.empty()) return;
  const Intrinsic::ID id = ends[g_.rng.below(ends.size())];
  Value* test = condition();
  llvm::BasicBlock* end = block("trap");
  llvm::BasicBlock* next = block("next");
  g_.builder.CreateCondBr(test, end, next);
  g_.builder.SetInsertPoint(end);
  TableCall(g_, id, g_.rng.pick(forms_of(id))).emit();
  g_.builder.CreateUnreachable();
  g_.builder.SetInsertPoint(next);
}

// llvm.stackrestore frees what was allocated since llvm.stacksave.
void ControlFlow::stack_scope() {
  Type* pointer = llvm::PointerType::get(g_.context, 0);
  Value* mark = g_.builder.CreateIntrinsic(Intrinsic::stacksave, {pointer}, {});
  std::erase(g_.scope_, mark);
  llvm::AllocaInst* slot = g_.builder.CreateAlloca(g_.builder.getInt64Ty());
  std::erase(g_.scope_, slot);
  g_.builder.CreateAlignedStore(g_.value(Type::getInt8Ty(g_.context)), slot, llvm::Align(8));
  g_.builder.CreateIntrinsic(Intrinsic::stackrestore, {pointer}, {mark});
}

}  // namespace assay::generate
