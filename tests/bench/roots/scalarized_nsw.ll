define <2 x i4> @f(i4 %x, i4 %y) {
  %a = add i4 %x, %y
  %b = insertelement <2 x i4> zeroinitializer, i4 %a, i4 0
  %c = add nsw <2 x i4> %b, zeroinitializer
  ret <2 x i4> %c
}
