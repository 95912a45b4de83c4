; ATTR-44: in functions that are called, whatever their names, and where they were inlined.
declare void @f()
define internal void @in(i1 %c) { call void @f() noduplicate ret void }
define void @g() { call void @in(i1 true) ret void }
; target:
declare void @f()
define internal void @in.1(i1 %c) { call void @f() ret void }
define void @g() { call void @in.1(i1 true) ret void }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f()
define internal void @in(i1 %c) { call void @f() noduplicate ret void }
define void @g() { call void @in(i1 true) ret void }
; target:
declare void @f()
define void @g() { call void @f() ret void }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f()
define internal void @in(i1 %c) { call void @f() noduplicate ret void }
define void @g() { call void @in(i1 true) ret void }
; target:
declare void @f()
define void @g() { call void @f() noduplicate ret void }
; check: correct

declare void @f(i32)
define internal void @in(i32 %c) { call void @f(i32 %c) noduplicate ret void }
define void @g() { call void @f(i32 2) call void @in(i32 1) ret void }
; target:
declare void @f(i32)
define void @g() { call void @f(i32 2) call void @f(i32 1) ret void }
; check: unknown: unsupported: calls that passes must leave as they are

; ATTR-52: The same of convergent calls.
declare void @f() convergent
define internal void @in(i1 %c) convergent { call void @f() convergent ret void }
define void @g() convergent { call void @in(i1 true) convergent ret void }
; target:
declare void @f()
define internal void @in.1(i1 %c) convergent { call void @f() ret void }
define void @g() convergent { call void @in.1(i1 true) convergent ret void }
; check: unknown: unsupported: convergent calls

; ATTR-56: The number in front of a function, by which callers check that a pointer leads to it.
define void @src() !kcfi_type !0 { ret void }
define void @tgt() !kcfi_type !1 { ret void }
!0 = !{i32 123}
!1 = !{i32 124}
; check: incorrect: attributes

define void @src() !kcfi_type !0 { ret void }
define void @tgt() { ret void }
!0 = !{i32 123}
; check: incorrect: attributes

define i8 @src(i8 %x) !kcfi_type !0 { %y = add i8 %x, 0 ret i8 %y }
define i8 @tgt(i8 %x) !kcfi_type !1 { ret i8 %x }
!0 = !{i32 123}
!1 = !{i32 123}
; check: correct

; ATTR-57: An address that only the target says to be in a range.
@v = constant { [2 x i32], [2 x i32] } zeroinitializer
define ptr @src() { ret ptr getelementptr (i8, ptr @v, i64 4) }
define ptr @tgt() { ret ptr getelementptr inrange(-4, 4) (i8, ptr @v, i64 4) }
; check: unknown: unfollowed-promise: inrange

@v = constant { [2 x i32], [2 x i32] } zeroinitializer
define ptr @src(i8 %x) { ret ptr getelementptr inrange(-4, 4) (i8, ptr @v, i64 4) }
define ptr @tgt(i8 %x) { ret ptr getelementptr (i8, ptr @v, i64 4) }
; check: correct

@v = constant { [2 x i32], [2 x i32] } zeroinitializer
define void @src(ptr %p) { store ptr getelementptr inrange(-4, 4) (i8, ptr @v, i64 4), ptr %p ret void }
define void @tgt(ptr %p) {
  store ptr null, ptr %p
  store ptr getelementptr inrange(-4, 4) (i8, ptr @v, i64 4), ptr %p
  ret void
}
; check: correct

; ATTR-44: What stands behind an arithmetic fence stays there.
declare half @llvm.arithmetic.fence.f16(half)
define half @src(half %x, half %y, half %z) {
  %a = fadd reassoc nsz half %y, %z
  %b = call half @llvm.arithmetic.fence.f16(half %a)
  %r = fadd reassoc nsz half %x, %b
  ret half %r
}
define half @tgt(half %x, half %y, half %z) {
  %a = fadd reassoc nsz half %x, %y
  %r = fadd reassoc nsz half %a, %z
  ret half %r
}
; check: unknown: unsupported: calls that passes must leave as they are

declare half @llvm.arithmetic.fence.f16(half)
define half @src(half %x, half %y, half %z) {
  %a = fadd reassoc nsz half %y, %z
  %b = call half @llvm.arithmetic.fence.f16(half %a)
  %r = fadd reassoc nsz half %x, %b
  ret half %r
}
define half @tgt(half %x, half %y, half %z) {
  %a = fadd reassoc nsz half %y, %z
  %b = call half @llvm.arithmetic.fence.f16(half %a)
  %r = fadd reassoc nsz half %b, %x
  ret half %r
}
; check: correct

; ATTR-44: The address of the function's body, not of its entry in a table.
declare void @f()
define ptr @src() { ret ptr no_cfi @f }
define ptr @tgt() { ret ptr @f }
; check: unknown: unsupported: calls that passes must leave as they are

declare void @f()
define ptr @src(i8 %x) { ret ptr no_cfi @f }
define ptr @tgt(i8 %x) { %y = add i8 %x, 1 ret ptr no_cfi @f }
; check: correct

; ATTR-44: A second call that never said it does not hide the first, of which it is lost.
declare void @g(i32)
define void @f(i32 %x, i1 noundef %c) {
  notail call void @g(i32 %x)
  br i1 %c, label %t, label %e
t:
  call void @g(i32 %x)
  ret void
e:
  ret void
}
; target:
declare void @g(i32)
define void @f(i32 %x, i1 noundef %c) {
  call void @g(i32 %x)
  br i1 %c, label %t, label %e
t:
  call void @g(i32 %x)
  ret void
e:
  ret void
}
; check: unknown: unsupported: calls that passes must leave as they are

