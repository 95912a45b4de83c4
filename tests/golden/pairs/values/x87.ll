; x87's format has an integer bit of its own; conversions into it and comparisons are written in bits for the solver.
define i1 @src(half %x) {
  %e = fpext half %x to x86_fp80
  %r = fcmp uno x86_fp80 %e, 0xK00000000000000000000
  ret i1 %r
}
define i1 @tgt(half %x) {
  %r = fcmp uno half %x, 0.0
  ret i1 %r
}
; check: correct

declare i1 @llvm.is.fpclass.f80(x86_fp80, i32 immarg)
define i1 @src(double %x) {
  %e = fpext double %x to x86_fp80
  %r = call i1 @llvm.is.fpclass.f80(x86_fp80 %e, i32 144)
  ret i1 %r
}
define i1 @tgt(double %x) { ret i1 false }
; check: correct

declare i1 @llvm.is.fpclass.f80(x86_fp80, i32 immarg)
define i1 @src(double %x) {
  %e = fpext double %x to x86_fp80
  %r = call i1 @llvm.is.fpclass.f80(x86_fp80 %e, i32 264)
  ret i1 %r
}
define i1 @tgt(double %x) { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

define i1 @src(half noundef %x) {
  %e = fpext half %x to x86_fp80
  %b = bitcast x86_fp80 %e to i80
  %r = icmp slt i80 %b, 0
  ret i1 %r
}
define i1 @tgt(half noundef %x) {
  %b = bitcast half %x to i16
  %r = icmp slt i16 %b, 0
  ret i1 %r
}
; check: correct

define i1 @src(x86_fp80 noundef %x, x86_fp80 noundef %y) {
  %r = fcmp olt x86_fp80 %x, %y
  ret i1 %r
}
define i1 @tgt(x86_fp80 noundef %x, x86_fp80 noundef %y) {
  %c = fcmp uge x86_fp80 %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}
; check: correct

define i1 @src(x86_fp80 noundef %x, x86_fp80 noundef %y) {
  %r = fcmp olt x86_fp80 %x, %y
  ret i1 %r
}
define i1 @tgt(x86_fp80 noundef %x, x86_fp80 noundef %y) {
  %c = fcmp oge x86_fp80 %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Rounding twice is not rounding once.
define double @src(double noundef %x, double noundef %y) {
  %r = fadd double %x, %y
  ret double %r
}
define double @tgt(double noundef %x, double noundef %y) {
  %a = fpext double %x to x86_fp80
  %b = fpext double %y to x86_fp80
  %s = fadd x86_fp80 %a, %b
  %r = fptrunc x86_fp80 %s to double
  ret double %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Of float it is.
define float @src(float noundef %x, float noundef %y) {
  %r = fadd float %x, %y
  ret float %r
}
define float @tgt(float noundef %x, float noundef %y) {
  %a = fpext float %x to x86_fp80
  %b = fpext float %y to x86_fp80
  %s = fadd x86_fp80 %a, %b
  %r = fptrunc x86_fp80 %s to float
  ret float %r
}
; check: correct

define x86_fp80 @src(i16 noundef %x) {
  %r = sitofp i16 %x to x86_fp80
  ret x86_fp80 %r
}
define x86_fp80 @tgt(i16 noundef %x) {
  %d = sitofp i16 %x to double
  %r = fpext double %d to x86_fp80
  ret x86_fp80 %r
}
; check: correct

define x86_fp80 @src(i64 noundef %x) {
  %r = sitofp i64 %x to x86_fp80
  ret x86_fp80 %r
}
define x86_fp80 @tgt(i64 noundef %x) {
  %d = sitofp i64 %x to double
  %r = fpext double %d to x86_fp80
  ret x86_fp80 %r
}
; check: incorrect: value-mismatch (interpreter, smt)
