#include "services/worker/codegen/harness.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>

#include "services/worker/ir/references.h"

namespace assay::codegen {
namespace {

using Builder = llvm::IRBuilder<llvm::NoFolder>;

constexpr std::uint32_t kSlotAlign = 16;

/// Writes the loads of arguments and the stores of results, and notes where their lanes lie.
class Lanes {
 public:
  Lanes(Builder& builder, llvm::Value* base, std::vector<LanePlace>& places)
      : builder_(builder), base_(base), places_(places) {}

  llvm::Value* load(llvm::Type* type) {
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector != nullptr && !is_whole(*vector)) {
      llvm::Value* value = llvm::PoisonValue::get(type);
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        value = builder_.CreateInsertElement(value, load(vector->getElementType()), builder_.getInt32(i));
      return value;
    }
    if (type->isAggregateType()) {
      llvm::Value* value = llvm::PoisonValue::get(type);
      for (unsigned i = 0; i < parts_of(*type); ++i)
        value = builder_.CreateInsertValue(value, load(part_of(*type, i)), i);
      return value;
    }
    return load_leaf(type);
  }

  void store(llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector != nullptr && !is_whole(*vector)) {
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        store(builder_.CreateExtractElement(value, builder_.getInt32(i)));
      return;
    }
    if (type->isAggregateType()) {
      for (unsigned i = 0; i < parts_of(*type); ++i) store(builder_.CreateExtractValue(value, i));
      return;
    }
    store_leaf(value);
  }

  std::uint32_t bytes() const { return next_; }

 private:
  static unsigned parts_of(const llvm::Type& type) {
    return type.isStructTy() ? type.getStructNumElements() : static_cast<unsigned>(type.getArrayNumElements());
  }
  static llvm::Type* part_of(const llvm::Type& type, unsigned i) {
    return type.isStructTy() ? type.getStructElementType(i) : type.getArrayElementType();
  }
  /// May the vector be moved as one? Its lanes are whole bytes that memory holds one behind the other.
  static bool is_whole(const llvm::FixedVectorType& vector) {
    const unsigned bits = vector.getScalarSizeInBits();
    return !vector.getElementType()->isPointerTy() && bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits);
  }
  /// The integer, or vector of integers, with the bits of a number.
  static llvm::Type* bits_type(llvm::Type* type) {
    llvm::Type* scalar = llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits());
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
  }
  llvm::Value* place(std::uint32_t bytes, std::uint32_t lanes) {
    const std::uint32_t offset = next_;
    for (std::uint32_t i = 0; i < lanes; ++i) places_.push_back({offset + i * (bytes / lanes), bytes / lanes});
    next_ = static_cast<std::uint32_t>(llvm::alignTo(offset + bytes, kSlotAlign));
    return builder_.CreateConstGEP1_32(builder_.getInt8Ty(), base_, offset);
  }
  /// Of an integer, for which there is more room than it needs.
  static unsigned storage_bits(unsigned bits) { return bits <= 64 ? 64 : llvm::PowerOf2Ceil(bits); }

  llvm::Value* load_leaf(llvm::Type* type) {
    // Volatile, so that code generation makes no smaller load of it, which would leave nothing above the lane's bits.
    const auto load_from = [&](llvm::Type* loaded, llvm::Value* from) {
      return builder_.CreateAlignedLoad(loaded, from, llvm::Align(kSlotAlign), /*isVolatile=*/true);
    };
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      llvm::Value* from = place(vector->getNumElements() * vector->getScalarSizeInBits() / 8, vector->getNumElements());
      return builder_.CreateBitCast(load_from(bits_type(type), from), type);
    }
    if (type->isPointerTy()) return load_from(type, place(8, 1));
    const unsigned bits = type->getPrimitiveSizeInBits();
    const unsigned stored = storage_bits(bits);
    llvm::Value* value = load_from(builder_.getIntNTy(stored), place(stored / 8, 1));
    if (stored != bits) value = builder_.CreateTrunc(value, builder_.getIntNTy(bits));
    return type->isIntegerTy() ? value : builder_.CreateBitCast(value, type);
  }

  void store_leaf(llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      llvm::Value* to = place(vector->getNumElements() * vector->getScalarSizeInBits() / 8, vector->getNumElements());
      builder_.CreateAlignedStore(builder_.CreateBitCast(value, bits_type(type)), to, llvm::Align(kSlotAlign));
      return;
    }
    if (type->isPointerTy()) {
      builder_.CreateAlignedStore(value, place(8, 1), llvm::Align(kSlotAlign));
      return;
    }
    const unsigned bits = type->getPrimitiveSizeInBits();
    const unsigned stored = storage_bits(bits);
    if (!type->isIntegerTy()) value = builder_.CreateBitCast(value, builder_.getIntNTy(bits));
    if (stored != bits) value = builder_.CreateZExt(value, builder_.getIntNTy(stored));
    builder_.CreateAlignedStore(value, place(stored / 8, 1), llvm::Align(kSlotAlign));
  }

  Builder& builder_;
  llvm::Value* base_;
  std::vector<LanePlace>& places_;
  std::uint32_t next_ = 0;
};

