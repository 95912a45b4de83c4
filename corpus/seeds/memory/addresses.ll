; Purpose: address arithmetic: chains with and without inbounds, compares of addresses, offsets that may wrap, loops over arrays.

define ptr @chain_of_offsets(ptr %p, i8 %i) {
  %wide = sext i8 %i to i64
  %first = getelementptr inbounds i8, ptr %p, i64 %wide
  %second = getelementptr inbounds i8, ptr %first, i64 -3
  %third = getelementptr i8, ptr %second, i64 3
  ret ptr %third
}

define i1 @compare_in_one_block(ptr %p, i8 %i, i8 %j) {
  %wi = zext i8 %i to i64
  %wj = zext i8 %j to i64
  %a = getelementptr inbounds i16, ptr %p, i64 %wi
  %b = getelementptr inbounds i16, ptr %p, i64 %wj
  %test = icmp ult ptr %a, %b
  ret i1 %test
}

define i1 @compare_of_two_slots() {
  %a = alloca i8, align 1
  %b = alloca i8, align 1
  store i8 0, ptr %a, align 1
  store i8 1, ptr %b, align 1
  %test = icmp eq ptr %a, %b
  ret i1 %test
}

define i1 @compare_with_null(ptr %p, i8 %i) {
  %wide = zext i8 %i to i64
  %at = getelementptr inbounds i8, ptr %p, i64 %wide
  %test = icmp eq ptr %at, null
  ret i1 %test
}

define i64 @distance(ptr %p, i8 %i) {
  %wide = sext i8 %i to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  %a = ptrtoint ptr %at to i64
  %b = ptrtoint ptr %p to i64
  %difference = sub i64 %a, %b
  %count = sdiv exact i64 %difference, 4
  ret i64 %count
}

define i8 @index_sum_narrow(ptr dereferenceable(8) %p, i8 %i) {
  %small = and i8 %i, 3
  %next = add nuw nsw i8 %small, 1
  %wide = zext nneg i8 %next to i64
  %at = getelementptr inbounds i8, ptr %p, i64 %wide
  %value = load i8, ptr %at, align 1
  ret i8 %value
}

define i8 @sum_over_array(ptr dereferenceable(4) %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds i8, ptr %p, i64 %i
  %value = load i8, ptr %at, align 1
  %more = add i8 %sum, %value
  %next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %next, 4
  br i1 %again, label %loop, label %done
done:
  ret i8 %more
}

define void @fill_by_loop(ptr dereferenceable(4) %p, i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 %x, ptr %at, align 1
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 4
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @copy_by_loop(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 3, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i8, ptr %q, i64 %i
  %value = load i8, ptr %from, align 1
  %to = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 %value, ptr %to, align 1
  %next = add nsw i64 %i, -1
  %again = icmp sge i64 %next, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}

define i8 @accumulator_in_memory(ptr dereferenceable(1) %p, i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %old = load i8, ptr %p, align 1
  %more = add nsw i8 %old, %x
  store i8 %more, ptr %p, align 1
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 3
  br i1 %again, label %loop, label %done
done:
  %last = load i8, ptr %p, align 1
  ret i8 %last
}

define i8 @conditional_store_in_loop(ptr dereferenceable(1) %p, i8 %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %test = icmp ugt i8 %x, %i
  br i1 %test, label %then, label %latch
then:
  store i8 %i, ptr %p, align 1
  br label %latch
latch:
  %next = add nuw nsw i8 %i, 1
  %again = icmp ult i8 %next, 3
  br i1 %again, label %loop, label %done
done:
  %last = load i8, ptr %p, align 1
  ret i8 %last
}
