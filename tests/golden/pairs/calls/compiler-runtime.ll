; CALL-46: operations that a compiler carries out by functions of its run-time. Only the target calls them: what they do
; is what the operation does, which no machine knows.
define i16 @f(ptr %x) {
  %a = atomicrmw xchg ptr %x, i16 0 release, align 1
  ret i16 %a
}
; target:
declare void @__atomic_exchange(i64, ptr, ptr, ptr, i32)
define i16 @f(ptr %x) {
  %in = alloca i16
  %out = alloca i16
  store i16 0, ptr %in
  call void @__atomic_exchange(i64 2, ptr %x, ptr %in, ptr %out, i32 3)
  %a = load i16, ptr %out
  ret i16 %a
}
; check: unknown: approximation

define i128 @f(i128 %x, i128 %y) {
  %q = sdiv i128 %x, %y
  ret i128 %q
}
; target:
declare i128 @__divti3(i128, i128)
define i128 @f(i128 %x, i128 %y) {
  %q = call i128 @__divti3(i128 %x, i128 %y)
  ret i128 %q
}
; check: unknown: approximation

; In a function that it calls.
define i128 @f(i128 %x, i128 %y) {
  %q = sdiv i128 %x, %y
  ret i128 %q
}
; target:
declare i128 @__divti3(i128, i128)
define internal i128 @divide(i128 %x, i128 %y) {
  %q = call i128 @__divti3(i128 %x, i128 %y)
  ret i128 %q
}
define i128 @f(i128 %x, i128 %y) {
  %q = call i128 @divide(i128 %x, i128 %y)
  ret i128 %q
}
; check: unknown: approximation

; A function that both call is one like others.
declare i128 @__divti3(i128, i128)
define i128 @f(i128 %x, i128 %y) {
  %q = call i128 @__divti3(i128 %x, i128 %y)
  ret i128 %q
}
; target:
declare i128 @__divti3(i128, i128)
define i128 @f(i128 %x, i128 %y) {
  %q = call i128 @__divti3(i128 %y, i128 %x)
  ret i128 %q
}
; check: incorrect: more-poisonous (interpreter, smt)

; One of the target alone that is none of a run-time is a difference.
define i128 @f(i128 %x, i128 %y) {
  %q = sdiv i128 %x, %y
  ret i128 %q
}
; target:
declare i128 @divide(i128, i128)
define i128 @f(i128 %x, i128 %y) {
  %q = call i128 @divide(i128 %x, i128 %y)
  ret i128 %q
}
; check: incorrect: value-mismatch (interpreter, smt)

; So is one of the C library, whose meaning is known.
declare float @llvm.sqrt.f32(float)
define float @f(float %x) {
  %r = call float @llvm.sqrt.f32(float %x)
  ret float %r
}
; target:
declare float @fabsf(float)
define float @f(float %x) {
  %r = call float @fabsf(float %x)
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; The module has it, and another function calls it.
define i128 @__divti3(i128 %x, i128 %y) {
  ret i128 0
}
define i128 @f(i128 %x, i128 %y) {
  %q = sdiv i128 %x, %y
  ret i128 %q
}
; target:
define i128 @__divti3(i128 %x, i128 %y) {
  ret i128 0
}
define i128 @f(i128 %x, i128 %y) {
  %q = call i128 @__divti3(i128 %x, i128 %y)
  ret i128 %q
}
; check: unknown: approximation
