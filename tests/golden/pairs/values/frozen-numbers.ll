; The sign and the payload of a NaN are chosen once.
define float @src(float noundef %x) {
  %a = fadd float %x, 0x7FF8000000000000
  ret float %a
}
define float @tgt(float noundef %x) {
  ret float undef
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

; Undef may be frozen.
define i32 @src(i32 %x) {
  ret i32 %x
}
define i32 @tgt(i32 %x) {
  %f = freeze i32 %x
  ret i32 %f
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define void @src(ptr %p) {
  store i32 undef, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  %f = freeze i32 undef
  store i32 %f, ptr %p
  ret void
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define i32 @src(i1 %c, i32 noundef %y) {
  %s = select i1 %c, i32 undef, i32 %y
  ret i32 %s
}
define i32 @tgt(i1 %c, i32 noundef %y) {
  %f = freeze i32 undef
  %s = select i1 %c, i32 %f, i32 %y
  ret i32 %s
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define i1 @src(i32 noundef %y) {
  %c = icmp eq i32 undef, %y
  ret i1 %c
}
define i1 @tgt(i32 noundef %y) {
  %f = freeze i32 undef
  %c = icmp eq i32 %f, %y
  ret i1 %c
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define i1 @src(i32 noundef %y) {
  %c = icmp ult i32 undef, %y
  ret i1 %c
}
define i1 @tgt(i32 noundef %y) {
  %f = freeze i32 undef
  %c = icmp ult i32 %f, %y
  ret i1 %c
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define i32 @src() {
  %f = freeze i32 undef
  %a = xor i32 %f, %f
  ret i32 %a
}
define i32 @tgt() {
  ret i32 zeroinitializer
}
; interpreter: correct
; solver: correct

define i32 @src() {
  %a = mul i32 undef, 1
  ret i32 %a
}
define i32 @tgt() {
  ret i32 undef
}
; interpreter: correct
; solver: correct

define i32 @src() {
  %f = freeze i32 undef
  ret i32 %f
}
define i32 @tgt() {
  %f = freeze i32 undef
  ret i32 %f
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define ptr @src() {
  %f = freeze ptr undef
  ret ptr %f
}
define ptr @tgt() {
  %f = freeze ptr undef
  ret ptr %f
}
; interpreter: unknown: target has more choices than were enumerated
; solver: correct

define i32 @src() {
  %f = freeze i32 undef
  ret i32 %f
}
define i32 @tgt() {
  %f = freeze i32 undef
  %a = add i32 %f, 1
  ret i32 %a
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; Commuted operands that may be undef leave the NaN its choices.
define float @src(float %x, float %y) {
  %a = fadd float %x, %y
  ret float %a
}
define float @tgt(float %x, float %y) {
  %a = fadd float %y, %x
  ret float %a
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y) {
  %n = fneg float %y
  %a = fadd float %x, %n
  ret float %a
}
define float @tgt(float %x, float %y) {
  %a = fsub float %x, %y
  ret float %a
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

; Each reading of a field of bits freezes the whole word, of which other fields may be poison: the source's choices are
; what was written, where the target freezes that.
define i16 @src(i8 %x, i8 %y) {
  %p = alloca i32, align 4
  store i32 poison, ptr %p, align 4
  %a = load i32, ptr %p, align 4
  %b = freeze i32 %a
  %c = and i32 %b, -256
  %wide = zext i8 %x to i32
  %d = or i32 %c, %wide
  store i32 %d, ptr %p, align 4
  %e = load i32, ptr %p, align 4
  %f = freeze i32 %e
  %g = and i32 %f, -65281
  %other = zext i8 %y to i32
  %up = shl i32 %other, 8
  %h = or i32 %g, %up
  store i32 %h, ptr %p, align 4
  %i = load i32, ptr %p, align 4
  %j = freeze i32 %i
  %k = trunc i32 %j to i8
  %l = load i32, ptr %p, align 4
  %m = freeze i32 %l
  %n = lshr i32 %m, 8
  %o = trunc i32 %n to i8
  %q = zext i8 %k to i16
  %r = zext i8 %o to i16
  %s = mul i16 %q, 3
  %t = xor i16 %s, %r
  ret i16 %t
}
define i16 @tgt(i8 %x, i8 %y) {
  %a = freeze i8 %x
  %b = freeze i8 %y
  %q = zext i8 %a to i16
  %r = zext i8 %b to i16
  %s = mul i16 %q, 3
  %t = xor i16 %s, %r
  ret i16 %t
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; One frozen word is one choice for both of its readers: the target, which freezes twice, may show two.
define i8 @src(i8 %x) {
  %p = alloca i16, align 2
  store i16 poison, ptr %p, align 2
  %a = load i16, ptr %p, align 2
  %b = freeze i16 %a
  %c = and i16 %b, -256
  %wide = zext i8 %x to i16
  %d = or i16 %c, %wide
  store i16 %d, ptr %p, align 2
  %e = load i16, ptr %p, align 2
  %f = freeze i16 %e
  %g = trunc i16 %f to i8
  %h = sub i8 %g, %g
  ret i8 %h
}
define i8 @tgt(i8 %x) {
  %a = freeze i8 %x
  %b = freeze i8 %x
  %h = sub i8 %a, %b
  ret i8 %h
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

; What the target freezes is not what the source freezes, though it looks alike: one more is another value.
define i8 @src(i8 noundef %y, i8 %x) {
  %s = add i8 %x, %y
  %f = freeze i8 %s
  %h = or i8 %f, 1
  ret i8 %h
}
define i8 @tgt(i8 noundef %y, i8 %x) {
  %f = freeze i8 %x
  %s = add i8 %f, %y
  %h = or i8 %s, 3
  ret i8 %h
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
