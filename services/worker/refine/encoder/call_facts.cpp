#include "services/worker/refine/encoder/call_facts.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BuildLibCalls.h>

#include <memory>

#include "services/worker/semantics/promises.h"

namespace assay::refine {
namespace {

/// The attributes that LLVM infers for a declaration because of its name; none if it is no library function.
llvm::AttributeList inferred_attributes(const llvm::Function& callee) {
  if (!callee.isDeclaration() || !callee.hasName() || callee.isIntrinsic()) return {};
  const auto scratch = std::make_unique<llvm::Module>("scratch", callee.getContext());
  scratch->setTargetTriple(callee.getParent()->getTargetTriple());
  scratch->setDataLayout(callee.getParent()->getDataLayout());
  auto* copy =
      llvm::Function::Create(callee.getFunctionType(), llvm::Function::ExternalLinkage, callee.getName(), *scratch);
  const llvm::TargetLibraryInfoImpl knowledge(scratch->getTargetTriple());
  const llvm::TargetLibraryInfo library(knowledge);
  llvm::inferNonMandatoryLibFuncAttrs(*copy, library);
  return copy->getAttributes();
}

/// Adds what one list of attributes says.
class Adder {
 public:
  Adder(CallFacts& facts, const llvm::AttributeList& list, const llvm::DataLayout& layout)
      : facts_(facts), list_(list), layout_(layout) {}
  void add() {
    const auto has = [&](llvm::Attribute::AttrKind kind) { return list_.hasFnAttr(kind); };
    if (list_.getFnAttrs().hasAttribute(llvm::Attribute::Memory))
      facts_.effects &= list_.getFnAttrs().getMemoryEffects();
    facts_.returns |= has(llvm::Attribute::WillReturn);
    facts_.never_returns |= has(llvm::Attribute::NoReturn);
    facts_.unwinds &= !has(llvm::Attribute::NoUnwind);
    facts_.frees &= !has(llvm::Attribute::NoFree);
    facts_.speculatable |= has(llvm::Attribute::Speculatable);
    const auto is = [&](llvm::AllocFnKind kind) {
      return has(llvm::Attribute::AllocKind) && (list_.getFnAttrs().getAllocKind() & kind) != llvm::AllocFnKind::Unknown;
    };
    facts_.allocates |= is(llvm::AllocFnKind::Alloc);
    facts_.reallocates |= is(llvm::AllocFnKind::Realloc);
    facts_.zeroed |= is(llvm::AllocFnKind::Zeroed);
    facts_.uninitialized |= is(llvm::AllocFnKind::Uninitialized);
    if (has(llvm::Attribute::AllocSize)) facts_.size_arguments = list_.getFnAttrs().getAllocSizeArgs();
    facts_.fresh_result |= list_.hasRetAttr(llvm::Attribute::NoAlias);
    semantics::merge_promises(facts_.result, semantics::promises_of(list_.getRetAttrs(), layout_));
    for (unsigned i = 0; i < facts_.arguments.size(); ++i) add_argument(i);
  }

