; expect: correct
define i1 @src(i1 %x, i1 %y) {
  %r = select i1 %x, i1 %y, i1 false
  ret i1 %r
}
define i1 @tgt(i1 %x, i1 %y) {
  %f = freeze i1 %y
  %r = and i1 %x, %f
  ret i1 %r
}
