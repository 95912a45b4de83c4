#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/semantics/program.h"

/// A function that calls one intrinsic, for any intrinsic of the linked LLVM: types are tried until the verifier is content.
namespace assay::semantics {

class IntrinsicCall {
 public:
  explicit IntrinsicCall(llvm::Intrinsic::ID id) : id_(id) {
    for (unsigned count = 0; count <= 4 && !function_; ++count) try_types(count);
    if (function_ == nullptr && spare_ != nullptr) {
      module_ = std::move(spare_);
      function_ = module_->getFunction("f");
    }
  }
  /// Null if no types were found.
  llvm::Function* function() const { return function_; }

 private:
  using Types = std::vector<llvm::Type*>;

  Types candidates() {
    llvm::Type* i1 = llvm::Type::getInt1Ty(context_);
    llvm::Type* i8 = llvm::Type::getInt8Ty(context_);
    llvm::Type* i32 = llvm::Type::getInt32Ty(context_);
    llvm::Type* i64 = llvm::Type::getInt64Ty(context_);
    llvm::Type* half = llvm::Type::getHalfTy(context_);
    llvm::Type* single = llvm::Type::getFloatTy(context_);
    llvm::Type* pointer = llvm::PointerType::get(context_, 0);
    const auto vector = [](llvm::Type* type, unsigned count) { return llvm::FixedVectorType::get(type, count); };
    return {i8, half, pointer, vector(i8, 4), vector(half, 4), vector(i1, 4), vector(pointer, 4), i32, single, i64,
            vector(single, 4), vector(i32, 4), vector(i64, 4), vector(i8, 2), vector(i8, 8), vector(i8, 840)};
  }

  void try_types(unsigned count) {
    const Types all = candidates();
    std::vector<std::size_t> index(count, 0);
    // Four overloaded types: only the first few of each are tried.
    const std::size_t limit = count < 3 ? all.size() : count == 3 ? 10 : 8;
    while (!function_ && attempts_ < kMostAttempts) {
      Types chosen;
      for (std::size_t i : index) chosen.push_back(all[i]);
      attempt(chosen);
      std::size_t i = 0;
      while (i < count && ++index[i] == limit) index[i++] = 0;
      if (i == count) return;
    }
  }

  void attempt(const Types& types) {
    if (!llvm::Intrinsic::isOverloaded(id_) && !types.empty()) return;
    module_ = std::make_unique<llvm::Module>("probe", context_);
    module_->setDataLayout("e-p:64:64-i64:64-i128:128-f80:128");
    if (!fits(types)) return;
    llvm::Function* declaration = llvm::Intrinsic::getOrInsertDeclaration(module_.get(), id_, types);
    for (std::uint64_t immediate : {1, 4, 0, 2}) {
      if (build(*declaration, immediate)) {
        // The verifier lets some operations on floats be called with integers: what can be lowered is better.
        if (lower(*function_)) return;
        ++attempts_;
        function_ = nullptr;
        if (spare_ == nullptr) spare_ = std::move(module_);
        return;
      }
      if (function_ != nullptr) function_->eraseFromParent();
      function_ = nullptr;
    }
  }

  /// Whether the types are what the intrinsic is overloaded on, so that declaring it does not abort.
  bool fits(const Types& types) {
    llvm::SmallVector<llvm::Intrinsic::IITDescriptor, 8> table;
    llvm::Intrinsic::getIntrinsicInfoTableEntries(id_, table);
    unsigned needed = 0;
    for (const auto& entry : table) {
      using Kind = llvm::Intrinsic::IITDescriptor;
      switch (entry.Kind) {
        case Kind::Argument:
          if (entry.getArgumentKind() != Kind::AK_MatchType) needed = std::max(needed, entry.getArgumentNumber() + 1);
          if (entry.getArgumentNumber() < types.size() && !suits(*types[entry.getArgumentNumber()], entry.getArgumentKind()))
            return false;
          break;
        case Kind::ExtendArgument:
        case Kind::TruncArgument:
        case Kind::SameVecWidthArgument:
          if (entry.getArgumentNumber() >= types.size()) return false;
          break;
        case Kind::VecElementArgument:
          if (entry.getArgumentNumber() >= types.size() || !types[entry.getArgumentNumber()]->isVectorTy()) return false;
          break;
        case Kind::OneNthEltsVecArgument: {
          const unsigned whole = entry.getRefArgNumber();
          if (whole >= types.size() || !types[whole]->isVectorTy()) return false;
          if (llvm::cast<llvm::FixedVectorType>(types[whole])->getNumElements() % entry.getVectorDivisor() != 0)
            return false;
          break;
        }
        case Kind::VecOfAnyPtrsToElt:
          needed = std::max<unsigned>(needed, entry.getOverloadArgNumber() + 1);
          if (entry.getOverloadArgNumber() < types.size() &&
              !types[entry.getOverloadArgNumber()]->isPtrOrPtrVectorTy())
            return false;
          break;
        default: break;
      }
    }
    return needed == types.size();
  }

