; CALL-22: Arguments come in order.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %c = sub i32 0, %b
  %r = add i32 %c, %a
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = sub i32 %b, %a
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = freeze i32 %a
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = freeze i32 %b
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: value-mismatch

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %b
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-poisonous

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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
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
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-poisonous

; CALL-23: A list that was never started gives nothing.
; The last ones are started on one path only.
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  %a = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) { unreachable }
; interpreter: unsupported: va_arg of this type or target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  %a = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) { unreachable }
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) { unreachable }
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 1
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  %a = va_arg ptr %l, i32
  ret i32 1
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %b = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  call void @llvm.va_start.p0(ptr %l)
  br label %b
b:
  %v = va_arg ptr %l, i32
  ret i32 1
}
define i32 @tgt(i32 %n, ...) {
  %c = icmp eq i32 %n, 0
  call void @llvm.assume(i1 %c)
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %v = va_arg ptr %l, i32
  ret i32 1
}
; interpreter: unsupported: va_list of this target
; solver: correct

; A copy goes on where the list is.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %b = va_arg ptr %l, i32
  %c = va_arg ptr %k, i32
  %r = sub i32 %b, %c
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %b = va_arg ptr %l, i32
  %c = va_arg ptr %k, i32
  %r = sub i32 %b, %b
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %b = va_arg ptr %l, i32
  %c = va_arg ptr %k, i32
  ret i32 %b
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %b = va_arg ptr %l, i32
  %c = va_arg ptr %k, i32
  ret i32 %c
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %b = va_arg ptr %l, i32
  %c = va_arg ptr %k, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  %b = va_arg ptr %l, i32
  %c = va_arg ptr %k, i32
  ret i32 %c
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-poisonous

; A list that nobody takes from may be removed.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_end.p0(ptr %l)
  ret i32 1
}
define i32 @tgt(i32 %n, ...) { ret i32 1 }
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %k = alloca [24 x i8], align 8
  call void @llvm.va_copy.p0(ptr %k, ptr %l)
  call void @llvm.va_end.p0(ptr %k)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  ret i32 %a
}
; interpreter: unsupported: va_list of this target
; solver: correct

; Arguments taken in a loop are told apart.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %d ]
  %s = phi i32 [ 0, %0 ], [ %t, %d ]
  %c = icmp ult i32 %i, 3
  br i1 %c, label %d, label %e
d:
  %v = va_arg ptr %l, i32
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  br label %h
e:
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %s
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %d ]
  %s = phi i32 [ 0, %0 ], [ %t, %d ]
  %c = icmp ult i32 %i, 3
  br i1 %c, label %d, label %e
d:
  %v = va_arg ptr %l, i32
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  br label %h
e:
  call void @llvm.va_end.p0(ptr %l)
  %z = sub i32 0, %s
  %r = sub i32 0, %z
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %d ]
  %s = phi i32 [ 0, %0 ], [ %t, %d ]
  %c = icmp ult i32 %i, 3
  br i1 %c, label %d, label %e
d:
  %v = va_arg ptr %l, i32
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  br label %h
e:
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %s
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %d ]
  %s = phi i32 [ 0, %0 ], [ %t, %d ]
  %c = icmp ult i32 %i, 3
  br i1 %c, label %d, label %e
d:
  %v = va_arg ptr %l, i32
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  br label %h
e:
  call void @llvm.va_end.p0(ptr %l)
  %z = add i32 %s, 1
  ret i32 %z
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: value-mismatch

; Arguments taken as other types refute nothing.
declare void @llvm.va_start.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i64
  %r = trunc i64 %a to i32
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  ret i32 %a
}
; interpreter: unsupported: va_list of this target
; solver: unknown: approximation

; A list that others see is memory.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @g(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = mul i32 %a, 2
  ret i32 %r
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = shl i32 %a, 1
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @g(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  call void @g(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  %r = add i32 %a, 1
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: unknown: approximation

define i32 @src(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  %s = sub i32 %b, %a
  %r = sub i32 0, %s
  ret i32 %r
}
; interpreter: unsupported: va_arg of this type or target
; solver: correct

define i32 @src(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 %b
}
; interpreter: unsupported: va_arg of this type or target
; solver: unknown: approximation

define i32 @src(i32 %n, ptr %l) { %a = va_arg ptr %l, i32 ret i32 %a }
define i32 @tgt(i32 %n, ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 %a
}
; interpreter: unsupported: va_arg of this type or target
; solver: unknown: approximation

; A list outside its lifetime is not accessed.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  %r = xor i32 %a, 0
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  call void @llvm.lifetime.end.p0(ptr %l)
  call void @llvm.va_start.p0(ptr %l)
  ret i32 %a
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

; CALL-32: The target may take no more arguments than the source.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
define i32 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i32
  %a1 = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define double @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
define double @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define double @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
define double @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define double @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
define double @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, double
  %a1 = va_arg ptr %l, double
  call void @llvm.va_end.p0(ptr %l)
  ret double %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define ptr @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
define ptr @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define ptr @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
define ptr @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define ptr @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
define ptr @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, ptr
  %a1 = va_arg ptr %l, ptr
  call void @llvm.va_end.p0(ptr %l)
  ret ptr %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
define i64 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
define i64 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
define i64 @tgt(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a0 = va_arg ptr %l, i64
  %a1 = va_arg ptr %l, i64
  call void @llvm.va_end.p0(ptr %l)
  ret i64 %a0
}
; interpreter: unsupported: va_list of this target
; solver: correct

; One more in a branch that the source takes, too.
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @src(i1 noundef %c, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  br i1 %c, label %t, label %e
t:
  %a = va_arg ptr %l, i32
  ret i32 %a
e:
  ret i32 0
}
define i32 @tgt(i1 noundef %c, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  %r = select i1 %c, i32 %a, i32 0
  ret i32 %r
}
; interpreter: unsupported: va_list of this target
; solver: incorrect: more-ub

; A list that others see.
define i32 @src(ptr %l) {
  %a = va_arg ptr %l, i32
  ret i32 0
}
define i32 @tgt(ptr %l) {
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, i32
  ret i32 0
}
; interpreter: unsupported: va_arg of this type or target
; solver: unknown: approximation
