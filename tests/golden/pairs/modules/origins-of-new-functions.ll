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
; check: unknown: unfollowed-promise: nofree of @f.part

; The function of which it is a part says so.
declare void @g()
define void @f() nofree { call void @g() ret void }
; target:
declare void @g()
define internal void @f.part() noinline nofree { call void @g() ret void }
define void @f() nofree { call void @f.part() ret void }
; check: correct

; Only one of two callers does.
declare void @g()
define internal void @h() noinline nofree { call void @g() ret void }
define void @f() { call void @h() call void @g() ret void }
; target:
declare void @g()
define internal void @part() noinline nofree { call void @g() ret void }
define internal void @h() noinline nofree { call void @part() ret void }
define void @f() { call void @h() call void @part() ret void }
; check: unknown: unfollowed-promise: nofree of @part

; It is a copy of one that said so, and that nobody calls any more.
declare void @g(ptr)
define internal void @h(ptr %p, i32 %x) noinline nofree nosync { call void @g(ptr %p) ret void }
define void @f(ptr %p) { call void @h(ptr %p, i32 1) ret void }
; target:
declare void @g(ptr)
define internal void @h.1(ptr %p) noinline nofree nosync { call void @g(ptr %p) ret void }
define void @f(ptr %p) { call void @h.1(ptr %p) ret void }
; check: correct

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
; check: unknown: unfollowed-promise: nofree of @h.1

; The memory that it may access.
declare i32 @g()
define i32 @f() { %r = call i32 @g() ret i32 %r }
define i32 @reads() memory(read) { %r = call i32 @g() ret i32 %r }
; target:
declare i32 @g()
define internal i32 @part() noinline memory(read) { %r = call i32 @g() ret i32 %r }
define i32 @f() { %r = call i32 @part() ret i32 %r }
define i32 @reads() memory(read) { %r = call i32 @part() ret i32 %r }
; check: unknown: unfollowed-promise: memory of @part

; A call in it that says more than the one that is gone,
declare void @g(ptr)
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr %q) noinline { call void @g(ptr captures(none) %q) ret void }
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @part(ptr %q) ret void }
; check: unknown: unfollowed-promise: captures of @part

; or as much.
declare void @g(ptr)
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr %p) noinline { call void @g(ptr captures(none) %p) ret void }
define void @f(ptr %p, ptr %q) { call void @part(ptr %p) call void @g(ptr %q) ret void }
; check: correct

; Two calls that say nothing are one in it, which is called twice.
declare void @g(ptr)
define void @f(ptr %p, ptr %q, ptr %o) { call void @g(ptr captures(none) %o) call void @g(ptr %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @one(ptr %p) noinline { call void @g(ptr captures(none) %p) ret void }
define internal void @two(ptr %p) noinline { call void @g(ptr %p) ret void }
define void @f(ptr %p, ptr %q, ptr %o) { call void @one(ptr %o) call void @two(ptr %p) call void @two(ptr %q) ret void }
; check: correct

declare void @g(ptr)
define void @f(ptr %p, ptr %q) { call void @g(ptr captures(none) %p) call void @g(ptr %q) ret void }
; target:
declare void @g(ptr)
define internal void @part(ptr %p) noinline { call void @g(ptr captures(none) %p) ret void }
define void @f(ptr %p, ptr %q) { call void @part(ptr %p) call void @part(ptr %q) ret void }
; check: unknown: unfollowed-promise: captures of @part

; Metadata of another access.
define void @f(ptr %p, ptr %q, ptr %o) { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o %w = load i32, ptr %q store i32 %w, ptr %o ret void }
!0 = !{}
; target:
define internal void @part(ptr %q, ptr %o) noinline { %w = load i32, ptr %q, !invariant.load !0 store i32 %w, ptr %o ret void }
define void @f(ptr %p, ptr %q, ptr %o) { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o call void @part(ptr %q, ptr %o) ret void }
!0 = !{}
; check: unknown: approximation

define void @f(ptr %p, ptr %q, ptr %o) { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o %w = load i32, ptr %q store i32 %w, ptr %o ret void }
!0 = !{}
; target:
define internal void @part(ptr %p, ptr %o) noinline { %v = load i32, ptr %p, !invariant.load !0 store i32 %v, ptr %o ret void }
define void @f(ptr %p, ptr %q, ptr %o) { call void @part(ptr %p, ptr %o) %w = load i32, ptr %q store i32 %w, ptr %o ret void }
!0 = !{}
; check: correct
