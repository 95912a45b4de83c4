; expect: incorrect value-mismatch
; Each freeze picks for itself.
define i8 @src(i8 %x) {
  %f = freeze i8 %x
  %r = xor i8 %f, %f
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %f = freeze i8 %x
  %g = freeze i8 %x
  %r = xor i8 %f, %g
  ret i8 %r
}
