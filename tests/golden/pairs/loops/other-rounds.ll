; Stores that a later one overwrites, in loops: in the next round the place is another one.

; An element is written twice in a round: the second time for good.
declare void @u(i64)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  call void @u(i64 %n)
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %t = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 2, ptr %t, align 4
  %d = icmp ult i64 %i, %n
  br i1 %d, label %body, label %out
body:
  store i32 1, ptr %t, align 4
  %i.next = add i64 %i, 1
  br label %head
out:
  ret void
}
; target:
declare void @u(i64)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  call void @u(i64 %n)
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %t = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 2, ptr %t, align 4
  %d = icmp ult i64 %i, %n
  br i1 %d, label %body, label %out
body:
  %i.next = add i64 %i, 1
  br label %head
out:
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; So it is where the target adds such a store.
declare void @u(i64)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  call void @u(i64 %n)
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %t = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 2, ptr %t, align 4
  %d = icmp ult i64 %i, %n
  br i1 %d, label %body, label %out
body:
  %i.next = add i64 %i, 1
  br label %head
out:
  ret void
}
; target:
declare void @u(i64)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  call void @u(i64 %n)
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %t = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 2, ptr %t, align 4
  %d = icmp ult i64 %i, %n
  br i1 %d, label %body, label %out
body:
  store i32 1, ptr %t, align 4
  %i.next = add i64 %i, 1
  br label %head
out:
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; One place for all rounds is overwritten in each.
declare void @u(i64)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  call void @u(i64 %n)
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
    store i32 2, ptr %p, align 4
  %d = icmp ult i64 %i, %n
  br i1 %d, label %body, label %out
body:
  store i32 1, ptr %p, align 4
  %i.next = add i64 %i, 1
  br label %head
out:
  ret void
}
; target:
declare void @u(i64)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  call void @u(i64 %n)
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
    store i32 2, ptr %p, align 4
  %d = icmp ult i64 %i, %n
  br i1 %d, label %body, label %out
body:
  %i.next = add i64 %i, 1
  br label %head
out:
  ret void
}
; check: correct

; Scopes that only the target says, in a cycle with two entries: the next round may come to the same place.
; No loop says how often the stores are made.
define void @f(ptr %p, i64 %x, i64 noundef %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  %s = icmp ult i64 %n, 17
  br i1 %s, label %A, label %B
A:
  %i = phi i64 [ %n, %a ], [ %j1, %B ]
  %pi = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 1, ptr %pi, align 4
  %qi = getelementptr inbounds i8, ptr %pi, i64 4
  store i32 2, ptr %qi, align 4
  %d = icmp ult i64 %i, 1000
  br i1 %d, label %B, label %out
B:
  %j = phi i64 [ 5, %a ], [ %i, %A ]
  %j1 = add nuw nsw i64 %j, 1
  br label %A
out:
  ret void
}
!0 = distinct !{!0, !"d"}
!1 = distinct !{!1, !0, !"s"}
!2 = !{!1}
; target:
define void @f(ptr %p, i64 %x, i64 noundef %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  %s = icmp ult i64 %n, 17
  br i1 %s, label %A, label %B
A:
  %i = phi i64 [ %n, %a ], [ %j1, %B ]
  %pi = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 1, ptr %pi, align 4, !alias.scope !2
  %qi = getelementptr inbounds i8, ptr %pi, i64 4
  store i32 2, ptr %qi, align 4, !noalias !2
  %d = icmp ult i64 %i, 1000
  br i1 %d, label %B, label %out
B:
  %j = phi i64 [ 5, %a ], [ %i, %A ]
  %j1 = add nuw nsw i64 %j, 1
  br label %A
out:
  ret void
}
!0 = distinct !{!0, !"d"}
!1 = distinct !{!1, !0, !"s"}
!2 = !{!1}
; check: unknown: unfollowed-promise: !alias.scope
