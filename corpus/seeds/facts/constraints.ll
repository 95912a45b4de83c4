; Purpose: compares that follow from earlier ones by linear reasoning, with sums and products that may wrap or be poison.

declare void @llvm.assume(i1)
declare i8 @llvm.umin.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)

define i1 @transitive_order(i8 %x, i8 %y, i8 %z) {
entry:
  %first = icmp ule i8 %x, %y
  br i1 %first, label %next, label %no
next:
  %second = icmp ule i8 %y, %z
  br i1 %second, label %yes, label %no
yes:
  %third = icmp ule i8 %x, %z
  ret i1 %third
no:
  ret i1 false
}

define i1 @sum_keeps_order(i8 %x, i8 %y) {
entry:
  %sum = add nuw i8 %x, 5
  %first = icmp ult i8 %sum, %y
  br i1 %first, label %yes, label %no
yes:
  %less = add nuw i8 %x, 4
  %second = icmp ult i8 %less, %y
  ret i1 %second
no:
  %third = icmp uge i8 %x, %y
  ret i1 %third
}

define i1 @signed_sum_with_negative(i8 %x, i8 %y) {
entry:
  %sum = add nsw i8 %x, -3
  %first = icmp sge i8 %sum, %y
  br i1 %first, label %yes, label %no
yes:
  %second = icmp sgt i8 %x, %y
  %mixed = icmp ugt i8 %x, %y
  %both = xor i1 %second, %mixed
  ret i1 %both
no:
  ret i1 true
}

define i1 @shifted_fact(i8 %x, i8 %y) {
entry:
  %double = shl nuw i8 %x, 1
  %first = icmp ule i8 %double, %y
  br i1 %first, label %yes, label %no
yes:
  %second = icmp ule i8 %x, %y
  ret i1 %second
no:
  ret i1 false
}

define i1 @signed_shifted_fact(i8 %x, i8 %y) {
entry:
  %scaled = shl nsw i8 %x, 2
  %first = icmp slt i8 %scaled, %y
  br i1 %first, label %yes, label %no
yes:
  %second = icmp slt i8 %x, %y
  ret i1 %second
no:
  ret i1 false
}

define i1 @assumed_bound(i8 %x, i8 %y) {
  %bound = icmp ult i8 %x, 10
  call void @llvm.assume(i1 %bound)
  %sum = add nsw i8 %x, %y
  %test = icmp ult i8 %sum, %y
  ret i1 %test
}

define i8 @difference_cannot_wrap(i8 %x, i8 %y) {
entry:
  %order = icmp sge i8 %x, %y
  br i1 %order, label %then, label %else
then:
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 %y)
  %difference = extractvalue { i8, i1 } %pair, 0
  %over = extractvalue { i8, i1 } %pair, 1
  %value = select i1 %over, i8 100, i8 %difference
  ret i8 %value
else:
  ret i8 -1
}

define i1 @minimum_as_fact(i8 %x, i8 %y, i8 %z) {
entry:
  %least = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %first = icmp ugt i8 %least, %z
  br i1 %first, label %yes, label %no
yes:
  %second = icmp ugt i8 %x, %z
  %third = icmp uge i8 %y, %z
  %both = and i1 %second, %third
  ret i1 %both
no:
  ret i1 false
}

define i1 @extended_fact(i4 %x, i4 %y) {
entry:
  %wide_x = zext i4 %x to i8
  %wide_y = sext i4 %y to i8
  %first = icmp ult i8 %wide_y, %wide_x
  br i1 %first, label %yes, label %no
yes:
  %second = icmp ult i4 %y, %x
  ret i1 %second
no:
  %third = icmp slt i4 %x, 0
  ret i1 %third
}

define i1 @logical_chain(i8 %x, i8 %y) {
  %first = icmp uge i8 %x, 2
  %difference = sub nuw i8 %x, 2
  %second = icmp ult i8 %difference, %y
  %both = select i1 %first, i1 %second, i1 false
  %third = icmp ult i8 %x, %y
  %all = select i1 %both, i1 %third, i1 false
  ret i1 %all
}
