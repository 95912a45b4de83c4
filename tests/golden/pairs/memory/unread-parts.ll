; MEM-15: bytes of a variable that only the module knows and that nothing in the target reads.

; Read through a phi and a select, of which one may be another pointer: only byte 0 is.
@chosen = internal global [8 x i8] zeroinitializer
define i8 @f(ptr %x, i1 %y, i1 %z) {
entry:
  br i1 %y, label %read, label %write
write:
  %a = getelementptr i8, ptr @chosen, i64 1
  store i8 1, ptr %a
  br label %read
read:
  %b = phi ptr [ @chosen, %write ], [ %x, %entry ]
  %s = select i1 %z, ptr %b, ptr @chosen
  %c = load i8, ptr %s
  ret i8 %c
}
; target:
@chosen = internal global [8 x i8] zeroinitializer
define i8 @f(ptr %x, i1 %y, i1 %z) {
entry:
  br i1 %y, label %read, label %write
write:
  br label %read
read:
  %b = phi ptr [ @chosen, %write ], [ %x, %entry ]
  %s = select i1 %z, ptr %b, ptr @chosen
  %c = load i8, ptr %s
  ret i8 %c
}
; check: unknown: approximation

; Byte 1 is read that way.
@moved = internal global [8 x i8] zeroinitializer
define i8 @f(ptr %x, i1 noundef %y) {
  store i8 1, ptr getelementptr (i8, ptr @moved, i64 1)
  %s = select i1 %y, ptr @moved, ptr %x
  %p = getelementptr i8, ptr %s, i64 1
  %c = load i8, ptr %p
  ret i8 %c
}
; target:
@moved = internal global [8 x i8] zeroinitializer
define i8 @f(ptr %x, i1 noundef %y) {
  %s = select i1 %y, ptr @moved, ptr %x
  %p = getelementptr i8, ptr %s, i64 1
  %c = load i8, ptr %p
  ret i8 %c
}
; check: incorrect: memory-mismatch (interpreter, smt)
