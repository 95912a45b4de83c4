; MEM-68: a pointer made of an integer is in bounds of the object that it leads to, and functions that look at bytes find
; it there: nothing is undefined because of how the pointer was made. Tagged pointers are made so.
define i8 @src(ptr %a) {
  %x = ptrtoint ptr %a to i64
  %y = and i64 %x, -8
  %p = inttoptr i64 %y to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %a) {
  ret i8 7
}
; check: incorrect: value-mismatch (interpreter, smt)

define i8 @src(ptr %a) {
  %x = ptrtoint ptr %a to i64
  %y = and i64 %x, -8
  %p = inttoptr i64 %y to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %a) {
  %x = ptrtoint ptr %a to i64
  %y = and i64 %x, -8
  %p = inttoptr i64 %y to ptr
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i8, ptr %q
  ret i8 %v
}
; check: correct

define ptr @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 4
  ret ptr %q
}
define ptr @tgt(i64 %x) {
  ret ptr poison
}
; check: unknown: unconfirmed

define ptr @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 4
  ret ptr %q
}
define ptr @tgt(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %q = getelementptr i8, ptr %p, i64 4
  ret ptr %q
}
; check: correct

; The target promises more.
define i64 @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %q = getelementptr i8, ptr %p, i64 4
  %r = ptrtoint ptr %q to i64
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %r = ptrtoint ptr %q to i64
  ret i64 %r
}
; check: incorrect: more-poisonous (interpreter, smt)

; An own object.
declare void @w(ptr)
define i8 @src() {
  %a = alloca i64
  %x = ptrtoint ptr %a to i64
  call void @w(ptr %a)
  %y = xor i64 %x, 4
  %p = inttoptr i64 %y to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 -4
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i64
  call void @w(ptr %a)
  ret i8 7
}
; check: incorrect: value-mismatch (interpreter, smt)

declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strchr(ptr, i32)
declare void @bv(ptr byval(i32))
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %r = call i64 @strlen(ptr %p)
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  ret i64 3
}
; check: incorrect: value-mismatch (interpreter, smt)

declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strchr(ptr, i32)
declare void @bv(ptr byval(i32))
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i32 @src(i64 %x, ptr %q) {
  %p = inttoptr i64 %x to ptr
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %c = icmp eq i32 %r, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
define i32 @tgt(i64 %x, ptr %q) {
  ret i32 5
}
; check: incorrect: value-mismatch (interpreter, smt)

declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strchr(ptr, i32)
declare void @bv(ptr byval(i32))
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define ptr @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %r = call ptr @strchr(ptr %p, i32 97)
  ret ptr %r
}
define ptr @tgt(i64 %x) {
  ret ptr null
}
; check: unknown: unconfirmed

declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strchr(ptr, i32)
declare void @bv(ptr byval(i32))
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define void @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  call void @bv(ptr byval(i32) %p)
  ret void
}
define void @tgt(i64 %x) {
  ret void
}
; check: incorrect: return-domain (interpreter, smt)

declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strchr(ptr, i32)
declare void @bv(ptr byval(i32))
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @src(i64 %x) {
  %p = inttoptr i64 %x to ptr
  %r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  ret i64 0
}
; check: incorrect: value-mismatch (interpreter, smt)
