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
; check: correct (memory of the caller holds no undef, one thread)

; An exchange that fails may acquire nothing.
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
; check: correct (one thread)

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
