#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <set>

#include "services/common/text.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/linked.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

using llvm::Attribute;

// The first release that reads the attribute. Where the very release is not known, a later one stands here: an
// attribute dropped once too often costs an optimization, one kept once too often costs the module.
struct AttributeRow {
  Attribute::AttrKind kind;
  int since;
};
constexpr AttributeRow kNewAttributes[] = {
    {Attribute::AllocKind, 15},
    {Attribute::AllocatedPointer, 15},
    {Attribute::AllocAlign, 15},
    {Attribute::FnRetThunkExtern, 15},
    {Attribute::NoSanitizeBounds, 15},
    {Attribute::PresplitCoroutine, 15},
    {Attribute::SkipProfile, 16},
    {Attribute::NoFPClass, 17},
    {Attribute::CoroDestroyOnlyWhenComplete, 18},
    {Attribute::DeadOnUnwind, 18},
    {Attribute::OptimizeForDebugging, 18},
    {Attribute::Writable, 18},
    {Attribute::HybridPatchable, 19},
    {Attribute::Initializes, 19},
    {Attribute::Range, 19},
    {Attribute::SanitizeNumericalStability, 19},
    {Attribute::CoroElideSafe, 20},
    {Attribute::NoDivergenceSource, 20},
    {Attribute::NoExt, 20},
    {Attribute::SanitizeRealtime, 20},
    {Attribute::SanitizeRealtimeBlocking, 20},
    {Attribute::SanitizeType, 20},
    {Attribute::DeadOnReturn, 22},
    {Attribute::NoCreateUndefOrPoison, 22},
    {Attribute::SanitizeAllocToken, 22},
};

// Intrinsics whose parameters are others in older releases; some of those crash when they read today's form.
struct IntrinsicRow {
  const char* prefix;
  int since;
};
constexpr IntrinsicRow kChangedIntrinsics[] = {
    {"llvm.masked.load.", 22},
    {"llvm.masked.store.", 22},
    {"llvm.masked.gather.", 22},
    {"llvm.masked.scatter.", 22},
};

constexpr int kWithMemoryAttribute = 16;
constexpr int kWithTodaysLifetimeMarkers = 22;
constexpr int kWithDisjoint = 18;    // disjoint on or, nneg on zext
constexpr int kWithTruncFlags = 19;  // also nneg on uitofp, nusw and nuw on getelementptr, splat (…), debug records
constexpr int kWithRangesOfVectors = 19;
constexpr int kWithFlagsOnFpCasts = 20;
constexpr int kWithSamesign = 20;
constexpr int kWithCaptures = 21;

class Speller {
 public:
  Speller(llvm::Module& module, int version) : module_(module), version_(version) {}

  Status rewrite() {
    if (version_ < kWithTruncFlags && llvm::StripDebugInfo(module_)) drop("debug info");
    if (!module_.getTargetTriple().str().empty() && module_.getDataLayoutStr().empty()) {
      module_.setTargetTriple(llvm::Triple());  // each release would make up a layout of its own
      drop("target triple without a data layout");
    }
    if (version_ < kWithTodaysLifetimeMarkers) drop_lifetime_markers();
    for (llvm::Function& function : module_) {
      if (Status error = rewrite_function(function)) return error;
    }
    return std::nullopt;
  }

  // The printed module in the old release's words.
  Result<std::string> print();

  std::vector<std::string> dropped() const { return {dropped_.begin(), dropped_.end()}; }

 private:
  void drop(const std::string& what) { dropped_.insert(what); }

  void drop_lifetime_markers();
  Status rewrite_function(llvm::Function& function);
  void rewrite_instruction(llvm::Instruction& instruction);
  void rewrite_splats(llvm::Instruction& instruction);
  llvm::AttributeList without_new(llvm::AttributeList attributes);

  llvm::Module& module_;
  const int version_;
  std::set<std::string> dropped_;
  std::map<const llvm::Constant*, std::unique_ptr<llvm::Argument>> splats_;
};

