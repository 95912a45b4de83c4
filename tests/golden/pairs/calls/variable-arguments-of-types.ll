; What is taken is some value of its type.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i8
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i8
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i8
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i8
  store i8 %a, ptr %p
  %v = freeze i8 %a
  store i8 %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i8
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i8
  store i8 %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i32
  store i32 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i32
  store i32 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i32
  store i32 %a, ptr %p
  %v = freeze i32 %a
  store i32 %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i32
  store i32 %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i64
  store i64 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i64
  store i64 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i64
  store i64 %a, ptr %p
  %v = freeze i64 %a
  store i64 %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i64
  store i64 %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, float
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca float
  store float %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, float
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca float
  store float %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, float
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca float
  store float %a, ptr %p
  %v = freeze float %a
  store float %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, float
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca float
  store float %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca double
  store double %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca double
  store double %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca double
  store double %a, ptr %p
  %v = freeze double %a
  store double %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca double
  store double %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca ptr
  store ptr %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca ptr
  store ptr %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca ptr
  store ptr %a, ptr %p
  %v = freeze ptr %a
  store ptr %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca ptr
  store ptr %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, <4 x i32>
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca <4 x i32>
  store <4 x i32> %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, <4 x i32>
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca <4 x i32>
  store <4 x i32> %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, <4 x i32>
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca <4 x i32>
  store <4 x i32> %a, ptr %p
  %v = freeze <4 x i32> %a
  store <4 x i32> %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, <4 x i32>
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca <4 x i32>
  store <4 x i32> %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i128
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i128
  store i128 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i128
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i128
  store i128 %a, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  %w = or i32 %z, 0
  ret i32 %w
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i128
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i128
  store i128 %a, ptr %p
  %v = freeze i128 %a
  store i128 %v, ptr %p
  %r = load i8, ptr %p
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i128
  call void @llvm.va_end.p0(ptr %l)
  %p = alloca i128
  store i128 %a, ptr %p
  ret i32 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; An argument may be poison.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = freeze i32 %a
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = freeze i32 %a
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous
