; expect: correct
define i16 @src(i16 %x) {
  %r = udiv i16 %x, 10
  ret i16 %r
}
define i16 @tgt(i16 %x) {
  %w = zext i16 %x to i32
  %m = mul nuw i32 %w, 52429
  %s = lshr i32 %m, 19
  %r = trunc i32 %s to i16
  ret i16 %r
}
