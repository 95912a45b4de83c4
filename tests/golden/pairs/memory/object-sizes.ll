; MEM-20: a maximum is no smaller than the object, a minimum no larger.

; Of one object.
define i64 @src() {
  %a = alloca i32
  %r = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 false, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt() {
  ret i64 8
}
; check: correct

define i64 @src() {
  %a = alloca i32
  %r = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 false, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt() {
  ret i64 3
}
; check: incorrect: value-mismatch (interpreter, smt)

define i64 @src() {
  %a = alloca i32
  %r = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 true, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt() {
  ret i64 2
}
; check: correct

define i64 @src() {
  %a = alloca i32
  %r = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 true, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt() {
  ret i64 0
}
; check: correct

define i64 @src() {
  %a = alloca i32
  %r = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 true, i1 false, i1 false)
  ret i64 %r
}
define i64 @tgt() {
  ret i64 5
}
; check: incorrect: value-mismatch (interpreter, smt)

define i64 @src() {
  %a = alloca [10 x i8]
  %p = getelementptr i8, ptr %a, i64 3
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 7
}
; check: correct

define i64 @src() {
  %a = alloca [10 x i8]
  %p = getelementptr i8, ptr %a, i64 3
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 -1
}
; check: correct

define i64 @src() {
  %a = alloca [10 x i8]
  %p = getelementptr i8, ptr %a, i64 3
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 6
}
; check: incorrect: value-mismatch (interpreter, smt)

; Of one of two.
define i64 @src(i1 %c) {
  %a = alloca [10 x i8]
  %b = alloca [20 x i8]
  %p = select i1 %c, ptr %a, ptr %b
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt(i1 %c) {
  ret i64 20
}
; check: correct

define i64 @src(i1 %c) {
  %a = alloca [10 x i8]
  %b = alloca [20 x i8]
  %p = select i1 %c, ptr %a, ptr %b
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt(i1 %c) {
  ret i64 10
}
; check: incorrect: value-mismatch (interpreter, smt)

define i64 @src(i1 %c) {
  %a = alloca [10 x i8]
  %b = alloca [20 x i8]
  %p = select i1 %c, ptr %a, ptr %b
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt(i1 %c) {
  ret i64 10
}
; check: correct

define i64 @src(i1 %c) {
  %a = alloca [10 x i8]
  %b = alloca [20 x i8]
  %p = select i1 %c, ptr %a, ptr %b
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt(i1 %c) {
  ret i64 20
}
; check: incorrect: value-mismatch (interpreter, smt)

; Of an allocation, of null, of what is not known.
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @free(ptr allocptr) allockind("free") "alloc-family"="malloc"
define i64 @src() {
  %p = call ptr @malloc(i64 12)
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  call void @free(ptr %p)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 12
}
; check: correct

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @free(ptr allocptr) allockind("free") "alloc-family"="malloc"
define i64 @src() {
  %p = call ptr @malloc(i64 12)
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  call void @free(ptr %p)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 11
}
; check: incorrect: value-mismatch (interpreter, smt)

define i64 @src() {
  %s = call i64 @llvm.objectsize.i64.p0(ptr null, i1 false, i1 false, i1 false)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 0
}
; check: correct

define i64 @src() {
  %s = call i64 @llvm.objectsize.i64.p0(ptr null, i1 false, i1 true, i1 false)
  ret i64 %s
}
define i64 @tgt() {
  ret i64 -1
}
; check: correct

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
define i64 @src(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 true)
  ret i64 %s
}
define i64 @tgt(i64 %n) {
  ret i64 %n
}
; check: correct

define i1 @src(ptr %p) {
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %c = icmp ult i64 %s, 4
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  ret i1 false
}
; check: correct

define i1 @src(ptr %p) {
  %s = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %c = icmp ult i64 %s, 4
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  ret i1 true
}
; check: incorrect: value-mismatch (interpreter, smt)
