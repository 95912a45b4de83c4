declare i7 @llvm.fshl.i7(i7, i7, i7)

define i1 @f(i7 %x, i7 %y) {
  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 1)
  %b = call i7 @llvm.fshl.i7(i7 %y, i7 %y, i7 -3)
  %c = icmp eq i7 %a, %b
  ret i1 %c
}
