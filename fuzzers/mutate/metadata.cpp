#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Metadata.h>

#include "fuzzers/mutate/mutators.h"

// Well-formed pieces of LLVM's fixed metadata kinds. A row says where a kind may stand and how a piece is made.
namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::LLVMContext;
using llvm::MDNode;

llvm::ConstantAsMetadata* number(LLVMContext& context, unsigned bits, std::uint64_t value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::IntegerType::get(context, bits), value));
}

bool is_access(const Instruction& each) { return llvm::isa<llvm::LoadInst, llvm::StoreInst>(each); }
bool is_load(const Instruction& each) { return llvm::isa<llvm::LoadInst>(each); }
bool is_pointer_load(const Instruction& each) { return is_load(each) && each.getType()->isPointerTy(); }
bool is_ranged(const Instruction& each) {
  return (is_load(each) || llvm::isa<llvm::CallInst>(each)) && each.getType()->isIntegerTy() &&
         !each.getType()->isIntegerTy(1);
}
bool is_choice(const Instruction& each) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
  return (branch != nullptr && branch->isConditional()) || llvm::isa<llvm::SelectInst>(each);
}
bool is_branch(const Instruction& each) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
  return branch != nullptr && branch->isConditional();
}
bool is_float(const Instruction& each) {
  return each.getType()->isFPOrFPVectorTy() && !llvm::isa<llvm::PHINode, llvm::LoadInst>(each);
}
bool is_memory_call(const Instruction& each) { return llvm::isa<llvm::MemTransferInst>(each); }
bool is_touching(const Instruction& each) { return is_access(each) || is_memory_call(each); }
bool is_plain(const Instruction& each) { return !llvm::isa<llvm::PHINode>(each); }
bool is_alloca(const Instruction& each) { return llvm::isa<llvm::AllocaInst>(each); }
bool is_call(const Instruction& each) {
  return llvm::isa<llvm::CallInst>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
}
bool is_back_edge(const Instruction& each) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
  return branch != nullptr && llvm::is_contained(branch->successors(), branch->getParent());
}
bool is_pointer_store(const Instruction& each) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
  return store != nullptr && store->getValueOperand()->getType()->isPointerTy();
}

MDNode* empty(Subject&, Instruction& at) { return MDNode::get(at.getContext(), {}); }
MDNode* one(Subject&, Instruction& at) { return MDNode::get(at.getContext(), number(at.getContext(), 32, 1)); }
MDNode* power(Subject& subject, Instruction& at) {
  return MDNode::get(at.getContext(), number(at.getContext(), 64, std::uint64_t{1} << subject.rng.below(6)));
}
MDNode* weights(Subject& subject, Instruction& at) {
  const auto left = static_cast<std::uint32_t>(subject.rng.below(100));
  return llvm::MDBuilder(at.getContext())
      .createBranchWeights(left, static_cast<std::uint32_t>(1 + subject.rng.below(100)));
}
MDNode* range(Subject& subject, Instruction& at) {
  const unsigned bits = at.getType()->getScalarSizeInBits();
  const llvm::APInt low = generate::interesting_integer(bits, subject.rng);
  const llvm::APInt high = generate::interesting_integer(bits, subject.rng);
  return low == high ? nullptr : llvm::MDBuilder(at.getContext()).createRange(low, high);
}
MDNode* accuracy(Subject&, Instruction& at) { return llvm::MDBuilder(at.getContext()).createFPMath(2.5F); }
MDNode* tbaa(Subject& subject, Instruction& at) {
  llvm::MDBuilder builder(at.getContext());
  MDNode* root = builder.createTBAARoot("assay");
  MDNode* character = builder.createTBAAScalarTypeNode("char", root);
  MDNode* type = subject.rng.chance(1, 3)
                     ? character
                     : builder.createTBAAScalarTypeNode(subject.rng.chance(1, 2) ? "int" : "short", character);
  return builder.createTBAAStructTagNode(type, type, 0);
}
MDNode* tbaa_struct(Subject& subject, Instruction& at) {
  MDNode* tag = tbaa(subject, at);
  return MDNode::get(at.getContext(),
                     {number(at.getContext(), 64, 0), number(at.getContext(), 64, 1 + subject.rng.below(8)), tag});
}
MDNode* scopes(Subject& subject, Instruction& at) {
  llvm::MDBuilder builder(at.getContext());
  MDNode* domain = builder.createAliasScopeDomain("assay");
  return MDNode::get(at.getContext(), builder.createAliasScope(subject.rng.chance(1, 2) ? "a" : "b", domain));
}
MDNode* text(Subject&, Instruction& at) {
  return MDNode::get(at.getContext(), llvm::MDString::get(at.getContext(), "assay"));
}
MDNode* distinct(Subject&, Instruction& at) { return MDNode::getDistinct(at.getContext(), {}); }
MDNode* loop(Subject& subject, Instruction& at) {
  static constexpr const char* kHints[] = {"llvm.loop.mustprogress", "llvm.loop.unroll.disable",
                                           "llvm.loop.vectorize.enable", "llvm.loop.unroll.full"};
  LLVMContext& context = at.getContext();
  const char* hint = kHints[subject.rng.below(std::size(kHints))];
  std::vector<llvm::Metadata*> parts{llvm::MDString::get(context, hint)};
  if (std::string_view(hint) == "llvm.loop.vectorize.enable") parts.push_back(number(context, 1, 1));
  MDNode* id = MDNode::getDistinct(context, {nullptr, MDNode::get(context, parts)});
  id->replaceOperandWith(0, id);
  return id;
}
MDNode* header_weight(Subject& subject, Instruction& at) {
  return MDNode::get(at.getContext(), {llvm::MDString::get(at.getContext(), "loop_header_weight"),
                                       number(at.getContext(), 64, 1 + subject.rng.below(100))});
}
MDNode* captures(Subject&, Instruction& at) {
  return MDNode::get(at.getContext(), llvm::MDString::get(at.getContext(), "address"));
}
MDNode* assignment(Subject&, Instruction& at) { return llvm::DIAssignID::getDistinct(at.getContext()); }
MDNode* address_spaces(Subject& subject, Instruction& at) {
  const std::uint64_t low = 1 + subject.rng.below(5);
  return MDNode::get(at.getContext(), {number(at.getContext(), 32, low), number(at.getContext(), 32, low + 1)});
}

