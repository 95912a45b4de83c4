; Two modules: CALL-29, an internal function that is called by another type than its own.
define internal i16 @inner(i16 %a, i16 %b) { ret i16 %a }
define i16 @f(i16 %x) {
  %r = call i16 @inner(i16 7)
  ret i16 %x
}
; target:
define internal i16 @inner(i16 %a, i16 %b) { ret i16 7 }
define i16 @f(i16 %x) {
  %r = call i16 @inner(i16 7)
  ret i16 %x
}
; check: correct

; Another call is one by its own type.
define internal i16 @inner(i16 %a, i16 %b) { ret i16 %a }
define i16 @f(i16 %x) {
  %r = call i16 @inner(i16 7)
  ret i16 %x
}
define i16 @g(i16 %x) {
  %r = call i16 @inner(i16 %x, i16 0)
  ret i16 %r
}
; target:
define internal i16 @inner(i16 %a, i16 %b) { ret i16 7 }
define i16 @f(i16 %x) {
  %r = call i16 @inner(i16 7)
  ret i16 %x
}
define i16 @g(i16 %x) {
  %r = call i16 @inner(i16 %x, i16 0)
  ret i16 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Its address goes to others.
declare void @keep(ptr)
define internal i16 @inner(i16 %a, i16 %b) { ret i16 %a }
define i16 @f(i16 %x) {
  call void @keep(ptr @inner)
  %r = call i16 @inner(i16 7)
  ret i16 %x
}
; target:
declare void @keep(ptr)
define internal i16 @inner(i16 %a, i16 %b) { ret i16 7 }
define i16 @f(i16 %x) {
  call void @keep(ptr @inner)
  %r = call i16 @inner(i16 7)
  ret i16 %x
}
; check: incorrect: value-mismatch (interpreter, smt)
