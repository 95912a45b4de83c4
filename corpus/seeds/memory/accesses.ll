; Purpose: stores and loads that meet in part, wholly or in other types: forwarding, merging, dead stores, byte order.

define i8 @byte_of_wider_store(i32 %x) {
  %slot = alloca i32, align 4
  store i32 %x, ptr %slot, align 4
  %at = getelementptr inbounds i8, ptr %slot, i64 2
  %byte = load i8, ptr %at, align 1
  ret i8 %byte
}

define i32 @wider_load_of_bytes(i8 %a, i8 %b) {
  %slot = alloca i32, align 4
  store i32 -1, ptr %slot, align 4
  store i8 %a, ptr %slot, align 1
  %at = getelementptr inbounds i8, ptr %slot, i64 3
  store i8 %b, ptr %at, align 1
  %whole = load i32, ptr %slot, align 4
  ret i32 %whole
}

define i16 @overlapping_stores(i16 %x, i16 %y) {
  %slot = alloca [4 x i8], align 4
  store i32 0, ptr %slot, align 4
  %middle = getelementptr inbounds i8, ptr %slot, i64 1
  store i16 %x, ptr %middle, align 1
  %high = getelementptr inbounds i8, ptr %slot, i64 2
  store i16 %y, ptr %high, align 2
  %result = load i16, ptr %middle, align 1
  ret i16 %result
}

define void @store_overwritten_in_part(ptr %p, i32 %x, i16 %y) {
  store i32 %x, ptr %p, align 4
  %at = getelementptr inbounds i8, ptr %p, i64 2
  store i16 %y, ptr %at, align 2
  ret void
}

define i8 @store_through_another_pointer(ptr %p, ptr %q, i8 %x) {
  store i8 %x, ptr %p, align 1
  store i8 5, ptr %q, align 1
  %back = load i8, ptr %p, align 1
  ret i8 %back
}

define i8 @store_through_noalias(ptr noalias %p, ptr noalias %q, i8 %x) {
  store i8 %x, ptr %p, align 1
  store i8 5, ptr %q, align 1
  %back = load i8, ptr %p, align 1
  ret i8 %back
}

define void @same_value_stored_back(ptr %p) {
  %x = load i8, ptr %p, align 1
  %sum = add i8 %x, 0
  store i8 %sum, ptr %p, align 1
  ret void
}

define void @stored_back_after_another(ptr %p, ptr %q) {
  %x = load i16, ptr %p, align 2
  store i8 1, ptr %q, align 1
  store i16 %x, ptr %p, align 2
  ret void
}

define i32 @combined_byte_loads(ptr %p) {
  %b0 = load i8, ptr %p, align 1
  %at1 = getelementptr inbounds i8, ptr %p, i64 1
  %b1 = load i8, ptr %at1, align 1
  %at2 = getelementptr inbounds i8, ptr %p, i64 2
  %b2 = load i8, ptr %at2, align 1
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %w2 = zext i8 %b2 to i32
  %s1 = shl nuw nsw i32 %w1, 8
  %s2 = shl nuw nsw i32 %w2, 16
  %o1 = or i32 %s1, %w0
  %o2 = or i32 %o1, %s2
  ret i32 %o2
}

define i16 @combined_loads_around_a_store(ptr %p, ptr %q) {
  %low = load i8, ptr %p, align 1
  store i8 0, ptr %q, align 1
  %at = getelementptr inbounds i8, ptr %p, i64 1
  %high = load i8, ptr %at, align 1
  %wl = zext i8 %low to i16
  %wh = zext i8 %high to i16
  %sh = shl nuw i16 %wh, 8
  %both = or i16 %sh, %wl
  ret i16 %both
}

define void @split_stores(ptr %p, i16 %x) {
  %low = trunc i16 %x to i8
  %shifted = lshr i16 %x, 8
  %high = trunc i16 %shifted to i8
  store i8 %low, ptr %p, align 1
  %at = getelementptr inbounds i8, ptr %p, i64 1
  store i8 %high, ptr %at, align 1
  ret void
}

define i8 @load_after_branchy_store(i1 %c, ptr %p, i8 %x) {
entry:
  %before = load i8, ptr %p, align 1
  br i1 %c, label %then, label %join
then:
  store i8 %x, ptr %p, align 1
  br label %join
join:
  %after = load i8, ptr %p, align 1
  %difference = sub nsw i8 %after, %before
  ret i8 %difference
}

define i8 @slot_in_both_arms(i1 %c, i8 %x) {
entry:
  %slot = alloca i8, align 1
  store i8 0, ptr %slot, align 1
  br i1 %c, label %left, label %right
left:
  store i8 %x, ptr %slot, align 1
  br label %join
right:
  %sum = add nsw i8 %x, 1
  store i8 %sum, ptr %slot, align 1
  br label %join
join:
  %result = load i8, ptr %slot, align 1
  ret i8 %result
}

define i8 @pointer_of_two(i1 %c, i8 %x, i8 %y) {
  %a = alloca i8, align 1
  %b = alloca i8, align 1
  store i8 %x, ptr %a, align 1
  store i8 %y, ptr %b, align 1
  %p = select i1 %c, ptr %a, ptr %b
  store i8 3, ptr %p, align 1
  %back = load i8, ptr %a, align 1
  ret i8 %back
}

define i8 @load_of_odd_width(i8 %x) {
  %slot = alloca i8, align 1
  store i8 %x, ptr %slot, align 1
  %narrow = trunc i8 %x to i7
  store i7 %narrow, ptr %slot, align 1
  %back = load i7, ptr %slot, align 1
  %wide = zext i7 %back to i8
  ret i8 %wide
}

define i8 @promised_load(ptr %p, i8 %x) {
  %value = load i8, ptr %p, align 1, !range !0
  %test = icmp ult i8 %value, 10
  %result = select i1 %test, i8 %value, i8 %x
  ret i8 %result
}

define i8 @same_load_other_promise(i1 %c, ptr %p) {
entry:
  %plain = load i8, ptr %p, align 1
  br i1 %c, label %then, label %join
then:
  %promised = load i8, ptr %p, align 1, !range !0, !noundef !1
  br label %join
join:
  %value = phi i8 [ %promised, %then ], [ %plain, %entry ]
  ret i8 %value
}

!0 = !{i8 0, i8 10}
!1 = !{}
