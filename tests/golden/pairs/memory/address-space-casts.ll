; MEM-19: what an addrspacecast gives, whatever widths the pointers have.

; MEM-19: A dereferenceable result leads to the same memory location.
define i32 @src(ptr %p) {
  store i32 5, ptr %p
  %a = addrspacecast ptr %p to ptr addrspace(3)
  store i32 6, ptr addrspace(3) %a
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  store i32 6, ptr %p
  ret i32 6
}
; check: correct

; MEM-19: A dereferenceable result is reversible and leads to the same memory.
define i32 @src(ptr %p) {
  %a = addrspacecast ptr %p to ptr addrspace(1)
  %b = addrspacecast ptr addrspace(1) %a to ptr
  %v = load i32, ptr addrspace(1) %a
  store i32 7, ptr %b
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p
  store i32 7, ptr %p
  ret i32 %v
}
; check: correct

; MEM-19: A cast that leads there and back is reversible.
define ptr @src(ptr %p) {
  %a = addrspacecast ptr %p to ptr addrspace(1)
  %b = addrspacecast ptr addrspace(1) %a to ptr
  ret ptr %b
}
define ptr @tgt(ptr %p) {
  ret ptr %p
}
; check: correct

; MEM-19: An access through the cast shows that the object is reached.
define i8 @src(ptr addrspace(1) %p) {
  %c = addrspacecast ptr addrspace(1) %p to ptr
  %g = getelementptr inbounds i8, ptr %c, i64 3
  %v = load i8, ptr %g
  store i8 0, ptr %g
  ret i8 %v
}
define i8 @tgt(ptr addrspace(1) %p) {
  %g = getelementptr inbounds i8, ptr addrspace(1) %p, i64 3
  %v = load i8, ptr addrspace(1) %g
  store i8 0, ptr addrspace(1) %g
  ret i8 %v
}
; check: correct

; MEM-19: Lane by lane.
define <2 x ptr> @src(<2 x ptr addrspace(1)> %p) {
  %a = addrspacecast <2 x ptr addrspace(1)> %p to <2 x ptr>
  ret <2 x ptr> %a
}
define <2 x ptr> @tgt(<2 x ptr addrspace(1)> %p) {
  %e = extractelement <2 x ptr addrspace(1)> %p, i32 0
  %f = extractelement <2 x ptr addrspace(1)> %p, i32 1
  %a = addrspacecast ptr addrspace(1) %e to ptr
  %b = addrspacecast ptr addrspace(1) %f to ptr
  %v = insertelement <2 x ptr> poison, ptr %a, i32 0
  %w = insertelement <2 x ptr> %v, ptr %b, i32 1
  ret <2 x ptr> %w
}
; check: correct

; MEM-19: A cast of null may be a complex value modification; another number than zero.
define ptr addrspace(1) @src() {
  %c = addrspacecast ptr null to ptr addrspace(1)
  ret ptr addrspace(1) %c
}
define ptr addrspace(1) @tgt() {
  ret ptr addrspace(1) null
}
; check: unknown: approximation

