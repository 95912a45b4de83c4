; An add may lose nsw, and may not gain it.
define i8 @src(i8 %a, i8 %b) { %r = add nsw i8 %a, %b ret i8 %r }
define i8 @tgt(i8 %a, i8 %b) { %r = add i8 %a, %b ret i8 %r }
; interpreter: correct
; solver: correct

define i8 @src(i8 %a, i8 %b) { %r = add i8 %a, %b ret i8 %r }
define i8 @tgt(i8 %a, i8 %b) { %r = add nsw i8 %a, %b ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Two uses of an input that may be undef may become one.
define i8 @src(i8 %a) { %r = add i8 %a, %a ret i8 %r }
define i8 @tgt(i8 %a) { %r = shl i8 %a, 1 ret i8 %r }
; interpreter: correct
; solver: correct

; Freeze picks one value for all uses.
define i8 @src(i8 %a) {
  %f = freeze i8 %a
  %r = sub i8 %f, %f
  ret i8 %r
}
define i8 @tgt(i8 %a) { ret i8 0 }
; interpreter: correct
; solver: correct

define i8 @src(i8 %a) { %f = freeze i8 %a ret i8 %f }
define i8 @tgt(i8 %a) {
  %f = freeze i8 %a
  %g = freeze i8 %a
  %x = xor i8 %f, %g
  %r = xor i8 %x, %f
  ret i8 %r
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define i8 @src(i8 %a) {
  %f = freeze i8 %a
  %r = sub i8 %f, %f
  ret i8 %r
}
define i8 @tgt(i8 %a) {
  %f = freeze i8 %a
  %g = freeze i8 %a
  %r = sub i8 %f, %g
  ret i8 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Division may not be introduced.
define i8 @src(i8 %a, i8 %b) { ret i8 0 }
define i8 @tgt(i8 %a, i8 %b) { %d = udiv i8 %a, %b ret i8 0 }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Wide integers are exact.
define i200 @src(i200 %a) { %r = mul i200 %a, 8 ret i200 %r }
define i200 @tgt(i200 %a) { %r = shl i200 %a, 3 ret i200 %r }
; interpreter: nothing against it
; solver: correct

define i200 @src(i200 %a) { %r = mul i200 %a, 8 ret i200 %r }
define i200 @tgt(i200 %a) { %r = shl i200 %a, 4 ret i200 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Lanes of vectors are judged one by one.
define <2 x i8> @src(<2 x i8> %a) {
  %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 poison>
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %a) {
  %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i8> %r
}
; interpreter: correct
; solver: correct

define <2 x i8> @src(<2 x i8> noundef %a) { ret <2 x i8> %a }
define <2 x i8> @tgt(<2 x i8> noundef %a) {
  %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i8> %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Picks of one undef value correspond where it is used several times.
define i32 @src(i32 %x, i32 %y) {
  %a = mul i32 %x, %x
  %b = mul i32 %y, %y
  %d = xor i32 %b, %a
  %n = xor i32 %a, -1
  %o = or i32 %b, %n
  %r = and i32 %d, %o
  ret i32 %r
}
define i32 @tgt(i32 %x, i32 %y) {
  %a = mul i32 %x, %x
  %b = mul i32 %y, %y
  %n = xor i32 %a, -1
  %r = and i32 %b, %n
  ret i32 %r
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; Each bit of an undef value is picked for itself.
declare void @use(i32)
define i32 @src(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 0)
  %z = xor i32 %y, -1
  %r = and i32 %o, %z
  ret i32 %r
}
define i32 @tgt(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 0)
  %r = xor i32 %y, %o
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare void @use(i32)
define i32 @src(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 %o)
  %z = xor i32 %y, -1
  %r = and i32 %o, %z
  ret i32 %r
}
define i32 @tgt(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 %o)
  %r = xor i32 %y, %o
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare void @use(i32)
define i32 @src(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 0)
  %z = xor i32 %y, -1
  %r = and i32 %o, %z
  ret i32 %r
}
define i32 @tgt(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 0)
  %r = or i32 %y, %o
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @use(i32)
define i32 @src(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 0)
  %r = xor i32 %y, %o
  ret i32 %r
}
define i32 @tgt(i32 %a, i32 %b, i32 %c) {
  %n = and i32 %b, %c
  %m = xor i32 %n, -1
  %o = or i32 %a, %m
  %x = xor i32 %b, %c
  %y = and i32 %x, %a
  call void @use(i32 0)
  %s = and i32 %b, %o
  %r = xor i32 %s, %y
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Sums and products of an undef value are any number.
define i16 @src(i16 %a, i16 %b) {
  %x = mul i16 %a, %a
  %y = mul i16 %a, %b
  %z = shl i16 %y, 1
  %s = add i16 %x, %z
  %w = mul i16 %b, %b
  %r = add i16 %s, %w
  ret i16 %r
}
define i16 @tgt(i16 %a, i16 %b) {
  %t = add i16 %a, %b
  %r = mul i16 %t, %t
  ret i16 %r
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

define i16 @src(i16 %a, i16 %b) {
  %x = xor i16 %a, %b
  %y = and i16 %a, %b
  %r = add i16 %x, %y
  ret i16 %r
}
define i16 @tgt(i16 %a, i16 %b) { %r = or i16 %a, %b ret i16 %r }
; interpreter: nothing against it
; solver: correct

define i16 @src(i16 %a, i16 %b) { %r = or i16 %a, %b ret i16 %r }
define i16 @tgt(i16 %a, i16 %b) {
  %x = xor i16 %a, %b
  %y = and i16 %a, %b
  %r = add i16 %x, %y
  ret i16 %r
}
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

define i16 @src(i16 %a, i16 %b) { %r = mul i16 %a, 6 ret i16 %r }
define i16 @tgt(i16 %a, i16 %b) {
  %x = shl i16 %a, 2
  %y = shl i16 %a, 1
  %r = add i16 %x, %y
  ret i16 %r
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

define i16 @src(i16 %a, i16 %b) { %r = mul i16 %a, 6 ret i16 %r }
define i16 @tgt(i16 %a, i16 %b) {
  %x = shl i16 %a, 2
  %r = add i16 %x, %a
  ret i16 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Bits of undef that were masked away are not picked anew.
define i8 @src(i8 %x) {
  %x0 = add i8 %x, 0
  %a1 = and i8 %x0, 0
  %x1 = or i8 %a1, %a1
  %a2 = and i8 %x1, 0
  %x2 = or i8 %a2, %a2
  %a3 = and i8 %x2, 0
  %x3 = or i8 %a3, %a3
  %a4 = and i8 %x3, 0
  %x4 = or i8 %a4, %a4
  %a5 = and i8 %x4, 0
  %x5 = or i8 %a5, %a5
  %a6 = and i8 %x5, 0
  %x6 = or i8 %a6, %a6
  %a7 = and i8 %x6, 0
  %x7 = or i8 %a7, %a7
  %a8 = and i8 %x7, 0
  %x8 = or i8 %a8, %a8
  %a9 = and i8 %x8, 0
  %x9 = or i8 %a9, %a9
  %a10 = and i8 %x9, 0
  %x10 = or i8 %a10, %a10
  %a11 = and i8 %x10, 0
  %x11 = or i8 %a11, %a11
  %a12 = and i8 %x11, 0
  %x12 = or i8 %a12, %a12
  %a13 = and i8 %x12, 0
  %x13 = or i8 %a13, %a13
  %a14 = and i8 %x13, 0
  %x14 = or i8 %a14, %a14
  %a15 = and i8 %x14, 0
  %x15 = or i8 %a15, %a15
  %a16 = and i8 %x15, 0
  %x16 = or i8 %a16, %a16
  %a17 = and i8 %x16, 0
  %x17 = or i8 %a17, %a17
  %a18 = and i8 %x17, 0
  %x18 = or i8 %a18, %a18
  %a19 = and i8 %x18, 0
  %x19 = or i8 %a19, %a19
  %a20 = and i8 %x19, 0
  %x20 = or i8 %a20, %a20
  %a21 = and i8 %x20, 0
  %x21 = or i8 %a21, %a21
  %a22 = and i8 %x21, 0
  %x22 = or i8 %a22, %a22
  %a23 = and i8 %x22, 0
  %x23 = or i8 %a23, %a23
  %a24 = and i8 %x23, 0
  %x24 = or i8 %a24, %a24
  %a25 = and i8 %x24, 0
  %x25 = or i8 %a25, %a25
  %a26 = and i8 %x25, 0
  %x26 = or i8 %a26, %a26
  %a27 = and i8 %x26, 0
  %x27 = or i8 %a27, %a27
  %a28 = and i8 %x27, 0
  %x28 = or i8 %a28, %a28
  %a29 = and i8 %x28, 0
  %x29 = or i8 %a29, %a29
  %a30 = and i8 %x29, 0
  %x30 = or i8 %a30, %a30
  %a31 = and i8 %x30, 0
  %x31 = or i8 %a31, %a31
  %a32 = and i8 %x31, 0
  %x32 = or i8 %a32, %a32
  %a33 = and i8 %x32, 0
  %x33 = or i8 %a33, %a33
  %a34 = and i8 %x33, 0
  %x34 = or i8 %a34, %a34
  %a35 = and i8 %x34, 0
  %x35 = or i8 %a35, %a35
  %a36 = and i8 %x35, 0
  %x36 = or i8 %a36, %a36
  %a37 = and i8 %x36, 0
  %x37 = or i8 %a37, %a37
  %a38 = and i8 %x37, 0
  %x38 = or i8 %a38, %a38
  %a39 = and i8 %x38, 0
  %x39 = or i8 %a39, %a39
  %a40 = and i8 %x39, 0
  %x40 = or i8 %a40, %a40
  ret i8 %x40
}
define i8 @tgt(i8 %x) { %r = and i8 %x, 0 ret i8 %r }
; interpreter: correct
; solver: correct
