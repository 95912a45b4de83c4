; CALL-16: Library functions compute what C says.
@s = constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
define i64 @src() { %n = call i64 @strlen(ptr @s) ret i64 %n }
define i64 @tgt() { ret i64 3 }
; interpreter: nothing against it
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

; CALL-18: A library function that computes a value is the operations that compute it.
declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
define double @src(double %x) { %r = call double @sqrt(double %x) memory(none) ret double %r }
define double @tgt(double %x) { %r = call double @llvm.sqrt.f64(double %x) ret double %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

declare i32 @abs(i32)
define i32 @src() { %r = call i32 @abs(i32 -2147483648) ret i32 %r }
define i32 @tgt() { ret i32 5 }
; interpreter: correct
; solver: correct

declare i32 @isdigit(i32)
define i1 @src(i32 %x) { %r = call i32 @isdigit(i32 %x) %c = icmp ne i32 %r, 0 ret i1 %c }
define i1 @tgt(i32 %x) { %d = add i32 %x, -48 %c = icmp ult i32 %d, 10 ret i1 %c }
; interpreter: nothing against it
; solver: correct

declare i32 @isdigit(i32)
define i32 @src(i32 %x) { ret i32 0 }
define i32 @tgt(i32 %x) { %r = call i32 @isdigit(i32 poison) ret i32 0 }
; interpreter: nothing against it
; solver: correct

; A caller with no-builtins calls a function that nobody knows.
declare i32 @isdigit(i32)
define i1 @src(i32 %x) "no-builtins" { %r = call i32 @isdigit(i32 %x) %c = icmp ne i32 %r, 0 ret i1 %c }
define i1 @tgt(i32 %x) "no-builtins" { %d = add i32 %x, -48 %c = icmp ult i32 %d, 10 ret i1 %c }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; CALL-30: Poison passed to a library function that stays a call refutes nothing.
declare double @pow(double, double)
define double @src(double %x) { %r = call double @pow(double %x, double 2.0) ret double %r }
define double @tgt(double %x) { %r = call double @pow(double noundef %x, double 2.0) ret double %r }
; interpreter: unknown: a library function of an undef value
; solver: unknown: approximation

; CALL-31: A function that may set errno is exchanged for no operation by a proof.
declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
define double @src(double %x) { %r = call double @sqrt(double %x) ret double %r }
define double @tgt(double %x) { %r = call double @llvm.sqrt.f64(double %x) ret double %r }
; interpreter: unknown: when a library function sets errno
; solver: unknown: approximation

declare double @sqrt(double)
define double @src(double %x) { %r = call double @sqrt(double 4.0) ret double %r }
define double @tgt(double %x) { ret double 3.0 }
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation

; CALL-38: Functions of strings that are exchanged do what C says, as far as a bound.
target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %m = add i64 %n, 0
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %m = add i64 %n, 0
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strrchr(ptr %p, i32 0)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %m = add i64 %n, 1
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @memcmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @memcmp(ptr %p, ptr @abc, i64 3)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @memcmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-ub

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strncmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strncmp(ptr %p, ptr @abc, i64 3)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strncmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcat(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %e = getelementptr i8, ptr %p, i64 %n
  %m = call ptr @memcpy(ptr %e, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: unknown: a library function reads undefined memory
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %e = getelementptr i8, ptr %p, i64 %n
  %m = call ptr @memcpy(ptr %e, ptr @abc, i64 4)
  ret ptr %p
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcat(ptr %p, ptr @abc)
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcat(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %e = getelementptr i8, ptr %p, i64 %n
  %m = call ptr @memcpy(ptr %e, ptr @abc, i64 3)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 3)
  ret ptr %p
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 3)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @stpcpy(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strncpy(ptr %p, ptr @abc, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strncpy(ptr %p, ptr @abc, i64 3)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 3)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strncpy(ptr %p, ptr @abc, i64 6)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(i32 noundef %c) {
  %r = call ptr @strchr(ptr @abc, i32 %c)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
define i1 @tgt(i32 noundef %c) {
  %r = call ptr @memchr(ptr @abc, i32 %c, i64 4)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(i32 noundef %c) {
  %r = call ptr @strchr(ptr @abc, i32 %c)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
define i1 @tgt(i32 noundef %c) {
  %r = call ptr @memchr(ptr @abc, i32 %c, i64 3)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %q1 = getelementptr i8, ptr %p, i64 1
  %r = call ptr @strcpy(ptr %p, ptr %q1)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub
