; MEM-76: nonnull is said of the address, which is a part of the pointer.
target datalayout = "pe1:64:64:64:32"
define i1 @src(ptr addrspace(1) nonnull %a) {
  %n = ptrtoaddr ptr addrspace(1) %a to i32
  %r = icmp ne i32 %n, 0
  ret i1 %r
}
define i1 @tgt(ptr addrspace(1) nonnull %a) {
  ret i1 true
}
; check: unknown: approximation

; Without it the address may be zero.
target datalayout = "pe1:64:64:64:32"
define i1 @src(ptr addrspace(1) %a) {
  %n = ptrtoaddr ptr addrspace(1) %a to i32
  %r = icmp ne i32 %n, 0
  ret i1 %r
}
define i1 @tgt(ptr addrspace(1) %a) {
  ret i1 true
}
; check: incorrect: value-mismatch (interpreter, smt)

; A pointer that is nothing but its address.
define i1 @src(ptr nonnull %a) {
  %n = ptrtoaddr ptr %a to i64
  %r = icmp ne i64 %n, 0
  ret i1 %r
}
define i1 @tgt(ptr nonnull %a) {
  ret i1 false
}
; check: incorrect: value-mismatch (interpreter, smt)
