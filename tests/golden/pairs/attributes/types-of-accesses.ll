; ATTR-26: To read as one type what was last written as another is undefined, where the types can't be of one memory.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %q, !tbaa !5
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %q, !tbaa !5
  ret i32 1
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: correct

; Not so of types that may be of one memory.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  store i8 2, ptr %q, !tbaa !5
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  store i8 2, ptr %q, !tbaa !5
  ret i32 1
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!1, !1, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

; Nor where one of them has no type.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %q
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %q
  ret i32 1
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

; Memory may be used again as another type.
define float @src(ptr %p) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %p, !tbaa !5
  %v = load float, ptr %p, !tbaa !5
  ret float %v
}
define float @tgt(ptr %p) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %p, !tbaa !5
  ret float 3.0
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: unknown: unconfirmed

; What stands there when the function is called may be read as any type.
define i32 @src(ptr %p) {
  %f = load float, ptr %p, !tbaa !5
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %f = load float, ptr %p, !tbaa !5
  ret i32 7
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

; And so may what a copy, a fill or a call has left.
define i32 @src(ptr %p) {
  store float 2.0, ptr %p, !tbaa !5
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  store float 2.0, ptr %p, !tbaa !5
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i32 7
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: unknown: unconfirmed

declare void @g() nounwind willreturn
define i32 @src(ptr %p) {
  store float 2.0, ptr %p, !tbaa !5
  call void @g()
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  store float 2.0, ptr %p, !tbaa !5
  call void @g()
  ret i32 7
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: unknown: unconfirmed

; On one way only.
define i32 @src(ptr %p, ptr %q, i1 %c) {
  store i32 1, ptr %p, !tbaa !4
  br i1 %c, label %a, label %b
a:
  store float 2.0, ptr %q, !tbaa !5
  br label %e
b:
  store i32 3, ptr %q, !tbaa !4
  br label %e
e:
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, i1 %c) {
  store i32 1, ptr %p, !tbaa !4
  br i1 %c, label %a, label %b
a:
  store float 2.0, ptr %q, !tbaa !5
  br label %e
b:
  store i32 3, ptr %q, !tbaa !4
  br label %e
e:
  ret i32 1
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

define i32 @src(ptr %p, ptr %q, i1 %c) {
  store i32 1, ptr %p, !tbaa !4
  br i1 %c, label %a, label %e
a:
  store float 2.0, ptr %q, !tbaa !5
  br label %e
e:
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, i1 %c) {
  store i32 1, ptr %p, !tbaa !4
  br i1 %c, label %a, label %e
a:
  store float 2.0, ptr %q, !tbaa !5
  br label %e
e:
  ret i32 1
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: correct

; ATTR-24: What a load of a constant type reads never changes.
define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  store i32 15, ptr %p
  %b = load i32, ptr %q, !tbaa !3
  %c = sub i32 %a, %b
  ret i32 %c
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  store i32 15, ptr %p
  ret i32 0
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0, i64 1}
; check: correct

define i32 @src(ptr %p, ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  store i32 15, ptr %p
  %b = load i32, ptr %q, !tbaa !3
  %c = sub i32 %a, %b
  ret i32 %c
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  store i32 15, ptr %p
  ret i32 0
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

declare void @g() nounwind willreturn
define i32 @src(ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  call void @g()
  %b = load i32, ptr %q, !tbaa !3
  ret i32 %b
}
define i32 @tgt(ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  call void @g()
  ret i32 %a
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0, i64 1}
; check: correct

declare void @g() nounwind willreturn
define i32 @src(ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  call void @g()
  %b = load i32, ptr %q, !tbaa !3
  ret i32 %b
}
define i32 @tgt(ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  call void @g()
  %b = add i32 %a, 1
  ret i32 %b
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0, i64 1}
; check: incorrect: value-mismatch (interpreter, smt)
