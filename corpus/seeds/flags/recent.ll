; Purpose: the flags, attributes and intrinsics of recent releases: disjoint, nneg, samesign, trunc nuw/nsw, range, ucmp, scmp.

declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i8 @llvm.scmp.i8.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)

define i8 @disjoint_as_sum(i8 %x, i8 %y) {
  %joined = or disjoint i8 %x, %y
  %sum = add nsw i8 %joined, 1
  %masked = and i8 %sum, 31
  ret i8 %masked
}

define i8 @disjoint_of_shifted(i4 %x, i4 %y) {
  %wide_x = zext i4 %x to i8
  %high = shl nuw i8 %wide_x, 4
  %wide_y = zext i4 %y to i8
  %joined = or disjoint i8 %high, %wide_y
  %flipped = xor i8 %joined, -1
  ret i8 %flipped
}

define i8 @disjoint_undone(i8 %x, i8 %y) {
  %joined = or disjoint i8 %x, %y
  %rest = xor i8 %joined, %y
  %difference = sub nuw i8 %joined, %y
  %same = sub i8 %rest, %difference
  ret i8 %same
}

define i16 @nneg_extension(i8 %x) {
  %wide = zext nneg i8 %x to i16
  %shifted = ashr i16 %wide, 3
  %sum = add nuw nsw i16 %shifted, %wide
  ret i16 %sum
}

define i1 @nneg_compare(i8 %x, i8 %y) {
  %wide_x = zext nneg i8 %x to i16
  %wide_y = sext i8 %y to i16
  %test = icmp slt i16 %wide_x, %wide_y
  ret i1 %test
}

define i1 @same_sign_compare(i8 %x, i8 %y) {
  %test = icmp samesign ult i8 %x, %y
  %other = icmp slt i8 %x, %y
  %both = xor i1 %test, %other
  ret i1 %both
}

define i1 @same_sign_with_constant(i8 %x) {
  %low = icmp samesign ugt i8 %x, 3
  %high = icmp slt i8 %x, 10
  %inside = and i1 %low, %high
  ret i1 %inside
}

define i1 @same_sign_of_absolute(i8 %x, i8 %y) {
  %masked = and i8 %x, 127
  %test = icmp samesign uge i8 %masked, %y
  %inverted = xor i1 %test, true
  ret i1 %inverted
}

define i8 @truncation_without_wrap(i16 %x) {
  %narrow = trunc nuw i16 %x to i8
  %shifted = lshr i8 %narrow, 1
  %wide = zext i8 %narrow to i16
  %same = icmp eq i16 %wide, %x
  %result = select i1 %same, i8 %shifted, i8 0
  ret i8 %result
}

define i16 @truncated_and_back(i16 %x) {
  %narrow = trunc nsw i16 %x to i8
  %back = sext i8 %narrow to i16
  %difference = sub nsw i16 %back, %x
  ret i16 %difference
}

define i1 @truncated_to_bool(i8 %x) {
  %bit = trunc nuw i8 %x to i1
  %nonzero = icmp ne i8 %x, 0
  %both = xor i1 %bit, %nonzero
  ret i1 %both
}

define i8 @range_of_argument(i8 range(i8 1, 16) %x, i8 %y) {
  %product = mul i8 %x, 9
  %quotient = udiv i8 %y, %x
  %sum = add i8 %product, %quotient
  ret i8 %sum
}

define range(i8 0, 5) i8 @range_of_result(i8 %x) {
  %least = call i8 @llvm.umin.i8(i8 %x, i8 4)
  ret i8 %least
}

define i8 @three_way_unsigned(i8 %x, i8 %y) {
  %order = call i8 @llvm.ucmp.i8.i8(i8 %x, i8 %y)
  %test = icmp slt i8 %order, 1
  %result = select i1 %test, i8 %x, i8 %y
  ret i8 %result
}

define i8 @three_way_by_selects(i8 %x, i8 %y) {
  %less = icmp slt i8 %x, %y
  %greater = icmp sgt i8 %x, %y
  %one = zext i1 %greater to i8
  %order = select i1 %less, i8 -1, i8 %one
  ret i8 %order
}

define i8 @three_way_signed_negated(i8 %x, i8 %y) {
  %order = call i8 @llvm.scmp.i8.i8(i8 %x, i8 %y)
  %minus = sub nsw i8 0, %order
  ret i8 %minus
}
