; What one family of functions allocates another does not free.

; CALL-56: what malloc has given is freed by free, not by operator delete,
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @_ZdlPv(ptr)
define void @src() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @free(ptr %p)
  ret void
}
define void @tgt() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @_ZdlPv(ptr %p)
  ret void
}
; check: unknown: approximation

; unless neither is left.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define void @src() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @free(ptr %p)
  ret void
}
define void @tgt() {
  ret void
}
; check: correct

; A free that moved is still one.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define i32 @src(i1 %c, i32 %x) {
  %p = call ptr @malloc(i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %t
t:
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  call void @free(ptr %p)
  ret i32 %v
e:
  ret i32 %x
}
define i32 @tgt(i1 %c, i32 %x) {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret i32 %x
}
; check: correct

; CALL-56: what operator new[] has given is not for operator delete,
declare noalias nonnull ptr @_Znam(i64)
declare void @_ZdaPv(ptr)
declare void @_ZdlPv(ptr)
define void @src(i1 %c) {
  %p = call ptr @_Znam(i64 4)
  br i1 %c, label %t, label %e
t:
  call void @_ZdaPv(ptr %p)
  ret void
e:
  ret void
}
define void @tgt(i1 %c) {
  %p = call ptr @_Znam(i64 4)
  br i1 %c, label %t, label %e
t:
  call void @_ZdlPv(ptr %p)
  ret void
e:
  ret void
}
; check: unknown: approximation

; nor is what the aligned one has given.
declare noalias nonnull ptr @_ZnwmSt11align_val_t(i64, i64)
declare void @_ZdlPvSt11align_val_t(ptr, i64)
declare void @_ZdlPv(ptr)
define void @src() {
  %p = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64)
  store i32 1, ptr %p
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 64)
  ret void
}
define void @tgt() {
  %p = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64)
  store i32 1, ptr %p
  call void @_ZdlPv(ptr %p)
  ret void
}
; check: unknown: approximation

; CALL-56: operator delete is told the size that was asked for,
declare noalias nonnull ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)
declare void @_ZdlPvm(ptr, i64)
define void @src() {
  %p = call ptr @_Znwm(i64 8)
  store i32 1, ptr %p
  call void @_ZdlPvm(ptr %p, i64 8)
  ret void
}
define void @tgt() {
  %p = call ptr @_Znwm(i64 8)
  store i32 1, ptr %p
  call void @_ZdlPvm(ptr %p, i64 16)
  ret void
}
; check: unknown: approximation

; but need not be told,
declare noalias nonnull ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)
declare void @_ZdlPvm(ptr, i64)
define void @src(i64 %n) {
  %p = call ptr @_Znwm(i64 %n)
  call void @_ZdlPvm(ptr %p, i64 %n)
  ret void
}
define void @tgt(i64 %n) {
  %p = call ptr @_Znwm(i64 %n)
  call void @_ZdlPv(ptr %p)
  ret void
}
; check: correct

; and the alignment.
declare noalias nonnull ptr @_ZnwmSt11align_val_t(i64, i64)
declare void @_ZdlPvSt11align_val_t(ptr, i64)
define void @src() {
  %p = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64)
  store i32 1, ptr %p
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 64)
  ret void
}
define void @tgt() {
  %p = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64)
  store i32 1, ptr %p
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 32)
  ret void
}
; check: unknown: approximation

; The number is the same, computed otherwise.
declare noalias nonnull ptr @_ZnwmSt11align_val_t(i64, i64)
declare void @_ZdlPvSt11align_val_t(ptr, i64)
define void @src(i64 %n) {
  %a = shl i64 1, 6
  %p = call ptr @_ZnwmSt11align_val_t(i64 %n, i64 64)
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 %a)
  ret void
}
define void @tgt(i64 %n) {
  %p = call ptr @_ZnwmSt11align_val_t(i64 %n, i64 64)
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 64)
  ret void
}
; check: correct

