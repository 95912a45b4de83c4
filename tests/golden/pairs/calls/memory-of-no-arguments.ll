; memory(argmem: ...) of a call that is given no pointers: it neither reads nor writes (LangRef: argmem is what is based on pointer arguments; ATTR-41).
declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src() {
  %a = call i7 @f()
  %b = call i7 @f()
  ret i7 %b
}
define i7 @tgt() {
  %a = call i7 @f()
  ret i7 %a
}
; interpreter: nothing against it
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  %b = call i7 @g(i7 %x)
  ret i7 %b
}
define i7 @tgt(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  ret i7 %a
}
; interpreter: nothing against it
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(ptr %x) {
  %a = call i7 @p(ptr %x)
  %b = call i7 @p(ptr %x)
  ret i7 %b
}
define i7 @tgt(ptr %x) {
  %a = call i7 @p(ptr %x)
  ret i7 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain
; solver, @src against itself: unknown: approximation

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x) {
  %a = call i7 @w(i7 %x)
  %b = call i7 @w(i7 %x)
  ret i7 %b
}
define i7 @tgt(i7 noundef %x) {
  %a = call i7 @w(i7 %x)
  ret i7 %a
}
; interpreter: unknown: how often a function that only writes memory is called
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  %b = call i7 @g(i7 0)
  ret i7 %b
}
define i7 @tgt(i7 noundef %x) {
  %a = call i7 @g(i7 %x)
  ret i7 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(i7 noundef %x, ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @g(i7 %x)
  %v = load i8, ptr %q
  %t = trunc i8 %v to i7
  ret i7 %t
}
define i7 @tgt(i7 noundef %x, ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @g(i7 %x)
  ret i7 1
}
; interpreter: nothing against it
; solver: correct

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i7 @src(ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @p(ptr %q)
  %v = load i8, ptr %q
  %t = trunc i8 %v to i7
  ret i7 %t
}
define i7 @tgt(ptr %q) {
  store i8 1, ptr %q
  %a = call i7 @p(ptr %q)
  ret i7 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i7 @f() memory(argmem: readwrite)
declare i7 @g(i7) memory(argmem: readwrite)
declare i7 @p(ptr) memory(argmem: readwrite)
declare i7 @w(i7) memory(write)
define i1 @src() {
  %a = call i7 @f()
  %b = call i7 @f()
  %s = add i7 %a, %b
  %c = icmp slt i7 %s, 0
  br i1 %c, label %t, label %e
t:
  ret i1 %c
e:
  ret i1 false
}
define i1 @tgt() {
  %a = call i7 @f()
  %b = call i7 @f()
  %s = add i7 %a, %b
  %c = icmp slt i7 %s, 0
  br i1 %c, label %t, label %e
t:
  ret i1 true
e:
  ret i1 false
}
; interpreter: nothing against it
; solver: correct
