; VAL-60: Two calls of one function exchange how often they look at a value that may be undef.
declare void @g(i8)
define void @f(ptr %p) {
  %x = load i8, ptr %p
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
}
; target:
declare void @g(i8)
define void @f(ptr %p) {
  %x = load i8, ptr %p
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  ret void
}
; check: correct (memory of the caller holds no undef)

; They keep it.
declare void @g(i8)
define void @f(ptr %p) {
  %x = load i8, ptr %p
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
}
; target:
declare void @g(i8)
define void @f(ptr %p) {
  %x = load i8, ptr %p
  %even = shl i8 %x, 1
  call void @g(i8 %even)
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
}
; check: correct

; Each of them looks once.
declare void @g(i8)
define void @f(ptr %p) {
  %x = load i8, ptr %p
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
}
; target:
declare void @g(i8)
define void @f(ptr %p) {
  %x = load i8, ptr %p
  %even = shl i8 %x, 1
  call void @g(i8 %even)
  call void @g(i8 %even)
  ret void
}
; check: correct

; Stores to one place after another, with a call that sees them between.
declare void @g()
define void @f(ptr %p, ptr noalias %q) {
  %x = load i8, ptr %p
  %even = mul i8 %x, 2
  store i8 %even, ptr %q
  call void @g()
  %sum = add i8 %x, %x
  store i8 %sum, ptr %q
  ret void
}
; target:
declare void @g()
define void @f(ptr %p, ptr noalias %q) {
  %x = load i8, ptr %p
  %sum = add i8 %x, %x
  store i8 %sum, ptr %q
  call void @g()
  %even = mul i8 %x, 2
  store i8 %even, ptr %q
  ret void
}
; check: correct (memory of the caller holds no undef)

; On two ways their order is not seen.
declare void @g(i8)
define void @f(ptr %p, i1 %c) {
  %x = load i8, ptr %p
  br i1 %c, label %a, label %b
a:
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  ret void
b:
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
}
; target:
declare void @g(i8)
define void @f(ptr %p, i1 %c) {
  %x = load i8, ptr %p
  %d = xor i1 %c, true
  br i1 %d, label %b, label %a
b:
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
a:
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  ret void
}
; check: correct

; A call's value, and an argument that is undef in part.
declare void @g(i8)
declare i8 @h()
define void @f() {
  %x = call i8 @h()
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  ret void
}
; target:
declare void @g(i8)
declare i8 @h()
define void @f() {
  %x = call i8 @h()
  %sum = add i8 %x, %x
  call void @g(i8 %sum)
  %even = mul i8 %x, 2
  call void @g(i8 %even)
  ret void
}
; check: correct (inputs that are not undef)
