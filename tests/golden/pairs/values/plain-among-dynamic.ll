; Operations that assume rounding to nearest, beside others that round as the mode says.

; VAL-58: On one way the source assumes it, on the other the mode decides.
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = fadd half %x, %y
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
define half @tgt(half noundef %x, half noundef %y, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = fadd half %x, %y
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
; check: incorrect: more-ub (interpreter, smt)

; VAL-58: A conversion of few bits rounds in no mode.
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(i8 noundef %i, half noundef %y) strictfp {
  %d = sitofp i8 %i to half
  %s = call half @llvm.experimental.constrained.fadd.f16(half %d, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
define half @tgt(i8 noundef %i, half noundef %y) strictfp {
  %d = sitofp i8 %i to half
  %s = call half @llvm.experimental.constrained.fadd.f16(half %d, half %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
; check: incorrect: more-ub (interpreter, smt)

; VAL-58: One that nobody uses says nothing of the mode either.
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y) strictfp {
  %d = fmul half %x, %y
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
define half @tgt(half noundef %x, half noundef %y) strictfp {
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
; check: incorrect: more-ub (interpreter, smt)

; VAL-58: Moved before the branch what assumes it does no harm.
declare half @llvm.experimental.constrained.sitofp.f16.i16(i16, metadata, metadata)
define half @src(i16 noundef %i, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = sitofp i16 %i to half
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.sitofp.f16.i16(i16 %i, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
define half @tgt(i16 noundef %i, i1 noundef %c) strictfp {
  %r = sitofp i16 %i to half
  br i1 %c, label %a, label %b
a:
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.sitofp.f16.i16(i16 %i, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
; check: correct

; VAL-58: An operation that names a mode, on the way on which nothing assumes another.
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = fadd half %x, %y
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
define half @tgt(half noundef %x, half noundef %y, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = fsub half %x, %y
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-58: Where the mode may be set on the way it is to nearest at entry alone, and the verdict says so.
declare void @g()
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
define half @src(half noundef %x, half noundef %y, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = fadd half %x, %y
  call void @g() strictfp
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
define half @tgt(half noundef %x, half noundef %y, i1 noundef %c) strictfp {
  br i1 %c, label %a, label %b
a:
  %r = fadd half %x, %y
  call void @g() strictfp
  ret half %r
b:
  %s = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret half %s
}
; check: correct (rounding to nearest at entry)
