; Volatile operations may use addresses that do not point to memory, the one with bit-value 0 too, and may not be used to
; prove that a plain access there is defined (LangRef, volatile memory accesses). MEM-33
; Incorrect: a volatile access of null may be defined.
define void @src() {
  store volatile i32 1, ptr null
  ret void
}
define void @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Incorrect: the same of a load.
define i32 @src() {
  %v = load volatile i32, ptr null
  ret i32 %v
}
define i32 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Incorrect: the same of a number that leads to no object.
define i32 @src() {
  %p = inttoptr i64 4096 to ptr
  %v = load volatile i32, ptr %p
  ret i32 %v
}
define i32 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: a plain access of null is undefined behaviour.
define i32 @src() {
  %v = load i32, ptr null
  ret i32 %v
}
define i32 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

; Incorrect: an access that is no longer volatile.
define i32 @src() {
  %v = load volatile i32, ptr null
  ret i32 %v
}
define i32 @tgt() {
  %v = load i32, ptr null
  ret i32 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: the access stays, its value is used in another way.
define i32 @src() {
  %v = load volatile i32, ptr null
  %w = add i32 %v, %v
  ret i32 %w
}
define i32 @tgt() {
  %v = load volatile i32, ptr null
  %w = shl i32 %v, 1
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

; Incorrect: two loads need not give the same.
define i32 @src() {
  %v = load volatile i32, ptr null
  %w = load volatile i32, ptr null
  %x = sub i32 %v, %w
  ret i32 %x
}
define i32 @tgt() {
  %v = load volatile i32, ptr null
  %w = load volatile i32, ptr null
  ret i32 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Incorrect: what was stored need not be there afterwards.
define i32 @src(i32 noundef %x) {
  store volatile i32 %x, ptr null
  %w = load volatile i32, ptr null
  ret i32 %w
}
define i32 @tgt(i32 noundef %x) {
  store volatile i32 %x, ptr null
  %w = load volatile i32, ptr null
  ret i32 %x
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Incorrect: another number is stored.
define void @src() {
  store volatile i8 1, ptr null
  ret void
}
define void @tgt() {
  store volatile i8 2, ptr null
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Incorrect: at another place.
define void @src() {
  store volatile i8 1, ptr null
  ret void
}
define void @tgt() {
  %p = inttoptr i64 16 to ptr
  store volatile i8 1, ptr %p
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; Incorrect: a volatile access does not prove that the pointer is not null.
define i1 @src(ptr %p) {
  %v = load volatile i32, ptr %p
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i1 false
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i1 @src(ptr %p) {
  store volatile i32 1, ptr %p
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  store volatile i32 1, ptr %p
  ret i1 false
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Correct: a plain one does.
define i1 @src(ptr %p) {
  %v = load i32, ptr %p
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; Incorrect: nor that a plain access is defined.
define i32 @src(ptr %p, i1 noundef %c) {
  %v = load volatile i32, ptr %p
  br i1 %c, label %a, label %b
a:
  %w = load i32, ptr %p
  ret i32 %w
b:
  ret i32 0
}
define i32 @tgt(ptr %p, i1 noundef %c) {
  %v = load volatile i32, ptr %p
  %w = load i32, ptr %p
  %r = select i1 %c, i32 %w, i32 0
  ret i32 %r
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: a plain one on each path does.
define i32 @src(ptr %p, i1 noundef %c) {
  %u = load i32, ptr %p
  br i1 %c, label %a, label %b
a:
  %w = load i32, ptr %p
  ret i32 %w
b:
  ret i32 0
}
define i32 @tgt(ptr %p, i1 noundef %c) {
  %w = load i32, ptr %p
  %r = select i1 %c, i32 %w, i32 0
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

; Incorrect: promises of calls that only the volatile access speaks for.
declare void @g(ptr)
define void @src(ptr %p) {
  %v = load volatile i32, ptr %p
  call void @g(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  %v = load volatile i32, ptr %p
  call void @g(ptr nonnull %p)
  ret void
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-ub

declare void @g(ptr)
define void @src(ptr %p) {
  %v = load volatile i32, ptr %p
  call void @g(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  %v = load volatile i32, ptr %p
  call void @g(ptr dereferenceable(4) %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Incorrect: what is stored behind it is seen.
define void @src(ptr %p) {
  %v = load volatile i32, ptr null
  store i32 1, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  %v = load volatile i32, ptr null
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; Correct: an address that is poison, or not aligned as promised, leads nowhere.
define i32 @src() {
  %v = load volatile i32, ptr poison
  ret i32 %v
}
define i32 @tgt() {
  unreachable
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define void @src() {
  %p = inttoptr i64 4098 to ptr
  store volatile i32 1, ptr %p, align 4
  ret void
}
define void @tgt() {
  unreachable
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; Incorrect: without the promise it may be defined.
define void @src() {
  %p = inttoptr i64 4098 to ptr
  store volatile i32 1, ptr %p, align 1
  ret void
}
define void @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: what is based on an object leads there or nowhere.
define i8 @src() {
  %l = alloca i8
  %p = getelementptr i8, ptr %l, i64 8
  %v = load volatile i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  unreachable
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; Incorrect: the check of a pointer before a volatile access does not go.
define i8 @src(ptr %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %n, label %s
n:
  ret i8 0
s:
  %v = load volatile i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  %v = load volatile i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; A pointer that is loaded there is nobody's to name.
define ptr @src() {
  %v = load volatile ptr, ptr null
  ret ptr %v
}
define ptr @tgt() {
  %v = load volatile ptr, ptr null
  ret ptr null
}
; interpreter: unknown: a volatile access where no memory is
; solver: unsupported: a volatile load of a pointer where no memory is
; solver, @src against itself: unsupported: a volatile load of a pointer where no memory is
; solver, @tgt against itself: unsupported: a volatile load of a pointer where no memory is

; A fill of no object says nothing.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define void @src() {
  call void @llvm.memset.p0.i64(ptr null, i8 0, i64 4, i1 true)
  ret void
}
define void @tgt() {
  unreachable
}
; interpreter: unknown: a volatile access where no memory is
; solver: unsupported: volatile
; solver, @src against itself: unsupported: volatile

; MEM-33: What is no object is memory, too, and a function that touches none may not access it.
define internal i8 @helper() nounwind willreturn memory(none) {
  store volatile i32 0, ptr null
  ret i8 7
}
define i8 @src() {
  %a = call i8 @helper()
  ret i8 0
}
define i8 @tgt() {
  ret i8 0
}
; check: correct

define internal i8 @helper() nounwind willreturn memory(inaccessiblemem: readwrite) {
  store volatile i32 0, ptr null
  ret i8 7
}
define i8 @src() {
  %a = call i8 @helper()
  ret i8 0
}
define i8 @tgt() {
  ret i8 0
}
; check: incorrect: value-mismatch (interpreter, smt)

define i32 @src() {
  %a = load volatile i32, ptr null
  ret i32 %a
}
define i32 @tgt() memory(none) {
  %a = load volatile i32, ptr null
  ret i32 %a
}
; check: incorrect: more-ub (interpreter, smt)

define void @src(ptr noundef %x) memory(argmem: readwrite) {
  store volatile i32 0, ptr %x
  ret void
}
define void @tgt(ptr noundef %x) memory(argmem: readwrite) {
  store volatile i32 0, ptr %x
  ret void
}
; check: correct

define void @src(ptr noundef %x) memory(argmem: readwrite) {
  store volatile i32 0, ptr %x
  ret void
}
define void @tgt(ptr noundef %x) memory(argmem: readwrite) {
  store volatile i32 1, ptr %x
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)