 private:
  void add_argument(unsigned i) {
    ArgumentFacts& argument = facts_.arguments[i];
    const llvm::AttributeSet attributes = list_.getParamAttrs(i);
    const auto has = [&](llvm::Attribute::AttrKind kind) { return attributes.hasAttribute(kind); };
    semantics::merge_promises(argument.promises, semantics::promises_of(attributes, layout_));
    argument.capture &= attributes.getCaptureInfo();
    argument.read_only |= has(llvm::Attribute::ReadOnly) || has(llvm::Attribute::ReadNone);
    argument.write_only |= has(llvm::Attribute::WriteOnly) || has(llvm::Attribute::ReadNone);
    argument.returned |= has(llvm::Attribute::Returned);
    argument.dead_after |= has(llvm::Attribute::DeadOnReturn);
    if (has(llvm::Attribute::Initializes))
      for (const llvm::ConstantRange& range : attributes.getAttribute(llvm::Attribute::Initializes).getInitializes())
        argument.initializes.push_back(range);
    if (has(llvm::Attribute::AllocAlign)) facts_.align_argument = i;
  }
  CallFacts& facts_;
  const llvm::AttributeList& list_;
  const llvm::DataLayout& layout_;
};

}  // namespace

bool gives_new_object(const llvm::CallBase& call, const llvm::Function* callee) {
  if (call.hasRetAttr(llvm::Attribute::NoAlias)) return true;
  if (callee == nullptr || call.isNoBuiltin() || !call.getType()->isPointerTy()) return false;
  return inferred_attributes(*callee).hasRetAttr(llvm::Attribute::NoAlias);
}

bool is_fortified(const llvm::Function& function) {
  return function.getName().starts_with("__") && function.getName().ends_with("_chk");
}

bool is_library_function(const llvm::Function& function) {
  const llvm::TargetLibraryInfoImpl knowledge(function.getParent()->getTargetTriple());
  llvm::LibFunc which;
  return llvm::TargetLibraryInfo(knowledge).getLibFunc(function, which);
}

bool is_contained_library_function(const llvm::Function& function) {
  const llvm::TargetLibraryInfoImpl knowledge(function.getParent()->getTargetTriple());
  llvm::LibFunc which;
  if (!llvm::TargetLibraryInfo(knowledge).getLibFunc(function, which)) return false;
  switch (which) {  // of which LLVM does not say so
    case llvm::LibFunc_sprintf:
    case llvm::LibFunc_snprintf:
    case llvm::LibFunc_vsprintf:
    case llvm::LibFunc_vsnprintf:
      return true;
    default:
      break;
  }
  // Mathematics; it may set errno.
  const bool given_pointers = llvm::any_of(function.args(), [](const llvm::Argument& a) { return a.getType()->isPtrOrPtrVectorTy(); });
  if (function.getReturnType()->isFPOrFPVectorTy() && !given_pointers) return true;
  if (is_fortified(function)) return true;  // all that are known work on memory
  const llvm::Attribute memory = inferred_attributes(function).getFnAttrs().getAttribute(llvm::Attribute::Memory);
  const auto other = llvm::IRMemLocation::Other;
  return memory.isValid() && llvm::isNoModRef(memory.getMemoryEffects().getModRef(other));
}

CallFacts facts_of(const llvm::CallBase& call, const llvm::Function* callee, const semantics::CallSite& site) {
  CallFacts facts;
  facts.arguments.resize(call.arg_size());
  const llvm::DataLayout& layout = call.getDataLayout();
  Adder(facts, call.getAttributes(), layout).add();
  if (callee != nullptr) {
    Adder(facts, callee->getAttributes(), layout).add();
    if (!call.isNoBuiltin()) Adder(facts, inferred_attributes(*callee), layout).add();
  }
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (assembly != nullptr && !assembly->canThrow()) facts.unwinds = false;
  semantics::merge_promises(facts.result, site.result);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    ArgumentFacts& argument = facts.arguments[i];
    llvm::Type* type = call.getParamByValType(i);
    if (type == nullptr && callee != nullptr && i < callee->arg_size()) type = callee->getParamByValType(i);
    if (type == nullptr) continue;
    argument.by_value = layout.getTypeAllocSize(type).getKnownMinValue();
    argument.capture = llvm::CaptureInfo::none();
    argument.read_only = true;
  }
  return facts;
}

CallFacts common(const CallFacts& a, const CallFacts& b) {
  CallFacts both;
  both.effects = a.effects | b.effects;
  both.frees = a.frees || b.frees;
  for (std::size_t i = 0; i < std::min(a.arguments.size(), b.arguments.size()); ++i) {
    ArgumentFacts& argument = both.arguments.emplace_back();
    argument.capture = a.arguments[i].capture | b.arguments[i].capture;
    argument.read_only = a.arguments[i].read_only && b.arguments[i].read_only;
    argument.returned = a.arguments[i].returned && b.arguments[i].returned;
  }
  return both;
}

void add_facts(CallFacts& facts, const CallFacts& other) {
  facts.effects &= other.effects;
  facts.frees = facts.frees && other.frees;
  for (std::size_t i = 0; i < std::min(facts.arguments.size(), other.arguments.size()); ++i) {
    ArgumentFacts& argument = facts.arguments[i];
    argument.capture = argument.capture & other.arguments[i].capture;
    argument.read_only = argument.read_only || other.arguments[i].read_only;
    argument.returned = argument.returned || other.arguments[i].returned;
  }
}

}  // namespace assay::refine
