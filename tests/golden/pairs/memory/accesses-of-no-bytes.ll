; An access of no bytes says nothing of its pointer: it may be poison or null.

; A store of an array without elements,
declare void @k(ptr)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store [0 x i8] zeroinitializer, ptr %p
  call void @k(ptr %p)
  br label %b
b:
  ret void
}
; target:
declare void @k(ptr)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store [0 x i8] zeroinitializer, ptr %p
  call void @k(ptr nonnull noundef %p)
  br label %b
b:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; a load of a structure without members.
declare void @k(ptr)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  %q = getelementptr inbounds i8, ptr %p, i64 %n
  %l = load {}, ptr %q
  call void @k(ptr %p)
  br label %b
b:
  ret void
}
; target:
declare void @k(ptr)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  %q = getelementptr inbounds i8, ptr %p, i64 %n
  %l = load {}, ptr %q
  call void @k(ptr nonnull noundef %p)
  br label %b
b:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; One of a byte does.
declare void @k(ptr)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store i8 0, ptr %p
  call void @k(ptr %p)
  br label %b
b:
  ret void
}
; target:
declare void @k(ptr)
define void @f(ptr %p, i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store i8 0, ptr %p
  call void @k(ptr nonnull noundef %p)
  br label %b
b:
  ret void
}
; check: correct
