; LangRef, "extractelement": an index beyond the vector gives poison.
; LangRef demands: correct
define i8 @src(<2 x i8> %v) { %r = extractelement <2 x i8> %v, i32 2 ret i8 %r }
define i8 @tgt(<2 x i8> %v) { ret i8 poison }
; check: correct

; "extractelement": the last index is no such index.
; LangRef demands: incorrect
define i8 @src(<2 x i8> %v) { %r = extractelement <2 x i8> %v, i32 1 ret i8 %r }
define i8 @tgt(<2 x i8> %v) { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "extractelement": the index is unsigned: -1 is beyond.
; LangRef demands: correct
define i8 @src(<2 x i8> %v) { %r = extractelement <2 x i8> %v, i8 -1 ret i8 %r }
define i8 @tgt(<2 x i8> %v) { ret i8 9 }
; check: correct

; "insertelement": an index beyond the vector makes all of it poison.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v) { %r = insertelement <2 x i8> %v, i8 1, i32 7 ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { ret <2 x i8> poison }
; check: correct

; "insertelement": with a variable index in range the other elements stay.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v, i32 noundef %i) {
  %j = and i32 %i, 1 %a = insertelement <2 x i8> %v, i8 1, i32 %j %r = insertelement <2 x i8> %a, i8 1, i32 %j
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, i32 noundef %i) {
  %j = and i32 %i, 1 %r = insertelement <2 x i8> %v, i8 1, i32 %j ret <2 x i8> %r }
; check: correct

; "insertelement": two variable indices may be different.
; LangRef demands: incorrect
define <2 x i8> @src(<2 x i8> %v, i1 noundef %i, i1 noundef %j) {
  %a = insertelement <2 x i8> %v, i8 1, i1 %i %r = insertelement <2 x i8> %a, i8 2, i1 %j ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, i1 noundef %i, i1 noundef %j) { %r = insertelement <2 x i8> %v, i8 2, i1 %j
  ret <2 x i8> %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "shufflevector": a poison mask element gives a poison element.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v) {
  %r = shufflevector <2 x i8> %v, <2 x i8> poison, <2 x i32> <i32 0, i32 poison> ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { ret <2 x i8> %v }
; check: correct

; "shufflevector": elements of the second operand are numbered behind the first one's.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %w) {
  %r = shufflevector <2 x i8> %v, <2 x i8> %w, <2 x i32> <i32 2, i32 1> ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %w) {
  %r = shufflevector <2 x i8> %w, <2 x i8> %v, <2 x i32> <i32 0, i32 3> ret <2 x i8> %r }
; check: correct

