; VAL-63: nsz at an intrinsic that only moves lanes, or of a target: zeros of the result have any sign.
declare <2 x float> @llvm.vector.reverse.v2f32(<2 x float>)
define <2 x float> @src(<2 x float> %x) {
  %r = call <2 x float> @llvm.vector.reverse.v2f32(<2 x float> %x)
  ret <2 x float> %r
}
define <2 x float> @tgt(<2 x float> %x) {
  %r = call nsz <2 x float> @llvm.vector.reverse.v2f32(<2 x float> %x)
  ret <2 x float> %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare <2 x float> @llvm.vector.reverse.v2f32(<2 x float>)
define <2 x float> @src(<2 x float> %x) {
  %r = call nsz <2 x float> @llvm.vector.reverse.v2f32(<2 x float> %x)
  ret <2 x float> %r
}
define <2 x float> @tgt(<2 x float> %x) {
  %r = call <2 x float> @llvm.vector.reverse.v2f32(<2 x float> %x)
  ret <2 x float> %r
}
; check: correct

declare <2 x float> @llvm.experimental.vector.compress.v2f32(<2 x float>, <2 x i1>, <2 x float>)
define <2 x float> @src(<2 x float> %x, <2 x i1> %m) {
  %r = call <2 x float> @llvm.experimental.vector.compress.v2f32(<2 x float> %x, <2 x i1> %m, <2 x float> zeroinitializer)
  ret <2 x float> %r
}
define <2 x float> @tgt(<2 x float> %x, <2 x i1> %m) {
  %r = call nsz <2 x float> @llvm.experimental.vector.compress.v2f32(<2 x float> %x, <2 x i1> %m, <2 x float> zeroinitializer)
  ret <2 x float> %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare float @llvm.experimental.vector.extract.last.active.v2f32(<2 x float>, <2 x i1>, float)
define float @src(<2 x float> %x, <2 x i1> %m) {
  %r = call float @llvm.experimental.vector.extract.last.active.v2f32(<2 x float> %x, <2 x i1> %m, float 0.0)
  ret float %r
}
define float @tgt(<2 x float> %x, <2 x i1> %m) {
  %r = call nsz float @llvm.experimental.vector.extract.last.active.v2f32(<2 x float> %x, <2 x i1> %m, float 0.0)
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare <2 x float> @llvm.masked.load.v2f32.p0(ptr, <2 x i1>, <2 x float>)
define <2 x float> @src(ptr %p, <2 x i1> noundef %m) {
  %r = call <2 x float> @llvm.masked.load.v2f32.p0(ptr align 4 %p, <2 x i1> %m, <2 x float> zeroinitializer)
  ret <2 x float> %r
}
define <2 x float> @tgt(ptr %p, <2 x i1> noundef %m) {
  %r = call nsz <2 x float> @llvm.masked.load.v2f32.p0(ptr align 4 %p, <2 x i1> %m, <2 x float> zeroinitializer)
  ret <2 x float> %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare <2 x float> @llvm.masked.load.v2f32.p0(ptr, <2 x i1>, <2 x float>)
define <2 x float> @src(ptr %p, <2 x i1> noundef %m) {
  %r = call nsz <2 x float> @llvm.masked.load.v2f32.p0(ptr align 4 %p, <2 x i1> %m, <2 x float> zeroinitializer)
  ret <2 x float> %r
}
define <2 x float> @tgt(ptr %p, <2 x i1> noundef %m) {
  %r = call <2 x float> @llvm.masked.load.v2f32.p0(ptr align 4 %p, <2 x i1> %m, <2 x float> zeroinitializer)
  ret <2 x float> %r
}
; check: correct

declare float @llvm.arithmetic.fence.f32(float)
define float @src(float %x) {
  %r = call float @llvm.arithmetic.fence.f32(float %x)
  ret float %r
}
define float @tgt(float %x) {
  %r = call nsz float @llvm.arithmetic.fence.f32(float %x)
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare float @llvm.arithmetic.fence.f32(float)
define float @src(float %x) {
  %r = call nsz float @llvm.arithmetic.fence.f32(float %x)
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @llvm.arithmetic.fence.f32(float %x)
  ret float %r
}
; check: correct

declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>)
define <4 x float> @src(<4 x float> %x, <4 x i32> noundef %i) {
  %r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %x, <4 x i32> %i)
  ret <4 x float> %r
}
define <4 x float> @tgt(<4 x float> %x, <4 x i32> noundef %i) {
  %r = call nsz <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %x, <4 x i32> %i)
  ret <4 x float> %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; The sign of a zero operand may decide a number that is no zero.
define i1 @src(float noundef %x, float noundef %y) {
  %a = fdiv arcp float %x, %y
  %r = fcmp oeq float %a, 0xFFF0000000000000
  ret i1 %r
}
define i1 @tgt(float noundef %x, float noundef %y) {
  %a = fdiv arcp nsz float %x, %y
  %r = fcmp oeq float %a, 0xFFF0000000000000
  ret i1 %r
}
; check: unknown: approximation

define i1 @src(float noundef %x, float noundef %y) {
  %a = fdiv arcp nsz float %x, %y
  %r = fcmp oeq float %a, 0xFFF0000000000000
  ret i1 %r
}
define i1 @tgt(float noundef %x, float noundef %y) {
  %a = fdiv arcp float %x, %y
  %r = fcmp oeq float %a, 0xFFF0000000000000
  ret i1 %r
}
; check: correct

declare float @llvm.atan2.f32(float, float)
define i1 @src(float noundef %x, float noundef %y) {
  %a = call float @llvm.atan2.f32(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
define i1 @tgt(float noundef %x, float noundef %y) {
  %a = call nsz float @llvm.atan2.f32(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare float @llvm.atan2.f32(float, float)
define i1 @src(float noundef %x, float noundef %y) {
  %a = call nsz float @llvm.atan2.f32(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
define i1 @tgt(float noundef %x, float noundef %y) {
  %a = call float @llvm.atan2.f32(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
; check: correct

declare float @llvm.powi.f32.i32(float, i32)
define i1 @src(float noundef %x, i32 noundef %e) {
  %a = call float @llvm.powi.f32.i32(float %x, i32 %e)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
define i1 @tgt(float noundef %x, i32 noundef %e) {
  %a = call nsz float @llvm.powi.f32.i32(float %x, i32 %e)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; A function that nobody knows may be given another zero.
declare float @f(float, float)
define i1 @src(float noundef %x, float noundef %y) {
  %a = call float @f(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
define i1 @tgt(float noundef %x, float noundef %y) {
  %a = call nsz float @f(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare float @f(float, float)
define i1 @src(float noundef %x, float noundef %y) {
  %a = call nsz float @f(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
define i1 @tgt(float noundef %x, float noundef %y) {
  %a = call float @f(float %x, float %y)
  %r = fcmp ogt float %a, 1.0
  ret i1 %r
}
; check: correct

; What is promised of an argument is asked of what is passed, not of a zero of another sign.
declare float @g(float, float)
define float @src(float %x) {
  %a = call nsz float @g(float 0.000000e+00, float %x)
  ret float %a
}
define float @tgt(float %x) {
  %a = call nsz float @g(float noundef nofpclass(nan inf nzero sub norm) 0.000000e+00, float %x)
  ret float %a
}
; check: correct

declare float @g(float, float)
define float @src(float %x) {
  %a = call nsz float @g(float 0.000000e+00, float %x)
  ret float %a
}
define float @tgt(float %x) {
  %a = call nsz float @g(float nofpclass(pzero) 0.000000e+00, float %x)
  ret float %a
}
; check: incorrect: more-poisonous (interpreter, smt)

declare float @g(float, float)
define float @src(float %x, float %y) {
  %a = call nsz float @g(float noundef nofpclass(nzero) %y, float noundef %x)
  ret float %a
}
define float @tgt(float %x, float %y) {
  %a = call nsz float @g(float noundef %y, float noundef %x)
  ret float %a
}
; check: correct
