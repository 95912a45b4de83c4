; Purpose: leading and trailing zeros, population counts, reversals: zero guards, ranges of results, tests for powers.

declare i8 @llvm.ctlz.i8(i8, i1 immarg)
declare i8 @llvm.cttz.i8(i8, i1 immarg)
declare i8 @llvm.ctpop.i8(i8)
declare i8 @llvm.bitreverse.i8(i8)
declare i16 @llvm.bswap.i16(i16)

define i8 @guarded_trailing_zeros(i8 %x) {
  %count = call i8 @llvm.cttz.i8(i8 %x, i1 true), !range !0
  %zero = icmp eq i8 %x, 0
  %result = select i1 %zero, i8 8, i8 %count
  ret i8 %result
}

define i8 @guarded_leading_zeros_of_another(i8 %x, i8 %y) {
  %count = call i8 @llvm.ctlz.i8(i8 %y, i1 true)
  %zero = icmp eq i8 %x, 0
  %result = select i1 %zero, i8 8, i8 %count
  ret i8 %result
}

define i8 @guarded_trailing_zeros_masked(i8 %x) {
  %count = call i8 @llvm.cttz.i8(i8 %x, i1 true)
  %nonzero = icmp ne i8 %x, 0
  %result = select i1 %nonzero, i8 %count, i8 0
  %masked = and i8 %result, 7
  ret i8 %masked
}

define i8 @zeros_of_shifted(i8 %x, i8 %amount) {
  %shifted = shl nuw i8 %x, %amount
  %count = call i8 @llvm.cttz.i8(i8 %shifted, i1 true)
  ret i8 %count
}

define i8 @zeros_of_shifted_power(i8 %amount) {
  %power = shl i8 16, %amount
  %count = call i8 @llvm.cttz.i8(i8 %power, i1 false)
  ret i8 %count
}

define i8 @zeros_of_negated(i8 %x) {
  %minus = sub i8 0, %x
  %both = or i8 %minus, %x
  %count = call i8 @llvm.cttz.i8(i8 %both, i1 true)
  ret i8 %count
}

define i1 @power_or_zero(i8 %x) {
  %count = call i8 @llvm.ctpop.i8(i8 %x)
  %few = icmp ult i8 %count, 2
  %nonzero = icmp ne i8 %x, 0
  %power = and i1 %few, %nonzero
  ret i1 %power
}

define i1 @power_by_logical_and(i8 %x, i1 %c) {
  %count = call i8 @llvm.ctpop.i8(i8 %x)
  %one = icmp eq i8 %count, 1
  %zero = icmp eq i8 %x, 0
  %either = select i1 %zero, i1 true, i1 %one
  %all = select i1 %c, i1 %either, i1 false
  ret i1 %all
}

define i8 @counts_of_parts(i8 %x, i8 %y) {
  %low = and i8 %x, 15
  %high = and i8 %y, -16
  %left = call i8 @llvm.ctpop.i8(i8 %low)
  %right = call i8 @llvm.ctpop.i8(i8 %high)
  %sum = add nuw nsw i8 %left, %right
  ret i8 %sum
}

define i8 @count_of_complement(i8 %x) {
  %complement = xor i8 %x, -1
  %count = call i8 @llvm.ctpop.i8(i8 %complement)
  %rest = sub nsw i8 8, %count
  ret i8 %rest
}

define i8 @log_of_power(i8 %x) {
  %minus = sub i8 0, %x
  %bit = and i8 %x, %minus
  %zeros = call i8 @llvm.ctlz.i8(i8 %bit, i1 true)
  %log = sub nsw i8 7, %zeros
  ret i8 %log
}

define i8 @reverse_of_logic(i8 %x, i8 %y) {
  %left = call i8 @llvm.bitreverse.i8(i8 %x)
  %joined = xor i8 %left, %y
  %back = call i8 @llvm.bitreverse.i8(i8 %joined)
  ret i8 %back
}

define i16 @swap_of_shifted(i16 %x) {
  %up = shl nuw i16 %x, 8
  %swapped = call i16 @llvm.bswap.i16(i16 %up)
  %masked = and i16 %swapped, 127
  ret i16 %masked
}

define i1 @count_is_full(i8 %x) {
  %count = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %bit = lshr i8 %count, 3
  %test = icmp ne i8 %bit, 0
  ret i1 %test
}

!0 = !{i8 0, i8 8}
