#include "services/worker/semantics/call_facts.h"

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/semantics/convention.h"
#include "services/worker/semantics/float_environment.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/program.h"

namespace assay::semantics {
namespace {

/// Adds what one list of attributes says: of the call, of the function, or inferred.
class Adder {
 public:
  Adder(CallFacts& facts, const llvm::AttributeList& list, const llvm::DataLayout& layout)
      : facts_(facts), list_(list), layout_(layout) {}
  void add() {
    facts_.may = facts_.may & allowed_by(list_);
    facts_.speculatable |= has(llvm::Attribute::Speculatable);
    facts_.creates_poison &= !has(llvm::Attribute::NoCreateUndefOrPoison);
    facts_.fresh_result |= list_.hasRetAttr(llvm::Attribute::NoAlias);
    add_allocation(facts_.allocation);
    merge_promises(facts_.result, promises_of(list_.getRetAttrs(), layout_));
    for (unsigned i = 0; i < facts_.arguments.size(); ++i) add_argument(i);
  }

 private:
  bool has(llvm::Attribute::AttrKind kind) const { return list_.hasFnAttr(kind); }
  void add_allocation(AllocationFacts& allocation) {
    const llvm::AllocFnKind kind = list_.getFnAttrs().getAllocKind();
    const auto is = [&](llvm::AllocFnKind bit) { return (kind & bit) != llvm::AllocFnKind::Unknown; };
    allocation.allocates |= is(llvm::AllocFnKind::Alloc);
    allocation.reallocates |= is(llvm::AllocFnKind::Realloc);
    allocation.frees |= is(llvm::AllocFnKind::Free);
    allocation.zeroed |= is(llvm::AllocFnKind::Zeroed);
    allocation.uninitialized |= is(llvm::AllocFnKind::Uninitialized);
    if (!allocation.size_arguments && has(llvm::Attribute::AllocSize))
      allocation.size_arguments = list_.getFnAttrs().getAllocSizeArgs();
    const llvm::Attribute family = list_.getFnAttr("alloc-family");
    if (allocation.family.empty() && family.isValid()) allocation.family = family.getValueAsString().str();
  }
  void add_argument(unsigned i) {
    ArgumentFacts& argument = facts_.arguments[i];
    const llvm::AttributeSet attributes = list_.getParamAttrs(i);
    const auto has = [&](llvm::Attribute::AttrKind kind) { return attributes.hasAttribute(kind); };
    merge_promises(argument.promises, promises_of(attributes, layout_));
    argument.capture &= attributes.getCaptureInfo();
    // LangRef, swifterror: the pointer can only be loaded from, stored to, and passed on as such an argument.
    if (has(llvm::Attribute::SwiftError)) argument.capture = llvm::CaptureInfo::none();
    argument.read_only |= has(llvm::Attribute::ReadOnly) || has(llvm::Attribute::ReadNone);
    argument.write_only |= has(llvm::Attribute::WriteOnly) || has(llvm::Attribute::ReadNone);
    argument.returned |= has(llvm::Attribute::Returned);
    argument.dead_after |= has(llvm::Attribute::DeadOnReturn);
    if (has(llvm::Attribute::Initializes))
      for (const llvm::ConstantRange& range : attributes.getAttribute(llvm::Attribute::Initializes).getInitializes())
        argument.initializes.emplace_back(range.getLower().getSExtValue(), range.getUpper().getSExtValue());
    if (llvm::Type* type = attributes.getByValType(); type != nullptr && !argument.by_value) {
      argument.by_value = layout_.getTypeAllocSize(type).getKnownMinValue();
      argument.copy_align = alignment_of_copy(argument.promises, *type, layout_);
    }
    if (has(llvm::Attribute::AllocAlign)) facts_.allocation.align_argument = i;
    if (has(llvm::Attribute::AllocatedPointer)) facts_.allocation.freed_argument = i;
  }
  CallFacts& facts_;
  const llvm::AttributeList& list_;
  const llvm::DataLayout& layout_;
};

/// Do the constraints name memory?
bool shows_memory(const llvm::InlineAsm& assembly) {
  return llvm::any_of(assembly.ParseConstraints(), [](const llvm::InlineAsm::ConstraintInfo& each) {
    return each.isIndirect ||
           llvm::any_of(each.Codes, [](const std::string& code) { return code == "m" || code == "{memory}"; });
  });
}

std::optional<unsigned> argument_number(std::int8_t number) {
  return number < 0 ? std::nullopt : std::optional(static_cast<unsigned>(number));
}

/// What attributes do not say of allocation functions that the catalogue has.
void add_allocation(CallFacts& facts, const llvm::CallBase& call, const llvm::Function& callee) {
  AllocationFacts& allocation = facts.allocation;
  const llvm::TargetLibraryInfo library(library_of(*callee.getParent()));
  if (const auto family = llvm::getAllocationFamily(&call, &library)) allocation.family = family->str();
  const LibraryRow* row = facts.known;
  if (row == nullptr) return;
  if (row->effect == LibraryEffect::Free) allocation.freed_argument = 0;
  if (!makes_object(*row)) return;
  if (const auto size = argument_number(row->allocation.size))
    allocation.size_arguments.emplace(*size, argument_number(row->allocation.count));
  if (const auto align = argument_number(row->allocation.align)) allocation.align_argument = align;
}

}  // namespace

bool is_mismatched(const llvm::CallBase& call, const llvm::Function& callee) {
  return callee.getFunctionType() != call.getFunctionType() || callee.getCallingConv() != call.getCallingConv();
}

CallFacts facts_of(const CallSite& site, const llvm::Function* callee) {
  const llvm::CallBase& call = *site.call;
  CallFacts facts;
  facts.arguments.resize(call.arg_size());
  const llvm::DataLayout& layout = call.getDataLayout();
  const auto add = [&](const llvm::AttributeList& list) { Adder(facts, list, layout).add(); };
  add(call.getAttributes());
  const auto* instruction = llvm::dyn_cast<llvm::CallInst>(&call);
  facts.is_tail = instruction != nullptr && instruction->isTailCall();
  if (callee == nullptr) facts.convention = convention_of(call);
  if (callee != nullptr) {
    facts.is_mismatched = is_mismatched(call, *callee);
    facts.convention = convention_in_name(call, *callee);
    if (const auto function = called_library_function(call, *callee)) {
      if (is_known_to_llvm(*function)) facts.library = function;
      facts.may.is_library = true;
      facts.known = library_row(*function);
    }
    add(callee->getAttributes());
    const llvm::MemoryEffects said = facts.may.memory;
    if (!call.isNoBuiltin()) add(inferred_attributes(*callee));
    // The name of a function tells nothing of the rounding mode and of flags where these count.
    if (is_strict_and_numeric(call) && !facts.may.memory.doesNotAccessMemory())
      facts.may.memory |= said & llvm::MemoryEffects::inaccessibleMemOnly();
    if (facts.library) add_allocation(facts, call, *callee);
  }
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    facts.may.unwinds &= assembly->canThrow();
    // LangRef, inline assembler expressions: what it does shows in its constraints, unless it says that there is more.
    if (assembly->hasSideEffects()) {
      facts.may.memory |= llvm::MemoryEffects::inaccessibleMemOnly();
    } else if (!shows_memory(*assembly)) {
      facts.may.memory = llvm::MemoryEffects::none();
      facts.may.stays = facts.may.unwinds;
    }
  }
  merge_promises(facts.result, site.result);
  for (ArgumentFacts& argument : facts.arguments)
    if (argument.by_value) {
      argument.capture = llvm::CaptureInfo::none();
      argument.read_only = true;
    }
  return facts;
}

