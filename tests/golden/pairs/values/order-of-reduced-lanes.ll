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
