; Metadata and assumptions that only license, or that few use.

; ATTR-27: !fpmath and !absolute_symbol change nothing.
define float @src(float noundef %x) { %r = fdiv float %x, 3.0, !fpmath !0 ret float %r }
define float @tgt(float noundef %x) { %r = fdiv float %x, 3.0 ret float %r }
!0 = !{float 2.5}
; interpreter: nothing against it
; solver: correct

; ATTR-28: a pointer that is aligned to three is null.
declare void @llvm.assume(i1)
define i1 @src(ptr noundef %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 3) ]
  %r = icmp eq ptr %p, null
  ret i1 %r
}
define i1 @tgt(ptr noundef %p) { ret i1 true }
; interpreter: nothing against it
; solver: correct

; ATTR-66: a licence at an intrinsic that nobody computes is the source's, or it is gained.
declare <4 x float> @llvm.x86.sse.rcp.ps(<4 x float>)
define <4 x float> @src(<4 x float> noundef %x) {
  %r = call <4 x float> @llvm.x86.sse.rcp.ps(<4 x float> %x)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> noundef %x) {
  %r = call afn <4 x float> @llvm.x86.sse.rcp.ps(<4 x float> %x)
  ret <4 x float> %r
}
; check: unknown: approximation

declare float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float>)
define float @src(<4 x float> noundef %x) {
  %r = call reassoc float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float> %x)
  ret float %r
}
define float @tgt(<4 x float> noundef %x) {
  %r = call contract float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float> %x)
  ret float %r
}
; check: unknown: unfollowed-promise: fast-math flags

declare float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float>)
define float @src(<4 x float> noundef %x) {
  %r = call reassoc contract float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float> %x)
  ret float %r
}
define float @tgt(<4 x float> noundef %x) {
  %r = call contract float @llvm.aarch64.neon.faddv.f32.v4f32(<4 x float> %x)
  ret float %r
}
; check: correct
