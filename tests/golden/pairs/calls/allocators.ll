; CALL-15: An allocation and its free may be removed together.
declare ptr @get(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="own"
declare void @put(ptr allocptr) allockind("free") "alloc-family"="own"
define void @src() {
  %p = call ptr @get(i64 8)
  call void @put(ptr %p)
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct

declare ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)
define void @src() {
  %p = call ptr @_Znwm(i64 8) builtin
  call void @_ZdlPv(ptr %p) builtin
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct

declare ptr @plain(i64)
declare void @drop(ptr)
define void @src() {
  %p = call ptr @plain(i64 8)
  call void @drop(ptr %p)
  ret void
}
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; What the attributes of an allocator leave open is not judged.
declare ptr @get(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="own"
declare void @other(ptr allocptr) allockind("free") "alloc-family"="other"
define void @src() {
  %p = call ptr @get(i64 8)
  call void @other(ptr %p)
  ret void
}
define void @tgt() { ret void }
; interpreter: unknown: freed by a function of another family
; solver: correct

declare ptr @get(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="own"
declare void @free(ptr)
define void @src() {
  %p = call nonnull ptr @get(i64 8)
  call void @free(ptr %p)
  ret void
}
define void @tgt() { ret void }
; interpreter: unknown: freed by a function of another family
; solver: correct

declare void @put(ptr allocptr) allockind("free") "alloc-family"="own"
declare ptr @unsized() allockind("alloc,uninitialized")
define void @src() {
  %p = call ptr @unsized()
  call void @put(ptr %p)
  ret void
}
define void @tgt() { ret void }
; interpreter: unknown: how much an allocation function allocates
; solver: correct

; allockind is believed of a definition too.
declare void @note()
define ptr @get(i64 %n) allockind("alloc,uninitialized") allocsize(0) {
  call void @note()
  ret ptr null
}
define void @src() { %p = call ptr @get(i64 8) ret void }
define void @tgt() { ret void }
; interpreter: unknown: an allocation function that is defined
; solver: correct

; llvm.objectsize: any bound of the size of what it leads to.
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
@g = global [9 x i8] zeroinitializer
define i64 @src(i1 noundef %c) {
  %a = alloca [4 x i8]
  %b = getelementptr i8, ptr %a, i64 3
  %s = select i1 %c, ptr %a, ptr @g
  %r = call i64 @llvm.objectsize.i64.p0(ptr %b, i1 false, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt(i1 noundef %c) { ret i64 1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
@g = global [9 x i8] zeroinitializer
define i64 @src(i1 noundef %c) {
  %a = alloca [4 x i8]
  %b = getelementptr i8, ptr %a, i64 3
  %s = select i1 %c, ptr %a, ptr @g
  %r = call i64 @llvm.objectsize.i64.p0(ptr %b, i1 false, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt(i1 noundef %c) { ret i64 -1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
@g = global [9 x i8] zeroinitializer
define i64 @src(i1 noundef %c) {
  %a = alloca [4 x i8]
  %b = getelementptr i8, ptr %a, i64 3
  %s = select i1 %c, ptr %a, ptr @g
  %r = call i64 @llvm.objectsize.i64.p0(ptr %b, i1 false, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt(i1 noundef %c) { ret i64 4 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
@g = global [9 x i8] zeroinitializer
define i64 @src(i1 noundef %c) {
  %a = alloca [4 x i8]
  %b = getelementptr i8, ptr %a, i64 3
  %s = select i1 %c, ptr %a, ptr @g
  %r = call i64 @llvm.objectsize.i64.p0(ptr %s, i1 false, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt(i1 noundef %c) { ret i64 9 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; Use after free is undefined.
declare ptr @malloc(i64)
declare void @free(ptr)
define i8 @src() {
  %p = call ptr @malloc(i64 1)
  call void @free(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; MEM-13: What compares as null may be freed.
declare void @free(ptr)
define void @src(ptr %p) {
  %c = icmp ne ptr %p, null
  br i1 %c, label %a, label %b
a:
  call void @free(ptr %p)
  br label %b
b:
  ret void
}
define void @tgt(ptr %p) { call void @free(ptr %p) ret void }
; interpreter: unknown: memory of the caller is freed
; solver: correct

; What is freed is not written first.
declare void @free(ptr)
define void @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %q
  call void @free(ptr %p)
  ret void
}
define void @tgt(ptr %p) { call void @free(ptr %p) ret void }
; interpreter: unknown: memory of the caller is freed
; solver: correct

; What allocsize and allockind say of an object holds.
declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0,1)
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 1
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %q = getelementptr i8, ptr %p, i64 7
  %v = load i8, ptr %q
  ret i8 1
}
; interpreter: unknown: an object of which only the least size is known
; solver: correct

declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0,1)
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 1
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %q = getelementptr i8, ptr %p, i64 8
  %v = load i8, ptr %q
  ret i8 1
}
; interpreter: unknown: an object of which only the least size is known
; solver: incorrect: more-ub

declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0)
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 1
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %q = getelementptr i8, ptr %p, i64 7
  %v = load i8, ptr %q
  ret i8 1
}
; interpreter: unknown: an object of which only the least size is known
; solver: incorrect: more-ub

declare noalias ptr @my(i64, i64) nounwind willreturn
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 1
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %q = getelementptr i8, ptr %p, i64 7
  %v = load i8, ptr %q
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0,1) allockind("alloc,zeroed")
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0,1) allockind("alloc,zeroed")
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0,1) allockind("alloc,uninitialized")
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare noalias ptr @my(i64, i64) nounwind willreturn allocsize(0,1)
define i8 @src() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = call noalias ptr @my(i64 2, i64 4)
  %n = icmp eq ptr %p, null
  br i1 %n, label %none, label %some
none:
  ret i8 0
some:
  ret i8 0
}
; interpreter: unknown: an object of which only the least size is known
; solver: incorrect: value-mismatch

; An allocation is as aligned as an argument says.
declare ptr @make(i64 allocalign) allockind("alloc,uninitialized,aligned")
define i64 @src(i64 noundef %n) {
  %p = call noalias ptr @make(i64 32)
  %i = ptrtoint ptr %p to i64
  %a = and i64 %i, 31
  ret i64 %a
}
define i64 @tgt(i64 noundef %n) {
  %p = call noalias ptr @make(i64 32)
  %i = ptrtoint ptr %p to i64
  %a = and i64 %i, 31
  ret i64 0
}
; interpreter: unknown: how much an allocation function allocates
; solver: correct

declare ptr @make(i64 allocalign) allockind("alloc,uninitialized,aligned")
define i64 @src(i64 noundef %n) {
  %p = call noalias ptr @make(i64 32)
  %i = ptrtoint ptr %p to i64
  %a = and i64 %i, 31
  ret i64 %a
}
define i64 @tgt(i64 noundef %n) {
  %p = call noalias ptr @make(i64 32)
  %i = ptrtoint ptr %p to i64
  %a = and i64 %i, 31
  ret i64 16
}
; interpreter: unknown: how much an allocation function allocates
; solver: incorrect: value-mismatch
