#include "services/worker/semantics/intrinsics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

struct Unsupported {
  llvm::StringRef name;  ///< of one intrinsic, or, if it ends in a point, of a family
  std::string_view reason;
};

constexpr Unsupported kUnsupported[] = {
    {"llvm.call.preallocated.", "preallocated arguments"},
    {"llvm.eh.", "exception handling of one runtime"},
    {"llvm.seh.", "structured exception handling"},
    {"llvm.experimental.convergence.", "convergence of several threads"},
    {"llvm.experimental.deoptimize", "deoptimization continues in another runtime"},
    {"llvm.experimental.guard", "deoptimization continues in another runtime"},
    {"llvm.vp.load.ff", "a load whose length depends on which addresses fault"},
    {"llvm.get.fpenv", "the floating-point environment as a value"},
    {"llvm.set.fpenv", "the floating-point environment as a value"},
    {"llvm.reset.fpenv", "changes of the floating-point environment"},
    {"llvm.get.fpmode", "the floating-point environment as a value"},
    {"llvm.set.fpmode", "changes of the floating-point environment"},
    {"llvm.reset.fpmode", "changes of the floating-point environment"},
    {"llvm.addressofreturnaddress", "the layout of the stack"},
    {"llvm.frameaddress", "the layout of the stack"},
    {"llvm.returnaddress", "the layout of the stack"},
    {"llvm.sponentry", "the layout of the stack"},
    {"llvm.stackaddress", "the layout of the stack"},
    {"llvm.localaddress", "the layout of the stack"},
    {"llvm.get.dynamic.area.offset", "the layout of the stack"},
    {"llvm.stackguard", "stack protection"},
    {"llvm.stackprotector", "stack protection"},
    {"llvm.swift.async.context.addr", "the layout of the stack"},
    {"llvm.icall.branch.funnel", "control-flow integrity"},
    {"llvm.read_register", "registers of the target"},
    {"llvm.read_volatile_register", "registers of the target"},
    {"llvm.write_register", "registers of the target"},
};

/// Written as kUnsupported is: a runtime, the linker or the machine decides what they do.
constexpr llvm::StringRef kByAttributes[] = {
    "llvm.adjust.trampoline",
    "llvm.alloc.token.id",
    "llvm.asan.",
    "llvm.clear_cache",
    "llvm.coro.",
    "llvm.experimental.gc.",
    "llvm.experimental.memset.pattern",
    "llvm.experimental.patchpoint",
    "llvm.experimental.patchpoint.void",
    "llvm.experimental.stackmap",
    "llvm.gcread",
    "llvm.gcroot",
    "llvm.gcwrite",
    "llvm.hwasan.",
    "llvm.init.trampoline",
    "llvm.instrprof.",
    "llvm.invariant.start",
    "llvm.localescape",
    "llvm.localrecover",
    "llvm.loop.decrement",
    "llvm.loop.decrement.reg",
    "llvm.matrix.column.major.load",
    "llvm.matrix.column.major.store",
    "llvm.memcpy.element.unordered.atomic",
    "llvm.memmove.element.unordered.atomic",
    "llvm.memset.element.unordered.atomic",
    "llvm.objc.",
    "llvm.pcmarker",
    "llvm.preserve.array.access.index",
    "llvm.preserve.struct.access.index",
    "llvm.preserve.union.access.index",
    "llvm.protected.field.ptr",
    "llvm.ptrauth.",
    "llvm.public.type.test",
    "llvm.set.loop.iterations",
    "llvm.start.loop.iterations",
    "llvm.test.set.loop.iterations",
    "llvm.test.start.loop.iterations",
    "llvm.thread.pointer",
    "llvm.type.",
    "llvm.vector.partial.reduce.fadd",
    "llvm.xray.",
};

bool is_listed(llvm::StringRef entry, llvm::StringRef name) {
  return entry.ends_with(".") ? name.starts_with(entry) : name == entry;
}

/// Lowered by the code for calls, assumptions and permutations.
bool is_other(llvm::Intrinsic::ID id, llvm::StringRef name) {
  switch (id) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::vector_reverse:
    case llvm::Intrinsic::vector_insert:
    case llvm::Intrinsic::vector_extract:
      return true;
    default:
      return name.starts_with("llvm.vector.interleave") || name.starts_with("llvm.vector.deinterleave");
  }
}

}  // namespace

bool is_without_meaning(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::pseudoprobe:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::codeview_annotation:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::reloc_none:
    case llvm::Intrinsic::objc_clang_arc_noop_use:
    case llvm::Intrinsic::dbg_assign:
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::fake_use:
      return true;
    default:
      return false;
  }
}

bool is_known_by_attributes(llvm::Intrinsic::ID id) {
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  return !is_without_meaning(id) &&
         llvm::any_of(kByAttributes, [&](llvm::StringRef entry) { return is_listed(entry, name); });
}

bool takes_constant(const llvm::Function& intrinsic, unsigned argument) {
  return intrinsic.hasParamAttribute(argument, llvm::Attribute::ImmArg) ||
         (intrinsic.getIntrinsicID() == llvm::Intrinsic::vp_abs && argument == 1);
}

bool is_size_guessed(const llvm::CallBase& call) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(call.getArgOperand(0), objects);
  return !llvm::all_of(objects, [](const llvm::Value* object) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object))
      return variable->hasDefinitiveInitializer();
    return llvm::isa<llvm::ConstantPointerNull, llvm::AllocaInst>(object);
  });
}

bool acts_like_function(llvm::Intrinsic::ID id) {
  if (is_known_by_attributes(id)) return true;
  switch (id) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::debugtrap:
    case llvm::Intrinsic::ubsantrap:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::objectsize:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::eh_typeid_for:
      return true;
    default:
      return false;
  }
}

IntrinsicNote note_of(llvm::Intrinsic::ID id) {
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  if (is_without_meaning(id)) return {IntrinsicClass::WithoutMeaning, {}};
  if (is_known_by_attributes(id)) return {IntrinsicClass::ByAttributes, {}};
  if (acts_like_function(id)) return {IntrinsicClass::LikeFunction, {}};
  // Asked before what is supported, so that a test finds an entry that is out of date.
  for (const Unsupported& entry : kUnsupported)
    if (is_listed(entry.name, name)) return {IntrinsicClass::Unsupported, entry.reason};
  if (is_composed_intrinsic(id)) return {IntrinsicClass::Composed, {}};
  if (is_other(id, name)) return {IntrinsicClass::Other, {}};
  if (op_of_constrained(id)) return {IntrinsicClass::Constrained, {}};
  if (op_of_intrinsic(id)) return {IntrinsicClass::Row, {}};
  if (llvm::Intrinsic::isTargetIntrinsic(id)) return {IntrinsicClass::OfTarget, "of one target"};
  return {IntrinsicClass::Unlisted, {}};
}

}  // namespace assay::semantics
