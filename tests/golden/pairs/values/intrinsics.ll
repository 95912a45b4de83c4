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

; VAL-33: nnan and ninf at intrinsics of targets: of lanes of the result.

declare <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>)
define <4 x float> @src(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %a, <4 x i32> <i32 1, i32 6, i32 3, i32 0>, <4 x float> %b)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %a, <4 x float> %b) {
  %r = call nnan <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %a, <4 x i32> <i32 1, i32 6, i32 3, i32 0>, <4 x float> %b)
  ret <4 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>)
define <4 x float> @src(<4 x float> %a, <4 x float> %b) {
  %r = call nnan <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %a, <4 x i32> <i32 1, i32 6, i32 3, i32 0>, <4 x float> %b)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %a, <4 x i32> <i32 1, i32 6, i32 3, i32 0>, <4 x float> %b)
  ret <4 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float>, <16 x i32>, <16 x float>)
define <16 x float> @src(<16 x float> %a, <16 x float> %b) {
  %r = call <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
define <16 x float> @tgt(<16 x float> %a, <16 x float> %b) {
  %r = call nnan <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float>, <16 x i32>, <16 x float>)
define <16 x float> @src(<16 x float> %a, <16 x float> %b) {
  %r = call nnan <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
define <16 x float> @tgt(<16 x float> %a, <16 x float> %b) {
  %r = call <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double>, <8 x i64>, <8 x double>)
define <8 x double> @src(<8 x double> %a, <8 x double> %b) {
  %r = call <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> %a, <8 x i64> <i64 1, i64 6, i64 11, i64 0, i64 5, i64 10, i64 15, i64 4>, <8 x double> %b)
  ret <8 x double> %r
}
define <8 x double> @tgt(<8 x double> %a, <8 x double> %b) {
  %r = call ninf <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> %a, <8 x i64> <i64 1, i64 6, i64 11, i64 0, i64 5, i64 10, i64 15, i64 4>, <8 x double> %b)
  ret <8 x double> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double>, <8 x i64>, <8 x double>)
define <8 x double> @src(<8 x double> %a, <8 x double> %b) {
  %r = call ninf <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> %a, <8 x i64> <i64 1, i64 6, i64 11, i64 0, i64 5, i64 10, i64 15, i64 4>, <8 x double> %b)
  ret <8 x double> %r
}
define <8 x double> @tgt(<8 x double> %a, <8 x double> %b) {
  %r = call <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> %a, <8 x i64> <i64 1, i64 6, i64 11, i64 0, i64 5, i64 10, i64 15, i64 4>, <8 x double> %b)
  ret <8 x double> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float>, <16 x i32>, <16 x float>)
define <16 x float> @src(<16 x float> %a, <16 x float> %b) {
  %r = call <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
define <16 x float> @tgt(<16 x float> %a, <16 x float> %b) {
  %r = call ninf <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float>, <16 x i32>, <16 x float>)
define <16 x float> @src(<16 x float> %a, <16 x float> %b) {
  %r = call ninf <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
define <16 x float> @tgt(<16 x float> %a, <16 x float> %b) {
  %r = call <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(<16 x float> %a, <16 x i32> <i32 1, i32 6, i32 11, i32 16, i32 21, i32 26, i32 31, i32 4, i32 9, i32 14, i32 19, i32 24, i32 29, i32 2, i32 7, i32 12>, <16 x float> %b)
  ret <16 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

; A lane of an argument that goes nowhere is not looked at.
declare <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>)
define <4 x float> @src(<4 x float> %a, <4 x float> %b) {
  %r = call nnan <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %a, <4 x i32> <i32 0, i32 0, i32 5, i32 5>, <4 x float> %b)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %a, <4 x float> %b) {
  %c = insertelement <4 x float> %a, float poison, i32 1
  %r = call nnan <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %c, <4 x i32> <i32 0, i32 0, i32 5, i32 5>, <4 x float> %b)
  ret <4 x float> %r
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct
