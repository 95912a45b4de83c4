; MEM-23: stores that other threads may see.

; LangRef, Memory Model for Concurrent Operations: introducing a store to a byte is not allowed in general: A store
; that the source does not make is wrong.
@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b store i8 %v, ptr @b ret void }
; check: incorrect: value-mismatch (interpreter)

@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b store i8 %v, ptr @b ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b ret void }
; check: correct

@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) {
  call void @llvm.memmove.p0.p0.i64(ptr @b, ptr @b, i64 1, i1 false)
  ret void
}
; check: incorrect: value-mismatch (interpreter)

@g = global i32 0
@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b store i32 %x, ptr @g ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b store i8 %v, ptr @b store i32 %x, ptr @g ret void }
; check: incorrect: value-mismatch (interpreter)

@g = global i32 0
@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b store i32 %x, ptr @g ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) {
  %v = load i8, ptr @b
  store i8 %v, ptr @b
  br label %n
n:
  store i32 %x, ptr @g
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) {
  %v = load i8, ptr @b
  store {} {}, ptr @b
  store [0 x i8] poison, ptr @g
  ret void
}
; check: correct

@b = global i8 0
declare void @f()
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b call void @f() ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @b store i8 %v, ptr @b call void @f() ret void }
; check: correct

; A function that breaks its promise is undefined and no store is introduced.
define void @in(ptr %p) memory(none) { store i8 1, ptr %p ret void }
define void @src(ptr %p) { call void @in(ptr %p) ret void }
define void @tgt(ptr %p) { store i8 1, ptr %p ret void }
; check: correct

; A store to what they do not reach is no concern of theirs.
define void @src(ptr noalias writable dereferenceable(1) %p) { %v = load i8, ptr %p ret void }
define void @tgt(ptr noalias writable dereferenceable(1) %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
; check: correct

define void @src(ptr noalias sret(i8) writable dereferenceable(1) %p) { %v = load i8, ptr %p ret void }
define void @tgt(ptr noalias sret(i8) writable dereferenceable(1) %p) {
  %v = load i8, ptr %p
  store i8 %v, ptr %p
  ret void
}
; check: correct

define i32 @src(ptr %p, ptr %q, i32 %x) { %l = alloca i32 store i32 %x, ptr %l %v = load i32, ptr %l ret i32 %v }
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  %l = alloca i32
  store i32 %x, ptr %l
  %v = load i32, ptr %l
  store i32 %v, ptr %l
  ret i32 %v
}
; check: correct

@t = thread_local global i8 0
define void @src(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @t ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { %v = load i8, ptr @t store i8 %v, ptr @t ret void }
; check: correct

; A store on more paths than the sources makes is a bound.
@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  store i8 1, ptr @b
  br label %n
n:
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  %v = load i8, ptr @b
  %c = icmp eq i32 %x, 0
  %s = select i1 %c, i8 1, i8 %v
  store i8 %s, ptr @b
  ret void
}
; check: correct (one thread)

@b = global i8 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store i8 2, ptr @b
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  store i8 1, ptr @b
  br label %n
n:
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  %c = icmp eq i32 %x, 0
  %s = select i1 %c, i8 1, i8 2
  store i8 %s, ptr @b
  ret void
}
; check: correct

; Of memory that they do not reach they see nothing.
define i32 @src(ptr %p, ptr %q, i32 %x) {
  %l = alloca i32
  store atomic i32 %x, ptr %l seq_cst, align 4
  %v = load atomic i32, ptr %l seq_cst, align 4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) { ret i32 %x }
; check: correct

@c = constant i32 5
define i32 @src(ptr %p, ptr %q, i32 %x) { %v = load atomic i32, ptr @c seq_cst, align 4 ret i32 %v }
define i32 @tgt(ptr %p, ptr %q, i32 %x) { ret i32 5 }
; check: correct

define void @src(ptr noalias %p) { store atomic i32 1, ptr %p seq_cst, align 4 ret void }
define void @tgt(ptr noalias %p) { store i32 1, ptr %p, align 4 ret void }
; check: correct (one thread)

; A source whose argument is `writable` has stored there on entry (LangRef), one that `initializes` it at the return.
define void @src(ptr writable dereferenceable(1) %p) { ret void }
define void @tgt(ptr writable dereferenceable(1) %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
; check: correct (one thread)

define void @src(ptr initializes((0, 1)) dereferenceable(1) writable %p) { ret void }
define void @tgt(ptr initializes((0, 1)) dereferenceable(1) writable %p) { store i8 7, ptr %p ret void }
; check: correct (one thread)

; What is only dereferenceable nobody has stored to.
define void @src(ptr dereferenceable(1) %p) { ret void }
define void @tgt(ptr dereferenceable(1) %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; MEM-23: byte by byte: beside what the source stores nothing is stored.
define void @src(ptr dereferenceable(2) %p, <2 x i8> %v) {
  %e = extractelement <2 x i8> %v, i32 0
  store i8 %e, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(2) %p, <2 x i8> %v) {
  %o = load <2 x i8>, ptr %p, align 1
  %w = shufflevector <2 x i8> %v, <2 x i8> %o, <2 x i32> <i32 0, i32 3>
  store <2 x i8> %w, ptr %p, align 1
  ret void
}
; check: incorrect: value-mismatch (interpreter)

; Lanes that a constant mask leaves out are not stored.
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
define void @src(ptr dereferenceable(2) %p, <2 x i8> %v) {
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %p, <2 x i1> <i1 true, i1 false>)
  ret void
}
define void @tgt(ptr dereferenceable(2) %p, <2 x i8> %v) {
  %o = load <2 x i8>, ptr %p, align 1
  %w = shufflevector <2 x i8> %v, <2 x i8> %o, <2 x i32> <i32 0, i32 3>
  store <2 x i8> %w, ptr %p, align 1
  ret void
}
; check: incorrect: value-mismatch (interpreter)

declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
define void @src(ptr %p, <2 x i8> %v) {
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %p, <2 x i1> <i1 true, i1 false>)
  ret void
}
define void @tgt(ptr %p, <2 x i8> %v) {
  %e = extractelement <2 x i8> %v, i32 0
  store i8 %e, ptr %p
  ret void
}
; check: correct

