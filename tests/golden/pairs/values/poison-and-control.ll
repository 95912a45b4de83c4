; Operands of which some value is undefined behaviour must not be poison.
define i4 @src() { %r = load i4, ptr poison ret i4 %r }
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define void @src() { store i4 1, ptr poison ret void }
define void @tgt() { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = sdiv i4 %x, poison ret i4 %r }
define i4 @tgt(i4 %x) { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = urem i4 %x, poison ret i4 %r }
define i4 @tgt(i4 %x) { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = srem i4 %x, poison ret i4 %r }
define i4 @tgt(i4 %x) { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x, i4 noundef %d) { %r = udiv i4 %x, %d ret i4 %r }
define i4 @tgt(i4 %x, i4 noundef %d) { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define void @src() { call void poison() ret void }
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

define void @src() { call void undef() ret void }
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @take(i4 noundef)
define void @src() { call void @take(i4 poison) ret void }
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @take(i4 noundef)
define void @src() { call void @take(i4 undef) ret void }
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @take(i4)
define void @src() { call void @take(i4 noundef poison) ret void }
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @take(i4)
define void @src() { call void @take(i4 1) ret void }
define void @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define noundef i4 @src() { ret i4 poison }
define noundef i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define noundef i4 @src() { ret i4 1 }
define noundef i4 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A shift by as much as the width or more, and one whose amount is masked.
define i4 @src(i4 %a) { %r = shl i4 %a, 4 ret i4 %r }
define i4 @tgt(i4 %a) { ret i4 poison }
; interpreter: correct
; solver: correct

define i4 @src(i4 %a) {
  %m = and i4 4, 3
  %r = shl i4 %a, %m
  ret i4 %r
}
define i4 @tgt(i4 %a) { ret i4 %a }
; interpreter: correct
; solver: correct

define i4 @src(i4 %a) {
  %m = and i4 4, 3
  %r = shl i4 %a, %m
  ret i4 %r
}
define i4 @tgt(i4 %a) { ret i4 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; A loop whose branch does not change, taken apart.
define i4 @src(i2 %n, i1 %c) {
  br label %l
l:
  %i = phi i2 [0, %0], [%j, %e]
  %s = phi i4 [0, %0], [%t, %e]
  %o = icmp ult i2 %i, %n
  br i1 %o, label %k, label %x
k:
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %v = phi i4 [1, %a], [2, %b]
  %t = add i4 %s, %v
  %j = add i2 %i, 1
  br label %l
x:
  ret i4 %s
}
define i4 @tgt(i2 %n, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %i = phi i2 [0, %0], [%i1, %a1]
  %s = phi i4 [0, %0], [%s1, %a1]
  %o = icmp ult i2 %i, %n
  br i1 %o, label %a1, label %x
a1:
  %s1 = add i4 %s, 1
  %i1 = add i2 %i, 1
  br label %a
b:
  %k = phi i2 [0, %0], [%k1, %b1]
  %u = phi i4 [0, %0], [%u1, %b1]
  %q = icmp ult i2 %k, %n
  br i1 %q, label %b1, label %x
b1:
  %u1 = add i4 %u, 2
  %k1 = add i2 %k, 1
  br label %b
x:
  %r = phi i4 [%s, %a], [%u, %b]
  ret i4 %r
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src(i2 noundef %n, i1 %c) {
  br label %l
l:
  %i = phi i2 [0, %0], [%j, %e]
  %s = phi i4 [0, %0], [%t, %e]
  %o = icmp ult i2 %i, %n
  br i1 %o, label %k, label %x
k:
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %v = phi i4 [1, %a], [2, %b]
  %t = add i4 %s, %v
  %j = add i2 %i, 1
  br label %l
x:
  ret i4 %s
}
define i4 @tgt(i2 noundef %n, i1 %c) {
  %f = freeze i1 %c
  br i1 %f, label %a, label %b
a:
  %i = phi i2 [0, %0], [%i1, %a1]
  %s = phi i4 [0, %0], [%s1, %a1]
  %o = icmp ult i2 %i, %n
  br i1 %o, label %a1, label %x
a1:
  %s1 = add i4 %s, 1
  %i1 = add i2 %i, 1
  br label %a
b:
  %k = phi i2 [0, %0], [%k1, %b1]
  %u = phi i4 [0, %0], [%u1, %b1]
  %q = icmp ult i2 %k, %n
  br i1 %q, label %b1, label %x
b1:
  %u1 = add i4 %u, 2
  %k1 = add i2 %k, 1
  br label %b
x:
  %r = phi i4 [%s, %a], [%u, %b]
  ret i4 %r
}
; interpreter: correct
; solver: correct
