; Purpose: negations pushed through differences, selects, shifts and products, where nsw holds for some arms only.

define i8 @negate_of_select_of_differences(i1 %c, i8 %x, i8 %y) {
  %forward = sub nsw i8 %x, %y
  %backward = sub nsw i8 %y, %x
  %chosen = select i1 %c, i8 %forward, i8 %backward
  %negated = sub i8 0, %chosen
  ret i8 %negated
}

define i8 @negate_nsw_of_select_with_constant(i1 %c, i8 %x) {
  %chosen = select i1 %c, i8 %x, i8 -128
  %negated = sub nsw i8 0, %chosen
  ret i8 %negated
}

define i8 @negate_of_shifted(i8 %x, i8 %amount) {
  %minus = sub nsw i8 0, %x
  %shifted = shl nsw i8 %minus, %amount
  %negated = sub i8 0, %shifted
  ret i8 %negated
}

define i8 @negate_of_sign_bit(i8 %x) {
  %sign = lshr i8 %x, 7
  %negated = sub nsw i8 0, %sign
  ret i8 %negated
}

define i4 @negate_of_product(i4 %x, i4 %y) {
  %minus = sub nsw i4 0, %x
  %product = mul nsw i4 %minus, %y
  %negated = sub nsw i4 0, %product
  ret i4 %negated
}

define i8 @negate_of_complement(i8 %x) {
  %complement = xor i8 %x, -1
  %sum = add nsw i8 %complement, 1
  %negated = sub nuw nsw i8 0, %sum
  ret i8 %negated
}

define i8 @difference_of_negated_quotient(i8 %x, i8 %y) {
  %quotient = sdiv i8 %x, -7
  %difference = sub nsw i8 %y, %quotient
  ret i8 %difference
}

define i8 @negate_of_phi(i1 %c, i8 %x, i8 %y) {
entry:
  br i1 %c, label %left, label %right
left:
  %minus = sub nsw i8 0, %x
  br label %join
right:
  %difference = sub nuw i8 %x, %y
  br label %join
join:
  %merged = phi i8 [ %minus, %left ], [ %difference, %right ]
  %negated = sub nsw i8 0, %merged
  ret i8 %negated
}
