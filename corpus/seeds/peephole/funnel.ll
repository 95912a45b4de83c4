; Purpose: rotations and funnel shifts: written out, guarded against a zero amount, masked, by intrinsic, of one value or two.

declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)

define i8 @rotate_by_constant(i8 %x) {
  %up = shl i8 %x, 3
  %down = lshr i8 %x, 5
  %rotated = or i8 %up, %down
  ret i8 %rotated
}

define i8 @rotate_masked(i8 %x, i8 %amount) {
  %forward = and i8 %amount, 7
  %minus = sub i8 0, %amount
  %backward = and i8 %minus, 7
  %up = shl i8 %x, %forward
  %down = lshr i8 %x, %backward
  %rotated = or i8 %up, %down
  ret i8 %rotated
}

define i8 @guarded_by_branch(i8 %x, i8 %y, i8 %amount) {
entry:
  %zero = icmp eq i8 %amount, 0
  br i1 %zero, label %done, label %shift
shift:
  %rest = sub nuw i8 8, %amount
  %down = lshr i8 %y, %rest
  %up = shl i8 %x, %amount
  %both = or i8 %up, %down
  br label %done
done:
  %result = phi i8 [ %x, %entry ], [ %both, %shift ]
  ret i8 %result
}

define i8 @guarded_by_select(i8 %x, i8 %amount) {
  %zero = icmp eq i8 %amount, 0
  %rest = sub i8 8, %amount
  %down = lshr i8 %x, %rest
  %up = shl i8 %x, %amount
  %both = or i8 %up, %down
  %result = select i1 %zero, i8 %x, i8 %both
  ret i8 %result
}

define i8 @two_values(i8 %x, i8 %y, i8 %amount) {
  %rest = sub nsw i8 8, %amount
  %up = shl nuw i8 %x, %amount
  %down = lshr exact i8 %y, %rest
  %both = add nuw i8 %up, %down
  ret i8 %both
}

define i8 @narrow_rotate_in_wide(i8 %x, i8 %amount) {
  %wide = zext i8 %x to i16
  %by = zext i8 %amount to i16
  %up = shl i16 %wide, %by
  %rest = sub i16 8, %by
  %down = lshr i16 %wide, %rest
  %both = or i16 %up, %down
  %low = trunc i16 %both to i8
  ret i8 %low
}

define i8 @funnel_with_zero_side(i8 %x, i8 %amount) {
  %shifted = call i8 @llvm.fshl.i8(i8 %x, i8 0, i8 %amount)
  ret i8 %shifted
}

define i8 @funnel_of_funnel(i8 %x, i8 %amount) {
  %left = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %amount)
  %right = call i8 @llvm.fshr.i8(i8 %left, i8 %left, i8 %amount)
  ret i8 %right
}

define i1 @compare_of_rotated(i8 %x, i8 %y) {
  %left = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 5)
  %right = call i8 @llvm.fshl.i8(i8 %y, i8 %y, i8 5)
  %test = icmp eq i8 %left, %right
  ret i1 %test
}

define i8 @amount_beyond_width(i8 %x, i8 %y) {
  %shifted = call i8 @llvm.fshr.i8(i8 %x, i8 %y, i8 19)
  ret i8 %shifted
}
