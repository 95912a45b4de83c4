; Purpose: loops that a compiler replaces by one operation: bit counting, powers, last value of a select, recurrences.

define i8 @count_bits(i8 %x) {
entry:
  %none = icmp eq i8 %x, 0
  br i1 %none, label %done, label %loop
loop:
  %value = phi i8 [ %x, %entry ], [ %cleared, %loop ]
  %count = phi i8 [ 0, %entry ], [ %more, %loop ]
  %below = add i8 %value, -1
  %cleared = and i8 %below, %value
  %more = add nsw i8 %count, 1
  %stop = icmp eq i8 %cleared, 0
  br i1 %stop, label %done, label %loop
done:
  %result = phi i8 [ 0, %entry ], [ %more, %loop ]
  ret i8 %result
}

define i8 @count_shifts_right(i8 %x) {
entry:
  br label %loop
loop:
  %value = phi i8 [ %x, %entry ], [ %half, %loop ]
  %count = phi i8 [ 0, %entry ], [ %more, %loop ]
  %half = lshr i8 %value, 1
  %more = add nuw nsw i8 %count, 1
  %stop = icmp eq i8 %half, 0
  br i1 %stop, label %done, label %loop
done:
  ret i8 %more
}

define i8 @count_arithmetic_shifts(i8 %x) {
entry:
  %positive = icmp sgt i8 %x, 0
  br i1 %positive, label %loop, label %done
loop:
  %value = phi i8 [ %x, %entry ], [ %half, %loop ]
  %count = phi i8 [ -1, %entry ], [ %more, %loop ]
  %half = ashr i8 %value, 1
  %more = add nsw i8 %count, 1
  %stop = icmp eq i8 %half, 0
  br i1 %stop, label %done, label %loop
done:
  %result = phi i8 [ -1, %entry ], [ %more, %loop ]
  ret i8 %result
}

define i8 @count_shifts_left(i8 %x) {
entry:
  br label %loop
loop:
  %value = phi i8 [ %x, %entry ], [ %double, %loop ]
  %count = phi i8 [ 0, %entry ], [ %more, %loop ]
  %double = shl i8 %value, 1
  %more = add i8 %count, 1
  %stop = icmp eq i8 %double, 0
  br i1 %stop, label %done, label %loop
done:
  ret i8 %more
}

define i8 @shift_until_bit(i8 %x, i8 %position) {
entry:
  %bit = shl nuw i8 1, %position
  br label %loop
loop:
  %value = phi i8 [ %x, %entry ], [ %next, %loop ]
  %masked = and i8 %value, %bit
  %found = icmp eq i8 %masked, 0
  %next = shl i8 %value, 1
  br i1 %found, label %loop, label %done
done:
  ret i8 %next
}

define i8 @any_of(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %found = phi i8 [ 3, %entry ], [ %chosen, %loop ]
  %square = mul i8 %i, %i
  %test = icmp eq i8 %square, %x
  %chosen = select i1 %test, i8 7, i8 %found
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 8
  br i1 %again, label %loop, label %done
done:
  ret i8 %chosen
}

define i8 @last_index(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %found = phi i8 [ -1, %entry ], [ %chosen, %loop ]
  %masked = and i8 %i, %x
  %test = icmp ne i8 %masked, 0
  %chosen = select i1 %test, i8 %i, i8 %found
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 8
  br i1 %again, label %loop, label %done
done:
  ret i8 %chosen
}

define i8 @first_order_recurrence(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %previous = phi i8 [ %x, %entry ], [ %current, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %current = mul nsw i8 %i, 5
  %difference = sub nsw i8 %current, %previous
  %more = add i8 %sum, %difference
  %next = add nuw nsw i8 %i, 1
  %again = icmp ne i8 %next, 4
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
}

define i8 @largest(i8 %x, i8 %y) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %most = phi i8 [ %x, %entry ], [ %chosen, %loop ]
  %mixed = xor i8 %y, %i
  %test = icmp sgt i8 %mixed, %most
  %chosen = select i1 %test, i8 %mixed, i8 %most
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 4
  br i1 %again, label %loop, label %done
done:
  ret i8 %chosen
}

define i8 @power_by_doubling(i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %value = phi i8 [ %x, %entry ], [ %double, %loop ]
  %double = shl nsw i8 %value, 1
  %next = add i8 %i, 1
  %again = icmp ult i8 %next, 3
  br i1 %again, label %loop, label %done
done:
  ret i8 %double
}

define i8 @state_machine(i8 %x) {
entry:
  br label %loop
loop:
  %state = phi i8 [ 0, %entry ], [ %after, %latch ]
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  switch i8 %state, label %other [
    i8 0, label %zero
    i8 1, label %one
  ]
zero:
  %bit = and i8 %x, 1
  %odd = icmp eq i8 %bit, 0
  %first = select i1 %odd, i8 1, i8 2
  br label %latch
one:
  br label %latch
other:
  br label %latch
latch:
  %after = phi i8 [ %first, %zero ], [ 2, %one ], [ 0, %other ]
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 5
  br i1 %again, label %loop, label %done
done:
  ret i8 %after
}
