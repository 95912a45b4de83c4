#include "fuzzers/generate/intrinsic_forms.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>

#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/semantics.h"

namespace assay::generate {
namespace {

namespace Intrinsic = llvm::Intrinsic;
using Descriptor = Intrinsic::IITDescriptor;
using Kind = FixedArgument::Kind;
using Types = std::vector<llvm::Type*>;

// What intrinsics are overloaded on: the first few serve those of many overloaded types too.
constexpr TypeName kTypes[] = {
    {'i', 8, 0},  {'h', 0, 0},  {'p', 0, 0}, {'i', 8, 4},  {'h', 0, 4},  {'i', 1, 4}, {'p', 0, 4},  {'i', 32, 0},
    {'f', 0, 0},  {'i', 64, 0}, {'f', 0, 4}, {'i', 32, 4}, {'i', 64, 4}, {'i', 8, 2}, {'i', 8, 8},  {'i', 1, 0},
    {'i', 4, 0},  {'i', 16, 0}, {'d', 0, 0}, {'b', 0, 0},  {'i', 4, 2},  {'i', 8, 3}, {'i', 16, 2}, {'i', 32, 2},
    {'f', 0, 2},  {'d', 0, 2},  {'h', 0, 2}, {'i', 1, 2},  {'i', 1, 8},  {'i', 8, 6}, {'i', 8, 10}, {'i', 8, 12},
    {'i', 8, 14}, {'i', 8, 16}, {'p', 0, 2}, {'i', 16, 4}, {'i', 8, 840}};

constexpr std::uint64_t kNumbers[] = {1, 4, 0, 2};
constexpr std::uint64_t kMoreNumbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 31, 64, 170, 255, 512, 1023};
constexpr std::string_view kTexts[] = {"round.tonearest", "fpexcept.ignore", "oeq", "eq"};
constexpr std::string_view kMoreTexts[] = {"round.tonearest",
                                           "round.dynamic",
                                           "round.towardzero",
                                           "round.upward",
                                           "round.downward",
                                           "round.tonearestaway",
                                           "fpexcept.ignore",
                                           "fpexcept.maytrap",
                                           "fpexcept.strict",
                                           "oeq",
                                           "ogt",
                                           "ole",
                                           "one",
                                           "ord",
                                           "uno",
                                           "ueq",
                                           "ult",
                                           "uge",
                                           "une",
                                           "eq",
                                           "ne",
                                           "sgt",
                                           "sle",
                                           "ugt",
                                           "slt"};

std::vector<FixedArgument> few_choices(llvm::Type& type) {
  std::vector<FixedArgument> all;
  if (type.isMetadataTy()) {
    for (std::string_view text : kTexts) all.push_back({Kind::Text, 0, text});
    all.push_back({Kind::Note, 0, {}});
    all.push_back({Kind::Scopes, 0, {}});
  } else if (type.isIntegerTy()) {
    for (std::uint64_t number : kNumbers) all.push_back({Kind::Number, number, {}});
  } else if (type.isFloatingPointTy()) {
    all.push_back({Kind::Fraction, 2, {}});
  }
  return all;
}

std::vector<FixedArgument> more_choices(const FixedArgument& like) {
  std::vector<FixedArgument> all;
  if (like.kind == Kind::Text)
    for (std::string_view text : kMoreTexts) all.push_back({Kind::Text, 0, text});
  if (like.kind == Kind::Number)
    for (std::uint64_t number : kMoreNumbers) all.push_back({Kind::Number, number, {}});
  if (like.kind == Kind::Fraction)
    for (std::uint64_t quarters : {0, 1, 3, 4}) all.push_back({Kind::Fraction, quarters, {}});
  return all;
}

Types types_in(const std::vector<TypeName>& names, llvm::LLVMContext& context) {
  Types types;
  for (const TypeName& name : names) types.push_back(name.in(context));
  return types;
}

bool suits(llvm::Type& type, Descriptor::ArgKind kind) {
  switch (kind) {
    case Descriptor::AK_AnyInteger:
      return type.isIntOrIntVectorTy();
    case Descriptor::AK_AnyFloat:
      return type.isFPOrFPVectorTy();
    case Descriptor::AK_AnyVector:
      return type.isVectorTy();
    case Descriptor::AK_AnyPointer:
      return type.isPtrOrPtrVectorTy();
    default:
      return true;
  }
}

/// Tries ways to call one intrinsic.
class Search {
 public:
  Search(llvm::LLVMContext& context, Intrinsic::ID id) : context_(context), id_(id), module_("probe", context) {
    module_.setDataLayout("e-p:64:64-i64:64-i128:128-f80:128");
    Intrinsic::getIntrinsicInfoTableEntries(id, table_);
    for (const Descriptor& entry : table_) {
      if (entry.Kind == Descriptor::Argument && entry.getArgumentKind() != Descriptor::AK_MatchType)
        overloads_ = std::max(overloads_, entry.getArgumentNumber() + 1);
      if (entry.Kind == Descriptor::VecOfAnyPtrsToElt)
        overloads_ = std::max<unsigned>(overloads_, entry.getOverloadArgNumber() + 1);
    }
  }

