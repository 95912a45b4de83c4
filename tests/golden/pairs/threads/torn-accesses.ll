; MEM-23: what the source only accesses whole is not accessed in parts.

; Plain accesses in the place of unordered ones.
define i32 @src(ptr %p) {
  %v = load atomic i32, ptr %p unordered, align 4
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p) {
  store atomic i32 7, ptr %p unordered, align 4
  ret void
}
define void @tgt(ptr %p) {
  store i32 7, ptr %p, align 4
  ret void
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p, ptr %q) {
  %v = load atomic i32, ptr %p unordered, align 4
  store atomic i32 %v, ptr %q unordered, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %q, align 4
  ret void
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p, ptr %q) {
  %v = load atomic i32, ptr %p unordered, align 4
  store atomic i32 %v, ptr %q unordered, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 4, i1 false)
  ret void
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 4)
  ret void
}
define void @tgt(ptr %p) {
  store i32 0, ptr %p, align 4
  ret void
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 4)
  ret void
}
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 4, i1 false)
  ret void
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 4, i32 2)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %p, ptr align 2 %q, i64 4, i1 false)
  ret void
}
; check: incorrect: value-mismatch (interpreter)

; Smaller elements, larger ones; one of two stores.
define void @src(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 4)
  ret void
}
define void @tgt(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 2)
  ret void
}
; check: incorrect: value-mismatch (interpreter)

define void @src(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 2)
  ret void
}
define void @tgt(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 4)
  ret void
}
; check: correct (one thread)

define void @src(ptr %p) {
  store atomic i32 7, ptr %p unordered, align 4
  store atomic i32 8, ptr %p unordered, align 4
  ret void
}
define void @tgt(ptr %p) {
  store atomic i32 8, ptr %p unordered, align 4
  ret void
}
; check: correct (one thread)

; At places that are computed, or found in memory: unknown.
define i32 @src(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load atomic i32, ptr %q unordered, align 4
  ret i32 %v
}
define i32 @tgt(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q, align 4
  ret i32 %v
}
; check: unknown: unsupported: other threads

define void @src(ptr %p, ptr %q) {
  %v = load ptr, ptr %q
  store atomic i32 1, ptr %v unordered, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %v = load ptr, ptr %q
  store i32 1, ptr %v, align 4
  ret void
}
; check: unknown: unsupported: other threads

define void @src(ptr %p, i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %q = getelementptr i32, ptr %p, i32 %i
  store atomic i32 0, ptr %q unordered, align 4
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 4
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt(ptr %p, i32 %n) {
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 16, i1 false)
  ret void
}
; check: unknown: unsupported: other threads

define void @src(ptr %p, i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %q = getelementptr i32, ptr %p, i32 %i
  store atomic i32 0, ptr %q unordered, align 4
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 4
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt(ptr %p, i32 %n) {
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %p, i8 0, i64 16, i32 4)
  ret void
}
; check: correct (one thread)

; Read again, where another number may be by now; read on another path, or before a branch.
define i1 @src(ptr %p) {
  %v = load atomic i32, ptr %p unordered, align 4
  %c = icmp eq i32 %v, %v
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  %v = load atomic i32, ptr %p unordered, align 4
  %w = load atomic i32, ptr %p unordered, align 4
  %c = icmp eq i32 %v, %w
  ret i1 %c
}
; check: unknown: unsupported: other threads

define i32 @src(ptr align 4 dereferenceable(4) %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %v = load atomic i32, ptr %p unordered, align 4
  ret i32 %v
b:
  ret i32 0
}
define i32 @tgt(ptr align 4 dereferenceable(4) %p, i1 %c) {
  %v = load atomic i32, ptr %p unordered, align 4
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}
; check: correct (one thread)

define i32 @src(ptr %p, i1 %c) {
  %v = load atomic i32, ptr %p unordered, align 4
  br i1 %c, label %a, label %b
a:
  ret i32 %v
b:
  %w = add i32 %v, 1
  ret i32 %w
}
define i32 @tgt(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %v = load atomic i32, ptr %p unordered, align 4
  ret i32 %v
b:
  %u = load atomic i32, ptr %p unordered, align 4
  %w = add i32 %u, 1
  ret i32 %w
}
; check: correct (one thread)

; What the source writes in parts through a pointer from memory, the target may write through another pointer to there.
define void @src(ptr %x, ptr %y) {
  store ptr %x, ptr %y, align 8
  %a = load ptr, ptr %y, align 8
  call void @llvm.memset.element.unordered.atomic.p0.i16(ptr align 4 %a, i8 0, i16 1, i32 1)
  store atomic i16 0, ptr %x unordered, align 8
  ret void
}
define void @tgt(ptr %x, ptr %y) {
  store ptr %x, ptr %y, align 8
  call void @llvm.memset.element.unordered.atomic.p0.i16(ptr align 4 %x, i8 0, i16 1, i32 1)
  store atomic i16 0, ptr %x unordered, align 8
  ret void
}
; check: unknown: unsupported: other threads

; The same of two arguments that are equal.
define void @src(ptr %x, ptr %y) {
  %c = icmp eq ptr %x, %y
  br i1 %c, label %same, label %other
same:
  store i16 1, ptr %y, align 2
  store atomic i16 0, ptr %x unordered, align 8
  ret void
other:
  ret void
}
define void @tgt(ptr %x, ptr %y) {
  %c = icmp eq ptr %x, %y
  br i1 %c, label %same, label %other
same:
  store i16 1, ptr %x, align 2
  store atomic i16 0, ptr %x unordered, align 8
  ret void
other:
  ret void
}
; check: unknown: unsupported: other threads

; What is written in parts elsewhere stays there.
define void @src(ptr %x, ptr %y) {
  store i16 1, ptr %y, align 2
  store atomic i16 0, ptr %x unordered, align 8
  ret void
}
define void @tgt(ptr %x, ptr %y) {
  store i16 1, ptr %y, align 2
  store i16 0, ptr %x, align 8
  ret void
}
; check: incorrect: value-mismatch (interpreter)

; Nobody else reaches it.
define void @src(ptr noalias %p) {
  store atomic i32 1, ptr %p unordered, align 4
  ret void
}
define void @tgt(ptr noalias %p) {
  store i32 1, ptr %p, align 4
  ret void
}
; check: correct
