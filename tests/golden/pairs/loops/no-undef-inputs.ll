; Where the user leaves undef inputs out, and the functions make none, loops are cut without a limit.
define i32 @src(ptr %p, i32 %n, i32 %a) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  %q = getelementptr i8, ptr %p, i32 %i
  %v = load i8, ptr %q
  %w = sext i8 %v to i32
  %x = shl i32 %w, 1
  %t = xor i32 %s, %x
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %z, label %l
z:
  ret i32 %t
}
define i32 @tgt(ptr %p, i32 %n, i32 %a) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  %q = getelementptr i8, ptr %p, i32 %i
  %v = load i8, ptr %q
  %w = sext i8 %v to i32
  %x = add i32 %w, %w
  %t = xor i32 %s, %x
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %z, label %l
z:
  ret i32 %t
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)
; check --no-undef-input: correct

; A function that it calls may write undef.
declare void @f()
define i32 @src(ptr %p, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  call void @f()
  %q = getelementptr i8, ptr %p, i32 %i
  %v = load i8, ptr %q
  %w = sext i8 %v to i32
  %x = shl i32 %w, 1
  %t = xor i32 %s, %x
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %z, label %l
z:
  ret i32 %t
}
define i32 @tgt(ptr %p, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  call void @f()
  %q = getelementptr i8, ptr %p, i32 %i
  %v = load i8, ptr %q
  %w = sext i8 %v to i32
  %x = add i32 %w, %w
  %t = xor i32 %s, %x
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %z, label %l
z:
  ret i32 %t
}
; check --no-undef-input: correct (inputs that are not undef, memory of the caller holds no undef)

; It may return undef.
declare i32 @g()
define i32 @src(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  %w = call i32 @g()
  %x = shl i32 %w, 1
  %t = xor i32 %s, %x
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %z, label %l
z:
  ret i32 %t
}
define i32 @tgt(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  %w = call i32 @g()
  %x = add i32 %w, %w
  %t = xor i32 %s, %x
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %z, label %l
z:
  ret i32 %t
}
; check --no-undef-input: correct (inputs that are not undef, memory of the caller holds no undef)
