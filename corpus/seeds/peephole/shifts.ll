; Purpose: pairs of shifts, shifts of constants, amounts that are sums, masked or too large, exact and wrap flags on them.

define i8 @left_then_logical_right(i8 %x) {
  %up = shl nuw i8 %x, 5
  %down = lshr exact i8 %up, 3
  ret i8 %down
}

define i8 @left_then_arithmetic_right(i8 %x) {
  %up = shl nsw i8 %x, 2
  %down = ashr i8 %up, 4
  ret i8 %down
}

define i8 @right_then_left_with_mask(i8 %x, i8 %amount) {
  %down = lshr i8 %x, %amount
  %up = shl nuw i8 %down, %amount
  %low = and i8 %up, 15
  ret i8 %low
}

define i8 @shift_by_sum(i8 %x, i8 %a, i8 %b) {
  %first = shl i8 %x, %a
  %second = shl nuw i8 %first, %b
  ret i8 %second
}

define i8 @shift_of_power(i8 %a, i8 %b) {
  %power = shl nuw i8 1, %a
  %down = lshr exact i8 %power, %b
  ret i8 %down
}

define i8 @amount_is_a_difference(i8 %x, i8 %amount) {
  %rest = sub nuw i8 7, %amount
  %shifted = ashr exact i8 %x, %rest
  ret i8 %shifted
}

define i8 @amount_is_extended(i8 %x, i2 %amount) {
  %wide = sext i2 %amount to i8
  %masked = and i8 %wide, 7
  %shifted = shl nsw i8 %x, %masked
  ret i8 %shifted
}

define i1 @compare_of_shifted_constant(i8 %amount) {
  %shifted = lshr i8 -128, %amount
  %test = icmp ult i8 %shifted, 8
  ret i1 %test
}

define i1 @compare_of_shifted_value(i8 %x) {
  %shifted = shl nsw i8 %x, 3
  %test = icmp sgt i8 %shifted, 39
  ret i1 %test
}

define i1 @compare_of_two_shifted(i8 %x, i8 %y, i8 %amount) {
  %left = ashr exact i8 %x, %amount
  %right = ashr i8 %y, %amount
  %test = icmp eq i8 %left, %right
  ret i1 %test
}

define i8 @sum_of_shifted(i8 %x, i8 %y) {
  %left = shl nuw i8 %x, 3
  %right = shl nsw i8 %y, 3
  %sum = add nuw nsw i8 %left, %right
  ret i8 %sum
}

define i8 @select_of_amounts(i1 %c, i8 %x) {
  %amount = select i1 %c, i8 2, i8 9
  %shifted = lshr i8 %x, %amount
  ret i8 %shifted
}

define i8 @sign_extension_by_shifts(i8 %x, i8 %y) {
  %sum = add nsw i8 %x, %y
  %up = shl i8 %sum, 4
  %down = ashr exact i8 %up, 4
  ret i8 %down
}