define void @f(i32 %x, i1 noundef %c, ptr %g) convergent {
  call void %g(i32 %x) convergent
  br i1 %c, label %t, label %e
t:
  call void %g(i32 %x)
  ret void
e:
  ret void
}
; target:
define void @f(i32 %x, i1 noundef %c, ptr %g) convergent {
  call void %g(i32 %x)
  br i1 %c, label %t, label %e
t:
  call void %g(i32 %x)
  ret void
e:
  ret void
}
; check: unknown: unsupported: convergent calls

; Calls that never said it may become more,
declare void @g(i32)
define void @f(i1 noundef %c) {
  notail call void @g(i32 1)
  call void @g(i32 1)
  ret void
}
; target:
declare void @g(i32)
define void @f(i1 noundef %c) {
  notail call void @g(i32 1)
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  ret void
e:
  call void @g(i32 1)
  ret void
}
; check: correct

; and fewer.
declare void @g(i32)
define void @f(i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  ret void
e:
  br i1 %c, label %t, label %n
n:
  notail call void @g(i32 1)
  ret void
}
; target:
declare void @g(i32)
define void @f(i1 noundef %c) {
  br i1 %c, label %t, label %n
t:
  call void @g(i32 1)
  ret void
n:
  notail call void @g(i32 1)
  ret void
}
; check: correct

; ATTR-61: A noduplicate call stands in no more places: neither in a copy of its function,
declare void @nd() noduplicate
define internal void @in(i32 %x) { call void @nd() ret void }
define void @f(i32 %x) { call void @in(i32 %x) call void @in(i32 1) ret void }
; target:
declare void @nd() noduplicate
define internal void @in(i32 %x) { call void @nd() ret void }
define internal void @in.1() { call void @nd() ret void }
define void @f(i32 %x) { call void @in(i32 %x) call void @in.1() ret void }
; check: incorrect: attributes

; nor on two ways of it,
declare void @nd() noduplicate
define internal void @in(i1 noundef %x) noinline { call void @nd() ret void }
define void @f(i1 noundef %x) { call void @in(i1 %x) ret void }
; target:
declare void @nd() noduplicate
define internal void @in(i1 noundef %x) noinline {
  br i1 %x, label %a, label %b
a:
  call void @nd()
  ret void
b:
  call void @nd()
  ret void
}
define void @f(i1 noundef %x) { call void @in(i1 %x) ret void }
; check: incorrect: attributes

; nor where it was inlined, while others still call the function that it is of.
declare void @nd() noduplicate
define internal void @in() { call void @nd() ret void }
define void @h() { call void @in() ret void }
define void @f() { call void @in() ret void }
; target:
declare void @nd() noduplicate
define internal void @in() { call void @nd() ret void }
define void @h() { call void @in() ret void }
define void @f() { call void @nd() ret void }
; check: incorrect: attributes

; It may be inlined where nothing is left of that.
declare void @nd() noduplicate
define internal void @in() { call void @nd() ret void }
define void @f() { call void @in() ret void }
; target:
declare void @nd() noduplicate
define void @f() { call void @nd() ret void }
; check: correct

; ATTR-52: A convergent call does not come to depend on a branch because another one does,
declare void @c(i32) convergent
define void @f(i1 noundef %b) convergent {
  call void @c(i32 1)
  br i1 %b, label %t, label %e
t:
  call void @c(i32 2)
  ret void
e:
  ret void
}
; target:
declare void @c(i32) convergent
define void @f(i1 noundef %b) convergent {
  br i1 %b, label %t, label %e
t:
  call void @c(i32 1)
  call void @c(i32 2)
  ret void
e:
  call void @c(i32 1)
  ret void
}
; check: unknown: unsupported: convergent calls

; nor because its callee has become known.
declare void @c(i32) convergent
define void @f(i1 noundef %b) convergent {
  %p = select i1 %b, ptr @c, ptr @c
  call void %p(i32 1) convergent
  ret void
}
; target:
declare void @c(i32) convergent
define void @f(i1 noundef %b) convergent {
  br i1 %b, label %t, label %e
t:
  call void @c(i32 1) convergent
  ret void
e:
  call void @c(i32 1) convergent
  ret void
}
; check: unknown: unsupported: convergent calls

; What two convergent calls give that depend on different branches is not one value,
declare i32 @shfl(i32) convergent memory(none) nounwind willreturn
define i32 @f(i32 %x, i1 noundef %c) convergent {
  %v = call i32 @shfl(i32 %x) convergent
  br i1 %c, label %t, label %e
t:
  %w = call i32 @shfl(i32 %x) convergent
  ret i32 %w
e:
  ret i32 %v
}
; target:
declare i32 @shfl(i32) convergent memory(none) nounwind willreturn
define i32 @f(i32 %x, i1 noundef %c) convergent {
  %v = call i32 @shfl(i32 %x) convergent
  ret i32 %v
}
; check: unknown: unsupported: convergent calls

; but it is where they stand together, and one that nobody uses may go.
declare i32 @shfl(i32) convergent memory(none) nounwind willreturn
define i32 @f(i32 %x, i1 noundef %c) convergent {
  %v = call i32 @shfl(i32 %x) convergent
  %u = call i32 @shfl(i32 %x) convergent
  %s = add i32 %v, %u
  br i1 %c, label %t, label %e
t:
  %w = call i32 @shfl(i32 %x) convergent
  ret i32 %s
e:
  ret i32 %s
}
; target:
declare i32 @shfl(i32) convergent memory(none) nounwind willreturn
define i32 @f(i32 %x, i1 noundef %c) convergent {
  %v = call i32 @shfl(i32 %x) convergent
  %s = add i32 %v, %v
  ret i32 %s
}
; check: correct
