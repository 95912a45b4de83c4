; LangRef, "tbaa": accesses of types that can't alias don't.
; LangRef demands: correct
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !3 store float 0.0, ptr %q, !tbaa !4
  %r = load i32, ptr %p, !tbaa !3 ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !3 store float 0.0, ptr %q, !tbaa !4 ret i32 1 }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!2 = !{!"float", !0, i64 0}
!3 = !{!1, !1, i64 0}
!4 = !{!2, !2, i64 0}
; check: correct

; "tbaa": a type may alias its parent.
; LangRef demands: incorrect
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !3 store i8 0, ptr %q, !tbaa !4
  %r = load i32, ptr %p, !tbaa !3 ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !3 store i8 0, ptr %q, !tbaa !4 ret i32 1 }
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!1, !1, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

; "tbaa": different roots say nothing.
; LangRef demands: incorrect
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !4 store float 0.0, ptr %q, !tbaa !5
  %r = load i32, ptr %p, !tbaa !4 ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !4 store float 0.0, ptr %q, !tbaa !5 ret i32 1 }
!0 = !{!"root"}
!1 = !{!"other root"}
!2 = !{!"int", !0, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!2, !2, i64 0}
!5 = !{!3, !3, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

; "tbaa": "store" without it may alias all.
; LangRef demands: incorrect
define i32 @src(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !3 store float 0.0, ptr %q
  %r = load i32, ptr %p, !tbaa !3 ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { store i32 1, ptr %p, !tbaa !3 store float 0.0, ptr %q ret i32 1 }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!3 = !{!1, !1, i64 0}
; check: incorrect: value-mismatch (interpreter, smt)

; "noalias" and "alias.scope": an access in a scope and one that is noalias of it.
; LangRef demands: correct
define i8 @src(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !2 store i8 2, ptr %q, !noalias !2
  %r = load i8, ptr %p, !alias.scope !2 ret i8 %r }
define i8 @tgt(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !2 store i8 2, ptr %q, !noalias !2 ret i8 1 }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
; check: correct

; "noalias" and "alias.scope": another scope of the domain.
; LangRef demands: incorrect
define i8 @src(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !3 store i8 2, ptr %q, !noalias !4
  %r = load i8, ptr %p, !alias.scope !3 ret i8 %r }
define i8 @tgt(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !3 store i8 2, ptr %q, !noalias !4 ret i8 1 }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!2}
; check: incorrect: value-mismatch (interpreter, smt)

; "noalias" and "alias.scope": all scopes of the one must be in the other's list.
; LangRef demands: incorrect
define i8 @src(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !3 store i8 2, ptr %q, !noalias !4
  %r = load i8, ptr %p, !alias.scope !3 ret i8 %r }
define i8 @tgt(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !3 store i8 2, ptr %q, !noalias !4 ret i8 1 }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1, !2}
!4 = !{!1}
; check: incorrect: value-mismatch (interpreter, smt)

; "noalias" and "alias.scope": a gained promise.
; LangRef demands: incorrect
define i8 @src(ptr %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p, ptr %q) { store i8 1, ptr %p, !alias.scope !2 store i8 2, ptr %q, !noalias !2
  %r = load i8, ptr %p ret i8 %r }
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
; check: unknown: unfollowed-promise: !alias.scope

; "range": of a call's result.
; LangRef demands: correct
declare i8 @f()
define i1 @src() { %v = call i8 @f(), !range !0 %r = icmp ult i8 %v, 3 ret i1 %r }
define i1 @tgt() { %v = call i8 @f() ret i1 true }
!0 = !{i8 0, i8 3}
; check: correct

; "range": of several pairs.
; LangRef demands: correct
define i1 @src(ptr %p) { %v = load i8, ptr %p, !range !0 %r = icmp eq i8 %v, 4 ret i1 %r }
define i1 @tgt(ptr %p) { %v = load i8, ptr %p ret i1 false }
!0 = !{i8 0, i8 3, i8 5, i8 9}
; check: correct

; "range": 5 is in the second.
; LangRef demands: incorrect
define i1 @src(ptr %p) { %v = load i8, ptr %p, !range !0 %r = icmp eq i8 %v, 5 ret i1 %r }
define i1 @tgt(ptr %p) { %v = load i8, ptr %p ret i1 false }
!0 = !{i8 0, i8 3, i8 5, i8 9}
; check: incorrect: value-mismatch (interpreter, smt)

; "range": it makes poison, not undefined behavior.
; LangRef demands: incorrect
define i8 @src(ptr %p) { %v = load i8, ptr %p, !range !0 ret i8 0 }
define i8 @tgt(ptr %p) { %v = load i8, ptr %p %c = icmp ult i8 %v, 3 br i1 %c, label %a, label %b
a: ret i8 0
b: unreachable
}
!0 = !{i8 0, i8 3}
; check: incorrect: more-ub (interpreter, smt)

