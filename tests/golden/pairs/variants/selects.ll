; What poison does in a select is a parameter of the language. The table of its alternatives is the published one (Lee
; et al., "Taming Undefined Behavior in LLVM", PLDI 2017, and the thesis that prints it); the examples of its rows are
; ours, in this order: SimplifyCFG, select to control flow, select to arithmetic (two), select removal (two), select
; hoist (two), easy movement (two). A row is sound if all its examples are. In no column all six are.

; The published table holds in the language that it is about.
define i2 @src(i1 %c, i2 %x, i2 %y) {
  br i1 %c, label %t, label %e
t:
  br label %m
e:
  br label %m
m:
  %r = phi i2 [ %x, %t ], [ %y, %e ]
  ret i2 %r
}
define i2 @tgt(i1 %c, i2 %x, i2 %y) { %r = select i1 %c, i2 %x, i2 %y ret i2 %r }
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=ub-arms,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=select=choice,undef=no: correct
; check --oracle=smt --semantics=select=choice,undef=no: correct
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=poison-arms,undef=no: incorrect: more-poisonous (interpreter, smt)

define i2 @src(i1 %c, i2 %x, i2 %y) { %r = select i1 %c, i2 %x, i2 %y ret i2 %r }
define i2 @tgt(i1 %c, i2 %x, i2 %y) {
  br i1 %c, label %t, label %e
t:
  br label %m
e:
  br label %m
m:
  %r = phi i2 [ %x, %t ], [ %y, %e ]
  ret i2 %r
}
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=select=choice,undef=no: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=select=poison-arms,undef=no: incorrect: more-ub (interpreter, smt)

define i1 @src(i1 %c, i1 %x) { %r = select i1 %c, i1 true, i1 %x ret i1 %r }
define i1 @tgt(i1 %c, i1 %x) { %r = or i1 %c, %x ret i1 %r }
; check --oracle=interpreter --semantics=select=ub,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=ub,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: correct
; check --oracle=smt --semantics=select=poison-arms,undef=no: correct

define i1 @src(i1 %c, i1 %x) { %r = select i1 %c, i1 %x, i1 false ret i1 %r }
define i1 @tgt(i1 %c, i1 %x) { %r = and i1 %c, %x ret i1 %r }
; check --oracle=interpreter --semantics=select=ub,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=ub,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: correct
; check --oracle=smt --semantics=select=poison-arms,undef=no: correct

define i1 @src(i1 %c) { %r = select i1 %c, i1 true, i1 false ret i1 %r }
define i1 @tgt(i1 %c) { ret i1 %c }
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: correct
; check --oracle=smt --semantics=select=poison-arms,undef=no: correct

define i2 @src(i1 %c) { %r = select i1 %c, i2 1, i2 0 ret i2 %r }
define i2 @tgt(i1 %c) { %r = zext i1 %c to i2 ret i2 %r }
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=choice,undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: correct
; check --oracle=smt --semantics=select=poison-arms,undef=no: correct

define i4 @src(i1 %b, i1 %c, i4 %x) {
  %k = select i1 %c, i4 2, i4 3
  br i1 %b, label %t, label %e
t:
  %q = udiv i4 7, %k
  ret i4 %q
e:
  ret i4 0
}
define i4 @tgt(i1 %b, i1 %c, i4 %x) {
  %k = select i1 %c, i4 2, i4 3
  %q = udiv i4 7, %k
  br i1 %b, label %t, label %e
t:
  ret i4 %q
e:
  ret i4 0
}
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: correct
; check --oracle=smt --semantics=select=choice,undef=no: correct
; check --oracle=interpreter --semantics=undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=select=poison-arms,undef=no: incorrect: more-ub (interpreter, smt)

define i2 @src(i1 %c, i2 %x) { %s = select i1 %c, i2 %x, i2 1 %r = freeze i2 %s ret i2 %r }
define i2 @tgt(i1 %c, i2 %x) { %f = freeze i2 %x %r = select i1 %c, i2 %f, i2 1 ret i2 %r }
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: correct
; check --oracle=smt --semantics=select=choice,undef=no: correct
; check --oracle=interpreter --semantics=undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=poison-arms,undef=no: incorrect: more-poisonous (interpreter, smt)

define i2 @src(i1 %b, i1 %c, i2 %x, i2 %y) {
  br i1 %b, label %t, label %e
t:
  %r = select i1 %c, i2 %x, i2 %y
  ret i2 %r
e:
  ret i2 0
}
define i2 @tgt(i1 %b, i1 %c, i2 %x, i2 %y) {
  %r = select i1 %c, i2 %x, i2 %y
  br i1 %b, label %t, label %e
t:
  ret i2 %r
e:
  ret i2 0
}
; check --oracle=interpreter --semantics=select=ub,undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=select=ub,undef=no: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=select=ub-arms,undef=no: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --semantics=select=choice,undef=no: correct
; check --oracle=smt --semantics=select=choice,undef=no: correct
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: correct
; check --oracle=smt --semantics=select=poison-arms,undef=no: correct

define i2 @src(i1 %b, i1 %c, i2 %x, i2 %y) {
  %r = select i1 %c, i2 %x, i2 %y
  br i1 %b, label %t, label %e
t:
  ret i2 %r
e:
  ret i2 0
}
define i2 @tgt(i1 %b, i1 %c, i2 %x, i2 %y) {
  br i1 %b, label %t, label %e
t:
  %r = select i1 %c, i2 %x, i2 %y
  ret i2 %r
e:
  ret i2 0
}
; check --oracle=interpreter --semantics=select=ub,undef=no: correct
; check --oracle=smt --semantics=select=ub,undef=no: correct
; check --oracle=interpreter --semantics=select=ub-arms,undef=no: correct
; check --oracle=smt --semantics=select=ub-arms,undef=no: correct
; check --oracle=interpreter --semantics=select=choice,undef=no: correct
; check --oracle=smt --semantics=select=choice,undef=no: correct
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter --semantics=select=poison-arms,undef=no: correct
; check --oracle=smt --semantics=select=poison-arms,undef=no: correct

; A vector of conditions is settled lane by lane.
define <2 x i2> @src(<2 x i1> %c) {
  %r = select <2 x i1> %c, <2 x i2> splat (i2 1), <2 x i2> zeroinitializer
  ret <2 x i2> %r
}
define <2 x i2> @tgt(<2 x i1> %c) { %r = zext <2 x i1> %c to <2 x i2> ret <2 x i2> %r }
; check --oracle=interpreter: correct
; check --oracle=smt: correct
; check --oracle=interpreter --semantics=select=ub: correct
; check --oracle=smt --semantics=select=ub: correct
; check --oracle=interpreter --semantics=select=choice: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=select=choice: incorrect: more-poisonous (interpreter, smt)
