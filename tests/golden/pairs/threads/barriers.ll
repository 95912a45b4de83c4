; MEM-23: A plain access stays behind the acquire and before the release where it stood.
define i32 @src(ptr %p, ptr %q) {
  %a = load atomic i32, ptr %p acquire, align 4
  %v = load i32, ptr %q
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  %a = load atomic i32, ptr %p acquire, align 4
  %r = add i32 %a, %v
  ret i32 %r
}
; check: unknown: unsupported: other threads

define i32 @src(ptr %p, ptr noalias %q) {
  %a = load atomic i32, ptr %p acquire, align 4
  %v = load i32, ptr %q
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr noalias %q) {
  %v = load i32, ptr %q
  %a = load atomic i32, ptr %p acquire, align 4
  %r = add i32 %a, %v
  ret i32 %r
}
; check: correct (one thread)

; Into the critical section it may go.
define i32 @src(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  %a = load atomic i32, ptr %p acquire, align 4
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load atomic i32, ptr %p acquire, align 4
  %v = load i32, ptr %q
  %r = add i32 %a, %v
  ret i32 %r
}
; check: correct (one thread)

define void @src(ptr %q) { store i32 1, ptr %q fence release ret void }
define void @tgt(ptr %q) { fence release store i32 1, ptr %q ret void }
; check: unknown: unsupported: other threads

define void @src(ptr %q) { fence release store i32 1, ptr %q ret void }
define void @tgt(ptr %q) { store i32 1, ptr %q fence release ret void }
; check: correct (one thread)

@g = global i32 0
@x = global i32 0
define void @src(i32 %n) {
  store i32 %n, ptr @g
  store atomic i32 1, ptr @x release, align 4
  ret void
}
define void @tgt(i32 %n) {
  store atomic i32 1, ptr @x release, align 4
  store i32 %n, ptr @g
  ret void
}
; check: unknown: unsupported: other threads

; On one way alone is enough.
define i32 @src(ptr %p, ptr dereferenceable(4) align 4 %q, i1 %c) {
  %v = load atomic i32, ptr %p acquire, align 4
  br i1 %c, label %y, label %n
y:
  %w = load i32, ptr %q
  ret i32 %w
n:
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr dereferenceable(4) align 4 %q, i1 %c) {
  %w = load i32, ptr %q
  %v = load atomic i32, ptr %p acquire, align 4
  br i1 %c, label %y, label %n
y:
  ret i32 %w
n:
  ret i32 %v
}
; check: unknown: unsupported: other threads

define i32 @src(ptr %p, ptr dereferenceable(4) align 4 %q, i1 %c) {
  br i1 %c, label %y, label %n
y:
  fence acquire
  %w = load i32, ptr %q
  ret i32 %w
n:
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr dereferenceable(4) align 4 %q, i1 %c) {
  %w = load i32, ptr %q
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret i32 %w
n:
  ret i32 %w
}
; check: unknown: unsupported: other threads

