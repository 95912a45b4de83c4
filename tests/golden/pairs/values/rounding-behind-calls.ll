; Which rounding mode is set behind a call that may have set another one.

; VAL-32: The callee may set another mode.
declare i32 @llvm.get.rounding()
declare void @g()
define i1 @src() strictfp {
  %a = call i32 @llvm.get.rounding() strictfp
  call void @g() strictfp
  %b = call i32 @llvm.get.rounding() strictfp
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
define i1 @tgt() strictfp {
  %a = call i32 @llvm.get.rounding() strictfp
  call void @g() strictfp
  ret i1 true
}
; check: unsupported: a rounding mode that a called function may have set

; VAL-32: Nothing sets a mode between.
declare i32 @llvm.get.rounding()
define i1 @src() strictfp {
  %a = call i32 @llvm.get.rounding() strictfp
  %b = call i32 @llvm.get.rounding() strictfp
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
define i1 @tgt() strictfp {
  ret i1 true
}
; check: correct

; VAL-19: The callee may set another mode.
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare void @g()
define float @src(float %x, float %y) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @g() strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret float %b
}
define float @tgt(float %x, float %y) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @g() strictfp
  ret float %a
}
; check: correct (calls that leave the rounding mode alone)
