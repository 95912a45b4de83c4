; Purpose: tests of single bits and of groups of bits, several joined, by mask, by shift, by a variable position.

define i1 @two_bits_any(i8 %x) {
  %first = and i8 %x, 1
  %no_first = icmp eq i8 %first, 0
  %second = and i8 %x, 8
  %no_second = icmp eq i8 %second, 0
  %missing = or i1 %no_first, %no_second
  ret i1 %missing
}

define i1 @masks_that_overlap(i8 %x) {
  %left = and i8 %x, 12
  %first = icmp eq i8 %left, 8
  %right = and i8 %x, 6
  %second = icmp eq i8 %right, 2
  %both = and i1 %first, %second
  ret i1 %both
}

define i1 @mask_and_not_mask(i8 %x, i8 %mask, i8 %other) {
  %left = and i8 %mask, %x
  %first = icmp eq i8 %left, 0
  %right = and i8 %x, %other
  %second = icmp eq i8 %right, 0
  %both = select i1 %first, i1 %second, i1 false
  ret i1 %both
}

define i1 @variable_bit(i8 %x, i8 %position) {
  %bit = shl i8 1, %position
  %masked = and i8 %bit, %x
  %test = icmp eq i8 %masked, 0
  ret i1 %test
}

define i1 @shifted_bit(i8 %x, i8 %position) {
  %shifted = lshr i8 %x, %position
  %low = trunc i8 %shifted to i1
  ret i1 %low
}

define i1 @two_variable_bits(i8 %x, i8 %p, i8 %q) {
  %one = shl i8 1, %p
  %two = shl i8 1, %q
  %left = and i8 %x, %one
  %first = icmp ne i8 %left, 0
  %right = and i8 %x, %two
  %second = icmp ne i8 %right, 0
  %both = select i1 %first, i1 %second, i1 false
  ret i1 %both
}

define i1 @sign_and_low_bit(i8 %x) {
  %negative = icmp slt i8 %x, 0
  %low = and i8 %x, 1
  %odd = icmp ne i8 %low, 0
  %both = and i1 %negative, %odd
  ret i1 %both
}

define i8 @bit_to_value(i8 %x) {
  %bit = and i8 %x, 32
  %test = icmp ne i8 %bit, 0
  %value = zext i1 %test to i8
  %shifted = shl nuw nsw i8 %value, 2
  ret i8 %shifted
}

define i8 @bit_to_minus(i8 %x, i8 %y) {
  %bit = and i8 %x, 64
  %test = icmp eq i8 %bit, 0
  %value = sext i1 %test to i8
  %mixed = xor i8 %value, %y
  ret i8 %mixed
}

define i1 @masked_range_and_zero(i8 %x) {
  %high = and i8 %x, -4
  %first = icmp ne i8 %high, 0
  %second = icmp ult i8 %x, 64
  %both = and i1 %first, %second
  ret i1 %both
}
