; Purpose: overflow checks by hand and by intrinsic, saturation, and the uses of only one part of the pair.

declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)

define i8 @saturate_after_wrap_check(i8 %x, i8 %y) {
  %sum = add i8 %x, %y
  %wrapped = icmp ult i8 %sum, %x
  %result = select i1 %wrapped, i8 -1, i8 %sum
  ret i8 %result
}

define i8 @saturate_by_complement(i8 %x, i8 %y) {
  %room = xor i8 %x, -1
  %wraps = icmp ugt i8 %y, %room
  %sum = add i8 %y, %x
  %result = select i1 %wraps, i8 -1, i8 %sum
  ret i8 %result
}

define i8 @clamped_difference(i8 %x, i8 %y) {
  %test = icmp ugt i8 %x, %y
  %difference = sub nuw i8 %x, %y
  %result = select i1 %test, i8 %difference, i8 0
  ret i8 %result
}

define i1 @product_overflow_by_division(i8 %x, i8 %y) {
  %product = mul i8 %x, %y
  %back = udiv i8 %product, %y
  %test = icmp ne i8 %back, %x
  ret i1 %test
}

define i1 @product_overflow_with_zero_guard(i8 %x, i8 %y) {
  %nonzero = icmp ne i8 %x, 0
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 %y)
  %over = extractvalue { i8, i1 } %pair, 1
  %test = and i1 %nonzero, %over
  ret i1 %test
}

define i8 @unsigned_difference_selected(i8 %x, i8 %y) {
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 %y)
  %difference = extractvalue { i8, i1 } %pair, 0
  %under = extractvalue { i8, i1 } %pair, 1
  %result = select i1 %under, i8 0, i8 %difference
  ret i8 %result
}

define i1 @sum_of_sum_overflows(i8 %x) {
  %inner = add nsw i8 %x, 12
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %inner, i8 13)
  %over = extractvalue { i8, i1 } %pair, 1
  ret i1 %over
}

define i1 @sum_of_sum_overflows_unsigned(i8 %x) {
  %inner = add nuw i8 %x, 20
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %inner, i8 -30)
  %over = extractvalue { i8, i1 } %pair, 1
  ret i1 %over
}

define i8 @signed_difference_guarded(i8 %x, i8 %y) {
entry:
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 %y)
  %over = extractvalue { i8, i1 } %pair, 1
  br i1 %over, label %bad, label %good
bad:
  ret i8 0
good:
  %value = extractvalue { i8, i1 } %pair, 0
  ret i8 %value
}

define i8 @saturating_sums_in_a_row(i8 %x) {
  %first = call i8 @llvm.sadd.sat.i8(i8 %x, i8 100)
  %second = call i8 @llvm.sadd.sat.i8(i8 %first, i8 50)
  ret i8 %second
}

define i8 @saturating_difference_of_sum(i8 %x, i8 %y) {
  %sum = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  %difference = call i8 @llvm.usub.sat.i8(i8 %sum, i8 %y)
  ret i8 %difference
}

define i1 @signed_product_by_minus_one(i8 %x) {
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 -1)
  %over = extractvalue { i8, i1 } %pair, 1
  ret i1 %over
}
