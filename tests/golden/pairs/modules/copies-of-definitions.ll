; CALL-63: A copy of what another module defines (available_externally) that the target has and the source only declares
; is taken for that definition, and a proof says so. What the copy alone does refutes nothing.
declare i32 @g()
define i32 @f() {
  %r = call i32 @g()
  ret i32 %r
}
; target:
define available_externally i32 @g() {
  ret i32 7
}
define i32 @f() {
  %r = call i32 @g()
  ret i32 %r
}
; check: unknown: approximation

; The address of one, and a variable.
declare i32 @g()
define ptr @f() {
  ret ptr @g
}
; target:
define available_externally i32 @g() {
  ret i32 7
}
define ptr @f() {
  ret ptr @g
}
; check: correct (the copy of @g that the target has does what its definition elsewhere does)

@v = external constant i32
define ptr @f() {
  ret ptr @v
}
; target:
@v = available_externally constant i32 7
define ptr @f() {
  ret ptr @v
}
; check: correct (the copy of @v that the target has does what its definition elsewhere does)

; The copy is dropped.
define available_externally i32 @g() {
  ret i32 7
}
define i32 @f() {
  %r = call i32 @g()
  ret i32 %r
}
; target:
declare i32 @g()
define i32 @f() {
  %r = call i32 @g()
  ret i32 %r
}
; check: unknown: approximation
