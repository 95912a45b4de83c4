; found-in: 14.0.6 instcombine
; expect: incorrect more-poisonous
define i4 @src(i1 %x, i4 %y) {
  %a = sub nsw i4 0, %y
  %b = select i1 %x, i4 %y, i4 %a
  %c = sub i4 0, %b
  ret i4 %c
}
define i4 @tgt(i1 %x, i4 %y) {
  %a = sub nsw i4 0, %y
  %b = select i1 %x, i4 %a, i4 %y
  ret i4 %b
}
