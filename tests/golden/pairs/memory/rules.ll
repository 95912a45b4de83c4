; One pair for each of many rules about memory, with the verdict that LangRef asks for.

; LangRef: incorrect
define void @src(ptr %p) {
 call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
 ret void }
define void @tgt(ptr %p) {
 store i32 0, ptr %p, align 4
 ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: incorrect
define void @src(ptr %p, ptr %q, i64 %n) {
 call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
 ret void }
define void @tgt(ptr %p, ptr %q, i64 %n) {
 call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
 ret void }
; interpreter: nothing against it
; solver: incorrect: more-ub

; LangRef: correct
define void @src(ptr noalias %p, ptr %q, i64 %n) {
 call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
 ret void }
define void @tgt(ptr noalias %p, ptr %q, i64 %n) {
 call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
 ret void }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
define i32 @src(ptr %q) {
 %p = alloca [8 x i8]
 call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
 store i32 0, ptr %q
 %g = getelementptr i8, ptr %p, i64 4
 %v = load i32, ptr %g, align 1
 ret i32 %v }
define i32 @tgt(ptr %q) {
 %g = getelementptr i8, ptr %q, i64 3
 %v = load i32, ptr %g, align 1
 store i32 0, ptr %q
 ret i32 %v }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; LangRef: correct
define i8 @src(ptr %q) {
 %p = alloca i8
 call void @llvm.lifetime.start.p0(ptr %p)
 store i8 3, ptr %p
 call void @llvm.lifetime.end.p0(ptr %p)
 call void @llvm.lifetime.start.p0(ptr %p)
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt(ptr %q) {
 ret i8 undef }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
define i1 @src(ptr %q) {
 %p = call ptr @malloc(i64 4)
 %c = icmp eq ptr %p, %q
 call void @free(ptr %p)
 ret i1 %c }
define i1 @tgt(ptr %q) {
 ret i1 true }
declare noalias ptr @malloc(i64)
declare void @free(ptr)
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
declare void @f(ptr)
define i8 @src(ptr %q) {
 %p = alloca i8
 store i8 5, ptr %p
 call void @f(ptr %p)
 store i8 6, ptr %q
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt(ptr %q) {
 %p = alloca i8
 store i8 5, ptr %p
 call void @f(ptr %p)
 store i8 6, ptr %q
 ret i8 5 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
@a = unnamed_addr constant i32 0
@b = unnamed_addr constant i32 0
define i1 @src() {
 %c = icmp eq ptr @a, @b
 ret i1 %c }
define i1 @tgt() {
 ret i1 true }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define i1 @src(ptr %p, i64 %i) {
 %g = getelementptr i8, ptr %p, i64 %i
 %c = icmp eq ptr %g, null
 ret i1 %c }
define i1 @tgt(ptr %p, i64 %i) {
 %c = icmp eq ptr %p, null
 ret i1 %c }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define i1 @src(ptr %p, i64 %i) {
 %g = getelementptr inbounds i8, ptr %p, i64 %i
 %c = icmp eq ptr %g, null
 ret i1 %c }
define i1 @tgt(ptr %p, i64 %i) {
 %c = icmp eq ptr %p, null
 ret i1 %c }
; interpreter: unknown: an address that is one of several
; solver: correct

; LangRef: correct
define i1 @src(ptr %p, i64 %i, i64 %j) {
 %g = getelementptr inbounds i8, ptr %p, i64 %i
 %h = getelementptr inbounds i8, ptr %p, i64 %j
 %c = icmp ult ptr %g, %h
 ret i1 %c }
define i1 @tgt(ptr %p, i64 %i, i64 %j) {
 %c = icmp slt i64 %i, %j
 ret i1 %c }
; interpreter: unknown: an address that is one of several
; solver: correct

; LangRef: incorrect
define i1 @src(ptr %p, i64 %i, i64 %j) {
 %g = getelementptr i8, ptr %p, i64 %i
 %h = getelementptr i8, ptr %p, i64 %j
 %c = icmp ult ptr %g, %h
 ret i1 %c }
define i1 @tgt(ptr %p, i64 %i, i64 %j) {
 %c = icmp slt i64 %i, %j
 ret i1 %c }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define ptr @src(ptr %p, i64 %i, i64 %j) {
 %g = getelementptr inbounds i8, ptr %p, i64 %i
 %h = getelementptr inbounds i8, ptr %g, i64 %j
 ret ptr %h }
define ptr @tgt(ptr %p, i64 %i, i64 %j) {
 %s = add nsw nuw i64 %i, %j
 %h = getelementptr inbounds i8, ptr %p, i64 %s
 ret ptr %h }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define ptr @src(ptr %p, i64 %i, i64 %j) {
 %s = add i64 %i, %j
 %h = getelementptr inbounds i8, ptr %p, i64 %s
 ret ptr %h }
define ptr @tgt(ptr %p, i64 %i, i64 %j) {
 %g = getelementptr inbounds i8, ptr %p, i64 %i
 %h = getelementptr inbounds i8, ptr %g, i64 %j
 ret ptr %h }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: correct
define ptr @src(ptr %p) {
 %m = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
 %n = call ptr @llvm.ptrmask.p0.i64(ptr %m, i64 -16)
 ret ptr %n }
define ptr @tgt(ptr %p) {
 %n = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
 ret ptr %n }
; interpreter: unknown: an address that is one of several
; solver: correct

; LangRef: incorrect
define i64 @src(ptr %p, i64 %i) {
 %g = getelementptr i32, ptr %p, i64 %i
 %a = ptrtoint ptr %g to i64
 %b = ptrtoint ptr %p to i64
 %r = sub i64 %a, %b
 %s = ashr i64 %r, 2
 ret i64 %s }
define i64 @tgt(ptr %p, i64 %i) {
 ret i64 %i }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define i8 @src(ptr %p, ptr %q) {
 store i8 1, ptr %p
 %c = icmp eq ptr %p, %q
 br i1 %c, label %a, label %b
a:
 store i8 2, ptr %q
 br label %b
b:
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt(ptr %p, ptr %q) {
 store i8 1, ptr %p
 %c = icmp eq ptr %p, %q
 br i1 %c, label %a, label %b
a:
 store i8 2, ptr %q
 br label %b
b:
 ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define void @src(ptr %p, i1 %c) {
 br i1 %c, label %a, label %b
a:
 store i32 1, ptr %p
 br label %b
b:
 ret void }
define void @tgt(ptr %p, i1 %c) {
 %v = load i32, ptr %p
 %s = select i1 %c, i32 1, i32 %v
 store i32 %s, ptr %p
 ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: correct
define i32 @src(ptr dereferenceable(4) align 4 %p, i1 %c) {
 br i1 %c, label %a, label %b
a:
 %v = load i32, ptr %p
 br label %b
b:
 %r = phi i32 [ %v, %a ], [ 0, %0 ]
 ret i32 %r }
define i32 @tgt(ptr dereferenceable(4) align 4 %p, i1 %c) {
 %f = freeze i1 %c
 %v = load i32, ptr %p
 %r = select i1 %f, i32 %v, i32 0
 ret i32 %r }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
define i32 @src(ptr dereferenceable(2) align 4 %p, i1 %c) {
 br i1 %c, label %a, label %b
a:
 %v = load i32, ptr %p
 br label %b
b:
 %r = phi i32 [ %v, %a ], [ 0, %0 ]
 ret i32 %r }
define i32 @tgt(ptr dereferenceable(2) align 4 %p, i1 %c) {
 %f = freeze i1 %c
 %v = load i32, ptr %p
 %r = select i1 %f, i32 %v, i32 0
 ret i32 %r }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: incorrect
define i32 @src(ptr %p, ptr %q) {
 store i32 1, ptr %p
 store i16 0, ptr %q
 %v = load i32, ptr %p
 ret i32 %v }
define i32 @tgt(ptr %p, ptr %q) {
 store i16 0, ptr %q
 store i32 1, ptr %p
 %v = load i32, ptr %p
 ret i32 %v }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define void @src(ptr %p) {
 store i32 undef, ptr %p
 ret void }
define void @tgt(ptr %p) {
 store i32 poison, ptr %p
 ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; LangRef: incorrect
define void @src(ptr %p) {
 store i32 undef, ptr %p
 ret void }
define void @tgt(ptr %p) {
 ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; LangRef: incorrect
define i1 @src(ptr %p) {
 %r = cmpxchg weak ptr %p, i32 0, i32 1 monotonic monotonic
 %s = extractvalue {i32, i1} %r, 1
 ret i1 %s }
define i1 @tgt(ptr %p) {
 %r = cmpxchg weak ptr %p, i32 0, i32 1 monotonic monotonic
 %v = extractvalue {i32, i1} %r, 0
 %c = icmp eq i32 %v, 0
 ret i1 %c }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; LangRef: incorrect
define void @src(ptr %p, {i8, i32} %x) {
 %a = extractvalue {i8, i32} %x, 0
 %b = extractvalue {i8, i32} %x, 1
 store i8 %a, ptr %p, align 4
 %q = getelementptr i8, ptr %p, i64 4
 store i32 %b, ptr %q
 ret void }
define void @tgt(ptr %p, {i8, i32} %x) {
 store {i8, i32} %x, ptr %p
 ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; MEM-34: memory that the target machine holds constant is not stored to.
target triple = "amdgcn-amd-amdhsa"
define void @src(ptr addrspace(4) %x) { store i8 0, ptr addrspace(4) %x ret void }
define void @tgt(ptr addrspace(4) %x) { ret void }
; check: unsupported: a store to memory that is constant (address space 4)

target triple = "amdgcn-amd-amdhsa"
declare void @llvm.memset.p4.i8(ptr addrspace(4), i8, i8, i1)
define void @src(ptr addrspace(4) %x) {
  call void @llvm.memset.p4.i8(ptr addrspace(4) %x, i8 0, i8 1, i1 false)
  ret void
}
define void @tgt(ptr addrspace(4) %x) { ret void }
; check: unsupported: a store to memory that is constant (address space 4)

target triple = "amdgcn-amd-amdhsa"
define void @src(ptr addrspace(4) %x) {
  %old = atomicrmw add ptr addrspace(4) %x, i32 1 monotonic
  ret void
}
define void @tgt(ptr addrspace(4) %x) { ret void }
; check: unsupported: a store to memory that is constant (address space 4)

; To read it is right.
target triple = "amdgcn-amd-amdhsa"
declare void @llvm.memcpy.p0.p4.i8(ptr, ptr addrspace(4), i8, i1)
define void @src(ptr %x, ptr addrspace(4) %y) {
  call void @llvm.memcpy.p0.p4.i8(ptr %x, ptr addrspace(4) %y, i8 1, i1 false)
  ret void
}
define void @tgt(ptr %x, ptr addrspace(4) %y) {
  call void @llvm.memmove.p0.p4.i8(ptr %x, ptr addrspace(4) %y, i8 1, i1 false)
  ret void
}
declare void @llvm.memmove.p0.p4.i8(ptr, ptr addrspace(4), i8, i1)
; check: correct

target triple = "amdgcn-amd-amdhsa"
define void @src(ptr addrspace(1) %x) { store i8 0, ptr addrspace(1) %x ret void }
define void @tgt(ptr addrspace(1) %x) { ret void }
; check: incorrect: memory-mismatch (interpreter, smt)
