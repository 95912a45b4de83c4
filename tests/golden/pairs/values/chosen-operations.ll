; An operation on floats that both ways do is done once, on what was chosen.

define float @src(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = fadd float %x, 1.0
  %t = fadd float %y, 1.0
  %r = select i1 %c, float %s, float %t
  ret float %r
}
define float @tgt(i1 noundef %c, float noundef %x, float noundef %y) {
  %o = select i1 %c, float %x, float %y
  %r = fadd float %o, 1.0
  ret float %r
}
; check: correct

; Nearly: another number is added on the other way.
define float @src(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = fadd float %x, 1.0
  %t = fadd float %y, 2.0
  %r = select i1 %c, float %s, float %t
  ret float %r
}
define float @tgt(i1 noundef %c, float noundef %x, float noundef %y) {
  %o = select i1 %c, float %x, float %y
  %r = fadd float %o, 1.0
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)
