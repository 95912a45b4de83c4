; What the solver refutes is run by the interpreter, which has no samples of its own here.

; Follows sets that are too large to list.
define i1 @src(i1 %c, i24 %y) {
  %z = add nsw i24 %y, 1
  %s = select i1 %c, i24 undef, i24 %z
  %r = icmp sgt i24 %s, %y
  ret i1 %r
}
define i1 @tgt(i1 %c, i24 %y) { ret i1 true }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

define i1 @src(i1 %c, i32 %y) {
  %z = add nsw i32 %y, 1
  %s = select i1 %c, i32 undef, i32 %z
  %r = icmp sgt i32 %s, %y
  ret i1 %r
}
define i1 @tgt(i1 %c, i32 %y) { ret i1 true }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

define i1 @src(i1 %c, i64 %y) {
  %z = add nsw i64 %y, 1
  %s = select i1 %c, i64 undef, i64 %z
  %r = icmp sgt i64 %s, %y
  ret i1 %r
}
define i1 @tgt(i1 %c, i64 %y) { ret i1 true }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; One member stands for a set that the target stores.
@g = global i32 0
define void @src(i1 noundef %c) { store i32 7, ptr @g ret void }
define void @tgt(i1 noundef %c) { %s = select i1 undef, i32 3, i32 4 store i32 %s, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

@g = global i32 0
define void @src(i1 noundef %c) { store i32 7, ptr @g ret void }
define void @tgt(i1 noundef %c) { %s = select i1 undef, i32 0, i32 5 store i32 %s, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

@g = global i32 0
define void @src(i1 noundef %c) { store i32 7, ptr @g ret void }
define void @tgt(i1 noundef %c) { %s = select i1 undef, i32 1, i32 65536 store i32 %s, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; An index that is undef leads anywhere in the target.
define i8 @src() { ret i8 0 }
define i8 @tgt() {
  %p = alloca [2 x i8]
  store i16 256, ptr %p
  %i = and i64 undef, 1
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  ret i8 %v
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; The copy keeps each bit; the number is poison as a whole: Large objects are held where arguments point.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr noalias %q) {
  %b = getelementptr i8, ptr %p, i64 -500
  store i8 7, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %b = getelementptr i8, ptr %p, i64 -500
  store i8 7, ptr %b
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr noalias %q) {
  %b = getelementptr i8, ptr %p, i64 -4000
  store i8 7, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %b = getelementptr i8, ptr %p, i64 -4000
  store i8 7, ptr %b
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr noalias %q) {
  %b = getelementptr i8, ptr %p, i64 -1000000
  store i8 7, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %b = getelementptr i8, ptr %p, i64 -1000000
  store i8 7, ptr %b
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; Arguments that must be aligned lead to objects that are.
@g = global [40 x i8] zeroinitializer, align 1
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr align 2 dereferenceable(8) %x, ptr noalias dereferenceable(8) %y) {
  store i8 1, ptr @g
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 1, i1 false)
  ret void
}
define void @tgt(ptr align 2 dereferenceable(8) %x, ptr noalias dereferenceable(8) %y) {
  store i8 1, ptr @g
  %v = load i8, ptr %x
  store i8 %v, ptr %y
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

@g = global [40 x i8] zeroinitializer, align 1
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr align 4 dereferenceable(8) %x, ptr noalias dereferenceable(8) %y) {
  store i8 1, ptr @g
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 1, i1 false)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(8) %x, ptr noalias dereferenceable(8) %y) {
  store i8 1, ptr @g
  %v = load i8, ptr %x
  store i8 %v, ptr %y
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

@g = global [40 x i8] zeroinitializer, align 1
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr align 16 dereferenceable(8) %x, ptr noalias dereferenceable(8) %y) {
  store i8 1, ptr @g
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 1, i1 false)
  ret void
}
define void @tgt(ptr align 16 dereferenceable(8) %x, ptr noalias dereferenceable(8) %y) {
  store i8 1, ptr @g
  %v = load i8, ptr %x
  store i8 %v, ptr %y
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; In the model the two arguments may lead to one place: Arguments that do not overlap are moved apart and stay
; aligned.
define i1 @src(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align 2 dereferenceable(4) %q) {
  %n = ptrtoint ptr %q to i64
  %m = ptrtoint ptr %p to i64
  %d = sub i64 %n, %m
  %c = icmp ult i64 %d, 2
  store i8 %v, ptr %p
  store i8 3, ptr %q
  ret i1 false
}
define i1 @tgt(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align 2 dereferenceable(4) %q) {
  %n = ptrtoint ptr %q to i64
  %m = ptrtoint ptr %p to i64
  %d = sub i64 %n, %m
  %c = icmp ult i64 %d, 2
  store i8 %v, ptr %p
  store i8 3, ptr %q
  %e = icmp eq i8 %v, 77
  ret i1 %e
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define i1 @src(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align 8 dereferenceable(4) %q) {
  %n = ptrtoint ptr %q to i64
  %m = ptrtoint ptr %p to i64
  %d = sub i64 %n, %m
  %c = icmp ult i64 %d, 2
  store i8 %v, ptr %p
  store i8 3, ptr %q
  ret i1 false
}
define i1 @tgt(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align 8 dereferenceable(4) %q) {
  %n = ptrtoint ptr %q to i64
  %m = ptrtoint ptr %p to i64
  %d = sub i64 %n, %m
  %c = icmp ult i64 %d, 2
  store i8 %v, ptr %p
  store i8 3, ptr %q
  %e = icmp eq i8 %v, 77
  ret i1 %e
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define i1 @src(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align 32 dereferenceable(4) %q) {
  %n = ptrtoint ptr %q to i64
  %m = ptrtoint ptr %p to i64
  %d = sub i64 %n, %m
  %c = icmp ult i64 %d, 2
  store i8 %v, ptr %p
  store i8 3, ptr %q
  ret i1 false
}
define i1 @tgt(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align 32 dereferenceable(4) %q) {
  %n = ptrtoint ptr %q to i64
  %m = ptrtoint ptr %p to i64
  %d = sub i64 %n, %m
  %c = icmp ult i64 %d, 2
  store i8 %v, ptr %p
  store i8 3, ptr %q
  %e = icmp eq i8 %v, 77
  ret i1 %e
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

; Each bit of a byte may be poison.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr noalias %q) {
  %b = load <2 x i1>, ptr %p, align 1, !noundef !0
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %b = load <2 x i1>, ptr %p, align 1, !noundef !0
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
!0 = !{}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr noalias %q) {
  %b = load <3 x i2>, ptr %p, align 1, !noundef !0
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %b = load <3 x i2>, ptr %p, align 1, !noundef !0
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
!0 = !{}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr noalias %q) {
  %b = load <7 x i1>, ptr %p, align 1, !noundef !0
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %b = load <7 x i1>, ptr %p, align 1, !noundef !0
  %v = load i8, ptr %p
  store i8 %v, ptr %q
  ret void
}
!0 = !{}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; A pointer that the caller has made of a number leads where memory(argmem: ...) allows it in both functions: An
; argument made of a number is an argument.
define void @src(ptr align 8 dereferenceable(4) %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  store i8 1, ptr %q
  ret void
}
define void @tgt(ptr align 8 dereferenceable(4) %p) memory(argmem: write) { store i8 1, ptr %p ret void }
; check --samples=0 --quick-budget=0: correct

define void @src(ptr align 8 dereferenceable(4) %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  store i8 1, ptr %q
  ret void
}
define void @tgt(ptr align 8 dereferenceable(4) %p) memory(argmem: write) { store i8 2, ptr %p ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr align 8 dereferenceable(4) %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  store i8 1, ptr %q
  ret void
}
define void @tgt(ptr align 8 dereferenceable(4) %p) memory(argmem: read) { store i8 1, ptr %p ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; An object may have gigabytes.
define i8 @src(ptr %p, i32 noundef %n) {
  %c = icmp ugt i32 %n, 4026531840
  call void @llvm.assume(i1 %c)
  %i = zext i32 %n to i64
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  ret i8 0
}
define i8 @tgt(ptr %p, i32 noundef %n) {
  %c = icmp ugt i32 %n, 4026531840
  call void @llvm.assume(i1 %c)
  %i = sext i32 %n to i64
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  ret i8 0
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

define i8 @src(ptr %p, i32 noundef %n) {
  %c = icmp ugt i32 %n, 4026531840
  call void @llvm.assume(i1 %c)
  %i = zext i32 %n to i64
  %q = getelementptr i8, ptr %p, i64 %i
  store i32 7, ptr %q, align 1
  ret i8 0
}
define i8 @tgt(ptr %p, i32 noundef %n) {
  %c = icmp ugt i32 %n, 4026531840
  call void @llvm.assume(i1 %c)
  %i = sext i32 %n to i64
  %q = getelementptr i8, ptr %p, i64 %i
  store i32 7, ptr %q, align 1
  ret i8 0
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; Parts of large objects are held that are written.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 70000, i1 false) ret void }
define void @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memset.p0.i64(ptr %q, i8 7, i64 70000, i1 false)
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 524297, i1 false) ret void }
define void @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memset.p0.i64(ptr %q, i8 7, i64 524297, i1 false)
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; An uncaptured argument may end where another begins.
define ptr @src(ptr captures(none) %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  ret ptr %q
b:
  ret ptr null
}
define ptr @tgt(ptr captures(none) %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  ret ptr %p
b:
  ret ptr null
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

; MEM-1: A type that is not whole bytes is read as it was written.
define void @src(ptr %p) { store <3 x i2> <i2 1, i2 2, i2 3>, ptr %p ret void }
define void @tgt(ptr %p) { store i8 57, ptr %p ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)
