define half @f(half %x) {
  %a = fpext half %x to float
  %b = fmul ninf float %a, 2.560000e+02
  %c = fptrunc float %b to half
  ret half %c
}
