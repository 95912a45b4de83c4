; VAL-62: A body that freezes undef, computes NaNs or has a licence may give something else each time that it is called:
; two calls of it are not one.
define internal i32 @g(i32 noundef %x) memory(none) nounwind willreturn noinline {
  %f = freeze i32 undef
  %r = xor i32 %f, %x
  ret i32 %r
}
define i1 @src(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %a
  ret i1 %r
}
define i1 @tgt(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %b = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %b
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; A body that makes no choice does the same each time.
define internal i32 @g(i32 noundef %x) memory(none) nounwind willreturn noinline {
  %r = mul i32 %x, 3
  ret i32 %r
}
define i1 @src(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %a
  ret i1 %r
}
define i1 @tgt(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %b = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %b
  ret i1 %r
}
; check: correct

define internal i32 @g(i32 noundef %x) memory(none) nounwind willreturn noinline {
  %f = bitcast i32 %x to float
  %n = fadd float %f, 0.0
  %r = bitcast float %n to i32
  ret i32 %r
}
define i1 @src(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %a
  ret i1 %r
}
define i1 @tgt(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %b = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %b
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

define internal float @g(float noundef %x) memory(none) nounwind willreturn noinline {
  %r = call afn float @llvm.cos.f32(float %x)
  ret float %r
}
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
; check: unknown: approximation

define internal float @g(float noundef %x) memory(none) nounwind willreturn noinline {
  %a = fadd reassoc float %x, 1.0
  %r = fadd reassoc float %a, 3.0
  ret float %r
}
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
; check: unknown: approximation

; So does what nobody knows the body of (CALL-4).
define internal i32 @g(i32 noundef %x) memory(none) nounwind willreturn noinline {
  %r = call i32 @h(i32 noundef %x)
  ret i32 %r
}
declare noundef i32 @h(i32) memory(none) nounwind willreturn
define internal void @nothing() {
  ret void
}
define i1 @src(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %a
  ret i1 %r
}
define i1 @tgt(i32 noundef %x) {
  %a = call i32 @g(i32 noundef %x)
  %b = call i32 @g(i32 noundef %x)
  %r = icmp eq i32 %a, %b
  ret i1 %r
}
; check: correct (inputs that are not undef)

define  float @g(float noundef %x) memory(none) nounwind willreturn noinline {
  %r = call float @g2(float %x)
  ret float %r
}
define internal float @g2(float noundef %x) memory(none) nounwind willreturn noinline {
  %r = call afn float @llvm.sqrt.f32(float %x)
  ret float %r
}
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
; check: unknown: approximation

define internal float @g(float noundef %x) memory(none) nounwind willreturn noinline {
  %r = call afn float @h(float noundef %x)
  ret float %r
}
declare noundef float @h(float) memory(none) nounwind willreturn
define internal void @nothing() {
  ret void
}
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
; check: unknown: approximation
