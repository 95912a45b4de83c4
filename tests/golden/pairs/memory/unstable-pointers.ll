; Pointers whose representation may change at any time (the data layout says ni:1, or pu1).

; MEM-58: A cast of an unstable pointer was made once and is made twice.
target datalayout = "e-p1:64:64-ni:1"
define i64 @src(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %d = sub i64 %i, %i
  ret i64 %d
}
define i64 @tgt(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = ptrtoint ptr addrspace(1) %p to i64
  %d = sub i64 %i, %j
  ret i64 %d
}
; check: unsupported: a new ptrtoint of an unstable pointer

; MEM-58: One cast stays one.
target datalayout = "e-p1:64:64-ni:1"
define i64 @src(ptr addrspace(1) %p, i64 %x) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %d = add i64 %x, %i
  ret i64 %d
}
define i64 @tgt(ptr addrspace(1) %p, i64 %x) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %d = add i64 %i, %x
  ret i64 %d
}
; check: correct

; MEM-58: Two casts may give the same.
target datalayout = "e-pu1:64:64"
define i64 @src(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = ptrtoint ptr addrspace(1) %p to i64
  %d = sub i64 %i, %j
  ret i64 %d
}
define i64 @tgt(ptr addrspace(1) %p) {
  ret i64 0
}
; check: correct

; MEM-58: A new cast: the pointer may have moved between.
target datalayout = "e-pu1:64:64"
define ptr addrspace(1) @src(ptr addrspace(1) %p) {
  ret ptr addrspace(1) %p
}
define ptr addrspace(1) @tgt(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %q = inttoptr i64 %i to ptr addrspace(1)
  ret ptr addrspace(1) %q
}
; check: unknown: approximation

; MEM-58: Stable pointers give the same number each time.
target datalayout = "e-p1:64:64"
define i64 @src(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %d = sub i64 %i, %i
  ret i64 %d
}
define i64 @tgt(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = ptrtoint ptr addrspace(1) %p to i64
  %d = sub i64 %i, %j
  ret i64 %d
}
; check: correct
