; ATTR-7: dead_on_return(N), a word of later releases: the first N bytes are poison at the end, and no others.
define void @src(ptr dead_on_return(2) %p) {
  store i16 7, ptr %p, align 1
  ret void
}
define void @tgt(ptr dead_on_return(2) %p) {
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr dead_on_return(1) %p) {
  store i16 7, ptr %p, align 1
  ret void
}
define void @tgt(ptr dead_on_return(1) %p) {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr dead_on_return(4) %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i8 1, ptr %q
  ret void
}
define void @tgt(ptr dead_on_return(4) %p) {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch
