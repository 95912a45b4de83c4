; LangRef: where an element of the mask is undef, all of the result are, also those before it.
declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define i8 @src(<2 x i8> %v, <2 x i8> %t) {
  %e = extractelement <2 x i8> %v, i32 0
  ret i8 %e
}
define i8 @tgt(<2 x i8> %v, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> <i1 true, i1 undef>, <2 x i8> %t)
  %e = extractelement <2 x i8> %r, i32 0
  ret i8 %e
}
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define i8 @src(<2 x i8> %v, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> <i1 true, i1 undef>, <2 x i8> %t)
  %e = extractelement <2 x i8> %r, i32 0
  ret i8 %e
}
define i8 @tgt(<2 x i8> %v, <2 x i8> %t) {
  %e = extractelement <2 x i8> %v, i32 0
  ret i8 %e
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> <i1 true, i1 undef>, <2 x i8> %t)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) { ret <2 x i8> undef }
; interpreter: nothing against it
; solver: correct

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> <i1 true, i1 undef>, <2 x i8> %t)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) { ret <2 x i8> poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Poison comes first.
declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> <i1 undef, i1 poison>, <2 x i8> %t)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) { ret <2 x i8> poison }
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

; An element that may be either is undef, wherever it comes from.
declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %c = icmp ult i8 undef, 5
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 1
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> %m, <2 x i8> %t)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) { ret <2 x i8> undef }
; interpreter: nothing against it
; solver: correct

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define i8 @src(<2 x i8> %v, <2 x i8> %t) {
  %e = extractelement <2 x i8> %v, i32 0
  ret i8 %e
}
define i8 @tgt(<2 x i8> %v, <2 x i8> %t) {
  %c = icmp ult i8 undef, 5
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 1
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> %m, <2 x i8> %t)
  %e = extractelement <2 x i8> %r, i32 0
  ret i8 %e
}
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

; One that is the same number for all that undef may be is none.
declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %n = and i8 undef, 3
  %c = icmp ult i8 %n, 4
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 1
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> %m, <2 x i8> %t)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) { ret <2 x i8> %v }
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %n = and i8 undef, 3
  %c = icmp ult i8 %n, 4
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 1
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> %m, <2 x i8> %t)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) { ret <2 x i8> undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define i8 @src(<2 x i8> %v, <2 x i8> %t, i1 %x) {
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %x, i32 1
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> %m, <2 x i8> %t)
  %e = extractelement <2 x i8> %r, i32 0
  ret i8 %e
}
define i8 @tgt(<2 x i8> %v, <2 x i8> %t, i1 %x) {
  %e = extractelement <2 x i8> %v, i32 0
  ret i8 %e
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define i8 @src(<2 x i8> %v, <2 x i8> %t, i1 %x) {
  %e = extractelement <2 x i8> %v, i32 0
  ret i8 %e
}
define i8 @tgt(<2 x i8> %v, <2 x i8> %t, i1 %x) {
  %f = freeze i1 %x
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %f, i32 1
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> %m, <2 x i8> %t)
  %e = extractelement <2 x i8> %r, i32 0
  ret i8 %e
}
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

; An index that is undef names no lane, also where a select chooses it.
declare <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>)
define float @src(<4 x float> noundef %x, <4 x float> noundef %y) {
  %m = or i32 undef, 2
  %s = select i1 true, i32 undef, i32 %m
  %i = insertelement <4 x i32> zeroinitializer, i32 %s, i64 0
  %r = call <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %x, <4 x i32> %i, <4 x float> %y)
  %e = extractelement <4 x float> %r, i64 0
  ret float %e
}
define float @tgt(<4 x float> noundef %x, <4 x float> noundef %y) {
  ret float poison
}
; check: correct

declare <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>)
define float @src(<4 x float> noundef %x, <4 x float> noundef %y, i1 noundef %c) {
  %s = select i1 %c, i32 undef, i32 4
  %i = insertelement <4 x i32> zeroinitializer, i32 %s, i64 0
  %r = call <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %x, <4 x i32> %i, <4 x float> %y)
  %e = extractelement <4 x float> %r, i64 0
  ret float %e
}
define float @tgt(<4 x float> noundef %x, <4 x float> noundef %y, i1 noundef %c) {
  %e = extractelement <4 x float> %y, i64 0
  %p = select i1 %c, float poison, float %e
  ret float %p
}
; check: correct
