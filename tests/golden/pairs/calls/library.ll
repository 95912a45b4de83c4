; CALL-16: Library functions compute what C says.
@s = constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
define i64 @src() { %n = call i64 @strlen(ptr @s) ret i64 %n }
define i64 @tgt() { ret i64 3 }
; interpreter: correct
; solver: correct

declare i32 @ffs(i32)
define i32 @src() { %n = call i32 @ffs(i32 8) ret i32 %n }
define i32 @tgt() { ret i32 3 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A library function that becomes another one is not judged.
target triple = "x86_64-unknown-linux-gnu"
@f = constant [4 x i8] c"hi\0A\00"
@g = constant [3 x i8] c"hi\00"
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
define void @src() { call i32 (ptr, ...) @printf(ptr @f) ret void }
define void @tgt() { call i32 @puts(ptr @g) ret void }
; interpreter: nothing against it
; solver: unknown: approximation

target triple = "x86_64-unknown-linux-gnu"
@f = constant [4 x i8] c"hi\0A\00"
declare i32 @printf(ptr, ...)
define void @src() { call i32 (ptr, ...) @printf(ptr @f) ret void }
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

target triple = "x86_64-unknown-linux-gnu"
@g = constant [3 x i8] c"hi\00"
declare ptr @strcpy(ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p) { call ptr @strcpy(ptr %p, ptr @g) ret void }
define void @tgt(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 3, i1 false)
  ret void
}
; interpreter: unknown: a library function of an undef value
; solver: correct

; CALL-17: What a library function asks of its arguments refutes nothing.
declare ptr @memchr(ptr, i32, i64)
define ptr @src(ptr %p) { %r = call ptr @memchr(ptr %p, i32 0, i64 4) ret ptr %r }
define ptr @tgt(ptr %p) {
  %r = call ptr @memchr(ptr noundef nonnull dereferenceable(1) %p, i32 0, i64 4)
  ret ptr %r
}
; interpreter: unknown: a library function of an undef value
; solver: unknown: approximation

declare ptr @nobody_knows(ptr, i32, i64)
define ptr @src(ptr %p) { %r = call ptr @nobody_knows(ptr %p, i32 0, i64 4) ret ptr %r }
define ptr @tgt(ptr %p) {
  %r = call ptr @nobody_knows(ptr noundef nonnull dereferenceable(1) %p, i32 0, i64 4)
  ret ptr %r
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A fortified function may become the plain one.
declare ptr @__memmove_chk(ptr, ptr, i64, i64)
define void @src(ptr %d, ptr %s) {
  %1 = call ptr @__memmove_chk(ptr %d, ptr %s, i64 1, i64 1)
  ret void
}
define void @tgt(ptr %d, ptr %s) {
  %v = load i8, ptr %s
  store i8 %v, ptr %d
  ret void
}
; interpreter: unsupported: function __memmove_chk
; solver: unknown: approximation

; A mathematical function may become an instruction.
declare double @cabs(double, double)
declare double @llvm.fabs.f64(double)
define double @src(double %x) { %r = call double @cabs(double %x, double 0.0) ret double %r }
define double @tgt(double %x) { %r = call double @llvm.fabs.f64(double %x) ret double %r }
; interpreter: unsupported: function cabs
; solver: unknown: approximation

; Library functions that move bytes are intrinsics.
; What is promised of their arguments counts, too.
declare ptr @memset(ptr, i32, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @memset(ptr %p, i32 257, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

declare ptr @memset(ptr, i32, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @memset(ptr %p, i32 258, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @memcpy(ptr %p, ptr %q, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret ptr %p
}
; interpreter: unknown: overlapping memory
; solver: correct

declare ptr @mempcpy(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @mempcpy(ptr %p, ptr %q, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  %e = getelementptr i8, ptr %p, i64 4
  ret ptr %e
}
; interpreter: unknown: overlapping memory
; solver: correct

declare ptr @mempcpy(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @mempcpy(ptr %p, ptr %q, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret ptr %p
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @memcpy(ptr dereferenceable(8) %p, ptr %q, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr dereferenceable(8) %p, ptr %q, i64 4, i1 false)
  ret ptr %p
}
; interpreter: unknown: overlapping memory
; solver: correct

declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @memcpy(ptr %p, ptr %q, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr dereferenceable(8) %p, ptr %q, i64 4, i1 false)
  ret ptr %p
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub
