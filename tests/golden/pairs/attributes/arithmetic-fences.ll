; ATTR-44: What stands behind an llvm.arithmetic.fence is not laid open to be rewritten, here or where its value goes.
declare float @llvm.arithmetic.fence.f32(float)
define float @src(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd reassoc nsz float %a, %b
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %s)
  ret float %t
}
define float @tgt(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd reassoc nsz float %a, %b
  ret float %s
}
; check: unknown: unsupported: calls that passes must leave as they are

; Operands may change their places.
declare float @llvm.arithmetic.fence.f32(float)
define float @src(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd reassoc nsz float %a, %b
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %s)
  ret float %t
}
define float @tgt(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd reassoc nsz float %b, %a
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %s)
  ret float %t
}
; check: correct

declare float @llvm.arithmetic.fence.f32(float)
define float @src(float %a, float %b, float %c) {
  %s = fadd reassoc nsz float %a, %b
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %s)
  %u = fadd reassoc nsz float %t, %c
  ret float %u
}
define float @tgt(float %a, float %b, float %c) {
  %s = fadd reassoc nsz float %b, %a
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %s)
  %u = fadd reassoc nsz float %c, %t
  ret float %u
}
; check: correct

; More may stand behind it.
declare float @llvm.arithmetic.fence.f32(float)
define float @src(float noundef %a, float noundef %b, float noundef %c) {
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %a)
  %s = fadd reassoc nsz float %t, %b
  ret float %s
}
define float @tgt(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd reassoc nsz float %a, %b
  %t = call reassoc nsz float @llvm.arithmetic.fence.f32(float %s)
  ret float %t
}
; check: correct
