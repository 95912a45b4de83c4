; ATTR-26: What scopes say of a store and a load behind it in one block.

define i32 @src(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !4
  %b = load i32, ptr %p, !alias.scope !3
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !4
  %r = add i32 %a, %a
  ret i32 %r
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!1, !2}
; check: correct

; The load's scopes are more than the store says.
define i32 @src(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !4
  store i32 %x, ptr %q, !noalias !3
  %b = load i32, ptr %p, !alias.scope !4
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !4
  store i32 %x, ptr %q, !noalias !3
  %r = add i32 %a, %a
  ret i32 %r
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!1, !2}
; check: incorrect: value-mismatch (interpreter, smt)

; The store says its scope, the load that it is not of that.
define i32 @src(ptr %p, ptr %q, i32 %x) {
  store i32 1, ptr %p, !noalias !3
  store i32 %x, ptr %q, !alias.scope !3
  %b = load i32, ptr %p, !noalias !3
  ret i32 %b
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  store i32 1, ptr %p, !noalias !3
  store i32 %x, ptr %q, !alias.scope !3
  ret i32 1
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: correct

; Scopes of two domains.
define i32 @src(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !4
  %b = load i32, ptr %p, !alias.scope !3
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !4
  %r = add i32 %a, %a
  ret i32 %r
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !5}
!3 = !{!1}
!4 = !{!2}
!5 = distinct !{!5}
; check: incorrect: value-mismatch (interpreter, smt)

; Scopes that say it of the source are none of the target's.
define i32 @src(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p
  store i32 %x, ptr %q
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !3
  %b = load i32, ptr %p, !alias.scope !3
  %r = add i32 %a, %b
  ret i32 %r
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: unknown: unfollowed-promise: !alias.scope

; A scope is declared anew in between.
declare void @llvm.experimental.noalias.scope.decl(metadata)
define i32 @src(ptr %p, ptr %q, i32 %x) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !3
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %b = load i32, ptr %p, !alias.scope !3
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q, i32 %x) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %a = load i32, ptr %p, !alias.scope !3
  store i32 %x, ptr %q, !noalias !3
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %r = add i32 %a, %a
  ret i32 %r
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: unknown: unconfirmed

; What another round has stored.
define i32 @src(ptr %p, ptr %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %b = load i32, ptr %p, !alias.scope !3
  %t = add i32 %s, %b
  store i32 7, ptr %q, !noalias !3
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, 2
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %t
}
define i32 @tgt(ptr %p, ptr %q, i32 %n) {
  %b = load i32, ptr %p, !alias.scope !3
  store i32 7, ptr %q, !noalias !3
  store i32 7, ptr %q, !noalias !3
  %t = add i32 %b, %b
  ret i32 %t
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
; check: correct (memory of the caller holds no undef)
