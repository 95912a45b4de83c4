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