; "shufflevector": exchanged operands need other numbers.
; LangRef demands: incorrect
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %w) {
  %r = shufflevector <2 x i8> %v, <2 x i8> %w, <2 x i32> <i32 2, i32 1> ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %w) {
  %r = shufflevector <2 x i8> %w, <2 x i8> %v, <2 x i32> <i32 2, i32 1> ret <2 x i8> %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "shufflevector": the result is as long as the mask.
; LangRef demands: incorrect
define <4 x i8> @src(<2 x i8> %v) {
  %r = shufflevector <2 x i8> %v, <2 x i8> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  ret <4 x i8> %r }
define <4 x i8> @tgt(<2 x i8> %v) {
  %r = shufflevector <2 x i8> %v, <2 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i8> %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "shufflevector": a reversal twice is nothing.
; LangRef demands: correct
define <4 x i8> @src(<4 x i8> %v) {
  %a = shufflevector <4 x i8> %v, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %r = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i8> %r }
define <4 x i8> @tgt(<4 x i8> %v) { ret <4 x i8> %v }
; check: correct

; "Poison Values": elements are poison one by one.
; LangRef demands: incorrect
define <2 x i8> @src(i8 noundef %x) {
  %a = insertelement <2 x i8> poison, i8 %x, i32 0 %r = add <2 x i8> %a, <i8 1, i8 1> ret <2 x i8> %r }
define <2 x i8> @tgt(i8 noundef %x) { ret <2 x i8> poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "add": of vectors with nsw, only the element that overflows is poison.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) {
  %a = insertelement <2 x i8> <i8 127, i8 0>, i8 %x, i32 1 %b = add nsw <2 x i8> %a, <i8 1, i8 0>
  %r = extractelement <2 x i8> %b, i32 1 ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "sdiv": of vectors, a zero in one element is undefined behavior of the whole.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v) { %r = sdiv <2 x i8> %v, <i8 1, i8 0> ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { unreachable }
; check: correct

; "sdiv": a poison element of the divisor, too.
; LangRef demands: incorrect
define <2 x i8> @src(<2 x i8> %v) { ret <2 x i8> %v }
define <2 x i8> @tgt(<2 x i8> %v) { %r = sdiv <2 x i8> %v, <i8 1, i8 poison> ret <2 x i8> %v }
; check: incorrect: more-ub (interpreter, smt)

; "select": a vector of conditions chooses by element.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %w) { %r = select <2 x i1> <i1 true, i1 false>, <2 x i8> %v, <2 x i8> %w
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %w) {
  %r = shufflevector <2 x i8> %v, <2 x i8> %w, <2 x i32> <i32 0, i32 3> ret <2 x i8> %r }
; check: correct

; "select": one condition for the whole vector is no vector of conditions.
; LangRef demands: incorrect
define <2 x i8> @src(i1 noundef %c, <2 x i8> %v, <2 x i8> %w) { %r = select i1 %c, <2 x i8> %v, <2 x i8> %w
  ret <2 x i8> %r }
define <2 x i8> @tgt(i1 noundef %c, <2 x i8> %v, <2 x i8> %w) {
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 0
  %r = select <2 x i1> %m, <2 x i8> %v, <2 x i8> %w ret <2 x i8> %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "icmp": of vectors, element by element.
; LangRef demands: correct
define <2 x i1> @src(<2 x i8> %v) { %r = icmp ult <2 x i8> %v, <i8 1, i8 1> ret <2 x i1> %r }
define <2 x i1> @tgt(<2 x i8> %v) { %r = icmp eq <2 x i8> %v, zeroinitializer ret <2 x i1> %r }
; check: correct

; "extractvalue": of what was inserted.
; LangRef demands: correct
define i8 @src({i8, i16} %s, i8 %x) { %a = insertvalue {i8, i16} %s, i8 %x, 0 %r = extractvalue {i8, i16} %a, 0
  ret i8 %r }
define i8 @tgt({i8, i16} %s, i8 %x) { ret i8 %x }
; check: correct

; "insertvalue": the other elements stay.
; LangRef demands: incorrect
define {i8, i16} @src({i8, i16} %s, i8 %x) { %r = insertvalue {i8, i16} %s, i8 %x, 0 ret {i8, i16} %r }
define {i8, i16} @tgt({i8, i16} %s, i8 %x) { %r = insertvalue {i8, i16} poison, i8 %x, 0 ret {i8, i16} %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "insertvalue": into poison, what was not inserted may be anything.
; LangRef demands: correct
define {i8, i16} @src(i8 %x) { %r = insertvalue {i8, i16} poison, i8 %x, 0 ret {i8, i16} %r }
define {i8, i16} @tgt(i8 %x) { %r = insertvalue {i8, i16} {i8 0, i16 7}, i8 %x, 0 ret {i8, i16} %r }
; check: correct

; "insertvalue": of nested aggregates.
; LangRef demands: correct
define {[2 x i8], i8} @src({[2 x i8], i8} %s) {
  %e = extractvalue {[2 x i8], i8} %s, 0, 1 %r = insertvalue {[2 x i8], i8} %s, i8 %e, 0, 1 ret {[2 x i8], i8} %r }
define {[2 x i8], i8} @tgt({[2 x i8], i8} %s) { ret {[2 x i8], i8} %s }
; check: correct

; "insertvalue": another place.
; LangRef demands: incorrect
define {[2 x i8], i8} @src({[2 x i8], i8} %s) {
  %e = extractvalue {[2 x i8], i8} %s, 0, 1 %r = insertvalue {[2 x i8], i8} %s, i8 %e, 0, 0 ret {[2 x i8], i8} %r }
define {[2 x i8], i8} @tgt({[2 x i8], i8} %s) { ret {[2 x i8], i8} %s }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.vector.reduce.add": the sum of all elements wraps.
; LangRef demands: correct
declare i8 @llvm.vector.reduce.add.v2i8(<2 x i8>)
define i8 @src(<2 x i8> %v) { %r = call i8 @llvm.vector.reduce.add.v2i8(<2 x i8> %v) ret i8 %r }
define i8 @tgt(<2 x i8> %v) {
  %a = extractelement <2 x i8> %v, i32 0 %b = extractelement <2 x i8> %v, i32 1 %r = add i8 %a, %b ret i8 %r }
; check: correct

; "llvm.vector.reduce.add": it has no flags.
; LangRef demands: incorrect
declare i8 @llvm.vector.reduce.add.v2i8(<2 x i8>)
define i8 @src(<2 x i8> %v) { %r = call i8 @llvm.vector.reduce.add.v2i8(<2 x i8> %v) ret i8 %r }
define i8 @tgt(<2 x i8> %v) {
  %a = extractelement <2 x i8> %v, i32 0 %b = extractelement <2 x i8> %v, i32 1 %r = add nuw i8 %a, %b ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.vector.reduce.and": a poison element makes the result poison.
; LangRef demands: correct
declare i8 @llvm.vector.reduce.and.v2i8(<2 x i8>)
define i8 @src(i8 %x) { %v = insertelement <2 x i8> <i8 0, i8 0>, i8 %x, i32 0
  %r = call i8 @llvm.vector.reduce.and.v2i8(<2 x i8> %v) ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 0 }
; check: correct

; "llvm.vector.reduce.smax": the greatest signed.
; LangRef demands: incorrect
declare i8 @llvm.vector.reduce.smax.v2i8(<2 x i8>)
define i8 @src() { %r = call i8 @llvm.vector.reduce.smax.v2i8(<2 x i8> <i8 -1, i8 1>) ret i8 %r }
define i8 @tgt() { ret i8 -1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.vector.reduce.fadd": without reassoc it is sequential, from the start value.
; LangRef demands: correct
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @src(<2 x float> noundef %v) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float -0.0, <2 x float> %v) ret float %r }
define float @tgt(<2 x float> noundef %v) {
  %a = extractelement <2 x float> %v, i32 0 %b = extractelement <2 x float> %v, i32 1 %r = fadd float %a, %b
  ret float %r }
; check: correct

; "llvm.vector.reduce.fadd": 0.0 is no neutral start: -0.0 + 0.0 is 0.0.
; LangRef demands: incorrect
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @src(<2 x float> noundef %v) {
  %a = extractelement <2 x float> %v, i32 0 %b = extractelement <2 x float> %v, i32 1 %r = fadd float %a, %b
  ret float %r }
define float @tgt(<2 x float> noundef %v) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float 0.0, <2 x float> %v) ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.vector.reduce.fadd": another order rounds otherwise.
; LangRef demands: incorrect
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @src(float noundef %s, <2 x float> noundef %v) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float %s, <2 x float> %v) ret float %r }
define float @tgt(float noundef %s, <2 x float> noundef %v) {
  %w = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %r = call float @llvm.vector.reduce.fadd.v2f32(float %s, <2 x float> %w) ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.vector.extract": from a multiple of the result's length.
; LangRef demands: correct
declare <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8>, i64)
define <2 x i8> @src(<4 x i8> %v) { %r = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8> %v, i64 2)
  ret <2 x i8> %r }
