; Shifts and rotations by undef: all counts from the lane's width on are the same, or begin anew.

; x86: the counts of the lanes are apart, and large ones are defined.
declare <4 x i32> @llvm.x86.avx2.psrlv.d(<4 x i32>, <4 x i32>)
define <4 x i32> @src(<4 x i32> %x) {
  %r = call <4 x i32> @llvm.x86.avx2.psrlv.d(<4 x i32> %x, <4 x i32> undef)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(<4 x i32> %x) { ret <4 x i32> undef }
; check: incorrect: more-undefined (interpreter, smt)

declare <4 x i32> @llvm.x86.avx2.psrlv.d(<4 x i32>, <4 x i32>)
define <4 x i32> @src(<4 x i32> %x) {
  %r = call <4 x i32> @llvm.x86.avx2.psrlv.d(<4 x i32> %x, <4 x i32> undef)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(<4 x i32> %x) { ret <4 x i32> zeroinitializer }
; check: correct

declare <8 x i32> @llvm.x86.avx2.psrav.d.256(<8 x i32>, <8 x i32>)
define <8 x i32> @src(<8 x i32> %x) {
  %r = call <8 x i32> @llvm.x86.avx2.psrav.d.256(<8 x i32> %x, <8 x i32> <i32 32, i32 99, i32 undef, i32 -1, i32 64, i32 33, i32 undef, i32 40>)
  ret <8 x i32> %r
}
define <8 x i32> @tgt(<8 x i32> %x) {
  %r = ashr <8 x i32> %x, <i32 31, i32 31, i32 undef, i32 31, i32 31, i32 31, i32 undef, i32 31>
  ret <8 x i32> %r
}
; check: incorrect: more-poisonous (interpreter, smt)

declare <8 x i32> @llvm.x86.avx2.psrav.d.256(<8 x i32>, <8 x i32>)
define <8 x i32> @src(<8 x i32> %x) {
  %r = call <8 x i32> @llvm.x86.avx2.psrav.d.256(<8 x i32> %x, <8 x i32> <i32 32, i32 99, i32 undef, i32 -1, i32 64, i32 33, i32 undef, i32 40>)
  ret <8 x i32> %r
}
define <8 x i32> @tgt(<8 x i32> %x) {
  %r = ashr <8 x i32> %x, splat (i32 31)
  ret <8 x i32> %r
}
; check: correct

; VAL-4: one count for all lanes, which are not correlated afterwards.
declare <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32>, i32)
define <4 x i32> @src() {
  %r = call <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32> splat (i32 -1), i32 undef)
  ret <4 x i32> %r
}
define <4 x i32> @tgt() { ret <4 x i32> <i32 1, i32 0, i32 0, i32 0> }
; check: correct

declare <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32>, i32)
define <4 x i32> @src() {
  %r = call <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32> splat (i32 -1), i32 undef)
  ret <4 x i32> %r
}
define <4 x i32> @tgt() { ret <4 x i32> splat (i32 7) }
; check: correct

; Rotations by any number.
declare i32 @llvm.fshl.i32(i32, i32, i32)
define i32 @src(i32 %x) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 undef)
  ret i32 %r
}
define i32 @tgt(i32 %x) { ret i32 undef }
; check: incorrect: more-undefined (interpreter, smt)

declare i64 @llvm.fshr.i64(i64, i64, i64)
define i64 @src(i64 %x) {
  %r = call i64 @llvm.fshr.i64(i64 %x, i64 0, i64 undef)
  ret i64 %r
}
define i64 @tgt(i64 %x) { ret i64 0 }
; check: correct

declare i64 @llvm.fshr.i64(i64, i64, i64)
define i64 @src(i64 %x) {
  %r = call i64 @llvm.fshr.i64(i64 %x, i64 1, i64 undef)
  ret i64 %r
}
define i64 @tgt(i64 %x) { ret i64 0 }
; check: incorrect: value-mismatch (interpreter, smt)

; A shift by undef may be poison.
define i32 @src() {
  %s = shl i32 1, undef
  %r = freeze i32 %s
  ret i32 %r
}
define i32 @tgt() { ret i32 3 }
; check: correct
