; VAL-60: A function of the module looks twice at what it is given.
define internal i32 @dbl(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @src(ptr %p) {
  %w = load i32, ptr %p
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %w = load i32, ptr %p
  %r = call i32 @dbl(i32 %w)
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: Its body at its call looks as often.
define internal i32 @dbl(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @src(ptr %p) {
  %w = load i32, ptr %p
  %r = call i32 @dbl(i32 %w)
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %w = load i32, ptr %p
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct

define internal i32 @dbl(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @src(ptr %p) {
  %w = load i32, ptr %p
  %r = add i32 %w, %w
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %w = load i32, ptr %p
  %r = call i32 @dbl(i32 %w)
  ret i32 %r
}
; check: correct

; VAL-60: A function that looks once, and more often in the target.
define internal i32 @inc(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @src(ptr %p) {
  %w = load i32, ptr %p
  %v = call i32 @inc(i32 %w)
  %r = shl i32 %v, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %w = load i32, ptr %p
  %v = call i32 @inc(i32 %w)
  %r = add i32 %v, %v
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: A function of the module reads the caller's memory and gives what it read.
define internal i32 @ld(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @src(ptr %p) {
  %w = call i32 @ld(ptr %p)
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %w = call i32 @ld(ptr %p)
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: Its body at its call reads the same place.
define internal i32 @ld(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @src(ptr %p) {
  %w = call i32 @ld(ptr %p)
  %r = add i32 %w, %w
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %w = load i32, ptr %p
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct

; VAL-60: The function's own object is read by a function of the module.
define internal i32 @ld(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @src(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = call i32 @ld(ptr %a)
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %w = call i32 @ld(ptr %a)
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; VAL-60: It is written by one, with a value that is none from outside.
define internal void @st(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  ret void
}
define i32 @src(i32 noundef %k) {
  %a = alloca i32
  call void @st(ptr %a, i32 %k)
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(i32 noundef %k) {
  %a = alloca i32
  call void @st(ptr %a, i32 %k)
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct

; VAL-60: What an unknown function gave is kept in an object of the function's own.
declare i32 @g()
define i32 @src() {
  %a = alloca i32
  %v = call i32 @g()
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt() {
  %a = alloca i32
  %v = call i32 @g()
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (inputs that are not undef)

; VAL-60: A function of the module passes it on.
declare i32 @g()
define internal i32 @pass() {
  %v = call i32 @g()
  ret i32 %v
}
define i32 @src() {
  %w = call i32 @pass()
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt() {
  %w = call i32 @pass()
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (inputs that are not undef)

declare noundef i32 @g()
define internal i32 @pass() {
  %v = call noundef i32 @g()
  ret i32 %v
}
define i32 @src() {
  %w = call i32 @pass()
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt() {
  %w = call i32 @pass()
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct

; VAL-60: Who is called may be known by a pointer alone.
define i32 @src(ptr %g) {
  %a = alloca i32
  %v = call i32 %g()
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(ptr %g) {
  %a = alloca i32
  %v = call i32 %g()
  store i32 %v, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (inputs that are not undef)

; VAL-60: A variable argument may be undef.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i64 noundef %k, ...) {
  %l = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %l)
  %w = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = shl i32 %w, 1
  ret i32 %r
}
define i32 @tgt(i64 noundef %k, ...) {
  %l = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %l)
  %w = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = add i32 %w, %w
  ret i32 %r
}
; check: correct (inputs that are not undef)
