; ATTR-8: What is read through another pointer refutes nothing.
define void @f(ptr %out, ptr %in) { %v = load i32, ptr %in store i32 %v, ptr %out ret void }
; target:
define void @f(ptr initializes((0, 4)) %out, ptr %in) { %v = load i32, ptr %in store i32 %v, ptr %out ret void }
; check: correct

define void @f(ptr %out, ptr %in) { %v = load i32, ptr %out store i32 %v, ptr %out ret void }
; target:
define void @f(ptr initializes((0, 4)) %out, ptr %in) { %v = load i32, ptr %out store i32 %v, ptr %out ret void }
; check: incorrect: memory-mismatch (interpreter)

define void @f(ptr %out, ptr %in) { %v = load i32, ptr %in store i32 %v, ptr %out ret void }
; target:
define void @f(ptr initializes((0, 4)) %out, ptr %in) { %v = load i32, ptr %in store i32 7, ptr %out ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

define void @f(ptr %out, ptr %in) { %v = load i32, ptr %in store i32 7, ptr %out ret void }
; target:
define void @f(ptr initializes((0, 4)) %out, ptr %in) { %v = load i32, ptr %in store i32 7, ptr %out ret void }
; check: correct

; ATTR-8: Says nothing where the text shows that it is kept.
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i32 1, ptr %out
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  store i32 1, ptr %out
  %v = load i32, ptr %in
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  store i32 1, ptr %out
  %v = load i32, ptr %in
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  store i32 1, ptr %out
  %w = load i32, ptr %out
  %v = load i32, ptr %in
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  store i32 1, ptr %out
  %w = load i32, ptr %out
  %v = load i32, ptr %in
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i32 1, ptr %out
  %p = getelementptr i8, ptr %out, i64 8
  store i32 2, ptr %p
  %w = load i32, ptr %p
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4), (8, 12)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i32 1, ptr %out
  %p = getelementptr i8, ptr %out, i64 8
  store i32 2, ptr %p
  %w = load i32, ptr %p
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %p = getelementptr i8, ptr %out, i64 4
  %w = load i32, ptr %out
  store i32 %w, ptr %p
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((4, 8)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %p = getelementptr i8, ptr %out, i64 4
  %w = load i32, ptr %out
  store i32 %w, ptr %p
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 8, i1 false)
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 8)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 8, i1 false)
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  ret i32 %v
b:
  store i32 2, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  ret i32 %v
b:
  store i32 2, ptr %out
  ret i32 %v
}
; check: correct

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  ret i32 %v
b:
  unreachable
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  ret i32 %v
b:
  unreachable
}
; check: correct

; ATTR-8: A volatile or atomic store to what is not written yet may be undefined: such a run neither refutes nor proves.
define i8 @src(ptr initializes((0, 1)) %p) { store volatile i8 0, ptr %p ret i8 0 }
define i8 @tgt(ptr initializes((0, 1)) %p) { ret i8 1 }
; check: unknown: unconfirmed

define i8 @src(ptr initializes((0, 1)) %p) { store atomic i8 0, ptr %p seq_cst, align 1 ret i8 0 }
define i8 @tgt(ptr initializes((0, 1)) %p) { ret i8 1 }
; check: unknown: unconfirmed

define i8 @src(ptr initializes((0, 1)) %p) { store i8 1, ptr %p store volatile i8 0, ptr %p ret i8 0 }
define i8 @tgt(ptr initializes((0, 1)) %p) { store i8 1, ptr %p store volatile i8 0, ptr %p ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)
