; One pair for each of many rules about values, with the verdict that LangRef asks for.

; LangRef: incorrect
define i8 @src(i8 %x) { 
 %f = freeze i8 %x
 %r = sub i8 %f, %f
 ret i8 %r }
define i8 @tgt(i8 %x) { 
 %r = sub i8 %x, %x
 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define i8 @src(i8 %x) { 
 %a = add i8 %x, 1
 %f = freeze i8 %a
 ret i8 %f }
define i8 @tgt(i8 %x) { 
 %f = freeze i8 %x
 %a = add nsw i8 %f, 1
 ret i8 %a }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define i8 @src(i1 %c, i8 %x) { 
 %f = freeze i8 %x
 br i1 %c, label %a, label %b
a:
 ret i8 %f
b:
 %r = xor i8 %f, %f
 ret i8 %r }
define i8 @tgt(i1 %c, i8 %x) { 
 %r = select i1 %c, i8 %x, i8 0
 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define {i8,i8} @src() { 
 %f = freeze i8 poison
 %a = insertvalue {i8,i8} poison, i8 %f, 0
 %b = insertvalue {i8,i8} %a, i8 %f, 1
 ret {i8,i8} %b }
define {i8,i8} @tgt() { 
 %f = freeze i8 poison
 %g = freeze i8 poison
 %a = insertvalue {i8,i8} poison, i8 %f, 0
 %b = insertvalue {i8,i8} %a, i8 %g, 1
 ret {i8,i8} %b }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define {i8,i8} @src() { 
 %f = freeze i8 poison
 %g = freeze i8 poison
 %a = insertvalue {i8,i8} poison, i8 %f, 0
 %b = insertvalue {i8,i8} %a, i8 %g, 1
 ret {i8,i8} %b }
define {i8,i8} @tgt() { 
 %f = freeze i8 poison
 %a = insertvalue {i8,i8} poison, i8 %f, 0
 %b = insertvalue {i8,i8} %a, i8 %f, 1
 ret {i8,i8} %b }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; LangRef: incorrect
define i32 @src(i1 %c, i32 %x) { 
 %v = select i1 %c, i32 undef, i32 %x
 ret i32 %v }
define i32 @tgt(i1 %c, i32 %x) { 
 ret i32 %x }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define i8 @src(i8 noundef %x, i8 %y) { 
 %c = icmp eq i8 %x, %y
 %r = select i1 %c, i8 %x, i8 0
 ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 %y) { 
 %c = icmp eq i8 %x, %y
 %r = select i1 %c, i8 %y, i8 0
 ret i8 %r }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

; LangRef: incorrect
define i8 @src(i8 %x) { 
 %r = and i8 %x, 15
 ret i8 %r }
define range(i8 0, 15) i8 @tgt(i8 %x) { 
 %r = and i8 %x, 15
 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: correct
define float @src(float %x) { 
 %r = fadd nsz float %x, 0.0
 ret float %r }
define float @tgt(float %x) { 
 ret float %x }
; interpreter: unknown: a choice for each member of a set
; solver: correct

; LangRef: incorrect
define float @src(float %x) { 
 %r = fadd float %x, 0.0
 ret float %r }
define float @tgt(float %x) { 
 ret float %x }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define float @src(float %x) { 
 %r = fmul nsz nnan float %x, 0.0
 ret float %r }
define float @tgt(float %x) { 
 ret float 0.0 }
; interpreter: unknown: a choice for each member of a set
; solver: correct

; LangRef: incorrect
define float @src(float %x) { 
 %r = fmul nsz float %x, 0.0
 ret float %r }
define float @tgt(float %x) { 
 ret float 0.0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define float @src(float %x) { 
 %c = fcmp olt float %x, 0.0
 %n = fneg float %x
 %r = select nsz nnan i1 %c, float %n, float %x
 ret float %r }
define float @tgt(float %x) { 
 %r = call float @llvm.fabs.f32(float %x)
 ret float %r }
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; LangRef: incorrect
define float @src(float %x) { 
 %c = fcmp olt float %x, 0.0
 %n = fneg float %x
 %r = select nnan i1 %c, float %n, float %x
 ret float %r }
define float @tgt(float %x) { 
 %r = call float @llvm.fabs.f32(float %x)
 ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define float @src(float %x) { 
 %n = fneg float %x
 %m = fneg float %n
 ret float %m }
define float @tgt(float %x) { 
 %m = fadd float %x, -0.0
 ret float %m }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define i8 @src(float %x) { 
 %r = fptosi float %x to i8
 ret i8 %r }
define i8 @tgt(float %x) { 
 %r = call i8 @llvm.fptosi.sat.i8.f32(float %x)
 ret i8 %r }
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; LangRef: incorrect
define i8 @src(float %x) { 
 %r = call i8 @llvm.fptosi.sat.i8.f32(float %x)
 ret i8 %r }
define i8 @tgt(float %x) { 
 %r = fptosi float %x to i8
 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: correct
define float @src(float %x, float %y) { 
 %r = call float @llvm.minnum.f32(float %x, float %y)
 ret float %r }
define float @tgt(float %x, float %y) { 
 %r = call float @llvm.minimumnum.f32(float %x, float %y)
 ret float %r }
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; LangRef: incorrect
define float @src(float %x, float %y) { 
 %r = call float @llvm.minimumnum.f32(float %x, float %y)
 ret float %r }
define float @tgt(float %x, float %y) { 
 %r = call float @llvm.minnum.f32(float %x, float %y)
 ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define i1 @src(float %x) { 
 %r = call i1 @llvm.is.fpclass.f32(float %x, i32 2)
 ret i1 %r }
define i1 @tgt(float %x) { 
 %r = fcmp uno float %x, 0.0
 ret i1 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define float @src(i32 %x) { 
 %r = sitofp i32 %x to float
 ret float %r }
define float @tgt(i32 %x) { 
 %d = sitofp i32 %x to double
 %h = fptrunc double %d to float
 ret float %h }
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; LangRef: incorrect
define float @src(<2 x float> %x) {
 %r = call float @llvm.vector.reduce.fadd.v2f32(float 0.0, <2 x float> %x)
 ret float %r }
define float @tgt(<2 x float> %x) {
 %a = extractelement <2 x float> %x, i32 0
 %b = extractelement <2 x float> %x, i32 1
 %r = fadd float %a, %b
 ret float %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define float @src(<2 x float> %x) {
 %r = call float @llvm.vector.reduce.fadd.v2f32(float -0.0, <2 x float> %x)
 ret float %r }
define float @tgt(<2 x float> %x) {
 %a = extractelement <2 x float> %x, i32 0
 %b = extractelement <2 x float> %x, i32 1
 %r = fadd float %a, %b
 ret float %r }
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

; LangRef: incorrect
define i1 @src(<4 x i1> %x) {
 %r = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %x)
 ret i1 %r }
define i1 @tgt(<4 x i1> %x) {
 %b = bitcast <4 x i1> %x to i4
 %r = icmp sgt i4 %b, 0
 ret i1 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define <4 x i8> @src(ptr %p, <4 x i1> %m) {
 %r = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> %m, <4 x i8> zeroinitializer)
 ret <4 x i8> %r }
define <4 x i8> @tgt(ptr %p, <4 x i1> %m) {
 %l = load <4 x i8>, ptr %p, align 1
 %r = select <4 x i1> %m, <4 x i8> %l, <4 x i8> zeroinitializer
 ret <4 x i8> %r }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: correct
define <4 x i8> @src(ptr dereferenceable(4) %p, <4 x i1> %m) {
 %r = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> %m, <4 x i8> zeroinitializer)
 ret <4 x i8> %r }
define <4 x i8> @tgt(ptr dereferenceable(4) %p, <4 x i1> %m) {
 %l = load <4 x i8>, ptr %p, align 1
 %r = select <4 x i1> %m, <4 x i8> %l, <4 x i8> zeroinitializer
 ret <4 x i8> %r }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
define <2 x i8> @src(<2 x i8> %x, i32 %i, i8 %v) {
 %r = insertelement <2 x i8> %x, i8 %v, i32 %i
 ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %x, i32 %i, i8 %v) {
 %c = icmp eq i32 %i, 0
 %a = insertelement <2 x i8> %x, i8 %v, i32 0
 %b = insertelement <2 x i8> %x, i8 %v, i32 1
 %r = select i1 %c, <2 x i8> %a, <2 x i8> %b
 %u = freeze <2 x i8> %r
 %bad = add <2 x i8> %u, <i8 1, i8 0>
 ret <2 x i8> %bad }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define <4 x i8> @src(<4 x i8> %x, <4 x i8> %y, <4 x i1> %m, i32 %n) {
 %r = call <4 x i8> @llvm.vp.add.v4i8(<4 x i8> %x, <4 x i8> %y, <4 x i1> %m, i32 %n)
 ret <4 x i8> %r }
define <4 x i8> @tgt(<4 x i8> %x, <4 x i8> %y, <4 x i1> %m, i32 %n) {
 %r = add <4 x i8> %x, %y
 ret <4 x i8> %r }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
define <4 x i8> @src(<4 x i8> %x, <4 x i8> %y, <4 x i1> %m, i32 %n) {
 %r = add <4 x i8> %x, %y
 ret <4 x i8> %r }
define <4 x i8> @tgt(<4 x i8> %x, <4 x i8> %y, <4 x i1> %m, i32 %n) {
 %r = call <4 x i8> @llvm.vp.add.v4i8(<4 x i8> %x, <4 x i8> %y, <4 x i1> splat (i1 true), i32 3)
 ret <4 x i8> %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: correct
define i8 @src(i8 %s, <4 x i8> %x) {
 %r = call i8 @llvm.vp.reduce.add.v4i8(i8 %s, <4 x i8> %x, <4 x i1> splat (i1 true), i32 4)
 ret i8 %r }
define i8 @tgt(i8 %s, <4 x i8> %x) {
 %t = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %x)
 %r = add i8 %t, %s
 ret i8 %r }
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

; LangRef: correct
define <4 x i1> @src(i32 %n) {
 %r = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 0, i32 %n)
 ret <4 x i1> %r }
define <4 x i1> @tgt(i32 %n) {
 %a = insertelement <4 x i32> poison, i32 %n, i32 0
 %b = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> zeroinitializer
 %r = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %b
 ret <4 x i1> %r }
; interpreter: unknown: an operation over lanes that are sets of values
; solver: correct

; LangRef: incorrect
define i8 @src(i8 %x, i8 %y) {
 %r = xor i8 %x, %y
 ret i8 %r }
define i8 @tgt(i8 %x, i8 %y) {
 %r = or disjoint i8 %x, %y
 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define i1 @src(i8 %x, i8 %y) {
 %r = icmp ult i8 %x, %y
 ret i1 %r }
define i1 @tgt(i8 %x, i8 %y) {
 %r = icmp samesign ult i8 %x, %y
 ret i1 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: correct
define i8 @src(i8 %x, i8 %y) {
 %r = call i8 @llvm.scmp.i8.i8(i8 %x, i8 %y)
 ret i8 %r }
define i8 @tgt(i8 %x, i8 %y) {
 %a = icmp sgt i8 %x, %y
 %b = icmp slt i8 %x, %y
 %za = zext i1 %a to i8
 %zb = zext i1 %b to i8
 %r = sub nsw i8 %za, %zb
 ret i8 %r }
; interpreter: correct
; solver: correct

; LangRef: correct
define i1 @src(i64 %x, i64 %y) {
 %r = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %x, i64 %y)
 %o = extractvalue {i64, i1} %r, 1
 ret i1 %o }
define i1 @tgt(i64 %x, i64 %y) {
 %a = zext i64 %x to i128
 %b = zext i64 %y to i128
 %m = mul i128 %a, %b
 %c = icmp ugt i128 %m, 18446744073709551615
 ret i1 %c }
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; LangRef: incorrect
define i8 @src(i8 %x) {
 %t = trunc i8 %x to i4
 %z = zext i4 %t to i8
 ret i8 %z }
define i8 @tgt(i8 %x) {
 %t = trunc nsw i8 %x to i4
 %z = zext nneg i4 %t to i8
 ret i8 %z }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define {i8, i8} @src({i8, i8} %x) {
 ret {i8, i8} %x }
define {i8, i8} @tgt({i8, i8} %x) {
 %a = extractvalue {i8, i8} %x, 0
 %s = insertvalue {i8, i8} %x, i8 %a, 1
 ret {i8, i8} %s }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; LangRef: incorrect
define i32 @src(i1 %c, i32 %x, i32 %y) {
 %a = add nsw i32 %x, 1
 %b = add i32 %y, 1
 %s = select i1 %c, i32 %a, i32 %b
 ret i32 %s }
define i32 @tgt(i1 %c, i32 %x, i32 %y) {
 %s = select i1 %c, i32 %x, i32 %y
 %a = add nsw i32 %s, 1
 ret i32 %a }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define bfloat @src(float %x) {
 %r = fptrunc float %x to bfloat
 ret bfloat %r }
define bfloat @tgt(float %x) {
 %i = bitcast float %x to i32
 %s = lshr i32 %i, 16
 %t = trunc i32 %s to i16
 %r = bitcast i16 %t to bfloat
 ret bfloat %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-19: an operation that names no rounding mode runs where the mode is to nearest.
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define void @src(float %x, ptr %p) strictfp {
  %a = fadd float %x, %x
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  ret void
}
define void @tgt(float %x, ptr %p) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  ret void
}
; check: correct

declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define void @src(float %x, ptr %p) strictfp {
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  ret void
}
define void @tgt(float %x, ptr %p) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  ret void
}
; check: incorrect: more-ub (interpreter, smt)
