; MEM-16: llvm.ptrmask reads an undef pointer once.
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define ptr @src(ptr %p, i64 %m) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 224)
  %r = call ptr @llvm.ptrmask.p0.i64(ptr %q, i64 %m)
  ret ptr %r
}
define ptr @tgt(ptr %p, i64 %m) {
  %n = and i64 %m, 224
  %r = call align 32 ptr @llvm.ptrmask.p0.i64(ptr %p, i64 %n)
  ret ptr %r
}
; interpreter: unknown: an address that is one of several
; solver: correct

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define ptr @src(ptr %p) { %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -1) ret ptr %r }
define ptr @tgt(ptr %p) { ret ptr %p }
; interpreter: nothing against it
; solver: correct

; Equal pointers that are both inside an object lead to the same object.
; The end of one object may be where another begins.
@g = constant i32 10
define i32 @src(ptr %p) {
  %v = load i32, ptr %p
  %c = icmp eq ptr %p, @g
  %r = select i1 %c, i32 %v, i32 10
  ret i32 %r
}
define i32 @tgt(ptr %p) { ret i32 10 }
; interpreter: nothing against it
; solver: correct

@g = global i32 10
@h = global i32 1
define i1 @src() {
  %e = getelementptr i8, ptr @h, i64 4
  %c = icmp eq ptr %e, @g
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = global i32 10
@h = global i32 1
define i1 @src() {
  %e = getelementptr i8, ptr @h, i64 3
  %c = icmp eq ptr %e, @g
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; interpreter: nothing against it
; solver: correct

; Three unknown objects may lie in any order.
define i1 @src(ptr %a, ptr %b, ptr %c) { %r = icmp ult ptr %a, %b ret i1 %r }
define i1 @tgt(ptr %a, ptr %b, ptr %c) { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i1 @src(ptr %a, ptr %b, ptr %c) { %r = icmp ult ptr %b, %a ret i1 %r }
define i1 @tgt(ptr %a, ptr %b, ptr %c) { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i1 @src(ptr %a, ptr %b, ptr %c) { %r = icmp ult ptr %b, %c ret i1 %r }
define i1 @tgt(ptr %a, ptr %b, ptr %c) { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i1 @src(ptr %a, ptr %b, ptr %c) { %r = icmp ult ptr %c, %a ret i1 %r }
define i1 @tgt(ptr %a, ptr %b, ptr %c) { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; An inbounds pointer is null only if its base is.
define i1 @src(ptr %p, i64 %i) {
  %q = getelementptr inbounds i8, ptr %p, i64 %i
  %c = icmp eq ptr %q, null
  ret i1 %c
}
define i1 @tgt(ptr %p, i64 %i) { %c = icmp eq ptr %p, null ret i1 %c }
; interpreter: unknown: an address that is one of several
; solver: correct

define i1 @src(ptr %p, i64 %i) {
  %q = getelementptr i8, ptr %p, i64 %i
  %c = icmp eq ptr %q, null
  ret i1 %c
}
define i1 @tgt(ptr %p, i64 %i) { %c = icmp eq ptr %p, null ret i1 %c }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Places in one object are no further apart than half of the address space.
define i64 @src(ptr noundef %p, i64 %i, i64 %j) {
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %p, i64 %j
  %m = ptrtoint ptr %a to i64
  %n = ptrtoint ptr %b to i64
  %r = sub i64 %n, %m
  ret i64 %r
}
define i64 @tgt(ptr noundef %p, i64 %i, i64 %j) { %r = sub nsw i64 %j, %i ret i64 %r }
; interpreter: unknown: an address that is one of several
; solver: correct

; A getelementptr inbounds by zero takes any pointer.
define ptr @src(ptr %p, i64 %n) {
  %z = icmp eq i64 %n, 0
  %g = getelementptr inbounds i8, ptr %p, i64 %n
  %s = select i1 %z, ptr %p, ptr %g
  ret ptr %s
}
define ptr @tgt(ptr %p, i64 %n) { %g = getelementptr inbounds i8, ptr %p, i64 %n ret ptr %g }
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p, i64 %n) {
  %z = icmp eq i64 %n, 1
  %g = getelementptr inbounds i8, ptr %p, i64 %n
  %s = select i1 %z, ptr %p, ptr %g
  ret ptr %s
}
define ptr @tgt(ptr %p, i64 %n) { %g = getelementptr inbounds i8, ptr %p, i64 %n ret ptr %g }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; An index type that is narrower than the address moves the low bits.
target datalayout = "e-p:40:64:64:32"
define ptr @src(ptr %p, i64 %i) { %r = getelementptr i8, ptr %p, i64 %i ret ptr %r }
define ptr @tgt(ptr %p, i64 %i) {
  %t = trunc i64 %i to i32
  %r = getelementptr i8, ptr %p, i32 %t
  ret ptr %r
}
; interpreter: unknown: an address that is one of several
; solver: correct

target datalayout = "e-p:40:64:64:32"
define ptr @src(ptr %p, i64 %i) {
  %q = getelementptr i8, ptr %p, i64 1
  %r = getelementptr i8, ptr %q, i64 2
  ret ptr %r
}
define ptr @tgt(ptr %p, i64 %i) { %r = getelementptr i8, ptr %p, i64 3 ret ptr %r }
; interpreter: nothing against it
; solver: correct

target datalayout = "e-p:40:64:64:32"
define ptr @src(ptr %p, i64 %i) { %r = getelementptr i8, ptr %p, i64 %i ret ptr %r }
define ptr @tgt(ptr %p, i64 %i) {
  %t = trunc i64 %i to i16
  %r = getelementptr i8, ptr %p, i16 %t
  ret ptr %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Pointers into one object are ordered by their offsets.
define i1 @src(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %a = getelementptr inbounds i32, ptr %p, i64 %x
  %b = getelementptr inbounds i32, ptr %p, i64 %y
  %c = icmp ult ptr %a, %b
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %c = icmp slt i64 %x, %y
  ret i1 %c
}
; interpreter: nothing against it
; solver: correct

define i1 @src(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %a = getelementptr inbounds nuw i32, ptr %p, i64 %x
  %b = getelementptr inbounds nuw i32, ptr %p, i64 %y
  %c = icmp ule ptr %a, %b
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %c = icmp ule i64 %x, %y
  ret i1 %c
}
; interpreter: nothing against it
; solver: correct

define i1 @src(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %a = getelementptr inbounds i32, ptr %p, i64 %x
  %b = getelementptr inbounds i32, ptr %p, i64 %y
  %c = icmp ult ptr %a, %b
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %c = icmp ult i64 %x, %y
  ret i1 %c
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

define i1 @src(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %a = getelementptr i32, ptr %p, i64 %x
  %b = getelementptr i32, ptr %p, i64 %y
  %c = icmp ult ptr %a, %b
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, i64 noundef %x, i64 noundef %y) {
  %c = icmp slt i64 %x, %y
  ret i1 %c
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; MEM-10: Only the address is left of a stack object that is returned.
define ptr @src() { %a = alloca i8, align 1 ret ptr %a }
define ptr @tgt() { %b = alloca i32, align 4 ret ptr %b }
; interpreter: unknown: a pointer to a local object
; solver: correct

define ptr @src() { %a = alloca i32, align 4 ret ptr %a }
define ptr @tgt() { %b = alloca i8, align 1 ret ptr %b }
; interpreter: unknown: a pointer to a local object
; solver: incorrect: value-mismatch

; MEM-19: addrspacecast keeps the address where the widths are equal.
define i8 @src(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(1)
  store i8 1, ptr addrspace(1) %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) { store i8 1, ptr %p ret i8 1 }
; interpreter: unknown: a pointer to no object, in another address space
; solver: correct

target datalayout = "p1:32:32"
define ptr addrspace(1) @src(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(1)
  ret ptr addrspace(1) %q
}
define ptr addrspace(1) @tgt(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(1)
  ret ptr addrspace(1) %q
}
; interpreter: unknown: a pointer to no object, in another address space
; solver: correct

; MEM-27: Pointers of any width, and indices of another; the interpreter's addresses have 64 bits.
target datalayout = "e-p2:128:128:128:32"
declare void @use(ptr addrspace(2))
define void @src(ptr addrspace(2) noundef %p, i32 noundef %i, i32 noundef %j) {
  %k = add i32 %i, %j
  %q = getelementptr float, ptr addrspace(2) %p, i32 %k
  call void @use(ptr addrspace(2) %q)
  ret void
}
define void @tgt(ptr addrspace(2) noundef %p, i32 noundef %i, i32 noundef %j) {
  %h = getelementptr float, ptr addrspace(2) %p, i32 %j
  %q = getelementptr float, ptr addrspace(2) %h, i32 %i
  call void @use(ptr addrspace(2) %q)
  ret void
}
; interpreter: unsupported: pointers of more than 64 bits
; solver: correct

target datalayout = "e-p2:128:128:128:32"
declare void @use(ptr addrspace(2))
define void @src(ptr addrspace(2) noundef %p, i32 noundef %i) {
  %q = getelementptr float, ptr addrspace(2) %p, i32 %i
  call void @use(ptr addrspace(2) %q)
  ret void
}
define void @tgt(ptr addrspace(2) noundef %p, i32 noundef %i) {
  %j = sext i32 %i to i64
  %k = shl i64 %j, 1
  %t = trunc i64 %k to i32
  %q = getelementptr i16, ptr addrspace(2) %p, i32 %i
  call void @use(ptr addrspace(2) %q)
  ret void
}
; interpreter: unsupported: pointers of more than 64 bits
; solver: incorrect: more-ub

; MEM-27: Where pointers of several widths meet, the solver's proofs stand and its counterexamples do not.
target datalayout = "e-p:64:64-p1:16:16"
define i1 @src(ptr addrspace(1) noundef %p, ptr noundef %q) {
  %v = load i8, ptr %q
  %c = icmp eq ptr addrspace(1) %p, inttoptr (i64 65538 to ptr addrspace(1))
  %d = icmp eq i8 %v, 0
  %r = and i1 %c, %d
  ret i1 %r
}
define i1 @tgt(ptr addrspace(1) noundef %p, ptr noundef %q) {
  %v = load i8, ptr %q
  %c = icmp eq ptr addrspace(1) %p, inttoptr (i16 2 to ptr addrspace(1))
  %d = icmp eq i8 %v, 0
  %r = and i1 %c, %d
  ret i1 %r
}
; interpreter: unsupported: pointers of less than 32 bits
; solver: correct

target datalayout = "e-p:64:64-p1:16:16"
define i64 @src(ptr addrspace(1) noundef %p, ptr noundef %q) {
  %v = load i64, ptr %q
  %a = ptrtoint ptr addrspace(1) %p to i16
  %b = zext i16 %a to i64
  %r = add i64 %v, %b
  ret i64 %r
}
define i64 @tgt(ptr addrspace(1) noundef %p, ptr noundef %q) {
  %v = load i64, ptr %q
  %b = ptrtoint ptr addrspace(1) %p to i64
  %r = add i64 %v, %b
  ret i64 %r
}
; interpreter: unsupported: pointers of less than 32 bits
; solver: correct

target datalayout = "e-p:64:64-p1:16:16"
define i64 @src(ptr addrspace(1) noundef %p, ptr noundef %q) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = ptrtoint ptr %q to i64
  %r = add i64 %a, %b
  ret i64 %r
}
define i64 @tgt(ptr addrspace(1) noundef %p, ptr noundef %q) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = ptrtoint ptr %q to i64
  %r = sub i64 %a, %b
  ret i64 %r
}
; interpreter: unsupported: pointers of less than 32 bits
; solver: unknown: approximation

target datalayout = "e-p:64:64-p1:32:32"
define void @src(ptr addrspace(1) noundef %p, ptr noundef %q, i32 noundef %i) {
  %r = getelementptr inbounds i32, ptr %q, i32 %i
  %s = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %s
  store i32 %v, ptr %r
  ret void
}
define void @tgt(ptr addrspace(1) noundef %p, ptr noundef %q, i32 noundef %i) {
  %k = sext i32 %i to i64
  %r = getelementptr inbounds i32, ptr %q, i64 %k
  %s = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %s
  store i32 %v, ptr %r
  ret void
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

target datalayout = "e-p:64:64-p1:32:32"
define void @src(ptr addrspace(1) noundef %p, ptr noundef %q) {
  store ptr addrspace(1) %p, ptr %q
  ret void
}
define void @tgt(ptr addrspace(1) noundef %p, ptr noundef %q) {
  store ptr addrspace(1) null, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: unsupported: pointers of several widths in memory
; solver, @src against itself: unsupported: pointers of several widths in memory
; solver, @tgt against itself: unsupported: pointers of several widths in memory
