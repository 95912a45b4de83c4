; musttail call @f(x, ...) passes all variable arguments on (LangRef, call: musttail). CALL-43
; Incorrect: the target passes none of them.
define void @src(i32 %x, ...) {
  musttail call void (i32, ...) @f(i32 %x, ...)
  ret void
}
define void @tgt(i32 %x, ...) {
  call void (i32, ...) @f(i32 %x)
  ret void
}
declare void @f(i32, ...)
; interpreter: nothing against it
; solver: incorrect: more-ub

; Correct: both pass them.
define void @src(i32 noundef %x, ...) {
  %y = add i32 %x, %x
  musttail call void (i32, ...) @f(i32 %y, ...)
  ret void
}
define void @tgt(i32 noundef %x, ...) {
  %y = shl i32 %x, 1
  musttail call void (i32, ...) @f(i32 %y, ...)
  ret void
}
declare void @f(i32, ...)
; interpreter: nothing against it
; solver: correct

; Incorrect: only the target passes them.
define i32 @src(i32 %x, ...) {
  %r = call i32 (i32, ...) @f(i32 %x)
  ret i32 %r
}
define i32 @tgt(i32 %x, ...) {
  %r = musttail call i32 (i32, ...) @f(i32 %x, ...)
  ret i32 %r
}
declare i32 @f(i32, ...)
; interpreter: nothing against it
; solver: incorrect: more-ub

; Correct: a caller without variable arguments has none to pass on.
define void @src(i32 %x) {
  musttail call void @g(i32 %x)
  ret void
}
define void @tgt(i32 %x) {
  call void @g(i32 %x)
  ret void
}
declare void @g(i32)
; interpreter: nothing against it
; solver: correct

; Correct: what the function that is called passes on is what it was called with.
define i16 @passes(...) {
  %a = musttail call i16 (...) @f(...)
  ret i16 %a
}
define void @src(ptr %x) {
  %a = call i16 (...) @passes(ptr %x, i16 0)
  ret void
}
define void @tgt(ptr %x) {
  %a = call i16 (...) @f(ptr %x, i16 0)
  ret void
}
declare i16 @f(...)
; check: unknown: approximation
