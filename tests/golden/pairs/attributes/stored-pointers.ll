; What a stored pointer may be used for (ATTR-42).
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"address"}
!1 = !{!"address", !"read_provenance"}
!2 = !{!"address", !"provenance"}
define void @src(ptr noalias %x, ptr %y) {
  store i8 0, ptr %x
  store ptr %x, ptr %y, align 8, !captures !0
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
define void @tgt(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8, !captures !0
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
; interpreter: unknown: a pointer is stored that !captures says is not used for all accesses
; solver: unknown: approximation

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"address"}
!1 = !{!"address", !"read_provenance"}
!2 = !{!"address", !"provenance"}
define void @src(ptr noalias %x, ptr %y) {
  store i8 0, ptr %x
  store ptr %x, ptr %y, align 8, !captures !1
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
define void @tgt(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8, !captures !1
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
; interpreter: unknown: a pointer is stored that !captures says is not used for all accesses
; solver: unknown: approximation

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"address"}
!1 = !{!"address", !"read_provenance"}
!2 = !{!"address", !"provenance"}
define void @src(ptr noalias %x, ptr %y) {
  store i8 0, ptr %x
  store ptr %x, ptr %y, align 8, !captures !2
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
define void @tgt(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8, !captures !2
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"address"}
!1 = !{!"address", !"read_provenance"}
!2 = !{!"address", !"provenance"}
define void @src(ptr noalias %x, ptr %y) {
  store i8 0, ptr %x
  store ptr %x, ptr %y, align 8
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
define void @tgt(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"address"}
!1 = !{!"address", !"read_provenance"}
!2 = !{!"address", !"provenance"}
define void @src(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
define void @tgt(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8, !captures !0
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
; interpreter: unknown: a pointer is stored that !captures says is not used for all accesses
; solver: unknown: unfollowed-promise: !captures

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"address"}
!1 = !{!"address", !"read_provenance"}
!2 = !{!"address", !"provenance"}
define void @src(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8, !captures !0
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
define void @tgt(ptr noalias %x, ptr %y) {
  store ptr %x, ptr %y, align 8
  %a = load ptr, ptr %y, align 8
  %b = load i8, ptr %a
  store i8 %b, ptr %x
  ret void
}
; interpreter: unknown: a pointer is stored that !captures says is not used for all accesses
; solver: correct
