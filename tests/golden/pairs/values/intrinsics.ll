; VAL-30: A lane that an undef lane number selects is poison.
declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>)
define <4 x float> @src(<4 x float> %v, i32 %i, i1 %c) {
  %n = select i1 %c, i32 undef, i32 %i
  %m = insertelement <4 x i32> <i32 3, i32 3, i32 2, i32 3>, i32 undef, i32 1
  %r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %v, <4 x i32> %m)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %v, i32 %i, i1 %c) {
  %r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 2, i32 3>
  ret <4 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>)
define <4 x float> @src(<4 x float> %v, i32 %i, i1 %c) {
  %n = select i1 %c, i32 undef, i32 %i
  %m = insertelement <4 x i32> <i32 3, i32 3, i32 2, i32 3>, i32 poison, i32 1
  %r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %v, <4 x i32> %m)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %v, i32 %i, i1 %c) {
  %r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 2, i32 3>
  ret <4 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>)
define <4 x float> @src(<4 x float> %v, i32 %i, i1 %c) {
  %n = select i1 %c, i32 undef, i32 %i
  %m = insertelement <4 x i32> <i32 3, i32 3, i32 2, i32 3>, i32 1, i32 1
  %r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %v, <4 x i32> %m)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %v, i32 %i, i1 %c) {
  %r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 1, i32 2, i32 3>
  ret <4 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>)
define <4 x float> @src(<4 x float> %v, i32 %i, i1 %c) {
  %n = select i1 %c, i32 undef, i32 %i
  %m = insertelement <4 x i32> <i32 3, i32 3, i32 2, i32 3>, i32 1, i32 1
  %r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %v, <4 x i32> %m)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %v, i32 %i, i1 %c) {
  %r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 2, i32 3>
  ret <4 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>)
define <4 x float> @src(<4 x float> %v, i32 %i, i1 %c) {
  %n = select i1 %c, i32 undef, i32 %i
  %m = insertelement <4 x i32> <i32 3, i32 3, i32 2, i32 3>, i32 %i, i32 1
  %r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %v, <4 x i32> %m)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %v, i32 %i, i1 %c) {
  %r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 2, i32 3>
  ret <4 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous
