; VAL-31: types that the verifier lets through and LangRef does not give an intrinsic.

declare void @llvm.memset.inline.p0.v2i8(ptr, i8, <2 x i8>, i1 immarg)
define void @src(ptr %p) {
 call void @llvm.memset.inline.p0.v2i8(ptr %p, i8 0, <2 x i8> <i8 1, i8 1>, i1 false)
 ret void }
define void @tgt(ptr %p) { ret void }
; check: unsupported: types of llvm.memset.inline

declare void @llvm.memcpy.p0.p0.v2i64(ptr, ptr, <2 x i64>, i1 immarg)
define void @src(ptr %p, ptr %q) {
 call void @llvm.memcpy.p0.p0.v2i64(ptr %p, ptr %q, <2 x i64> splat (i64 1), i1 false)
 ret void }
define void @tgt(ptr %p, ptr %q) { ret void }
; check: unsupported: types of llvm.memcpy

declare <2 x i8> @llvm.fptoui.sat.v2i8.f32(float)
define <2 x i8> @src(float %x) {
 %r = call <2 x i8> @llvm.fptoui.sat.v2i8.f32(float %x)
 ret <2 x i8> %r }
define <2 x i8> @tgt(float %x) { ret <2 x i8> zeroinitializer }
; check: unsupported: types of llvm.fptoui.sat

declare <2 x i8> @llvm.experimental.vp.strided.load.v2i8.p0.v2i64(ptr, <2 x i64>, <2 x i1>, i32)
define <2 x i8> @src(ptr %p) {
 %r = call <2 x i8> @llvm.experimental.vp.strided.load.v2i8.p0.v2i64(ptr %p, <2 x i64> splat (i64 1), <2 x i1> splat (i1 true), i32 2)
 ret <2 x i8> %r }
define <2 x i8> @tgt(ptr %p) { ret <2 x i8> zeroinitializer }
; check: unsupported: types of llvm.experimental.vp.strided.load

declare <2 x float> @llvm.powi.v2f32.v2i32(<2 x float>, <2 x i32>)
define <2 x float> @src(<2 x float> %x) {
 %r = call <2 x float> @llvm.powi.v2f32.v2i32(<2 x float> %x, <2 x i32> splat (i32 1))
 ret <2 x float> %r }
define <2 x float> @tgt(<2 x float> %x) { ret <2 x float> zeroinitializer }
; check: unsupported: types of llvm.powi

declare <2 x i1> @llvm.get.active.lane.mask.v2i1.v2i32(<2 x i32>, <2 x i32>)
define <2 x i1> @src(<2 x i32> %a) {
 %r = call <2 x i1> @llvm.get.active.lane.mask.v2i1.v2i32(<2 x i32> %a, <2 x i32> %a)
 ret <2 x i1> %r }
define <2 x i1> @tgt(<2 x i32> %a) { ret <2 x i1> zeroinitializer }
; check: unsupported: types of llvm.get.active.lane.mask

declare ptr @llvm.load.relative.v2i32(ptr, <2 x i32>)
define ptr @src(ptr %p) {
 %r = call ptr @llvm.load.relative.v2i32(ptr %p, <2 x i32> zeroinitializer)
 ret ptr %r }
define ptr @tgt(ptr %p) { ret ptr zeroinitializer }
; check: unsupported: types of llvm.load.relative

declare <2 x float> @llvm.ldexp.v2f32.i32(<2 x float>, i32)
define <2 x float> @src(<2 x float> %x) {
 %r = call <2 x float> @llvm.ldexp.v2f32.i32(<2 x float> %x, i32 1)
 ret <2 x float> %r }
define <2 x float> @tgt(<2 x float> %x) { ret <2 x float> zeroinitializer }
; check: unsupported: types of llvm.ldexp

declare <2 x i8> @llvm.vp.bswap.v2i8(<2 x i8>, <2 x i1>, i32)
define <2 x i8> @src(<2 x i8> %x) {
 %r = call <2 x i8> @llvm.vp.bswap.v2i8(<2 x i8> %x, <2 x i1> splat (i1 true), i32 2)
 ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %x) { ret <2 x i8> zeroinitializer }
; check: unsupported: types of llvm.vp.bswap

declare double @llvm.fptrunc.round.f64.f32(float, metadata)
define double @src(float %x) {
 %r = call double @llvm.fptrunc.round.f64.f32(float %x, metadata !"round.upward")
 ret double %r }
define double @tgt(float %x) { ret double zeroinitializer }
; check: unsupported: types of llvm.fptrunc.round

declare i16 @llvm.convert.to.fp16.v2f32(<2 x float>)
define i16 @src(<2 x float> %x) {
 %r = call i16 @llvm.convert.to.fp16.v2f32(<2 x float> %x)
 ret i16 %r }
define i16 @tgt(<2 x float> %x) { ret i16 zeroinitializer }
; check: unsupported: types of llvm.convert.to.fp16

; The same of the manual: vectors of NEON have 64 or 128 bits.
declare { <4 x i8>, <4 x i8> } @llvm.aarch64.neon.ld2.v4i8.p0(ptr)
define { <4 x i8>, <4 x i8> } @src(ptr %p) {
 %r = call { <4 x i8>, <4 x i8> } @llvm.aarch64.neon.ld2.v4i8.p0(ptr %p)
 ret { <4 x i8>, <4 x i8> } %r }
define { <4 x i8>, <4 x i8> } @tgt(ptr %p) { ret { <4 x i8>, <4 x i8> } zeroinitializer }
; check: unsupported: types of llvm.aarch64.neon.ld2

declare void @llvm.aarch64.neon.st2.v2f16.p0(<2 x half>, <2 x half>, ptr)
define void @src(<2 x half> %x, ptr %p) {
 call void @llvm.aarch64.neon.st2.v2f16.p0(<2 x half> %x, <2 x half> %x, ptr %p)
 ret void }
define void @tgt(<2 x half> %x, ptr %p) { ret void }
; check: unsupported: types of llvm.aarch64.neon.st2

declare void @llvm.aarch64.neon.st2.v8i8.p0(<8 x i8>, <8 x i8>, ptr)
define void @src(<8 x i8> %x, ptr %p) {
 call void @llvm.aarch64.neon.st2.v8i8.p0(<8 x i8> %x, <8 x i8> %x, ptr %p)
 ret void }
define void @tgt(<8 x i8> %x, ptr %p) {
 %a = shufflevector <8 x i8> %x, <8 x i8> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
 store <16 x i8> %a, ptr %p, align 1
 ret void }
; check: correct

declare void @llvm.experimental.vector.histogram.add.v2i8.i8(<2 x i8>, i8, <2 x i1>)
define void @src(<2 x i8> %x, <2 x i1> %m) {
 call void @llvm.experimental.vector.histogram.add.v2i8.i8(<2 x i8> %x, i8 1, <2 x i1> %m)
 ret void }
define void @tgt(<2 x i8> %x, <2 x i1> %m) { ret void }
; check: unsupported: types of llvm.experimental.vector.histogram.add
