; Unwritten memory is poison.
define i8 @src() { %p = alloca i8 %v = load i8, ptr %p ret i8 %v }
define i8 @tgt() { ret i8 poison }
; check --oracle=interpreter: incorrect: more-poisonous (interpreter)
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct

; The constant is poison.
define i8 @src() { ret i8 undef }
define i8 @tgt() { ret i8 poison }
; check --oracle=interpreter: incorrect: more-poisonous (interpreter)
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct

; So is it in a global that is constant.
@g = internal constant { i8, i8 } { i8 7, i8 undef }
define i8 @src() { %v = load i8, ptr getelementptr (i8, ptr @g, i64 1) ret i8 %v }
define i8 @tgt() { ret i8 poison }
; check --oracle=interpreter: incorrect: more-poisonous (interpreter)
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct

; Arguments have one value.
define i4 @src(i4 %x) { %r = shl i4 %x, 1 ret i4 %r }
define i4 @tgt(i4 %x) { %r = add i4 %x, %x ret i4 %r }
; check --oracle=interpreter: incorrect: more-undefined (interpreter)
; check --oracle=smt: incorrect: more-undefined (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
