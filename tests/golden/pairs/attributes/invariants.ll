; ATTR-25: Accesses with !invariant.group at one place see one value.
@g = global i8 5
define i8 @src() {
  %a = load i8, ptr @g, !invariant.group !0
  %b = load i8, ptr @g, !invariant.group !0
  ret i8 %b
}
!0 = !{}
define i8 @tgt() { ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@g = global i8 5
define i8 @src() {
  %a = load i8, ptr @g, !invariant.group !0
  store i8 5, ptr @g
  %b = load i8, ptr @g, !invariant.group !0
  ret i8 %b
}
!0 = !{}
define i8 @tgt() { ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@g = global i8 5
define i8 @src() {
  %a = load i8, ptr @g, !invariant.group !0
  store i8 6, ptr @g
  %b = load i8, ptr @g, !invariant.group !0
  ret i8 %b
}
!0 = !{}
define i8 @tgt() { ret i8 77 }
; interpreter: unknown: accesses with !invariant.group see different values
; solver: incorrect: value-mismatch

@g = global i8 5
define i8 @src() {
  %a = load i8, ptr @g, !invariant.group !0
  store i8 6, ptr @g, !invariant.group !0
  %b = load i8, ptr @g, !invariant.group !0
  ret i8 %b
}
!0 = !{}
define i8 @tgt() { ret i8 77 }
; interpreter: unknown: accesses with !invariant.group see different values
; solver: incorrect: value-mismatch

@g = global i8 5
define i8 @src() {
  %a = load i8, ptr @g
  store i8 6, ptr @g
  %b = load i8, ptr @g
  ret i8 %b
}
define i8 @tgt() { ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; ATTR-25: What such a load saw is taken to be there still when such a store follows, whatever others have stored.
define void @src(ptr %x, ptr %y) {
  %a = load i8, ptr %x, !invariant.group !0
  store i8 0, ptr %y
  store i8 %a, ptr %x, !invariant.group !0
  ret void
}
define void @tgt(ptr %x, ptr %y) {
  store i8 0, ptr %y
  ret void
}
!0 = !{}
; interpreter: unknown: accesses with !invariant.group see different values
; solver: incorrect: memory-mismatch

; Not so where no such access came before.
define void @src(ptr %x, ptr %y) {
  %a = load i8, ptr %x
  store i8 0, ptr %y
  store i8 %a, ptr %x, !invariant.group !0
  ret void
}
define void @tgt(ptr %x, ptr %y) {
  store i8 0, ptr %y
  ret void
}
!0 = !{}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch
