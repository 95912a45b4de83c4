; ATTR-30: metadata is about one access: another of the same place may have brought it where they were merged, but
; not where both stay.
declare void @h()
define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  call void @h()
  %b = load i32, ptr %p, !tbaa !0
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !tbaa !0
  store i32 3, ptr %q
  call void @h()
  %b = load i32, ptr %p, !tbaa !0
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
; check: unknown: unfollowed-promise: !tbaa

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !tbaa !0
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !tbaa !0
  store i32 3, ptr %q
  %b = load i32, ptr %p, !tbaa !0
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
; check: unknown: unfollowed-promise: !tbaa

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !tbaa !0
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !tbaa !0
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
; check: correct

declare void @h()
define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  call void @h()
  %b = load i32, ptr %p, !noalias !3
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !noalias !3
  store i32 3, ptr %q
  call void @h()
  %b = load i32, ptr %p, !noalias !3
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: unknown: unfollowed-promise: !noalias

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !noalias !3
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !noalias !3
  store i32 3, ptr %q
  %b = load i32, ptr %p, !noalias !3
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: correct

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !noalias !3
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !noalias !3
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: correct

declare void @h()
define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  call void @h()
  %b = load i32, ptr %p, !invariant.group !0
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !invariant.group !0
  store i32 3, ptr %q
  call void @h()
  %b = load i32, ptr %p, !invariant.group !0
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{}
; check: unknown: unfollowed-promise: !invariant.group

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !invariant.group !0
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p, !invariant.group !0
  store i32 3, ptr %q
  %b = load i32, ptr %p, !invariant.group !0
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{}
; check: unknown: unfollowed-promise: !invariant.group

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !invariant.group !0
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 3, ptr %q
  %b = load i32, ptr %p, !invariant.group !0
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{}
; check: correct
