; Purpose: flags that a rewrite may keep by mistake when it changes an operand or reuses an instruction in another place.

define i8 @demanded_bits_of_wrapping_sum(i8 %x, i8 %y) {
  %high = or i8 %x, -16
  %sum = add nuw nsw i8 %high, %y
  %low = and i8 %sum, 15
  ret i8 %low
}

define i8 @demanded_bits_of_exact_shift(i8 %x) {
  %masked = and i8 %x, -4
  %shifted = lshr exact i8 %masked, 2
  %low = and i8 %shifted, 3
  ret i8 %low
}

define i8 @dead_high_bits(i8 %x) {
  %wide = sext i8 %x to i16
  %sum = add nsw i16 %wide, 300
  %shifted = shl nsw i16 %sum, 4
  %narrow = trunc i16 %shifted to i8
  ret i8 %narrow
}

define i8 @shared_exact(i8 %x) {
  %a = ashr exact i8 %x, 2
  %b = ashr i8 %x, 2
  %c = mul nsw i8 %a, 4
  %d = sub i8 %c, %b
  ret i8 %d
}

define i8 @wrapping_sum_reused(i1 %c, i8 %x, i8 %y) {
entry:
  %plain = add i8 %x, %y
  br i1 %c, label %then, label %join
then:
  %flagged = add nuw nsw i8 %x, %y
  br label %join
join:
  %merged = phi i8 [ %flagged, %then ], [ %plain, %entry ]
  %difference = sub i8 %merged, %plain
  ret i8 %difference
}

define i8 @freeze_pushed_up(i8 %x, i8 %y) {
  %sum = add nuw nsw i8 %x, %y
  %product = mul nsw i8 %sum, 3
  %frozen = freeze i8 %product
  %twice = xor i8 %frozen, %sum
  ret i8 %twice
}

define i8 @freeze_of_exact(i8 %x, i8 %y) {
  %quotient = udiv exact i8 %x, 6
  %frozen = freeze i8 %quotient
  %back = mul nuw i8 %frozen, 6
  %again = sub i8 %back, %y
  ret i8 %again
}

define i8 @sum_of_two_constants(i8 %x) {
  %a = add nsw i8 %x, 100
  %b = add nsw i8 %a, 100
  ret i8 %b
}

define i8 @difference_becomes_sum(i8 %x) {
  %a = sub nsw i8 %x, -128
  %b = sub nuw i8 %a, 1
  ret i8 %b
}

define i8 @product_becomes_shift(i8 %x) {
  %a = mul nsw i8 %x, -128
  %b = mul nuw nsw i8 %x, 64
  %c = xor i8 %a, %b
  ret i8 %c
}

define i8 @shift_of_product(i8 %x) {
  %a = mul nuw nsw i8 %x, 5
  %b = shl nuw nsw i8 %a, 2
  ret i8 %b
}

define i8 @noundef_result(i8 noundef %x, i8 %y) {
  %a = add nsw i8 %x, 1
  %b = freeze i8 %y
  %c = sub nuw i8 %a, %b
  ret i8 %c
}
