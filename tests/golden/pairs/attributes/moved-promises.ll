; ATTR-30: a promise that the source makes of another access, or on another way, is a promise that the target adds.
; LangRef: the access or the call that carries it is undefined, or gives poison, where it does not hold.
define i32 @src(ptr %p, ptr %q) { %a = load i32, ptr %p, !invariant.group !0 %b = load i32, ptr %q %r = add i32 %a, %b ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { %a = load i32, ptr %p %b = load i32, ptr %q, !invariant.group !0 %r = add i32 %a, %b ret i32 %r }
!0 = !{}
; check: unknown: unfollowed-promise: !invariant.group

; Exchanged, they stay what they were.
define i32 @src(ptr %p, ptr %q) { %a = load i32, ptr %p, !invariant.group !0 %b = load i32, ptr %q %r = add i32 %a, %b ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { %b = load i32, ptr %q %a = load i32, ptr %p, !invariant.group !0 %r = add i32 %a, %b ret i32 %r }
!0 = !{}
; check: correct

; Two accesses of one place and width, merged.
define i32 @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: %v = load i32, ptr %p, !tbaa !3 ret i32 %v b: %w = load i32, ptr %p ret i32 %w }
define i32 @tgt(ptr %p, i1 noundef %c) { %v = load i32, ptr %p, !tbaa !3 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!3 = !{!1, !1, i64 0}
; check: unknown: unfollowed-promise: !tbaa

define i32 @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: %v = load i32, ptr %p, !tbaa !3 ret i32 %v b: %w = load i32, ptr %p ret i32 %w }
define i32 @tgt(ptr %p, i1 noundef %c) { %v = load i32, ptr %p ret i32 %v }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!3 = !{!1, !1, i64 0}
; check: correct

; On the way to the one stands the other.
define i32 @src(ptr %p) { %v = load i32, ptr %p, !tbaa !3 %w = load i32, ptr %p %r = add i32 %v, %w ret i32 %r }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p, !tbaa !3 %r = add i32 %v, %v ret i32 %r }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!3 = !{!1, !1, i64 0}
; check: correct

; Copies are as good.
define i32 @src(ptr %p, i1 noundef %c) { %v = load i32, ptr %p, !tbaa !3 ret i32 %v }
define i32 @tgt(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: %v = load i32, ptr %p, !tbaa !3 ret i32 %v b: %w = load i32, ptr %p, !tbaa !3 ret i32 %w }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!3 = !{!1, !1, i64 0}
; check: correct

; What both have in common may be said of the one that is left: a type that holds both, scopes of both.
define i32 @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: %v = load i32, ptr %p, !tbaa !5 ret i32 %v b: %w = load i32, ptr %p, !tbaa !6 store i32 0, ptr %p, !tbaa !7 ret i32 %w }
define i32 @tgt(ptr %p, i1 noundef %c) { %v = load i32, ptr %p, !tbaa !5 br i1 %c, label %a, label %b a: ret i32 %v b: store i32 0, ptr %p, !tbaa !7 ret i32 %v }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!5 = !{!1, !1, i64 0}
!6 = !{!2, !2, i64 0}
!7 = !{!2, !2, i64 0}
; check: correct

define i32 @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: %v = load i32, ptr %p, !noalias !3 ret i32 %v b: %w = load i32, ptr %p, !noalias !4 ret i32 %w }
define i32 @tgt(ptr %p, i1 noundef %c) { %v = load i32, ptr %p, !noalias !3 ret i32 %v }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!1, !2}
; check: correct

; Distinct nodes are who they are, whatever their shape.
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %q, !noalias !4 %b = load i32, ptr %p, !alias.scope !3 ret i32 %b }
define i32 @tgt(ptr %p, ptr %q) { store i32 1, ptr %q, !noalias !3 %b = load i32, ptr %p, !alias.scope !3 ret i32 %b }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!2}
; check: unknown: unfollowed-promise: !alias.scope

define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %q, !noalias !4 %b = load i32, ptr %p, !alias.scope !3 ret i32 %b }
define i32 @tgt(ptr %p, ptr %q) { store i32 1, ptr %q, !noalias !14 %b = load i32, ptr %p, !alias.scope !13 ret i32 %b }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!2}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!12 = distinct !{!12, !10}
!13 = !{!11}
!14 = !{!12}
; check: correct

