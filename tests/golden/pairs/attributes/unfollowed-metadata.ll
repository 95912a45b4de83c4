; Refutations that the interpreter cannot replay are not shown.
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !4 %v = load i32, ptr %q, !tbaa !5 ret i32 %v }
define i32 @tgt(ptr %p, ptr %q) { %v = load i32, ptr %q, !tbaa !5 store i32 1, ptr %p, !tbaa !4 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: correct

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
; check: correct

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

; ATTR-27: What the source says and no machine follows may make its run undefined.
define float @src(float noundef %x) { %r = fdiv float %x, 3.0, !fpmath !0 ret float %r }
define float @tgt(float noundef %x) { %r = fmul float %x, 0x3FD5555560000000 ret float %r }
!0 = !{float 2.5}
; check: unknown: approximation

define float @src(float noundef %x) { %r = fdiv float %x, 3.0 ret float %r }
define float @tgt(float noundef %x) { %r = fmul float %x, 0x3FD5555560000000 ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

@a = external global i8, !absolute_symbol !0
define i1 @src() { %r = icmp ult i64 ptrtoint (ptr @a to i64), 256 ret i1 %r }
define i1 @tgt() { ret i1 true }
!0 = !{i64 0, i64 256}
; check: unknown: approximation

@a = external global i8
define i1 @src() { %r = icmp ult i64 ptrtoint (ptr @a to i64), 256 ret i1 %r }
define i1 @tgt() { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

define i8 @src(ptr addrspace(5) %p) {
  %q = addrspacecast ptr addrspace(5) %p to ptr
  %r = load i8, ptr %q, !noalias.addrspace !0
  ret i8 %r
}
define i8 @tgt(ptr addrspace(5) %p) { ret i8 0 }
!0 = !{i32 5, i32 6}
; check: unknown: approximation

define void @src(i64 %n) { %p = inttoptr i64 %n to ptr, !dereferenceable !0 ret void }
define void @tgt(i64 %n) { %p = inttoptr i64 %n to ptr %v = load volatile i8, ptr %p ret void }
!0 = !{i64 1}
; check: unknown: approximation

@g = internal constant { [2 x i8], [2 x i8] } { [2 x i8] c"\01\02", [2 x i8] c"\03\04" }
define i8 @src() {
  %p = getelementptr i8, ptr getelementptr inrange(0, 2) (i8, ptr @g, i64 0), i64 2
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 0 }
; check: unknown: approximation

@g = internal constant { [2 x i8], [2 x i8] } { [2 x i8] c"\01\02", [2 x i8] c"\03\04" }
define i8 @src() { %p = getelementptr i8, ptr @g, i64 2 %r = load i8, ptr %p ret i8 %r }
define i8 @tgt() { ret i8 0 }
; check: incorrect: value-mismatch (interpreter, smt)

declare i8 @f(ptr)
define i8 @src(ptr %p) { store i8 1, ptr %p %r = tail call i8 @f(ptr byval(i8) %p) ret i8 %r }
define i8 @tgt(ptr %p) { %r = tail call i8 @f(ptr byval(i8) %p) store i8 1, ptr %p ret i8 %r }
; check: unknown: approximation

declare i8 @f(ptr)
define i8 @src(ptr %p) { store i8 1, ptr %p %r = call i8 @f(ptr byval(i8) %p) ret i8 %r }
define i8 @tgt(ptr %p) { %r = call i8 @f(ptr byval(i8) %p) store i8 1, ptr %p ret i8 %r }
; check: incorrect: memory-mismatch (interpreter, smt)

@t = internal constant { ptr } { ptr @v }, !vcall_visibility !0
define void @v() { ret void }
define ptr @f() { %r = load ptr, ptr @t ret ptr %r }
!0 = !{i64 2}
; target:
@t = internal constant { ptr } zeroinitializer, !vcall_visibility !0
define ptr @f() { %r = load ptr, ptr @t ret ptr %r }
!0 = !{i64 2}
; check: unknown: approximation

; ATTR-17: A speculatable function that may have effects may be called once more.
declare i32 @f(i32) speculatable
define i32 @src(i1 %c, i32 %x) {
  br i1 %c, label %y, label %n
y:
  %r = call i32 @f(i32 %x)
  ret i32 %r
n:
  ret i32 0
}
define i32 @tgt(i1 %c, i32 %x) {
  %r = call i32 @f(i32 %x)
  %s = select i1 %c, i32 %r, i32 0
  ret i32 %s
}
; check: unknown: approximation

declare i32 @f(i32)
define i32 @src(i1 %c, i32 %x) {
  br i1 %c, label %y, label %n
y:
  %r = call i32 @f(i32 %x)
  ret i32 %r
n:
  ret i32 0
}
define i32 @tgt(i1 %c, i32 %x) {
  %r = call i32 @f(i32 %x)
  %s = select i1 %c, i32 %r, i32 0
  ret i32 %s
}
; check: incorrect: value-mismatch (interpreter, smt)

; But with what it was called.
declare i32 @f(i32) speculatable
define i32 @src(i32 %x) { %r = call i32 @f(i32 %x) ret i32 0 }
define i32 @tgt(i32 %x) { %r = call i32 @f(i32 0) ret i32 0 }
; check: incorrect: value-mismatch (interpreter, smt)
