#include "fuzzers/generate/metadata.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "fuzzers/generate/constants.h"

namespace assay::generate {
namespace {

using llvm::Instruction;
using llvm::LLVMContext;
using llvm::MDNode;

llvm::ConstantAsMetadata* number(LLVMContext& context, unsigned bits, std::uint64_t value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::IntegerType::get(context, bits), value));
}
llvm::MDString* word(LLVMContext& context, const char* text) { return llvm::MDString::get(context, text); }

bool is_access(const Instruction& each) { return llvm::isa<llvm::LoadInst, llvm::StoreInst>(each); }
bool is_load(const Instruction& each) { return llvm::isa<llvm::LoadInst>(each); }
bool is_pointer_load(const Instruction& each) { return is_load(each) && each.getType()->isPointerTy(); }
bool is_ranged(const Instruction& each) {
  return (is_load(each) || llvm::isa<llvm::CallInst>(each)) && each.getType()->isIntegerTy() &&
         !each.getType()->isIntegerTy(1);
}
bool is_branch(const Instruction& each) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
  return branch != nullptr && branch->isConditional();
}
bool is_choice(const Instruction& each) { return is_branch(each) || llvm::isa<llvm::SelectInst>(each); }
bool is_float(const Instruction& each) {
  return each.getType()->isFPOrFPVectorTy() && !llvm::isa<llvm::PHINode, llvm::LoadInst>(each);
}
bool is_memory_call(const Instruction& each) { return llvm::isa<llvm::MemTransferInst>(each); }
bool is_touching(const Instruction& each) { return is_access(each) || is_memory_call(each); }
bool is_plain(const Instruction& each) { return !llvm::isa<llvm::PHINode>(each); }
bool is_alloca(const Instruction& each) { return llvm::isa<llvm::AllocaInst>(each); }
// Without a debug compilation around it, its link to variables is dropped by readers.
bool is_debugged_alloca(const Instruction& each) {
  return is_alloca(each) && each.getFunction()->getSubprogram() != nullptr;
}
bool is_call(const Instruction& each) {
  return llvm::isa<llvm::CallInst>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
}
bool is_direct_call(const Instruction& each) {
  return is_call(each) && llvm::cast<llvm::CallBase>(each).getCalledFunction() != nullptr;
}
bool is_back_edge(const Instruction& each) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
  return branch != nullptr && llvm::is_contained(branch->successors(), branch->getParent());
}
bool is_pointer_store(const Instruction& each) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
  return store != nullptr && store->getValueOperand()->getType()->isPointerTy();
}
bool is_inttoptr(const Instruction& each) { return llvm::isa<llvm::IntToPtrInst>(each); }

