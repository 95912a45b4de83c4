; Purpose: minima, maxima, clamps and absolute values, by intrinsic and by compare and select, with constants one off.

declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.abs.i8(i8, i1 immarg)

define i8 @absolute_by_select(i8 %x) {
  %minus = sub nsw i8 0, %x
  %test = icmp slt i8 %x, 0
  %absolute = select i1 %test, i8 %minus, i8 %x
  ret i8 %absolute
}

define i8 @negative_absolute_one_off(i8 %x) {
  %minus = sub nsw i8 0, %x
  %test = icmp sgt i8 %x, -1
  %negative = select i1 %test, i8 %minus, i8 %x
  ret i8 %negative
}

define i8 @absolute_difference(i8 %x, i8 %y) {
  %forward = sub nsw i8 %x, %y
  %backward = sub nsw i8 %y, %x
  %test = icmp sgt i8 %x, %y
  %distance = select i1 %test, i8 %forward, i8 %backward
  ret i8 %distance
}

define i8 @absolute_of_absolute(i8 %x) {
  %inner = call i8 @llvm.abs.i8(i8 %x, i1 true)
  %minus = sub i8 0, %inner
  %outer = call i8 @llvm.abs.i8(i8 %minus, i1 false)
  ret i8 %outer
}

define i8 @absolute_of_remainder(i8 %x) {
  %remainder = srem i8 %x, 2
  %absolute = call i8 @llvm.abs.i8(i8 %remainder, i1 true)
  ret i8 %absolute
}

define i8 @clamp_signed(i8 %x) {
  %low = call i8 @llvm.smax.i8(i8 %x, i8 -10)
  %clamped = call i8 @llvm.smin.i8(i8 %low, i8 20)
  ret i8 %clamped
}

define i8 @clamp_by_selects(i8 %x) {
  %above = icmp sgt i8 %x, 19
  %upper = select i1 %above, i8 20, i8 %x
  %below = icmp slt i8 %x, -10
  %clamped = select i1 %below, i8 -10, i8 %upper
  ret i8 %clamped
}

define i8 @minimum_of_complements(i8 %x, i8 %y) {
  %not_x = xor i8 %x, -1
  %not_y = xor i8 %y, -1
  %least = call i8 @llvm.umin.i8(i8 %not_x, i8 %not_y)
  %back = xor i8 %least, -1
  ret i8 %back
}

define i8 @minimum_of_sums(i8 %x, i8 %y) {
  %left = add nsw i8 %x, 5
  %right = add nsw i8 %y, 5
  %least = call i8 @llvm.smin.i8(i8 %left, i8 %right)
  ret i8 %least
}

define i8 @difference_with_maximum(i8 %x, i8 %y) {
  %most = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %difference = sub nuw i8 %most, %y
  ret i8 %difference
}

define i8 @minimum_one_off_by_select(i8 %x) {
  %test = icmp ult i8 %x, 6
  %least = select i1 %test, i8 %x, i8 5
  ret i8 %least
}

define i8 @sum_of_both_extremes(i8 %x, i8 %y) {
  %least = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %most = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  %sum = add nsw i8 %least, %most
  ret i8 %sum
}

define i1 @compare_with_minimum(i8 %x, i8 %y) {
  %least = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %test = icmp slt i8 %least, %x
  ret i1 %test
}
