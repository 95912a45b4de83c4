; ATTR-60: A pointer that was moved out of its object to address 0 is null: its address says so.

declare void @free(ptr allocptr nocapture noundef) allockind("free") "alloc-family"="malloc"
define void @src(ptr %p) {
entry:
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %then
then:
  tail call void @free(ptr dereferenceable(4) %p)
  br label %end
end:
  ret void
}
define void @tgt(ptr %p) {
entry:
  %c = icmp eq ptr %p, null
  tail call void @free(ptr dereferenceable_or_null(4) %p)
  br i1 %c, label %end, label %then
then:
  br label %end
end:
  ret void
}
; check: correct

; The promise is not for null.
declare void @free(ptr allocptr nocapture noundef) allockind("free") "alloc-family"="malloc"
define void @src(ptr %p) {
entry:
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %then
then:
  tail call void @free(ptr dereferenceable(4) %p)
  br label %end
end:
  ret void
}
define void @tgt(ptr %p) {
entry:
  tail call void @free(ptr dereferenceable(4) %p)
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

declare void @use(ptr)
define void @src(ptr noundef %p, i64 noundef %n) {
  %q = getelementptr i8, ptr %p, i64 %n
  %c = icmp eq ptr %q, null
  br i1 %c, label %zero, label %other
zero:
  call void @use(ptr %q)
  ret void
other:
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) {
  %q = getelementptr i8, ptr %p, i64 %n
  %c = icmp eq ptr %q, null
  br i1 %c, label %zero, label %other
zero:
  call void @use(ptr dereferenceable_or_null(8) %q)
  ret void
other:
  ret void
}
; interpreter: nothing against it
; solver: correct

; Of another address it is a promise.
declare void @use(ptr)
define void @src(ptr noundef %p, i64 noundef %n) {
  %q = getelementptr i8, ptr %p, i64 %n
  %c = icmp ne ptr %q, null
  br i1 %c, label %use, label %other
use:
  call void @use(ptr %q)
  ret void
other:
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) {
  %q = getelementptr i8, ptr %p, i64 %n
  %c = icmp ne ptr %q, null
  br i1 %c, label %use, label %other
use:
  call void @use(ptr dereferenceable_or_null(8) %q)
  ret void
other:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

define i1 @src(ptr noundef dereferenceable_or_null(4) %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr noundef dereferenceable_or_null(4) %p) {
  %b = ptrtoint ptr %p to i64
  %c = icmp eq i64 %b, 0
  ret i1 %c
}
; check: correct