MDNode* empty(Rng&, Instruction& at) { return MDNode::get(at.getContext(), {}); }
MDNode* one(Rng&, Instruction& at) { return MDNode::get(at.getContext(), number(at.getContext(), 32, 1)); }
MDNode* power(Rng& rng, Instruction& at) {
  return MDNode::get(at.getContext(), number(at.getContext(), 64, std::uint64_t{1} << rng.below(6)));
}
MDNode* weights(Rng& rng, Instruction& at) {
  const auto left = static_cast<std::uint32_t>(rng.below(100));
  return llvm::MDBuilder(at.getContext()).createBranchWeights(left, static_cast<std::uint32_t>(1 + rng.below(100)));
}
MDNode* range(Rng& rng, Instruction& at) {
  const unsigned bits = at.getType()->getScalarSizeInBits();
  const llvm::APInt low = interesting_integer(bits, rng);
  const llvm::APInt high = interesting_integer(bits, rng);
  return low == high ? nullptr : llvm::MDBuilder(at.getContext()).createRange(low, high);
}
MDNode* accuracy(Rng&, Instruction& at) { return llvm::MDBuilder(at.getContext()).createFPMath(2.5F); }
MDNode* tbaa(Rng& rng, Instruction& at) {
  llvm::MDBuilder builder(at.getContext());
  MDNode* character = builder.createTBAAScalarTypeNode("char", builder.createTBAARoot("assay"));
  MDNode* type =
      rng.chance(1, 3) ? character : builder.createTBAAScalarTypeNode(rng.chance(1, 2) ? "int" : "short", character);
  return builder.createTBAAStructTagNode(type, type, 0);
}
MDNode* tbaa_struct(Rng& rng, Instruction& at) {
  LLVMContext& context = at.getContext();
  return MDNode::get(context, {number(context, 64, 0), number(context, 64, 1 + rng.below(8)), tbaa(rng, at)});
}
MDNode* scopes(Rng& rng, Instruction& at) {
  llvm::MDBuilder builder(at.getContext());
  MDNode* domain = builder.createAliasScopeDomain("assay");
  return MDNode::get(at.getContext(), builder.createAliasScope(rng.chance(1, 2) ? "a" : "b", domain));
}
MDNode* text(Rng&, Instruction& at) { return MDNode::get(at.getContext(), word(at.getContext(), "assay")); }
MDNode* distinct(Rng&, Instruction& at) { return MDNode::getDistinct(at.getContext(), {}); }
MDNode* loop(Rng& rng, Instruction& at) {
  static constexpr const char* kHints[] = {"llvm.loop.mustprogress",      "llvm.loop.unroll.disable",
                                           "llvm.loop.unroll.full",       "llvm.loop.vectorize.enable",
                                           "llvm.loop.distribute.enable", "llvm.loop.unroll.count"};
  LLVMContext& context = at.getContext();
  const std::uint64_t drawn = rng.below(std::size(kHints));
  std::vector<llvm::Metadata*> parts{word(context, kHints[drawn])};
  if (drawn == 3 || drawn == 4) parts.push_back(number(context, 1, rng.below(2)));
  if (drawn == 5) parts.push_back(number(context, 32, 2 + rng.below(3)));
  MDNode* id = MDNode::getDistinct(context, {nullptr, MDNode::get(context, parts)});
  id->replaceOperandWith(0, id);
  return id;
}
MDNode* header_weight(Rng& rng, Instruction& at) {
  return llvm::MDBuilder(at.getContext()).createIrrLoopHeaderWeight(1 + rng.below(100));
}
MDNode* captures(Rng& rng, Instruction& at) {
  static constexpr const char* kParts[] = {"address", "address_is_null", "read_provenance"};
  return MDNode::get(at.getContext(), word(at.getContext(), kParts[rng.below(3)]));
}
MDNode* assignment(Rng&, Instruction& at) { return llvm::DIAssignID::getDistinct(at.getContext()); }
MDNode* address_spaces(Rng& rng, Instruction& at) {
  const std::uint64_t low = 1 + rng.below(5);
  return MDNode::get(at.getContext(), {number(at.getContext(), 32, low), number(at.getContext(), 32, low + 1)});
}
MDNode* callees(Rng&, Instruction& at) {
  return llvm::MDBuilder(at.getContext()).createCallees({llvm::cast<llvm::CallBase>(at).getCalledFunction()});
}
MDNode* profile_of_allocation(Rng& rng, Instruction& at) {
  LLVMContext& context = at.getContext();
  MDNode* stack = MDNode::get(context, {number(context, 64, 1 + rng.below(9)), number(context, 64, 11)});
  return MDNode::get(context, MDNode::get(context, {stack, word(context, rng.chance(1, 2) ? "cold" : "notcold")}));
}
MDNode* call_site(Rng& rng, Instruction& at) {
  return MDNode::get(at.getContext(), number(at.getContext(), 64, 1 + rng.below(9)));
}
MDNode* relaxation(Rng& rng, Instruction& at) {
  return MDNode::get(at.getContext(),
                     {word(at.getContext(), "assay"), word(at.getContext(), rng.chance(1, 2) ? "a" : "b")});
}
MDNode* generalized_type(LLVMContext& context) {
  return MDNode::get(context, {number(context, 64, 0), word(context, "_ZTSFiE.generalized")});
}
MDNode* callee_types(Rng&, Instruction& at) { return MDNode::get(at.getContext(), generalized_type(at.getContext())); }
MDNode* allocation_token(Rng& rng, Instruction& at) {
  return MDNode::get(at.getContext(), {word(at.getContext(), "struct"), number(at.getContext(), 1, rng.below(2))});
}

constexpr MetadataKind<Instruction> kInstructionKinds[] = {
    {LLVMContext::MD_tbaa, 14, is_access, tbaa},
    {LLVMContext::MD_prof, 14, is_choice, weights},
    {LLVMContext::MD_fpmath, 14, is_float, accuracy},
    {LLVMContext::MD_range, 14, is_ranged, range},
    {LLVMContext::MD_tbaa_struct, 14, is_memory_call, tbaa_struct},
    {LLVMContext::MD_invariant_load, 14, is_load, empty},
    {LLVMContext::MD_alias_scope, 14, is_touching, scopes},
    {LLVMContext::MD_noalias, 14, is_touching, scopes},
    {LLVMContext::MD_nontemporal, 14, is_access, one},
    {LLVMContext::MD_mem_parallel_loop_access, 14, is_access, distinct},
    {LLVMContext::MD_nonnull, 14, is_pointer_load, empty},
    {LLVMContext::MD_dereferenceable, 14, is_pointer_load, power},
    {LLVMContext::MD_dereferenceable_or_null, 14, is_pointer_load, power},
    {LLVMContext::MD_make_implicit, 14, is_branch, empty},
    {LLVMContext::MD_unpredictable, 14, is_choice, empty},
    {LLVMContext::MD_invariant_group, 14, is_access, empty},
    {LLVMContext::MD_align, 14, is_pointer_load, power},
    {LLVMContext::MD_loop, 14, is_back_edge, loop},
    {LLVMContext::MD_irr_loop, 14, is_branch, header_weight},
    {LLVMContext::MD_access_group, 14, is_access, distinct},
    {LLVMContext::MD_preserve_access_index, 14, is_plain, distinct},
    {LLVMContext::MD_noundef, 14, is_load, empty},
    {LLVMContext::MD_annotation, 14, is_plain, text},
    {LLVMContext::MD_nosanitize, 16, is_plain, empty},
    {LLVMContext::MD_callees, 14, is_direct_call, callees},
    {LLVMContext::MD_memprof, 16, is_direct_call, profile_of_allocation},
    {LLVMContext::MD_callsite, 16, is_direct_call, call_site},
    {LLVMContext::MD_pcsections, 16, is_access, text},
    {LLVMContext::MD_DIAssignID, 17, is_debugged_alloca, assignment},
    {LLVMContext::MD_coro_outside_frame, 18, is_alloca, empty},
    {LLVMContext::MD_mmra, 19, is_access, relaxation},
    {LLVMContext::MD_noalias_addrspace, 20, is_access, address_spaces},
    {LLVMContext::MD_callee_type, 22, is_call, callee_types},
    {LLVMContext::MD_nofree, 22, is_inttoptr, empty},
    {LLVMContext::MD_captures, 22, is_pointer_store, captures},
    {LLVMContext::MD_alloc_token, 22, is_direct_call, allocation_token},
};

// On functions and variables.
template <class Holder>
bool anything(const Holder&) {
  return true;
}
template <class Holder>
MDNode* type_id(Rng&, Holder& at) {
  return MDNode::get(at.getContext(), {number(at.getContext(), 64, 0), word(at.getContext(), "_ZTSFiE")});
}
template <class Holder>
MDNode* prefix(Rng& rng, Holder& at) {
  return llvm::MDBuilder(at.getContext()).createGlobalObjectSectionPrefix(rng.chance(1, 2) ? "hot" : "unlikely");
}
template <class Holder>
MDNode* reference(Rng&, Holder& at) {
  for (llvm::GlobalVariable& other : at.getParent()->globals())
    if (static_cast<llvm::GlobalValue*>(&other) != &at && !other.hasLocalLinkage())  // such an optimizer may drop
      return MDNode::get(at.getContext(), llvm::ValueAsMetadata::get(&other));
  return nullptr;
}
template <class Holder>
MDNode* nothing(Rng&, Holder& at) {
  return MDNode::get(at.getContext(), {});
}