CallSite call_site_of(const llvm::CallBase& call, const llvm::CallBase& site_call, const llvm::Function* callee) {
  CallSite site;
  site.call = &site_call;
  site.callee = callee;
  const llvm::DataLayout& layout = call.getDataLayout();
  const llvm::AttributeList attributes = site_call.getAttributes();
  for (unsigned i = 0; i < site_call.arg_size(); ++i) {
    site.arguments.push_back(promises_of(attributes.getParamAttrs(i), layout));
    // A declaration's attributes hold at every call of it.
    if (callee != nullptr && i < callee->arg_size())
      merge_promises(site.arguments.back(), promises_of(callee->getAttributes().getParamAttrs(i), layout));
  }
  site.result = promises_of(attributes.getRetAttrs(), layout);
  if (callee != nullptr) merge_promises(site.result, promises_of(callee->getAttributes().getRetAttrs(), layout));
  add_metadata_promises(call, site.result);
  site.facts = facts_of(site, callee);
  return site;
}

/// The bytes that both have.
static std::vector<std::pair<std::int64_t, std::int64_t>> common_ranges(const ArgumentFacts& a,
                                                                        const ArgumentFacts& b) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (const auto& x : a.initializes)
    for (const auto& y : b.initializes) {
      const std::pair both{std::max(x.first, y.first), std::min(x.second, y.second)};
      if (both.first < both.second) ranges.push_back(both);
    }
  return ranges;
}

CallFacts common(const CallFacts& a, const CallFacts& b) {
  CallFacts both;
  both.may.memory = a.may.memory | b.may.memory;
  both.may.frees = a.may.frees || b.may.frees;
  for (std::size_t i = 0; i < std::min(a.arguments.size(), b.arguments.size()); ++i) {
    ArgumentFacts& argument = both.arguments.emplace_back();
    argument.capture = a.arguments[i].capture | b.arguments[i].capture;
    argument.read_only = a.arguments[i].read_only && b.arguments[i].read_only;
    argument.write_only = a.arguments[i].write_only && b.arguments[i].write_only;
    argument.returned = a.arguments[i].returned && b.arguments[i].returned;
    argument.initializes = common_ranges(a.arguments[i], b.arguments[i]);
  }
  return both;
}

void add_facts(CallFacts& facts, const CallFacts& other) {
  facts.may.memory &= other.may.memory;
  facts.may.frees = facts.may.frees && other.may.frees;
  for (std::size_t i = 0; i < std::min(facts.arguments.size(), other.arguments.size()); ++i) {
    ArgumentFacts& argument = facts.arguments[i];
    argument.capture = argument.capture & other.arguments[i].capture;
    argument.read_only = argument.read_only || other.arguments[i].read_only;
    argument.write_only = argument.write_only || other.arguments[i].write_only;
    argument.returned = argument.returned || other.arguments[i].returned;
    argument.initializes.insert(argument.initializes.end(), other.arguments[i].initializes.begin(),
                                other.arguments[i].initializes.end());
  }
}

}  // namespace assay::semantics
