; Quotients of fixed-point numbers that do not fit, and numbers without a fraction.

; VAL-3: a poison dividend may be the smallest number, whose quotient by minus one does not fit.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 -1, i32 0)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

; By minus two all quotients fit: the result is poison, and nothing is undefined.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 -2, i32 0)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 1, i32 0)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; By less than one, which is 8 of eighths: the greatest number does not fit.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 7, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 8, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Minus one, and a little more than that in magnitude.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 -8, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 -9, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; All divisors are below one here, the smallest number is minus one.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 -128, i32 7)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

; Without signs.
define i8 @src() {
  %r = call i8 @llvm.udiv.fix.i8(i8 poison, i8 7, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

define i8 @src() {
  %r = call i8 @llvm.udiv.fix.i8(i8 poison, i8 8, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i8 @src() {
  %r = call i8 @llvm.udiv.fix.i8(i8 poison, i8 1, i32 0)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; One pick of undef is enough.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.i8(i8 undef, i8 -1, i32 0)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: correct
; solver: correct

; What saturates fits.
define i8 @src() {
  %r = call i8 @llvm.sdiv.fix.sat.i8(i8 poison, i8 -1, i32 0)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i8 @src() {
  %r = call i8 @llvm.udiv.fix.sat.i8(i8 poison, i8 3, i32 3)
  ret i8 %r
}
define i8 @tgt() {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; So a division without a fraction is sdiv, whatever the dividend,
define i8 @src(i8 %x, i8 %y) {
  %r = call i8 @llvm.sdiv.fix.i8(i8 %x, i8 %y, i32 0)
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %r = sdiv i8 %x, %y
  ret i8 %r
}
; check: correct

; or udiv.
define i8 @src(i8 %x, i8 %y) {
  %r = call i8 @llvm.udiv.fix.i8(i8 %x, i8 %y, i32 0)
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %r = udiv i8 %x, %y
  ret i8 %r
}
; check: correct

; LangRef leaves the rounding open (VAL-21): sdiv alone rounds towards zero.
define i8 @src(i8 %x, i8 %y) {
  %r = sdiv i8 %x, %y
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %r = call i8 @llvm.sdiv.fix.i8(i8 %x, i8 %y, i32 0)
  ret i8 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Any number may stand for a poison dividend.
define i8 @src(i8 %x, i8 %y) {
  %r = call i8 @llvm.sdiv.fix.i8(i8 poison, i8 %y, i32 3)
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %r = call i8 @llvm.sdiv.fix.i8(i8 %x, i8 %y, i32 3)
  ret i8 %r
}
; check: correct

define i8 @src(i8 %x, i8 %y) {
  %r = call i8 @llvm.udiv.fix.i8(i8 poison, i8 %y, i32 7)
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %r = call i8 @llvm.udiv.fix.i8(i8 %x, i8 %y, i32 7)
  ret i8 %r
}
; check: correct

; VAL-20: a product without a fraction is mul with nsw, of any width,
define i32 @src(i32 %x, i32 %y) {
  %r = call i32 @llvm.smul.fix.i32(i32 %x, i32 %y, i32 0)
  ret i32 %r
}
define i32 @tgt(i32 %x, i32 %y) {
  %r = mul nsw i32 %x, %y
  ret i32 %r
}
; check: correct

; or nuw,
define i64 @src(i64 %x, i64 %y) {
  %r = call i64 @llvm.umul.fix.i64(i64 %x, i64 %y, i32 0)
  ret i64 %r
}
define i64 @tgt(i64 %x, i64 %y) {
  %r = mul nuw i64 %x, %y
  ret i64 %r
}
; check: correct

; but not both.
define i16 @src(i16 %x, i16 %y) {
  %r = call i16 @llvm.smul.fix.i16(i16 %x, i16 %y, i32 0)
  ret i16 %r
}
define i16 @tgt(i16 %x, i16 %y) {
  %r = mul nuw i16 %x, %y
  ret i16 %r
}
; check: incorrect: more-poisonous (interpreter, smt)

; With a bit of fraction it is not.
define i16 @src(i16 %x, i16 %y) {
  %r = call i16 @llvm.smul.fix.i16(i16 %x, i16 %y, i32 1)
  ret i16 %r
}
define i16 @tgt(i16 %x, i16 %y) {
  %r = mul nsw i16 %x, %y
  ret i16 %r
}
; check: incorrect: value-mismatch (interpreter, smt)