bool is_definition(const llvm::Function& each) { return !each.isDeclaration(); }
bool takes_pointer(const llvm::Function& each) {
  return llvm::any_of(each.args(), [](const llvm::Argument& argument) { return argument.getType()->isPointerTy(); });
}
MDNode* entry_count(Rng& rng, llvm::Function& at) {
  return llvm::MDBuilder(at.getContext()).createFunctionEntryCount(1 + rng.below(1000), false, nullptr);
}
MDNode* callback(Rng&, llvm::Function& at) {
  llvm::MDBuilder builder(at.getContext());
  for (const llvm::Argument& argument : at.args())
    if (argument.getType()->isPointerTy())
      return MDNode::get(at.getContext(), builder.createCallbackEncoding(argument.getArgNo(), {-1}, false));
  return nullptr;
}
MDNode* sanitized(Rng&, llvm::Function& at) {
  LLVMContext& context = at.getContext();
  return MDNode::get(context, {number(context, 32, 846595819), number(context, 64, 0)});
}
MDNode* small_number(Rng& rng, llvm::Function& at) {
  return MDNode::get(at.getContext(), number(at.getContext(), 32, 1 + rng.below(1000)));
}
MDNode* section_text(Rng&, llvm::Function& at) { return MDNode::get(at.getContext(), word(at.getContext(), "assay")); }

constexpr MetadataKind<llvm::Function> kFunctionKinds[] = {
    {LLVMContext::MD_prof, 14, is_definition, entry_count},
    {LLVMContext::MD_type, 14, is_definition, type_id},
    {LLVMContext::MD_section_prefix, 14, is_definition, prefix},
    {LLVMContext::MD_callback, 14, takes_pointer, callback},
    {LLVMContext::MD_func_sanitize, 15, is_definition, sanitized},
    {LLVMContext::MD_kcfi_type, 16, is_definition, small_number},
    {LLVMContext::MD_pcsections, 16, is_definition, section_text},
    {LLVMContext::MD_implicit_ref, 22, is_definition, reference},
};

bool is_defined(const llvm::GlobalVariable& each) { return each.hasInitializer(); }
bool is_elsewhere(const llvm::GlobalVariable& each) { return !each.hasInitializer(); }
// The full set: the address may be any.
MDNode* any_address(Rng&, llvm::GlobalVariable& at) {
  const std::uint64_t all = ~std::uint64_t{0};
  return MDNode::get(at.getContext(), {number(at.getContext(), 64, all), number(at.getContext(), 64, all)});
}
MDNode* visibility(Rng& rng, llvm::GlobalVariable& at) {
  return MDNode::get(at.getContext(), number(at.getContext(), 64, rng.below(3)));
}

constexpr MetadataKind<llvm::GlobalVariable> kVariableKinds[] = {
    {LLVMContext::MD_type, 14, is_defined, type_id},
    {LLVMContext::MD_absolute_symbol, 14, is_elsewhere, any_address},
    {LLVMContext::MD_associated, 14, is_defined, reference},
    {LLVMContext::MD_vcall_visibility, 14, is_defined, visibility},
    {LLVMContext::MD_exclude, 15, is_defined, nothing},
    {LLVMContext::MD_section_prefix, 22, is_defined, prefix},
    {LLVMContext::MD_implicit_ref, 22, is_defined, reference},
};

template <class Holder>
bool add_one_of(llvm::ArrayRef<MetadataKind<Holder>> kinds, Holder& holder, Rng& rng, unsigned language) {
  const MetadataKind<Holder>& kind = kinds[rng.below(kinds.size())];
  if (kind.since > language || !kind.fits(holder)) return false;
  MDNode* node = kind.make(rng, holder);
  if (node == nullptr) return false;
  holder.setMetadata(kind.id, node);
  return true;
}

}  // namespace

