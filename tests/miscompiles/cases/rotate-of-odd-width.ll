; found-in: 22.1.8 instcombine
; expect: incorrect value-mismatch
; The amounts of two rotates are subtracted modulo 2^7, but rotates count modulo 7.
define i1 @src(i7 %x, i7 %y) {
  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 1)
  %b = call i7 @llvm.fshl.i7(i7 %y, i7 %y, i7 -3)
  %c = icmp eq i7 %a, %b
  ret i1 %c
}
define i1 @tgt(i7 %x, i7 %y) {
  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 4)
  %c = icmp eq i7 %y, %a
  ret i1 %c
}
declare i7 @llvm.fshl.i7(i7, i7, i7)
