; VAL-7: Operands that commute give the same NaNs.
define float @src(float %x, float %y, float %z) { %r = fmul float %x, %y ret float %r }
define float @tgt(float %x, float %y, float %z) { %s = fmul float %y, %x ret float %s }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) {
  %a = fadd float %x, %y
  %r = fmul float %a, %z
  ret float %r
}
define float @tgt(float %x, float %y, float %z) {
  %b = fadd float %y, %x
  %s = fmul float %z, %b
  ret float %s
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

declare float @llvm.fma.f32(float, float, float)
define float @src(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
define float @tgt(float %x, float %y, float %z) {
  %s = call float @llvm.fma.f32(float %y, float %x, float %z)
  ret float %s
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

; Operands that do not commute are told apart.
define float @src(float %x, float %y, float %z) { %r = fsub float %x, %y ret float %r }
define float @tgt(float %x, float %y, float %z) { %s = fsub float %y, %x ret float %s }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare float @llvm.fma.f32(float, float, float)
define float @src(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
define float @tgt(float %x, float %y, float %z) {
  %s = call float @llvm.fma.f32(float %x, float %z, float %y)
  ret float %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A sign moves through an addition.
define float @src(float %x, float %y, float %z) {
  %n = fneg float %y
  %r = fadd float %x, %n
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %s = fsub float %x, %y ret float %s }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) { %s = fsub float %x, %y ret float %s }
define float @tgt(float %x, float %y, float %z) {
  %n = fneg float %y
  %r = fadd float %x, %n
  ret float %r
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

; Subtraction from minus zero may become a negation but not the reverse.
declare void @f(float)
define float @src(float %x, float %y, float %z) {
  %r = fsub float -0.0, %x
  call void @f(float %r)
  ret float %r
}
define float @tgt(float %x, float %y, float %z) {
  %r = fneg float %x
  call void @f(float %r)
  ret float %r
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) { %r = fneg float %x ret float %r }
define float @tgt(float %x, float %y, float %z) { %r = fsub float -0.0, %x ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A payload is not invented.
; The sum's NaN has the payload of x or y or none, not z's.
define float @src(float %x, float %y, float %z) { %r = fadd float %x, %y ret float %r }
define float @tgt(float %x, float %y, float %z) {
  %r = fadd float %x, %y
  %f = freeze float %z
  %n = fcmp uno float %r, 0.0
  %m = fcmp uno float %f, 0.0
  %b = and i1 %n, %m
  %s = select i1 %b, float %f, float %r
  ret float %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-11: A zero whose sign is open may be the exact one.
define float @src(float %x, float %y, float %z) {
  %r = fadd nnan ninf nsz float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fadd float %x, %y ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) {
  %r = fsub nnan ninf nsz float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fsub float %x, %y ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) {
  %r = fmul nnan ninf nsz float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fmul float %x, %y ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) {
  %r = fdiv nnan ninf nsz float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fdiv float %x, %y ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) {
  %r = frem nnan ninf nsz float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = frem float %x, %y ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) { %r = fadd float %x, %y ret float %r }
define float @tgt(float %x, float %y, float %z) { %r = fadd nsz float %x, %y ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A divisor without a sign may be either zero.
define float @src(float %x, float %y, float %z) { %r = fdiv nsz float %x, 0.0 ret float %r }
define float @tgt(float %x, float %y, float %z) { %r = fdiv float %x, -0.0 ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) { %r = fdiv float %x, 0.0 ret float %r }
define float @tgt(float %x, float %y, float %z) { %r = fdiv float %x, -0.0 ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A difference is the opposite of the other but for zero.
define float @src(float %x, float %y, float %z) {
  %a = fsub nsz float %x, %y
  %r = fneg nsz float %a
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fsub nsz float %y, %x ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

define float @src(float %x, float %y, float %z) {
  %a = fsub float %x, %y
  %r = fneg float %a
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fsub float %y, %x ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Times one is no operation.
define float @src(float %x, float %y, float %z) {
  %a = fmul float %x, 1.0
  %r = fmul float %a, %y
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %r = fmul float %x, %y ret float %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

; Signs of products with zeros are followed through choices.
define float @src(float %a) {
  %f = fmul nsz float %a, 0.0
  %r = fneg ninf float %f
  ret float %r
}
define float @tgt(float %a) { %r = fmul ninf float %a, -0.0 ret float %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define <2 x float> @src(<2 x float> %a) {
  %f = fmul nsz <2 x float> %a, <float 0.0, float -0.0>
  %r = fneg ninf <2 x float> %f
  ret <2 x float> %r
}
define <2 x float> @tgt(<2 x float> %a) {
  %r = fmul ninf <2 x float> %a, <float -0.0, float 0.0>
  ret <2 x float> %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; What the flags permit is the same for the same operation on the same operands (VAL-12).
; LangRef: correct
define float @src(float %x, float %y) {
 %a = fadd reassoc float %x, %y
 %b = fdiv arcp float %a, 3.0
 ret float %b }
define float @tgt(float %x, float %y) {
 %a = fadd reassoc float %y, %x
 %b = fdiv arcp float %a, 3.0
 ret float %b }
; interpreter: unknown: fast-math flags permit other results
; solver: correct

; LangRef: incorrect
define float @src(float %x) {
 %a = fdiv float %x, 3.0
 ret float %a }
define float @tgt(float %x) {
 %a = fdiv arcp float %x, 3.0
 ret float %a }
; interpreter: unknown: fast-math flags permit other results
; solver: unknown: approximation

; Those of half and of bfloat are other functions, though both have 16 bits.
; LangRef: incorrect
define half @src(half %x, half %y) {
 %a = fadd reassoc half %x, %y
 ret half %a }
define half @tgt(half %x, half %y) {
 %a = bitcast half %x to bfloat
 %b = bitcast half %y to bfloat
 %c = fadd reassoc bfloat %a, %b
 %d = bitcast bfloat %c to half
 ret half %d }
; interpreter: unknown: fast-math flags permit other results
; solver: unknown: approximation

; LangRef: incorrect
define <2 x half> @src(<2 x half> %x) {
 %a = fdiv arcp <2 x half> %x, splat (half 3.0)
 ret <2 x half> %a }
define <2 x half> @tgt(<2 x half> %x) {
 %a = bitcast <2 x half> %x to <2 x bfloat>
 %b = bitcast <2 x half> splat (half 3.0) to <2 x bfloat>
 %c = fdiv arcp <2 x bfloat> %a, %b
 %d = bitcast <2 x bfloat> %c to <2 x half>
 ret <2 x half> %d }
; interpreter: unknown: fast-math flags permit other results
; solver: unknown: approximation

; LangRef: incorrect
define half @src(float %x) {
 %a = fptrunc contract float %x to half
 ret half %a }
define half @tgt(float %x) {
 %a = fptrunc contract float %x to bfloat
 %b = bitcast bfloat %a to half
 ret half %b }
; interpreter: unknown: fast-math flags permit other results
; solver: unknown: approximation

; LangRef: incorrect
declare half @llvm.sqrt.f16(half)
declare bfloat @llvm.sqrt.bf16(bfloat)
define half @src(half %x) {
 %a = call afn half @llvm.sqrt.f16(half %x)
 ret half %a }
define half @tgt(half %x) {
 %a = bitcast half %x to bfloat
 %b = call afn bfloat @llvm.sqrt.bf16(bfloat %a)
 %c = bitcast bfloat %b to half
 ret half %c }
; interpreter: unknown: fast-math flags permit other results
; solver: unknown: approximation

; VAL-50: The arm of a select that is not taken is no number that its flags speak of:
define float @src(i1 noundef %c, float noundef %x) {
  %r = select nnan i1 %c, float %x, float 0x7FF8000000000000
  ret float %r
}
define float @tgt(i1 noundef %c, float noundef %x) { ret float %x }
; interpreter: nothing against it
; solver: correct

; the result is not always poison.
define float @src(i1 noundef %c) {
  %r = select nnan i1 %c, float 1.0, float 0x7FF8000000000000
  ret float %r
}
define float @tgt(i1 noundef %c) { ret float poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; A phi with the flag becomes a select.
define float @src(i1 noundef %c, float noundef %x) {
e:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi nnan float [ %x, %a ], [ 1.0, %e ]
  ret float %r
}
define float @tgt(i1 noundef %c, float noundef %x) {
  %r = select nnan i1 %c, float %x, float 1.0
  ret float %r
}
; interpreter: nothing against it
; solver: correct
