; VAL-36: all operations of an expression need the flags, and what is written anew has no more than they have
; together: Flags decide what may be written anew.
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %z
  %r = fadd reassoc nsz float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %z
  %r = fadd reassoc nsz float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd float %x, %y
  %r = fadd fast float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %y, %z
  %r = fadd fast float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc float %x, %y
  %r = fadd reassoc float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc float %y, %z
  %r = fadd reassoc float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz nnan float %y, %z
  %r = fadd reassoc nsz nnan float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz ninf float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz ninf float %y, %z
  %r = fadd reassoc nsz ninf float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz contract float %y, %z
  %r = fadd reassoc nsz contract float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

declare float @llvm.fma.f32(float, float, float)
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fmul reassoc nsz contract float %x, %y
  %r = fadd reassoc nsz contract float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = call reassoc nsz float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

declare float @llvm.fma.f32(float, float, float)
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fmul reassoc nsz float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = call reassoc nsz float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fdiv reassoc nsz arcp float %x, 3.0
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fmul reassoc nsz float %x, 0x3FD5555560000000
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fdiv reassoc nsz float %x, 3.0
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fmul reassoc nsz float %x, 0x3FD5555560000000
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

; What is no number does not vanish.
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fsub reassoc nsz float %x, %x
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float 0.0 }
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fsub reassoc nsz nnan float %x, %x
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float 0.0 }
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fmul reassoc nsz float %x, 0.0
  %r = fadd reassoc nsz float %a, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float %y }
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fdiv reassoc nsz arcp float %x, %y
  %r = fmul reassoc nsz arcp float %a, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float %x }
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fdiv reassoc nsz arcp nnan float %x, %y
  %r = fmul reassoc nsz arcp nnan float %a, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float %x }
; check --oracle=smt --uncut --smt-timeout=400: correct

; Operations that give one number may differ in what makes them poison and in what they allow: who uses one of them
; must not be taken for a user of the other: One number of several operations has what all of them have.
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %b = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %n = fneg float %x
  %q = fneg nnan float %n
  %a = fadd reassoc nsz float %y, %q
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %n = fneg float %x
  %q = fneg nnan float %n
  %a = fadd reassoc nsz float %y, %q
  %b = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %n = fneg float %x
  %q = fneg nnan float %n
  %b = fadd reassoc nsz float %y, %x
  %a = fadd reassoc nsz float %y, %q
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz contract float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %c = fadd reassoc nsz contract float %x, %z
  %r = fadd reassoc nsz contract float %y, %c
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd reassoc nsz float %y, %x
  %b = fadd fast float %y, %x
  %r = fadd reassoc nsz contract float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %c = fadd reassoc nsz contract float %x, %z
  %r = fadd reassoc nsz contract float %y, %c
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %b = fadd fast float %y, %x
  %a = fadd reassoc nsz float %y, %x
  %r = fadd reassoc nsz contract float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %c = fadd reassoc nsz contract float %x, %z
  %r = fadd reassoc nsz contract float %y, %c
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation
