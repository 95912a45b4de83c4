; Who must make progress and only reads comes back, or throws.

; CALL-49: an unused call of memory(none) may go.
declare i8 @f(i8) memory(none) nounwind mustprogress
define void @src(i8 %x) {
  %a = call i8 @f(i8 %x)
  ret void
}
define void @tgt(i8 %x) {
  ret void
}
; check: correct

; CALL-49: one of memory(read), too.
declare i8 @f(ptr) memory(read) nounwind mustprogress
define void @src(ptr %p) {
  %a = call i8 @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  ret void
}
; check: correct

; CALL-49: without mustprogress it may run for ever.
declare i8 @f(i8) memory(none) nounwind
define void @src(i8 %x) {
  %a = call i8 @f(i8 %x)
  ret void
}
define void @tgt(i8 %x) {
  ret void
}
; check: incorrect: return-domain (interpreter, smt)

; CALL-49: the caller's mustprogress says nothing of it.
declare i8 @f(i8) memory(none) nounwind
define void @src(i8 %x) mustprogress {
  %a = call i8 @f(i8 %x)
  ret void
}
define void @tgt(i8 %x) mustprogress {
  ret void
}
; check: incorrect: return-domain (interpreter, smt)

; CALL-49: who writes memory of its own may do so for ever.
declare i8 @f(ptr) memory(read, inaccessiblemem: readwrite) nounwind mustprogress
define void @src(ptr %p) {
  store i8 1, ptr %p
  %a = call i8 @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  %a = call i8 @f(ptr %p)
  store i8 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; CALL-49: it may throw.
declare i8 @f(ptr) memory(none) mustprogress
define void @src(ptr %p) {
  %a = call i8 @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)
