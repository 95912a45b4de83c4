; CALL-62: A length of vp.splice that is undef in part is another number wherever the meaning looks at it, and one in it.
declare <2 x i8> @llvm.experimental.vp.splice.v2i8(<2 x i8>, <2 x i8>, i32, <2 x i1>, i32, i32)
define <2 x i8> @src(<2 x i8> %a, <2 x i8> %b) {
  %m = and i32 undef, 1
  %n = add i32 %m, 1
  %r = call <2 x i8> @llvm.experimental.vp.splice.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 0, <2 x i1> splat (i1 true), i32 %n, i32 2)
  ret <2 x i8> %r
}
define <2 x i8> @tgt(<2 x i8> %a, <2 x i8> %b) {
  ret <2 x i8> <i8 1, i8 4>
}
; interpreter: unsupported: vp.splice by a length that may be undef in part

; Of one number each lane is one.
declare <2 x i8> @llvm.experimental.vp.splice.v2i8(<2 x i8>, <2 x i8>, i32, <2 x i1>, i32, i32)
define <2 x i8> @src(<2 x i8> %a, <2 x i8> %b, i32 %n) {
  %r = call <2 x i8> @llvm.experimental.vp.splice.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 0, <2 x i1> splat (i1 true), i32 %n, i32 2)
  %m = insertelement <2 x i8> %r, i8 0, i32 1
  ret <2 x i8> %m
}
define <2 x i8> @tgt(<2 x i8> %a, <2 x i8> %b, i32 %n) {
  ret <2 x i8> <i8 1, i8 0>
}
; interpreter: nothing against it
; solver: correct
