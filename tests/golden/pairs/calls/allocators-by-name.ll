; MEM-12: Allocations that ask for the same belong together.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define ptr @src() {
  %1 = call noalias ptr @malloc(i64 4)
  call void @free(ptr %1)
  %2 = call noalias ptr @malloc(i64 8)
  ret ptr %2
}
define ptr @tgt() { %1 = call noalias ptr @malloc(i64 8) ret ptr %1 }
; interpreter: unknown: a pointer to a local object
; solver: correct

declare noalias ptr @malloc(i64)
declare void @free(ptr)
define ptr @src() {
  %1 = call noalias ptr @malloc(i64 4)
  call void @free(ptr %1)
  %2 = call noalias ptr @malloc(i64 8)
  ret ptr %2
}
define ptr @tgt() { %1 = call noalias ptr @malloc(i64 4) ret ptr %1 }
; interpreter: unknown: a pointer to a local object
; solver: unknown: approximation

; An allocation may be assumed to succeed, and dropped where it is unused.
declare ptr @malloc(i64)
declare void @free(ptr)
define i1 @src() {
  %p = call ptr @malloc(i64 4)
  %c = icmp eq ptr %p, null
  call void @free(ptr %p)
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; interpreter: nothing against it
; solver: correct

; Every operator new goes with its delete.
declare ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64, i64, ptr)
declare void @_ZdlPvSt11align_val_tRKSt9nothrow_t(ptr, i64, ptr)
define void @src() {
  %p = call ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64 4, i64 8, ptr null)
  call void @_ZdlPvSt11align_val_tRKSt9nothrow_t(ptr %p, i64 8, ptr null)
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct

; An allocation of any family goes with its free.
declare noalias ptr @make(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="own"
declare void @drop(ptr allocptr) allockind("free") "alloc-family"="own"
define void @src() {
  %p = call ptr @make(i64 8)
  call void @drop(ptr %p)
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct

declare void @drop(ptr allocptr) allockind("free") "alloc-family"="own"
define void @src(ptr %p) { ret void }
define void @tgt(ptr %p) { call void @drop(ptr %p) ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A call that reallocates refutes nothing.
declare ptr @r(ptr allocptr, i64) allockind("realloc") allocsize(1) "alloc-family"="x"
declare noalias ptr @a(i64) allockind("alloc") allocsize(0) "alloc-family"="x"
define void @src() {
  %p = call ptr @a(i64 4)
  %q = call ptr @r(ptr %p, i64 8)
  ret void
}
define void @tgt() { ret void }
; interpreter: unknown: what an allocation function leaves in memory
; solver: unknown: approximation

; MEM-20: any bound of the size of an object that is known; of poison it is poison.
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @src() {
  %r = call i64 @llvm.objectsize.i64.p0(ptr poison, i1 false, i1 true, i1 false)
  ret i64 %r
}
define i64 @tgt() { ret i64 20 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @src() {
  %a = alloca [24 x i8]
  %p = getelementptr i8, ptr %a, i64 4
  %r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %r
}
define i64 @tgt() { ret i64 20 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @src() {
  %a = alloca [24 x i8]
  %p = getelementptr i8, ptr %a, i64 4
  %r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %r
}
define i64 @tgt() { ret i64 -1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @src() {
  %a = alloca [24 x i8]
  %p = getelementptr i8, ptr %a, i64 4
  %r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %r
}
define i64 @tgt() { ret i64 24 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i16 @llvm.objectsize.i16.p0(ptr, i1, i1, i1)
define i16 @src() {
  %a = alloca [70000 x i8]
  %r = call i16 @llvm.objectsize.i16.p0(ptr %a, i1 false, i1 true, i1 false)
  ret i16 %r
}
define i16 @tgt() { ret i16 -1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; allockind("alloc") of a function that gives no pointer: it contradicts itself (LangRef), and optimizers drop the call.
declare void @a()
define i8 @src(i8 %x) {
  call void @a() allockind("alloc")
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  ret i8 %x
}
; interpreter: unknown: an allocation function that gives no pointer
; solver: correct

; No memory is aligned so that nothing fits beside it.
declare ptr @aligned_alloc(i64 allocalign, i64)
define i64 @src(i64 noundef %size) {
  %p = call ptr @aligned_alloc(i64 -9223372036854775808, i64 %size)
  %a = ptrtoint ptr %p to i64
  %low = and i64 %a, 255
  ret i64 %low
}
define i64 @tgt(i64 noundef %size) {
  %p = call ptr @aligned_alloc(i64 -9223372036854775808, i64 %size)
  %a = ptrtoint ptr %p to i64
  %low = and i64 %a, 127
  ret i64 %low
}
; check: correct
