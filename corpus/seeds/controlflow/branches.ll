; Purpose: branches on conditions that imply each other, chains to one target, conditions that may be poison, threading.

define i8 @two_branches_one_target(i8 %x, i8 %y) {
entry:
  %first = icmp eq i8 %x, 0
  br i1 %first, label %no, label %next
next:
  %shifted = lshr exact i8 %y, 1
  %second = icmp ult i8 %shifted, %x
  br i1 %second, label %yes, label %no
yes:
  ret i8 1
no:
  ret i8 0
}

define i8 @implied_condition(i8 %x) {
entry:
  %small = icmp ult i8 %x, 5
  br i1 %small, label %then, label %else
then:
  %tiny = icmp slt i8 %x, 8
  %a = select i1 %tiny, i8 1, i8 2
  ret i8 %a
else:
  %big = icmp ne i8 %x, 3
  %b = select i1 %big, i8 %x, i8 4
  ret i8 %b
}

define i8 @threaded_through_phi(i1 %a, i1 %b, i8 %x) {
entry:
  br i1 %a, label %left, label %right
left:
  %sum = add nsw i8 %x, 1
  br label %join
right:
  br label %join
join:
  %flag = phi i1 [ true, %left ], [ %b, %right ]
  %value = phi i8 [ %sum, %left ], [ %x, %right ]
  br i1 %flag, label %yes, label %no
yes:
  ret i8 %value
no:
  ret i8 0
}

define i8 @threaded_through_select(i1 %a, i8 %x) {
entry:
  %chosen = select i1 %a, i8 %x, i8 7
  %test = icmp eq i8 %chosen, 7
  br i1 %test, label %yes, label %no
yes:
  ret i8 %chosen
no:
  %sum = add nuw i8 %chosen, 1
  ret i8 %sum
}

define i8 @frozen_condition(i8 %x, i8 %y) {
entry:
  %sum = add nsw i8 %x, %y
  %test = icmp slt i8 %sum, 0
  %frozen = freeze i1 %test
  br i1 %frozen, label %yes, label %no
yes:
  %again = icmp slt i8 %sum, 0
  %value = zext i1 %again to i8
  ret i8 %value
no:
  ret i8 %y
}

define i8 @branch_on_logical_and(i1 %a, i8 %x) {
entry:
  %test = icmp sgt i8 %x, 9
  %both = select i1 %a, i1 %test, i1 false
  br i1 %both, label %yes, label %no
yes:
  %less = add nsw i8 %x, -9
  ret i8 %less
no:
  %value = select i1 %a, i8 %x, i8 0
  ret i8 %value
}

define i8 @speculated_shift(i1 %c, i8 %x, i8 %amount) {
entry:
  br i1 %c, label %then, label %join
then:
  %shifted = shl nsw i8 %x, %amount
  %or = or i8 %shifted, 1
  br label %join
join:
  %result = phi i8 [ %or, %then ], [ %amount, %entry ]
  ret i8 %result
}

define i8 @unreachable_side(i8 %x) {
entry:
  %test = icmp ugt i8 %x, 99
  br i1 %test, label %never, label %fine
never:
  unreachable
fine:
  %quotient = udiv i8 %x, 100
  %sum = add i8 %quotient, %x
  ret i8 %sum
}

define i8 @equal_values_propagate(i8 %x, i8 %y) {
entry:
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %then, label %else
then:
  %difference = sub nuw i8 %x, %y
  %sum = add i8 %difference, %y
  ret i8 %sum
else:
  %max = or i8 %x, %y
  ret i8 %max
}

define i8 @diamond_of_constants(i8 %x) {
entry:
  %test = icmp eq i8 %x, 4
  br i1 %test, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %value = phi i8 [ 4, %left ], [ %x, %right ]
  %product = mul nuw i8 %value, 3
  ret i8 %product
}