struct Kind {
  unsigned id;
  unsigned since;  ///< the first release that reads it
  bool (*fits)(const Instruction&);
  MDNode* (*make)(Subject&, Instruction&);
};

constexpr Kind kKinds[] = {
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
    {LLVMContext::MD_callees, 14, is_call, empty},
    {LLVMContext::MD_pcsections, 16, is_access, text},
    {LLVMContext::MD_DIAssignID, 17, is_alloca, assignment},
    {LLVMContext::MD_coro_outside_frame, 18, is_alloca, empty},
    {LLVMContext::MD_noalias_addrspace, 20, is_access, address_spaces},
    {LLVMContext::MD_captures, 22, is_pointer_store, captures},
};

}  // namespace

bool AnyMetadata::apply(Subject& subject) const {
  const Kind& kind = kKinds[subject.rng.below(std::size(kKinds))];
  if (kind.since > subject.language()) return false;
  Instruction* chosen = any_instruction(subject, [&](Instruction& each) { return kind.fits(each); });
  if (chosen == nullptr) return false;
  if (chosen->hasMetadata(kind.id) && subject.rng.chance(1, 2)) {
    chosen->setMetadata(kind.id, nullptr);
    return true;
  }
  MDNode* node = kind.make(subject, *chosen);
  if (node == nullptr) return false;
  chosen->setMetadata(kind.id, node);
  return true;
}

bool TransplantMetadata::apply(Subject& subject) const {
  Instruction* from = any_instruction(subject, [](Instruction& each) { return each.hasMetadataOtherThanDebugLoc(); });
  if (from == nullptr) return false;
  llvm::SmallVector<std::pair<unsigned, MDNode*>, 4> pieces;
  from->getAllMetadataOtherThanDebugLoc(pieces);
  const auto [id, node] = pieces[subject.rng.below(pieces.size())];
  // A distinct node stands for one place; a range is of one type.
  if (node->isDistinct()) return false;
  for (const Kind& kind : kKinds) {
    if (kind.id != id) continue;
    Instruction* to = any_instruction(subject, [&](Instruction& each) {
      return &each != from && kind.fits(each) && (id != LLVMContext::MD_range || each.getType() == from->getType()) &&
             each.getMetadata(id) != node;
    });
    if (to == nullptr) return false;
    to->setMetadata(id, node);
    return true;
  }
  return false;
}

}  // namespace assay::mutate
