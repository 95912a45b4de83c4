; MEM-16: Of an undef pointer each use of the result sees any masked address.
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %i = ptrtoint ptr %q to i64
  ret i64 %i
}
define i64 @tgt(ptr %p) {
  %a = ptrtoint ptr %p to i64
  %i = and i64 %a, -8
  ret i64 %i
}
; interpreter: unknown: an address that is one of several
; solver: correct

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %i = ptrtoint ptr %q to i64
  ret i64 %i
}
define i64 @tgt(ptr %p) {
  %a = ptrtoint ptr %p to i64
  %i = and i64 %a, -16
  ret i64 %i
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; MEM-16: Two uses may see two.
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %i = ptrtoaddr ptr %q to i64
  %r = mul i64 %i, 2
  ret i64 %r
}
define i64 @tgt(ptr %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %i = ptrtoaddr ptr %q to i64
  %r = add i64 %i, %i
  ret i64 %r
}
; interpreter: unknown: an address that is one of several
; solver: incorrect: value-mismatch

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr noundef %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %i = ptrtoaddr ptr %q to i64
  %r = mul i64 %i, 2
  ret i64 %r
}
define i64 @tgt(ptr noundef %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %i = ptrtoaddr ptr %q to i64
  %r = add i64 %i, %i
  ret i64 %r
}
; interpreter: nothing against it
; solver: correct

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr %p) {
  %f = freeze ptr %p
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %f, i64 -8)
  %i = ptrtoaddr ptr %q to i64
  %r = mul i64 %i, 2
  ret i64 %r
}
define i64 @tgt(ptr %p) {
  %f = freeze ptr %p
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %f, i64 -8)
  %i = ptrtoaddr ptr %q to i64
  %r = add i64 %i, %i
  ret i64 %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; MEM-16: Of an undef mask, any subset of the bits.
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr noundef %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 undef)
  %i = ptrtoaddr ptr %q to i64
  ret i64 %i
}
define i64 @tgt(ptr noundef %p) {
  %i = ptrtoaddr ptr %p to i64
  ret i64 %i
}
; interpreter: unknown: an address that is one of several
; solver: correct

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr noundef %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 undef)
  %i = ptrtoaddr ptr %q to i64
  ret i64 %i
}
define i64 @tgt(ptr noundef %p) {
  %a = ptrtoaddr ptr %p to i64
  %i = or i64 %a, 1
  ret i64 %i
}
; interpreter: unknown: an address that is one of several
; solver: incorrect: value-mismatch

; MEM-16: Poison of either is kept.
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define ptr @src(ptr %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 poison)
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: nothing against it
; solver: correct

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define ptr @src(i64 %m) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr poison, i64 %m)
  ret ptr %q
}
define ptr @tgt(i64 %m) {
  ret ptr poison
}
; interpreter: nothing against it
; solver: correct

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define ptr @src(ptr %p, i64 %m) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 %m)
  ret ptr %q
}
define ptr @tgt(ptr %p, i64 %m) {
  ret ptr poison
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; MEM-16: A mask narrower than the pointer leaves the bits above it.
target datalayout = "e-p1:64:64:64:32"
declare ptr addrspace(1) @llvm.ptrmask.p1.i32(ptr addrspace(1), i32)
define i64 @src(ptr addrspace(1) %p) {
  %q = call ptr addrspace(1) @llvm.ptrmask.p1.i32(ptr addrspace(1) %p, i32 -8)
  %i = ptrtoint ptr addrspace(1) %q to i64
  ret i64 %i
}
define i64 @tgt(ptr addrspace(1) %p) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %i = and i64 %a, -8
  ret i64 %i
}
; interpreter: unknown: an address that is one of several
; solver: correct

target datalayout = "e-p1:64:64:64:32"
declare ptr addrspace(1) @llvm.ptrmask.p1.i32(ptr addrspace(1), i32)
define i64 @src(ptr addrspace(1) %p) {
  %q = call ptr addrspace(1) @llvm.ptrmask.p1.i32(ptr addrspace(1) %p, i32 -8)
  %i = ptrtoint ptr addrspace(1) %q to i64
  ret i64 %i
}
define i64 @tgt(ptr addrspace(1) %p) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %i = and i64 %a, 4294967288
  ret i64 %i
}
; interpreter: unknown: an address that is one of several
; solver: incorrect: value-mismatch

; MEM-16: The object stays the same.
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i32 @src() {
  %p = alloca i32, align 8
  store i32 7, ptr %p
  %e = getelementptr i8, ptr %p, i64 3
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %e, i64 -8)
  %r = load i32, ptr %q
  ret i32 %r
}
define i32 @tgt() {
  ret i32 7
}
; interpreter: correct
; solver: correct
