#include "services/worker/semantics/intrinsics.h"

#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

struct Unsupported {
  llvm::StringRef name;  ///< of one intrinsic, or, if it ends in a point, of a family
  std::string_view reason;
};

constexpr Unsupported kUnsupported[] = {
    {"llvm.alloc.token.id", "allocation tokens are numbered by the implementation"},
    {"llvm.asan.", "sanitizer checks"},
    {"llvm.hwasan.", "sanitizer checks"},
    {"llvm.call.preallocated.", "preallocated arguments"},
    {"llvm.clear_cache", "code that is written at run time"},
    {"llvm.eh.", "exception handling of one runtime"},
    {"llvm.seh.", "structured exception handling"},
    {"llvm.experimental.convergence.", "convergence of several threads"},
    {"llvm.experimental.deoptimize", "deoptimization continues in another runtime"},
    {"llvm.experimental.guard", "deoptimization continues in another runtime"},
    {"llvm.gcread", "garbage collection"},
    {"llvm.gcroot", "garbage collection"},
    {"llvm.gcwrite", "garbage collection"},
    {"llvm.experimental.patchpoint", "code that is patched at run time"},
    {"llvm.experimental.patchpoint.void", "code that is patched at run time"},
    {"llvm.experimental.stackmap", "code that is patched at run time"},
    {"llvm.experimental.memset.pattern", "a fill with a pattern of several bytes"},
    {"llvm.experimental.vector.histogram.", "updates of memory at places that may coincide"},
    {"llvm.matrix.column.major.load", "strided columns of a matrix"},
    {"llvm.matrix.column.major.store", "strided columns of a matrix"},
    {"llvm.memcpy.element.unordered.atomic", "copies in atomic elements"},
    {"llvm.memmove.element.unordered.atomic", "copies in atomic elements"},
    {"llvm.memset.element.unordered.atomic", "fills in atomic elements"},
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
    {"llvm.localescape", "the layout of the stack"},
    {"llvm.localrecover", "the layout of the stack"},
    {"llvm.get.dynamic.area.offset", "the layout of the stack"},
    {"llvm.stackguard", "stack protection"},
    {"llvm.stackprotector", "stack protection"},
    {"llvm.swift.async.context.addr", "the layout of the stack"},
    {"llvm.thread.pointer", "thread-local storage of the target"},
    {"llvm.icall.branch.funnel", "control-flow integrity"},
    {"llvm.xray.", "instrumentation"},
    {"llvm.invariant.start", "memory that stays unchanged from a point on"},
    {"llvm.loop.decrement", "hardware loops"},
    {"llvm.loop.decrement.reg", "hardware loops"},
    {"llvm.set.loop.iterations", "hardware loops"},
    {"llvm.start.loop.iterations", "hardware loops"},
    {"llvm.test.set.loop.iterations", "hardware loops"},
    {"llvm.test.start.loop.iterations", "hardware loops"},
    {"llvm.loop.dependence.raw.mask", "distances between objects"},
    {"llvm.loop.dependence.war.mask", "distances between objects"},
    {"llvm.pcmarker", "places in machine code"},
    {"llvm.preserve.array.access.index", "relocations of BPF"},
    {"llvm.preserve.struct.access.index", "relocations of BPF"},
    {"llvm.preserve.union.access.index", "relocations of BPF"},
    {"llvm.protected.field.ptr", "pointer authentication"},
    {"llvm.ptrauth.", "pointer authentication"},
    {"llvm.read_register", "registers of the target"},
    {"llvm.read_volatile_register", "registers of the target"},
    {"llvm.write_register", "registers of the target"},
    {"llvm.vector.partial.reduce.fadd", "sums of floating-point lanes in any order"},
};

constexpr llvm::StringRef kOfRuntimes[] = {
    "llvm.coro.", "llvm.instrprof.",       "llvm.objc.",           "llvm.experimental.gc.",
    "llvm.type.", "llvm.public.type.test", "llvm.init.trampoline", "llvm.adjust.trampoline"};

bool is_listed(const Unsupported& entry, llvm::StringRef name) {
  return entry.name.ends_with(".") ? name.starts_with(entry.name) : name == entry.name;
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

bool is_of_runtime(llvm::Intrinsic::ID id) {
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  return !is_without_meaning(id) &&
         llvm::any_of(kOfRuntimes, [&](llvm::StringRef family) { return name.starts_with(family); });
}

bool acts_like_function(llvm::Intrinsic::ID id) {
  if (is_of_runtime(id)) return true;
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
  if (is_of_runtime(id)) return {IntrinsicClass::OfRuntime, {}};
  if (acts_like_function(id)) return {IntrinsicClass::LikeFunction, {}};
  // Asked before what is supported, so that a test finds an entry that is out of date.
  for (const Unsupported& entry : kUnsupported)
    if (is_listed(entry, name)) return {IntrinsicClass::Unsupported, entry.reason};
  if (is_composed_intrinsic(id)) return {IntrinsicClass::Composed, {}};
  if (is_other(id, name)) return {IntrinsicClass::Other, {}};
  if (op_of_constrained(id)) return {IntrinsicClass::Constrained, {}};
  if (op_of_intrinsic(id)) return {IntrinsicClass::Row, {}};
  if (llvm::Intrinsic::isTargetIntrinsic(id)) return {IntrinsicClass::OfTarget, "of one target"};
  return {IntrinsicClass::Unlisted, {}};
}

}  // namespace assay::semantics
