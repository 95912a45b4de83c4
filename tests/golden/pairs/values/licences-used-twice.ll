; VAL-12, VAL-64: Each execution of an operation with a licence chooses among its results: one that the target makes
; twice may give two, NaNs and zeros among them.
define i32 @src(float noundef %x, float noundef %y) {
  %a = fadd contract float %x, %y
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = fadd contract float %x, %y
  %b = fadd contract float %x, %y
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: unknown: approximation

define i32 @src(float noundef %x, float noundef %y) {
  %a = fadd reassoc nsz nnan ninf float %x, %y
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = fadd reassoc nsz nnan ninf float %x, %y
  %b = fadd reassoc nsz nnan ninf float %x, %y
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: unknown: approximation

define i32 @src(float noundef %x, float noundef %y) {
  %a = fadd reassoc nsz float %x, %y
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = fadd reassoc nsz float %x, %y
  %b = fadd reassoc nsz float %y, %x
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: unknown: approximation

declare float @llvm.fmuladd.f32(float, float, float)
define i32 @src(float noundef %x, float noundef %y) {
  %a = call contract float @llvm.fmuladd.f32(float %x, float %y, float 1.0)
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = call contract float @llvm.fmuladd.f32(float %x, float %y, float 1.0)
  %b = call contract float @llvm.fmuladd.f32(float %x, float %y, float 1.0)
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: unknown: approximation

define i32 @src(double noundef %z) {
  %a = fptrunc contract double %z to float
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(double noundef %z) {
  %a = fptrunc contract double %z to float
  %b = fptrunc contract double %z to float
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: unknown: approximation

declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define i32 @src(float noundef %x, float noundef %y) {
  %a = call reassoc nsz float @llvm.vector.reduce.fadd.v2f32(float %x, <2 x float> zeroinitializer)
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = call reassoc nsz float @llvm.vector.reduce.fadd.v2f32(float %x, <2 x float> zeroinitializer)
  %b = call reassoc nsz float @llvm.vector.reduce.fadd.v2f32(float %x, <2 x float> zeroinitializer)
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: unsupported: approximate floating point

; Two that become one are right.
define i32 @src(float noundef %x, float noundef %y) {
  %a = fadd contract float %x, %y
  %b = fadd contract float %x, %y
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = fadd contract float %x, %y
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
; check: correct

define i32 @src(float noundef %x, float noundef %y) {
  %a = fadd reassoc nsz float %x, %y
  %b = fadd reassoc nsz float %x, %y
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = fadd reassoc nsz float %x, %y
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
; check: correct

; So is one that is made on either of two ways, and such as choose nothing.
define i32 @src(float noundef %x, float noundef %y) {
  %a = fneg contract float %x
  %i = bitcast float %a to i32
  %r = sub i32 %i, %i
  ret i32 %r
}
define i32 @tgt(float noundef %x, float noundef %y) {
  %a = fneg contract float %x
  %b = fneg contract float %x
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %r = sub i32 %i, %j
  ret i32 %r
}
; check: correct

define float @src(i1 noundef %c, float noundef %x, float noundef %y) {
  %a = fadd contract float %x, %y
  br i1 %c, label %p, label %q
p:
  ret float %a
q:
  %n = fadd float %a, 1.0
  ret float %n
}
define float @tgt(i1 noundef %c, float noundef %x, float noundef %y) {
  br i1 %c, label %p, label %q
p:
  %a = fadd contract float %x, %y
  ret float %a
q:
  %b = fadd contract float %x, %y
  %n = fadd float %b, 1.0
  ret float %n
}
; check: correct
