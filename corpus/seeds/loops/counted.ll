; Purpose: loops with induction variables: exit values, widening, wrap flags, derived counters, exit tests of several shapes.

define i8 @sum_of_counter(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ %x, %entry ], [ %more, %loop ]
  %more = add nsw i8 %sum, %i
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 5
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
}

define i8 @counter_to_a_bound(i4 %n) {
entry:
  br label %loop
loop:
  %i = phi i4 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %wide = zext i4 %i to i8
  %more = add i8 %sum, %wide
  %next = add i4 %i, 1
  %again = icmp ne i4 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
}

define i8 @signed_counter_widened(i4 %n) {
entry:
  br label %loop
loop:
  %i = phi i4 [ -3, %entry ], [ %next, %loop ]
  %last = phi i8 [ 0, %entry ], [ %wide, %loop ]
  %wide = sext i4 %i to i8
  %next = add nsw i4 %i, 1
  %again = icmp slt i4 %next, %n
  br i1 %again, label %loop, label %done
done:
  %both = add i8 %wide, %last
  ret i8 %both
}

define i8 @counting_down(i4 %n) {
entry:
  %some = icmp ne i4 %n, 0
  br i1 %some, label %loop, label %none
loop:
  %i = phi i4 [ %n, %entry ], [ %next, %loop ]
  %product = phi i8 [ 1, %entry ], [ %more, %loop ]
  %more = mul i8 %product, 3
  %next = add nuw i4 %i, -1
  %again = icmp ugt i4 %next, 1
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
none:
  ret i8 0
}

define i8 @stride_of_three(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %next, %loop ]
  %mixed = phi i8 [ %x, %entry ], [ %turned, %loop ]
  %flipped = xor i8 %mixed, %i
  %turned = lshr i8 %flipped, 1
  %next = add nsw i8 %i, 3
  %again = icmp sle i8 %next, 12
  br i1 %again, label %loop, label %done
done:
  %exit = add i8 %next, %turned
  ret i8 %exit
}

define i8 @two_counters(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %loop ]
  %j = phi i8 [ 10, %entry ], [ %j.next, %loop ]
  %i.next = add i8 %i, 2
  %j.next = add nsw i8 %j, -1
  %test = icmp slt i8 %i.next, %j.next
  br i1 %test, label %loop, label %done
done:
  %difference = sub nsw i8 %j.next, %i.next
  %sum = add i8 %difference, %x
  ret i8 %sum
}

define i8 @early_exit(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %value = phi i8 [ %x, %entry ], [ %half, %latch ]
  %zero = icmp eq i8 %value, 0
  br i1 %zero, label %found, label %latch
latch:
  %half = lshr i8 %value, 1
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 6
  br i1 %again, label %loop, label %done
found:
  ret i8 %i
done:
  ret i8 %half
}

define i8 @exit_by_logical_and(i8 %x, i4 %n) {
entry:
  br label %loop
loop:
  %i = phi i4 [ 0, %entry ], [ %next, %loop ]
  %value = phi i8 [ %x, %entry ], [ %more, %loop ]
  %more = add nuw i8 %value, 7
  %next = add nuw i4 %i, 1
  %small = icmp ult i8 %more, 90
  %short = icmp ult i4 %next, %n
  %again = select i1 %short, i1 %small, i1 false
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
}

define i8 @invariant_condition(i1 %c, i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i8 [ %x, %entry ], [ %merged, %latch ]
  br i1 %c, label %then, label %latch
then:
  %more = add nsw i8 %sum, %i
  br label %latch
latch:
  %merged = phi i8 [ %more, %then ], [ %sum, %loop ]
  %next = add i8 %i, 1
  %again = icmp ne i8 %next, 4
  br i1 %again, label %loop, label %done
done:
  ret i8 %merged
}

define i8 @invariant_work(i8 %x, i8 %y) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %part = add nsw i8 %i, %x
  %whole = add nsw i8 %part, %y
  %test = icmp slt i8 %whole, 20
  %bit = zext i1 %test to i8
  %more = add i8 %sum, %bit
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 3
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
}

define i8 @guarded_division(i8 %x, i8 %y) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i8 [ 0, %entry ], [ %merged, %latch ]
  %zero = icmp eq i8 %y, 0
  br i1 %zero, label %latch, label %divide
divide:
  %quotient = udiv i8 %x, %y
  br label %latch
latch:
  %merged = phi i8 [ %quotient, %divide ], [ %sum, %loop ]
  %next = add i8 %i, 1
  %again = icmp ult i8 %next, 3
  br i1 %again, label %loop, label %done
done:
  ret i8 %merged
}

define i8 @nested(i4 %n) {
entry:
  br label %outer
outer:
  %i = phi i8 [ 0, %entry ], [ %i.next, %outer.latch ]
  %sum = phi i8 [ 0, %entry ], [ %inner.sum, %outer.latch ]
  br label %inner
inner:
  %j = phi i8 [ 0, %outer ], [ %j.next, %inner ]
  %acc = phi i8 [ %sum, %outer ], [ %inner.sum, %inner ]
  %row = mul nuw i8 %i, 3
  %cell = add nuw i8 %row, %j
  %inner.sum = xor i8 %acc, %cell
  %j.next = add nuw i8 %j, 1
  %more = icmp ult i8 %j.next, 3
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add nuw i8 %i, 1
  %narrow = trunc i8 %i.next to i4
  %again = icmp ult i4 %narrow, %n
  br i1 %again, label %outer, label %done
done:
  ret i8 %inner.sum
}
