; Lanes that take no part, and which lanes come together.

; VAL-25: an access is explained by branches on its mask.
declare <2 x i8> @llvm.masked.load.v2i8.p0(ptr, <2 x i1>, <2 x i8>)
define <2 x i8> @src(ptr %p) {
  %r = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 1 %p, <2 x i1> <i1 true, i1 poison>, <2 x i8> zeroinitializer)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(ptr %p) { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; VAL-26: a lane that is off divides by one, and gives poison.
declare <2 x i4> @llvm.vp.udiv.v2i4(<2 x i4>, <2 x i4>, <2 x i1>, i32)
define <2 x i4> @src(i4 noundef %x) {
  %v = insertelement <2 x i4> <i4 4, i4 4>, i4 %x, i32 0
  %r = call <2 x i4> @llvm.vp.udiv.v2i4(<2 x i4> %v, <2 x i4> <i4 2, i4 0>, <2 x i1> <i1 true, i1 false>, i32 2)
  ret <2 x i4> %r
}
define <2 x i4> @tgt(i4 noundef %x) {
  %h = lshr i4 %x, 1
  %r = insertelement <2 x i4> poison, i4 %h, i32 0
  ret <2 x i4> %r
}
; interpreter: correct
; solver: correct

declare <2 x i4> @llvm.vp.udiv.v2i4(<2 x i4>, <2 x i4>, <2 x i1>, i32)
define <2 x i4> @src() {
  %r = call <2 x i4> @llvm.vp.udiv.v2i4(<2 x i4> <i4 4, i4 4>, <2 x i4> <i4 2, i4 0>, <2 x i1> <i1 true, i1 false>, i32 2)
  ret <2 x i4> %r
}
define <2 x i4> @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; VAL-27: a length beyond the vector.
declare <2 x i4> @llvm.vp.add.v2i4(<2 x i4>, <2 x i4>, <2 x i1>, i32)
define <2 x i4> @src(<2 x i4> %x) {
  %r = call <2 x i4> @llvm.vp.add.v2i4(<2 x i4> %x, <2 x i4> %x, <2 x i1> splat (i1 true), i32 3)
  ret <2 x i4> %r
}
define <2 x i4> @tgt(<2 x i4> %x) { unreachable }
; interpreter: correct
; solver: correct

; VAL-52: a poison lane of the mask is off beyond the length.
declare <2 x i8> @llvm.vp.urem.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %x) {
  %r = call <2 x i8> @llvm.vp.urem.v2i8(<2 x i8> %x, <2 x i8> splat (i8 3), <2 x i1> <i1 true, i1 poison>, i32 1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %x) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

declare <2 x i8> @llvm.vp.load.v2i8.p0(ptr, <2 x i1>, i32)
define <2 x i8> @src(ptr %p) {
  %r = call <2 x i8> @llvm.vp.load.v2i8.p0(ptr align 1 %p, <2 x i1> <i1 true, i1 poison>, i32 1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(ptr %p) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; As expandvp has it: an `and` of the mask and the lanes below the length, which is poison where the mask is.
declare <2 x i8> @llvm.vp.urem.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %x, <2 x i8> %y, <2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.urem.v2i8(<2 x i8> %x, <2 x i8> %y, <2 x i1> %m, i32 1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %x, <2 x i8> %y, <2 x i1> %m) {
  %on = and <2 x i1> %m, <i1 true, i1 false>
  %d = select <2 x i1> %on, <2 x i8> %y, <2 x i8> splat (i8 1)
  %r = urem <2 x i8> %x, %d
  ret <2 x i8> %r
}
; check: incorrect: more-ub (interpreter, smt)

; An undef lane beyond the length is off.
declare <2 x i8> @llvm.vp.urem.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %x) {
  %r = call <2 x i8> @llvm.vp.urem.v2i8(<2 x i8> %x, <2 x i8> splat (i8 0), <2 x i1> <i1 false, i1 undef>, i32 1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %x) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; An operation that has no undefined behaviour gives poison either way.
declare <2 x i8> @llvm.vp.add.v2i8(<2 x i8>, <2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %x) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> %x, <2 x i8> %x, <2 x i1> <i1 true, i1 poison>, i32 1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %x) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> %x, <2 x i8> %x, <2 x i1> <i1 true, i1 false>, i32 1)
  ret <2 x i8> %r
}
; check: correct

