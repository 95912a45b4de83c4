; Purpose: operations on phis and phis of operations, flags that differ between the sides, values that are only needed there.

define i8 @same_operation_on_both_sides(i1 %c, i8 %x, i8 %y) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = add nsw i8 %x, 4
  br label %join
right:
  %b = add nuw i8 %y, 4
  br label %join
join:
  %merged = phi i8 [ %a, %left ], [ %b, %right ]
  ret i8 %merged
}

define i8 @operation_on_phi_of_constants(i1 %c, i8 %x) {
entry:
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %merged = phi i8 [ 3, %entry ], [ -7, %left ]
  %product = mul nsw i8 %merged, %x
  ret i8 %product
}

define i8 @repeated_expression(i1 %c, i8 %x, i8 %y) {
entry:
  %first = sub nsw i8 %x, %y
  br i1 %c, label %more, label %done
more:
  %again = sub i8 %x, %y
  %twice = shl nuw i8 %again, 1
  br label %done
done:
  %merged = phi i8 [ %first, %entry ], [ %twice, %more ]
  ret i8 %merged
}

define i8 @partly_redundant(i1 %c, i8 %x, i8 %y) {
entry:
  br i1 %c, label %left, label %right
left:
  %early = mul nuw i8 %x, %y
  %used = xor i8 %early, 1
  br label %join
right:
  br label %join
join:
  %side = phi i8 [ %used, %left ], [ %y, %right ]
  %late = mul i8 %x, %y
  %sum = add i8 %late, %side
  ret i8 %sum
}

define i8 @phi_as_select_with_division(i8 %x, i8 %y) {
entry:
  %zero = icmp eq i8 %y, 0
  br i1 %zero, label %join, label %divide
divide:
  %quotient = udiv i8 %x, %y
  br label %join
join:
  %result = phi i8 [ 0, %entry ], [ %quotient, %divide ]
  ret i8 %result
}

define i8 @hoisted_flags(i1 %c, i8 %x, i8 %y) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = shl nuw i8 %x, 1
  %a1 = add nsw i8 %a, %y
  br label %join
right:
  %b = shl nsw i8 %x, 1
  %b1 = sub i8 %b, %y
  br label %join
join:
  %merged = phi i8 [ %a1, %left ], [ %b1, %right ]
  ret i8 %merged
}

define i8 @extension_of_phi(i1 %c, i4 %x, i8 %y) {
entry:
  br i1 %c, label %left, label %join
left:
  %wide = zext i4 %x to i8
  br label %join
join:
  %merged = phi i8 [ %wide, %left ], [ %y, %entry ]
  %shifted = lshr i8 %merged, 4
  ret i8 %shifted
}

define i1 @compare_of_phi(i1 %c, i8 %x) {
entry:
  br i1 %c, label %left, label %join
left:
  %sum = add nuw i8 %x, 1
  br label %join
join:
  %merged = phi i8 [ %sum, %left ], [ 0, %entry ]
  %test = icmp eq i8 %merged, 0
  ret i1 %test
}
