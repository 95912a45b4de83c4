; ATTR-64: A scope holds from where it is declared to where it is declared anew.
; A scope that is declared in each round is another one in each: each copy needs its own.
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @src(ptr noundef %a, ptr noundef %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef %a, ptr noundef %d) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %v = load i32, ptr %a, !alias.scope !0
  store i32 %v, ptr %d, !noalias !0
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %q1 = getelementptr i32, ptr %a, i64 1
  %v1 = load i32, ptr %q1, !alias.scope !3
  %r1 = getelementptr i32, ptr %d, i64 1
  store i32 %v1, ptr %r1, !noalias !3
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; check: correct

declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @src(ptr noundef %a, ptr noundef %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef %a, ptr noundef %d) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %v = load i32, ptr %a, !alias.scope !0
  store i32 %v, ptr %d, !noalias !0
  %q1 = getelementptr i32, ptr %a, i64 1
  %v1 = load i32, ptr %q1, !alias.scope !0
  %r1 = getelementptr i32, ptr %d, i64 1
  store i32 %v1, ptr %r1, !noalias !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !alias.scope

; Declared twice it is one.
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @src(ptr noundef %a, ptr noundef %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef %a, ptr noundef %d) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %v = load i32, ptr %a, !alias.scope !0
  store i32 %v, ptr %d, !noalias !0
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q1 = getelementptr i32, ptr %a, i64 1
  %v1 = load i32, ptr %q1, !alias.scope !0
  %r1 = getelementptr i32, ptr %d, i64 1
  store i32 %v1, ptr %r1, !noalias !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !alias.scope

declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @src(ptr noundef %a, ptr noundef %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef %a, ptr noundef %d) {
entry:
  %v = load i32, ptr %a, !alias.scope !0
  store i32 %v, ptr %d, !noalias !0
  %q1 = getelementptr i32, ptr %a, i64 1
  %v1 = load i32, ptr %q1, !alias.scope !0
  %r1 = getelementptr i32, ptr %d, i64 1
  store i32 %v1, ptr %r1, !noalias !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !alias.scope

; A declaration before the loop speaks of all rounds.
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @src(ptr noundef %a, ptr noundef %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef %a, ptr noundef %d) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: unknown: unfollowed-promise: !alias.scope

; No promise needs no declaration.
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @src(ptr noundef %a, ptr noundef %d) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %q = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %q, !alias.scope !0
  %r = getelementptr i32, ptr %d, i64 %i
  store i32 %v, ptr %r, !noalias !0
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(ptr noundef %a, ptr noundef %d) {
entry:
  %v = load i32, ptr %a
  store i32 %v, ptr %d
  %q1 = getelementptr i32, ptr %a, i64 1
  %v1 = load i32, ptr %q1
  %r1 = getelementptr i32, ptr %d, i64 1
  store i32 %v1, ptr %r1
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; check: correct

