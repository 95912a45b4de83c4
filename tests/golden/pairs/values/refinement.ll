; Proves an identity over all inputs.
define i8 @src(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = sub i8 %a, %y
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) { ret i8 %x }
; interpreter: correct
; solver: correct

; Division must not be speculated.
define i4 @src(i1 %c, i4 %v) {
  br i1 %c, label %then, label %else
then:
  %d = udiv i4 3, %v
  br label %else
else:
  %r = phi i4 [ %d, %then ], [ 0, %0 ]
  ret i4 %r
}
define i4 @tgt(i1 %c, i4 %v) {
  %d = udiv i4 3, %v
  %r = select i1 %c, i4 %d, i4 0
  ret i4 %r
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Select must not become an and unless the other operand is in the condition.
define i1 @src(i4 %x, i4 %y) {
  %a = icmp ne i4 %x, 0
  %b = icmp ugt i4 %x, %y
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt(i4 %x, i4 %y) {
  %a = icmp ne i4 %x, 0
  %b = icmp ugt i4 %x, %y
  %r = and i1 %a, %b
  ret i1 %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i1 @src(i4 %x, i4 %y) {
  %a = icmp ne i4 %x, 0
  %b = icmp ugt i4 %x, %y
  %r = select i1 %b, i1 %a, i1 false
  ret i1 %r
}
define i1 @tgt(i4 %x, i4 %y) {
  %a = icmp ne i4 %x, 0
  %b = icmp ugt i4 %x, %y
  %r = and i1 %a, %b
  ret i1 %r
}
; interpreter: correct
; solver: correct

; Poison may become undef, and undef a pattern, but not the reverse.
define i8 @src() { ret i8 poison }
define i8 @tgt() { ret i8 undef }
; interpreter: correct
; solver: correct

define i8 @src() { ret i8 undef }
define i8 @tgt() { ret i8 7 }
; interpreter: correct
; solver: correct

define i8 @src() { ret i8 undef }
define i8 @tgt() { ret i8 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i8 @src() { ret i8 7 }
define i8 @tgt() { ret i8 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i8 @src() { ret i8 7 }
define i8 @tgt() { ret i8 8 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Freeze may become any value but not undef.
define i4 @src() { %r = freeze i4 undef ret i4 %r }
define i4 @tgt() { ret i4 5 }
; interpreter: correct
; solver: correct

define i4 @src() { %r = freeze i4 undef ret i4 %r }
define i4 @tgt() { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i4 @src() { ret i4 undef }
define i4 @tgt() { %r = freeze i4 undef ret i4 %r }
; interpreter: correct
; solver: correct

; A new flag that does not hold is more poisonous.
define i8 @src(i8 %x) { %r = add i8 %x, 1 ret i8 %r }
define i8 @tgt(i8 %x) { %r = add nsw i8 %x, 1 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Undefined behaviour of the source allows all.
define i8 @src(i8 %x) { unreachable }
define i8 @tgt(i8 %x) { ret i8 %x }
; interpreter: correct
; solver: correct

; An addition of undef is undef.
define i4 @src() {
  %a = add i4 undef, 0
  %r = add i4 %a, %a
  ret i4 %r
}
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

; Freeze of a defined value is that value.
define i4 @src(i4 noundef %x) { %r = freeze i4 %x ret i4 %r }
define i4 @tgt(i4 noundef %x) { ret i4 %x }
; interpreter: correct
; solver: correct

; The lattice goes down only.
define i4 @src() { unreachable }
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define i4 @src() { unreachable }
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

define i4 @src() { unreachable }
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src() { unreachable }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: correct
; solver: correct

define i4 @src() { unreachable }
define i4 @tgt() { ret i4 3 }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 poison }
define i4 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src() { ret i4 poison }
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 poison }
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 poison }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 poison }
define i4 @tgt() { ret i4 3 }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 undef }
define i4 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src() { ret i4 undef }
define i4 @tgt() { ret i4 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i4 @src() { ret i4 undef }
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 undef }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 undef }
define i4 @tgt() { ret i4 3 }
; interpreter: correct
; solver: correct

define i4 @src() { %r = freeze i4 poison ret i4 %r }
define i4 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src() { %r = freeze i4 poison ret i4 %r }
define i4 @tgt() { ret i4 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i4 @src() { %r = freeze i4 poison ret i4 %r }
define i4 @tgt() { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i4 @src() { %r = freeze i4 poison ret i4 %r }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: correct
; solver: correct

define i4 @src() { %r = freeze i4 poison ret i4 %r }
define i4 @tgt() { ret i4 3 }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 3 }
define i4 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src() { ret i4 3 }
define i4 @tgt() { ret i4 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i4 @src() { ret i4 3 }
define i4 @tgt() { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i4 @src() { ret i4 3 }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i4 @src() { ret i4 3 }
define i4 @tgt() { ret i4 3 }
; interpreter: correct
; solver: correct
