; Purpose: sums, products and logic that are put in another order, with wrap flags that hold for the old order only.

define i8 @flags_of_old_order(i8 %x, i8 %y, i8 %z) {
  %a = add nsw i8 %x, %y
  %b = add nsw i8 %a, %z
  %c = add nsw i8 %x, %z
  %d = xor i8 %b, %c
  ret i8 %d
}

define i8 @constants_far_apart(i8 %x, i8 %y) {
  %a = add nuw i8 %x, 100
  %b = add nuw i8 %a, %y
  %c = add nuw i8 %b, 100
  ret i8 %c
}

define i8 @difference_in_sum(i8 %x, i8 %y, i8 %z) {
  %a = sub nsw i8 %x, %y
  %b = add nsw i8 %a, %z
  %c = sub nsw i8 %b, %x
  ret i8 %c
}

define i8 @common_factor(i8 %x, i8 %y, i8 %z) {
  %a = mul nsw i8 %x, %y
  %b = mul nsw i8 %x, %z
  %c = add nsw i8 %a, %b
  ret i8 %c
}

define i8 @multiples(i8 %x) {
  %a = mul nsw i8 %x, 3
  %b = add nsw i8 %a, %x
  %c = add nuw nsw i8 %b, %a
  ret i8 %c
}

define i8 @shifted_terms(i8 %x, i8 %y) {
  %a = shl nuw nsw i8 %x, 2
  %b = add nsw i8 %a, %x
  %c = add nsw i8 %b, %y
  ret i8 %c
}

define i8 @negative_factor(i8 %x, i8 %y) {
  %a = mul nsw i8 %x, -3
  %b = sub nsw i8 %y, %a
  ret i8 %b
}

define i8 @disjoint_or_as_sum(i8 %x, i8 %y) {
  %a = shl i8 %x, 3
  %b = or i8 %a, 5
  %c = add nsw i8 %b, %y
  %d = add nsw i8 %c, 3
  ret i8 %d
}

define i8 @xor_with_masks(i8 %x, i8 %y) {
  %a = xor i8 %x, 12
  %b = and i8 %a, 60
  %c = xor i8 %y, %b
  %d = xor i8 %c, 48
  ret i8 %d
}

define i8 @or_of_complements(i8 %x, i8 %y) {
  %not = xor i8 %x, -1
  %a = or i8 %not, %y
  %b = or i8 %a, %x
  ret i8 %b
}

define i8 @product_of_powers(i8 %x, i8 %y) {
  %a = mul nuw i8 %x, %x
  %b = mul nuw i8 %a, %y
  %c = mul nuw i8 %b, %x
  ret i8 %c
}

define i8 @strength_in_a_line(i8 %b, i8 %s) {
  %first = add nsw i8 %b, %s
  %double = mul nsw i8 %s, 2
  %second = add nsw i8 %b, %double
  %triple = mul nsw i8 %s, 3
  %third = add nsw i8 %b, %triple
  %x = xor i8 %first, %second
  %y = xor i8 %x, %third
  ret i8 %y
}

define i8 @same_with_other_flags(i8 %x, i8 %y) {
  %a = add nuw nsw i8 %x, %y
  %b = add i8 %y, %x
  %c = add nsw i8 %x, %y
  %d = sub i8 %b, %c
  %e = xor i8 %d, %a
  ret i8 %e
}