  void first() {
    walk(overloads_ < 3    ? std::size(kTypes)
         : overloads_ == 3 ? 10
                           : 8,
         1, [&] { return !found_.empty() || attempts_ > 2'500; });
  }
  void all() {
    first();
    if (found_.empty()) return;
    // Other types, far from each other in the order of their names.
    static constexpr std::size_t kSteps[] = {1, 1, 7, 101, 1009};
    attempts_ = 0;
    walk(overloads_ < 3 ? std::size(kTypes) : 10, kSteps[std::min(overloads_, 4u)],
         [&] { return found_.size() >= kMostTypes || attempts_ > kMostAttempts; });
    for (std::size_t base = 0, count = std::min<std::size_t>(found_.size(), 2); base < count; ++base)
      vary(found_[base]);
  }

  std::vector<IntrinsicForm> found_;
  std::optional<IntrinsicForm> verified_;  ///< without a meaning
  std::unique_ptr<llvm::Module> built(const IntrinsicForm& form);

 private:
  template <class Stop>
  void walk(std::size_t choices, std::size_t step, Stop stop) {
    std::size_t tuples = 1;
    for (unsigned i = 0; i < overloads_; ++i) tuples *= choices;
    for (std::size_t count = 0, at = 0; count < tuples && !stop(); ++count, at = (at + step) % tuples) {
      IntrinsicForm form;
      for (std::size_t i = 0, rest = at; i < overloads_; ++i, rest /= choices)
        form.types.push_back(kTypes[rest % choices]);
      if (fits(form)) fill(form);
    }
  }

  bool fits(const IntrinsicForm& form) const;
  void fill(IntrinsicForm form);
  void vary(IntrinsicForm form);
  bool accept(const IntrinsicForm& form);
  llvm::Function* build(const IntrinsicForm& form, llvm::Module& module) const;

  static constexpr std::size_t kMostTypes = 24;
  static constexpr unsigned kMostAttempts = 150;
  llvm::LLVMContext& context_;
  Intrinsic::ID id_;
  llvm::Module module_;
  llvm::SmallVector<Descriptor, 8> table_;
  unsigned overloads_ = 0;
  unsigned attempts_ = 0;
};

/// Whether the types are what the intrinsic is overloaded on, so that declaring it does not abort.
bool Search::fits(const IntrinsicForm& form) const {
  const Types types = types_in(form.types, context_);
  const auto lanes = [&](unsigned i) {
    return i < types.size() ? llvm::dyn_cast<llvm::FixedVectorType>(types[i]) : nullptr;
  };
  for (const Descriptor& entry : table_) {
    switch (entry.Kind) {
      case Descriptor::Argument:
        if (entry.getArgumentNumber() >= types.size() ||
            !suits(*types[entry.getArgumentNumber()], entry.getArgumentKind()))
          return false;
        break;
      case Descriptor::ExtendArgument:
      case Descriptor::TruncArgument:
        if (entry.getArgumentNumber() >= types.size() || !types[entry.getArgumentNumber()]->isIntOrIntVectorTy())
          return false;
        break;
      case Descriptor::SameVecWidthArgument:
        if (entry.getArgumentNumber() >= types.size()) return false;
        break;
      case Descriptor::VecElementArgument:
      case Descriptor::Subdivide2Argument:
      case Descriptor::Subdivide4Argument:
      case Descriptor::VecOfBitcastsToInt:
        if (lanes(entry.getArgumentNumber()) == nullptr) return false;
        break;
      case Descriptor::OneNthEltsVecArgument: {
        const auto* whole = lanes(entry.getRefArgNumber());
        if (whole == nullptr || whole->getNumElements() % entry.getVectorDivisor() != 0) return false;
        break;
      }
      case Descriptor::VecOfAnyPtrsToElt:
        if (entry.getOverloadArgNumber() >= types.size() || !types[entry.getOverloadArgNumber()]->isPtrOrPtrVectorTy())
          return false;
        break;
      default:
        break;
    }
  }
  return true;
}

/// Finds what must stand for immediates and metadata: the same everywhere, or each on its own.
void Search::fill(IntrinsicForm form) {
  llvm::Function& declaration = *form.declare(module_, id_);
  const llvm::FunctionType& type = *declaration.getFunctionType();
  std::vector<std::vector<FixedArgument>> choices;
  bool pointers = false;
  for (unsigned i = 0; i < type.getNumParams(); ++i) {
    const bool fixed = type.getParamType(i)->isMetadataTy() || semantics::takes_constant(declaration, i);
    choices.push_back(fixed ? few_choices(*type.getParamType(i)) : std::vector<FixedArgument>{{}});
    if (choices.back().empty()) return;
    pointers |= type.getParamType(i)->isPointerTy();
  }
  form.arguments.resize(choices.size());
  for (std::size_t same = 0; same < std::size(kNumbers); ++same) {
    for (std::size_t i = 0; i < choices.size(); ++i)
      form.arguments[i] = choices[i][choices[i][0].kind == Kind::Number ? same : 0];
    if (accept(form)) return;
    if (same == 0 && std::all_of(choices.begin(), choices.end(), [](const auto& each) { return each.size() == 1; }))
      break;
  }
  std::vector<std::size_t> index(choices.size(), 0);
  for (unsigned tries = 0; tries < 300; ++tries) {
    std::size_t i = 0;
    while (i < index.size() && ++index[i] == choices[i].size()) index[i++] = 0;
    if (i == index.size()) break;
    for (std::size_t k = 0; k < index.size(); ++k) form.arguments[k] = choices[k][index[k]];
    if (accept(form)) return;
  }
  if (!pointers || choices.size() != 1) return;
  form.arguments[0] = {Kind::ThreadLocal, 0, {}};
  accept(form);
}

/// Other immediates and metadata in a form that is accepted, one at a time.
void Search::vary(IntrinsicForm form) {
  for (FixedArgument& argument : form.arguments) {
    const FixedArgument kept = argument;
    for (const FixedArgument& other : more_choices(kept)) {
      argument = other;
      if (other.number != kept.number || other.text != kept.text) accept(form);
    }
    argument = kept;
  }
}

bool Search::accept(const IntrinsicForm& form) {
  ++attempts_;
  llvm::Function* made = build(form, module_);
  if (made == nullptr) return false;
  const bool valid = !llvm::verifyFunction(*made);
  const bool known = valid && semantics::lower(*made);
  if (valid && !known && !verified_) verified_ = form;
  if (known) found_.push_back(form);
  made->eraseFromParent();
  return known;
}

llvm::Function* Search::build(const IntrinsicForm& form, llvm::Module& module) const {
  llvm::Function* declaration = form.declare(module, id_);
  const llvm::FunctionType* type = declaration->getFunctionType();
  Types parameters;
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    llvm::Type* parameter = type->getParamType(i);
    // Metadata is no parameter of @f, immediates are: unused.
    if (!parameter->isMetadataTy() && !parameter->isTokenTy() && !parameter->isLabelTy())
      parameters.push_back(parameter);
  }
  llvm::Type* result = type->getReturnType();
  const bool returns = !result->isTokenTy() && !result->isVoidTy() && !result->isMetadataTy();
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(returns ? result : llvm::Type::getVoidTy(context_), parameters, false),
      llvm::GlobalValue::ExternalLinkage, "f", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "entry", function));
  std::vector<llvm::Value*> arguments;
  unsigned next = 0;
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    llvm::Type* parameter = type->getParamType(i);
    if (parameter->isTokenTy()) {
      arguments.push_back(llvm::ConstantTokenNone::get(context_));
      continue;
    }
    llvm::Value* fixed = form.arguments[i].value(module, parameter);
    llvm::Value* free = parameter->isMetadataTy() ? nullptr : function->getArg(next++);
    arguments.push_back(fixed != nullptr ? fixed : free);
    if (arguments.back() == nullptr) {
      function->eraseFromParent();
      return nullptr;
    }
  }
  llvm::CallInst* call = builder.CreateCall(declaration, arguments);
  if (returns)
    builder.CreateRet(call);
  else
    builder.CreateRetVoid();
  return function;
}

