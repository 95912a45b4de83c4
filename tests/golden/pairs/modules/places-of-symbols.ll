; Two modules: where the linker finds what a function names (MEM-53), and inner functions.

; MEM-53: What a declaration asserts has to hold where the symbol is defined: that it is in this program,
@v = external global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; target:
@v = external dso_local global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; check: incorrect: memory-mismatch

declare i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; target:
declare dso_local i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; check: incorrect: attributes

; of the weak one, too, which another module's may replace,
@v = weak global i32 0
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; target:
@v = weak dso_local global i32 0
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; check: incorrect: memory-mismatch

; that other programs don't see it,
@v = external global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; target:
@v = external protected global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; check: incorrect: memory-mismatch

declare i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; target:
declare hidden i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; check: incorrect: attributes

; or that it is in the table of what is imported.
target triple = "x86_64-pc-windows-msvc"
@v = external dllimport global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; target:
target triple = "x86_64-pc-windows-msvc"
@v = external global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; check: incorrect: memory-mismatch

target triple = "x86_64-pc-windows-msvc"
declare i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; target:
target triple = "x86_64-pc-windows-msvc"
declare dllimport i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; check: incorrect: attributes

; Less may be asserted,
@v = external dso_local global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; target:
@v = external global i32
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; check: correct

; calls of what is imported are found by a jump,
target triple = "x86_64-pc-windows-msvc"
declare dllimport i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; target:
target triple = "x86_64-pc-windows-msvc"
declare i32 @v()
define i32 @f() { %r = call i32 @v() ret i32 %r }
; check: correct

; and of what a module defines for all it knows where it is.
@v = global i32 0
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; target:
@v = dso_local global i32 0
define i32 @f() { %r = load i32, ptr @v ret i32 %r }
; check: correct

; ATTR-56: Inner functions keep their garbage collector,
declare void @g()
define internal void @in() gc "statepoint-example" { call void @g() ret void }
define void @f() gc "statepoint-example" { call void @in() ret void }
; target:
declare void @g()
define internal void @in() { call void @g() ret void }
define void @f() gc "statepoint-example" { call void @in() ret void }
; check: incorrect: attributes

; and the personality of their pads.
declare void @g()
declare i32 @__gxx_personality_v0(...)
declare i32 @other(...)
define internal i32 @in() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
define i32 @f() { %r = call i32 @in() ret i32 %r }
; target:
declare void @g()
declare i32 @__gxx_personality_v0(...)
declare i32 @other(...)
define internal i32 @in() personality ptr @other {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
define i32 @f() { %r = call i32 @in() ret i32 %r }
; check: incorrect: attributes

; ATTR-55: An internal function keeps its convention where others may have its address,
define internal fastcc i32 @in() { ret i32 1 }
define ptr @f() { ret ptr @in }
; target:
define internal i32 @in() { ret i32 1 }
define ptr @f() { ret ptr @in }
; check: incorrect: attributes

define internal i32 @in(i8 zeroext %x) { %r = zext i8 %x to i32 ret i32 %r }
define ptr @f() { ret ptr @in }
; target:
define internal i32 @in(i8 signext %x) { %r = zext i8 %x to i32 ret i32 %r }
define ptr @f() { ret ptr @in }
; check: incorrect: attributes

; and may get another one with its calls where not.
define internal i32 @in(i32 %x) noinline { %r = add i32 %x, 1 ret i32 %r }
define i32 @f(i32 %x) { %r = call i32 @in(i32 %x) ret i32 %r }
; target:
define internal fastcc i32 @in(i32 %x) noinline { %r = add i32 %x, 1 ret i32 %r }
define i32 @f(i32 %x) { %r = call fastcc i32 @in(i32 %x) ret i32 %r }
; check: correct
