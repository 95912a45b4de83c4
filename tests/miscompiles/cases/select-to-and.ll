; expect: incorrect more-poisonous
; The second operand of a select is not looked at when the condition is false; that of an and is.
define i1 @src(i1 %x, i1 %y) {
  %r = select i1 %x, i1 %y, i1 false
  ret i1 %r
}
define i1 @tgt(i1 %x, i1 %y) {
  %r = and i1 %x, %y
  ret i1 %r
}
