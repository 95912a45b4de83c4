; Two modules: what constructors may have done to variables that the target starts otherwise.

; CALL-66: A constructor that is gone and does not write the variable is no reason for another initial value,
@k = global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define internal void @c() {
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = global i32 7
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)

; nor for a constant,
@k = internal global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define internal void @c() {
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
define void @g(i32 %x) { store i32 %x, ptr @k ret void }
; target:
@k = internal global i32 7
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
define void @g(i32 %x) { store i32 %x, ptr @k ret void }
; check: incorrect: value-mismatch (interpreter)

; nor is one that writes another.
@k = global i32 0
@m = global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define internal void @c() {
  store i32 7, ptr @m
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = global i32 7
@m = global i32 7
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)

; It may have written this one, also by a table that leads there,
@k = internal global i32 0
@t = internal global ptr @k
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define internal void @c() {
  %p = load ptr, ptr @t
  store i32 7, ptr %p
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = internal global i32 7
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: unknown: approximation

; or by a function that it calls.
@k = internal global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define internal void @c() {
  call void @d()
  ret void
}
define internal void @d() {
  store i32 7, ptr @k
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = internal global i32 7
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: unknown: approximation

; One that is still called has done nothing yet.
@k = internal global i32 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @e, ptr null }]
define internal void @c() {
  store i32 7, ptr @k
  ret void
}
define internal void @e() {
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; target:
@k = internal global i32 7
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
define internal void @c() {
  store i32 7, ptr @k
  ret void
}
define i32 @f() {
  %v = load i32, ptr @k
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter)