/// What a caller and a callee must agree on.
void copy_abi(const llvm::Function& function, llvm::CallInst& call) {
  using llvm::Attribute;
  call.setCallingConv(function.getCallingConv());
  for (auto kind : {Attribute::ZExt, Attribute::SExt, Attribute::InReg}) {
    if (function.hasRetAttribute(kind)) call.addRetAttr(kind);
    for (unsigned i = 0; i < function.arg_size(); ++i)
      if (function.hasParamAttribute(i, kind)) call.addParamAttr(i, kind);
  }
  for (unsigned i = 0; i < function.arg_size(); ++i)
    for (auto kind : {Attribute::StructRet, Attribute::Alignment, Attribute::StackAlignment})
      if (function.hasParamAttribute(i, kind)) call.addParamAttr(i, function.getParamAttribute(i, kind));
}

void make_local_names_external(llvm::GlobalValue& global) {
  global.setVisibility(llvm::GlobalValue::DefaultVisibility);
  global.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&global)) {
    object->setComdat(nullptr);
    if (!object->isDeclaration()) object->setSection("");
  }
}

void prepare_function(llvm::Function& function, bool is_same_processor) {
  make_local_names_external(function);
  for (const char* name : {"target-cpu", "tune-cpu", "frame-pointer"}) function.removeFnAttr(name);
  if (!is_same_processor) function.removeFnAttr("target-features");
  if (function.isDeclaration()) return;
  if (function.hasLocalLinkage() || function.hasAvailableExternallyLinkage() || function.hasExternalWeakLinkage())
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  // Unwinding is not judged, and its tables are of no use.
  function.removeFnAttr(llvm::Attribute::UWTable);
  if (!function.hasPersonalityFn()) function.setDoesNotThrow();
}

}  // namespace

void prepare(llvm::Module& module, const Target& target, const std::string& data_layout) {
  llvm::StripDebugInfo(module);
  const llvm::Triple triple{llvm::StringRef(target.triple)};
  const bool is_same_processor = module.getTargetTriple().getArch() == triple.getArch();
  module.setTargetTriple(triple);
  module.setDataLayout(data_layout);
  module.setModuleInlineAsm("");
  while (!module.named_metadata_empty()) module.eraseNamedMetadata(&*module.named_metadata_begin());
  unsigned unnamed = 0;
  const auto name_it = [&](llvm::GlobalValue& global) {
    if (!global.hasName()) global.setName("assay.unnamed." + std::to_string(unnamed++));
  };
  for (llvm::Function& function : module) {
    name_it(function);
    prepare_function(function, is_same_processor);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    name_it(variable);
    make_local_names_external(variable);
    if (variable.hasPrivateLinkage()) variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

std::unique_ptr<llvm::Module> slice_of(const llvm::Module& module, const std::vector<std::string>& functions) {
  std::set<const llvm::GlobalValue*> needed;
  for (const std::string& name : functions) {
    const llvm::Function* function = module.getFunction(name);
    needed.insert(function);
    const auto more = ir::globals_needed_by(*function, /*with_callees=*/true);
    needed.insert(more.begin(), more.end());
  }
  llvm::ValueToValueMapTy map;
  auto slice = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* global) { return needed.contains(global); });
  const auto erase_unused = [](auto&& globals) {
    for (auto each = globals.begin(); each != globals.end();) {
      auto& global = *each++;
      if (global.isDeclaration() && global.use_empty()) global.eraseFromParent();
    }
  };
  erase_unused(slice->functions());
  erase_unused(slice->globals());
  return slice;
}

std::vector<Wrapped> add_wrappers(llvm::Module& module, const std::vector<std::string>& functions) {
  std::vector<Wrapped> all;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false);
  for (const std::string& name : functions) {
    llvm::Function* function = module.getFunction(name);
    auto* wrapper = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                           "assay.wrapper." + std::to_string(all.size()), module);
    wrapper->setDoesNotThrow();
    if (function->hasFnAttribute("target-features")) wrapper->addFnAttr(function->getFnAttribute("target-features"));
    Builder builder(llvm::BasicBlock::Create(context, "", wrapper));
    Wrapped& wrapped = all.emplace_back();
    wrapped.function = name;
    wrapped.wrapper = wrapper->getName().str();
    Lanes in(builder, wrapper->getArg(0), wrapped.arguments), out(builder, wrapper->getArg(1), wrapped.result);
    std::vector<llvm::Value*> arguments;
    for (const llvm::Argument& argument : function->args()) arguments.push_back(in.load(argument.getType()));
    llvm::CallInst* call = builder.CreateCall(function, arguments);
    copy_abi(*function, *call);
    if (!call->getType()->isVoidTy()) out.store(call);
    builder.CreateRetVoid();
    wrapped.in_bytes = in.bytes();
    wrapped.out_bytes = out.bytes();
  }
  return all;
}

}  // namespace assay::codegen
