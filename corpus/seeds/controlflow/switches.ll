; Purpose: switches that become tables, selects, bit tests or arithmetic: dense, with holes, with unreachable defaults, on sums.

define i8 @dense_table(i8 %x) {
entry:
  switch i8 %x, label %other [
    i8 0, label %a
    i8 1, label %b
    i8 2, label %c
    i8 3, label %d
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
d:
  br label %join
other:
  br label %join
join:
  %value = phi i8 [ 7, %a ], [ 9, %b ], [ 11, %c ], [ 13, %d ], [ 0, %other ]
  ret i8 %value
}

define i8 @linear_table_that_wraps(i8 %x) {
entry:
  switch i8 %x, label %other [
    i8 10, label %a
    i8 11, label %b
    i8 12, label %c
    i8 13, label %d
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
d:
  br label %join
other:
  br label %join
join:
  %value = phi i8 [ 40, %a ], [ 90, %b ], [ -116, %c ], [ -66, %d ], [ 1, %other ]
  ret i8 %value
}

define i8 @table_with_poison(i4 %x) {
entry:
  switch i4 %x, label %other [
    i4 1, label %a
    i4 2, label %b
    i4 4, label %c
    i4 5, label %d
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
d:
  br label %join
other:
  br label %join
join:
  %value = phi i8 [ 3, %a ], [ poison, %b ], [ 5, %c ], [ 6, %d ], [ 9, %other ]
  ret i8 %value
}

define i8 @covered_with_unreachable_default(i2 %x, i8 %y) {
entry:
  switch i2 %x, label %never [
    i2 0, label %a
    i2 1, label %b
    i2 -2, label %c
    i2 -1, label %d
  ]
a:
  br label %join
b:
  %sum = add nsw i8 %y, 1
  br label %join
c:
  br label %join
d:
  br label %join
never:
  unreachable
join:
  %value = phi i8 [ %y, %a ], [ %sum, %b ], [ 2, %c ], [ 3, %d ]
  ret i8 %value
}

define i8 @strided_cases(i8 %x) {
entry:
  switch i8 %x, label %other [
    i8 0, label %a
    i8 16, label %b
    i8 32, label %c
    i8 48, label %d
    i8 -16, label %e
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
d:
  br label %join
e:
  br label %join
other:
  br label %join
join:
  %value = phi i8 [ 1, %a ], [ 2, %b ], [ 4, %c ], [ 8, %d ], [ 16, %e ], [ 0, %other ]
  ret i8 %value
}

define i1 @membership(i8 %x) {
entry:
  switch i8 %x, label %no [
    i8 1, label %yes
    i8 3, label %yes
    i8 4, label %yes
    i8 7, label %yes
  ]
yes:
  br label %join
no:
  br label %join
join:
  %value = phi i1 [ true, %yes ], [ false, %no ]
  ret i1 %value
}

define i8 @two_results(i8 %x, i8 %y) {
entry:
  switch i8 %x, label %other [
    i8 5, label %a
    i8 6, label %a
  ]
a:
  br label %join
other:
  br label %join
join:
  %value = phi i8 [ %y, %a ], [ 0, %other ]
  ret i8 %value
}

define i8 @switch_on_sum(i8 %x) {
entry:
  %sum = add nuw i8 %x, 3
  switch i8 %sum, label %other [
    i8 3, label %a
    i8 4, label %b
    i8 2, label %c
  ]
a:
  ret i8 1
b:
  ret i8 2
c:
  ret i8 3
other:
  ret i8 %x
}

define i8 @switch_on_extended(i4 %x) {
entry:
  %wide = sext i4 %x to i8
  switch i8 %wide, label %other [
    i8 -1, label %a
    i8 7, label %b
    i8 15, label %c
  ]
a:
  ret i8 10
b:
  ret i8 20
c:
  ret i8 30
other:
  ret i8 40
}

define i8 @switch_then_compare(i8 %x) {
entry:
  switch i8 %x, label %other [
    i8 0, label %a
    i8 1, label %b
    i8 2, label %c
    i8 3, label %b
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
other:
  br label %join
join:
  %value = phi i8 [ 4, %a ], [ 6, %b ], [ 8, %c ], [ 5, %other ]
  %test = icmp eq i8 %value, 5
  br i1 %test, label %yes, label %no
yes:
  ret i8 0
no:
  ret i8 %value
}
