; Two modules: what a name stands for that is no function itself (CALL-60).

; An alias of a function that does something else.
define internal i8 @g(i8 %x) { ret i8 %x }
define internal i8 @h(i8 %x) { ret i8 1 }
@s = alias i8 (i8), ptr @g
@t = alias i8 (i8), ptr @h
; target:
define internal i8 @g(i8 %x) { ret i8 %x }
define internal i8 @h(i8 %x) { ret i8 1 }
@s = alias i8 (i8), ptr @h
@t = alias i8 (i8), ptr @h
; check: incorrect: value-mismatch (interpreter, smt)

; It does the same.
define internal i8 @g(i8 %x) { %r = add i8 %x, %x ret i8 %r }
define internal i8 @h(i8 %x) { %r = shl i8 %x, 1 ret i8 %r }
@s = alias i8 (i8), ptr @g
@t = alias i8 (i8), ptr @h
; target:
define internal i8 @h(i8 %x) { %r = shl i8 %x, 1 ret i8 %r }
@s = alias i8 (i8), ptr @h
@t = alias i8 (i8), ptr @h
; check: correct

; A function that becomes an alias.
define i8 @f(i8 %x) { %r = xor i8 %x, -1 ret i8 %r }
define i8 @g(i8 %x) { %r = sub i8 -1, %x ret i8 %r }
; target:
define i8 @f(i8 %x) { %r = xor i8 %x, -1 ret i8 %r }
@g = alias i8 (i8), ptr @f
; check: correct

define i8 @f(i8 %x) { %r = xor i8 %x, -1 ret i8 %r }
define i8 @g(i8 %x) { %r = sub i8 1, %x ret i8 %r }
; target:
define i8 @f(i8 %x) { %r = xor i8 %x, -1 ret i8 %r }
@g = alias i8 (i8), ptr @f
; check: incorrect: value-mismatch (interpreter, smt)

; An alias that becomes a function.
define internal i8 @f(i8 %x) { %r = add i8 %x, %x ret i8 %r }
@g = alias i8 (i8), ptr @f
; target:
define i8 @g(i8 %x) { %r = shl i8 %x, 1 ret i8 %r }
; check: correct

define internal i8 @f(i8 %x) { %r = add i8 %x, %x ret i8 %r }
@g = alias i8 (i8), ptr @f
; target:
define i8 @g(i8 %x) { %r = shl i8 %x, 2 ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; Aliases of aliases, and what calls itself.
declare void @u()
define internal void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @u()
  call void @f(i1 false)
  ret void
b:
  ret void
}
@g = alias void (i1), ptr @h
@h = alias void (i1), ptr @f
; target:
declare void @u()
define void @g(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @u()
  ret void
b:
  ret void
}
@h = alias void (i1), ptr @g
; check: correct

; Who resolves an ifunc.
define i8 @one() { ret i8 1 }
define i8 @two() { ret i8 2 }
define ptr @r() { ret ptr @one }
define ptr @q() { ret ptr @two }
@s = ifunc i8 (), ptr @r
; target:
define i8 @one() { ret i8 1 }
define i8 @two() { ret i8 2 }
define ptr @r() { ret ptr @one }
define ptr @q() { ret ptr @two }
@s = ifunc i8 (), ptr @q
; check: incorrect: value-mismatch (interpreter, smt)

define i8 @one() { ret i8 1 }
define ptr @r() { ret ptr @one }
define ptr @q() { ret ptr @one }
@s = ifunc i8 (), ptr @r
; target:
define i8 @one() { ret i8 1 }
define ptr @r() { ret ptr @one }
define ptr @q() { ret ptr @one }
@s = ifunc i8 (), ptr @q
; check: correct

; A caller of an alias of this module alone.
define internal i8 @g(i8 %x) { ret i8 %x }
define internal i8 @h(i8 %x) { ret i8 1 }
@s = internal alias i8 (i8), ptr @g
define i8 @f(i8 %x) { %r = call i8 @s(i8 %x) ret i8 %r }
; target:
define internal i8 @h(i8 %x) { ret i8 1 }
@s = internal alias i8 (i8), ptr @h
define i8 @f(i8 %x) { %r = call i8 @s(i8 %x) ret i8 %r }
; check: incorrect: value-mismatch (interpreter)