define <2 x i8> @tgt(<4 x i8> %v) {
  %r = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 2, i32 3> ret <2 x i8> %r }
; check: correct

; "llvm.vector.splice.left": elements are taken from the index on.
; LangRef demands: correct
declare <4 x i8> @llvm.vector.splice.left.v4i8(<4 x i8>, <4 x i8>, i32)
define <4 x i8> @src(<4 x i8> %v, <4 x i8> %w) {
  %r = call <4 x i8> @llvm.vector.splice.left.v4i8(<4 x i8> %v, <4 x i8> %w, i32 1) ret <4 x i8> %r }
define <4 x i8> @tgt(<4 x i8> %v, <4 x i8> %w) {
  %r = shufflevector <4 x i8> %v, <4 x i8> %w, <4 x i32> <i32 1, i32 2, i32 3, i32 4> ret <4 x i8> %r }
; check: correct

; "llvm.vector.reverse": it is no identity.
; LangRef demands: incorrect
declare <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8>)
define <2 x i8> @src(<2 x i8> %v) { %r = call <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8> %v) ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { ret <2 x i8> %v }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.stepvector": it counts from zero.
; LangRef demands: correct
declare <4 x i8> @llvm.stepvector.v4i8()
define <4 x i8> @src() { %r = call <4 x i8> @llvm.stepvector.v4i8() ret <4 x i8> %r }
define <4 x i8> @tgt() { ret <4 x i8> <i8 0, i8 1, i8 2, i8 3> }
; check: correct

