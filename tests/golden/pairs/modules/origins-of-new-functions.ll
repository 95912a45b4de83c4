; Two modules: what a function that only the target has may promise because of what it was made of (ATTR-62): what those
; who call it promised, and what one function of the source did that is gone, of the arguments that it was given.

; Another function says nofree, which is there still.
declare void @g()
declare void @k()
define internal void @other() noinline nofree { call void @k() ret void }
define void @f() { call void @g() call void @other() ret void }
; target:
declare void @g()
declare void @k()
define internal void @other() noinline nofree { call void @k() ret void }
define internal void @f.part() noinline nofree { call void @g() ret void }
define void @f() { call void @f.part() call void @other() ret void }
; check: ?

; The function of which it is a part says so.
declare void @g()
define void @f() nofree { call void @g() ret void }
; target:
declare void @g()
define internal void @f.part() noinline nofree { call void @g() ret void }
define void @f() nofree { call void @f.part() ret void }
; check: ?

; Only one of two callers does.
declare void @g()
define internal void @h() noinline nofree { call void @g() ret void }
define void @f() { call void @h() call void @g() ret void }
; target:
declare void @g()
define internal void @part() noinline nofree { call void @g() ret void }
define internal void @h() noinline nofree { call void @part() ret void }
define void @f() { call void @h() call void @part() ret void }
; check: ?

; It is a copy of one that said so, and that nobody calls any more.
declare void @g(ptr)
define internal void @h(ptr %p, i32 %x) noinline nofree nosync { call void @g(ptr %p) ret void }
define void @f(ptr %p) { call void @h(ptr %p, i32 1) ret void }
; target:
declare void @g(ptr)
define internal void @h.1(ptr %p) noinline nofree nosync { call void @g(ptr %p) ret void }
define void @f(ptr %p) { call void @h.1(ptr %p) ret void }
; check: ?

; A copy that does more.
declare void @g(ptr)
declare void @k()
define internal void @h(ptr %p, i32 %x) noinline nofree nosync { call void @g(ptr %p) ret void }
define void @f(ptr %p) { call void @h(ptr %p, i32 1) call void @k() ret void }
; target:
declare void @g(ptr)
declare void @k()
define internal void @h.1(ptr %p) noinline nofree nosync { call void @g(ptr %p) call void @k() ret void }
define void @f(ptr %p) { call void @h.1(ptr %p) ret void }
; check: ?

; An argument of it, in the same place and in another.
declare void @g(ptr)
define internal void @h(ptr readonly captures(none) %p, ptr %q, i1 %c) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h(ptr %p, ptr %q, i1 true) ret void }
; target:
declare void @g(ptr)
define internal void @h.1(ptr readonly captures(none) %p, ptr %q) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h.1(ptr %p, ptr %q) ret void }
; check: ?

declare void @g(ptr)
define internal void @h(ptr readonly captures(none) %p, ptr %q, i1 %c) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h(ptr %p, ptr %q, i1 true) ret void }
; target:
declare void @g(ptr)
define internal void @h.1(ptr readonly captures(none) %q, ptr %p) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h.1(ptr %q, ptr %p) ret void }
; check: ?

declare void @g(ptr)
define internal void @h(ptr nofree %p, ptr %q, i1 %c) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h(ptr %p, ptr %q, i1 true) ret void }
; target:
declare void @g(ptr)
define internal void @h.1(ptr nofree %p, ptr %q) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h.1(ptr %p, ptr %q) ret void }
; check: ?

declare void @g(ptr)
define internal void @h(ptr nofree %p, ptr %q, i1 %c) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h(ptr %p, ptr %q, i1 true) ret void }
; target:
declare void @g(ptr)
define internal void @h.1(ptr %p, ptr nofree %q) noinline { call void @g(ptr %p) call void @g(ptr %q) ret void }
define void @f(ptr %p, ptr %q) { call void @h.1(ptr %p, ptr %q) ret void }
; check: ?

; noalias of the argument that had it, and of another.
define void @f(ptr noalias %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q ret void }
; target:
define internal void @part(ptr noalias %p) noinline { store i8 1, ptr %p ret void }
define void @f(ptr noalias %p, ptr %q) { call void @part(ptr %p) store i8 2, ptr %q ret void }
; check: ?

@x = global i8 0
define void @f(ptr noalias %p, ptr %q) { store i8 1, ptr %q store i8 2, ptr @x ret void }
; target:
@x = global i8 0
define internal void @part(ptr noalias %q) noinline { store i8 1, ptr %q store i8 2, ptr @x ret void }
define void @f(ptr noalias %p, ptr %q) { call void @part(ptr %q) ret void }
; check: ?

; It is passed on twice.
define void @f(ptr noalias %p) { %q = getelementptr i8, ptr %p, i64 0 store i8 1, ptr %p store i8 2, ptr %q ret void }
; target:
define internal void @part(ptr noalias %p, ptr %q) noinline { store i8 1, ptr %p store i8 2, ptr %q ret void }
define void @f(ptr noalias %p) { %q = getelementptr i8, ptr %p, i64 0 call void @part(ptr %p, ptr %q) ret void }
; check: ?

