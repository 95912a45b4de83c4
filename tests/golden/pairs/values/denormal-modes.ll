; In which mode of denormal numbers a function is run, by two attributes.

; VAL-17: The mode of single precision says again what the general one says.
define half @src(half %x) "denormal-fp-math"="preserve-sign,preserve-sign" "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  ret half %x
}
define half @tgt(half %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  ret half %x
}
; check: correct

; VAL-17: It says what holds without it.
define float @src(float %x) "denormal-fp-math-f32"="ieee,ieee" {
  %r = fmul float %x, 5.000000e-01
  ret float %r
}
define float @tgt(float %x) {
  %r = fmul float 5.000000e-01, %x
  ret float %r
}
; check: correct

; VAL-17: It says something else.
define float @src(float %x) "denormal-fp-math"="ieee,ieee" "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  ret float %x
}
define float @tgt(float %x) "denormal-fp-math"="ieee,ieee" {
  ret float %x
}
; check: incorrect: attributes

; VAL-17: The mode of results is fixed, that of operands is not.
define float @src(float %x) "denormal-fp-math"="preserve-sign,dynamic" {
  ret float %x
}
define float @tgt(float %x) "denormal-fp-math"="ieee,ieee" {
  ret float %x
}
; check: incorrect: attributes

; VAL-17: The half that is dynamic becomes a fixed one.
define float @src(float %x) "denormal-fp-math"="preserve-sign,dynamic" {
  ret float %x
}
define float @tgt(float %x) "denormal-fp-math"="preserve-sign,ieee" {
  ret float %x
}
; check: correct

; VAL-17: A fixed half becomes a dynamic one.
define float @src(float %x) "denormal-fp-math"="ieee,dynamic" {
  ret float %x
}
define float @tgt(float %x) "denormal-fp-math"="dynamic,dynamic" {
  ret float %x
}
; check: incorrect: attributes

; VAL-17: Of single precision alone the mode is dynamic, and becomes the general one.
define float @src(float %x) "denormal-fp-math"="ieee,ieee" "denormal-fp-math-f32"="dynamic,dynamic" {
  ret float %x
}
define float @tgt(float %x) "denormal-fp-math"="ieee,ieee" {
  ret float %x
}
; check: correct