; Of operations that are no accesses.
define float @src(float %x, float %y) { %a = fdiv float %x, %y, !fpmath !0 %b = fdiv float %y, %x %r = fadd float %a, %b ret float %r }
define float @tgt(float %x, float %y) { %a = fdiv float %x, %y %b = fdiv float %y, %x, !fpmath !0 %r = fadd float %a, %b ret float %r }
!0 = !{float 2.5}
; check: unknown: unfollowed-promise: !fpmath

; Of calls.
declare void @g(ptr)
define void @src(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
define void @tgt(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr captures(none) %q) ret void }
; check: unknown: unfollowed-promise: captures

declare void @g(ptr)
define void @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: call void @g(ptr nofree %p) ret void b: call void @g(ptr %p) ret void }
define void @tgt(ptr %p, i1 noundef %c) { call void @g(ptr nofree %p) ret void }
; check: unknown: unfollowed-promise: nofree

declare void @g(ptr)
define void @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: call void @g(ptr nofree %p) ret void b: call void @g(ptr %p) ret void }
define void @tgt(ptr %p, i1 noundef %c) { call void @g(ptr %p) ret void }
; check: correct

declare void @g(ptr)
define void @src(ptr %p, i1 noundef %c) { call void @g(ptr nofree %p) ret void }
define void @tgt(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b a: call void @g(ptr nofree %p) ret void b: call void @g(ptr nofree %p) ret void }
; check: correct

declare void @g(ptr)
define void @src(ptr %p, ptr %q) { call void @g(ptr nofree %p) br i1 false, label %a, label %b a: call void @g(ptr %q) ret void b: ret void }
define void @tgt(ptr %p, ptr %q) { call void @g(ptr nofree %p) ret void }
; check: correct

; ATTR-14: a call of a body that returns something else.
define internal ptr @h(ptr %p) { ret ptr null }
define ptr @src(ptr %p) { %r = call ptr @h(ptr %p) ret ptr %r }
define ptr @tgt(ptr %p) { %r = call ptr @h(ptr returned %p) ret ptr %r }
; check: unknown: unfollowed-promise: returned

define internal ptr @h(ptr %p) { ret ptr %p }
define ptr @src(ptr %p) { %r = call ptr @h(ptr %p) ret ptr %r }
define ptr @tgt(ptr %p) { %r = call ptr @h(ptr returned %p) ret ptr %r }
; check: correct

; Library functions do what they do, whatever a call says.
declare noalias ptr @malloc(i64)
define ptr @src() { %r = call ptr @malloc(i64 4) ret ptr %r }
define ptr @tgt() { %r = call ptr @malloc(i64 4) memory(none) ret ptr %r }
; check: unknown: unfollowed-promise: memory

; Intrinsics that may free and synchronize.
declare void @llvm.objc.release(ptr)
define void @src(ptr %p) { call void @llvm.objc.release(ptr %p) ret void }
define void @tgt(ptr %p) nofree { call void @llvm.objc.release(ptr %p) ret void }
; check: unknown: unfollowed-promise: nofree

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) ret void }
define void @tgt(ptr %p) nofree nosync { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) ret void }
; check: correct

; ATTR-23: !invariant.load speaks of the whole program, of which a run shows a part.
define i32 @src(ptr %p) { %v = load i32, ptr %p ret i32 %v }
define i32 @tgt(ptr %p) { %v = load i32, ptr %p, !invariant.load !0 ret i32 %v }
!0 = !{}
; check: unknown: unfollowed-promise: !invariant.load

@k = constant i32 3
define i32 @src() { %v = load i32, ptr @k ret i32 %v }
define i32 @tgt() { %v = load i32, ptr @k, !invariant.load !0 ret i32 %v }
!0 = !{}
; check: correct

; A call that says it is made wherever the other is.
declare void @g(ptr)
define void @src(ptr %p) { call void @g(ptr %p) memory(none) nounwind willreturn call void @g(ptr nofree %p) ret void }
define void @tgt(ptr %p) { call void @g(ptr nofree %p) ret void }
; check: correct
