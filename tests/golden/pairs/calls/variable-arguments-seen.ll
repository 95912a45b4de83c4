; A list that others see is memory.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @g(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = mul i32 %a, 2
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = shl i32 %a, 1
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @g(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = add i32 %a, 1
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: unknown: approximation

define i32 @src(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  %s = sub i32 %b, %a
  %r = sub i32 0, %s
  ret i32 %r
}
; interpreter: unsupported: va_arg of this type or target
; solver: correct

define i32 @src(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 %b
}
; interpreter: unsupported: va_arg of this type or target
; solver: unknown: approximation

define i32 @src(i32 %n, ptr %l) { %a = va_arg ptr %l, i32 ret i32 %a }
define i32 @tgt(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 %a
}
; interpreter: unsupported: va_arg of this type or target
; solver: unknown: approximation

; A list outside its lifetime is not accessed.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  %r = xor i32 %a, 0
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  ret i32 %a
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; CALL-32: The target may take no more arguments than the source.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
; interpreter: nothing against it
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define double @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
define double @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
; interpreter: nothing against it
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define double @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
define double @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define double @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
define double @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define ptr @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
define ptr @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
; interpreter: nothing against it
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define ptr @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
define ptr @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define ptr @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
define ptr @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
define i64 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
; interpreter: nothing against it
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
define i64 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
define i64 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
; interpreter: nothing against it
; solver: correct

; One more in a branch that the source takes, too.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i1 noundef %c, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  br i1 %c, label %t, label %e
t:
  %a = va_arg ptr %l, i32
  ret i32 %a
e:
  ret i32 0
}
define i32 @tgt(i1 noundef %c, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %r = select i1 %c, i32 %a, i32 0
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; A list that others see.
define i32 @src(ptr %l) {
  %a = va_arg ptr %l, i32
  ret i32 0
}
define i32 @tgt(ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 0
}
; interpreter: unsupported: va_arg of this type or target
; solver: unknown: approximation