; Those of a mask that is computed may be.
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
define void @src(ptr dereferenceable(2) %p, <2 x i8> %v, <2 x i1> noundef %m) {
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %p, <2 x i1> %m)
  ret void
}
define void @tgt(ptr dereferenceable(2) %p, <2 x i8> %v, <2 x i1> noundef %m) {
  %o = load <2 x i8>, ptr %p, align 1
  %w = select <2 x i1> %m, <2 x i8> %v, <2 x i8> %o
  store <2 x i8> %w, ptr %p, align 1
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; Two stores that become one, and one that becomes two.
define void @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}
define void @tgt(ptr %p) {
  store i16 513, ptr %p, align 1
  ret void
}
; check: correct

define void @src(ptr writable dereferenceable(2) %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr writable dereferenceable(2) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %o = load i8, ptr %q
  store i8 %o, ptr %q
  store i8 1, ptr %p
  ret void
}
; check: correct (one thread)

; MEM-23: A store at a place that is computed, where the source stores elsewhere, may be one that the source does not
; make, even of what stands there.
define void @src(ptr %p, i64 noundef %i) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  ret void
}
define void @tgt(ptr %p, i64 noundef %i) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  store i8 %v, ptr %q
  ret void
}
; check: correct (one thread)

; The place is chosen.
define void @src(ptr %p, i1 noundef %c) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %r = getelementptr i8, ptr %p, i64 2
  %s = select i1 %c, ptr %q, ptr %r
  %v = load i8, ptr %s
  ret void
}
define void @tgt(ptr %p, i1 noundef %c) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %r = getelementptr i8, ptr %p, i64 2
  %s = select i1 %c, ptr %q, ptr %r
  %v = load i8, ptr %s
  store i8 %v, ptr %s
  ret void
}
; check: correct (one thread)

; So may it be where the source stores to both,
define void @src(ptr %p, ptr %q, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  ret void
b:
  store i8 2, ptr %q
  ret void
}
define void @tgt(ptr %p, ptr %q, i1 noundef %c) {
  %s = select i1 %c, ptr %p, ptr %q
  %v = select i1 %c, i8 1, i8 2
  store i8 %v, ptr %s
  ret void
}
; check: correct

; and the source computes it, too.
define void @src(ptr %p, i64 noundef %i) {
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  %w = add i8 %v, %v
  store i8 %w, ptr %q
  ret void
}
define void @tgt(ptr %p, i64 noundef %i) {
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q
  %w = shl i8 %v, 1
  store i8 %w, ptr %q
  ret void
}
; check: correct

; A copy of a place to itself.
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, i64 noundef %n) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %q
  ret void
}
define void @tgt(ptr %p, i64 noundef %n) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %q
  %l = and i64 %n, 1
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %q, i64 %l, i1 false)
  ret void
}
; check: correct (one thread)

; Beside the place that the source computes, what stood there.
define void @src(ptr %p, i64 noundef %i, i8 %x) {
  %q = getelementptr i8, ptr %p, i64 %i
  %r = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %r
  store i8 %x, ptr %q
  ret void
}
define void @tgt(ptr %p, i64 noundef %i, i8 %x) {
  %q = getelementptr i8, ptr %p, i64 %i
  %r = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %r
  store i8 %x, ptr %q
  store i8 %b, ptr %r
  ret void
}
; check: correct (one thread)

; Lanes of a mask that is computed.
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
define void @src(ptr %p, <2 x i1> noundef %m) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %v = load <2 x i8>, ptr %q
  ret void
}
define void @tgt(ptr %p, <2 x i1> noundef %m) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %v = load <2 x i8>, ptr %q
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %q, <2 x i1> %m)
  ret void
}
; check: correct (one thread)

; A wider store, of bits that stood beside it.
define void @src(ptr %p, i64 noundef %i, i8 %x) {
  %y = freeze i8 %x
  %q = getelementptr i8, ptr %p, i64 %i
  store i8 %y, ptr %q
  %r = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %r
  ret void
}
define void @tgt(ptr %p, i64 noundef %i, i8 %x) {
  %y = freeze i8 %x
  %q = getelementptr i8, ptr %p, i64 %i
  store i8 %y, ptr %q
  %r = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %r
  %k = freeze i8 %b
  %h = zext i8 %k to i16
  %s = shl i16 %h, 8
  %l = zext i8 %y to i16
  %w = or i16 %s, %l
  store i16 %w, ptr %q, align 1
  ret void
}
; check: correct (one thread)
