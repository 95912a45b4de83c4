; Purpose: floating-point identities that hold only for some zeros, NaNs and infinities, or only with fast-math flags.

declare half @llvm.fabs.f16(half)
declare half @llvm.copysign.f16(half, half)
declare half @llvm.minnum.f16(half, half)
declare half @llvm.maximum.f16(half, half)
declare half @llvm.sqrt.f16(half)
declare half @llvm.fma.f16(half, half, half)

define half @plus_zero(half %x) {
  %sum = fadd half %x, 0.0
  ret half %sum
}

define half @minus_zero_nsz(half %x) {
  %difference = fsub nsz half %x, -0.0
  %negated = fneg half %difference
  ret half %negated
}

define half @zero_minus(half %x) {
  %difference = fsub half 0.0, %x
  %negated = fneg half %difference
  ret half %negated
}

define half @times_zero(half %x) {
  %product = fmul nnan nsz half %x, 0.0
  ret half %product
}

define half @times_minus_one(half %x, half %y) {
  %negated = fmul half %x, -1.0
  %sum = fadd half %y, %negated
  ret half %sum
}

define half @self_difference(half %x) {
  %difference = fsub ninf half %x, %x
  ret half %difference
}

define half @self_quotient(half %x) {
  %quotient = fdiv nnan half %x, %x
  ret half %quotient
}

define half @double_reciprocal(half %x) {
  %one = fdiv arcp half 1.0, %x
  %back = fdiv arcp half 1.0, %one
  ret half %back
}

define half @common_factor(half %x, half %y, half %z) {
  %a = fmul reassoc nsz half %x, %z
  %b = fmul reassoc nsz half %y, %z
  %sum = fadd reassoc nsz half %a, %b
  ret half %sum
}

define half @negated_product(half %x, half %y) {
  %minus = fneg half %x
  %product = fmul half %minus, %y
  %back = fneg nnan half %product
  ret half %back
}

define half @absolute_of_negated(half %x) {
  %minus = fneg half %x
  %absolute = call half @llvm.fabs.f16(half %minus)
  %signed = call half @llvm.copysign.f16(half %absolute, half %x)
  ret half %signed
}

define half @square_of_root(half %x) {
  %root = call reassoc nnan half @llvm.sqrt.f16(half %x)
  %square = fmul reassoc nnan half %root, %root
  ret half %square
}

define half @minimum_of_self(half %x) {
  %sum = fadd half %x, 1.0
  %least = call half @llvm.minnum.f16(half %sum, half %x)
  %most = call half @llvm.maximum.f16(half %least, half %x)
  ret half %most
}

define half @fused_with_one(half %x, half %y) {
  %fused = call half @llvm.fma.f16(half %x, half 1.0, half %y)
  %again = call contract half @llvm.fma.f16(half %fused, half 0.0, half %x)
  ret half %again
}

define half @remainder_by_one(half %x) {
  %remainder = frem half %x, 1.0
  %test = fcmp oeq half %remainder, 0.0
  %result = select i1 %test, half %x, half 0.0
  ret half %result
}
