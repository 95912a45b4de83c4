; Which rounding mode is set behind a call that may have set another one.

; VAL-32: The callee may set another mode.
declare i32 @llvm.get.rounding()
declare void @g()
define i1 @src() strictfp {
  %a = call i32 @llvm.get.rounding() strictfp
  call void @g() strictfp
  %b = call i32 @llvm.get.rounding() strictfp
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
define i1 @tgt() strictfp {
  %a = call i32 @llvm.get.rounding() strictfp
  call void @g() strictfp
  ret i1 true
}
; check: unsupported: a rounding mode that a called function may have set

; VAL-32: Nothing sets a mode between.
declare i32 @llvm.get.rounding()
define i1 @src() strictfp {
  %a = call i32 @llvm.get.rounding() strictfp
  %b = call i32 @llvm.get.rounding() strictfp
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
define i1 @tgt() strictfp {
  ret i1 true
}
; check: correct

; VAL-19: The callee may set another mode.
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare void @g()
define float @src(float %x, float %y) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @g() strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret float %b
}
define float @tgt(float %x, float %y) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @g() strictfp
  ret float %a
}
; check: correct (calls that leave the rounding mode alone)

; VAL-56: Assembly with side effects may set another mode.
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half %x, half %y, ptr %p) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void asm sideeffect "ldmxcsr $0", "*m,~{memory}"(ptr elementtype(i32) %p) strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %b
}
define half @tgt(half %x, half %y, ptr %p) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void asm sideeffect "ldmxcsr $0", "*m,~{memory}"(ptr elementtype(i32) %p) strictfp
  ret half %a
}
; check: correct (calls that leave the rounding mode alone)

; VAL-56: Assembly that computes sets none.
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half %x, half %y, i32 %n) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  %q = call i32 asm "bswap $0", "=r,0"(i32 %n) memory(none) strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %b
}
define half @tgt(half %x, half %y, i32 %n) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  %q = call i32 asm "bswap $0", "=r,0"(i32 %n) memory(none) strictfp
  ret half %a
}
; check: correct

; VAL-56: An intrinsic of the target may set another mode.
target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.x86.sse.ldmxcsr(ptr)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half %x, half %y, ptr %p) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @llvm.x86.sse.ldmxcsr(ptr %p) strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %b
}
define half @tgt(half %x, half %y, ptr %p) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @llvm.x86.sse.ldmxcsr(ptr %p) strictfp
  ret half %a
}
; check: correct (calls that leave the rounding mode alone)

; VAL-56: In a function of the module, too.
target triple = "aarch64-unknown-linux-gnu"
declare void @llvm.aarch64.set.fpcr(i64)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define internal void @in(i64 %k) strictfp {
  call void @llvm.aarch64.set.fpcr(i64 %k) strictfp
  ret void
}
define half @src(half %x, half %y, i64 %k) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @in(i64 %k) strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %b
}
define half @tgt(half %x, half %y, i64 %k) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @in(i64 %k) strictfp
  ret half %a
}
; check: correct (calls that leave the rounding mode alone)

; VAL-56: Where it has set one, naming that one is defined.
target triple = "aarch64-unknown-linux-gnu"
declare void @llvm.aarch64.set.fpcr(i64)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half %x, i64 %k) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  call void @llvm.aarch64.set.fpcr(i64 %k) strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %a, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  ret half %b
}
define half @tgt(half %x, i64 %k) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  call void @llvm.aarch64.set.fpcr(i64 %k) strictfp
  ret half %a
}
; check: unknown: approximation

; VAL-56: Intrinsics that read or write memory alone leave it, and so does what LangRef has without a word of it.
declare void @llvm.assume(i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half %x, half %y, ptr %p, i1 %c) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) strictfp
  call void @llvm.assume(i1 %c) strictfp
  %b = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %b
}
define half @tgt(half %x, half %y, ptr %p, i1 %c) strictfp {
  %a = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) strictfp
  call void @llvm.assume(i1 %c) strictfp
  ret half %a
}
; check: correct
