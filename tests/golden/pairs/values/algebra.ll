; Floating-point expressions that their flags let a compiler write anew: sums and products of the same real numbers
; are the same, wherever all operations have the flags.

; VAL-36: What says the same of real numbers is the same.
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fadd fast float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %y, %z
  %r = fadd fast float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fadd fast float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %y, %z
  %r = fsub fast float %x, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fadd fast float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %y, %z
  %r = fadd fast float %y, %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fmul fast float %x, %z
  %b = fmul fast float %y, %z
  %r = fadd fast float %a, %b
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fmul fast float %a, %z
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fmul fast float %x, %z
  %b = fmul fast float %y, %z
  %r = fadd fast float %a, %b
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %z
  %r = fmul fast float %a, %y
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, 5.0
  %b = fadd fast float %y, -5.0
  %r = fadd fast float %a, %b
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fadd fast float %y, %x
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, 5.0
  %b = fadd fast float %y, -4.0
  %r = fadd fast float %a, %b
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fadd fast float %y, %x
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fsub fast float %a, %x
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float %y }
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fsub fast float %a, %x
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float %x }
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fdiv fast float %x, 3.0
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fmul fast float %x, 0x3FD5555560000000
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fdiv fast float %x, 3.0
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %r = fmul fast float %x, 0x3FD5555580000000
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %n = fneg float %x
  %r = fsub fast float %n, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fneg fast float %a
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

; Sums of lanes are sums.
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %z
  %r = fadd fast float %a, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %v = insertelement <2 x float> poison, float %x, i32 0
  %u = insertelement <2 x float> %v, float %y, i32 1
  %r = call fast float @llvm.vector.reduce.fadd.v2f32(float %z, <2 x float> %u)
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %z
  %r = fadd fast float %a, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %v = insertelement <2 x float> poison, float %x, i32 0
  %u = insertelement <2 x float> %v, float %y, i32 1
  %r = call fast float @llvm.vector.reduce.fadd.v2f32(float %w, <2 x float> %u)
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unsupported: approximate floating point

declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %z
  %r = fadd fast float %a, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %v = insertelement <2 x float> poison, float %x, i32 0
  %u = insertelement <2 x float> %v, float %y, i32 1
  %r = call fast float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> %u)
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unsupported: approximate floating point

; Two sums of the same numbers in other orders may differ in the target, whatever the source says of them: The target
; computes each expression in its own order.
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) { ret float 1.0 }
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %b = fadd fast float %a, %z
  %c = fadd fast float %y, %z
  %d = fadd fast float %x, %c
  %e = fcmp oeq float %b, %d
  %r = select i1 %e, float 1.0, float 2.0
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %s = fadd fast float %x, %y
  %t = fadd fast float %s, %z
  ret float 1.0
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %b = fadd fast float %a, %z
  %c = fadd fast float %y, %z
  %d = fadd fast float %x, %c
  %e = fcmp oeq float %b, %d
  %r = select i1 %e, float 1.0, float 2.0
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %b = fadd fast float %a, %z
  %c = fadd fast float %y, %z
  %d = fadd fast float %x, %c
  %e = fcmp oeq float %b, %d
  %r = select i1 %e, float 1.0, float 2.0
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %b = fadd fast float %a, %z
  %e = fcmp ueq float %b, %b
  %r = select i1 %e, float 1.0, float 2.0
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

; One bit of undef is 0 or 1, another one 0 or 4: their sum is not twice the first: Undef values are one only if they
; are the same set.
define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %if = and i32 undef, 1
  %f = bitcast i32 %if to float
  %ig = and i32 undef, 4
  %g = bitcast i32 %ig to float
  %a = fadd reassoc nsz float %f, %g
  %r = fadd reassoc nsz float %a, %x
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %if = and i32 undef, 1
  %f = bitcast i32 %if to float
  %a = fmul reassoc nsz float %f, 2.0
  %r = fadd reassoc nsz float %a, %x
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: unknown: approximation

; Each use of undef is another number.
define float @src(float %x, float %y, float %z, float %w) {
  %a = fmul fast float %x, %z
  %b = fmul fast float %y, %z
  %r = fadd fast float %a, %b
  ret float %r
}
define float @tgt(float %x, float %y, float %z, float %w) {
  %a = fadd fast float %x, %y
  %r = fmul fast float %a, %z
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct

define float @src(float %x, float %y, float %z, float %w) {
  %a = fadd fast float %x, %y
  %r = fmul fast float %a, %z
  ret float %r
}
define float @tgt(float %x, float %y, float %z, float %w) {
  %a = fmul fast float %x, %z
  %b = fmul fast float %y, %z
  %r = fadd fast float %a, %b
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct (inputs that are not undef)

define float @src(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fadd fast float %x, %y
  %r = fmul fast float %a, %z
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y, float noundef %z, float noundef %w) {
  %a = fmul fast float %x, %z
  %b = fmul fast float %y, %z
  %r = fadd fast float %a, %b
  ret float %r
}
; check --oracle=smt --uncut --smt-timeout=400: correct
