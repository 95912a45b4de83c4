; MEM-72: Segments of loops are written in copies of the modules. Who reads and writes a variable of the module is
; known there as it is in the modules themselves, though the target no longer names it:
; @get reads what the source stores before the loop,
@g = internal global i32 0
declare void @k(i64) memory(none)
define i32 @get() {
  %v = load i32, ptr @g
  ret i32 %v
}
define void @src(i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i32 7, ptr @g
  br label %head
head:
  %i = phi i64 [ 0, %a ], [ %i.next, %head ]
  call void @k(i64 %i)
  %i.next = add i64 %i, 1
  %d = icmp ult i64 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
define void @tgt(i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  br label %head
head:
  %i = phi i64 [ 0, %a ], [ %i.next, %head ]
  call void @k(i64 %i)
  %i.next = add i64 %i, 1
  %d = icmp ult i64 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; and nobody does here,
@g = internal global i32 0
declare void @k(i64) memory(none)
define void @src(i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i32 7, ptr @g
  br label %head
head:
  %i = phi i64 [ 0, %a ], [ %i.next, %head ]
  call void @k(i64 %i)
  %i.next = add i64 %i, 1
  %d = icmp ult i64 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
define void @tgt(i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  br label %head
head:
  %i = phi i64 [ 0, %a ], [ %i.next, %head ]
  call void @k(i64 %i)
  %i.next = add i64 %i, 1
  %d = icmp ult i64 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
; check: correct

; nor here, where nobody calls the reader.
@g = internal global i32 0
declare void @k(i64) memory(none)
define internal i32 @get() {
  %v = load i32, ptr @g
  ret i32 %v
}
define void @src(i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  store i32 7, ptr @g
  br label %head
head:
  %i = phi i64 [ 0, %a ], [ %i.next, %head ]
  call void @k(i64 %i)
  %i.next = add i64 %i, 1
  %d = icmp ult i64 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
define void @tgt(i64 %x, i64 %n) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %out
a:
  br label %head
head:
  %i = phi i64 [ 0, %a ], [ %i.next, %head ]
  call void @k(i64 %i)
  %i.next = add i64 %i, 1
  %d = icmp ult i64 %i.next, %n
  br i1 %d, label %head, label %out
out:
  ret void
}
; check: correct

; Copies with guards written out are no other.
@g = internal global i32 0
declare void @llvm.experimental.guard(i1, ...)
define i32 @get() {
  %v = load i32, ptr @g
  ret i32 %v
}
define void @src(i64 %x, i1 %b) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"() ]
  br i1 %c, label %a, label %out
a:
  store i32 5, ptr @g
  br label %out
out:
  ret void
}
define void @tgt(i64 %x, i1 %b) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"() ]
  br i1 %c, label %a, label %out
a:
  br label %out
out:
  ret void
}
; check: unknown: approximation


@g = internal global i32 0
declare void @llvm.experimental.guard(i1, ...)
define void @src(i64 %x, i1 %b) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"() ]
  br i1 %c, label %a, label %out
a:
  store i32 5, ptr @g
  br label %out
out:
  ret void
}
define void @tgt(i64 %x, i1 %b) {
entry:
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"() ]
  br i1 %c, label %a, label %out
a:
  br label %out
out:
  ret void
}
; check: correct
