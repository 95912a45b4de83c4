; What LangRef leaves open, or says in two ways.

; VAL-3: a poison dividend may be the smallest number.
define i4 @src() { %r = sdiv i4 poison, -1 ret i4 %r }
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

; VAL-4: the sum of one undef picked anew need not go with the overflow of another.
declare { i4, i1 } @llvm.sadd.with.overflow.i4(i4, i4)
define { i4, i1 } @src() {
  %r = call { i4, i1 } @llvm.sadd.with.overflow.i4(i4 undef, i4 1)
  ret { i4, i1 } %r
}
define { i4, i1 } @tgt() { ret { i4, i1 } { i4 0, i1 true } }
; interpreter: unknown: a set of values loses the correlation of its lanes
; solver: correct

; VAL-8: the high bits of a NaN's payload are kept.
define float @src() { %r = fptrunc double 0x7FFA000020000000 to float ret float %r }
define float @tgt() { ret float 0x7FFA000020000000 }
; interpreter: correct
; solver: correct

define float @src() { %r = fptrunc double 0x7FFA000020000000 to float ret float %r }
define float @tgt() { ret float 0x7FFB000000000000 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-10: a signaling NaN is a NaN, or the other operand is the result.
declare float @llvm.minnum.f32(float, float)
define float @src() { %r = call float @llvm.minnum.f32(float 0x7FF4000000000000, float 1.0) ret float %r }
define float @tgt() { ret float 1.0 }
; interpreter: correct
; solver: correct

declare float @llvm.minnum.f32(float, float)
define float @src() { %r = call float @llvm.minnum.f32(float 0x7FF4000000000000, float 1.0) ret float %r }
define float @tgt() { ret float 0x7FF8000000000000 }
; interpreter: correct
; solver: correct

declare float @llvm.minnum.f32(float, float)
define float @src() { %r = call float @llvm.minnum.f32(float 0x7FF4000000000000, float 1.0) ret float %r }
define float @tgt() { ret float 2.0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-13: any number, and the same for the same argument.
declare float @llvm.sin.f32(float)
define i1 @src(float noundef %x) {
  %a = call float @llvm.sin.f32(float %x)
  %b = call float @llvm.sin.f32(float %x)
  %c = bitcast float %a to i32
  %d = bitcast float %b to i32
  %r = icmp eq i32 %c, %d
  ret i1 %r
}
define i1 @tgt(float noundef %x) { ret i1 true }
; interpreter: nothing against it
; solver: correct

declare float @llvm.sin.f32(float)
define float @src(float noundef %x) { %r = call float @llvm.sin.f32(float %x) ret float %r }
define float @tgt(float noundef %x) { ret float 0.5 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Of one width, but of two formats: two functions.
declare half @llvm.sin.f16(half)
declare bfloat @llvm.sin.bf16(bfloat)
define half @src(half %x) { %r = call half @llvm.sin.f16(half %x) ret half %r }
define half @tgt(half %x) {
  %b = bitcast half %x to bfloat
  %s = call bfloat @llvm.sin.bf16(bfloat %b)
  %r = bitcast bfloat %s to half
  ret half %r
}
; check: incorrect: value-mismatch (interpreter, smt)

declare half @llvm.powi.f16.i32(half, i32)
declare bfloat @llvm.powi.bf16.i32(bfloat, i32)
define half @src(half %x, i32 %n) { %r = call half @llvm.powi.f16.i32(half %x, i32 %n) ret half %r }
define half @tgt(half %x, i32 %n) {
  %b = bitcast half %x to bfloat
  %s = call bfloat @llvm.powi.bf16.i32(bfloat %b, i32 %n)
  %r = bitcast bfloat %s to half
  ret half %r
}
; check: incorrect: value-mismatch (interpreter, smt)

define half @src(half %x, half %y, half %z) {
  %a = fadd reassoc nsz half %x, %y
  %r = fadd reassoc nsz half %a, %z
  ret half %r
}
define half @tgt(half %x, half %y, half %z) {
  %b = bitcast half %x to bfloat
  %c = bitcast half %y to bfloat
  %d = bitcast half %z to bfloat
  %a = fadd reassoc nsz bfloat %b, %c
  %s = fadd reassoc nsz bfloat %a, %d
  %r = bitcast bfloat %s to half
  ret half %r
}
; check: unknown: approximation

; VAL-12: of what nnan looks at, each operand counts in its own type; an exponent is no number that may be a NaN.
declare double @llvm.powi.f64.i16(double, i16)
define double @src(double %x, i8 %n) {
  %e = zext i8 %n to i16
  %r = call nnan afn double @llvm.powi.f64.i16(double %x, i16 %e)
  ret double %r
}
define double @tgt(double %x, i8 %n) {
  %e = zext i8 %n to i16
  %f = or i16 %e, 256
  %r = call nnan afn double @llvm.powi.f64.i16(double %x, i16 %f)
  ret double %r
}
; check: unknown: approximation

declare double @llvm.ldexp.f64.i16(double, i16)
define double @src(double %x, i8 %n) {
  %e = zext i8 %n to i16
  %r = call nnan afn double @llvm.ldexp.f64.i16(double %x, i16 %e)
  ret double %r
}
define double @tgt(double %x, i8 %n) {
  %e = zext i8 %n to i16
  %f = or i16 %e, 256
  %r = call nnan afn double @llvm.ldexp.f64.i16(double %x, i16 %f)
  ret double %r
}
; check: unknown: approximation

declare float @llvm.ldexp.f32.i32(float, i32)
define float @src(float noundef %x, i32 noundef %n) {
  %a = fcmp oeq float %x, 0.0
  %e = select i1 %a, i32 2143289344, i32 %n
  %r = call nnan afn float @llvm.ldexp.f32.i32(float %x, i32 %e)
  ret float %r
}
define float @tgt(float noundef %x, i32 noundef %n) {
  %a = fcmp oeq float %x, 0.0
  %e = select i1 %a, i32 2143289344, i32 %n
  %r = call nnan afn float @llvm.ldexp.f32.i32(float %x, i32 %e)
  %s = select i1 %a, float 1.0, float %r
  ret float %s
}
; check: unknown: approximation

; VAL-20: a fixed-point product that does not fit.
declare i4 @llvm.smul.fix.i4(i4, i4, i32 immarg)
define i4 @src() { %r = call i4 @llvm.smul.fix.i4(i4 7, i4 7, i32 0) ret i4 %r }
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

; VAL-21: three halves are one or two, and nothing else.
declare i4 @llvm.smul.fix.i4(i4, i4, i32 immarg)
define i4 @src() { %r = call i4 @llvm.smul.fix.i4(i4 3, i4 1, i32 1) ret i4 %r }
define i4 @tgt() { ret i4 1 }
; interpreter: correct
; solver: correct

declare i4 @llvm.smul.fix.i4(i4, i4, i32 immarg)
define i4 @src() { %r = call i4 @llvm.smul.fix.i4(i4 3, i4 1, i32 1) ret i4 %r }
define i4 @tgt() { ret i4 2 }
; interpreter: correct
; solver: correct

declare i4 @llvm.smul.fix.i4(i4, i4, i32 immarg)
define i4 @src() { %r = call i4 @llvm.smul.fix.i4(i4 3, i4 1, i32 1) ret i4 %r }
define i4 @tgt() { ret i4 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-22: a number out of range is some number, and not undef.
declare i8 @llvm.lrint.i8.f32(float)
define i8 @src() { %r = call i8 @llvm.lrint.i8.f32(float 1000.0) ret i8 %r }
define i8 @tgt() { ret i8 77 }
; interpreter: correct
; solver: correct

declare i8 @llvm.lrint.i8.f32(float)
define i1 @src() {
  %r = call i8 @llvm.lrint.i8.f32(float 1000.0)
  %s = icmp eq i8 %r, %r
  ret i1 %s
}
define i1 @tgt() { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-23: an exponent that does not fit its type.
declare { float, i4 } @llvm.frexp.f32.i4(float)
define i4 @src() {
  %p = call { float, i4 } @llvm.frexp.f32.i4(float 1024.0)
  %r = extractvalue { float, i4 } %p, 1
  ret i4 %r
}
define i4 @tgt() { ret i4 0 }
; check: correct

; Near miss: one that does.
declare { float, i4 } @llvm.frexp.f32.i4(float)
define i4 @src() {
  %p = call { float, i4 } @llvm.frexp.f32.i4(float 64.0)
  %r = extractvalue { float, i4 } %p, 1
  ret i4 %r
}
define i4 @tgt() { ret i4 0 }
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-23: the exponent of infinity.
declare { float, i8 } @llvm.frexp.f32.i8(float)
define i8 @src() {
  %p = call { float, i8 } @llvm.frexp.f32.i8(float 0x7FF0000000000000)
  %r = extractvalue { float, i8 } %p, 1
  ret i8 %r
}
define i8 @tgt() { ret i8 77 }
; interpreter: correct
; solver: correct

; VAL-53: ldexp of a NaN is a NaN as arithmetic gives it.
declare half @llvm.ldexp.f16.i32(half, i32)
define half @src(half %x) {
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 1)
  ret half %r
}
define half @tgt(half %x) {
  %r = fmul half %x, 2.0
  ret half %r
}
; check: correct

; That it is one stays.
declare half @llvm.ldexp.f16.i32(half, i32)
define half @src(half %x) {
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 0)
  ret half %r
}
define half @tgt(half %x) {
  %r = fadd nnan half %x, -0.0
  ret half %r
}
; check: incorrect: more-poisonous (interpreter, smt)