; What is read through it by calls.
declare void @g(ptr)
define void @f(ptr readonly %p, ptr %q) { call void @g(ptr %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr readonly %q) noinline { call void @g(ptr %q) ret void }
define void @f(ptr readonly %p, ptr %q) { call void @g(ptr %p) call void @part(ptr %q) ret void }
; check: ?

declare void @g(ptr)
define void @f(ptr readonly %p, ptr %q) { call void @g(ptr %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr readonly %p) noinline { call void @g(ptr %p) ret void }
define void @f(ptr readonly %p, ptr %q) { call void @part(ptr %p) call void @g(ptr %q) ret void }
; check: ?

; What is kept at the end of the whole says nothing of a part.
declare void @g(ptr)
define void @f(ptr captures(none) %p, ptr %q) { call void @g(ptr %p) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr captures(none) %p) noinline { call void @g(ptr %p) ret void }
define void @f(ptr captures(none) %p, ptr %q) { call void @part(ptr %p) call void @part(ptr %q) ret void }
; check: ?

; The memory that it may access.
declare i32 @g()
define i32 @f() { %r = call i32 @g() ret i32 %r }
define i32 @reads() memory(read) { %r = call i32 @g() ret i32 %r }
; target:
declare i32 @g()
define internal i32 @part() noinline memory(read) { %r = call i32 @g() ret i32 %r }
define i32 @f() { %r = call i32 @part() ret i32 %r }
define i32 @reads() memory(read) { %r = call i32 @part() ret i32 %r }
; check: ?

; The whole becomes a function that another calls.
define void @f(ptr noalias %p, ptr dead_on_return %q) { store i8 1, ptr %p store i8 2, ptr %q ret void }
; target:
define internal void @all(ptr noalias %p, ptr dead_on_return %q) noinline { store i8 1, ptr %p store i8 2, ptr %q ret void }
define void @f(ptr noalias %p, ptr dead_on_return %q) { tail call void @all(ptr %p, ptr %q) ret void }
; check: ?

; Not of another argument.
define void @f(ptr noalias %p, ptr dead_on_return %q) { store i8 1, ptr %p store i8 2, ptr %q ret void }
; target:
define internal void @all(ptr dead_on_return %p, ptr %q) noinline { store i8 1, ptr %p store i8 2, ptr %q ret void }
define void @f(ptr noalias %p, ptr dead_on_return %q) { tail call void @all(ptr %p, ptr %q) ret void }
; check: ?

; Its result: of the function that it was, and of another.
declare ptr @g()
define internal noalias ptr @h(i1 %c) noinline { %r = call ptr @g() ret ptr %r }
define ptr @f() { %r = call ptr @h(i1 true) ret ptr %r }
; target:
declare ptr @g()
define internal noalias ptr @h.1() noinline { %r = call ptr @g() ret ptr %r }
define ptr @f() { %r = call ptr @h.1() ret ptr %r }
; check: ?

declare ptr @g()
define internal noalias ptr @h(i1 %c) noinline { %r = call ptr @g() ret ptr %r }
define ptr @f() { %q = call ptr @h(i1 true) %r = call ptr @g() ret ptr %r }
; target:
declare ptr @g()
define internal noalias ptr @h(i1 %c) noinline { %r = call ptr @g() ret ptr %r }
define internal noalias ptr @part() noinline { %r = call ptr @g() ret ptr %r }
define ptr @f() { %q = call ptr @h(i1 true) %r = call ptr @part() ret ptr %r }
; check: ?

; A call in it that says more than the one that is gone,
declare void @g(ptr)
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr %q) noinline { call void @g(ptr captures(none) %q) ret void }
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @part(ptr %q) ret void }
; check: ?

; or as much.
declare void @g(ptr)
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr %p) noinline { call void @g(ptr captures(none) %p) ret void }
define void @f(ptr %p, ptr %q) { call void @part(ptr %p) call void @g(ptr %q) ret void }
; check: ?

; Two calls that say nothing are one in it, which is called twice.
declare void @g(ptr)
define void @f(ptr %p, ptr %q, ptr %o) { call void @g(ptr captures(none) %o) call void @g(ptr %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @one(ptr %p) noinline { call void @g(ptr captures(none) %p) ret void }
define internal void @two(ptr %p) noinline { call void @g(ptr %p) ret void }
define void @f(ptr %p, ptr %q, ptr %o) { call void @one(ptr %o) call void @two(ptr %p) call void @two(ptr %q) ret void }
; check: ?

declare void @g(ptr)
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr %p) noinline { call void @g(ptr captures(none) %p) ret void }
define void @f(ptr %p, ptr %q) { call void @part(ptr %p) call void @part(ptr %q) ret void }
; check: ?

; Metadata of another access.
define void @f(ptr %p, ptr %q, ptr %o) { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o %w = load i32, ptr %q store i32 %w, ptr %o ret void }
!0 = !{}
; target:
define internal void @part(ptr %q, ptr %o) noinline { %w = load i32, ptr %q, !invariant.load !0 store i32 %w, ptr %o ret void }
define void @f(ptr %p, ptr %q, ptr %o) { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o call void @part(ptr %q, ptr %o) ret void }
!0 = !{}
; check: ?

define void @f(ptr %p, ptr %q, ptr %o) { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o %w = load i32, ptr %q store i32 %w, ptr %o ret void }
!0 = !{}
; target:
define internal void @part(ptr %p, ptr %o) noinline { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o ret void }
define void @f(ptr %p, ptr %q, ptr %o) { call void @part(ptr %p, ptr %o) %w = load i32, ptr %q store i32 %w, ptr %o ret void }
!0 = !{}
; check: ?
