; CALL-55: What an unknown function gives may be undef, and each use of it something else.
declare i32 @f()
define i32 @src() {
  %x = call i32 @f()
  %r = shl i32 %x, 1
  ret i32 %r
}
define i32 @tgt() {
  %x = call i32 @f()
  %r = add i32 %x, %x
  ret i32 %r
}
; check: correct (inputs that are not undef)

declare noundef i32 @f()
define i32 @src() {
  %x = call noundef i32 @f()
  %r = shl i32 %x, 1
  ret i32 %r
}
define i32 @tgt() {
  %x = call noundef i32 @f()
  %r = add i32 %x, %x
  ret i32 %r
}
; check: correct

declare i32 @f()
define i32 @src() {
  %x = call i32 @f()
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @tgt() {
  %x = call i32 @f()
  %r = shl i32 %x, 1
  ret i32 %r
}
; check: correct

; A branch on it is undefined where the source's select is not.
declare i1 @f()
define i32 @src(i32 noundef %a, i32 noundef %b) {
  %x = call i1 @f()
  %r = select i1 %x, i32 %a, i32 %b
  ret i32 %r
}
define i32 @tgt(i32 noundef %a, i32 noundef %b) {
  %x = call i1 @f()
  br i1 %x, label %one, label %two
one:
  ret i32 %a
two:
  ret i32 %b
}
; check: incorrect: more-ub (interpreter, smt)

declare i1 @f()
define i32 @src(i32 noundef %a, i32 noundef %b) {
  %x = call i1 @f()
  br i1 %x, label %one, label %two
one:
  ret i32 %a
two:
  ret i32 %b
}
define i32 @tgt(i32 noundef %a, i32 noundef %b) {
  %x = call i1 @f()
  %r = select i1 %x, i32 %a, i32 %b
  ret i32 %r
}
; check: correct

; What a call may have written to an object of the function's own, too (MEM-24).
declare void @f(ptr)
define i32 @src() {
  %p = alloca i32
  store i32 0, ptr %p
  call void @f(ptr %p)
  %x = load i32, ptr %p
  %r = shl i32 %x, 1
  ret i32 %r
}
define i32 @tgt() {
  %p = alloca i32
  store i32 0, ptr %p
  call void @f(ptr %p)
  %x = load i32, ptr %p
  %r = add i32 %x, %x
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

declare void @f(ptr)
define i32 @src(i32 noundef %v) {
  %p = alloca i32
  store i32 %v, ptr %p
  %x = load i32, ptr %p
  %r = shl i32 %x, 1
  ret i32 %r
}
define i32 @tgt(i32 noundef %v) {
  %p = alloca i32
  store i32 %v, ptr %p
  %x = load i32, ptr %p
  %r = add i32 %x, %x
  ret i32 %r
}
; check: correct