void Speller::drop_lifetime_markers() {
  for (llvm::Function& function : llvm::make_early_inc_range(module_)) {
    const auto id = function.getIntrinsicID();
    if (id != llvm::Intrinsic::lifetime_start && id != llvm::Intrinsic::lifetime_end) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users()))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) call->eraseFromParent();
    if (!function.use_empty()) continue;
    function.eraseFromParent();
    drop("lifetime markers");
  }
}

// memory(…) as the words that releases before 16 have for it; empty when they have none.
std::string old_memory_words(llvm::MemoryEffects effects) {
  if (effects.doesNotAccessMemory()) return "readnone";
  std::string words;
  if (effects.onlyReadsMemory()) words = "readonly ";
  if (effects.onlyWritesMemory()) words = "writeonly ";
  if (effects.onlyAccessesArgPointees())
    words += "argmemonly ";
  else if (effects.onlyAccessesInaccessibleMem())
    words += "inaccessiblememonly ";
  else if (effects.onlyAccessesInaccessibleOrArgMem())
    words += "inaccessiblemem_or_argmemonly ";
  return words;
}

llvm::AttributeList Speller::without_new(llvm::AttributeList attributes) {
  llvm::LLVMContext& context = module_.getContext();
  for (unsigned index : attributes.indexes()) {
    for (const AttributeRow& row : kNewAttributes) {
      if (version_ >= row.since || !attributes.hasAttributeAtIndex(index, row.kind)) continue;
      attributes = attributes.removeAttributeAtIndex(context, index, row.kind);
      drop(Attribute::getNameFromAttrKind(row.kind).str());
    }
    const Attribute captures = attributes.getAttributeAtIndex(index, Attribute::Captures);
    if (version_ < kWithCaptures && captures.isValid() && !llvm::capturesNothing(captures.getCaptureInfo())) {
      attributes = attributes.removeAttributeAtIndex(context, index, Attribute::Captures);
      drop("captures");
    }
  }
  if (version_ < kWithMemoryAttribute && attributes.hasFnAttr(Attribute::Memory) &&
      old_memory_words(attributes.getMemoryEffects()).empty()) {
    attributes = attributes.removeFnAttribute(context, Attribute::Memory);
    drop("memory");
  }
  return attributes;
}

Status Speller::rewrite_function(llvm::Function& function) {
  for (const IntrinsicRow& row : kChangedIntrinsics)
    if (version_ < row.since && function.getName().starts_with(row.prefix))
      return Error{"LLVM " + std::to_string(version_) + " has another form of " + function.getName().str()};
  // Each release knows its own intrinsics' attributes, and puts them in when it reads the declaration.
  if (function.isIntrinsic()) function.setAttributes({});
  function.setAttributes(without_new(function.getAttributes()));
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::PtrToAddr && version_ < 22)
      return Error{"LLVM " + std::to_string(version_) + " has no ptrtoaddr"};
    rewrite_instruction(instruction);
    if (version_ < kWithTruncFlags) rewrite_splats(instruction);
  }
  return std::nullopt;
}

void Speller::rewrite_instruction(llvm::Instruction& instruction) {
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      compare != nullptr && version_ < kWithSamesign && compare->hasSameSign()) {
    compare->setSameSign(false);
    drop("samesign");
  }
  if (auto* trunc = llvm::dyn_cast<llvm::TruncInst>(&instruction); trunc != nullptr && version_ < kWithTruncFlags) {
    if (trunc->hasNoUnsignedWrap() || trunc->hasNoSignedWrap()) drop("nuw and nsw on trunc");
    trunc->setHasNoUnsignedWrap(false);
    trunc->setHasNoSignedWrap(false);
  }
  if (auto* cast = llvm::dyn_cast<llvm::PossiblyNonNegInst>(&instruction); cast != nullptr && cast->hasNonNeg()) {
    if (version_ < (llvm::isa<llvm::ZExtInst>(cast) ? kWithDisjoint : kWithTruncFlags)) {
      cast->setNonNeg(false);
      drop("nneg");
    }
  }
  if (auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
      either != nullptr && version_ < kWithDisjoint && either->isDisjoint()) {
    either->setIsDisjoint(false);
    drop("disjoint");
  }
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      address != nullptr && version_ < kWithTruncFlags) {
    const auto kept = address->isInBounds() ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none();
    if (address->getNoWrapFlags() != kept) drop("nusw and nuw on getelementptr");
    address->setNoWrapFlags(kept);
  }
  if (llvm::isa<llvm::FPTruncInst, llvm::FPExtInst>(instruction) && version_ < kWithFlagsOnFpCasts &&
      instruction.getFastMathFlags().any()) {
    instruction.copyFastMathFlags(llvm::FastMathFlags());
    drop("fast-math flags on casts");
  }
  if (version_ < kWithRangesOfVectors && instruction.getType()->isVectorTy() &&
      instruction.hasMetadata(llvm::LLVMContext::MD_range)) {
    instruction.setMetadata(llvm::LLVMContext::MD_range, nullptr);
    drop("!range of a vector");
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    call->setAttributes(without_new(call->getAttributes()));
}

