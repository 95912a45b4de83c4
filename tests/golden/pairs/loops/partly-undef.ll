; A value that is partly undef is handed from round to round: it is never 1, so that to branch on it is defined, and
; the target, which uses it twice, may return anything even. Any value would make the source undefined.
define i8 @src(i8 %arg, i32 %n) {
entry:
  %s = shl i8 %arg, 1
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = add i8 %p, 2
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
define i8 @tgt(i8 %arg, i32 %n) {
entry:
  %s = shl i8 %arg, 1
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = add i8 %p, 2
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i8 %p, %p
  ret i8 %z
e2:
  ret i8 0
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)

define i8 @src(i8 %arg, i32 %n) {
entry:
  %s = zext i8 %arg to i32
  br label %loop
loop:
  %p = phi i32 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i32 %p, 1000
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i32 %p, 1
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
define i8 @tgt(i8 %arg, i32 %n) {
entry:
  %s = zext i8 %arg to i32
  br label %loop
loop:
  %p = phi i32 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i32 %p, 1000
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i32 %p, 1
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i32 %p, %p
  %t = trunc i32 %z to i8
  ret i8 %t
e2:
  ret i8 0
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)

define i8 @src(i8 %arg, i32 %n) {
entry:
  %s = and i8 %arg, 12
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i8 %p, 4
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
define i8 @tgt(i8 %arg, i32 %n) {
entry:
  %s = and i8 %arg, 12
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = xor i8 %p, 4
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i8 %p, %p
  ret i8 %z
e2:
  ret i8 0
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)

; Of no undef there is nothing to pick.
define i8 @src(i8 noundef %arg, i32 %n) {
entry:
  %s = shl i8 %arg, 1
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = add i8 %p, 2
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
define i8 @tgt(i8 noundef %arg, i32 %n) {
entry:
  %s = shl i8 %arg, 1
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = add i8 %p, 2
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i8 %p, %p
  ret i8 %z
e2:
  ret i8 0
}
; check: correct

define i8 @src(i8 %arg, i32 %n) {
entry:
  %f = freeze i8 %arg
  %s = shl i8 %f, 1
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = add i8 %p, 2
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
define i8 @tgt(i8 %arg, i32 %n) {
entry:
  %f = freeze i8 %arg
  %s = shl i8 %f, 1
  br label %loop
loop:
  %p = phi i8 [ %s, %entry ], [ %p2, %cont ]
  %i = phi i32 [ 0, %entry ], [ %i1, %cont ]
  %c = icmp eq i8 %p, 1
  br i1 %c, label %bad, label %cont
bad:
  ret i8 1
cont:
  %p2 = add i8 %p, 2
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %exit
exit:
  %big = icmp ugt i32 %i, 7654321
  br i1 %big, label %e1, label %e2
e1:
  %z = xor i8 %p, %p
  ret i8 %z
e2:
  ret i8 0
}
; check: correct

; One byte of what is loaded is undef, since it was stored so.
define i8 @src(ptr noalias noundef dereferenceable(2) %q, i8 %arg, i32 noundef %n) {
entry:
  store i16 512, ptr %q
  store i8 %arg, ptr %q
  %s = load i16, ptr %q
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
define i8 @tgt(ptr noalias noundef dereferenceable(2) %q, i8 %arg, i32 noundef %n) {
entry:
  store i16 512, ptr %q
  store i8 %arg, ptr %q
  %s = load i16, ptr %q
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
