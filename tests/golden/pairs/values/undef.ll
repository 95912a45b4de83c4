; The claims of LangRef's sections on undef and poison, and of LLVM's manual of undefined behaviour, on small types.

; Arithmetic with undef gives any pattern.
define i4 @src(i4 %x) { %r = add i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = sub i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = xor i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = or i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 -1 }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = and i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 0 }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = or i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 %x }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = and i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 %x }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = or i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

define i4 @src(i4 %x) { %r = and i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

; A select on undef gives one of its operands.
define i4 @src(i4 %x, i4 %y) { %r = select i1 undef, i4 %x, i4 %y ret i4 %r }
define i4 @tgt(i4 %x, i4 %y) { ret i4 %x }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x, i4 %y) { %r = select i1 undef, i4 %x, i4 %y ret i4 %r }
define i4 @tgt(i4 %x, i4 %y) { ret i4 %y }
; interpreter: correct
; solver: correct

define i4 @src(i4 %y) { %r = select i1 undef, i4 6, i4 %y ret i4 %r }
define i4 @tgt(i4 %y) { ret i4 6 }
; interpreter: correct
; solver: correct

define i4 @src(i4 %y) { %r = select i1 undef, i4 6, i4 %y ret i4 %r }
define i4 @tgt(i4 %y) { ret i4 %y }
; interpreter: correct
; solver: correct

define i4 @src(i1 %x, i4 noundef %y) { %r = select i1 %x, i4 %y, i4 undef ret i4 %r }
define i4 @tgt(i1 %x, i4 noundef %y) { ret i4 %y }
; interpreter: correct
; solver: correct

define i4 @src(i1 %x, i4 %y) { %r = select i1 %x, i4 %y, i4 undef ret i4 %r }
define i4 @tgt(i1 %x, i4 %y) { ret i4 %y }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i4 @src(i4 %x, i4 %y) { %r = select i1 undef, i4 %x, i4 %y ret i4 %r }
define i4 @tgt(i4 %x, i4 %y) { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

define i4 @src(i4 %y) { %r = select i1 undef, i4 6, i4 %y ret i4 %r }
define i4 @tgt(i4 %y) { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

define i4 @src(i1 %x, i4 %y) { %r = select i1 %x, i4 %y, i4 undef ret i4 %r }
define i4 @tgt(i1 %x, i4 %y) { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

; Each use of undef picks anew.
define i4 @src() { %r = xor i4 undef, undef ret i4 %r }
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src() {
  %b = add i4 undef, 0
  %r = xor i4 %b, %b
  ret i4 %r
}
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i1 @src() {
  %d = add i4 undef, 0
  %r = icmp slt i4 %d, 4
  ret i1 %r
}
define i1 @tgt() { ret i1 undef }
; interpreter: correct
; solver: correct

define i1 @src() {
  %d = add i4 undef, 0
  %r = icmp sge i4 %d, 4
  ret i1 %r
}
define i1 @tgt() { ret i1 undef }
; interpreter: correct
; solver: correct

define i4 @src() {
  %b = freeze i4 undef
  %r = xor i4 %b, %b
  ret i4 %r
}
define i4 @tgt() { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i4 @src() {
  %b = freeze i4 undef
  %r = xor i4 %b, %b
  ret i4 %r
}
define i4 @tgt() { ret i4 0 }
; interpreter: correct
; solver: correct

define i4 @src() {
  %a = add i4 undef, 0
  %r = add i4 %a, %a
  ret i4 %r
}
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src(i4 %v) { %r = mul i4 %v, 2 ret i4 %r }
define i4 @tgt(i4 %v) { %r = add i4 %v, %v ret i4 %r }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

define i4 @src(i4 noundef %v) { %r = mul i4 %v, 2 ret i4 %r }
define i4 @tgt(i4 noundef %v) { %r = add i4 %v, %v ret i4 %r }
; interpreter: correct
; solver: correct

; VAL-2: Division by undef.
define i4 @src(i4 %x) { %r = sdiv i4 undef, %x ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 0 }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = sdiv i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = udiv i4 %x, undef ret i4 %r }
define i4 @tgt(i4 %x) { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = udiv i4 %x, poison ret i4 %r }
define i4 @tgt(i4 %x) { unreachable }
; interpreter: correct
; solver: correct

; Stores of undef.
define void @src(ptr noundef %p) {
  %o = load i8, ptr %p
  store i8 undef, ptr %p
  ret void
}
define void @tgt(ptr noundef %p) { ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr noundef %p) {
  %o = load i8, ptr %p
  store i8 poison, ptr %p
  ret void
}
define void @tgt(ptr noundef %p) { ret void }
; interpreter: nothing against it
; solver: correct

define void @src(i8 %x) { store i8 %x, ptr undef ret void }
define void @tgt(i8 %x) { unreachable }
; interpreter: correct
; solver: correct

; VAL-1: Branches on undef.
define i4 @src() {
  br i1 undef, label %a, label %b
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define i4 @src() {
  %x = and i4 undef, 3
  switch i4 %x, label %a [i4 1, label %b]
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define i4 @src() {
  %p = alloca i4
  store i4 undef, ptr %p
  %x = load i4, ptr %p
  switch i4 %x, label %a [i4 1, label %b]
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define i4 @src() {
  %x = or i4 undef, 15
  switch i4 %x, label %a [i4 1, label %b]
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { ret i4 1 }
; interpreter: correct
; solver: correct

define i4 @src() {
  %x = or i4 undef, 15
  switch i4 %x, label %a [i4 1, label %b]
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { ret i4 2 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i4 @src() {
  %x = freeze i1 undef
  br i1 %x, label %a, label %b
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { ret i4 2 }
; interpreter: correct
; solver: correct

define i4 @src() {
  %x = freeze i1 undef
  br i1 %x, label %a, label %b
a:
  ret i4 1
b:
  ret i4 2
}
define i4 @tgt() { ret i4 3 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
