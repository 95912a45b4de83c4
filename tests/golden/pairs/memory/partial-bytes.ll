; Types that are not whole bytes.

; MEM-1: a bit that is read of a byte is that bit, or poison.
define i1 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  %v = load i1, ptr %p
  ret i1 %v
}
define i1 @tgt() { ret i1 true }
; interpreter: correct
; solver: correct

; The machines disagree: for the solver the source's result is poison, which any value refines.
define i1 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  %v = load i1, ptr %p
  ret i1 %v
}
define i1 @tgt() { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: correct

; MEM-2: the low byte of a number of 26 bits. The machines disagree: for the solver it is poison.
define i8 @src() { ret i8 5 }
define i8 @tgt() {
  %p = alloca i26
  store i26 5, ptr %p
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: correct
; solver: incorrect: more-poisonous

define i8 @src() {
  %p = alloca i26
  store i26 -1, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt() { ret i8 poison }
; interpreter: correct
; solver: correct
