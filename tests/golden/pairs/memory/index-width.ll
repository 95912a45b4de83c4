; Pointers that have other bits beside their address: an index is narrower than they are.

; MEM-57: Icmp of pointers compares the address bits alone.
target datalayout = "e-p1:64:64:64:32"
define i1 @src(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %c = icmp eq ptr addrspace(1) %p, %q
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = ptrtoaddr ptr addrspace(1) %p to i32
  %b = ptrtoaddr ptr addrspace(1) %q to i32
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
; check: correct

; MEM-57: Non-address bits are not compared by icmp of pointers.
target datalayout = "e-p1:64:64:64:32"
define i1 @src(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %c = icmp eq ptr addrspace(1) %p, %q
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = ptrtoint ptr addrspace(1) %q to i64
  %c = icmp eq i64 %a, %b
  ret i1 %c
}
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-57: The order of addresses.
target datalayout = "e-p1:64:64:64:32"
define i1 @src(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %c = icmp ult ptr addrspace(1) %p, %q
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = ptrtoint ptr addrspace(1) %q to i64
  %s = trunc i64 %a to i32
  %t = trunc i64 %b to i32
  %c = icmp ult i32 %s, %t
  ret i1 %c
}
; check: correct

; MEM-57: A pointer with address 0 and other bits compares equal to null.
target datalayout = "e-p1:64:64:64:32"
define i1 @src(ptr addrspace(1) %p) {
  %c = icmp eq ptr addrspace(1) %p, null
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %c = icmp eq i64 %a, 0
  ret i1 %c
}
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-57: The sign is bit 31.
target datalayout = "e-p1:64:64:64:32"
define i1 @src(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %c = icmp slt ptr addrspace(1) %p, %q
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = ptrtoint ptr addrspace(1) %q to i64
  %c = icmp slt i64 %a, %b
  ret i1 %c
}
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-57: Lane by lane.
target datalayout = "e-p1:64:64:64:32"
define <2 x i1> @src(<2 x ptr addrspace(1)> %p, <2 x ptr addrspace(1)> %q) {
  %c = icmp ne <2 x ptr addrspace(1)> %p, %q
  ret <2 x i1> %c
}
define <2 x i1> @tgt(<2 x ptr addrspace(1)> %p, <2 x ptr addrspace(1)> %q) {
  %a = ptrtoaddr <2 x ptr addrspace(1)> %p to <2 x i32>
  %b = ptrtoaddr <2 x ptr addrspace(1)> %q to <2 x i32>
  %c = icmp ne <2 x i32> %a, %b
  ret <2 x i1> %c
}
; check: correct

; MEM-57: Equal addresses are not equal pointers.
target datalayout = "e-p1:64:64:64:32"
define i64 @src(ptr addrspace(1) noundef %p, ptr addrspace(1) noundef %q) {
  %c = icmp eq ptr addrspace(1) %p, %q
  br i1 %c, label %a, label %b
a:
  %i = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %i
b:
  ret i64 0
}
define i64 @tgt(ptr addrspace(1) noundef %p, ptr addrspace(1) noundef %q) {
  %c = icmp eq ptr addrspace(1) %p, %q
  br i1 %c, label %a, label %b
a:
  %i = ptrtoint ptr addrspace(1) %q to i64
  ret i64 %i
b:
  ret i64 0
}
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-57: Ptrtoaddr takes the index bits of the pointer.
target datalayout = "e-p1:64:64:64:32"
define i32 @src(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %t = trunc i64 %i to i32
  ret i32 %t
}
define i32 @tgt(ptr addrspace(1) %p) {
  %a = ptrtoaddr ptr addrspace(1) %p to i32
  ret i32 %a
}
; check: correct

; MEM-57: The upper bits of the representation are lost.
target datalayout = "e-p1:64:64:64:32"
define i64 @src(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %i
}
define i64 @tgt(ptr addrspace(1) %p) {
  %a = ptrtoaddr ptr addrspace(1) %p to i32
  %z = zext i32 %a to i64
  ret i64 %z
}
; check: incorrect: value-mismatch (interpreter, smt)

; MEM-57: The index is truncated to the index width, so 2^32 is nothing.
target datalayout = "e-p1:64:64:64:32"
define ptr addrspace(1) @src(ptr addrspace(1) %p) {
  %g = getelementptr i8, ptr addrspace(1) %p, i64 4294967296
  ret ptr addrspace(1) %g
}
define ptr addrspace(1) @tgt(ptr addrspace(1) %p) {
  ret ptr addrspace(1) %p
}
; check: correct

; MEM-57: A gep does not carry into bits outside of the index.
target datalayout = "e-p1:64:64:64:32"
define i64 @src(ptr addrspace(1) %p) {
  %g = getelementptr i8, ptr addrspace(1) %p, i32 16
  %i = ptrtoint ptr addrspace(1) %g to i64
  ret i64 %i
}
define i64 @tgt(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %a = add i64 %i, 16
  ret i64 %a
}
; check: incorrect: value-mismatch (interpreter, smt)
