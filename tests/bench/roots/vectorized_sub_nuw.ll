define i1 @f(i4 %x) {
entry:
  br label %bb1

bb1:
  %a = phi i4 [ %x, %entry ], [ %b, %bb1 ]
  %b = sub nuw i4 %a, 1
  %c = icmp ne i4 %b, 0
  br i1 %c, label %bb1, label %bb2

bb2:
  ret i1 %c
}
