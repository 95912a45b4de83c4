; Purpose: logical and/or written as selects, where the second side may be poison and must not be evaluated too early.

define i1 @guarded_compare(i8 %x, i8 %y) {
  %small = icmp ult i8 %y, 8
  %shifted = lshr i8 %x, %y
  %test = icmp eq i8 %shifted, 1
  %both = select i1 %small, i1 %test, i1 false
  ret i1 %both
}

define i1 @range_by_two_compares(i8 %x, i8 %bound) {
  %low = icmp sge i8 %x, 0
  %high = icmp slt i8 %x, %bound
  %inside = select i1 %low, i1 %high, i1 false
  ret i1 %inside
}

define i1 @nested_guards(i1 %a, i1 %b, i1 %c) {
  %inner = select i1 %b, i1 %c, i1 false
  %outer = select i1 %a, i1 %inner, i1 false
  %either = select i1 %outer, i1 true, i1 %b
  ret i1 %either
}

define i1 @absorbed_guard(i1 %a, i1 %b) {
  %both = select i1 %a, i1 %b, i1 false
  %either = or i1 %both, %a
  ret i1 %either
}

define i1 @factored_guard(i1 %a, i1 %b, i1 %c) {
  %left = select i1 %a, i1 %b, i1 false
  %right = and i1 %c, %b
  %either = select i1 %left, i1 true, i1 %right
  ret i1 %either
}

define i1 @equal_by_cases(i1 %a, i1 %b) {
  %not_a = xor i1 %a, true
  %both = select i1 %a, i1 %b, i1 false
  %not_b = xor i1 %b, true
  %neither = select i1 %not_a, i1 %not_b, i1 false
  %equal = or i1 %both, %neither
  ret i1 %equal
}

define i1 @inverted_guard(i1 %a, i8 %x, i8 %y) {
  %sum = add nsw i8 %x, %y
  %test = icmp sgt i8 %sum, 3
  %not = xor i1 %a, true
  %result = select i1 %not, i1 true, i1 %test
  ret i1 %result
}

define i8 @select_of_select(i1 %a, i1 %b, i8 %x, i8 %y) {
  %inner = select i1 %b, i8 %x, i8 %y
  %outer = select i1 %a, i8 %inner, i8 %y
  ret i8 %outer
}

define i8 @select_on_logical_and(i1 %a, i8 %x, i8 %y) {
  %test = icmp eq i8 %x, %y
  %both = select i1 %a, i1 %test, i1 false
  %result = select i1 %both, i8 %x, i8 %y
  ret i8 %result
}

define i8 @select_on_not_guard(i1 %a, i1 %b, i8 %x) {
  %not = xor i1 %b, true
  %both = select i1 %a, i1 %not, i1 false
  %sum = add nuw i8 %x, 1
  %result = select i1 %both, i8 %sum, i8 %x
  ret i8 %result
}

define i1 @masked_tests_with_guard(i8 %x, i8 %mask) {
  %one = and i8 %x, 4
  %first = icmp ne i8 %one, 0
  %other = and i8 %x, %mask
  %second = icmp eq i8 %other, %mask
  %both = select i1 %first, i1 %second, i1 false
  ret i1 %both
}

define i1 @exclusive_of_guards(i1 %a, i1 %b, i1 %c) {
  %left = select i1 %a, i1 %b, i1 false
  %right = select i1 %a, i1 true, i1 %c
  %different = xor i1 %left, %right
  ret i1 %different
}
