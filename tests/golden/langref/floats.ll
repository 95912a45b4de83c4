; LangRef, "fadd": x + 0.0 is not x for -0.0.
; LangRef demands: incorrect
define float @src(float noundef %x) { ret float %x }
define float @tgt(float noundef %x) { %r = fadd float %x, 0.0 ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fadd": x + -0.0 is x, and of a NaN it may be what it was.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fadd float %x, -0.0 ret float %r }
define float @tgt(float noundef %x) { ret float %x }
; check: correct

; "Behavior of Floating-Point NaN values": the other way round, a NaN may change its sign.
; LangRef demands: incorrect
define float @src(float noundef %x) { ret float %x }
define float @tgt(float noundef %x) { %r = fadd float %x, -0.0 ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "Fast-Math Flags": with nnan a NaN is poison, so that it matters no more; but then the target may be poison.
; LangRef demands: incorrect
define float @src(float noundef %x) { ret float %x }
define float @tgt(float noundef %x) { %r = fadd nnan float %x, -0.0 ret float %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "Fast-Math Flags": nsz of the source lets x + 0.0 be x.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fadd nsz float %x, 0.0 ret float %r }
define float @tgt(float noundef %x) { ret float %x }
; check: correct

; "fmul": x * 0.0 is NaN for infinity.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fmul float %x, 0.0 ret float %r }
define float @tgt(float noundef %x) { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Fast-Math Flags": nnan alone leaves -0.0 for negative numbers.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fmul nnan float %x, 0.0 ret float %r }
define float @tgt(float noundef %x) { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Fast-Math Flags": nnan and nsz are enough, as infinity * 0.0 would be a NaN.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fmul nnan nsz float %x, 0.0 ret float %r }
define float @tgt(float noundef %x) { ret float 0.0 }
; check: correct

; "fsub": x - x is a NaN for infinity and NaN.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fsub float %x, %x ret float %r }
define float @tgt(float noundef %x) { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Fast-Math Flags": with nnan the difference is 0.0.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fsub nnan float %x, %x ret float %r }
define float @tgt(float noundef %x) { ret float 0.0 }
; check: correct

; "Fast-Math Flags": with ninf, a NaN is still a NaN.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fsub ninf float %x, %x ret float %r }
define float @tgt(float noundef %x) { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "fsub": 0.0 - x is 0.0 for 0.0, where fneg gives -0.0.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fsub float 0.0, %x ret float %r }
define float @tgt(float noundef %x) { %r = fneg float %x ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fneg": -0.0 - x is -x, and fneg keeps a NaN as it is but for its sign, which the source leaves open.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fsub float -0.0, %x ret float %r }
define float @tgt(float noundef %x) { %r = fneg float %x ret float %r }
; check: correct

; "fneg": the other way round, a NaN's sign is no more certain.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fneg float %x ret float %r }
define float @tgt(float noundef %x) { %r = fsub float -0.0, %x ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fdiv": a division by a power of two is a product.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fdiv float %x, 4.0 ret float %r }
define float @tgt(float noundef %x) { %r = fmul float %x, 0.25 ret float %r }
; check: correct

; "fdiv": not by three.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fdiv float %x, 3.0 ret float %r }
define float @tgt(float noundef %x) { %r = fmul float %x, 0x3FD5555560000000 ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "Fast-Math Flags": arcp allows it.
; LangRef demands: correct
define float @src(float noundef %x) { %r = fdiv arcp float %x, 3.0 ret float %r }
define float @tgt(float noundef %x) { %r = fmul arcp float %x, 0x3FD5555560000000 ret float %r }
; check: unknown: approximation

; "fdiv": by 0.0 it is infinity or NaN, no undefined behavior.
; LangRef demands: incorrect
define float @src(float noundef %x) { %r = fdiv float %x, 0.0 ret float %r }
define float @tgt(float noundef %x) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "fcmp": ordered equality of a number with itself is false for a NaN.
; LangRef demands: incorrect
define i1 @src(float noundef %x) { %r = fcmp oeq float %x, %x ret i1 %r }
define i1 @tgt(float noundef %x) { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "fcmp": it is "ord".
; LangRef demands: correct
define i1 @src(float noundef %x) { %r = fcmp oeq float %x, %x ret i1 %r }
define i1 @tgt(float noundef %x) { %r = fcmp ord float %x, 0.0 ret i1 %r }
; check: correct

; "fcmp": -0.0 equals 0.0.
; LangRef demands: correct
define i1 @src() { %r = fcmp oeq float -0.0, 0.0 ret i1 %r }
define i1 @tgt() { ret i1 true }
; check: correct

; "fcmp": not of "oge" is "ult", not "olt".
; LangRef demands: incorrect
define i1 @src(float noundef %x, float noundef %y) { %c = fcmp oge float %x, %y %r = xor i1 %c, true ret i1 %r }
define i1 @tgt(float noundef %x, float noundef %y) { %r = fcmp olt float %x, %y ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fcmp": not of "oge" is "ult".
; LangRef demands: correct
define i1 @src(float noundef %x, float noundef %y) { %c = fcmp oge float %x, %y %r = xor i1 %c, true ret i1 %r }
define i1 @tgt(float noundef %x, float noundef %y) { %r = fcmp ult float %x, %y ret i1 %r }
; check: correct

; "fcmp": nnan makes the comparison poison for a NaN.
; LangRef demands: correct
define i1 @src(float noundef %x, float noundef %y) { %r = fcmp nnan ult float %x, %y ret i1 %r }
define i1 @tgt(float noundef %x, float noundef %y) { %r = fcmp olt float %x, %y ret i1 %r }
; check: correct

; "fcmp": adding nnan makes poison.
; LangRef demands: incorrect
define i1 @src(float noundef %x, float noundef %y) { %r = fcmp ult float %x, %y ret i1 %r }
define i1 @tgt(float noundef %x, float noundef %y) { %r = fcmp nnan ult float %x, %y ret i1 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "frem": the result has the sign of the dividend, also a zero.
; LangRef demands: incorrect
define float @src() { %r = frem float -4.0, 2.0 ret float %r }
define float @tgt() { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "fadd": of two orders the roundings differ.
; LangRef demands: incorrect
define half @src(half noundef %x, half noundef %y, half noundef %z) { %a = fadd half %x, %y %r = fadd half %a, %z
  ret half %r }
define half @tgt(half noundef %x, half noundef %y, half noundef %z) { %a = fadd half %y, %z %r = fadd half %x, %a
  ret half %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fadd": it is commutative; of two NaNs either payload may be had.
; LangRef demands: correct
define float @src(float noundef %x, float noundef %y) { %r = fadd float %x, %y ret float %r }
define float @tgt(float noundef %x, float noundef %y) { %r = fadd float %y, %x ret float %r }
; check: correct

; "llvm.fma": it rounds once.
; LangRef demands: incorrect
declare half @llvm.fma.f16(half, half, half)
define half @src(half noundef %x, half noundef %y, half noundef %z) { %m = fmul half %x, %y %r = fadd half %m, %z
  ret half %r }
define half @tgt(half noundef %x, half noundef %y, half noundef %z) {
  %r = call half @llvm.fma.f16(half %x, half %y, half %z) ret half %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.fmuladd": it may be fused or not, so a source of it may become either.
; LangRef demands: correct
declare half @llvm.fmuladd.f16(half, half, half)
define half @src(half noundef %x, half noundef %y, half noundef %z) {
  %r = call half @llvm.fmuladd.f16(half %x, half %y, half %z) ret half %r }
define half @tgt(half noundef %x, half noundef %y, half noundef %z) { %m = fmul half %x, %y %r = fadd half %m, %z
  ret half %r }
; check: correct

; "llvm.fabs": it clears the sign, also of a NaN.
; LangRef demands: correct
declare float @llvm.fabs.f32(float)
define i32 @src(float noundef %x) { %a = call float @llvm.fabs.f32(float %x) %r = bitcast float %a to i32 ret i32 %r }
define i32 @tgt(float noundef %x) { %i = bitcast float %x to i32 %r = and i32 %i, 2147483647 ret i32 %r }
; check: correct

; "llvm.copysign": of a number and itself it is the number.
; LangRef demands: correct
declare float @llvm.copysign.f32(float, float)
define float @src(float noundef %x) { %r = call float @llvm.copysign.f32(float %x, float %x) ret float %r }
define float @tgt(float noundef %x) { ret float %x }
; check: correct

; "llvm.sqrt": of a negative number it is a NaN, of -0.0 it is -0.0.
; LangRef demands: incorrect
declare float @llvm.sqrt.f32(float)
define float @src() { %r = call float @llvm.sqrt.f32(float -0.0) ret float %r }
define float @tgt() { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.minnum": a quiet NaN is passed over.
; LangRef demands: correct
declare float @llvm.minnum.f32(float, float)
define float @src(float noundef %x) { %r = call float @llvm.minnum.f32(float 0x7FF8000000000000, float 1.0)
  ret float %r }
define float @tgt(float noundef %x) { ret float 1.0 }
; check: correct

; "llvm.minnum": -0.0 is less than 0.0.
; LangRef demands: incorrect
declare float @llvm.minnum.f32(float, float)
define float @src() { %r = call float @llvm.minnum.f32(float 0.0, float -0.0) ret float %r }
define float @tgt() { ret float 0.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.minnum": with nsz either zero may be the result.
; LangRef demands: correct
declare float @llvm.minnum.f32(float, float)
define float @src() { %r = call nsz float @llvm.minnum.f32(float 0.0, float -0.0) ret float %r }
define float @tgt() { ret float 0.0 }
; check: correct

; "llvm.minimum": a NaN operand gives a NaN.
; LangRef demands: correct
declare float @llvm.minimum.f32(float, float)
define i1 @src(float noundef %x) { %m = call float @llvm.minimum.f32(float 0x7FF8000000000000, float %x)
  %r = fcmp uno float %m, %m ret i1 %r }
define i1 @tgt(float noundef %x) { ret i1 true }
; check: correct

; "llvm.minimumnum": a signaling NaN is passed over, too.
; LangRef demands: correct
declare float @llvm.minimumnum.f32(float, float)
define float @src() { %r = call float @llvm.minimumnum.f32(float 0x7FF4000000000000, float 1.0) ret float %r }
define float @tgt() { ret float 1.0 }
; check: correct

; "llvm.maximum": it is no maxnum: a NaN is returned.
; LangRef demands: incorrect
declare float @llvm.maximum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
define float @src(float noundef %x, float noundef %y) { %r = call float @llvm.maxnum.f32(float %x, float %y)
  ret float %r }
define float @tgt(float noundef %x, float noundef %y) { %r = call float @llvm.maximum.f32(float %x, float %y)
  ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.maximum", "Fast-Math Flags": without NaNs both are the same.
; LangRef demands: correct
declare float @llvm.maximum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
define float @src(float noundef %x, float noundef %y) { %r = call nnan float @llvm.maxnum.f32(float %x, float %y)
  ret float %r }
define float @tgt(float noundef %x, float noundef %y) { %r = call nnan float @llvm.maximum.f32(float %x, float %y)
  ret float %r }
; check: correct

; "llvm.minnum", "select": a comparison and select gives the second for a NaN in the first.
; LangRef demands: incorrect
declare float @llvm.minnum.f32(float, float)
define float @src(float noundef %x, float noundef %y) { %c = fcmp olt float %x, %y
  %r = select i1 %c, float %x, float %y ret float %r }
define float @tgt(float noundef %x, float noundef %y) { %r = call float @llvm.minnum.f32(float %x, float %y)
  ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fcmp", "Fast-Math Flags": the comparison is poison for a NaN, and zeros may have either sign.
; LangRef demands: correct
declare float @llvm.minnum.f32(float, float)
define float @src(float noundef %x, float noundef %y) { %c = fcmp nnan nsz olt float %x, %y
  %r = select nnan nsz i1 %c, float %x, float %y ret float %r }
define float @tgt(float noundef %x, float noundef %y) {
  %r = call nnan nsz float @llvm.minnum.f32(float %x, float %y) ret float %r }
; check: correct

; "llvm.is.fpclass": 3 is any NaN.
; LangRef demands: correct
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @src(float noundef %x) { %r = call i1 @llvm.is.fpclass.f32(float %x, i32 3) ret i1 %r }
define i1 @tgt(float noundef %x) { %r = fcmp uno float %x, 0.0 ret i1 %r }
; check: correct

; "llvm.is.fpclass": 96 is any zero.
; LangRef demands: correct
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @src(float noundef %x) { %r = call i1 @llvm.is.fpclass.f32(float %x, i32 96) ret i1 %r }
define i1 @tgt(float noundef %x) { %r = fcmp oeq float %x, 0.0 ret i1 %r }
; check: correct

; "llvm.is.fpclass": 64 is the positive zero alone.
; LangRef demands: incorrect
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @src(float noundef %x) { %r = call i1 @llvm.is.fpclass.f32(float %x, i32 64) ret i1 %r }
define i1 @tgt(float noundef %x) { %r = fcmp oeq float %x, 0.0 ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "denormal-fp-math": where inputs are flushed, a denormal compares equal to zero; is.fpclass looks at bits.
; LangRef demands: incorrect
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @src(float noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" { %r = fcmp oeq float %x, 0.0
  ret i1 %r }
define i1 @tgt(float noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 96) ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "denormal-fp-math": here it is the class of zeros and denormals.
; LangRef demands: correct
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @src(float noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" { %r = fcmp oeq float %x, 0.0
  ret i1 %r }
define i1 @tgt(float noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 240) ret i1 %r }
; check: correct

; "denormal-fp-math": a product by 1.0 may flush a denormal, so it is not x.
; LangRef demands: incorrect
define float @src(float noundef nofpclass(nan) %x) "denormal-fp-math"="ieee,preserve-sign" { ret float %x }
define float @tgt(float noundef nofpclass(nan) %x) "denormal-fp-math"="ieee,preserve-sign" { %r = fmul float %x, 1.0
  ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "nofpclass": a NaN is passed as poison.
; LangRef demands: correct
define i1 @src(float nofpclass(nan) %x) { %r = fcmp uno float %x, 0.0 ret i1 %r }
define i1 @tgt(float nofpclass(nan) %x) { ret i1 false }
; check: correct

; "nofpclass": infinity is none of it.
; LangRef demands: incorrect
define i1 @src(float nofpclass(nan) %x) { %r = fcmp oeq float %x, 0x7FF0000000000000 ret i1 %r }
define i1 @tgt(float nofpclass(nan) %x) { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "nofpclass": gained for a result that is never negative.
; LangRef demands: correct
declare float @llvm.fabs.f32(float)
define float @src(float noundef %x) { %r = call float @llvm.fabs.f32(float %x) ret float %r }
define nofpclass(ninf nnorm nsub nzero) float @tgt(float noundef %x) { %r = call float @llvm.fabs.f32(float %x)
  ret float %r }
; check: correct

; "nofpclass": gained for zeros, which it may give.
; LangRef demands: incorrect
declare float @llvm.fabs.f32(float)
define float @src(float noundef %x) { %r = call float @llvm.fabs.f32(float %x) ret float %r }
define nofpclass(pzero) float @tgt(float noundef %x) { %r = call float @llvm.fabs.f32(float %x) ret float %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "Constrained Floating-Point Intrinsics": ignoring exceptions and rounding to nearest, it is fadd but for NaNs, which
; are quiet.
; LangRef demands: correct
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define float @src(float noundef %x, float noundef %y) strictfp { %r = fadd float %x, %y ret float %r }
define float @tgt(float noundef %x, float noundef %y) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.tonearest",
      metadata !"fpexcept.ignore") strictfp
  ret float %r }
; check: correct

; "Constrained Floating-Point Intrinsics": another rounding.
; LangRef demands: incorrect
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define float @src(float noundef %x, float noundef %y) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.upward",
      metadata !"fpexcept.ignore") strictfp
  ret float %r }
define float @tgt(float noundef %x, float noundef %y) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.downward",
      metadata !"fpexcept.ignore") strictfp
  ret float %r }
; check: incorrect: more-ub (interpreter, smt)

; "Constrained Floating-Point Intrinsics": a strict operation that is not used may raise a flag, which must stay.
; LangRef demands: incorrect
; Wrong by LangRef: status flags are not modelled.
declare float @llvm.experimental.constrained.fdiv.f32(float, float, metadata, metadata)
define void @src(float noundef %x, float noundef %y) strictfp {
  %r = call float @llvm.experimental.constrained.fdiv.f32(float %x, float %y, metadata !"round.tonearest",
      metadata !"fpexcept.strict") strictfp
  ret void }
define void @tgt(float noundef %x, float noundef %y) strictfp { ret void }
; check: correct (nobody looks at floating-point exceptions)

; "fpmath": it allows an error of some ulp, so that a proof of equal bits is no more asked of the source; the target
; may be exact.
; LangRef demands: correct
define float @src(float noundef %x, float noundef %y) { %r = fdiv float %x, %y, !fpmath !0 ret float %r }
define float @tgt(float noundef %x, float noundef %y) { %r = fdiv float %x, %y ret float %r }
!0 = !{float 2.5}
; check: correct

; "fpmath": gained by the target, it is less exact.
; LangRef demands: incorrect
define float @src(float noundef %x, float noundef %y) { %r = fdiv float %x, %y ret float %r }
define float @tgt(float noundef %x, float noundef %y) { %r = fdiv float %x, %y, !fpmath !0 ret float %r }
!0 = !{float 2.5}
; check: unknown: unfollowed-promise: !fpmath

; "select": with nnan, a NaN result is poison.
; LangRef demands: incorrect
define float @src(i1 noundef %c, float noundef %x, float noundef %y) { %r = select i1 %c, float %x, float %y
  ret float %r }
define float @tgt(i1 noundef %c, float noundef %x, float noundef %y) { %r = select nnan i1 %c, float %x, float %y
  ret float %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.canonicalize": a NaN becomes quiet, a number stays.
; LangRef demands: correct
declare float @llvm.canonicalize.f32(float)
define i1 @src(float noundef %x) { %c = call float @llvm.canonicalize.f32(float %x) %r = fcmp ueq float %c, %x
  ret i1 %r }
define i1 @tgt(float noundef %x) { ret i1 true }
; check: correct

; "llvm.trunc", "llvm.floor": they differ for negative numbers.
; LangRef demands: incorrect
declare float @llvm.trunc.f32(float)
declare float @llvm.floor.f32(float)
define float @src(float noundef %x) { %r = call float @llvm.floor.f32(float %x) ret float %r }
define float @tgt(float noundef %x) { %r = call float @llvm.trunc.f32(float %x) ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.round", "llvm.roundeven": halves go away from zero, or to the even one.
; LangRef demands: incorrect
declare float @llvm.round.f32(float)
declare float @llvm.roundeven.f32(float)
define float @src() { %r = call float @llvm.round.f32(float 2.5) ret float %r }
define float @tgt() { %r = call float @llvm.roundeven.f32(float 2.5) ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.round", "llvm.roundeven": 3.5 is 4 either way.
; LangRef demands: correct
declare float @llvm.round.f32(float)
declare float @llvm.roundeven.f32(float)
define float @src() { %r = call float @llvm.round.f32(float 3.5) ret float %r }
define float @tgt() { %r = call float @llvm.roundeven.f32(float 3.5) ret float %r }
; check: correct

; "llvm.ldexp": by 1 it is a product by two.
; LangRef demands: correct
declare float @llvm.ldexp.f32.i32(float, i32)
define float @src(float noundef %x) { %r = call float @llvm.ldexp.f32.i32(float %x, i32 1) ret float %r }
define float @tgt(float noundef %x) { %r = fmul float %x, 2.0 ret float %r }
; check: correct
