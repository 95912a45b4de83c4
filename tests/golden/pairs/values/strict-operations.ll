; What strict floating-point operations raise, and who may see it.

; VAL-55: A call between may look at the flags, or never return.
declare void @g()
declare half @llvm.experimental.constrained.fdiv.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y) strictfp {
  call void @g() strictfp
  %r = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret half %r
}
define half @tgt(half noundef %x, half noundef %y) strictfp {
  %r = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @g() strictfp
  ret half %r
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-55: One that may trap moves before the call: the target raises what the source may not come to.
declare void @g()
declare half @llvm.experimental.constrained.fdiv.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y) strictfp {
  call void @g() strictfp
  %r = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.maytrap") strictfp
  ret half %r
}
define half @tgt(half noundef %x, half noundef %y) strictfp {
  %r = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.maytrap") strictfp
  call void @g() strictfp
  ret half %r
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-55: Between calls their order is nobody's concern: flags are set and stay.
declare void @g()
declare half @llvm.experimental.constrained.fdiv.f16(half, half, metadata, metadata)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define i1 @src(half noundef %x, half noundef %y) strictfp {
  call void @g() strictfp
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret i1 true
}
define i1 @tgt(half noundef %x, half noundef %y) strictfp {
  call void @g() strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret i1 true
}
; check: correct

; VAL-19: Ties go away from zero in one of the modes.
declare i32 @llvm.get.rounding()
declare float @llvm.experimental.constrained.nearbyint.f32(float, metadata, metadata)
define float @src() strictfp {
  %r = call float @llvm.experimental.constrained.nearbyint.f32(float 5.000000e-01, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret float %r
}
define float @tgt() strictfp {
  %m = call i32 @llvm.get.rounding() strictfp
  %up = icmp eq i32 %m, 2
  %r = select i1 %up, float 1.000000e+00, float 0.000000e+00
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-15: Results may be flushed where operands are not.
declare float @llvm.fabs.f32(float)
define float @src(float noundef %x) "denormal-fp-math"="dynamic,dynamic" {
  %a = call float @llvm.fabs.f32(float %x)
  %z = fcmp oeq float %a, 0.000000e+00
  %r = select i1 %z, float 0.000000e+00, float %a
  ret float %r
}
define float @tgt(float noundef %x) "denormal-fp-math"="dynamic,dynamic" {
  %a = call float @llvm.fabs.f32(float %x)
  %r = fmul float %a, 1.000000e+00
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-55: An intrinsic of the target that stores the flags says only that it writes memory.
target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.x86.sse.stmxcsr(ptr)
declare half @llvm.experimental.constrained.fdiv.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y, ptr %p) strictfp {
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @llvm.x86.sse.stmxcsr(ptr %p) strictfp
  ret half %a
}
define half @tgt(half noundef %x, half noundef %y, ptr %p) strictfp {
  call void @llvm.x86.sse.stmxcsr(ptr %p) strictfp
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret half %a
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-55: One that clears them.
target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.x86.sse.ldmxcsr(ptr)
declare half @llvm.experimental.constrained.fdiv.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y, ptr %p) strictfp {
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @llvm.x86.sse.ldmxcsr(ptr %p) strictfp
  ret half %a
}
define half @tgt(half noundef %x, half noundef %y, ptr %p) strictfp {
  call void @llvm.x86.sse.ldmxcsr(ptr %p) strictfp
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret half %a
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-55: Intrinsics that compute, or that only move memory, do not look.
target triple = "x86_64-unknown-linux-gnu"
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare half @llvm.experimental.constrained.fdiv.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y, ptr %p, i32 %n) strictfp {
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %c = call i32 @llvm.x86.sse42.crc32.32.8(i32 %n, i8 1) strictfp
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) strictfp
  ret half %a
}
define half @tgt(half noundef %x, half noundef %y, ptr %p, i32 %n) strictfp {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) strictfp
  %a = call half @llvm.experimental.constrained.fdiv.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret half %a
}
; check: correct
