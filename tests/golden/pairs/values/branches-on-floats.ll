; To branch on an undef comparison is undefined (VAL-1): where it is none, a select picks what the branch takes.
define i32 @src(float %x, float %y) {
  %c = fcmp oeq float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp oeq float %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(double %x, double %y) {
  %c = fcmp ogt double %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(double %x, double %y) {
  %c = fcmp ogt double %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(half %x, half %y) {
  %c = fcmp oge half %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(half %x, half %y) {
  %c = fcmp oge half %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(bfloat %x, bfloat %y) {
  %c = fcmp olt bfloat %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(bfloat %x, bfloat %y) {
  %c = fcmp olt bfloat %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(fp128 %x, fp128 %y) {
  %c = fcmp ole fp128 %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(fp128 %x, fp128 %y) {
  %c = fcmp ole fp128 %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(float %x, float %y) {
  %c = fcmp one float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp one float %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(float %x, float %y) {
  %c = fcmp ord float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp ord float %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(double %x, double %y) {
  %c = fcmp ueq double %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(double %x, double %y) {
  %c = fcmp ueq double %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(half %x, half %y) {
  %c = fcmp ugt half %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(half %x, half %y) {
  %c = fcmp ugt half %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(bfloat %x, bfloat %y) {
  %c = fcmp uge bfloat %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(bfloat %x, bfloat %y) {
  %c = fcmp uge bfloat %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(fp128 %x, fp128 %y) {
  %c = fcmp ult fp128 %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(fp128 %x, fp128 %y) {
  %c = fcmp ult fp128 %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(float %x, float %y) {
  %c = fcmp ule float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp ule float %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(float %x, float %y) {
  %c = fcmp une float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp une float %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

define i32 @src(double %x, double %y) {
  %c = fcmp uno double %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(double %x, double %y) {
  %c = fcmp uno double %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
; check: correct

; The arms are exchanged.
define i32 @src(float %x, float %y) {
  %c = fcmp ule float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp ule float %x, %y
  %r = select i1 %c, i32 123, i32 12
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; The branch is undefined for more than the select, whose arm may be either.
define i32 @src(float %x, float %y) {
  %c = fcmp ule float %x, %y
  %r = select i1 %c, i32 12, i32 123
  ret i32 %r
}
define i32 @tgt(float %x, float %y) {
  %c = fcmp ule float %x, %y
  br i1 %c, label %t, label %f
t:
  ret i32 12
f:
  ret i32 123
}
; check: incorrect: more-ub (interpreter, smt)
