; MEM-23: what other threads may see of atomic accesses and fences. How orderings may change:
; tests/unit/check/threads_test.cpp.

; A proof says that it is for one thread.
define void @src(ptr %p, ptr %q, i32 %x) { store atomic i32 %x, ptr %p release, align 4 %y = add i32 %x, 0 ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store atomic i32 %x, ptr %p release, align 4 ret void }
; check: correct (one thread)

define void @src(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p %y = add i32 %x, 0 ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p ret void }
; check: correct

; An atomic access may not become a plain one.
define void @src(ptr %p, ptr %q, i32 %x) { store atomic i32 %x, ptr %p monotonic, align 4 ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter)

define i32 @src(ptr %p, ptr %q, i32 %x) { %v = load atomic i32, ptr %p monotonic, align 4 ret i32 %v }
define i32 @tgt(ptr %p, ptr %q, i32 %x) { %v = load i32, ptr %p ret i32 %v }
; check: incorrect: value-mismatch (interpreter)

define i32 @src(ptr %p, ptr %q, i32 %x) { %v = atomicrmw add ptr %p, i32 %x monotonic ret i32 %v }
define i32 @tgt(ptr %p, ptr %q, i32 %x) { %v = load i32, ptr %p %w = add i32 %v, %x store i32 %w, ptr %p ret i32 %v }
; check: incorrect: value-mismatch (interpreter)

@g = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) { store atomic i32 %x, ptr @g seq_cst, align 4 ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr @g ret void }
; check: incorrect: value-mismatch (interpreter)

; Places and numbers belong to an operation.
@g = global i32 0
@h = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @g release, align 4
  store atomic i32 %x, ptr @h release, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @h release, align 4
  store atomic i32 %x, ptr @g release, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr %p release, align 4
  store atomic i32 %x, ptr @g release, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @g release, align 4
  store atomic i32 %x, ptr %p release, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 1, ptr @g release, align 4
  store atomic i32 2, ptr @g release, align 4
  store atomic i32 3, ptr @g release, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 2, ptr @g release, align 4
  store atomic i32 1, ptr @g release, align 4
  store atomic i32 3, ptr @g release, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
@h = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @g seq_cst, align 4
  store atomic i32 %x, ptr @h seq_cst, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @h seq_cst, align 4
  store atomic i32 %x, ptr @g seq_cst, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr %p seq_cst, align 4
  store atomic i32 %x, ptr @g seq_cst, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @g seq_cst, align 4
  store atomic i32 %x, ptr %p seq_cst, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 1, ptr @g seq_cst, align 4
  store atomic i32 2, ptr @g seq_cst, align 4
  store atomic i32 3, ptr @g seq_cst, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 2, ptr @g seq_cst, align 4
  store atomic i32 1, ptr @g seq_cst, align 4
  store atomic i32 3, ptr @g seq_cst, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
@h = global i32 0
define void @src(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @g release, align 4
  %y = add i32 %x, 0
  store atomic i32 %y, ptr @h release, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr @g release, align 4
  store atomic i32 %x, ptr @h release, align 4
  ret void
}
; check: correct (one thread)

