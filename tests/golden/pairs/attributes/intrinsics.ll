; CALL-42: What is promised at a call of an intrinsic that only moves lanes holds on both sides, and is lost by none.
declare <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8>)
define <2 x i8> @src(<2 x i8> %a) {
  %r = call range(i8 0, 10) <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8> noundef %a)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %a) {
  %f = freeze <2 x i8> %a
  %r = call range(i8 0, 10) <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8> %f)
  ret <2 x i8> %r
}
; interpreter: correct
; solver: correct

declare <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float>, i64)
define <2 x float> @src(<4 x float> %a) {
  %r = call <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %a, i64 2)
  ret <2 x float> %r
}
define <2 x float> @tgt(<4 x float> %a) {
  %r = call nnan <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %a, i64 2)
  ret <2 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; CALL-42: A lane that goes nowhere breaks no nnan.
declare <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float>, i64)
define <2 x float> @src(<2 x float> %a, float %x) {
  %r = fadd nnan <2 x float> %a, zeroinitializer
  ret <2 x float> %r
}
define <2 x float> @tgt(<2 x float> %a, float %x) {
  %s = fadd nnan <2 x float> %a, zeroinitializer
  %w = shufflevector <2 x float> %s, <2 x float> <float 0x7FF8000000000000, float 0.0>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %r = call nnan <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %w, i64 0)
  ret <2 x float> %r
}
; interpreter: unknown: a choice for each member of a set
; solver: correct
