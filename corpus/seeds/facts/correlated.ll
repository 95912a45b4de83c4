; Purpose: ranges that follow from branches, switches, assumes and operations, used to change opcode, width or flags.

declare void @llvm.assume(i1)
declare i8 @llvm.abs.i8(i8, i1 immarg)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)

define i8 @quotient_of_nonnegative(i8 %x, i8 %y) {
entry:
  %positive = icmp sgt i8 %x, -1
  br i1 %positive, label %then, label %else
then:
  %quotient = sdiv i8 %x, %y
  ret i8 %quotient
else:
  %remainder = srem i8 %x, 7
  ret i8 %remainder
}

define i8 @quotient_of_both_negative(i8 %x) {
entry:
  %negative = icmp slt i8 %x, 0
  br i1 %negative, label %then, label %else
then:
  %quotient = sdiv i8 %x, -5
  ret i8 %quotient
else:
  %shifted = ashr i8 %x, 2
  ret i8 %shifted
}

define i8 @small_remainder(i8 %x, i8 %y) {
entry:
  %small = icmp ult i8 %x, 20
  br i1 %small, label %then, label %else
then:
  %bound = or i8 %y, 12
  %remainder = urem i8 %x, %bound
  ret i8 %remainder
else:
  ret i8 %y
}

define i16 @extension_of_known_sign(i8 %x) {
entry:
  %known = icmp ult i8 %x, -128
  br i1 %known, label %then, label %else
then:
  %wide = sext i8 %x to i16
  ret i16 %wide
else:
  %other = sext i8 %x to i16
  %minus = sub nsw i16 0, %other
  ret i16 %minus
}

define i8 @sum_without_wrap(i8 %x) {
entry:
  %small = icmp slt i8 %x, 100
  br i1 %small, label %then, label %else
then:
  %sum = add i8 %x, 27
  %more = add i8 %x, 28
  %both = xor i8 %sum, %more
  ret i8 %both
else:
  ret i8 0
}

define i8 @saturation_never_happens(i8 %x) {
entry:
  %small = icmp ult i8 %x, 50
  br i1 %small, label %then, label %else
then:
  %sum = call i8 @llvm.sadd.sat.i8(i8 %x, i8 77)
  ret i8 %sum
else:
  %absolute = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %absolute
}

define i8 @overflow_never_happens(i8 %x) {
entry:
  %large = icmp ugt i8 %x, 5
  br i1 %large, label %then, label %else
then:
  ret i8 %x
else:
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 -6)
  %sum = extractvalue { i8, i1 } %pair, 0
  %over = extractvalue { i8, i1 } %pair, 1
  %value = select i1 %over, i8 1, i8 %sum
  ret i8 %value
}

define i8 @known_in_a_case(i8 %x, i8 %y) {
entry:
  switch i8 %x, label %other [
    i8 3, label %some
    i8 5, label %some
  ]
some:
  %test = icmp ult i8 %x, 6
  %value = select i1 %test, i8 %x, i8 %y
  %product = mul nsw i8 %value, 25
  ret i8 %product
other:
  %never = icmp eq i8 %x, 3
  %wide = zext i1 %never to i8
  ret i8 %wide
}

define i8 @selected_at_its_use(i8 %x) {
  %test = icmp ult i8 %x, 16
  %masked = and i8 %x, 15
  %shifted = shl nsw i8 %masked, 3
  %value = select i1 %test, i8 %shifted, i8 -1
  ret i8 %value
}

define i8 @assumed_zero_bits(i8 %x) {
  %low = and i8 %x, 3
  %aligned = icmp eq i8 %low, 0
  call void @llvm.assume(i1 %aligned)
  %sum = or i8 %x, 2
  %quotient = udiv exact i8 %sum, 2
  ret i8 %quotient
}

define i8 @nonzero_divisor(i8 noundef %x, i8 noundef %y) {
entry:
  %quotient = udiv i8 %x, %y
  %test = icmp eq i8 %y, 0
  br i1 %test, label %never, label %then
never:
  ret i8 -1
then:
  ret i8 %quotient
}

define i8 @range_from_shift(i8 %x, i8 %amount) {
  %shifted = lshr i8 %x, 6
  %power = shl nuw nsw i8 1, %shifted
  %test = icmp ugt i8 %power, 8
  %value = select i1 %test, i8 %amount, i8 %power
  ret i8 %value
}
