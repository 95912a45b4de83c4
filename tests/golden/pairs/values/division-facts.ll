; Facts about quotients and remainders, which need not be computed: their size, their sign, and that they make the
; dividend.
define i1 @src(i32 noundef %x, i32 noundef %y) {
  %a = srem i32 %x, %y
  %b = icmp slt i32 %a, %y
  ret i1 %b
}
define i1 @tgt(i32 noundef %x, i32 noundef %y) {
  %b = icmp sgt i32 %y, -1
  ret i1 %b
}
; check: correct

define i1 @src(i32 noundef %x, i32 noundef %y) {
  %a = srem i32 %x, %y
  %b = icmp sle i32 %a, %y
  ret i1 %b
}
define i1 @tgt(i32 noundef %x, i32 noundef %y) {
  %b = icmp sgt i32 %y, 0
  ret i1 %b
}
; check: correct

define i1 @src(i32 noundef %x, i32 noundef %y) {
  %a = srem i32 %x, %y
  %b = icmp slt i32 %a, 0
  ret i1 %b
}
define i1 @tgt(i32 noundef %x, i32 noundef %y) {
  %b = icmp slt i32 %x, 0
  ret i1 %b
}
; check: incorrect: value-mismatch (interpreter, smt)

define i1 @src(i32 noundef %x, i32 noundef %y, i32 noundef %z) {
  %a = sdiv exact i32 %x, %z
  %b = sdiv exact i32 %y, %z
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
define i1 @tgt(i32 noundef %x, i32 noundef %y, i32 noundef %z) {
  %c = icmp eq i32 %x, %y
  ret i1 %c
}
; check: correct

define i1 @src(i32 noundef %x, i32 noundef %y, i32 noundef %z) {
  %a = sdiv exact i32 %x, %z
  %b = sdiv i32 %y, %z
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
define i1 @tgt(i32 noundef %x, i32 noundef %y, i32 noundef %z) {
  %c = icmp eq i32 %x, %y
  ret i1 %c
}
; check: incorrect: value-mismatch (interpreter, smt)

define i1 @src(i64 noundef %x, i64 noundef %y, i64 noundef %z) {
  %a = udiv exact i64 %x, %z
  %b = udiv exact i64 %y, %z
  %c = icmp eq i64 %a, %b
  ret i1 %c
}
define i1 @tgt(i64 noundef %x, i64 noundef %y, i64 noundef %z) {
  %c = icmp eq i64 %x, %y
  ret i1 %c
}
; check: correct

define i32 @src(i32 noundef %x, i32 noundef %y) {
  %q = sdiv i32 %x, %y
  %p = mul i32 %q, %y
  %r = sub i32 %x, %p
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, i32 noundef %y) {
  %r = srem i32 %x, %y
  ret i32 %r
}
; check: correct

define i1 @src(i32 noundef %x, i32 noundef %y) {
  %q = sdiv i32 %x, %y
  %c = icmp slt i32 %q, 0
  ret i1 %c
}
define i1 @tgt(i32 noundef %x, i32 noundef %y) {
  %s = xor i32 %x, %y
  %c = icmp slt i32 %s, 0
  ret i1 %c
}
; check: incorrect: value-mismatch (interpreter, smt)

define i1 @src(i32 noundef %x, i32 noundef %y) {
  %q = sdiv exact i32 %x, %y
  %c = icmp slt i32 %q, 0
  %z = icmp eq i32 %x, 0
  %n = xor i1 %z, true
  %r = and i1 %c, %n
  ret i1 %r
}
define i1 @tgt(i32 noundef %x, i32 noundef %y) {
  %s = xor i32 %x, %y
  %c = icmp slt i32 %s, 0
  %n = icmp ne i32 %x, 0
  %r = and i1 %c, %n
  ret i1 %r
}
; check: correct
