; ATTR-64: What an access promises of others (!tbaa, !alias.scope, !noalias, !invariant.group) is broken where it is
; made: one that the source makes on some ways alone must not say it on all.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %c, label %b, label %m
b:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %c, label %b, label %m
b:
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; Without the promise it may be made in any case.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %c, label %b, label %m
b:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a
  br i1 %c, label %b, label %m
b:
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

; The same of types,
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !tbaa !0
  br i1 %c, label %b, label %m
b:
  %v = load i32, ptr %a, !tbaa !3
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !tbaa !0
  %v = load i32, ptr %a, !tbaa !3
  br i1 %c, label %b, label %m
b:
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"float", !2, i64 0}
!2 = !{!"root"}
; check: unknown: unfollowed-promise: !tbaa

; and of what does not change.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d
  br i1 %c, label %b, label %m
b:
  %v = load i32, ptr %a, !invariant.group !0
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d
  %v = load i32, ptr %a, !invariant.group !0
  br i1 %c, label %b, label %m
b:
  call void @k(i32 %v)
  br label %m
m:
  ret void
}
!0 = !{}
; check: unknown: unfollowed-promise: !invariant.group

; Both ways make it.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %c, label %b, label %e
b:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  ret void
e:
  %w = load i32, ptr %a, !noalias !0
  %w1 = add i32 %w, 1
  call void @k(i32 %w1)
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %c, label %b, label %e
b:
  call void @k(i32 %v)
  ret void
e:
  %w1 = add i32 %v, 1
  call void @k(i32 %w1)
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

; One of them does not say it, and makes its own.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  br i1 %c, label %b, label %e
b:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  ret void
e:
  %w = load i32, ptr %a
  %w1 = add i32 %w, 1
  call void @k(i32 %w1)
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i1 noundef %c) nofree nosync {
entry:
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  br i1 %c, label %b, label %e
b:
  call void @k(i32 %v)
  ret void
e:
  %w = load i32, ptr %a
  %w1 = add i32 %w, 1
  call void @k(i32 %w1)
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; What each round does may be done before the first.
declare void @k(i32) memory(none)
define void @src(ptr noalias noundef %a, ptr noalias noundef %d, i64 noundef %n) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %v = load i32, ptr %a, !noalias !0
  %q = getelementptr inbounds i32, ptr %d, i64 %i
  store i32 %v, ptr %q, !alias.scope !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noalias noundef %a, ptr noalias noundef %d, i64 noundef %n) {
entry:
  %v = load i32, ptr %a, !noalias !0
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %q = getelementptr inbounds i32, ptr %d, i64 %i
  store i32 %v, ptr %q, !alias.scope !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

; What one round does must not be done in each,
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i64 noundef %w, i64 noundef %n) nofree nosync {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %m ]
  store i32 1, ptr %d, !alias.scope !0
  %e = icmp eq i64 %i, %w
  br i1 %e, label %b, label %m
b:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i64 noundef %w, i64 noundef %n) nofree nosync {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %m ]
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a, !noalias !0
  %e = icmp eq i64 %i, %w
  br i1 %e, label %b, label %m
b:
  call void @k(i32 %v)
  br label %m
m:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !noalias

; unless without the promise.
declare void @k(i32) memory(none)
define void @src(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i64 noundef %w, i64 noundef %n) nofree nosync {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %m ]
  store i32 1, ptr %d, !alias.scope !0
  %e = icmp eq i64 %i, %w
  br i1 %e, label %b, label %m
b:
  %v = load i32, ptr %a, !noalias !0
  call void @k(i32 %v)
  br label %m
m:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %a, ptr noundef %d, i64 noundef %w, i64 noundef %n) nofree nosync {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %m ]
  store i32 1, ptr %d, !alias.scope !0
  %v = load i32, ptr %a
  %e = icmp eq i64 %i, %w
  br i1 %e, label %b, label %m
b:
  call void @k(i32 %v)
  br label %m
m:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

