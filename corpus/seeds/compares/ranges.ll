; Purpose: compares of sums, products, masks and of several ranges joined, near the limits of signed and unsigned numbers.

define i1 @two_ranges_joined(i8 %x) {
  %low = icmp ult i8 %x, 10
  %biased = add i8 %x, -20
  %high = icmp ult i8 %biased, 6
  %either = or i1 %low, %high
  ret i1 %either
}

define i1 @neighbouring_values(i8 %x) {
  %first = icmp eq i8 %x, 12
  %second = icmp eq i8 %x, 13
  %either = or i1 %first, %second
  ret i1 %either
}

define i1 @values_one_bit_apart(i8 %x) {
  %first = icmp ne i8 %x, 5
  %second = icmp ne i8 %x, 69
  %neither = and i1 %first, %second
  ret i1 %neither
}

define i1 @empty_intersection(i8 %x) {
  %first = icmp sgt i8 %x, 126
  %second = icmp slt i8 %x, -127
  %either = xor i1 %first, %second
  ret i1 %either
}

define i1 @sum_against_constant(i8 %x) {
  %sum = add nsw i8 %x, 100
  %test = icmp sgt i8 %sum, -28
  ret i1 %test
}

define i1 @sum_against_operand(i8 %x, i8 %y) {
  %sum = add nuw i8 %x, %y
  %test = icmp uge i8 %sum, %x
  ret i1 %test
}

define i1 @sums_with_common_part(i8 %x, i8 %y, i8 %z) {
  %left = add nsw i8 %x, %y
  %right = add nsw i8 %z, %x
  %test = icmp slt i8 %left, %right
  ret i1 %test
}

define i1 @difference_against_zero(i8 %x, i8 %y) {
  %difference = sub nsw i8 %x, %y
  %test = icmp sle i8 %difference, 0
  ret i1 %test
}

define i1 @products_with_common_factor(i8 %x, i8 %y) {
  %left = mul nsw i8 %x, -6
  %right = mul nsw i8 %y, -6
  %test = icmp sgt i8 %left, %right
  ret i1 %test
}

define i1 @product_against_constant(i8 %x) {
  %product = mul nuw i8 %x, 7
  %test = icmp ugt i8 %product, 50
  ret i1 %test
}

define i1 @product_by_odd_equals(i8 %x) {
  %product = mul i8 %x, 13
  %test = icmp eq i8 %product, 39
  ret i1 %test
}

define i1 @mask_against_constant(i8 %x) {
  %masked = and i8 %x, -8
  %test = icmp ugt i8 %masked, 40
  ret i1 %test
}

define i1 @or_against_operand(i8 %x, i8 %y) {
  %either = or i8 %x, %y
  %test = icmp ule i8 %either, %x
  ret i1 %test
}

define i1 @xor_against_operand(i8 %x) {
  %flipped = xor i8 %x, -128
  %test = icmp ugt i8 %flipped, %x
  ret i1 %test
}

define i1 @sign_of_both(i8 %x, i8 %y) {
  %left = icmp slt i8 %x, 0
  %right = icmp sgt i8 %y, -1
  %different = xor i1 %left, %right
  ret i1 %different
}

define i1 @signs_by_xor(i8 %x, i8 %y) {
  %mixed = xor i8 %x, %y
  %test = icmp sgt i8 %mixed, -1
  %negative = icmp slt i8 %x, 0
  %both = and i1 %test, %negative
  ret i1 %both
}

define i1 @compare_of_select(i1 %c, i8 %x) {
  %chosen = select i1 %c, i8 %x, i8 9
  %test = icmp ult i8 %chosen, 9
  ret i1 %test
}

define i1 @mixed_signedness(i8 %x, i8 %y) {
  %first = icmp ult i8 %x, %y
  %second = icmp slt i8 %y, 0
  %either = select i1 %second, i1 true, i1 %first
  ret i1 %either
}

define i1 @power_upper_bound(i8 %x, i8 %amount) {
  %power = shl nuw i8 1, %amount
  %below = add nuw i8 %power, -1
  %test = icmp ule i8 %x, %below
  ret i1 %test
}