std::unique_ptr<llvm::Module> Search::built(const IntrinsicForm& form) {
  auto module = std::make_unique<llvm::Module>("probe", context_);
  module->setDataLayout(module_.getDataLayout());
  build(form, *module);
  return module;
}

}  // namespace

llvm::Type* TypeName::in(llvm::LLVMContext& context) const {
  llvm::Type* type = nullptr;
  switch (element) {
    case 'h':
      type = llvm::Type::getHalfTy(context);
      break;
    case 'b':
      type = llvm::Type::getBFloatTy(context);
      break;
    case 'f':
      type = llvm::Type::getFloatTy(context);
      break;
    case 'd':
      type = llvm::Type::getDoubleTy(context);
      break;
    case 'p':
      type = llvm::PointerType::get(context, 0);
      break;
    default:
      type = llvm::IntegerType::get(context, bits);
      break;
  }
  return lanes == 0 ? type : llvm::FixedVectorType::get(type, lanes);
}

llvm::Value* FixedArgument::value(llvm::Module& module, llvm::Type* type) const {
  llvm::LLVMContext& context = module.getContext();
  const auto wrapped = [&](llvm::Metadata* metadata) -> llvm::Value* {
    return type->isMetadataTy() ? llvm::MetadataAsValue::get(context, metadata) : nullptr;
  };
  switch (kind) {
    case Kind::Number:
      return type->isIntegerTy() ? llvm::ConstantInt::get(type, number, false, true) : nullptr;
    case Kind::Fraction:
      return type->isFloatingPointTy() ? llvm::ConstantFP::get(type, static_cast<double>(number) / 4) : nullptr;
    case Kind::Text:
      return wrapped(llvm::MDString::get(context, text));
    case Kind::Note:
      return wrapped(llvm::MDNode::get(context, llvm::MDString::get(context, "note")));
    case Kind::Scopes: {
      llvm::MDBuilder builder(context);
      return wrapped(
          llvm::MDNode::get(context, builder.createAnonymousAliasScope(builder.createAnonymousAliasScopeDomain())));
    }
    case Kind::ThreadLocal: {
      if (!type->isPointerTy()) return nullptr;
      llvm::GlobalVariable* variable = module.getNamedGlobal("of.thread");
      if (variable == nullptr) {
        llvm::Type* number = llvm::Type::getInt64Ty(context);
        variable = new llvm::GlobalVariable(module, number, false, llvm::GlobalValue::InternalLinkage,
                                            llvm::ConstantInt::get(number, 0), "of.thread");
        variable->setThreadLocal(true);
      }
      return variable;
    }
    default:
      return nullptr;
  }
}

