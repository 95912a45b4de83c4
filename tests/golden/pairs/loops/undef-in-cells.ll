; All that is stored is of the type that is loaded, and at multiples of its size: what is loaded is wholly undef, or not.
define i8 @src(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  %s = load i16, ptr %r, align 2
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  ret i8 0
e2:
  ret i8 0
}
define i8 @tgt(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  %s = load i16, ptr %r, align 2
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i16 %p, %p
  %t = trunc i16 %z to i8
  ret i8 %t
e2:
  ret i8 0
}
; check: correct (memory of the caller holds no undef)

; It may be loaded a byte farther,
define i8 @src(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  %s = load i16, ptr %r, align 1
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  ret i8 0
e2:
  ret i8 0
}
define i8 @tgt(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  %s = load i16, ptr %r, align 1
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i16 %p, %p
  %t = trunc i16 %z to i8
  ret i8 %t
e2:
  ret i8 0
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)

; or a byte of it may be stored,
define i8 @src(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  store i8 2, ptr %r
  %s = load i16, ptr %r, align 2
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  ret i8 0
e2:
  ret i8 0
}
define i8 @tgt(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  store i8 2, ptr %r
  %s = load i16, ptr %r, align 2
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i16 %p, %p
  %t = trunc i16 %z to i8
  ret i8 %t
e2:
  ret i8 0
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)

; or a call may store one.
declare void @f()
define i8 @src(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  call void @f()
  %s = load i16, ptr %r, align 2
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  ret i8 0
e2:
  ret i8 0
}
define i8 @tgt(ptr noundef %q, ptr noundef %r, i16 %arg, i32 noundef %n) {
entry:
  store i16 %arg, ptr %q, align 2
  call void @f()
  %s = load i16, ptr %r, align 2
  br label %loop
loop:
  %p = phi i16 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i16 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i16 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i16 %p, %p
  %t = trunc i16 %z to i8
  ret i8 %t
e2:
  ret i8 0
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)
