; How allocated objects are aligned.

; MEM-62: an object that others see is aligned as the source asks,
declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
define ptr @src() {
  %p = call ptr @aligned_alloc(i64 64, i64 64)
  ret ptr %p
}
define ptr @tgt() {
  %p = call ptr @malloc(i64 64)
  ret ptr %p
}
; check: unknown: approximation

; where it is stored,
declare noalias nonnull ptr @_ZnwmSt11align_val_t(i64, i64)
declare void @_ZdlPvSt11align_val_t(ptr, i64)
define void @src(ptr %o) {
  %p = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64)
  store ptr %p, ptr %o
  ret void
}
define void @tgt(ptr %o) {
  %p = call ptr @_ZnwmSt11align_val_t(i64 64, i64 16)
  store ptr %p, ptr %o
  ret void
}
; check: unknown: approximation

; or passed on.
declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @use(ptr)
define void @src() {
  %p = call ptr @aligned_alloc(i64 64, i64 64)
  call void @use(ptr %p)
  ret void
}
define void @tgt() {
  %p = call ptr @aligned_alloc(i64 32, i64 64)
  call void @use(ptr %p)
  ret void
}
; check: unknown: approximation

; More will do,
declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
define ptr @src() {
  %p = call ptr @malloc(i64 64)
  ret ptr %p
}
define ptr @tgt() {
  %p = call ptr @aligned_alloc(i64 64, i64 64)
  ret ptr %p
}
; check: correct

; or what malloc gives anyway,
declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
define ptr @src() {
  %p = call ptr @aligned_alloc(i64 8, i64 64)
  ret ptr %p
}
define ptr @tgt() {
  %p = call ptr @malloc(i64 64)
  ret ptr %p
}
; check: correct

; or less where nobody sees it,
declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
define i32 @src(i32 %x) {
  %p = call ptr @aligned_alloc(i64 64, i64 64)
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
define i32 @tgt(i32 %x) {
  %p = call ptr @malloc(i64 64)
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
; check: correct

; or what an attribute says.
declare noalias ptr @ma(i64 allocalign, i64) allockind("alloc,uninitialized,aligned") allocsize(1) "alloc-family"="a"
define ptr @src(i64 %x) {
  %r = call ptr @ma(i64 %x, i64 4)
  ret ptr %r
}
define ptr @tgt(i64 %x) {
  %y = add i64 %x, 0
  %r = call ptr @ma(i64 %y, i64 4)
  ret ptr %r
}
; check: correct

; MEM-62: that says less.
declare noalias ptr @ma(i64 allocalign, i64) allockind("alloc,uninitialized,aligned") allocsize(1) "alloc-family"="a"
define ptr @src() {
  %r = call ptr @ma(i64 32, i64 4)
  ret ptr %r
}
define ptr @tgt() {
  %r = call ptr @ma(i64 16, i64 4)
  ret ptr %r
}
; check: unknown: approximation