; "llvm.vscale": it is not known how large it is, only that it is positive.
; LangRef demands: incorrect
declare i32 @llvm.vscale.i32()
define i32 @src() { %r = call i32 @llvm.vscale.i32() ret i32 %r }
define i32 @tgt() { ret i32 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "vscale_range": here it is known.
; LangRef demands: correct
declare i32 @llvm.vscale.i32()
define i32 @src() vscale_range(2,2) { %r = call i32 @llvm.vscale.i32() ret i32 %r }
define i32 @tgt() vscale_range(2,2) { ret i32 2 }
; check: correct

; "Vector Type": of a scalable vector, all elements are alike here, however many.
; LangRef demands: correct
define <vscale x 2 x i8> @src(<vscale x 2 x i8> %v) { %r = add <vscale x 2 x i8> %v, zeroinitializer
  ret <vscale x 2 x i8> %r }
define <vscale x 2 x i8> @tgt(<vscale x 2 x i8> %v) { ret <vscale x 2 x i8> %v }
; check: correct (vscale 1, 2, 4)

; "extractelement": of a scalable vector, an index may be in range for a larger vscale.
; LangRef demands: incorrect
define i8 @src(<vscale x 2 x i8> %v) { %r = extractelement <vscale x 2 x i8> %v, i32 2 ret i8 %r }
define i8 @tgt(<vscale x 2 x i8> %v) { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.masked.load": lanes that are off are the pass-through operand's, and are not accessed.
; LangRef demands: correct
declare <2 x i8> @llvm.masked.load.v2i8.p0(ptr, <2 x i1>, <2 x i8>)
define <2 x i8> @src(ptr %p, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 1 %p, <2 x i1> zeroinitializer, <2 x i8> %t)
  ret <2 x i8> %r }
define <2 x i8> @tgt(ptr %p, <2 x i8> %t) { ret <2 x i8> %t }
; check: correct

; "llvm.masked.load": a load of all lanes accesses more.
; LangRef demands: incorrect
declare <2 x i8> @llvm.masked.load.v2i8.p0(ptr, <2 x i1>, <2 x i8>)
define <2 x i8> @src(ptr %p) {
  %r = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 1 %p, <2 x i1> <i1 true, i1 false>, <2 x i8> poison)
  ret <2 x i8> %r }
define <2 x i8> @tgt(ptr %p) { %r = load <2 x i8>, ptr %p, align 1 ret <2 x i8> %r }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.masked.store": all lanes on, it is a store.
; LangRef demands: correct
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
define void @src(ptr %p, <2 x i8> %v) {
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %p, <2 x i1> <i1 true, i1 true>) ret void }
define void @tgt(ptr %p, <2 x i8> %v) { store <2 x i8> %v, ptr %p, align 1 ret void }
; check: correct

