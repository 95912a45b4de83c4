declare i8 @llvm.abs.i8(i8, i1)

define i8 @f(i8 %x) {
  %a = call range(i8 5, 100) i8 @llvm.abs.i8(i8 %x, i1 false)
  %b = icmp eq i8 %x, 4
  %c = select i1 %b, i8 4, i8 %a
  ret i8 %c
}
