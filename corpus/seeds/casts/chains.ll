; Purpose: chains of extensions and truncations around arithmetic, where work is moved to another width with its flags.

define i16 @sum_of_extended(i8 %x, i8 %y) {
  %wide_x = sext i8 %x to i16
  %wide_y = sext i8 %y to i16
  %sum = add nuw nsw i16 %wide_x, %wide_y
  ret i16 %sum
}

define i8 @narrowed_sum(i8 %x, i8 %y) {
  %wide_x = zext i8 %x to i16
  %wide_y = sext i8 %y to i16
  %sum = add nuw i16 %wide_x, %wide_y
  %narrow = trunc i16 %sum to i8
  ret i8 %narrow
}

define i8 @narrowed_shift(i8 %x, i8 %amount) {
  %wide = zext i8 %x to i16
  %by = zext i8 %amount to i16
  %shifted = lshr i16 %wide, %by
  %narrow = trunc i16 %shifted to i8
  ret i8 %narrow
}

define i8 @narrowed_left_shift(i8 %x, i8 %amount) {
  %wide = zext i8 %x to i16
  %by = zext i8 %amount to i16
  %shifted = shl nuw nsw i16 %wide, %by
  %narrow = trunc i16 %shifted to i8
  ret i8 %narrow
}

define i8 @narrowed_quotient(i8 %x, i8 %y) {
  %wide_x = sext i8 %x to i16
  %wide_y = sext i8 %y to i16
  %quotient = sdiv i16 %wide_x, %wide_y
  %narrow = trunc i16 %quotient to i8
  ret i8 %narrow
}

define i8 @arithmetic_shift_of_zero_extended(i8 %x) {
  %wide = zext i8 %x to i16
  %shifted = ashr exact i16 %wide, 4
  %narrow = trunc i16 %shifted to i8
  ret i8 %narrow
}

define i16 @back_and_forth(i16 %x) {
  %narrow = trunc i16 %x to i8
  %wide = sext i8 %narrow to i16
  %difference = sub nsw i16 %x, %wide
  ret i16 %difference
}

define i16 @extension_of_masked(i8 %x) {
  %masked = and i8 %x, 127
  %wide = sext i8 %masked to i16
  %sum = add nsw i16 %wide, -1
  ret i16 %sum
}

define i8 @product_high_half(i8 %x, i8 %y) {
  %wide_x = zext i8 %x to i16
  %wide_y = zext i8 %y to i16
  %product = mul nuw i16 %wide_x, %wide_y
  %high = lshr i16 %product, 8
  %narrow = trunc i16 %high to i8
  ret i8 %narrow
}

define i8 @select_narrowed(i1 %c, i8 %x, i16 %y) {
  %wide = sext i8 %x to i16
  %chosen = select i1 %c, i16 %wide, i16 %y
  %narrow = trunc i16 %chosen to i8
  ret i8 %narrow
}

define i16 @sign_bit_extended(i8 %x) {
  %sign = lshr i8 %x, 7
  %wide = zext i8 %sign to i16
  %minus = sub nuw nsw i16 0, %wide
  ret i16 %minus
}

define i8 @bool_minus_bool(i1 %a, i1 %b) {
  %left = zext i1 %a to i8
  %right = sext i1 %b to i8
  %sum = add nuw nsw i8 %left, %right
  ret i8 %sum
}

define i8 @compare_extended_and_masked(i8 %x, i8 %y) {
  %test = icmp slt i8 %x, 0
  %all = sext i1 %test to i8
  %masked = and i8 %all, %y
  %sum = add i8 %masked, %x
  ret i8 %sum
}

define i1 @compare_of_extended(i4 %x, i4 %y) {
  %left = sext i4 %x to i8
  %right = zext i4 %y to i8
  %test = icmp ult i8 %left, %right
  ret i1 %test
}

define i1 @compare_of_truncated(i8 %x) {
  %low = trunc i8 %x to i4
  %wide = zext i4 %low to i8
  %test = icmp eq i8 %wide, %x
  ret i1 %test
}

define i1 @fits_signed(i8 %x) {
  %up = shl i8 %x, 4
  %down = ashr exact i8 %up, 4
  %test = icmp ne i8 %down, %x
  ret i1 %test
}

define i1 @fits_by_bias(i8 %x) {
  %biased = add nsw i8 %x, 8
  %test = icmp ult i8 %biased, 16
  ret i1 %test
}