; "llvm.masked.store": load, select and store writes where the source does not (and may not).
; LangRef demands: incorrect
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
define void @src(ptr %p, <2 x i8> %v, <2 x i1> noundef %m) {
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %p, <2 x i1> %m) ret void }
define void @tgt(ptr %p, <2 x i8> %v, <2 x i1> noundef %m) {
  %o = load <2 x i8>, ptr %p, align 1 %n = select <2 x i1> %m, <2 x i8> %v, <2 x i8> %o
  store <2 x i8> %n, ptr %p, align 1 ret void }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.vp.add": lanes that are off or behind the length are poison.
; LangRef demands: correct
declare <2 x i8> @llvm.vp.add.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %w) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> %v, <2 x i8> %w, <2 x i1> <i1 true, i1 true>, i32 1) ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %w) { %r = add <2 x i8> %v, %w ret <2 x i8> %r }
; check: correct

; "llvm.vp.add": the other way round lane 1 becomes poison.
; LangRef demands: incorrect
declare <2 x i8> @llvm.vp.add.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %w) { %r = add <2 x i8> %v, %w ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %w) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> %v, <2 x i8> %w, <2 x i1> <i1 true, i1 true>, i32 1) ret <2 x i8> %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.vp.sdiv": a zero in a lane that is off is no undefined behavior.
; LangRef demands: correct
declare <2 x i8> @llvm.vp.sdiv.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> noundef %v) {
  %r = call <2 x i8> @llvm.vp.sdiv.v2i8(<2 x i8> %v, <2 x i8> <i8 1, i8 0>, <2 x i1> <i1 true, i1 false>, i32 2)
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> noundef %v) { ret <2 x i8> %v }
; check: correct

; "llvm.vp.sdiv": so a plain division is more undefined.
; LangRef demands: incorrect
declare <2 x i8> @llvm.vp.sdiv.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> noundef %v) {
  %r = call <2 x i8> @llvm.vp.sdiv.v2i8(<2 x i8> %v, <2 x i8> <i8 1, i8 0>, <2 x i1> <i1 true, i1 false>, i32 2)
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> noundef %v) { %r = sdiv <2 x i8> %v, <i8 1, i8 0> ret <2 x i8> %r }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.vp": a length greater than the vector is undefined behavior.
; LangRef demands: correct
declare <2 x i8> @llvm.vp.add.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %v) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> %v, <2 x i8> %v, <2 x i1> <i1 true, i1 true>, i32 3) ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { unreachable }
; check: correct

; "llvm.experimental.vector.compress": chosen elements move to the front.
; LangRef demands: correct
declare <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8>, <2 x i1>, <2 x i8>)
define <2 x i8> @src(<2 x i8> %v, <2 x i8> %t) {
  %r = call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> %v, <2 x i1> <i1 false, i1 true>, <2 x i8> %t)
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v, <2 x i8> %t) {
  %r = shufflevector <2 x i8> %v, <2 x i8> %t, <2 x i32> <i32 1, i32 3> ret <2 x i8> %r }
; check: correct

; "llvm.get.active.lane.mask": lane i is on where base + i, without overflow, is below the count.
; LangRef demands: correct
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8, i8)
define <4 x i1> @src(i8 noundef %b) { %r = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 254, i8 255)
  ret <4 x i1> %r }
define <4 x i1> @tgt(i8 noundef %b) { ret <4 x i1> <i1 true, i1 false, i1 false, i1 false> }
; check: correct

; "llvm.get.active.lane.mask": it does not wrap.
; LangRef demands: incorrect
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8, i8)
define <4 x i1> @src(i8 noundef %b) { %r = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 254, i8 255)
  ret <4 x i1> %r }
define <4 x i1> @tgt(i8 noundef %b) { ret <4 x i1> <i1 true, i1 false, i1 true, i1 true> }
; check: incorrect: value-mismatch (interpreter, smt)
