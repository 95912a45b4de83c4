; CALL-36: What the runtime is known to do is no promise of the target.
declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) { %r = call i32 @__kmpc_global_thread_num(ptr %p) ret i32 %r }
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp", i32 50}
; target:
declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) { %r = call i32 @__kmpc_global_thread_num(ptr %p) nounwind ret i32 %r }
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp", i32 50}
; check: correct

declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) { %r = call i32 @__kmpc_global_thread_num(ptr %p) ret i32 %r }
; target:
declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) { %r = call i32 @__kmpc_global_thread_num(ptr %p) nounwind ret i32 %r }
; check: incorrect: more-ub (interpreter, smt)

declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) {
  %a = call i32 @__kmpc_global_thread_num(ptr %p)
  %b = call i32 @__kmpc_global_thread_num(ptr %p)
  %r = add i32 %a, %b
  ret i32 %r
}
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp", i32 50}
; target:
declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) {
  %a = call i32 @__kmpc_global_thread_num(ptr %p)
  %b = add i32 %a, 0
  %r = add i32 %a, %b
  ret i32 %r
}
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp", i32 50}
; check: unknown: approximation

declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) {
  %a = call i32 @__kmpc_global_thread_num(ptr %p)
  %b = call i32 @__kmpc_global_thread_num(ptr %p)
  %r = add i32 %a, %b
  ret i32 %r
}
; target:
declare i32 @__kmpc_global_thread_num(ptr)
define i32 @f(ptr %p) {
  %a = call i32 @__kmpc_global_thread_num(ptr %p)
  %b = add i32 %a, 0
  %r = add i32 %a, %b
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; What an optimizer computes of them refutes nothing.
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.log10.f16(half 0.0) ret half %r }
; target:
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { ret half 0xHFC00 }
; check: unknown: approximation

declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) {
  %p = call { half, half } @llvm.sincos.f16(half 0.0)
  %r = extractvalue { half, half } %p, 1
  ret half %r
}
; target:
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { ret half 1.0 }
; check: unknown: approximation

declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.pow.f16(half 2.0, half %x) ret half %r }
; target:
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.exp2.f16(half %x) ret half %r }
; check: unknown: approximation

declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %n = fneg half %x %r = call half @llvm.cos.f16(half %n) ret half %r }
; target:
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.cos.f16(half %x) ret half %r }
; check: unknown: approximation

declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.sin.f16(half %x) ret half %r }
; target:
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.cos.f16(half %x) ret half %r }
; check: incorrect: value-mismatch (interpreter, smt)

declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.sin.f16(half %x) ret half %r }
; target:
declare half @llvm.log10.f16(half)
declare { half, half } @llvm.sincos.f16(half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.exp2.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
define half @f(half %x, half %y) { %r = call half @llvm.sin.f16(half %y) ret half %r }
; check: incorrect: value-mismatch (interpreter, smt)

; CALL-18: Poison for one that computes only refutes nothing.
declare float @fabsf(float)
declare float @llvm.fabs.f32(float)
declare i64 @strlen(ptr)
define float @f(float %x) { %y = call float @llvm.fabs.f32(float %x) ret float %y }
; target:
declare float @fabsf(float)
declare float @llvm.fabs.f32(float)
declare i64 @strlen(ptr)
define float @f(float %x) { %y = call float @fabsf(float %x) ret float %y }
; check: correct

declare float @fabsf(float)
declare float @llvm.fabs.f32(float)
declare i64 @strlen(ptr)
define float @f(float %x) { %y = call float @fabsf(float %x) ret float %y }
; target:
declare float @fabsf(float)
declare float @llvm.fabs.f32(float)
declare i64 @strlen(ptr)
define float @f(float %x) { %y = call float @llvm.fabs.f32(float %x) ret float %y }
; check: correct

declare float @fabsf(float)
declare float @llvm.fabs.f32(float)
declare i64 @strlen(ptr)
define i64 @f() { ret i64 0 }
; target:
declare float @fabsf(float)
declare float @llvm.fabs.f32(float)
declare i64 @strlen(ptr)
define i64 @f() { %n = call i64 @strlen(ptr poison) ret i64 0 }
; check: incorrect: more-ub (interpreter, smt)

; Fma of the library is the intrinsic.
declare float @fmaf(float, float, float)
declare float @llvm.fma.f32(float, float, float)
define float @f(float %x, float %y, float %z) { %r = call float @fmaf(float %x, float %y, float %z) ret float %r }
; target:
declare float @fmaf(float, float, float)
declare float @llvm.fma.f32(float, float, float)
define float @f(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
; check: correct

declare float @fmaf(float, float, float)
declare float @llvm.fma.f32(float, float, float)
define float @f(float %x, float %y, float %z) { %r = call float @fmaf(float %x, float %y, float %z) ret float %r }
; target:
declare float @fmaf(float, float, float)
declare float @llvm.fma.f32(float, float, float)
define float @f(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %z, float %y)
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; What this machine's library does not have, of another width, is any function: that refutes nothing.
declare fp128 @tanl(fp128)
define fp128 @src(fp128 %x) {
  %a = fneg fp128 %x
  %b = call fp128 @tanl(fp128 %a)
  ret fp128 %b
}
define fp128 @tgt(fp128 %x) {
  %a = call fp128 @tanl(fp128 %x)
  %b = fneg fp128 %a
  ret fp128 %b
}
; check: unknown: approximation

; Nor is it known which NaN a function gives.
define float @src(float %x) {
  %i = call float @llvm.copysign.f32(float 0x7FF0000000000000, float %x)
  %a = fneg float %i
  %b = call float @llvm.sin.f32(float %a)
  ret float %b
}
define float @tgt(float %x) {
  %i = call float @llvm.copysign.f32(float 0x7FF0000000000000, float %x)
  %a = call float @llvm.sin.f32(float %i)
  %b = fneg float %a
  ret float %b
}
; check: unknown: approximation

; Of x86_fp80 it knows them.
declare x86_fp80 @tanl(x86_fp80)
define x86_fp80 @src(i4 %x) {
  %n = sitofp i4 %x to x86_fp80
  %a = fneg x86_fp80 %n
  %b = call x86_fp80 @tanl(x86_fp80 %a)
  ret x86_fp80 %b
}
define x86_fp80 @tgt(i4 %x) {
  %n = sitofp i4 %x to x86_fp80
  %a = call x86_fp80 @tanl(x86_fp80 %n)
  %b = fneg x86_fp80 %a
  ret x86_fp80 %b
}
; check: unknown: approximation