  static bool suits(llvm::Type& type, llvm::Intrinsic::IITDescriptor::ArgKind kind) {
    using Kind = llvm::Intrinsic::IITDescriptor;
    switch (kind) {
      case Kind::AK_AnyInteger: return type.isIntOrIntVectorTy();
      case Kind::AK_AnyFloat: return type.isFPOrFPVectorTy();
      case Kind::AK_AnyVector: return type.isVectorTy();
      case Kind::AK_AnyPointer: return type.isPtrOrPtrVectorTy();
      default: return true;
    }
  }

  bool build(llvm::Function& declaration, std::uint64_t immediate) {
    const llvm::FunctionType* type = declaration.getFunctionType();
    Types parameters;
    for (llvm::Type* parameter : type->params())
      if (!parameter->isMetadataTy() && !parameter->isTokenTy() && !parameter->isLabelTy()) parameters.push_back(parameter);
    llvm::Type* result = type->getReturnType();
    const bool returns = !result->isTokenTy() && !result->isVoidTy() && !result->isMetadataTy();
    function_ = llvm::Function::Create(
        llvm::FunctionType::get(returns ? result : llvm::Type::getVoidTy(context_), parameters, false),
        llvm::GlobalValue::ExternalLinkage, "f", *module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "entry", function_));
    std::vector<llvm::Value*> arguments;
    unsigned next = 0;
    unsigned strings = 0;
    for (unsigned i = 0; i < type->getNumParams(); ++i) {
      llvm::Type* parameter = type->getParamType(i);
      if (parameter->isMetadataTy()) {
        arguments.push_back(metadata(strings++));
      } else if (parameter->isTokenTy()) {
        arguments.push_back(llvm::ConstantTokenNone::get(context_));
      } else if (declaration.hasParamAttribute(i, llvm::Attribute::ImmArg)) {
        ++next;
        if (parameter->isIntegerTy())
          arguments.push_back(llvm::ConstantInt::get(parameter, immediate, false, true));
        else
          arguments.push_back(llvm::Constant::getNullValue(parameter));
      } else {
        arguments.push_back(function_->getArg(next++));
      }
    }
    llvm::CallInst* call = builder.CreateCall(&declaration, arguments);
    if (returns)
      builder.CreateRet(call);
    else
      builder.CreateRetVoid();
    return !llvm::verifyFunction(*function_);
  }

  /// Constrained operations name a predicate or a rounding mode, then what happens to exceptions.
  llvm::Value* metadata(unsigned place) {
    const llvm::StringRef name = llvm::Intrinsic::getBaseName(id_);
    std::string text = place == 0 ? "round.tonearest" : "fpexcept.ignore";
    if (name.contains(".fcmp") || name.contains("vp.fcmp")) text = place == 0 ? "oeq" : "fpexcept.ignore";
    if (name.contains("vp.icmp")) text = "eq";
    if (place == 0 && name.starts_with("llvm.experimental.constrained.") &&
        !llvm::Intrinsic::hasConstrainedFPRoundingModeOperand(id_) && !name.contains(".fcmp"))
      text = "fpexcept.ignore";
    return llvm::MetadataAsValue::get(context_, llvm::MDString::get(context_, text));
  }

  llvm::Intrinsic::ID id_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function* function_ = nullptr;
  std::unique_ptr<llvm::Module> spare_;  ///< valid, but not lowered
  unsigned attempts_ = 0;
  static constexpr unsigned kMostAttempts = 40;
};

}  // namespace assay::semantics
