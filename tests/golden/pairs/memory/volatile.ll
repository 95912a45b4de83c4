; MEM-25: a volatile load may see what no other load does, so that two of one place may differ.
define i32 @src(ptr %p) {
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  %r = sub i32 %v, %w
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  ret i32 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; What was stored is not forwarded to a volatile load.
define i8 @src() {
  %p = alloca i8
  store volatile i8 7, ptr %p
  %v = load volatile i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store volatile i8 7, ptr %p
  %v = load volatile i8, ptr %p
  ret i8 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; The same load gives the same, and its type does not matter: the device gives bytes.
define i32 @src(ptr %p) {
  %v = load volatile i32, ptr %p
  %r = add i32 %v, %v
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %f = load volatile float, ptr %p
  %v = bitcast float %f to i32
  %r = shl i32 %v, 1
  ret i32 %r
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

define <2 x i16> @src(ptr %p) {
  %v = load volatile i32, ptr %p
  %b = bitcast i32 %v to <2 x i16>
  ret <2 x i16> %b
}
define <2 x i16> @tgt(ptr %p) {
  %b = load volatile <2 x i16>, ptr %p, align 4
  ret <2 x i16> %b
}
; interpreter: nothing against it
; solver: correct

target datalayout = "E"
define <2 x i16> @src(ptr %p) {
  %v = load volatile i32, ptr %p
  %b = bitcast i32 %v to <2 x i16>
  ret <2 x i16> %b
}
define <2 x i16> @tgt(ptr %p) {
  %b = load volatile <2 x i16>, ptr %p, align 4
  ret <2 x i16> %b
}
; interpreter: nothing against it
; solver: correct

; A volatile load may be poison, as memory may be.
define i8 @src(ptr %p) {
  %v = load volatile i8, ptr %p
  %r = freeze i8 %v
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  %v = load volatile i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: more-undefined
; solver: incorrect: more-poisonous

; Other loads see memory only.
define i8 @src(ptr %p) {
  %v = load volatile i8, ptr %p
  %a = load i8, ptr %p
  %b = load i8, ptr %p
  %r = xor i8 %a, %b
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  %v = load volatile i8, ptr %p
  ret i8 0
}
; interpreter: nothing against it
; solver: correct
