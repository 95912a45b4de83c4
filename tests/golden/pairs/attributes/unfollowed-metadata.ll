; Refutations that the interpreter cannot replay are not shown.
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !4 %v = load i32, ptr %q, !tbaa !5 ret i32 %v }
define i32 @tgt(ptr %p, ptr %q) { %v = load i32, ptr %q, !tbaa !5 store i32 1, ptr %p, !tbaa !4 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: unknown: unconfirmed

define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p %v = load i32, ptr %q ret i32 %v }
define i32 @tgt(ptr %p, ptr %q) { %v = load i32, ptr %q store i32 1, ptr %p ret i32 %v }
; check: incorrect: value-mismatch (interpreter, smt)

; Of functions that are called counts too.
define i32 @in(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !4 %v = load i32, ptr %q, !tbaa !5 ret i32 %v }
define i32 @src(ptr %p, ptr %q) { %v = call i32 @in(ptr %p, ptr %q) ret i32 %v }
define i32 @tgt(ptr %p, ptr %q) { %v = load i32, ptr %q store i32 1, ptr %p ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: unknown: unconfirmed

; A proof does not cover those that the target adds.
define i32 @src(ptr %p) { %v = load i32, ptr %p ret i32 %v }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p, !tbaa !4 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
; check: unknown: unfollowed-promise: !tbaa

define i32 @src(ptr %p) { %v = load i32, ptr %p ret i32 %v }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p, !invariant.group !9 ret i32 %v }
!9 = !{}
; check: unknown: unfollowed-promise: !invariant.group

define i32 @src(ptr %p) { %v = load i32, ptr %p, !tbaa !4 ret i32 %v }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p, !tbaa !5 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: unknown: unfollowed-promise: !tbaa

; Those of the source may be kept and dropped.
define i32 @src(ptr %p) { %v = load i32, ptr %p, !tbaa !4 ret i32 %v }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p, !tbaa !4 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
; check: correct

define i32 @src(ptr %p) { %v = load i32, ptr %p, !tbaa !4 ret i32 %v }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
; check: correct

; Distinct nodes of two modules are the same if they say the same.
define i32 @f(ptr %p) { %v = load i32, ptr %p, !alias.scope !2 %s = add i32 %v, 0 ret i32 %s }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
; target:
define i32 @f(ptr %p) { %v = load i32, ptr %p, !alias.scope !2 %s = add i32 %v, 0 %t = add i32 %s, 0 ret i32 %s }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
; check: correct

; Norecurse is believed where all functions called say it.
declare i32 @g()
define i32 @src() { %v = call i32 @g() ret i32 %v }
define i32 @tgt() norecurse { %v = call i32 @g() ret i32 %v }
; check: unknown: unfollowed-promise: norecurse

declare i32 @g() norecurse
define i32 @src() { %v = call i32 @g() ret i32 %v }
define i32 @tgt() norecurse { %v = call i32 @g() ret i32 %v }
; check: correct

; A store that puts invariant memory back may go.
define void @src(ptr %x, ptr %y) {
  %a = load i8, ptr %x, !invariant.load !0
  store i8 0, ptr %y
  store i8 %a, ptr %x
  ret void
}
define void @tgt(ptr %x, ptr %y) { %a = load i8, ptr %x, !invariant.load !0 store i8 0, ptr %y ret void }
!0 = !{}
; check: correct
