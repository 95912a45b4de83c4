; Sums, differences and products of converted integers are those of the integers, where no number is rounded (float2int).

define i32 @src(i16 %x, i16 %y) {
  %a = sitofp i16 %x to double
  %b = sitofp i16 %y to double
  %p = fmul double %a, %b
  %r = fptosi double %p to i32
  ret i32 %r
}
define i32 @tgt(i16 %x, i16 %y) {
  %a = sext i16 %x to i32
  %b = sext i16 %y to i32
  %r = mul i32 %a, %b
  ret i32 %r
}
; check: correct

; Nearly: the product has more digits than a float.
define i32 @src(i16 %x, i16 %y) {
  %a = sitofp i16 %x to float
  %b = sitofp i16 %y to float
  %p = fmul float %a, %b
  %r = fptosi float %p to i32
  ret i32 %r
}
define i32 @tgt(i16 %x, i16 %y) {
  %a = sext i16 %x to i32
  %b = sext i16 %y to i32
  %r = mul i32 %a, %b
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

define i32 @src(i16 %x, i16 %y) {
  %a = sitofp i16 %x to float
  %b = uitofp i16 %y to float
  %d = fsub float %a, %b
  %r = fptosi float %d to i32
  ret i32 %r
}
define i32 @tgt(i16 %x, i16 %y) {
  %a = sext i16 %x to i32
  %b = zext i16 %y to i32
  %r = sub i32 %a, %b
  ret i32 %r
}
; check: correct

; Nearly: one of both has a sign.
define i32 @src(i16 %x, i16 %y) {
  %a = sitofp i16 %x to float
  %b = uitofp i16 %y to float
  %d = fsub float %a, %b
  %r = fptosi float %d to i32
  ret i32 %r
}
define i32 @tgt(i16 %x, i16 %y) {
  %a = sext i16 %x to i32
  %b = sext i16 %y to i32
  %r = sub i32 %a, %b
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Constants that are integers take part.
define i1 @src(i16 %x) {
  %a = sitofp i16 %x to double
  %m = fmul double %a, 3.0
  %s = fadd double %m, 7.0
  %r = fcmp olt double %s, 100.0
  ret i1 %r
}
define i1 @tgt(i16 %x) {
  %r = icmp slt i16 %x, 31
  ret i1 %r
}
; check: correct

; Nearly: 3 * 31 + 7 is not below 100.
define i1 @src(i16 %x) {
  %a = sitofp i16 %x to double
  %m = fmul double %a, 3.0
  %s = fadd double %m, 7.0
  %r = fcmp olt double %s, 100.0
  ret i1 %r
}
define i1 @tgt(i16 %x) {
  %r = icmp slt i16 %x, 32
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; A product of zero and what is below zero is the negative zero.
define float @src(i8 %x, i8 %y) {
  %a = sitofp i8 %x to float
  %b = sitofp i8 %y to float
  %r = fmul float %a, %b
  ret float %r
}
define float @tgt(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %p = mul i16 %a, %b
  %r = sitofp i16 %p to float
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Nobody asks for its sign.
define float @src(i8 %x, i8 %y) {
  %a = sitofp i8 %x to float
  %b = sitofp i8 %y to float
  %r = fmul nsz float %a, %b
  ret float %r
}
define float @tgt(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %p = mul i16 %a, %b
  %r = sitofp i16 %p to float
  ret float %r
}
; check: correct

; No factor is below zero.
define float @src(i8 %x, i8 %y) {
  %a = uitofp i8 %x to float
  %b = uitofp i8 %y to float
  %r = fmul float %a, %b
  ret float %r
}
define float @tgt(i8 %x, i8 %y) {
  %a = zext i8 %x to i16
  %b = zext i8 %y to i16
  %p = mul i16 %a, %b
  %r = uitofp i16 %p to float
  ret float %r
}
; check: correct

; A difference of zero is the positive zero, a number with its sign changed is not.
define float @src(i8 %x, i8 %y) {
  %a = sitofp i8 %x to float
  %b = sitofp i8 %y to float
  %r = fsub float %a, %b
  ret float %r
}
define float @tgt(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %p = sub i16 %a, %b
  %r = sitofp i16 %p to float
  ret float %r
}
; check: correct

define float @src(i8 %x) {
  %a = sitofp i8 %x to float
  %r = fneg float %a
  ret float %r
}
define float @tgt(i8 %x) {
  %a = sext i8 %x to i16
  %p = sub i16 0, %a
  %r = sitofp i16 %p to float
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; What is chosen.
define i32 @src(i1 noundef %c, i16 noundef %x) {
  %a = sitofp i16 %x to double
  %s = select i1 %c, double %a, double -2.0
  %m = fmul double %s, %a
  %r = fptosi double %m to i32
  ret i32 %r
}
define i32 @tgt(i1 noundef %c, i16 noundef %x) {
  %a = sext i16 %x to i32
  %s = select i1 %c, i32 %a, i32 -2
  %r = mul i32 %s, %a
  ret i32 %r
}
; check: correct

; A sum in the lower direction: x - x is the negative zero there.
define float @src(i8 %x) strictfp {
  %a = call float @llvm.experimental.constrained.sitofp.f32.i8(i8 %x, metadata !"round.downward", metadata !"fpexcept.ignore") strictfp
  %r = call float @llvm.experimental.constrained.fsub.f32(float %a, float %a, metadata !"round.downward", metadata !"fpexcept.ignore") strictfp
  ret float %r
}
define float @tgt(i8 %x) strictfp {
  ret float 0.0
}
; check: incorrect: value-mismatch (interpreter, smt)
