; MEM-73: What is loaded is partly undef where some bits of it were written, and others hold undef:
; a byte within a number of which nobody knows the others.
declare void @k(i32)
define void @src(i64 %x, i32 %n, ptr %p) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i8 5, ptr %p
  %v = load i32, ptr %p
  br label %head
head:
  %i = phi i32 [ 0, %a ], [ %i.next, %next ]
  %b = and i32 %v, 255
  %e = icmp eq i32 %b, 5
  br i1 %e, label %on, label %next
on:
  %m = mul i32 %v, %v
  call void @k(i32 %m)
  %w = shl i32 %v, 1
  call void @k(i32 %w)
  br label %next
next:
  %i.next = add i32 %i, 1
  %d = icmp ult i32 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
define void @tgt(i64 %x, i32 %n, ptr %p) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i8 5, ptr %p
  %v = load i32, ptr %p
  br label %head
head:
  %i = phi i32 [ 0, %a ], [ %i.next, %next ]
  %b = and i32 %v, 255
  %e = icmp eq i32 %b, 5
  br i1 %e, label %on, label %next
on:
  %m = mul i32 %v, %v
  call void @k(i32 %m)
  %w = add i32 %v, %v
  call void @k(i32 %w)
  br label %next
next:
  %i.next = add i32 %i, 1
  %d = icmp ult i32 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)

; A number beside which no narrower one is written is wholly undef or not at all.
declare void @k(i32)
define void @src(i64 %x, i32 %n, ptr %p) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i32 5, ptr %p
  %v = load i32, ptr %p
  br label %head
head:
  %i = phi i32 [ 0, %a ], [ %i.next, %next ]
  %b = and i32 %v, 255
  %e = icmp eq i32 %b, 5
  br i1 %e, label %on, label %next
on:
  %m = mul i32 %v, %v
  call void @k(i32 %m)
  %w = shl i32 %v, 1
  call void @k(i32 %w)
  br label %next
next:
  %i.next = add i32 %i, 1
  %d = icmp ult i32 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
define void @tgt(i64 %x, i32 %n, ptr %p) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i32 5, ptr %p
  %v = load i32, ptr %p
  br label %head
head:
  %i = phi i32 [ 0, %a ], [ %i.next, %next ]
  %b = and i32 %v, 255
  %e = icmp eq i32 %b, 5
  br i1 %e, label %on, label %next
on:
  %m = mul i32 %v, %v
  call void @k(i32 %m)
  %w = add i32 %v, %v
  call void @k(i32 %w)
  br label %next
next:
  %i.next = add i32 %i, 1
  %d = icmp ult i32 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
; check: correct (memory of the caller holds no undef)