llvm::Function* IntrinsicForm::declare(llvm::Module& module, Intrinsic::ID id) const {
  return Intrinsic::getOrInsertDeclaration(&module, id, types_in(types, module.getContext()));
}

llvm::FunctionType* IntrinsicForm::type(llvm::LLVMContext& context, Intrinsic::ID id) const {
  return Intrinsic::getType(context, id, types_in(types, context));
}

const std::vector<IntrinsicForm>& forms_of(Intrinsic::ID id) {
  static std::mutex guard;
  static std::map<Intrinsic::ID, std::vector<IntrinsicForm>>& known =
      *new std::map<Intrinsic::ID, std::vector<IntrinsicForm>>;
  const std::lock_guard lock(guard);
  const auto found = known.find(id);
  if (found != known.end()) return found->second;
  llvm::LLVMContext context;
  Search search(context, id);
  search.all();
  return known.emplace(id, std::move(search.found_)).first->second;
}

const std::vector<Intrinsic::ID>& known_intrinsics() {
  static const std::vector<Intrinsic::ID> all = [] {
    using semantics::IntrinsicClass;
    std::vector<Intrinsic::ID> ids;
    for (Intrinsic::ID id = 1; id < Intrinsic::num_intrinsics; ++id) {
      const IntrinsicClass kind = semantics::note_of(id).kind;
      if (kind != IntrinsicClass::Unsupported && kind != IntrinsicClass::OfTarget &&
          kind != IntrinsicClass::ByAttributes && kind != IntrinsicClass::Unlisted)
        ids.push_back(id);
    }
    return ids;
  }();
  return all;
}

void find_all_forms() {
  for (const Intrinsic::ID id : known_intrinsics()) (void)forms_of(id);
}

Intrinsic::ID intrinsic_of(const llvm::DbgRecord& record) {
  const auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
  if (variable == nullptr) return Intrinsic::dbg_label;
  if (variable->isDbgAssign()) return Intrinsic::dbg_assign;
  return variable->isDbgDeclare() ? Intrinsic::dbg_declare : Intrinsic::dbg_value;
}

std::unique_ptr<llvm::Module> example_call(llvm::LLVMContext& context, Intrinsic::ID id) {
  Search search(context, id);
  search.first();
  if (!search.found_.empty()) return search.built(search.found_.front());
  return search.verified_ ? search.built(*search.verified_) : nullptr;
}

}  // namespace assay::generate