// A splat is printed in a form that old releases don't know. A named argument in its place marks where to write it out.
void Speller::rewrite_splats(llvm::Instruction& instruction) {
  for (llvm::Use& use : instruction.operands()) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(use.get());
    if (constant == nullptr || !llvm::isa<llvm::FixedVectorType>(constant->getType())) continue;
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant) || constant->getSplatValue() == nullptr)
      continue;
    auto& mark = splats_[constant];
    if (!mark) {
      const std::string name = "assay.splat." + std::to_string(splats_.size()) + ".";
      mark = std::make_unique<llvm::Argument>(constant->getType(), name);
    }
    use.set(mark.get());
  }
}

std::string spell_splat(const llvm::Constant& splat) {
  std::string element;
  llvm::raw_string_ostream stream(element);
  splat.getSplatValue()->printAsOperand(stream, true);
  std::string text = "<";
  const unsigned count = llvm::cast<llvm::FixedVectorType>(splat.getType())->getNumElements();
  for (unsigned i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + element;
  return text + ">";
}

Result<std::string> Speller::print() {
  std::string text = ir::print(module_);
  for (auto& [constant, mark] : splats_) {
    replace_all(text, "%" + mark->getName().str(), spell_splat(*constant));
    mark->replaceAllUsesWith(const_cast<llvm::Constant*>(constant));
  }
  if (version_ < kWithCaptures) replace_all(text, "captures(none)", "nocapture");
  if (version_ < kWithMemoryAttribute) {
    for (auto at = text.find("memory("); at != std::string::npos; at = text.find("memory(", at + 1)) {
      const auto end = text.find(')', at);
      llvm::LLVMContext context;
      const auto probe = ir::parse(context, "declare void @f() " + text.substr(at, end - at + 1), "memory");
      if (!probe) continue;
      text.replace(at, end - at + 1, old_memory_words((*probe)->begin()->getMemoryEffects()));
    }
  }
  // Instructions have lost these flags already; what is left stands in constants.
  if (version_ < kWithTruncFlags)
    for (const char* flags : {" nusw nuw (", " nuw (", " nusw ("})
      for (const char* head : {"getelementptr", "getelementptr inbounds"})
        if (replace_all(text, std::string(head) + flags, std::string(head) + " ("))
          drop("nusw and nuw on getelementptr");
  if (version_ < kWithTruncFlags && text.find("splat (") != std::string::npos)
    return Error{"LLVM " + std::to_string(version_) + " can't read a splat inside of a constant"};
  return text;
}

}  // namespace

Result<Spelling> spell_module(const llvm::Module& module, int major_version) {
  if (major_version >= kLinkedMajorVersion) return Spelling{ir::print(module), {}};
  const auto copy = ir::clone(module);
  Speller speller(*copy, major_version);
  if (Status error = speller.rewrite()) return *error;
  auto text = speller.print();
  if (!text) return Error{text.error()};
  return Spelling{std::move(*text), speller.dropped()};
}

}  // namespace assay::optimize
