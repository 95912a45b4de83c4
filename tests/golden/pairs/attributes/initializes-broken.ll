; ATTR-8: Is not kept by a part or too late or on one way only.
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) { %v = load i32, ptr %in ret i32 %v }
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i16 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i16 1, ptr %out
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %p = getelementptr i8, ptr %out, i64 1
  store i32 1, ptr %p
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %p = getelementptr i8, ptr %out, i64 1
  store i32 1, ptr %p
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %p = getelementptr i8, ptr %out, i64 %n
  store i32 1, ptr %p
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %p = getelementptr i8, ptr %out, i64 %n
  store i32 1, ptr %p
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 3, i1 false)
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 3, i1 false)
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 %n, i1 false)
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 %n, i1 false)
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i32 1, ptr %in
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store i32 1, ptr %in
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %out
  store i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %out
  store i32 1, ptr %out
  ret i32 %v
}
; check: incorrect: more-poisonous (interpreter)

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  store i16 1, ptr %out
  %v = load i32, ptr %out
  store i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  store i16 1, ptr %out
  %v = load i32, ptr %out
  store i32 1, ptr %out
  ret i32 %v
}
; check: incorrect: more-poisonous (interpreter)

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %w = load i8, ptr %out
  store i32 1, ptr %out
  %x = zext i8 %w to i32
  ret i32 %x
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  %w = load i8, ptr %out
  store i32 1, ptr %out
  %x = zext i8 %w to i32
  ret i32 %x
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  br label %b
b:
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  br label %b
b:
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  ret i32 %v
b:
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  ret i32 %v
b:
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  br label %b
b:
  %v = load i32, ptr %out
  store i32 2, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %out
  br label %b
b:
  %v = load i32, ptr %out
  store i32 2, ptr %out
  ret i32 %v
}
; check: incorrect: more-poisonous (interpreter)

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store volatile i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %v = load i32, ptr %in
  store volatile i32 1, ptr %out
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %s = alloca ptr
  store ptr %out, ptr %s
  %p = load ptr, ptr %s
  %v = load i32, ptr %p
  store i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %s = alloca ptr
  store ptr %out, ptr %s
  %p = load ptr, ptr %s
  %v = load i32, ptr %p
  store i32 1, ptr %out
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %i = ptrtoint ptr %out to i64
  %p = inttoptr i64 %i to ptr
  %v = load i32, ptr %p
  store i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  %i = ptrtoint ptr %out to i64
  %p = inttoptr i64 %i to ptr
  %v = load i32, ptr %p
  store i32 1, ptr %out
  ret i32 %v
}
; check: unknown: approximation

declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  call void @g(ptr %out)
  %v = load i32, ptr %in
  store i32 1, ptr %out
  ret i32 %v
}
; target:
declare void @g(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr initializes((0, 4)) %out, ptr %in, i1 noundef %c, i64 noundef %n) {
  call void @g(ptr %out)
  %v = load i32, ptr %in
  store i32 1, ptr %out
  ret i32 %v
}
; check: unknown: approximation
