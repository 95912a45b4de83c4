#include "services/worker/semantics/attribute_support.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Support/ModRef.h>

namespace assay::semantics {
namespace {

using Kind = SupportKind;
using llvm::Attribute;

struct AttributeEntry {
  Attribute::AttrKind attribute;
  AttributeSupport support;
};

constexpr FollowedBy kNobody{.interpreter = false, .solver = false};
constexpr FollowedBy kInterpreterOnly{.interpreter = true, .solver = false};
constexpr std::string_view kNotJudged = "runs in which it does not hold are not judged";
constexpr std::string_view kCode = "concerns the code that is made, not what it does";
constexpr std::string_view kOptimizer = "advice to the optimizer";
constexpr std::string_view kChecks = "asks for checks that another pass adds";
constexpr std::string_view kCoroutine = "what a coroutine does before it is split is that of unknown functions";
constexpr std::string_view kTarget = "concerns how the target passes arguments, in which caller and callee agree";

constexpr AttributeEntry kAttributes[] = {
    {Attribute::Alignment, {Kind::Honoured, "poison if it does not hold"}},
    {Attribute::AllocAlign, {Kind::Honoured, "the result is poison if it is not aligned so"}},
    {Attribute::AllocKind, {Kind::Honoured, "functions that allocate and free: calls of them are no events"}},
    {Attribute::AllocSize,
     {Kind::Honoured, "the size of what a function allocates, or what is dereferenceable at its result"}},
    {Attribute::AllocatedPointer, {Kind::Honoured, "what a function frees"}},
    {Attribute::AlwaysInline, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::Builtin, {Kind::Permission, "library functions may be known"}},
    {Attribute::ByRef,
     {Kind::Unfollowed, "dereferenceable is honoured; that the callee must not change the memory is not", kNobody}},
    {Attribute::ByVal, {Kind::Honoured, "a copy of the memory"}},
    {Attribute::Captures, {Kind::Honoured, "what a function may keep of a pointer, and whether by its result alone"}},
    {Attribute::Cold, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::Convergent,
     {Kind::WithoutMeaning, "one thread runs; that calls depend on no more branches is seen in the text"}},
    {Attribute::CoroDestroyOnlyWhenComplete, {Kind::WithoutMeaning, kCoroutine}},
    {Attribute::CoroElideSafe, {Kind::WithoutMeaning, kCoroutine}},
    {Attribute::DeadOnReturn, {Kind::Honoured, "the memory is poison at the end, and after a call"}},
    {Attribute::DeadOnUnwind, {Kind::Honoured, "the memory is not compared after an exception"}},
    {Attribute::Dereferenceable, {Kind::Honoured, "undefined behaviour if it does not hold"}},
    {Attribute::DereferenceableOrNull, {Kind::Honoured, "undefined behaviour if it does not hold"}},
    {Attribute::DisableSanitizerInstrumentation, {Kind::WithoutMeaning, kChecks}},
    {Attribute::ElementType, {Kind::WithoutMeaning, "a type for intrinsics"}},
    {Attribute::FnRetThunkExtern, {Kind::WithoutMeaning, kCode}},
    {Attribute::Hot, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::HybridPatchable, {Kind::WithoutMeaning, kCode}},
    {Attribute::ImmArg, {Kind::Honoured, "operands of intrinsics"}},
    {Attribute::InAlloca,
     {Kind::Unfollowed, "the memory is there and is gone at the end; calls that pass such memory are refused by name",
      kNobody}},
    {Attribute::InReg, {Kind::WithoutMeaning, kTarget}},
    {Attribute::Initializes, {Kind::Honoured, "reads before the writes give poison"}},
    {Attribute::InlineHint, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::JumpTable, {Kind::WithoutMeaning, kCode}},
    {Attribute::Memory, {Kind::Honoured, "accesses that it rules out are undefined behaviour"}},
    {Attribute::MinSize, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::MustProgress,
     {Kind::Honoured, "running for ever unseen is undefined; the solver knows plain cycles", kInterpreterOnly}},
    {Attribute::Naked, {Kind::Unfollowed, "bodies in assembly", kNobody}},
    {Attribute::Nest, {Kind::WithoutMeaning, kTarget}},
    {Attribute::NoAlias, {Kind::Honoured, "a return value is a new object, inputs do not overlap"}},
    {Attribute::NoBuiltin, {Kind::Honoured, "library functions are unknown ones"}},
    {Attribute::NoCallback, {Kind::Permission, "the callee does not call back"}},
    {Attribute::NoCfCheck, {Kind::WithoutMeaning, kCode}},
    {Attribute::NoCreateUndefOrPoison,
     {Kind::Honoured, "a result that is poison though no argument is makes the call undefined"}},
    {Attribute::NoDivergenceSource, {Kind::WithoutMeaning, "one thread runs"}},
    {Attribute::NoDuplicate, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::NoExt, {Kind::WithoutMeaning, kTarget}},
    {Attribute::NoFPClass, {Kind::Honoured, "poison if it does not hold"}},
    {Attribute::NoFree, {Kind::Honoured, "freeing the caller's memory is undefined behaviour"}},
    {Attribute::NoImplicitFloat, {Kind::WithoutMeaning, kCode}},
    {Attribute::NoInline, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::NoMerge, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::NoProfile, {Kind::WithoutMeaning, kChecks}},
    {Attribute::NoRecurse, {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {Attribute::NoRedZone, {Kind::WithoutMeaning, kCode}},
    {Attribute::NoReturn, {Kind::Honoured, "a return is undefined behaviour"}},
    {Attribute::NoSanitizeBounds, {Kind::WithoutMeaning, kChecks}},
    {Attribute::NoSanitizeCoverage, {Kind::WithoutMeaning, kChecks}},
    {Attribute::NoSync, {Kind::WithoutMeaning, "one thread runs"}},
    {Attribute::NoUndef, {Kind::Honoured, "undefined behaviour if it does not hold"}},
    {Attribute::NoUnwind, {Kind::Honoured, "an exception is undefined behaviour"}},
    {Attribute::NonLazyBind, {Kind::WithoutMeaning, kCode}},
    {Attribute::NonNull, {Kind::Honoured, "poison if it does not hold"}},
    {Attribute::NullPointerIsValid, {Kind::Permission, "null may lead to an object where the function accesses it"}},
    {Attribute::OptForFuzzing, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::OptimizeForDebugging, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::OptimizeForSize, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::OptimizeNone, {Kind::WithoutMeaning, kOptimizer}},
    {Attribute::Preallocated,
     {Kind::Unfollowed, "the memory is there and is gone at the end; calls that pass such memory are refused by name",
      kNobody}},
    {Attribute::PresplitCoroutine, {Kind::WithoutMeaning, kCoroutine}},
    {Attribute::Range, {Kind::Honoured, "poison if it does not hold"}},
    {Attribute::ReadNone, {Kind::Honoured, "accesses through the pointer are undefined behaviour"}},
    {Attribute::ReadOnly, {Kind::Honoured, "writes through the pointer are undefined behaviour"}},
    {Attribute::Returned,
     {Kind::Honoured,
      "the result of declared functions is the argument; runs of others that give something else are not judged"}},
    {Attribute::ReturnsTwice, {Kind::Unfollowed, "calls return once, and proofs say so", kNobody}},
    {Attribute::SExt, {Kind::WithoutMeaning, kTarget}},
    {Attribute::SafeStack, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeAddress, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeAllocToken, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeHWAddress, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeMemTag, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeMemory, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeNumericalStability, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeRealtime, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeRealtimeBlocking, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeThread, {Kind::WithoutMeaning, kChecks}},
    {Attribute::SanitizeType, {Kind::WithoutMeaning, kChecks}},
    {Attribute::ShadowCallStack, {Kind::WithoutMeaning, kCode}},
    {Attribute::SkipProfile, {Kind::WithoutMeaning, kChecks}},
    {Attribute::Speculatable,
     {Kind::Honoured,
      "of declared functions: no undefined behaviour of their own; how often they are called may be seen"}},
    {Attribute::SpeculativeLoadHardening, {Kind::WithoutMeaning, kCode}},
    {Attribute::StackAlignment, {Kind::WithoutMeaning, kCode}},
    {Attribute::StackProtect, {Kind::WithoutMeaning, kChecks}},
    {Attribute::StackProtectReq, {Kind::WithoutMeaning, kChecks}},
    {Attribute::StackProtectStrong, {Kind::WithoutMeaning, kChecks}},
    {Attribute::StrictFP, {Kind::Honoured, "constrained operations; exceptions are not modelled"}},
    {Attribute::StructRet, {Kind::Honoured, "memory of the type, dereferenceable and aligned"}},
    {Attribute::SwiftAsync, {Kind::WithoutMeaning, kTarget}},
    {Attribute::SwiftError, {Kind::WithoutMeaning, kTarget}},
    {Attribute::SwiftSelf, {Kind::WithoutMeaning, kTarget}},
    {Attribute::UWTable, {Kind::WithoutMeaning, kCode}},
    {Attribute::VScaleRange, {Kind::Honoured, "the vscale values that are tried"}},
    {Attribute::WillReturn, {Kind::Honoured, "not returning is undefined behaviour"}},
    {Attribute::Writable, {Kind::Honoured, "what is dereferenceable can be written when the function is entered"}},
    {Attribute::WriteOnly, {Kind::Honoured, "reads through the pointer are undefined behaviour"}},
    {Attribute::ZExt, {Kind::WithoutMeaning, kTarget}},
};

struct MetadataEntry {
  llvm::StringRef name;
  AttributeSupport support;
};
constexpr std::string_view kDebug = "for the debugger";
constexpr std::string_view kProfile = "how often, not what";
constexpr std::string_view kLinking = "for the linker or the code generator";

constexpr MetadataEntry kMetadata[] = {
    {"dbg", {Kind::WithoutMeaning, kDebug}},
    {"tbaa", {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {"prof", {Kind::WithoutMeaning, kProfile}},
    {"fpmath", {Kind::Unfollowed, "less accuracy is allowed: exact results are looked at", kNobody}},
    {"range", {Kind::Honoured, "poison if it does not hold"}},
    {"tbaa.struct", {Kind::Permission, "padding of a copy need not be copied"}},
    {"invariant.load", {Kind::Honoured, "undefined behaviour if the memory changes"}},
    {"alias.scope", {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {"noalias", {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {"nontemporal", {Kind::WithoutMeaning, "caches"}},
    {"llvm.mem.parallel_loop_access", {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {"nonnull", {Kind::Honoured, "poison if it does not hold"}},
    {"dereferenceable", {Kind::Honoured, "undefined behaviour if it does not hold"}},
    {"dereferenceable_or_null", {Kind::Honoured, "undefined behaviour if it does not hold"}},
    {"make.implicit", {Kind::WithoutMeaning, kLinking}},
    {"unpredictable", {Kind::WithoutMeaning, kProfile}},
    {"invariant.group", {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {"align", {Kind::Honoured, "poison if it does not hold"}},
    {"llvm.loop", {Kind::WithoutMeaning, "hints for loops; what mustprogress says of them is honoured"}},
    {"type", {Kind::WithoutMeaning, kLinking}},
    {"section_prefix", {Kind::WithoutMeaning, kLinking}},
    {"absolute_symbol", {Kind::Unfollowed, "addresses of globals within a range", kNobody}},
    {"associated", {Kind::WithoutMeaning, kLinking}},
    {"callees", {Kind::Honoured, "undefined behaviour if it calls another function"}},
    {"irr_loop", {Kind::WithoutMeaning, kProfile}},
    {"llvm.access.group", {Kind::Honoured, kNotJudged, kInterpreterOnly}},
    {"callback", {Kind::Honoured, "a function is called back with what it says alone"}},
    {"llvm.preserve.access.index", {Kind::WithoutMeaning, kDebug}},
    {"vcall_visibility", {Kind::Unfollowed, "virtual functions that nobody calls", kNobody}},
    {"noundef", {Kind::Honoured, "undefined behaviour if it does not hold"}},
    {"annotation", {Kind::WithoutMeaning, "remarks"}},
    {"nosanitize", {Kind::WithoutMeaning, kChecks}},
    {"func_sanitize", {Kind::WithoutMeaning, kChecks}},
    {"exclude", {Kind::WithoutMeaning, kLinking}},
    {"memprof", {Kind::WithoutMeaning, kProfile}},
    {"callsite", {Kind::WithoutMeaning, kProfile}},
    {"kcfi_type", {Kind::Honoured, "stays what it is: callers by a pointer look at it"}},
    {"pcsections", {Kind::WithoutMeaning, kLinking}},
    {"DIAssignID", {Kind::WithoutMeaning, kDebug}},
    {"coro.outside.frame", {Kind::WithoutMeaning, kCoroutine}},
    {"mmra", {Kind::WithoutMeaning, "one thread runs"}},
    {"noalias.addrspace", {Kind::Unfollowed, "address spaces that an access does not reach", kNobody}},
    {"callee_type", {Kind::WithoutMeaning, kLinking}},
    {"nofree", {Kind::Unfollowed, "memory that stays allocated", kNobody}},
    {"captures", {Kind::Unfollowed, "runs that store pointers with less than provenance are not judged", kNobody}},
    {"alloc_token", {Kind::WithoutMeaning, kChecks}},
    {"implicit.ref", {Kind::WithoutMeaning, kLinking}},
    {"nofpclass", {Kind::Honoured, "poison if it does not hold"}},
};

}  // namespace

AttributeSupport support_of(Attribute::AttrKind kind) {
  for (const AttributeEntry& entry : kAttributes)
    if (entry.attribute == kind) return entry.support;
  return {};
}

AttributeSupport support_of_metadata(llvm::StringRef name) {
  for (const MetadataEntry& entry : kMetadata)
    if (entry.name == name) return entry.support;
  return {};
}

MetadataNodes metadata_beyond(bool FollowedBy::*machine, const llvm::Instruction& instruction) {
  if (!instruction.hasMetadataOtherThanDebugLoc()) return {};
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 8> all;
  instruction.getAllMetadataOtherThanDebugLoc(all);
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  instruction.getContext().getMDKindNames(kinds);
  MetadataNodes nodes;
  // Of pointers made of integers nobody looks at what metadata says.
  const bool nowhere = llvm::isa<llvm::IntToPtrInst>(instruction);
  for (const auto& [kind, node] : all) {
    const AttributeSupport support = support_of_metadata(kinds[kind]);
    if (!(support.followed_by.*machine) || (nowhere && support.kind == Kind::Honoured)) nodes.emplace_back(kind, node);
  }
  return nodes;
}

bool keeps_provenance_back(const llvm::Instruction& instruction) {
  const llvm::MDNode* node = instruction.getMetadata(llvm::LLVMContext::MD_captures);
  return node != nullptr && !llvm::capturesFullProvenance(llvm::MDNode::toCaptureComponents(node));
}

}  // namespace assay::semantics
