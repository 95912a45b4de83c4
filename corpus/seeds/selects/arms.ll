; Purpose: selects whose arms are operations on each other, equal to the condition's operands, or may be poison.

define i8 @operation_or_operand(i1 %c, i8 %x, i8 %y) {
  %sum = add nsw i8 %x, %y
  %result = select i1 %c, i8 %sum, i8 %x
  ret i8 %result
}

define i8 @same_operation_in_both(i1 %c, i8 %x, i8 %y, i8 %z) {
  %left = sub nsw i8 %x, %y
  %right = sub nuw i8 %x, %z
  %result = select i1 %c, i8 %left, i8 %right
  ret i8 %result
}

define i8 @shift_in_one_arm(i1 %c, i8 %x) {
  %shifted = shl nuw i8 %x, 2
  %result = select i1 %c, i8 %shifted, i8 %x
  ret i8 %result
}

define i8 @equal_then_operation(i8 %x, i8 %y) {
  %equal = icmp eq i8 %x, %y
  %sum = add nuw nsw i8 %x, 3
  %other = add nsw i8 %y, 3
  %result = select i1 %equal, i8 %sum, i8 %other
  ret i8 %result
}

define i8 @zero_then_product(i8 %x, i8 %y) {
  %zero = icmp eq i8 %x, 0
  %product = mul nsw i8 %x, %y
  %result = select i1 %zero, i8 0, i8 %product
  ret i8 %result
}

define i8 @zero_then_shift(i8 %x, i8 %amount) {
  %zero = icmp eq i8 %amount, 0
  %shifted = lshr exact i8 %x, %amount
  %result = select i1 %zero, i8 %x, i8 %shifted
  ret i8 %result
}

define i8 @constants_apart_by_one(i8 %x) {
  %test = icmp sgt i8 %x, 41
  %result = select i1 %test, i8 7, i8 6
  ret i8 %result
}

define i8 @constants_a_power_apart(i8 %x) {
  %bit = and i8 %x, 8
  %test = icmp eq i8 %bit, 0
  %result = select i1 %test, i8 3, i8 35
  ret i8 %result
}

define i8 @bit_set_or_kept(i8 %x, i8 %y) {
  %bit = and i8 %x, 2
  %test = icmp eq i8 %bit, 0
  %set = or i8 %y, 16
  %result = select i1 %test, i8 %y, i8 %set
  ret i8 %result
}

define i8 @frozen_arm(i1 %c, i8 %x, i8 %y) {
  %sum = add nsw i8 %x, %y
  %frozen = freeze i8 %sum
  %result = select i1 %c, i8 %frozen, i8 %sum
  ret i8 %result
}

define i8 @poison_arm(i1 %c, i8 %x) {
  %result = select i1 %c, i8 %x, i8 poison
  %masked = and i8 %result, 15
  ret i8 %masked
}

define i8 @select_under_operation(i1 %c, i8 %x) {
  %chosen = select i1 %c, i8 12, i8 -4
  %product = mul nsw i8 %chosen, %x
  ret i8 %product
}

define i8 @two_selects_one_condition(i1 %c, i8 %x, i8 %y) {
  %left = select i1 %c, i8 %x, i8 0
  %right = select i1 %c, i8 %y, i8 4
  %sum = sub nuw i8 %left, %right
  ret i8 %sum
}

define i8 @sign_by_select(i8 %x) {
  %negative = icmp slt i8 %x, 0
  %positive = icmp sgt i8 %x, 0
  %one = zext i1 %positive to i8
  %sign = select i1 %negative, i8 -1, i8 %one
  ret i8 %sign
}

define i8 @remainder_made_positive(i8 %x) {
  %remainder = srem i8 %x, 8
  %negative = icmp slt i8 %remainder, 0
  %shifted = add nsw i8 %remainder, 8
  %result = select i1 %negative, i8 %shifted, i8 %remainder
  ret i8 %result
}
