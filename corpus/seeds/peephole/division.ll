; Purpose: division and remainder by constants, powers, negated and selected divisors, and products undone by quotients.

define i8 @quotient_times_divisor(i8 %x, i8 %y) {
  %quotient = sdiv exact i8 %x, %y
  %product = mul nsw i8 %quotient, %y
  ret i8 %product
}

define i8 @remainder_by_parts(i8 %x, i8 %y) {
  %quotient = udiv i8 %x, %y
  %product = mul nuw i8 %quotient, %y
  %remainder = sub nuw i8 %x, %product
  ret i8 %remainder
}

define i8 @product_then_quotient(i8 %x) {
  %product = mul nsw i8 %x, 6
  %quotient = sdiv i8 %product, 3
  ret i8 %quotient
}

define i8 @product_then_larger_quotient(i8 %x) {
  %product = mul nuw i8 %x, 3
  %quotient = udiv i8 %product, 12
  ret i8 %quotient
}

define i8 @quotients_in_a_row(i8 %x) {
  %first = sdiv i8 %x, -4
  %second = sdiv i8 %first, 32
  ret i8 %second
}

define i8 @quotient_of_negated(i8 %x) {
  %minus = sub nsw i8 0, %x
  %quotient = sdiv i8 %minus, -128
  ret i8 %quotient
}

define i8 @divisor_is_a_power(i8 %x, i8 %amount) {
  %power = shl nuw i8 4, %amount
  %quotient = udiv exact i8 %x, %power
  ret i8 %quotient
}

define i8 @signed_divisor_is_a_power(i8 %x, i8 %amount) {
  %power = shl i8 1, %amount
  %quotient = sdiv i8 %x, %power
  ret i8 %quotient
}

define i8 @divisor_is_selected(i1 %c, i8 %x, i8 %y) {
  %divisor = select i1 %c, i8 %y, i8 0
  %quotient = udiv i8 %x, %divisor
  %sum = add i8 %quotient, %y
  ret i8 %sum
}

define i8 @remainder_of_selected_power(i1 %c, i8 %x) {
  %divisor = select i1 %c, i8 8, i8 32
  %remainder = urem i8 %x, %divisor
  ret i8 %remainder
}

define i8 @remainder_of_negated(i8 %x, i8 %y) {
  %minus = sub nsw i8 0, %x
  %remainder = srem i8 %minus, %y
  %back = sub nsw i8 0, %remainder
  ret i8 %back
}

define i8 @quotient_of_extended_bool(i1 %c, i8 %x) {
  %divisor = sext i1 %c to i8
  %quotient = sdiv i8 %x, %divisor
  ret i8 %quotient
}

define i1 @remainder_is_zero(i8 %x) {
  %remainder = srem i8 %x, 6
  %test = icmp eq i8 %remainder, 0
  ret i1 %test
}

define i1 @compare_of_quotient(i8 %x) {
  %quotient = sdiv i8 %x, -5
  %test = icmp slt i8 %quotient, 3
  ret i1 %test
}

define i8 @both_results(i8 %x, i8 %y) {
  %quotient = sdiv i8 %x, %y
  %remainder = srem i8 %x, %y
  %both = xor i8 %quotient, %remainder
  ret i8 %both
}

define i8 @one_over(i8 %x) {
  %quotient = sdiv i8 1, %x
  ret i8 %quotient
}

define i8 @quotient_of_shifted(i8 %x, i8 %amount) {
  %shifted = shl nsw i8 %x, %amount
  %quotient = sdiv i8 %shifted, %x
  ret i8 %quotient
}

define i8 @quotient_of_two_shifted(i8 %x, i8 %y, i8 %amount) {
  %left = shl nuw i8 %x, %amount
  %right = shl nuw nsw i8 %y, %amount
  %quotient = udiv i8 %left, %right
  ret i8 %quotient
}

define i8 @product_by_rounded_quotient(i8 %x) {
  %quotient = udiv i8 %x, 12
  %product = mul nuw i8 %quotient, 4
  %rest = sub nsw i8 %x, %product
  ret i8 %rest
}
