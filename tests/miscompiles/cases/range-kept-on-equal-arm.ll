; found-in: 22.1.8 instcombine
; expect: incorrect more-poisonous
; A select whose constant arm equals abs of the compared constant becomes the call, whose !range excludes that value.
define i9 @src(i9 noundef %x) {
  %c = icmp ne i9 %x, 4
  %a = call i9 @llvm.abs.i9(i9 %x, i1 false), !range !0
  %r = select i1 %c, i9 %a, i9 4
  ret i9 %r
}
define i9 @tgt(i9 noundef %x) {
  %a = call i9 @llvm.abs.i9(i9 %x, i1 false), !range !0
  ret i9 %a
}
declare i9 @llvm.abs.i9(i9, i1)
!0 = !{i9 1, i9 2}
