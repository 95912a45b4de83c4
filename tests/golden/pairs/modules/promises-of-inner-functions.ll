; ATTR-30: what the definition of an internal function promises in the target alone counts for those who call it, which
; nobody compares by itself. Where its text shows that it is kept, or the machines follow it, the proof stands.
declare void @use(i32)
define internal void @h(ptr %p) noinline { call void @use(i32 1) ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; target:
declare void @use(i32)
define internal void @h(ptr %p) noinline memory(read) { call void @use(i32 1) ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; check: unknown: unfollowed-promise: memory of @h

declare void @use(i32) memory(read)
define internal void @h(ptr %p) noinline { call void @use(i32 1) ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; target:
declare void @use(i32) memory(read)
define internal void @h(ptr %p) noinline memory(read) { call void @use(i32 1) ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; check: correct

define internal ptr @h(ptr %p) noinline { %q = getelementptr i8, ptr %p, i64 1 ret ptr %q }
define ptr @f(ptr %p) { %r = call ptr @h(ptr %p) ret ptr %r }
; target:
define internal ptr @h(ptr returned %p) noinline { %q = getelementptr i8, ptr %p, i64 1 ret ptr %q }
define ptr @f(ptr %p) { %r = call ptr @h(ptr %p) ret ptr %r }
; check: unknown: unfollowed-promise: returned of @h

define internal ptr @h(ptr %p) noinline { ret ptr %p }
define ptr @f(ptr %p) { %r = call ptr @h(ptr %p) ret ptr %r }
; target:
define internal ptr @h(ptr returned %p) noinline { ret ptr %p }
define ptr @f(ptr %p) { %r = call ptr @h(ptr %p) ret ptr %r }
; check: correct

define internal void @h(ptr %p) noinline { store i32 1, ptr %p ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; target:
define internal void @h(ptr %p) noinline speculatable { store i32 1, ptr %p ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; check: unknown: unfollowed-promise: speculatable of @h

; What callers give.
define internal i1 @h(ptr %p) noinline { %c = icmp eq ptr %p, null ret i1 %c }
define i1 @f(ptr %p) { %r = call i1 @h(ptr %p) ret i1 %r }
; target:
define internal i1 @h(ptr nonnull %p) noinline { %c = icmp eq ptr %p, null ret i1 %c }
define i1 @f(ptr %p) { %r = call i1 @h(ptr %p) ret i1 %r }
; check: incorrect: more-poisonous (interpreter, smt)

define internal i1 @h(ptr %p) noinline { %c = icmp eq ptr %p, null ret i1 %c }
define i1 @f() { %a = alloca i8 %r = call i1 @h(ptr %a) ret i1 %r }
; target:
define internal i1 @h(ptr nonnull %p) noinline { %c = icmp eq ptr %p, null ret i1 %c }
define i1 @f() { %a = alloca i8 %r = call i1 @h(ptr %a) ret i1 %r }
; check: correct

; Metadata, and what is said at calls, within it.
define internal i32 @h(ptr %p) noinline { %v = load i32, ptr %p ret i32 %v }
define i32 @f(ptr %p) { %r = call i32 @h(ptr %p) ret i32 %r }
; target:
define internal i32 @h(ptr %p) noinline { %v = load i32, ptr %p, !tbaa !3 ret i32 %v }
define i32 @f(ptr %p) { %r = call i32 @h(ptr %p) ret i32 %r }
!0 = !{!"root"}
!1 = !{!"int", !0, i64 0}
!3 = !{!1, !1, i64 0}
; check: unknown: unfollowed-promise: !tbaa of @h

declare void @u(ptr)
define internal void @h(ptr %p) noinline { call void @u(ptr %p) ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; target:
declare void @u(ptr)
define internal void @h(ptr %p) noinline { call void @u(ptr captures(none) %p) ret void }
define void @f(ptr %p) { call void @h(ptr %p) ret void }
; check: unknown: unfollowed-promise: captures of @h

; norecurse: it is called by nobody but one who says so.
declare void @u()
define internal void @h() noinline { call void @u() ret void }
define void @f() norecurse { call void @h() ret void }
; target:
declare void @u()
define internal void @h() noinline norecurse { call void @u() ret void }
define void @f() norecurse { call void @h() ret void }
; check: correct

declare void @u()
define internal void @h() noinline { call void @u() ret void }
define void @f() { call void @h() ret void }
; target:
declare void @u()
define internal void @h() noinline norecurse { call void @u() ret void }
define void @f() { call void @h() ret void }
; check: unknown: unfollowed-promise: norecurse of @h

; nocallback says nothing of a function that is defined (LangRef).
declare void @u()
define internal void @h() noinline { call void @u() ret void }
define void @f() { call void @h() ret void }
; target:
declare void @u()
define internal void @h() noinline nocallback { call void @u() ret void }
define void @f() nocallback { call void @h() ret void }
; check: correct

; ATTR-52: convergent, within it.
declare void @b() convergent
define internal void @h() noinline convergent { call void @b() ret void }
define void @f() convergent { call void @h() ret void }
; target:
declare void @b()
define internal void @h() noinline convergent { call void @b() ret void }
define void @f() convergent { call void @h() ret void }
; check: unknown: unsupported: convergent calls

; What only the target has promises no more than its text shows, or than some function of the source:
; a function that was outlined,
define i32 @f(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
; target:
define internal i32 @out(ptr %p) noinline nosync {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @out(ptr %p)
  ret i32 %v
}
; check: unknown: unfollowed-promise: nosync of @out

; of which the text shows it.
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; target:
define internal i32 @out(ptr %p) noinline nosync nofree norecurse mustprogress memory(argmem: read) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @out(ptr %p)
  ret i32 %v
}
; check: correct

; Others may have it, too.
define i32 @f(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
; target:
define linkonce_odr i32 @out(ptr %p) noinline nosync {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @out(ptr %p)
  ret i32 %v
}
; check: unknown: unfollowed-promise: nosync of @out

; A function of another name,
define internal i32 @in(ptr %p) noinline  {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @in(ptr %p)
  ret i32 %v
}
; target:
define internal i32 @in.1(ptr %p) noinline nosync {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @in.1(ptr %p)
  ret i32 %v
}
; check: unknown: unfollowed-promise: nosync of @in.1

; which was one of the source that says it.
define internal i32 @in(ptr %p) noinline nosync {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @in(ptr %p)
  ret i32 %v
}
; target:
define internal i32 @in.1(ptr %p) noinline nosync {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @in.1(ptr %p)
  ret i32 %v
}
; check: correct

; What is called in it may free,
declare void @g(ptr captures(none))
define void @f(ptr %p) {
  call void @g(ptr %p)
  ret void
}
; target:
declare void @g(ptr captures(none))
define internal void @out(ptr %p) noinline nofree {
  call void @g(ptr %p)
  ret void
}
define void @f(ptr %p) {
  call void @out(ptr %p)
  ret void
}
; check: unknown: unfollowed-promise: nofree of @out

; come back,
declare void @g(ptr captures(none))
define void @f(ptr %p) {
  call void @g(ptr %p)
  ret void
}
; target:
declare void @g(ptr captures(none))
define internal void @out(ptr %p) noinline norecurse {
  call void @g(ptr %p)
  ret void
}
define void @f(ptr %p) {
  call void @out(ptr %p)
  ret void
}
; check: unknown: unfollowed-promise: norecurse of @out

; or throw when it has written.
declare void @g(ptr captures(none))
define void @f(ptr %p) {
  call void @g(ptr %p)
  ret void
}
; target:
declare void @g(ptr captures(none))
define internal void @out(ptr dead_on_unwind %p) noinline {
  call void @g(ptr %p)
  ret void
}
define void @f(ptr %p) {
  call void @out(ptr %p)
  ret void
}
; check: unknown: approximation

; Where it says nothing it is right.
declare void @g(ptr captures(none))
define void @f(ptr %p) {
  call void @g(ptr %p)
  ret void
}
; target:
declare void @g(ptr captures(none))
define internal void @out(ptr %p) noinline {
  call void @g(ptr %p)
  ret void
}
define void @f(ptr %p) {
  call void @out(ptr %p)
  ret void
}
; check: correct

; Another pointer than it says is given back.
define ptr @f(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  ret ptr %q
}
; target:
define internal ptr @out(ptr returned %p) noinline {
  %q = getelementptr i8, ptr %p, i64 4
  ret ptr %q
}
define ptr @f(ptr %p) {
  %q = call ptr @out(ptr %p)
  ret ptr %q
}
; check: unknown: unfollowed-promise: returned of @out

; Memory may hold poison.
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; target:
define internal i32 @out(ptr %p) noinline nocreateundeforpoison {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @f(ptr %p) {
  %v = call i32 @out(ptr %p)
  ret i32 %v
}
; check: unknown: unfollowed-promise: nocreateundeforpoison of @out

; It is not defined for all arguments.
define i32 @f(i32 %x) {
  %r = udiv i32 7, %x
  ret i32 %r
}
; target:
define internal i32 @out(i32 %x) noinline speculatable {
  %r = udiv i32 7, %x
  ret i32 %r
}
define i32 @f(i32 %x) {
  %r = call i32 @out(i32 %x)
  ret i32 %r
}
; check: unknown: unfollowed-promise: speculatable of @out
