; Purpose: ordered and unordered compares, selects that look like minima, absolute values or clamps, conversions and classes.

declare half @llvm.fabs.f16(half)
declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare i8 @llvm.fptosi.sat.i8.f16(half)

define half @absolute_by_select(half %x) {
  %test = fcmp ogt half %x, 0.0
  %minus = fneg half %x
  %absolute = select i1 %test, half %x, half %minus
  ret half %absolute
}

define half @absolute_with_flags(half %x) {
  %test = fcmp nnan ole half %x, 0.0
  %minus = fsub nnan nsz half 0.0, %x
  %absolute = select nnan nsz i1 %test, half %minus, half %x
  ret half %absolute
}

define half @minimum_by_select(half %x, half %y) {
  %test = fcmp ult half %x, %y
  %least = select nsz i1 %test, half %x, half %y
  ret half %least
}

define half @clamp_by_selects(half %x) {
  %above = fcmp ogt half %x, 1.0
  %upper = select i1 %above, half 1.0, half %x
  %below = fcmp olt half %upper, -1.0
  %clamped = select i1 %below, half -1.0, half %upper
  ret half %clamped
}

define half @equal_to_zero(half %x) {
  %test = fcmp oeq half %x, 0.0
  %chosen = select i1 %test, half 0.0, half %x
  ret half %chosen
}

define half @not_equal_to_value(half %x, half %y) {
  %test = fcmp une half %x, %y
  %chosen = select nnan i1 %test, half %x, half %y
  ret half %chosen
}

define i1 @both_are_numbers(half %x, half %y) {
  %a = fcmp ord half %x, 0.0
  %b = fcmp ord half %y, 0.0
  %both = and i1 %a, %b
  ret i1 %both
}

define i1 @number_and_small(half %x) {
  %number = fcmp ord half %x, %x
  %small = fcmp ult half %x, 2.0
  %both = select i1 %number, i1 %small, i1 false
  ret i1 %both
}

define i1 @infinity_test(half %x) {
  %absolute = call half @llvm.fabs.f16(half %x)
  %test = fcmp oeq half %absolute, 0xH7C00
  %class = call i1 @llvm.is.fpclass.f16(half %x, i32 516)
  %different = xor i1 %test, %class
  ret i1 %different
}

define i1 @class_of_sum(half %x) {
  %sum = fadd nnan half %x, 1.0
  %class = call i1 @llvm.is.fpclass.f16(half %sum, i32 3)
  %other = fcmp uno half %sum, 0.0
  %either = or i1 %class, %other
  ret i1 %either
}

define i1 @compare_of_converted(i8 %x) {
  %float = sitofp i8 %x to half
  %test = fcmp olt half %float, 0.5
  ret i1 %test
}

define i1 @compare_of_converted_unsigned(i8 %x) {
  %float = uitofp i8 %x to half
  %test = fcmp uge half %float, -0.5
  ret i1 %test
}

define i8 @round_trip(i8 %x) {
  %float = sitofp i8 %x to half
  %back = fptosi half %float to i8
  ret i8 %back
}

define i8 @wide_round_trip(i16 %x) {
  %float = uitofp i16 %x to float
  %back = fptoui float %float to i8
  ret i8 %back
}

define i8 @sum_in_floats(i8 %x, i8 %y) {
  %fx = sitofp i8 %x to float
  %fy = sitofp i8 %y to float
  %sum = fadd float %fx, %fy
  %back = fptosi float %sum to i8
  ret i8 %back
}

define i8 @saturating_conversion(half %x) {
  %doubled = fadd half %x, %x
  %integer = call i8 @llvm.fptosi.sat.i8.f16(half %doubled)
  ret i8 %integer
}

define half @sign_by_bits(half %x) {
  %bits = bitcast half %x to i16
  %flipped = xor i16 %bits, -32768
  %float = bitcast i16 %flipped to half
  %sum = fadd half %float, %x
  ret half %sum
}

define half @narrowed_square(half %x) {
  %wide = fpext half %x to float
  %square = fmul float %wide, %wide
  %narrow = fptrunc float %square to half
  ret half %narrow
}

define half @select_of_negations(i1 %c, half %x, half %y) {
  %a = fneg nnan half %x
  %b = fneg half %y
  %chosen = select i1 %c, half %a, half %b
  ret half %chosen
}
