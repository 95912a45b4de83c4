; found-in: 14.0.6 correlated-propagation
; expect: incorrect more-poisonous
; 1 * 1 is -1 * -1 in i1: the product 1 does not fit.
define i1 @src(i1 %x) {
  %a = mul i1 %x, %x
  ret i1 %a
}
define i1 @tgt(i1 %x) {
  %a = mul nuw nsw i1 %x, %x
  ret i1 %a
}
