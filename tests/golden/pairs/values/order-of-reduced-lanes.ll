; VAL-58: In which order lanes are reduced by fmin and fmax is open, and decides about signaling NaNs.
declare float @llvm.vector.reduce.fmin.v4f32(<4 x float>)
declare <4 x float> @llvm.vector.reverse.v4f32(<4 x float>)
define float @src(<4 x float> noundef %x) {
  %a = call <4 x float> @llvm.vector.reverse.v4f32(<4 x float> %x)
  %b = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %a)
  ret float %b
}
define float @tgt(<4 x float> noundef %x) {
  %b = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %x)
  ret float %b
}
; check: unknown: approximation

; Another lane counts whatever the order.
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
define float @src(<4 x float> noundef %x) {
  %b = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %x)
  ret float %b
}
define float @tgt(<4 x float> noundef %x) {
  %a = shufflevector <4 x float> %x, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 2>
  %b = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %a)
  ret float %b
}
; check: incorrect: value-mismatch (interpreter, smt)

; Without NaNs nothing is open.
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
define float @src(<4 x float> noundef %x) {
  %b = call nnan float @llvm.vector.reduce.fmax.v4f32(<4 x float> %x)
  ret float %b
}
define float @tgt(<4 x float> noundef %x) {
  %b = call nnan float @llvm.vector.reduce.fmax.v4f32(<4 x float> %x)
  ret float %b
}
; check: correct

; The same of the lanes that take part, and of the start value in their place.
declare float @llvm.vp.reduce.fmin.v4f32(float, <4 x float>, <4 x i1>, i32)
declare <4 x float> @llvm.vector.reverse.v4f32(<4 x float>)
define float @src(float noundef %s, <4 x float> noundef %x) {
  %a = call <4 x float> @llvm.vector.reverse.v4f32(<4 x float> %x)
  %b = call float @llvm.vp.reduce.fmin.v4f32(float %s, <4 x float> %a, <4 x i1> splat (i1 true), i32 4)
  ret float %b
}
define float @tgt(float noundef %s, <4 x float> noundef %x) {
  %b = call float @llvm.vp.reduce.fmin.v4f32(float %s, <4 x float> %x, <4 x i1> splat (i1 true), i32 4)
  ret float %b
}
; check: unknown: approximation

declare float @llvm.vp.reduce.fmax.v4f32(float, <4 x float>, <4 x i1>, i32)
define float @src(float noundef %s, <4 x float> noundef %x) {
  %b = call float @llvm.vp.reduce.fmax.v4f32(float %s, <4 x float> %x, <4 x i1> splat (i1 true), i32 4)
  ret float %b
}
define float @tgt(float noundef %s, <4 x float> noundef %x) {
  %b = call float @llvm.vp.reduce.fmax.v4f32(float %s, <4 x float> %x, <4 x i1> splat (i1 true), i32 3)
  ret float %b
}
; check: incorrect: value-mismatch (interpreter, smt)

; With the plain reduction, and the start value behind it (LangRef's text of vp.reduce.fmax).
declare float @llvm.vp.reduce.fmax.v4f32(float, <4 x float>, <4 x i1>, i32)
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
declare float @llvm.maxnum.f32(float, float)
define float @src(float noundef %s, <4 x float> noundef %x) {
  %b = call nnan float @llvm.vp.reduce.fmax.v4f32(float %s, <4 x float> %x, <4 x i1> splat (i1 true), i32 4)
  ret float %b
}
define float @tgt(float noundef %s, <4 x float> noundef %x) {
  %r = call nnan float @llvm.vector.reduce.fmax.v4f32(<4 x float> %x)
  %b = call nnan float @llvm.maxnum.f32(float %r, float %s)
  ret float %b
}
; check: correct

; Without any lane that takes part the start value is given back as it is.
declare float @llvm.vp.reduce.fmax.v4f32(float, <4 x float>, <4 x i1>, i32)
define float @src(float noundef %s, <4 x float> noundef %x) {
  %b = call float @llvm.vp.reduce.fmax.v4f32(float %s, <4 x float> %x, <4 x i1> splat (i1 true), i32 0)
  ret float %b
}
define float @tgt(float noundef %s, <4 x float> noundef %x) {
  ret float %s
}
; check: correct