; CALL-56: what the caller has allocated is freed by the family that the source frees it by.
declare void @free(ptr)
declare void @_ZdlPv(ptr)
define void @src(ptr %p) {
  call void @free(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @_ZdlPv(ptr %p)
  ret void
}
; check: unknown: approximation

; Two of the caller's keep theirs,
declare void @free(ptr)
declare void @_ZdlPv(ptr)
define void @src(ptr %p, ptr %q) {
  call void @free(ptr %p)
  call void @_ZdlPv(ptr %q)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @free(ptr %q)
  call void @_ZdlPv(ptr %p)
  ret void
}
; check: unknown: approximation

; in any order.
declare void @free(ptr)
declare void @_ZdlPv(ptr)
define void @src(ptr %p, ptr %q) {
  call void @free(ptr %p)
  call void @_ZdlPv(ptr %q)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @_ZdlPv(ptr %q)
  call void @free(ptr %p)
  ret void
}
; check: correct

; Nothing is freed where nothing is.
declare void @free(ptr)
define void @src(ptr %p) {
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %t
t:
  call void @free(ptr %p)
  ret void
e:
  ret void
}
define void @tgt(ptr %p) {
  call void @free(ptr %p)
  ret void
}
; check: correct

; CALL-56: a family by its attribute, of the function's own
declare noalias ptr @ma(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="a"
declare void @fa(ptr allocptr) allockind("free") "alloc-family"="a"
declare void @fb(ptr allocptr) allockind("free") "alloc-family"="b"
define void @src() {
  %p = call ptr @ma(i64 4)
  call void @fa(ptr %p)
  ret void
}
define void @tgt() {
  %p = call ptr @ma(i64 4)
  call void @fb(ptr %p)
  ret void
}
; check: unknown: approximation

; and of the caller's.
declare noalias ptr @ma(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="a"
declare void @fa(ptr allocptr) allockind("free") "alloc-family"="a"
declare void @fb(ptr allocptr) allockind("free") "alloc-family"="b"
define void @src(ptr %p) {
  call void @fa(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @fb(ptr %p)
  ret void
}
; check: unknown: approximation

; Both may go.
declare noalias ptr @ma(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="a"
declare void @fa(ptr allocptr) allockind("free") "alloc-family"="a"
declare void @fb(ptr allocptr) allockind("free") "alloc-family"="b"
define void @src() {
  %p = call ptr @ma(i64 4)
  call void @fa(ptr %p)
  ret void
}
define void @tgt() {
  ret void
}
; check: correct

; CALL-56: what others get to see stays in its family: they may free it.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare noalias ptr @_ZnwmRKSt9nothrow_t(i64, ptr)
@n = external global i8
define ptr @src() {
  %p = call ptr @malloc(i64 4)
  ret ptr %p
}
define ptr @tgt() {
  %p = call ptr @_ZnwmRKSt9nothrow_t(i64 4, ptr @n)
  ret ptr %p
}
; check: unknown: approximation

; Another function of the family will do.
declare noalias ptr @malloc(i64)
declare noalias ptr @calloc(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @src() {
  %p = call ptr @malloc(i64 8)
  %n = icmp eq ptr %p, null
  br i1 %n, label %e, label %t
t:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  br label %e
e:
  ret ptr %p
}
define ptr @tgt() {
  %p = call ptr @calloc(i64 1, i64 8)
  ret ptr %p
}
; check: correct

; CALL-56: realloc moves what its family has allocated.
declare noalias nonnull ptr @_Znwm(i64)
declare ptr @realloc(ptr, i64)
declare noalias ptr @malloc(i64)
define ptr @src() {
  %p = call ptr @malloc(i64 4)
  %q = call ptr @realloc(ptr %p, i64 8)
  ret ptr %q
}
define ptr @tgt() {
  %p = call ptr @_Znwm(i64 4)
  %q = call ptr @realloc(ptr %p, i64 8)
  ret ptr %q
}
; check: unknown: approximation

; CALL-57: a new object of an unknown function need not be one that can be freed.
declare noalias ptr @g()
declare void @free(ptr)
define i32 @src(i64 %k) {
  %p = call ptr @g()
  %m = mul i64 %k, 7046029254386353131
  %c = icmp eq i64 %m, 81985529216486895
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @tgt(i64 %k) {
  %p = call ptr @g()
  %m = mul i64 %k, 7046029254386353131
  %c = icmp eq i64 %m, 81985529216486895
  br i1 %c, label %t, label %e
t:
  call void @free(ptr %p)
  ret i32 1
e:
  ret i32 0
}
; check: incorrect: more-ub (interpreter, smt)

; The source frees it, so it can be.
declare noalias ptr @g()
declare void @free(ptr)
define i32 @src(i1 %c) {
  %p = call ptr @g()
  br i1 %c, label %t, label %e
t:
  call void @free(ptr %p)
  ret i32 1
e:
  call void @free(ptr %p)
  ret i32 0
}
define i32 @tgt(i1 %c) {
  %p = call ptr @g()
  call void @free(ptr %p)
  %r = zext i1 %c to i32
  ret i32 %r
}
; check: correct
