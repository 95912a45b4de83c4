; MEM-64: A pointer that is frozen though it is poison or undef may be one to the function's own object. A freeze of
; what is computed becomes one of the operands.
define i1 @src(i1 %x) {
  %a = alloca i8
  %b = select i1 %x, ptr %a, ptr null
  %c = freeze ptr %b
  %d = icmp eq ptr %c, %a
  ret i1 %d
}
define i1 @tgt(i1 %x) {
  %y = freeze i1 %x
  ret i1 %y
}
; check: unknown: approximation

; Passed on.
declare void @use(ptr, ptr)
define void @src(i1 %x) {
  %a = alloca i8
  %b = alloca i8
  %s = select i1 %x, ptr %a, ptr %b
  %c = freeze ptr %s
  call void @use(ptr %c, ptr %a)
  ret void
}
define void @tgt(i1 %x) {
  %a = alloca i8
  %b = alloca i8
  %y = freeze i1 %x
  %c = select i1 %y, ptr %a, ptr %b
  call void @use(ptr %c, ptr %a)
  ret void
}
; check: unknown: approximation

; It is one pointer: two comparisons agree.
define i1 @src(i1 %x) {
  %a = alloca i8
  %b = select i1 %x, ptr %a, ptr null
  %c = freeze ptr %b
  %d = icmp eq ptr %c, %a
  %e = icmp eq ptr %c, %a
  %f = xor i1 %d, %e
  ret i1 %f
}
define i1 @tgt(i1 %x) {
  ret i1 false
}
; check: correct

; Where it is no poison it is what it was.
define i1 @src(i1 noundef %x) {
  %a = alloca i8
  %b = select i1 %x, ptr %a, ptr null
  %c = freeze ptr %b
  %d = icmp eq ptr %c, %a
  ret i1 %d
}
define i1 @tgt(i1 noundef %x) {
  ret i1 true
}
; check: incorrect: value-mismatch (interpreter, smt)

; Without an object of its own.
define i1 @src(i1 noundef %x, ptr noundef %p, ptr noundef %q) {
  %b = select i1 %x, ptr %p, ptr null
  %c = freeze ptr %b
  %d = icmp eq ptr %c, %q
  ret i1 %d
}
define i1 @tgt(i1 noundef %x, ptr noundef %p, ptr noundef %q) {
  %c = select i1 %x, ptr null, ptr %p
  %d = icmp eq ptr %c, %q
  ret i1 %d
}
; check: incorrect: value-mismatch (interpreter, smt)

; An undef pointer.
define i1 @src() {
  %a = alloca i8
  %c = freeze ptr undef
  %d = icmp eq ptr %c, %a
  ret i1 %d
}
define i1 @tgt() {
  ret i1 true
}
; check: unknown: approximation

; An argument's own object.
define ptr @src(ptr byval(i64) %x, i1 %y) {
  %a = select i1 %y, ptr %x, ptr %x
  %b = freeze ptr %a
  ret ptr %b
}
define ptr @tgt(ptr byval(i64) %x, i1 %y) {
  %b = freeze ptr %x
  ret ptr %b
}
; check: unknown: approximation

define ptr @src(ptr noalias %x, i1 %y) {
  %a = select i1 %y, ptr %x, ptr %x
  %b = freeze ptr %a
  store i8 1, ptr %b
  ret ptr %b
}
define ptr @tgt(ptr noalias %x, i1 %y) {
  %b = freeze ptr %x
  store i8 1, ptr %b
  ret ptr %b
}
; check: correct

; A variable that only this function has.
@inner = internal global i8 0
define i8 @src(i1 %y) {
  %a = select i1 %y, ptr @inner, ptr @inner
  %b = freeze ptr %a
  store i8 1, ptr %b
  %c = load i8, ptr @inner
  ret i8 %c
}
define i8 @tgt(i1 %y) {
  store i8 1, ptr @inner
  %c = load i8, ptr @inner
  ret i8 %c
}
; check: correct
