; Purpose: scalar code that vectorizers of straight-line code turn into vectors: built lane by lane, reduced over lanes.

define <4 x i8> @built_from_sums(<4 x i8> %v) {
  %a = extractelement <4 x i8> %v, i32 0
  %b = extractelement <4 x i8> %v, i32 1
  %c = extractelement <4 x i8> %v, i32 2
  %d = extractelement <4 x i8> %v, i32 3
  %sa = add nsw i8 %a, 1
  %sb = add i8 %b, 2
  %sc = add nsw i8 %c, 3
  %sd = sub nsw i8 %d, 4
  %i0 = insertelement <4 x i8> poison, i8 %sa, i32 0
  %i1 = insertelement <4 x i8> %i0, i8 %sb, i32 1
  %i2 = insertelement <4 x i8> %i1, i8 %sc, i32 2
  %i3 = insertelement <4 x i8> %i2, i8 %sd, i32 3
  ret <4 x i8> %i3
}

define i1 @all_of_four_guarded(<4 x i4> %v) {
  %a = extractelement <4 x i4> %v, i32 0
  %b = extractelement <4 x i4> %v, i32 1
  %c = extractelement <4 x i4> %v, i32 2
  %d = extractelement <4 x i4> %v, i32 3
  %ta = icmp slt i4 %a, 1
  %tb = icmp slt i4 %b, 1
  %tc = icmp slt i4 %c, 1
  %td = icmp slt i4 %d, 1
  %ab = select i1 %ta, i1 %tb, i1 false
  %abc = select i1 %ab, i1 %tc, i1 false
  %all = select i1 %abc, i1 %td, i1 false
  ret i1 %all
}

define i4 @sum_of_lanes(<4 x i4> %v) {
  %a = extractelement <4 x i4> %v, i32 0
  %b = extractelement <4 x i4> %v, i32 1
  %c = extractelement <4 x i4> %v, i32 2
  %d = extractelement <4 x i4> %v, i32 3
  %ab = add nsw i4 %a, %b
  %abc = add nsw i4 %ab, %c
  %sum = add nuw nsw i4 %abc, %d
  ret i4 %sum
}

define i8 @sum_of_narrow_lanes(<4 x i4> %v) {
  %a = extractelement <4 x i4> %v, i32 0
  %b = extractelement <4 x i4> %v, i32 1
  %c = extractelement <4 x i4> %v, i32 2
  %d = extractelement <4 x i4> %v, i32 3
  %wa = sext i4 %a to i8
  %wb = sext i4 %b to i8
  %wc = zext i4 %c to i8
  %wd = sext i4 %d to i8
  %ab = add nsw i8 %wa, %wb
  %abc = add nsw i8 %ab, %wc
  %sum = add nsw i8 %abc, %wd
  ret i8 %sum
}

define <2 x i8> @cross_lanes(<2 x i8> %x, <2 x i8> %y) {
  %x0 = extractelement <2 x i8> %x, i32 0
  %y1 = extractelement <2 x i8> %y, i32 1
  %x1 = extractelement <2 x i8> %x, i32 1
  %y0 = extractelement <2 x i8> %y, i32 0
  %first = shl i8 %x0, %y1
  %second = lshr i8 %x1, %y0
  %i0 = insertelement <2 x i8> poison, i8 %first, i32 0
  %i1 = insertelement <2 x i8> %i0, i8 %second, i32 1
  ret <2 x i8> %i1
}

define i1 @compare_of_two_lanes(<2 x i8> %x) {
  %a = extractelement <2 x i8> %x, i32 0
  %b = extractelement <2 x i8> %x, i32 1
  %ta = icmp ugt i8 %a, 5
  %tb = icmp ugt i8 %b, 6
  %both = and i1 %ta, %tb
  ret i1 %both
}