; An exchange acquires where it succeeds.
@g = global i32 0
@x = global i32 0
define i32 @src() {
  %e = cmpxchg ptr @x, i32 0, i32 1 acquire monotonic, align 4
  %v = load i32, ptr @g
  %a = extractvalue { i32, i1 } %e, 0
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @tgt() {
  %v = load i32, ptr @g
  %e = cmpxchg ptr @x, i32 0, i32 1 acquire monotonic, align 4
  %a = extractvalue { i32, i1 } %e, 0
  %r = add i32 %a, %v
  ret i32 %r
}
; check: unknown: unsupported: other threads

@g = global i32 0
@x = global i32 0
define i32 @src() {
  %e = cmpxchg ptr @x, i32 0, i32 1 acquire acquire, align 4
  %v = load i32, ptr @g
  %a = extractvalue { i32, i1 } %e, 0
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @tgt() {
  %v = load i32, ptr @g
  %e = cmpxchg ptr @x, i32 0, i32 1 acquire acquire, align 4
  %a = extractvalue { i32, i1 } %e, 0
  %r = add i32 %a, %v
  ret i32 %r
}
; check: unknown: unsupported: other threads

; Of several barriers each counts, also on one way alone.
@g = global i32 0
@x = global i32 0
@y = global i32 0
define i32 @src() {
  %a = load atomic i32, ptr @y acquire, align 4
  %b = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  %s = add i32 %a, %b
  %r = add i32 %s, %v
  ret i32 %r
}
define i32 @tgt() {
  %a = load atomic i32, ptr @y acquire, align 4
  %v = load i32, ptr @g
  %b = load atomic i32, ptr @x acquire, align 4
  %s = add i32 %a, %b
  %r = add i32 %s, %v
  ret i32 %r
}
; check: unknown: unsupported: other threads

@g = global i32 0
@x = global i32 0
define i32 @src(i1 noundef %c) {
  br i1 %c, label %y, label %n
y:
  %a = load atomic i32, ptr @x acquire, align 4
  br label %n
n:
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt(i1 noundef %c) {
  %v = load i32, ptr @g
  br i1 %c, label %y, label %n
y:
  %a = load atomic i32, ptr @x acquire, align 4
  br label %n
n:
  ret i32 %v
}
; check: unknown: unsupported: other threads

; So do those of functions that are called, and what these access.
@g = global i32 0
@x = global i32 0
define internal void @lock() { %a = atomicrmw xchg ptr @x, i32 1 acquire, align 4 ret void }
define i32 @src() { call void @lock() %v = load i32, ptr @g ret i32 %v }
define i32 @tgt() { %v = load i32, ptr @g call void @lock() ret i32 %v }
; check: unknown: unsupported: other threads

@g = global i32 0
@x = global i32 0
define internal void @put() { store i32 5, ptr @g ret void }
define void @src() { call void @put() store atomic i32 1, ptr @x release, align 4 ret void }
define void @tgt() { store atomic i32 1, ptr @x release, align 4 call void @put() ret void }
; check: unknown: unsupported: other threads

; What others get to know is theirs.
@x = global ptr null
declare noalias ptr @malloc(i64)
define void @src() {
  %p = call ptr @malloc(i64 4)
  store i32 5, ptr %p
  store atomic ptr %p, ptr @x release, align 8
  ret void
}
define void @tgt() {
  %p = call ptr @malloc(i64 4)
  store atomic ptr %p, ptr @x release, align 8
  store i32 5, ptr %p
  ret void
}
; check: unknown: unsupported: other threads

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@g = global i32 0
@x = global i32 0
define i32 @src() {
  %o = alloca i32
  %a = load atomic i32, ptr @x acquire, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr @g, i64 4, i1 false)
  %r = load i32, ptr %o
  ret i32 %r
}
define i32 @tgt() {
  %o = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr @g, i64 4, i1 false)
  %a = load atomic i32, ptr @x acquire, align 4
  %r = load i32, ptr %o
  ret i32 %r
}
; check: unknown: unsupported: other threads

; In a loop what comes behind one round's comes before the next one's.
@g = global i32 0
@x = global i32 0
define void @src(i32 %n) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  store i32 %i, ptr @g
  store atomic i32 %i, ptr @x release, align 4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  ret void
}
define void @tgt(i32 %n) {
  store i32 0, ptr @g
  store atomic i32 0, ptr @x release, align 4
  store i32 1, ptr @g
  store atomic i32 1, ptr @x release, align 4
  store i32 2, ptr @g
  store atomic i32 2, ptr @x release, align 4
  ret void
}
; check: correct (one thread)

; What a noalias argument publishes others may read after the return: within one thread.
define void @src(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p
  store atomic i32 1, ptr %q release, align 4
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  store atomic i32 1, ptr %q release, align 4
  store i32 1, ptr %p
  ret void
}
; check: correct (one thread)

define void @src(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p
  store atomic i32 1, ptr %q monotonic, align 4
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  store atomic i32 1, ptr %q monotonic, align 4
  store i32 1, ptr %p
  ret void
}
; check: correct
