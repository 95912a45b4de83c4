; Comparisons of the same bytes.

; CALL-59: memcmp is one function: where it compares the same again it gives the same number.
declare i32 @memcmp(ptr, ptr, i64)
define i32 @src(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %b = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %c = icmp eq i32 %a, %b
  %z = icmp eq i32 %a, 0
  %d = or i1 %c, %z
  %r = zext i1 %d to i32
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %z = icmp eq i32 %a, 0
  %r = zext i1 %z to i32
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; So one call will do.
declare i32 @memcmp(ptr, ptr, i64)
define i32 @src(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %b = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %c = sub i32 %a, %b
  ret i32 %c
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  ret i32 0
}
; check: correct

; Behind a store it may give another,
declare i32 @memcmp(ptr, ptr, i64)
define i32 @src(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  store i8 3, ptr %p
  %b = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  %c = sub i32 %a, %b
  ret i32 %c
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  store i8 3, ptr %p
  %b = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  ret i32 0
}
; check: incorrect: value-mismatch (interpreter, smt)

; not if it stores what was there.
declare i32 @memcmp(ptr, ptr, i64)
define i32 @src(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  %x = load i8, ptr %p
  store i8 %x, ptr %p
  %b = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  %c = icmp eq i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @tgt(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  %x = load i8, ptr %p
  store i8 %x, ptr %p
  ret i32 1
}
; check: correct

; CALL-59: which number it gives is open: the difference of two bytes is one.
declare i32 @memcmp(ptr, ptr, i64)
define i32 @src(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 1)
  ret i32 %a
}
define i32 @tgt(ptr %p, ptr %q) {
  %x = load i8, ptr %p
  %y = load i8, ptr %q
  %u = zext i8 %x to i32
  %v = zext i8 %y to i32
  %a = sub i32 %u, %v
  ret i32 %a
}
; check: correct (memory of the caller holds no undef)