; VAL-52: an `and` of the condition and the lanes below the pivot is poison where the condition is.
declare <2 x i8> @llvm.vp.merge.v2i8(<2 x i1>, <2 x i8>, <2 x i8>, i32)
define <2 x i8> @src(<2 x i8> %x, <2 x i8> %y, <2 x i1> %c) {
  %r = call <2 x i8> @llvm.vp.merge.v2i8(<2 x i1> %c, <2 x i8> %x, <2 x i8> %y, i32 1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %x, <2 x i8> %y, <2 x i1> %c) {
  %on = and <2 x i1> %c, <i1 true, i1 false>
  %r = select <2 x i1> %on, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}
; check: incorrect: more-poisonous (interpreter, smt)

; The condition of a lane beyond the pivot may be poison.
declare <2 x i8> @llvm.vp.merge.v2i8(<2 x i1>, <2 x i8>, <2 x i8>, i32)
define <2 x i8> @src(<2 x i8> noundef %x, <2 x i8> noundef %y, i1 noundef %c) {
  %r = insertelement <2 x i8> %x, i8 7, i32 1
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> noundef %x, <2 x i8> noundef %y, i1 noundef %c) {
  %m = insertelement <2 x i1> <i1 true, i1 poison>, i1 true, i32 0
  %y7 = insertelement <2 x i8> %y, i8 7, i32 1
  %r = call <2 x i8> @llvm.vp.merge.v2i8(<2 x i1> %m, <2 x i8> %x, <2 x i8> %y7, i32 1)
  ret <2 x i8> %r
}
; check: correct

; VAL-28: lanes are added modulo the length of the short vector.
declare <2 x i8> @llvm.vector.partial.reduce.add.v2i8.v4i8(<2 x i8>, <4 x i8>)
define <2 x i8> @src(<2 x i8> noundef %a, <4 x i8> noundef %x) {
  %r = call <2 x i8> @llvm.vector.partial.reduce.add.v2i8.v4i8(<2 x i8> %a, <4 x i8> %x)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> noundef %a, <4 x i8> noundef %x) {
  %l = shufflevector <4 x i8> %x, <4 x i8> poison, <2 x i32> <i32 0, i32 1>
  %h = shufflevector <4 x i8> %x, <4 x i8> poison, <2 x i32> <i32 2, i32 3>
  %s = add <2 x i8> %l, %h
  %r = add <2 x i8> %a, %s
  ret <2 x i8> %r
}
; interpreter: nothing against it
; solver: correct

declare <2 x i8> @llvm.vector.partial.reduce.add.v2i8.v4i8(<2 x i8>, <4 x i8>)
define <2 x i8> @src(<2 x i8> noundef %a, <4 x i8> noundef %x) {
  %r = call <2 x i8> @llvm.vector.partial.reduce.add.v2i8.v4i8(<2 x i8> %a, <4 x i8> %x)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> noundef %a, <4 x i8> noundef %x) {
  %l = shufflevector <4 x i8> %x, <4 x i8> poison, <2 x i32> <i32 0, i32 2>
  %h = shufflevector <4 x i8> %x, <4 x i8> poison, <2 x i32> <i32 1, i32 3>
  %s = add <2 x i8> %l, %h
  %r = add <2 x i8> %a, %s
  ret <2 x i8> %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-29: products are summed in the order of the inner index.
declare <1 x float> @llvm.matrix.multiply.v1f32.v3f32.v3f32(<3 x float>, <3 x float>, i32 immarg, i32 immarg, i32 immarg)
define <1 x float> @src() {
  %r = call <1 x float> @llvm.matrix.multiply.v1f32.v3f32.v3f32(<3 x float> <float 0x4170000000000000, float 1.0, float 0xC170000000000000>, <3 x float> splat (float 1.0), i32 1, i32 3, i32 1)
  ret <1 x float> %r
}
define <1 x float> @tgt() { ret <1 x float> zeroinitializer }
; interpreter: correct
; solver: correct

; VAL-31: types that LangRef does not give an intrinsic.
declare <2 x i16> @llvm.vector.partial.reduce.add.v2i16.v4i8(<2 x i16>, <4 x i8>)
define <2 x i16> @src(<2 x i16> %a, <4 x i8> %x) {
  %r = call <2 x i16> @llvm.vector.partial.reduce.add.v2i16.v4i8(<2 x i16> %a, <4 x i8> %x)
  ret <2 x i16> %r
}
define <2 x i16> @tgt(<2 x i16> %a, <4 x i8> %x) { ret <2 x i16> %a }
; interpreter: unsupported: types of llvm.vector.partial.reduce.add
