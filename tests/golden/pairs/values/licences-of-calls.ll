; VAL-64: A call with a licence of a function that nobody knows chooses each time among what is permitted: two calls may
; give two numbers.
declare float @g(float) memory(none) nounwind willreturn
define i1 @src(float noundef %x) {
  %a = call afn float @g(float noundef %x)
  %r = fcmp ueq float %a, %a
  ret i1 %r
}
define i1 @tgt(float noundef %x) {
  %a = call afn float @g(float noundef %x)
  %b = call afn float @g(float noundef %x)
  %r = fcmp ueq float %a, %b
  ret i1 %r
}
; check: unknown: approximation

; Two may become one.
declare float @g(float) memory(none) nounwind willreturn
define i1 @src(float noundef %x) {
  %a = call afn float @g(float noundef %x)
  %b = call afn float @g(float noundef %x)
  %r = fcmp ueq float %a, %b
  ret i1 %r
}
define i1 @tgt(float noundef %x) {
  %a = call afn float @g(float noundef %x)
  %r = fcmp ueq float %a, %a
  ret i1 %r
}
; check: correct

declare float @g(float) memory(none) nounwind willreturn
define i1 @src(float noundef %x) {
  %a = call reassoc float @g(float noundef %x)
  %r = fcmp ueq float %a, %a
  ret i1 %r
}
define i1 @tgt(float noundef %x) {
  %a = call reassoc float @g(float noundef %x)
  %b = call reassoc float @g(float noundef %x)
  %r = fcmp ueq float %a, %b
  ret i1 %r
}
; check: unknown: approximation

; Without a licence the function is one of its arguments.
declare float @g(float) memory(none) nounwind willreturn
define i1 @src(float noundef %x) {
  %a = call float @g(float noundef %x)
  %r = fcmp ueq float %a, %a
  ret i1 %r
}
define i1 @tgt(float noundef %x) {
  %a = call float @g(float noundef %x)
  %b = call float @g(float noundef %x)
  %r = fcmp ueq float %a, %b
  ret i1 %r
}
; check: correct

; One on each of two ways.
declare float @g(float) memory(none) nounwind willreturn
define float @src(float noundef %x, i1 noundef %c) {
  %a = call afn float @g(float %x)
  %n = fneg float %a
  %r = select i1 %c, float %a, float %n
  ret float %r
}
define float @tgt(float noundef %x, i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  %a = call afn float @g(float %x)
  ret float %a
e:
  %b = call afn float @g(float %x)
  %n = fneg float %b
  ret float %n
}
; check: correct

declare float @g(float) memory(read) nounwind willreturn
define i1 @src(float noundef %x) {
  %a = call afn float @g(float %x)
  %r = fcmp ueq float %a, %a
  ret i1 %r
}
define i1 @tgt(float noundef %x) {
  %a = call afn float @g(float %x)
  %b = call afn float @g(float %x)
  %r = fcmp ueq float %a, %b
  ret i1 %r
}
; check: unknown: approximation

define i1 @src(float noundef %x, ptr %g) {
  %a = call afn float %g(float noundef %x) memory(none) nounwind willreturn
  %r = fcmp ueq float %a, %a
  ret i1 %r
}
define i1 @tgt(float noundef %x, ptr %g) {
  %a = call afn float %g(float noundef %x) memory(none) nounwind willreturn
  %b = call afn float %g(float noundef %x) memory(none) nounwind willreturn
  %r = fcmp ueq float %a, %b
  ret i1 %r
}
; check: unknown: approximation

declare float @g(float) memory(none) nounwind willreturn
define float @src(float noundef %x, i1 noundef %c) {
  %a = call afn float @g(float %x)
  br i1 %c, label %t, label %e
t:
  ret float %a
e:
  ret float 0.0
}
define float @tgt(float noundef %x, i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  %a = call afn float @g(float %x)
  ret float %a
e:
  ret float 0.0
}
; check: correct

declare float @g(float) memory(none) nounwind willreturn
define float @src(float noundef %x) {
  %a = call afn float @g(float %x)
  %b = call afn float @g(float %x)
  %s = fadd float %a, %b
  %r = fadd float %s, 0.0
  ret float %r
}
define float @tgt(float noundef %x) {
  %a = call afn float @g(float %x)
  %b = call afn float @g(float %x)
  %r0 = fadd float %b, %a
  %r = fadd float 0.0, %r0
  ret float %r
}
; check: correct
