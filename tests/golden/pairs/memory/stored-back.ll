; MEM-32: What is loaded and stored back is poison as a whole, where one byte of it was. Here the field beside it is
; written by both. A byte stays what it was.
define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load i8, ptr %p
  store i8 %v, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load i16, ptr %p
  store i16 %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load i64, ptr %p
  store i64 %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load float, ptr %p
  store float %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load <2 x i16>, ptr %p
  store <2 x i16> %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load i24, ptr %p
  store i24 %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load ptr, ptr %p, align 4
  store ptr %v, ptr %p, align 4
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; The other way round it may.
define void @src(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  ret void
}
define void @tgt(ptr noalias dereferenceable(32) %p) {
  %q = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p) {
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  %w = load i32, ptr %p
  store i32 %w, ptr %p
  store i32 %w, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p) {
  %v = load i32, ptr %p
  %f = freeze i32 %v
  store i32 %f, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; A copy keeps each byte.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %q, ptr align 1 %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %q, ptr align 1 %p, i64 1, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 4, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 4, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load i64, ptr %p
  store i64 %v, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  %v = load i64, ptr %p
  store i64 %v, ptr %q
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load <2 x i32>, ptr %p, align 4
  store <2 x i32> %v, ptr %q, align 4
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  %v = load <2 x i32>, ptr %p, align 4
  store <2 x i32> %v, ptr %q, align 4
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load <8 x i8>, ptr %p, align 4
  store <8 x i8> %v, ptr %q, align 4
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  %v = load <8 x i8>, ptr %p, align 4
  store <8 x i8> %v, ptr %q, align 4
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

; What a call has left there.
@g = global i32 0
declare void @f()
define void @src() {
  call void @f()
  call void @f()
  ret void
}
define void @tgt() {
  call void @f()
  %v = load i32, ptr @g
  store i32 %v, ptr @g
  call void @f()
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @f(ptr)
define void @src() {
  %p = alloca i32
  call void @f(ptr %p)
  call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i32
  call void @f(ptr %p)
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  call void @f(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; Nobody has written there: undef stays undef.
declare void @f(ptr)
define void @src() {
  %p = alloca i32
  call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  call void @f(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

; What the function itself has stored as one number is of one kind.
declare void @f(ptr)
define void @src(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  call void @f(ptr %p)
  ret void
}
define void @tgt(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  call void @f(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

; A store under a condition becomes one of what was there.
define void @src(ptr noalias dereferenceable(8) %p, i1 %c, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %p
  br label %e
e:
  ret void
}
define void @tgt(ptr noalias dereferenceable(8) %p, i1 %c, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  %v = load i32, ptr %p
  %w = select i1 %c, i32 %x, i32 %v
  store i32 %w, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; A branch on it is undefined where it is poison.
define void @src(ptr noalias dereferenceable(8) %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 5
  br i1 %c, label %t, label %e
t:
  br label %e
e:
  ret void
}
define void @tgt(ptr noalias dereferenceable(8) %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 5
  br i1 %c, label %t, label %e
t:
  store i32 5, ptr %p
  br label %e
e:
  ret void
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

define void @src(ptr noalias dereferenceable(8) %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  %v = load i32, ptr %p, !noundef !0
  ret void
}
define void @tgt(ptr noalias dereferenceable(8) %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  %v = load i32, ptr %p, !noundef !0
  store i32 %v, ptr %p
  ret void
}
!0 = !{}
; interpreter: nothing against it
; solver: correct
