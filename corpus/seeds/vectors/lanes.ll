; Purpose: vectors with poison lanes in constants and masks, lane moves around operations, divisions that must not spread.

define <2 x i8> @not_with_hole(<2 x i8> %x, <2 x i8> %y) {
  %complement = xor <2 x i8> %x, <i8 -1, i8 poison>
  %both = and <2 x i8> %complement, %y
  ret <2 x i8> %both
}

define <2 x i8> @shift_by_lanes(<2 x i8> %x) {
  %up = shl nuw <2 x i8> %x, <i8 3, i8 9>
  %down = lshr exact <2 x i8> %up, <i8 3, i8 1>
  ret <2 x i8> %down
}

define <2 x i8> @reversed_operands(<2 x i8> %x, <2 x i8> %y) {
  %a = shufflevector <2 x i8> %x, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
  %b = shufflevector <2 x i8> %y, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
  %sum = add nsw <2 x i8> %a, %b
  ret <2 x i8> %sum
}

define <2 x i8> @quotient_of_moved(<2 x i8> %x) {
  %moved = shufflevector <2 x i8> %x, <2 x i8> poison, <2 x i32> <i32 1, i32 poison>
  %quotient = udiv <2 x i8> <i8 42, i8 -42>, %moved
  ret <2 x i8> %quotient
}

define <2 x i8> @moved_quotients(<2 x i8> %x) {
  %left = sdiv <2 x i8> %x, <i8 3, i8 poison>
  %right = sdiv <2 x i8> %x, <i8 poison, i8 5>
  %blend = shufflevector <2 x i8> %left, <2 x i8> %right, <2 x i32> <i32 0, i32 3>
  ret <2 x i8> %blend
}

define <4 x i4> @blend_of_operations(<4 x i4> %x) {
  %sum = add nsw <4 x i4> %x, <i4 1, i4 2, i4 3, i4 4>
  %product = mul nuw <4 x i4> %x, <i4 5, i4 6, i4 7, i4 -8>
  %blend = shufflevector <4 x i4> %sum, <4 x i4> %product, <4 x i32> <i32 0, i32 5, i32 6, i32 3>
  ret <4 x i4> %blend
}

define i8 @lane_of_operation(<2 x i8> %x, <2 x i8> %y) {
  %product = mul nsw <2 x i8> %x, %y
  %lane = extractelement <2 x i8> %product, i32 1
  ret i8 %lane
}

define i8 @variable_lane(<2 x i8> %x, i8 %index) {
  %sum = add <2 x i8> %x, <i8 1, i8 -1>
  %lane = extractelement <2 x i8> %sum, i8 %index
  ret i8 %lane
}

define <2 x i8> @insert_of_extract(<2 x i8> %x, <2 x i8> %y) {
  %lane = extractelement <2 x i8> %x, i32 0
  %changed = insertelement <2 x i8> %y, i8 %lane, i32 1
  %again = insertelement <2 x i8> %changed, i8 %lane, i32 0
  ret <2 x i8> %again
}

define <2 x i8> @splat_of_sum(i8 %x, <2 x i8> %y) {
  %one = insertelement <2 x i8> poison, i8 %x, i32 0
  %splat = shufflevector <2 x i8> %one, <2 x i8> poison, <2 x i32> zeroinitializer
  %sum = sub nsw <2 x i8> %splat, %y
  ret <2 x i8> %sum
}

define <2 x i8> @select_by_lanes(<2 x i8> %x, <2 x i8> %y) {
  %test = icmp ult <2 x i8> %x, <i8 5, i8 poison>
  %chosen = select <2 x i1> %test, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %chosen
}

define <2 x i8> @select_as_blend(<2 x i8> %x, <2 x i8> %y) {
  %sum = add nuw <2 x i8> %x, %y
  %chosen = select <2 x i1> <i1 true, i1 poison>, <2 x i8> %sum, <2 x i8> %y
  ret <2 x i8> %chosen
}

define i1 @all_lanes(<4 x i4> %x) {
  %test = icmp slt <4 x i4> %x, zeroinitializer
  %bits = bitcast <4 x i1> %test to i4
  %all = icmp eq i4 %bits, -1
  ret i1 %all
}

define i8 @lanes_as_number(<2 x i4> %x) {
  %number = bitcast <2 x i4> %x to i8
  %high = lshr i8 %number, 4
  ret i8 %high
}

define i4 @number_as_lanes(i8 %x) {
  %shifted = shl nuw i8 %x, 4
  %lanes = bitcast i8 %shifted to <2 x i4>
  %lane = extractelement <2 x i4> %lanes, i32 1
  ret i4 %lane
}

define <4 x i4> @widened_and_narrowed(<2 x i4> %x, <2 x i4> %y) {
  %wide = shufflevector <2 x i4> %x, <2 x i4> %y, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  %moved = shufflevector <4 x i4> %wide, <4 x i4> poison, <4 x i32> <i32 2, i32 2, i32 poison, i32 0>
  ret <4 x i4> %moved
}

define <2 x i8> @truncated_lanes(<2 x i16> %x) {
  %shifted = lshr <2 x i16> %x, <i16 8, i16 poison>
  %narrow = trunc <2 x i16> %shifted to <2 x i8>
  ret <2 x i8> %narrow
}