; "range", "noundef": together they do.
; LangRef demands: correct
define i8 @src(ptr %p) { %v = load i8, ptr %p, !range !0, !noundef !1 ret i8 0 }
define i8 @tgt(ptr %p) { %v = load i8, ptr %p, !noundef !1 %c = icmp ult i8 %v, 3 br i1 %c, label %a, label %b
a: ret i8 0
b: unreachable
}
!0 = !{i8 0, i8 3}
!1 = !{}
; check: correct (memory of the caller holds no undef)

; "prof": it says nothing of what is done.
; LangRef demands: correct
define i8 @src(i1 noundef %c) { br i1 %c, label %a, label %b, !prof !0
a: ret i8 1
b: ret i8 2
}
define i8 @tgt(i1 noundef %c) { br i1 %c, label %a, label %b, !prof !1
a: ret i8 1
b: ret i8 2
}
!0 = !{!"branch_weights", i32 1, i32 0}
!1 = !{!"branch_weights", i32 0, i32 1}
; check: correct

; "prof": a weight of 0 does not make the branch dead.
; LangRef demands: incorrect
define i8 @src(i1 noundef %c) { br i1 %c, label %a, label %b, !prof !0
a: ret i8 1
b: ret i8 2
}
define i8 @tgt(i1 noundef %c) { ret i8 1 }
!0 = !{!"branch_weights", i32 1, i32 0}
; check: incorrect: value-mismatch (interpreter, smt)

; "unpredictable": nothing.
; LangRef demands: correct
define i8 @src(i1 noundef %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }
define i8 @tgt(i1 noundef %c) { %r = select i1 %c, i8 1, i8 2, !unpredictable !0 ret i8 %r }
!0 = !{}
; check: correct

; "invariant.load": a promise that is gained.
; LangRef demands: incorrect
define i8 @src(ptr %p) { %r = load i8, ptr %p store i8 1, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { %r = load i8, ptr %p, !invariant.load !0 store i8 1, ptr %p ret i8 %r }
!0 = !{}
; check: unknown: approximation

; "invariant.load": a store to what was loaded so is undefined behavior, unless it stores the same.
; LangRef demands: correct
define void @src(ptr %p) { %v = load i8, ptr %p, !invariant.load !0 store i8 1, ptr %p ret void }
define void @tgt(ptr %p) { %v = load i8, ptr %p, !invariant.load !0 ret void }
!0 = !{}
; check: correct

; "invariant.group": loads of the same pointer give the same value.
; LangRef demands: correct
declare void @f(ptr)
define i8 @src() { %a = alloca i8 store i8 42, ptr %a, !invariant.group !0 call void @f(ptr %a)
  %r = load i8, ptr %a, !invariant.group !0 ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 42, ptr %a, !invariant.group !0 call void @f(ptr %a) ret i8 42 }
!0 = !{}
; check: correct

; "invariant.group": a load without it may see what the call has written.
; LangRef demands: incorrect
declare void @f(ptr)
define i8 @src() { %a = alloca i8 store i8 42, ptr %a, !invariant.group !0 call void @f(ptr %a) %r = load i8, ptr %a
  ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 42, ptr %a, !invariant.group !0 call void @f(ptr %a) ret i8 42 }
!0 = !{}
; check: incorrect: value-mismatch (interpreter, smt)

; "callees": the pointer is one of the functions.
; LangRef demands: correct
define internal i8 @a() { ret i8 1 }
define internal i8 @b() { ret i8 1 }
define i8 @src(ptr %p) { %r = call i8 %p(), !callees !0 ret i8 %r }
define i8 @tgt(ptr %p) { %q = call i8 %p(), !callees !0 ret i8 1 }
!0 = !{ptr @a, ptr @b}
; check: unknown: unconfirmed

; "nofpclass": of a load: a NaN is poison.
; LangRef demands: correct
define i1 @src(ptr %p) { %v = load float, ptr %p, !nofpclass !0 %r = fcmp uno float %v, 0.0 ret i1 %r }
define i1 @tgt(ptr %p) { %v = load float, ptr %p ret i1 false }
!0 = !{i32 3}
; check: correct

; "captures": of a store: who reads the pointer may not write through it.
; LangRef demands: correct
@g = global ptr null
declare void @f()
define i8 @src() { %a = alloca i8 store i8 1, ptr %a store ptr %a, ptr @g, !captures !0 call void @f()
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a store ptr %a, ptr @g, !captures !0 call void @f() ret i8 1 }
!0 = !{!"address", !"read_provenance"}
; check: unknown: approximation

; "captures": without it it may.
; LangRef demands: incorrect
@g = global ptr null
declare void @f()
define i8 @src() { %a = alloca i8 store i8 1, ptr %a store ptr %a, ptr @g call void @f() %r = load i8, ptr %a
  ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a store ptr %a, ptr @g call void @f() ret i8 1 }
; check: unknown: approximation

; "nontemporal": it says only how to access.
; LangRef demands: correct
define void @src(ptr %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr %p) { store i8 1, ptr %p, !nontemporal !0 ret void }
!0 = !{i32 1}
; check: correct
