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
; check: correct

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