llvm::ArrayRef<MetadataKind<Instruction>> instruction_metadata() { return kInstructionKinds; }
llvm::ArrayRef<MetadataKind<llvm::Function>> function_metadata() { return kFunctionKinds; }
llvm::ArrayRef<MetadataKind<llvm::GlobalVariable>> variable_metadata() { return kVariableKinds; }

bool add_any_metadata(Instruction& holder, Rng& rng, unsigned language) {
  return add_one_of(instruction_metadata(), holder, rng, language);
}
bool add_any_metadata(llvm::Function& holder, Rng& rng, unsigned language) {
  return add_one_of(function_metadata(), holder, rng, language);
}
bool add_any_metadata(llvm::GlobalVariable& holder, Rng& rng, unsigned language) {
  return add_one_of(variable_metadata(), holder, rng, language);
}

void complete_debug_info(llvm::Function& function) {
  llvm::DISubprogram* program = function.getSubprogram();
  if (program == nullptr) return;
  unsigned line = 1;
  for (Instruction& instruction : llvm::instructions(function)) {
    ++line;
    if (!instruction.getDebugLoc() && !llvm::isa<llvm::PHINode>(instruction))
      instruction.setDebugLoc(llvm::DILocation::get(function.getContext(), line, 1, program));
  }
}

namespace {

// A variable for the first few values and slots, and a label: records of each kind.
void add_variables(llvm::DIBuilder& builder, llvm::Function& function, llvm::DISubprogram& program,
                   llvm::DIFile& file) {
  llvm::LLVMContext& context = function.getContext();
  const llvm::DILocation* line = llvm::DILocation::get(context, 1, 1, &program);
  unsigned made = 0;
  const auto variable = [&] {
    const std::string name = "v" + std::to_string(made++);
    return builder.createAutoVariable(&program, name, &file, 1,
                                      builder.createBasicType("int", 32, llvm::dwarf::DW_ATE_signed));
  };
  std::vector<Instruction*> candidates;
  for (Instruction& each : llvm::instructions(function))
    if (!llvm::isa<llvm::PHINode>(each) && !each.isTerminator() && !each.isEHPad()) candidates.push_back(&each);
  if (!candidates.empty())
    builder.insertLabel(builder.createLabel(&program, "here", &file, 1, 1, false, std::nullopt), line,
                        candidates.front()->getIterator());
  for (Instruction* each : candidates) {
    if (made > 5) return;
    llvm::DIExpression* plain = builder.createExpression();
    auto* store = llvm::dyn_cast<llvm::StoreInst>(each);
    if (llvm::isa<llvm::AllocaInst>(each)) {
      builder.insertDeclare(each, variable(), plain, line, std::next(each->getIterator()));
    } else if (store != nullptr && llvm::isa<llvm::AllocaInst>(store->getPointerOperand())) {
      if (store->getMetadata(llvm::LLVMContext::MD_DIAssignID) == nullptr)
        store->setMetadata(llvm::LLVMContext::MD_DIAssignID, llvm::DIAssignID::getDistinct(context));
      builder.insertDbgAssign(store, store->getValueOperand(), variable(), plain, store->getPointerOperand(), plain,
                              line);
    } else if (each->getType()->isIntegerTy()) {
      builder.insertDbgValueIntrinsic(each, variable(), plain, line, std::next(each->getIterator()));
    }
  }
}

}  // namespace

void add_debug_info(llvm::Function& function) {
  if (function.isDeclaration() || function.getSubprogram() != nullptr) return;
  llvm::Module& module = *function.getParent();
  if (module.getModuleFlag("Debug Info Version") == nullptr)
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  llvm::DIBuilder builder(module);
  llvm::DIFile* file = builder.createFile("assay.c", "/");
  llvm::DICompileUnit* unit =
      builder.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_C99), file, "assay", true, "", 0);
  llvm::DISubroutineType* type = builder.createSubroutineType(builder.getOrCreateTypeArray({nullptr}));
  llvm::DISubprogram* program = builder.createFunction(unit, function.getName(), "", file, 1, type, 1,
                                                       llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(program);
  add_variables(builder, function, *program, *file);
  builder.finalize();
  complete_debug_info(function);
}

}  // namespace assay::generate
