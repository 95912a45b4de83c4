; What optimizers are known to do against LangRef.

; Memory of integers allows integers for bytes.
define void @src(ptr noalias %y, ptr noalias %x) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 2, i1 false)
  ret void
}
define void @tgt(ptr noalias %y, ptr noalias %x) {
  %v = load i16, ptr %x, align 1
  store i16 %v, ptr %y, align 1
  ret void
}
; check --oracle=smt: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

define <8 x i1> @src(<8 x i1> %x) {
  %a = alloca i8, align 1
  store <8 x i1> %x, ptr %a, align 1
  %v = load <8 x i1>, ptr %a, align 1
  ret <8 x i1> %v
}
define <8 x i1> @tgt(<8 x i1> %x) { %i = bitcast <8 x i1> %x to i8 %v = bitcast i8 %i to <8 x i1> ret <8 x i1> %v }
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: correct

; gvn makes such loads parts of the integer that was stored, or loaded from there: Memory of integers holds types of
; no whole bytes with zeros above them.
define i1 @src(ptr %p, i1 %x) { store i1 %x, ptr %p %v = load <8 x i1>, ptr %p %r = load i1, ptr %p ret i1 %r }
define i1 @tgt(ptr %p, i1 %x) {
  store i1 %x, ptr %p
  %v = load <8 x i1>, ptr %p
  %i = bitcast <8 x i1> %v to i8
  %r = trunc i8 %i to i1
  ret i1 %r
}
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

define i1 @src(ptr %p, i8 %x) { store i8 %x, ptr %p %r = load i1, ptr %p ret i1 %r }
define i1 @tgt(ptr %p, i8 %x) { store i8 %x, ptr %p %r = trunc i8 %x to i1 ret i1 %r }
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

define i1 @src(ptr %p, i1 %x) {
  store i1 %x, ptr %p
  %v = load i8, ptr %p
  %s = lshr i8 %v, 1
  %r = trunc i8 %s to i1
  ret i1 %r
}
define i1 @tgt(ptr %p, i1 %x) { store i1 %x, ptr %p ret i1 1 }
; check --oracle=interpreter --semantics=memory=integers: incorrect: value-mismatch (interpreter)
; check --oracle=smt --semantics=memory=integers: incorrect: value-mismatch (interpreter, smt)

define i7 @src(ptr %p, i7 %x) { store i7 %x, ptr %p %v = load <8 x i1>, ptr %p %r = load i7, ptr %p ret i7 %r }
define i7 @tgt(ptr %p, i7 %x) {
  store i7 %x, ptr %p
  %v = load <8 x i1>, ptr %p
  %i = bitcast <8 x i1> %v to i8
  %r = trunc i8 %i to i7
  ret i7 %r
}
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

define i7 @src(ptr %p, i8 %x) { store i8 %x, ptr %p %r = load i7, ptr %p ret i7 %r }
define i7 @tgt(ptr %p, i8 %x) { store i8 %x, ptr %p %r = trunc i8 %x to i7 ret i7 %r }
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

define i7 @src(ptr %p, i7 %x) {
  store i7 %x, ptr %p
  %v = load i8, ptr %p
  %s = lshr i8 %v, 7
  %r = trunc i8 %s to i7
  ret i7 %r
}
define i7 @tgt(ptr %p, i7 %x) { store i7 %x, ptr %p ret i7 1 }
; check --oracle=interpreter --semantics=memory=integers: incorrect: value-mismatch (interpreter)
; check --oracle=smt --semantics=memory=integers: incorrect: value-mismatch (interpreter, smt)

define i1 @src(ptr %p, i1 %x) { store i1 %x, ptr %p %v = load <24 x i1>, ptr %p %r = load i1, ptr %p ret i1 %r }
define i1 @tgt(ptr %p, i1 %x) {
  store i1 %x, ptr %p
  %v = load <24 x i1>, ptr %p
  %i = bitcast <24 x i1> %v to i24
  %r = trunc i24 %i to i1
  ret i1 %r
}
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

define i7 @src(ptr %p, i7 %x) { store i7 %x, ptr %p %v = load <24 x i1>, ptr %p %r = load i7, ptr %p ret i7 %r }
define i7 @tgt(ptr %p, i7 %x) {
  store i7 %x, ptr %p
  %v = load <24 x i1>, ptr %p
  %i = bitcast <24 x i1> %v to i24
  %r = trunc i24 %i to i7
  ret i7 %r
}
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt --semantics=memory=integers: correct
; check --oracle=interpreter --semantics=memory=integers: unknown: sampled

; Memory of integers hides no poison that the target makes.
define void @src(ptr %p, i4 %x) { %v = add i4 %x, 1 %w = zext i4 %v to i8 store i8 %w, ptr %p, align 1 ret void }
define void @tgt(ptr %p, i4 %x) { %v = add nuw i4 %x, 1 %w = zext i4 %v to i8 store i8 %w, ptr %p, align 1 ret void }
; check --oracle=interpreter --semantics=memory=integers: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=memory=integers: incorrect: more-ub (interpreter, smt)

; A store of undef may go where it counts as nothing.
define void @src(ptr %p) { store i8 undef, ptr %p, align 1 ret void }
define void @tgt(ptr %p) { ret void }
; check --oracle=smt: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=smt --semantics=undef-store=nothing: correct
; check --oracle=interpreter --semantics=undef-store=nothing: unknown: sampled

; A minimum may replace a comparison where signaling nans are quiet.
define half @src(half %x) { %c = fcmp olt half %x, 1.0 %r = select i1 %c, half %x, half 1.0 ret half %r }
define half @tgt(half %x) { %r = call half @llvm.minnum.f16(half %x, half 1.0) ret half %r }
; check --oracle=interpreter: incorrect: value-mismatch (interpreter)
; check --oracle=smt: incorrect: value-mismatch (interpreter, smt)
; check --oracle=interpreter --semantics=nan=quiet: correct
; check --oracle=smt --semantics=nan=quiet: correct

; So may constrained operations give back the signaling NaN that they are given, where exceptions are ignored: VAL-40.
declare half @llvm.experimental.constrained.fsub.f16(half, half, metadata, metadata)
define half @src(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fsub.f16(half %x, half 0.0, metadata !"round.tonearest",
      metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt(half noundef %x) strictfp { ret half %x }
; check: incorrect: value-mismatch (interpreter, smt)
; check --semantics=nan=quiet: correct

declare half @llvm.experimental.constrained.fsub.f16(half, half, metadata, metadata)
define half @src(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fsub.f16(half %x, half 0.0, metadata !"round.tonearest",
      metadata !"fpexcept.strict") strictfp
  ret half %r
}
define half @tgt(half noundef %x) strictfp { ret half %x }
; check: incorrect: value-mismatch (interpreter, smt)
; check --semantics=nan=quiet: incorrect: value-mismatch (interpreter, smt)

; What a volatile load finds: anything by LangRef, what was stored before where nobody else writes memory.
define i8 @src(ptr %x, ptr %y) { store i8 0, ptr %x %a = load volatile i8, ptr %y %b = load i8, ptr %x ret i8 %b }
define i8 @tgt(ptr %x, ptr %y) { store i8 0, ptr %x %a = load volatile i8, ptr %y ret i8 0 }
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt --semantics=volatile=memory: correct
; check --oracle=interpreter --semantics=volatile=memory: unknown: sampled

define i8 @src(ptr %x, ptr %y) { store i8 0, ptr %x %a = load volatile i8, ptr %y %b = load i8, ptr %x ret i8 %b }
define i8 @tgt(ptr %x, ptr %y) { store i8 0, ptr %x %b = load i8, ptr %x ret i8 %b }
; check --semantics=volatile=memory: incorrect: value-mismatch (interpreter, smt)

define i8 @src(ptr %x, ptr noundef dereferenceable(1) %y) {
  %a = load volatile i8, ptr %y
  store i8 %a, ptr %x
  ret i8 %a
}
define i8 @tgt(ptr %x, ptr noundef dereferenceable(1) %y) {
  %a = load volatile i8, ptr %y
  store i8 %a, ptr %x
  %b = load i8, ptr %y
  ret i8 %b
}
; check --oracle=smt --semantics=volatile=memory: correct

; An identity that keeps numbers, not the bits of a NaN: SLP divides a lane that others divide, too.
define <2 x float> @src(float %x, float %y) {
  %q = fdiv float %y, 3.0
  %a = insertelement <2 x float> poison, float %x, i32 0
  %b = insertelement <2 x float> %a, float %q, i32 1
  ret <2 x float> %b
}
define <2 x float> @tgt(float %x, float %y) {
  %a = insertelement <2 x float> poison, float %x, i32 0
  %b = insertelement <2 x float> %a, float %y, i32 1
  %q = fdiv <2 x float> %b, <float 1.0, float 3.0>
  ret <2 x float> %q
}
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt --semantics=nan=payload: correct (inputs that are not undef)
; check --oracle=interpreter --semantics=nan=payload: unknown: sampled

define void @src(ptr %p, float %x) { store float %x, ptr %p ret void }
define void @tgt(ptr %p, float %x) { %q = fmul float %x, 1.0 store float %q, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=smt --semantics=nan=payload: correct

define i32 @src(half %x) {
  %w = fpext half %x to float
  %a = call float @llvm.copysign.f32(float %w, float -1.0)
  %b = bitcast float %a to i32
  ret i32 %b
}
define i32 @tgt(half %x) {
  %a = call half @llvm.fabs.f16(half %x)
  %n = fneg half %a
  %w = fpext half %n to float
  %b = bitcast float %w to i32
  ret i32 %b
}
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt --semantics=nan=payload: correct

; What is no NaN stays.
define float @src(float %x) { ret float %x }
define float @tgt(float %x) { %r = fadd float %x, 0.0 ret float %r }
; check --semantics=nan=payload: incorrect: value-mismatch (interpreter, smt)

define float @src(float %x) { ret float %x }
define float @tgt(float %x) { ret float 0x7FF8000000000000 }
; check --semantics=nan=payload: incorrect: value-mismatch (interpreter, smt)
