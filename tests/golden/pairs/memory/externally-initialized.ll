; An externally_initialized variable does not hold its initializer (LangRef, global variables).
; Incorrect: a constant that something else has initialized.
@g = externally_initialized constant i8 1
define i8 @src() {
  %v = load i8, ptr @g
  ret i8 %v
}
define i8 @tgt() {
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Correct: its own initializer is what it holds.
@g = constant i8 1
define i8 @src() {
  %v = load i8, ptr @g
  ret i8 %v
}
define i8 @tgt() {
  ret i8 1
}
; interpreter: correct
; solver: correct

; Incorrect: an internal variable that nothing here stores to.
@g = internal externally_initialized global i8 1
define i8 @src() {
  %v = load i8, ptr @g
  ret i8 %v
}
define i8 @tgt() {
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

; Correct: it holds the same for both.
@g = internal externally_initialized constant i8 1
define i8 @src() {
  %v = load i8, ptr @g
  %w = add i8 %v, %v
  ret i8 %w
}
define i8 @tgt() {
  %v = load i8, ptr @g
  %w = shl i8 %v, 1
  ret i8 %w
}
; interpreter: nothing against it
; solver: correct

; Incorrect: a pointer table that something else fills.
@x = global i8 0
@g = externally_initialized constant ptr @x
define ptr @src() {
  %v = load ptr, ptr @g
  ret ptr %v
}
define ptr @tgt() {
  ret ptr @x
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