; Numbers of updates and exchanges, and arguments that are stored, belong to an operation, too.
@g = global i32 0
define void @src(i32 %x, i32 %y) {
  %a = atomicrmw add ptr @g, i32 %x seq_cst
  %b = atomicrmw add ptr @g, i32 %y seq_cst
  ret void
}
define void @tgt(i32 %x, i32 %y) {
  %a = atomicrmw add ptr @g, i32 %y seq_cst
  %b = atomicrmw add ptr @g, i32 %x seq_cst
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src() {
  %a = atomicrmw add ptr @g, i32 1 seq_cst
  %b = atomicrmw add ptr @g, i32 2 seq_cst
  ret void
}
define void @tgt() {
  %a = atomicrmw add ptr @g, i32 2 seq_cst
  %b = atomicrmw add ptr @g, i32 1 seq_cst
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src() {
  %a = atomicrmw add ptr @g, i32 2 seq_cst
  %b = atomicrmw sub ptr @g, i32 1 seq_cst
  ret void
}
define void @tgt() {
  %b = atomicrmw sub ptr @g, i32 1 seq_cst
  %a = atomicrmw add ptr @g, i32 2 seq_cst
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src(i32 %x, i32 %y) {
  store atomic i32 %x, ptr @g release, align 4
  store atomic i32 %y, ptr @g release, align 4
  store atomic i32 3, ptr @g release, align 4
  ret void
}
define void @tgt(i32 %x, i32 %y) {
  store atomic i32 %y, ptr @g release, align 4
  store atomic i32 %x, ptr @g release, align 4
  store atomic i32 3, ptr @g release, align 4
  ret void
}
; check: unknown: unsupported: other threads

@g = global i32 0
define void @src(i32 %x, i32 %y) {
  %a = cmpxchg ptr @g, i32 1, i32 2 seq_cst seq_cst
  %b = cmpxchg ptr @g, i32 3, i32 4 seq_cst seq_cst
  ret void
}
define void @tgt(i32 %x, i32 %y) {
  %b = cmpxchg ptr @g, i32 3, i32 4 seq_cst seq_cst
  %a = cmpxchg ptr @g, i32 1, i32 2 seq_cst seq_cst
  ret void
}
; check: unknown: unsupported: other threads

; The same numbers in the same order, and what they are known to be.
@g = global i32 0
define i32 @src(i32 %x, i32 %y) {
  %a = atomicrmw add ptr @g, i32 %x seq_cst
  %b = atomicrmw add ptr @g, i32 %y seq_cst
  %c = add i32 %a, 0
  ret i32 %c
}
define i32 @tgt(i32 %x, i32 %y) {
  %a = atomicrmw add ptr @g, i32 %x seq_cst
  %b = atomicrmw add ptr @g, i32 %y seq_cst
  ret i32 %a
}
; check: correct (one thread)

@g = global i32 0
define void @src(i32 noundef %x) {
  %c = icmp eq i32 %x, 7
  call void @llvm.assume(i1 %c)
  %a = atomicrmw add ptr @g, i32 %x seq_cst
  ret void
}
define void @tgt(i32 noundef %x) {
  %a = atomicrmw add ptr @g, i32 7 seq_cst
  ret void
}
declare void @llvm.assume(i1)
; check: correct (one thread)

; What leaves no choice may be written as xchg, what changes nothing as or.
@g = global i32 0
define i32 @src() { %a = atomicrmw or ptr @g, i32 -1 seq_cst ret i32 %a }
define i32 @tgt() { %a = atomicrmw xchg ptr @g, i32 -1 seq_cst ret i32 %a }
; check: correct (one thread)

@g = global i32 0
define i32 @src() { %a = atomicrmw add ptr @g, i32 0 seq_cst ret i32 %a }
define i32 @tgt() { %a = atomicrmw or ptr @g, i32 0 seq_cst ret i32 %a }
; check: correct (one thread)

; Arguments of what is called are the caller's numbers.
@g = global i32 0
define internal void @in(i32 %x, i32 %y) { %a = atomicrmw add ptr @g, i32 %y seq_cst ret void }
define void @src(i32 %x, i32 %y) { call void @in(i32 %y, i32 %x) ret void }
define void @tgt(i32 %x, i32 %y) { %a = atomicrmw add ptr @g, i32 %x seq_cst ret void }
; check: correct (one thread)

; A fence may go only beside one as strong.
define void @src(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence release ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence seq_cst ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence acquire ret void }
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence seq_cst ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence syncscope("singlethread") seq_cst ret void }
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence release fence seq_cst ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence seq_cst ret void }
; check: correct (one thread)

define void @src(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 %x, ptr %p fence seq_cst ret void }
; check: correct (one thread)

; Updates that order nothing on one side may become stores and loads.
define void @src(ptr %p, ptr %q, i32 %x) { %v = atomicrmw xchg ptr %p, i32 %x release ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store atomic i32 %x, ptr %p release, align 4 ret void }
; check: correct (one thread)

define void @src(ptr %p, ptr %q, i32 %x) { %v = atomicrmw xchg ptr %p, i32 %x acquire ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store atomic i32 %x, ptr %p release, align 4 ret void }
; check: unknown: unsupported: other threads

define i32 @src(ptr %p, ptr %q, i32 %x) { %v = atomicrmw or ptr %p, i32 0 acquire ret i32 %v }
define i32 @tgt(ptr %p, ptr %q, i32 %x) { %v = load atomic i32, ptr %p acquire, align 4 ret i32 %v }
; check: correct (one thread)

define i32 @src(ptr %p, ptr %q, i32 %x) { %v = atomicrmw or ptr %p, i32 0 release ret i32 %v }
define i32 @tgt(ptr %p, ptr %q, i32 %x) { %v = load atomic i32, ptr %p acquire, align 4 ret i32 %v }
; check: unknown: unsupported: other threads

; Paths are compared one by one.
define void @src(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  ret void
}
; check: correct

define void @src(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  fence release
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence release
  ret void
n:
  fence acquire
  ret void
}
; check: correct (one thread)

define void @src(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  ret void
n:
  ret void
}
; check: unknown: unsupported: other threads

define void @src(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  fence acquire
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  ret void
}
; check: unknown: unsupported: other threads

define void @src(ptr %p, i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %y, label %n
y:
  fence acquire
  ret void
n:
  fence acquire
  ret void
}
define void @tgt(ptr %p, i32 %x) { fence acquire ret void }
; check: correct (one thread)

; What is called counts as if it stood there.
define internal void @in(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
define void @src(ptr %p) { call void @in(ptr %p) ret void }
define void @tgt(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
; check: correct (one thread)

define internal void @in(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
define void @src(ptr %p) { call void @in(ptr %p) ret void }
define void @tgt(ptr %p) { store i32 1, ptr %p, align 4 ret void }
; check: unknown: unsupported: other threads

; Where the source is never defined nothing is lost.
define void @src(ptr %p, ptr %q, i32 %x) { fence seq_cst store i32 1, ptr null ret void }
define void @tgt(ptr %p, ptr %q, i32 %x) { store i32 1, ptr null ret void }
; check: unknown: unsupported: other threads
