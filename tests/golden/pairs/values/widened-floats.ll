; Operations on numbers that were widened, rounded back: with two digits more than twice the precision the second
; rounding changes nothing (Figueroa), and what is exact needs no precision at all.

define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = fmul double %a, %b
  %r = fptrunc double %m to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = fmul float %x, %y
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = fdiv double %a, %b
  %r = fptrunc double %m to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = fdiv float %x, %y
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = fsub double %a, %b
  %r = fptrunc double %m to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = fsub float %x, %y
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; bfloat has float's exponents: below the normal numbers float has digits enough.
define bfloat @src(bfloat %x, bfloat %y) {
  %a = fpext bfloat %x to float
  %b = fpext bfloat %y to float
  %m = fmul float %a, %b
  %r = fptrunc float %m to bfloat
  ret bfloat %r
}
define bfloat @tgt(bfloat %x, bfloat %y) {
  %r = fmul bfloat %x, %y
  ret bfloat %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = fmul double %a, %b
  %n = fneg double %m
  %r = fptrunc double %n to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %m = fmul float %x, %y
  %r = fneg float %m
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = call double @llvm.sqrt.f64(double %a)
  %r = fptrunc double %m to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = call float @llvm.sqrt.f32(float %x)
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; What is rounded to an integer is exact.
define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = call double @llvm.floor.f64(double %a)
  %r = fptrunc double %m to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = call float @llvm.floor.f32(float %x)
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; So is a remainder.
define float @src(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %m = frem double %a, %b
  %r = fptrunc double %m to float
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = frem float %x, %y
  ret float %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; Two operations are rounded once in the source: what is infinite between them in the narrow format is a number.
define half @src(half %x, half %y) {
  %a = fpext half %x to float
  %b = fpext half %y to float
  %m = fmul float %a, %b
  %n = fmul float %m, %b
  %r = fptrunc float %n to half
  ret half %r
}
define half @tgt(half %x, half %y) {
  %m = fmul half %x, %y
  %r = fmul half %m, %y
  ret half %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
