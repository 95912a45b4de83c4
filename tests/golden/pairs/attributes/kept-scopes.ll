; ATTR-26: What accesses promise in their scopes no machine follows; it is shown that they keep it, without loops, too.
; The accesses are apart where the check has found them so.
define void @src(ptr %p, ptr %q) {
e:
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %p, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 1, ptr %p
  store i8 2, ptr %q
  br label %o
o:
  ret void
}
define void @tgt(ptr %p, ptr %q) {
e:
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %p, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 1, ptr %p, !alias.scope !0, !noalias !3
  store i8 2, ptr %q, !alias.scope !3
  br label %o
o:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; check: correct

; Of two bytes each: that they do not begin at one place is not enough.
define void @src(ptr %p, ptr %q) {
e:
  %c = icmp eq ptr %p, %q
  br i1 %c, label %o, label %a
a:
  store i16 1, ptr %p, align 1
  store i16 2, ptr %q, align 1
  br label %o
o:
  ret void
}
define void @tgt(ptr %p, ptr %q) {
e:
  %c = icmp eq ptr %p, %q
  br i1 %c, label %o, label %a
a:
  store i16 1, ptr %p, align 1, !alias.scope !0, !noalias !3
  store i16 2, ptr %q, align 1, !alias.scope !3
  br label %o
o:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; check: unknown: unfollowed-promise: !alias.scope

; Nobody has checked.
define void @src(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %p, !alias.scope !0, !noalias !3
  store i8 2, ptr %q, !alias.scope !3
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; check: unknown: unfollowed-promise: !alias.scope

; That the first pointer and one more do not wrap tells the access beside it.
define void @src(ptr %p, ptr %q) {
e:
  %before = getelementptr i8, ptr %p, i64 -1
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %before, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 3, ptr %before
  store i8 1, ptr %p
  store i8 2, ptr %q
  br label %o
o:
  ret void
}
define void @tgt(ptr %p, ptr %q) {
e:
  %before = getelementptr i8, ptr %p, i64 -1
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %before, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 3, ptr %before, !alias.scope !0, !noalias !3
  store i8 1, ptr %p, !alias.scope !0, !noalias !3
  store i8 2, ptr %q, !alias.scope !3
  br label %o
o:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; check: correct

; It does not where a call lies between that may never come back.
declare void @g() nofree nosync nounwind memory(none)
define void @src(ptr %p, ptr %q) {
e:
  %before = getelementptr i8, ptr %p, i64 -1
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %before, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 3, ptr %before
  store i8 2, ptr %q
  call void @g()
  store i8 1, ptr %p
  br label %o
o:
  ret void
}
define void @tgt(ptr %p, ptr %q) {
e:
  %before = getelementptr i8, ptr %p, i64 -1
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %before, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 3, ptr %before, !alias.scope !0, !noalias !3
  store i8 2, ptr %q, !alias.scope !3
  call void @g()
  store i8 1, ptr %p, !alias.scope !0, !noalias !3
  br label %o
o:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; check: unknown: unfollowed-promise: !alias.scope

; What else the target promises is not shown by that.
define void @src(ptr %p, ptr %q) {
e:
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %p, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 1, ptr %p
  store i8 2, ptr %q
  br label %o
o:
  ret void
}
define void @tgt(ptr %p, ptr %q) {
e:
  %pe = getelementptr i8, ptr %p, i64 1
  %qe = getelementptr i8, ptr %q, i64 1
  %p1 = icmp ult ptr %p, %qe
  %q1 = icmp ult ptr %q, %pe
  %c = and i1 %p1, %q1
  br i1 %c, label %o, label %a
a:
  store i8 1, ptr %p, !alias.scope !0, !noalias !3
  store i8 2, ptr %q, !alias.scope !3, !tbaa !7
  br label %o
o:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
!5 = !{!"root"}
!6 = !{!"char", !5, i64 0}
!7 = !{!6, !6, i64 0}
; check: unknown: unfollowed-promise: !alias.scope