; MEM-19: What is null may be another number there.
define i1 @src(ptr noundef %p) {
  %a = addrspacecast ptr %p to ptr addrspace(1)
  %c = icmp eq ptr addrspace(1) %a, null
  ret i1 %c
}
define i1 @tgt(ptr noundef %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
; check: unknown: approximation

; MEM-19: A cast may change the number.
define i64 @src(ptr %p) {
  %c = addrspacecast ptr %p to ptr addrspace(1)
  %v = load i8, ptr addrspace(1) %c
  %i = ptrtoint ptr addrspace(1) %c to i64
  ret i64 %i
}
define i64 @tgt(ptr %p) {
  %c = addrspacecast ptr %p to ptr addrspace(1)
  %v = load i8, ptr addrspace(1) %c
  %i = ptrtoint ptr %p to i64
  ret i64 %i
}
; check: unknown: unconfirmed

; MEM-19: The other address space may not reach what the pointer leads to.
define i8 @src(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  %c = addrspacecast ptr %p to ptr addrspace(1)
  %v = load i8, ptr addrspace(1) %c
  ret i8 %v
}
; check: unknown: approximation

; MEM-19: The operand and a dereferenceable result refer to the same memory, also with other widths.
target datalayout = "e-p:64:64-p3:32:32-i64:64"
define i32 @src(ptr addrspace(3) %p) {
  %a = addrspacecast ptr addrspace(3) %p to ptr
  store i32 5, ptr %a
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}
define i32 @tgt(ptr addrspace(3) %p) {
  store i32 5, ptr addrspace(3) %p
  ret i32 5
}
; check: correct

; MEM-19: Another place of the object.
target datalayout = "e-p:64:64-p3:32:32-i64:64"
define i32 @src(ptr addrspace(3) %p) {
  %a = addrspacecast ptr addrspace(3) %p to ptr
  %g = getelementptr inbounds i8, ptr %a, i64 4
  %v = load i32, ptr %g
  ret i32 %v
}
define i32 @tgt(ptr addrspace(3) %p) {
  %g = getelementptr inbounds i8, ptr addrspace(3) %p, i32 8
  %v = load i32, ptr addrspace(3) %g
  ret i32 %v
}
; check: incorrect: more-ub (interpreter)

; MEM-19: A cast to a narrower space need not keep two pointers apart.
target datalayout = "e-p:64:64-p3:32:32-i64:64"
define i1 @src(ptr %p, ptr %q) {
  %a = addrspacecast ptr %p to ptr addrspace(3)
  %b = addrspacecast ptr %q to ptr addrspace(3)
  %c = icmp eq ptr addrspace(3) %a, %b
  ret i1 %c
}
define i1 @tgt(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
; check: unknown: approximation

; MEM-19: A cast has no side effects and captures nothing.
target datalayout = "e-p:64:64-p3:32:32-i64:64"
define void @src(ptr %p) {
  %a = addrspacecast ptr %p to ptr addrspace(3)
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store i8 1, ptr %p
  ret void
}
; check: correct

; MEM-19: Memory on the stack, seen through another address space.
target datalayout = "e-p:64:64-p1:32:32"
define i32 @src(i32 %x) {
  %a = alloca [2 x i32]
  %c = addrspacecast ptr %a to ptr addrspace(1)
  %g = getelementptr i8, ptr addrspace(1) %c, i32 4
  store i32 %x, ptr addrspace(1) %g
  %h = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %h
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
; check: correct

; MEM-19: The other half.
target datalayout = "e-p:64:64-p1:32:32"
define i32 @src(i32 %x) {
  %a = alloca [2 x i32]
  store i32 1, ptr %a
  %c = addrspacecast ptr %a to ptr addrspace(1)
  %g = getelementptr i8, ptr addrspace(1) %c, i32 4
  store i32 %x, ptr addrspace(1) %g
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
; check: incorrect: value-mismatch (interpreter)

; MEM-19: The same pointer is cast and passed.
target datalayout = "e-p:64:64-p1:32:32"
declare void @use(ptr addrspace(1))
define void @src(ptr %p) {
  %g = getelementptr i8, ptr %p, i64 0
  %a = addrspacecast ptr %g to ptr addrspace(1)
  call void @use(ptr addrspace(1) %a)
  ret void
}
define void @tgt(ptr %p) {
  %a = addrspacecast ptr %p to ptr addrspace(1)
  call void @use(ptr addrspace(1) %a)
  ret void
}
; check: correct

; MEM-19: A copy through casts.
target datalayout = "e-p:64:64-p3:32:32"
declare void @llvm.memcpy.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %d, ptr addrspace(3) noalias %s) {
  %c = addrspacecast ptr addrspace(3) %s to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %c, i64 8, i1 false)
  ret void
}
define void @tgt(ptr noalias %d, ptr addrspace(3) noalias %s) {
  call void @llvm.memcpy.p0.p3.i64(ptr %d, ptr addrspace(3) %s, i64 8, i1 false)
  ret void
}
; check: correct

; MEM-19: An inbounds gep of a cast accesses the same place as the cast of the gep.
target datalayout = "e-p:64:64-p3:32:32-i64:64"
define i32 @src(ptr addrspace(3) %p) {
  %a = addrspacecast ptr addrspace(3) %p to ptr
  %g = getelementptr inbounds i8, ptr %a, i64 4
  %v = load i32, ptr %g
  ret i32 %v
}
define i32 @tgt(ptr addrspace(3) %p) {
  %g = getelementptr inbounds i8, ptr addrspace(3) %p, i32 4
  %v = load i32, ptr addrspace(3) %g
  ret i32 %v
}
; check: correct
