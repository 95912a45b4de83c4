; ATTR-64: Where an access is made is told by the branches that lead there, not by the names of blocks.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %e, label %2, label %3
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; Without the promise it may be made there.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a
  br i1 %e, label %2, label %3
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

; The same of types.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store float 1.0, ptr %d, !tbaa !4
  br i1 %e, label %2, label %3
2:
  %v = load i32, ptr %a, !tbaa !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store float 1.0, ptr %d, !tbaa !4
  %v = load i32, ptr %a, !tbaa !0
  br i1 %e, label %2, label %3
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"char", !3}
!3 = !{!"root"}
!4 = !{!5, !5, i64 0}
!5 = !{!"float", !2}
; check: unknown: unfollowed-promise: !tbaa

; A branch that became a select.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  br label %3
3:
  %s = phi i32 [ %v, %2 ], [ 0, %1 ]
  call void @k(i32 %s)
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  br i1 %c, label %1, label %2
1:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  %s = select i1 %e, i32 %v, i32 0
  call void @k(i32 %s)
  br label %2
2:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; In each round of a loop in place of one.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  br label %1
1:
  %i = phi i32 [ 0, %0 ], [ %j, %4 ]
  store i32 %i, ptr %d, !alias.scope !0
  %x = icmp eq i32 %i, 3
  br i1 %x, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  %j = add nuw i32 %i, 1
  %z = icmp ult i32 %j, %n
  br i1 %z, label %1, label %5
5:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  br label %1
1:
  %i = phi i32 [ 0, %0 ], [ %j, %4 ]
  store i32 %i, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  %x = icmp eq i32 %i, 3
  br i1 %x, label %2, label %3
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  %j = add nuw i32 %i, 1
  %z = icmp ult i32 %j, %n
  br i1 %z, label %1, label %5
5:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; Blocks that exchange their names, and that get others.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
entry:
  br i1 %c, label %ba, label %out
ba:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %bb, label %m
bb:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  br label %out
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
entry:
  br i1 %c, label %bb, label %out
bb:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %e, label %ba, label %m
ba:
  call void @k(i32 %v)
  br label %m
m:
  br label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
entry:
  br i1 %c, label %ba, label %out
ba:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %bb, label %m
bb:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  br label %out
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
entry:
  br i1 %c, label %bb, label %out
bb:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %ba, label %m
ba:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  br label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
entry:
  br i1 %c, label %ba, label %out
ba:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %bb, label %m
bb:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  br label %out
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
entry:
  br i1 %c, label %bx, label %out
bx:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %e, label %by, label %m
by:
  call void @k(i32 %v)
  br label %m
m:
  br label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; Conditions that are written the other way round; switches; conditions that are read.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  %p = icmp eq i32 %n, 1
  br i1 %p, label %4, label %1
1:
  store i32 1, ptr %d, !alias.scope !0
  %q = icmp ult i32 %n, 7
  br i1 %q, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  %p = icmp ne i32 %n, 1
  br i1 %p, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  %q = icmp ugt i32 %n, 6
  br i1 %q, label %3, label %2
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  %p = icmp eq i32 %n, 1
  br i1 %p, label %4, label %1
1:
  store i32 1, ptr %d, !alias.scope !0
  %q = icmp ult i32 %n, 7
  br i1 %q, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  %p = icmp ne i32 %n, 1
  br i1 %p, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  %q = icmp ugt i32 %n, 6
  br i1 %q, label %3, label %2
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  switch i32 %n, label %4 [ i32 1, label %1
 i32 2, label %4 ]
1:
  store i32 1, ptr %d, !alias.scope !0
  switch i1 %c, label %3 [ i1 1, label %2 ]
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i32 noundef %n) nofree nosync {
  switch i32 %n, label %4 [ i32 1, label %1
 i32 2, label %4 ]
1:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  switch i1 %c, label %3 [ i1 1, label %2 ]
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  %g = load i32, ptr %d
  %h = icmp eq i32 %g, 77
  br i1 %h, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %e, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e) nofree nosync {
  %g = load i32, ptr %d
  %h = icmp eq i32 %g, 77
  br i1 %h, label %1, label %4
1:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %e, label %2, label %3
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e, i32 noundef %n) nofree nosync {
  store i32 1, ptr %d, !alias.scope !0
  %q = icmp eq i32 %n, 1
  br i1 %q, label %1, label %4
1:
  br i1 %e, label %2, label %3
2:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c, i1 noundef %e, i32 noundef %n) nofree nosync {
  store i32 1, ptr %d, !alias.scope !0
  switch i32 %n, label %4 [ i32 1, label %1 ]
1:
  %v = load i32, ptr %a, !noalias !0
  br i1 %e, label %2, label %3
2:
  call void @k(i32 %v)
  br label %3
3:
  br label %4
4:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias
