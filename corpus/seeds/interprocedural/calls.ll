; Purpose: calls between functions: constants and ranges passed in, unused results, attributes on either side, recursion.

define internal i8 @clamped(i8 %x, i8 %limit) {
entry:
  %test = icmp ult i8 %x, %limit
  br i1 %test, label %small, label %large
small:
  ret i8 %x
large:
  ret i8 %limit
}

define i8 @two_callers_of_one(i8 %x, i1 %c) {
  %a = call i8 @clamped(i8 %x, i8 10)
  %b = call i8 @clamped(i8 %a, i8 12)
  %result = select i1 %c, i8 %a, i8 %b
  ret i8 %result
}

define internal i8 @quotient_of(i8 noundef %x, i8 noundef %y) {
  %quotient = udiv i8 %x, %y
  ret i8 %quotient
}

define i8 @guarded_call(i8 noundef %x, i8 noundef %y) {
entry:
  %zero = icmp eq i8 %y, 0
  br i1 %zero, label %done, label %divide
divide:
  %quotient = call i8 @quotient_of(i8 %x, i8 %y)
  br label %done
done:
  %result = phi i8 [ 0, %entry ], [ %quotient, %divide ]
  ret i8 %result
}

define internal i8 @ignored_argument(i8 %x, i8 %unused) {
  %sum = add nsw i8 %x, 1
  ret i8 %sum
}

define i8 @poison_for_the_ignored(i8 %x) {
  %shifted = shl nuw i8 %x, 7
  %result = call i8 @ignored_argument(i8 %x, i8 %shifted)
  ret i8 %result
}

define internal void @write_twice(ptr %p, i8 %x) {
  store i8 0, ptr %p, align 1
  store i8 %x, ptr %p, align 1
  ret void
}

define i8 @write_then_read(i8 %x) {
  %slot = alloca i8, align 1
  call void @write_twice(ptr %slot, i8 %x)
  %back = load i8, ptr %slot, align 1
  ret i8 %back
}

define internal i8 @sum_down(i8 %n) {
entry:
  %zero = icmp eq i8 %n, 0
  br i1 %zero, label %base, label %more
base:
  ret i8 0
more:
  %less = add nuw i8 %n, -1
  %rest = call i8 @sum_down(i8 %less)
  %sum = add i8 %rest, %n
  ret i8 %sum
}

define i8 @sum_of_few(i2 %n) {
  %wide = zext i2 %n to i8
  %sum = call i8 @sum_down(i8 %wide)
  ret i8 %sum
}

define internal { i8, i1 } @pair(i8 %x) {
  %negative = icmp slt i8 %x, 0
  %first = insertvalue { i8, i1 } poison, i8 %x, 0
  %both = insertvalue { i8, i1 } %first, i1 %negative, 1
  ret { i8, i1 } %both
}

define i8 @half_of_a_pair(i8 %x) {
  %sum = add nsw i8 %x, 5
  %both = call { i8, i1 } @pair(i8 %sum)
  %flag = extractvalue { i8, i1 } %both, 1
  %result = sext i1 %flag to i8
  ret i8 %result
}
