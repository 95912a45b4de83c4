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
; interpreter: nothing against it
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
; interpreter: incorrect: value-mismatch
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
; interpreter: incorrect: value-mismatch
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
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; CALL-23: A list that was never started gives nothing.
; The last ones are started on one path only.
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  %a = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) { unreachable }
; interpreter: nothing against it: the source is never defined
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
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @llvm.va_start.p0(ptr)
define i32 @src(i32 %n, ...) {
  %l = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %l)
  %a = va_arg ptr %l, i32
  ret i32 %a
}
define i32 @tgt(i32 %n, ...) { unreachable }
; interpreter: incorrect: more-ub
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
; interpreter: incorrect: more-ub
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
; interpreter: nothing against it
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
; interpreter: nothing against it
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
; interpreter: nothing against it
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
; interpreter: nothing against it
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
; interpreter: incorrect: value-mismatch
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
; interpreter: nothing against it
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
; interpreter: nothing against it
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
; interpreter: nothing against it
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
; interpreter: incorrect: value-mismatch
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
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation
