; Purpose: masks and bitwise logic: merges, complements, De Morgan, absorption, bits that are known or not demanded.

define i8 @masked_merge(i8 %x, i8 %y, i8 %mask) {
  %inverse = xor i8 %mask, -1
  %left = and i8 %x, %mask
  %right = and i8 %y, %inverse
  %merged = or i8 %left, %right
  ret i8 %merged
}

define i8 @merge_by_xor(i8 %x, i8 %y, i8 %mask) {
  %difference = xor i8 %x, %y
  %masked = and i8 %difference, %mask
  %merged = xor i8 %masked, %y
  ret i8 %merged
}

define i8 @sum_of_disjoint_parts(i8 %x, i8 %y) {
  %high = and i8 %x, -16
  %low = and i8 %y, 15
  %sum = add nuw nsw i8 %high, %low
  ret i8 %sum
}

define i8 @difference_of_mask(i8 %x) {
  %low = and i8 %x, 15
  %difference = sub nuw nsw i8 %x, %low
  ret i8 %difference
}

define i8 @mask_of_sum_needs_few_bits(i8 %x, i8 %y) {
  %high = or i8 %y, -64
  %sum = add nuw i8 %x, %high
  %masked = and i8 %sum, 63
  ret i8 %masked
}

define i8 @mask_of_wrapping_product(i8 %x) {
  %product = mul nsw i8 %x, 17
  %masked = and i8 %product, 15
  ret i8 %masked
}

define i8 @de_morgan(i8 %x, i8 %y) {
  %not_x = xor i8 %x, -1
  %not_y = xor i8 %y, -1
  %both = and i8 %not_x, %not_y
  %either = or i8 %both, %x
  ret i8 %either
}

define i8 @exclusive_by_parts(i8 %x, i8 %y) {
  %either = or i8 %x, %y
  %both = and i8 %x, %y
  %exclusive = sub nuw i8 %either, %both
  ret i8 %exclusive
}

define i8 @lowest_bit(i8 %x) {
  %minus = sub nsw i8 0, %x
  %bit = and i8 %x, %minus
  ret i8 %bit
}

define i8 @clear_lowest_bit(i8 %x) {
  %below = add nuw i8 %x, -1
  %cleared = and i8 %below, %x
  ret i8 %cleared
}

define i8 @complement_of_sum(i8 %x) {
  %sum = add nsw i8 %x, 12
  %complement = xor i8 %sum, -1
  ret i8 %complement
}

define i8 @constant_minus_complement(i8 %x) {
  %complement = xor i8 %x, 127
  %difference = sub nsw i8 -3, %complement
  ret i8 %difference
}
