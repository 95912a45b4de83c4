; expect: incorrect more-ub
define i32 @src(i1 %c, i32 %v) {
  br i1 %c, label %then, label %end
then:
  %d = udiv i32 3, %v
  br label %end
end:
  %r = phi i32 [ %d, %then ], [ 0, %0 ]
  ret i32 %r
}
define i32 @tgt(i1 %c, i32 %v) {
  %d = udiv i32 3, %v
  %r = select i1 %c, i32 %d, i32 0
  ret i32 %r
}
