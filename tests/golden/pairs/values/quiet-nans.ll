; VAL-40: Constrained operations give no signaling NaN.
declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define i1 @tgt(half noundef %x, half noundef %y) strictfp {
  %r = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x, half noundef %y) strictfp { ret i1 false }
; interpreter: nothing against it
; solver: correct

declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.fmul.f16(half, half, metadata, metadata)
define i1 @tgt(half noundef %x, half noundef %y) strictfp {
  %r = call half @llvm.experimental.constrained.fmul.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x, half noundef %y) strictfp { ret i1 false }
; interpreter: nothing against it
; solver: correct

declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.sqrt.f16(half, metadata, metadata)
define i1 @tgt(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.sqrt.f16(half %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x) strictfp { ret i1 false }
; interpreter: correct
; solver: correct

declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.fma.f16(half, half, half, metadata, metadata)
define i1 @tgt(half noundef %x, half noundef %y, half noundef %z) strictfp {
  %r = call half @llvm.experimental.constrained.fma.f16(half %x, half %y, half %z, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x, half noundef %y, half noundef %z) strictfp { ret i1 false }
; interpreter: nothing against it
; solver: correct

declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.rint.f16(half, metadata, metadata)
define i1 @tgt(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.rint.f16(half %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x) strictfp { ret i1 false }
; interpreter: correct
; solver: correct

declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.maxnum.f16(half, half, metadata)
define i1 @tgt(half noundef %x, half noundef %y) strictfp {
  %r = call half @llvm.experimental.constrained.maxnum.f16(half %x, half %y, metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x, half noundef %y) strictfp { ret i1 false }
; interpreter: nothing against it
; solver: correct

declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.experimental.constrained.ceil.f16(half, metadata)
define i1 @tgt(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.ceil.f16(half %x, metadata !"fpexcept.ignore") strictfp
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x) strictfp { ret i1 false }
; interpreter: correct
; solver: correct

; The plain ones may: where they are given one.
declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
define i1 @tgt(half noundef %x, half noundef %y) {
  %r = fmul half %x, %y
  %c = call i1 @llvm.is.fpclass.f16(half %r, i32 1)
  ret i1 %c
}
define i1 @src(half noundef %x, half noundef %y) { ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; So multiplying by one is no identity, as it is for the plain operation.
declare half @llvm.experimental.constrained.fmul.f16(half, half, metadata, metadata)
define half @src(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fmul.f16(half %x, half 1.0, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt(half noundef %x) strictfp { ret half %x }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define half @src(half noundef %x) {
  %r = fmul half %x, 1.0
  ret half %r
}
define half @tgt(half noundef %x) { ret half %x }
; interpreter: correct
; solver: correct

; A quiet NaN is one that the plain operation may give.
declare half @llvm.experimental.constrained.fmul.f16(half, half, metadata, metadata)
define half @src(half noundef %x) {
  %r = fmul half %x, 1.0
  ret half %r
}
define half @tgt(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fmul.f16(half %x, half 1.0, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
; interpreter: correct
; solver: correct

declare half @llvm.experimental.constrained.fmul.f16(half, half, metadata, metadata)
define half @src(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fmul.f16(half %x, half 1.0, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt(half noundef %x) strictfp {
  %r = fmul half %x, 1.0
  ret half %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
