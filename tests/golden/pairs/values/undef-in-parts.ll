; VAL-54: An object of the function's own holds what is undef in part.
define i32 @src(i32 %x) {
  %a = alloca i32
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
e:
  ret i32 0
}
define i32 @tgt(i32 %x) {
  %a = alloca i32
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
e:
  ret i32 0
}
; check: correct (inputs that are undef in all their bits or in none)

define i32 @src(i32 noundef %x) {
  %a = alloca i32
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %a
  %w = load i32, ptr %a
  %r = shl i32 %w, 1
  ret i32 %r
e:
  ret i32 0
}
define i32 @tgt(i32 noundef %x) {
  %a = alloca i32
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %a
  %w = load i32, ptr %a
  %r = add i32 %w, %w
  ret i32 %r
e:
  ret i32 0
}
; check: correct

; VAL-54: A function of the module looks twice.
define internal i32 @dbl(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @src(i32 %x) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = shl i32 %w, 1
  ret i32 %r
e:
  ret i32 0
}
define i32 @tgt(i32 %x) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = call i32 @dbl(i32 %w)
  ret i32 %r
e:
  ret i32 0
}
; check: correct (inputs that are undef in all their bits or in none)

; VAL-54: A loop that does not look at it changes nothing.
define i32 @src(i32 %x, i32 noundef %n) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %i = phi i32 [ 0, %0 ], [ %j, %e ]
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, 2
  br i1 %d, label %e, label %o
o:
  ret i32 %j
}
define i32 @tgt(i32 %x, i32 noundef %n) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = add i32 %w, %w
  ret i32 %r
e:
  %i = phi i32 [ 0, %0 ], [ %j, %e ]
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, 2
  br i1 %d, label %e, label %o
o:
  ret i32 %j
}
; check: correct (inputs that are undef in all their bits or in none)

define i32 @src(i32 noundef %x, i32 noundef %n) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %i = phi i32 [ 0, %0 ], [ %j, %e ]
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, 2
  br i1 %d, label %e, label %o
o:
  ret i32 %j
}
define i32 @tgt(i32 noundef %x, i32 noundef %n) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = add i32 %w, %w
  ret i32 %r
e:
  %i = phi i32 [ 0, %0 ], [ %j, %e ]
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, 2
  br i1 %d, label %e, label %o
o:
  ret i32 %j
}
; check: correct

; VAL-54: A branch on another way looks at nothing on this one.
define i32 @src(i32 %x) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %g = icmp ugt i32 %x, 9
  br i1 %g, label %o, label %u
o:
  ret i32 1
u:
  ret i32 2
}
define i32 @tgt(i32 %x) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = add i32 %w, %w
  ret i32 %r
e:
  %g = icmp ugt i32 %x, 9
  br i1 %g, label %o, label %u
o:
  ret i32 1
u:
  ret i32 2
}
; check: correct (inputs that are undef in all their bits or in none)

define i32 @src(i32 %x) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = shl i32 %w, 1
  ret i32 %r
e:
  %g = icmp ugt i32 %x, 9
  br i1 %g, label %o, label %u
o:
  ret i32 1
u:
  ret i32 2
}
define i32 @tgt(i32 %x) {
  %b = and i32 %x, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %t, label %e
t:
  %w = or i32 %x, 4
  %r = mul i32 %w, 2
  ret i32 %r
e:
  %g = icmp ugt i32 %x, 9
  br i1 %g, label %o, label %u
o:
  ret i32 1
u:
  ret i32 2
}
; check: correct

; VAL-54: A branch that became a select looks no more often, though others look, too.
define i32 @src(i32 %x, i1 noundef %k) {
  br i1 %k, label %t, label %e
t:
  %c = icmp ult i32 %x, 9
  br i1 %c, label %s, label %e
s:
  br label %e
e:
  %r = phi i32 [ 0, %0 ], [ 1, %t ], [ %x, %s ]
  ret i32 %r
}
define i32 @tgt(i32 %x, i1 noundef %k) {
  br i1 %k, label %t, label %e
t:
  %c = icmp ult i32 %x, 9
  %s = select i1 %c, i32 %x, i32 1
  br label %e
e:
  %r = phi i32 [ 0, %0 ], [ %s, %t ]
  ret i32 %r
}
; check: correct
