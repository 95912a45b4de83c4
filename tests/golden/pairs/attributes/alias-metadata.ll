; Accesses without metadata may overlap.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  store i32 1, ptr %p
  ret i32 %v
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  store i32 1, ptr %p, !tbaa !4
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; ATTR-26: Types that may not alias are kept apart.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !tbaa !5
  store i32 1, ptr %p, !tbaa !4
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: correct

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %q, !tbaa !4
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !tbaa !4
  store i32 1, ptr %p, !tbaa !4
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %q, !tbaa !6
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !tbaa !6
  store i32 1, ptr %p, !tbaa !4
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
!6 = !{!1, !1, i64 0}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Scopes are kept apart if all scopes of a domain are listed.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !13
  %v = load i32, ptr %q, !noalias !13
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !noalias !13
  store i32 1, ptr %p, !alias.scope !13
  ret i32 %v
}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!13 = !{!11}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: incorrect: more-poisonous

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !noalias !15
  %v = load i32, ptr %q, !alias.scope !14
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !alias.scope !14
  store i32 1, ptr %p, !noalias !15
  ret i32 %v
}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!12 = distinct !{!12, !10}
!14 = !{!12}
!15 = !{!11, !12}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: incorrect: more-poisonous

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !15
  %v = load i32, ptr %q, !noalias !13
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !noalias !13
  store i32 1, ptr %p, !alias.scope !15
  ret i32 %v
}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!12 = distinct !{!12, !10}
!13 = !{!11}
!15 = !{!11, !12}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !13
  %v = load i32, ptr %q, !alias.scope !14
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !alias.scope !14
  store i32 1, ptr %p, !alias.scope !13
  ret i32 %v
}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!12 = distinct !{!12, !10}
!13 = !{!11}
!14 = !{!12}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Accesses of an independent loop are kept apart.
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !llvm.access.group !20
  %v = load i32, ptr %q, !llvm.access.group !20
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q, !llvm.access.group !20
  store i32 1, ptr %p, !llvm.access.group !20
  ret i32 %v
}
!20 = distinct !{}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: incorrect: more-poisonous

define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p, !llvm.access.group !20
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  store i32 1, ptr %p, !llvm.access.group !20
  ret i32 %v
}
!20 = distinct !{}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Runs in which nothing overlaps are judged.
define i32 @src(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load i32, ptr %q, !tbaa !5
  store i32 1, ptr %p, !tbaa !4
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: nothing against it
; solver: correct

define i32 @src(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr noalias %p, ptr noalias %q) {
  %v = load i32, ptr %q, !tbaa !5
  store i32 1, ptr %p, !tbaa !4
  ret i32 7
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Metadata in the target excuses nothing.
define i32 @src(ptr %p) {
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %p, !tbaa !5
  ret i32 2
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i32 @src(ptr %p) {
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  store i32 1, ptr %p, !tbaa !4
  %v = load i32, ptr %p, !tbaa !5
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: unknown: unfollowed-promise: !tbaa

; Types hold across calls, scopes within one call.
define i32 @get(ptr %q) { %v = load i32, ptr %q, !tbaa !5 ret i32 %v }
define i32 @src(ptr %p) {
  store i32 1, ptr %p, !tbaa !4
  %v = call i32 @get(ptr %p)
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %v = call i32 @get(ptr %p)
  store i32 1, ptr %p
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: correct

define i32 @get(ptr %q) { %v = load i32, ptr %q, !noalias !13 ret i32 %v }
define i32 @src(ptr %p) {
  store i32 1, ptr %p, !alias.scope !13
  %v = call i32 @get(ptr %p)
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %v = call i32 @get(ptr %p)
  store i32 1, ptr %p
  ret i32 %v
}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!13 = !{!11}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; A copy accesses the types that its !tbaa.struct lists.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p, ptr %q, ptr noalias readonly %r) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false)
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, ptr noalias readonly %r) {
  %v = load i32, ptr %q, !tbaa !5
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false)
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!3 = !{!"float", !1, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p, ptr %q, ptr noalias readonly %r) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false), !tbaa.struct !21
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, ptr noalias readonly %r) {
  %v = load i32, ptr %q, !tbaa !5
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false), !tbaa.struct !21
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
!21 = !{i64 0, i64 4, !4}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: incorrect: more-poisonous

; Of a part without a type nothing is said.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p, ptr %q, ptr noalias readonly %r) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false), !tbaa.struct !21
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, ptr noalias readonly %r) {
  %v = load i32, ptr %q, !tbaa !5
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false), !tbaa.struct !21
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!3 = !{!"float", !1, i64 0}
!5 = !{!3, !3, i64 0}
!21 = !{i64 0, i64 4, null}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src(ptr %p, ptr %q, ptr noalias readonly %r) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false), !tbaa !4
  %v = load i32, ptr %q, !tbaa !5
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, ptr noalias readonly %r) {
  %v = load i32, ptr %q, !tbaa !5
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 4, i1 false), !tbaa !4
  ret i32 %v
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: incorrect: more-poisonous

; Masked lanes that are off access nothing.
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
define <2 x i32> @src(ptr noundef %p) {
  store i32 1, ptr %p, !tbaa !4
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, <2 x i1> <i1 true, i1 false>, <2 x i32> zeroinitializer), !tbaa !5
  ret <2 x i32> %v
}
define <2 x i32> @tgt(ptr noundef %p) { store i32 1, ptr %p ret <2 x i32> <i32 9, i32 9> }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: unknown: accesses overlap that !tbaa, !noalias or an access group keeps apart
; solver: correct

declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
define <2 x i32> @src(ptr noundef %p) {
  store i32 1, ptr %p, !tbaa !4
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, <2 x i1> <i1 false, i1 true>, <2 x i32> zeroinitializer), !tbaa !5
  ret <2 x i32> %v
}
define <2 x i32> @tgt(ptr noundef %p) { store i32 1, ptr %p ret <2 x i32> <i32 9, i32 9> }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Metadata of a call is not followed into the callee.
declare i32 @g(ptr)
define i32 @src(ptr %p) { %v = call i32 @g(ptr %p), !noalias !13 ret i32 %v }
define i32 @tgt(ptr %p) { %v = call i32 @g(ptr %p) ret i32 1 }
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!13 = !{!11}
; interpreter: unknown: a call with !tbaa, !alias.scope or !noalias
; solver: incorrect: value-mismatch
