; The memory that arguments lead to is compared at the end.
define void @src(ptr %p) {
  store i8 1, ptr %p
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr %p) { store i8 2, ptr %p ret void }
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p) { store i8 2, ptr %p ret void }
define void @tgt(ptr %p) { store i8 1, ptr %p ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p) { ret void }
define void @tgt(ptr %p) { store i8 1, ptr %p ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; Loads may not be forwarded across a store that may alias.
define i8 @src(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; An unknown function does not find a local whose address it was not given.
define i1 @src() {
  %p = alloca i8
  %i = ptrtoint ptr %p to i64
  %c = icmp ult i64 %i, 4096
  ret i1 %c
}
define i1 @tgt() { ret i1 true }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; An alloca may be promoted to registers.
define i8 @src(i8 %x) {
  %p = alloca i8
  store i8 %x, ptr %p
  %a = load i8, ptr %p
  %r = add i8 %a, 1
  ret i8 %r
}
define i8 @tgt(i8 %x) { %r = add i8 %x, 1 ret i8 %r }
; interpreter: correct
; solver: correct

; A load sees the last store.
define i32 @src(ptr %p) {
  store i32 7, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p) { store i32 7, ptr %p ret i32 7 }
; interpreter: nothing against it
; solver: correct

define i32 @src(ptr %p, ptr %q) {
  store i32 7, ptr %p
  store i32 8, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 7, ptr %p
  store i32 8, ptr %q
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; What the caller can see must be written.
define void @src(ptr %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr %p) { ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  ret void
}
define void @tgt() { ret void }
; interpreter: correct
; solver: correct

; A store may not be introduced.
define void @src(ptr %p) { ret void }
define void @tgt(ptr %p) {
  %v = load i8, ptr %p
  store i8 %v, ptr %p
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; An own object does not overlap the caller's objects.
define i8 @src(ptr %p) {
  %a = alloca i8
  store i8 1, ptr %a
  store i8 2, ptr %p
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %p) { store i8 2, ptr %p ret i8 1 }
; interpreter: nothing against it
; solver: correct

; Bytes of a store are read in the data layout's order.
target datalayout = "e"
define i8 @src() {
  %a = alloca i32
  store i32 287454020, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() { ret i8 68 }
; interpreter: correct
; solver: correct

target datalayout = "E"
define i8 @src() {
  %a = alloca i32
  store i32 287454020, ptr %a
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() { ret i8 68 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A load from a dead stack object gives poison, a store to it is undefined.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() {
  %a = alloca i8
  call void @llvm.lifetime.start.p0(ptr %a)
  store i8 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() {
  %a = alloca i8
  call void @llvm.lifetime.start.p0(ptr %a)
  store i8 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() { ret i8 poison }
; interpreter: correct
; solver: correct

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() {
  %a = alloca i8
  call void @llvm.lifetime.start.p0(ptr %a)
  store i8 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  store i8 2, ptr %a
  ret i8 1
}
define i8 @tgt() { unreachable }
; interpreter: correct
; solver: correct

; Bits of a vector are read as parts of another.
define i8 @src(i8 noundef %x) {
  %a = alloca i32
  %v = bitcast i8 %x to <8 x i1>
  store <8 x i1> %v, ptr %a
  %w = load <32 x i1>, ptr %a
  store <32 x i1> %w, ptr %a
  %r = load i8, ptr %a
  ret i8 %r
}
define i8 @tgt(i8 noundef %x) { ret i8 %x }
; interpreter: correct
; solver: correct

define i8 @src(i8 noundef %x) {
  %a = alloca i32
  %v = bitcast i8 %x to <8 x i1>
  store <8 x i1> %v, ptr %a
  %w = load <32 x i1>, ptr %a
  store <32 x i1> %w, ptr %a
  %r = load i8, ptr %a
  ret i8 %r
}
define i8 @tgt(i8 noundef %x) { ret i8 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Volatile accesses keep their number and order.
define i8 @src(ptr %p) {
  %a = load volatile i8, ptr %p
  store volatile i8 1, ptr %p
  %b = load i8, ptr %p
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  %a = load volatile i8, ptr %p
  store volatile i8 1, ptr %p
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

define i8 @src(ptr %p) {
  %a = load volatile i8, ptr %p
  store volatile i8 1, ptr %p
  %b = load i8, ptr %p
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  store volatile i8 1, ptr %p
  %a = load volatile i8, ptr %p
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

define i8 @src(ptr %p) {
  %a = load volatile i8, ptr %p
  store volatile i8 1, ptr %p
  %b = load i8, ptr %p
  ret i8 %b
}
define i8 @tgt(ptr %p) { store volatile i8 1, ptr %p ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

define i8 @src(ptr %p) {
  %a = load volatile i8, ptr %p
  store volatile i8 1, ptr %p
  %b = load i8, ptr %p
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  %a = load volatile i8, ptr %p
  store i8 1, ptr %p
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; The type of a volatile access and the place of an own object are not seen.
define i16 @src() {
  %a = alloca [3 x i8], align 1
  store i16 5, ptr %a, align 1
  %c = load volatile <2 x i8>, ptr %a, align 1
  %r = bitcast <2 x i8> %c to i16
  ret i16 %r
}
define i16 @tgt() {
  %a = alloca i16, align 2
  store i16 5, ptr %a, align 2
  %c = load volatile i16, ptr %a, align 2
  ret i16 %c
}
; interpreter: nothing against it
; solver: correct

; Atomic updates are judged as one thread sees them.
define i8 @src(ptr %p) {
  store i8 4, ptr %p
  %o = atomicrmw nand ptr %p, i8 6 seq_cst
  fence seq_cst
  ret i8 %o
}
define i8 @tgt(ptr %p) { store i8 -5, ptr %p ret i8 4 }
; interpreter: nothing against it
; solver: correct

define i1 @src(ptr %p) {
  store i8 4, ptr %p
  %o = cmpxchg ptr %p, i8 4, i8 5 seq_cst seq_cst
  %s = extractvalue { i8, i1 } %o, 1
  ret i1 %s
}
define i1 @tgt(ptr %p) { store i8 5, ptr %p ret i1 true }
; interpreter: nothing against it
; solver: correct

define i1 @src(ptr %p) {
  store i8 4, ptr %p
  %o = cmpxchg weak ptr %p, i8 4, i8 5 seq_cst seq_cst
  %s = extractvalue { i8, i1 } %o, 1
  ret i1 %s
}
define i1 @tgt(ptr %p) { store i8 4, ptr %p ret i1 false }
; interpreter: nothing against it
; solver: correct

define i8 @src(ptr %p) { %o = atomicrmw uinc_wrap ptr %p, i8 2 seq_cst ret i8 %o }
define i8 @tgt(ptr %p) { %o = atomicrmw add ptr %p, i8 1 seq_cst ret i8 %o }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; An alias is its variable; an extern_weak variable may be missing.
@g = global [2 x i8] zeroinitializer
@a = internal alias i8, getelementptr (i8, ptr @g, i64 1)
define i8 @src(ptr %p) {
  store i8 4, ptr getelementptr (i8, ptr @g, i64 1)
  %v = load i8, ptr @a
  ret i8 %v
}
define i8 @tgt(ptr %p) { store i8 4, ptr @a ret i8 4 }
; interpreter: nothing against it
; solver: correct

@w = extern_weak global i8
define i1 @src() { %c = icmp eq ptr @w, null ret i1 %c }
define i1 @tgt() { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; MEM-4: A target may copy and set no bytes, whatever the pointers.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p) { ret void }
define void @tgt(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr poison, i64 0, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { ret void }
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 1, i64 0, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

; The machines disagree: as MEM-4 says, the source is undefined for the solver.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src() { call void @llvm.memset.p0.i64(ptr poison, i8 1, i64 0, i1 false) ret i8 1 }
define i8 @tgt() { ret i8 2 }
; interpreter: incorrect: value-mismatch
; solver: correct

; A byte that is copied needs the alignment.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @src(ptr noundef %x, ptr %y) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %x, ptr align 8 %y, i64 1, i1 false)
  %p = ptrtoint ptr %x to i64
  %r = and i64 %p, 7
  ret i64 %r
}
define i64 @tgt(ptr noundef %x, ptr %y) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %x, ptr align 8 %y, i64 1, i1 false)
  ret i64 0
}
; check: correct

; So does an access of a type without bytes (LangRef, load: overestimating the alignment).
define i64 @src(ptr noundef %x) {
  %l = load {}, ptr %x, align 8
  %p = ptrtoint ptr %x to i64
  %r = and i64 %p, 7
  ret i64 %r
}
define i64 @tgt(ptr noundef %x) {
  ret i64 0
}
; check: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(i64 %n) { ret void }
define void @tgt(i64 %n) {
  call void @llvm.memset.p0.i64(ptr poison, i8 1, i64 %n, i1 false)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A copy that may not write writes nothing.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false) memory(none)
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) { ret void }
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false) memory(argmem: read)
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false) memory(argmem: read)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false) memory(argmem: write)
  ret void
}
; interpreter: nothing against it
; solver: correct
