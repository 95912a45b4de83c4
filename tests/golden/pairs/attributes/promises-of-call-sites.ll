; ATTR-19: What a call site promises may be dropped but not invented.
declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(none)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(none)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(read)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(read)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(argmem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(argmem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(inaccessiblemem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(inaccessiblemem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) nofree
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readonly %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readonly %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr captures(none) %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr captures(none) %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readnone %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: unknown: different blocks of memory
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readnone %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A call that loses `returned` still returns its argument.
declare i8 @f(i8)
declare i8 @g(i8)
define i8 @src(i8 %x) {
  %r = call i8 @f(i8 returned %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
define i8 @tgt(i8 %x) {
  %r = call i8 @f(i8 %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
; interpreter: nothing against it
; solver: correct

declare i8 @f(i8)
declare i8 @g(i8)
define i8 @src(i8 %x) {
  %r = call i8 @f(i8 %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
define i8 @tgt(i8 %x) {
  %r = call i8 @f(i8 returned %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
; interpreter: nothing against it
; solver: incorrect: more-ub
