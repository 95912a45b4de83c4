; Branch facts need branching on poison to be undefined.
define i2 @src(i2 %x, i2 %y) {
  %t = add i2 %x, 1
  %c = icmp eq i2 %t, %y
  br i1 %c, label %same, label %other
same:
  %w = add i2 %x, 1
  ret i2 %w
other:
  ret i2 0
}
define i2 @tgt(i2 %x, i2 %y) {
  %t = add i2 %x, 1
  %c = icmp eq i2 %t, %y
  br i1 %c, label %same, label %other
same:
  ret i2 %y
other:
  ret i2 0
}
; check --oracle=interpreter: correct
; check --oracle=smt: correct
; check --oracle=interpreter --semantics=branch=choice: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=branch=choice: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter --semantics=branch=choice,undef=no: incorrect: more-poisonous (interpreter)
; check --oracle=smt --semantics=branch=choice,undef=no: incorrect: more-poisonous (interpreter, smt)

; Loop unswitching needs freeze where branching on poison is undefined.
define i2 @src(i1 %c, i1 %c2) {
entry:
  br label %head
head:
  %go = phi i1 [ %c, %entry ], [ %again, %latch ]
  %again = phi i1 [ true, %entry ], [ false, %latch ]
  %sum = phi i2 [ 0, %entry ], [ %next, %latch ]
  br i1 %go, label %body, label %exit
body:
  br i1 %c2, label %yes, label %no
yes:
  %s1 = add i2 %sum, 1
  br label %latch
no:
  %s2 = mul i2 %sum, 2
  br label %latch
latch:
  %next = phi i2 [ %s1, %yes ], [ %s2, %no ]
  br label %head
exit:
  ret i2 %sum
}
define i2 @tgt(i1 %c, i1 %c2) {
entry:
  br i1 %c2, label %yes.head, label %no.head
yes.head:
  %a = phi i1 [ %c, %entry ], [ %a.again, %yes.body ]
  %a.again = phi i1 [ true, %entry ], [ false, %yes.body ]
  %a.sum = phi i2 [ 0, %entry ], [ %a.next, %yes.body ]
  br i1 %a, label %yes.body, label %exit
yes.body:
  %a.next = add i2 %a.sum, 1
  br label %yes.head
no.head:
  %b = phi i1 [ %c, %entry ], [ %b.again, %no.body ]
  %b.again = phi i1 [ true, %entry ], [ false, %no.body ]
  %b.sum = phi i2 [ 0, %entry ], [ %b.next, %no.body ]
  br i1 %b, label %no.body, label %exit
no.body:
  %b.next = mul i2 %b.sum, 2
  br label %no.head
exit:
  %r = phi i2 [ %a.sum, %yes.head ], [ %b.sum, %no.head ]
  ret i2 %r
}
; check --oracle=interpreter --semantics=undef=no: incorrect: more-ub (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --semantics=branch=choice,undef=no: correct
; check --oracle=smt --semantics=branch=choice,undef=no: correct

define i2 @src(i1 %c, i1 %c2) {
entry:
  br label %head
head:
  %go = phi i1 [ %c, %entry ], [ %again, %latch ]
  %again = phi i1 [ true, %entry ], [ false, %latch ]
  %sum = phi i2 [ 0, %entry ], [ %next, %latch ]
  br i1 %go, label %body, label %exit
body:
  br i1 %c2, label %yes, label %no
yes:
  %s1 = add i2 %sum, 1
  br label %latch
no:
  %s2 = mul i2 %sum, 2
  br label %latch
latch:
  %next = phi i2 [ %s1, %yes ], [ %s2, %no ]
  br label %head
exit:
  ret i2 %sum
}
define i2 @tgt(i1 %c, i1 %c2) {
entry:
  %f = freeze i1 %c2
  br i1 %f, label %yes.head, label %no.head
yes.head:
  %a = phi i1 [ %c, %entry ], [ %a.again, %yes.body ]
  %a.again = phi i1 [ true, %entry ], [ false, %yes.body ]
  %a.sum = phi i2 [ 0, %entry ], [ %a.next, %yes.body ]
  br i1 %a, label %yes.body, label %exit
yes.body:
  %a.next = add i2 %a.sum, 1
  br label %yes.head
no.head:
  %b = phi i1 [ %c, %entry ], [ %b.again, %no.body ]
  %b.again = phi i1 [ true, %entry ], [ false, %no.body ]
  %b.sum = phi i2 [ 0, %entry ], [ %b.next, %no.body ]
  br i1 %b, label %no.body, label %exit
no.body:
  %b.next = mul i2 %b.sum, 2
  br label %no.head
exit:
  %r = phi i2 [ %a.sum, %yes.head ], [ %b.sum, %no.head ]
  ret i2 %r
}
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
; check --oracle=interpreter: correct
; check --oracle=smt: correct

; A switch chooses too.
define i2 @src(i2 %x) {
  switch i2 %x, label %d [ i2 0, label %a i2 1, label %b ]
a:
  ret i2 1
b:
  ret i2 2
d:
  ret i2 3
}
define i2 @tgt(i2 %x) {
  %f = freeze i2 %x
  switch i2 %f, label %d [ i2 0, label %a i2 1, label %b ]
a:
  ret i2 1
b:
  ret i2 2
d:
  ret i2 3
}
; check --oracle=interpreter --semantics=branch=choice: correct
; check --oracle=smt --semantics=branch=choice: correct
; check --oracle=interpreter: correct
; check --oracle=smt: correct

define i2 @tgt(i2 %x) {
  switch i2 %x, label %d [ i2 0, label %a i2 1, label %b ]
a:
  ret i2 1
b:
  ret i2 2
d:
  ret i2 3
}
define i2 @src(i2 %x) {
  %f = freeze i2 %x
  switch i2 %f, label %d [ i2 0, label %a i2 1, label %b ]
a:
  ret i2 1
b:
  ret i2 2
d:
  ret i2 3
}
; check --oracle=interpreter --semantics=branch=choice: correct
; check --oracle=smt --semantics=branch=choice: correct
; check --oracle=interpreter: incorrect: more-ub (interpreter)
; check --oracle=smt: incorrect: more-ub (interpreter, smt)

; Two freezes of one value may differ.
define i2 @src(i2 %x) { %a = freeze i2 %x %r = sub i2 %a, %a ret i2 %r }
define i2 @tgt(i2 %x) { %a = freeze i2 %x %b = freeze i2 %x %r = sub i2 %a, %b ret i2 %r }
; check --oracle=interpreter: incorrect: value-mismatch (interpreter)
; check --oracle=smt: incorrect: value-mismatch (interpreter, smt)
; check --oracle=interpreter --semantics=undef=no: incorrect: value-mismatch (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: value-mismatch (interpreter, smt)

; One freeze may take the place of two.
define i2 @src(i2 %x) { %a = freeze i2 %x %b = freeze i2 %x %r = sub i2 %a, %b ret i2 %r }
define i2 @tgt(i2 %x) { ret i2 0 }
; check --oracle=interpreter: correct
; check --oracle=smt: correct
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct

; Into a loop gives every iteration another.
define i2 @src(i2 %x) {
entry:
  %f = freeze i2 %x
  br label %loop
loop:
  %i = phi i1 [ false, %entry ], [ true, %loop ]
  %sum = phi i2 [ 0, %entry ], [ %next, %loop ]
  %next = add i2 %sum, %f
  br i1 %i, label %exit, label %loop
exit:
  %r = and i2 %next, 1
  ret i2 %r
}
define i2 @tgt(i2 %x) {
entry:
  br label %loop
loop:
  %i = phi i1 [ false, %entry ], [ true, %loop ]
  %sum = phi i2 [ 0, %entry ], [ %next, %loop ]
  %f = freeze i2 %x
  %next = add i2 %sum, %f
  br i1 %i, label %exit, label %loop
exit:
  %r = and i2 %next, 1
  ret i2 %r
}
; check --oracle=interpreter --semantics=undef=no: incorrect: value-mismatch (interpreter)
; check --oracle=smt --semantics=undef=no: incorrect: value-mismatch (interpreter, smt)

; Into both arms of a branch is fine.
define i2 @src(i1 noundef %c, i2 %x) {
  %f = freeze i2 %x
  br i1 %c, label %t, label %e
t:
  %a = mul i2 %f, %f
  ret i2 %a
e:
  ret i2 %f
}
define i2 @tgt(i1 noundef %c, i2 %x) {
  br i1 %c, label %t, label %e
t:
  %f = freeze i2 %x
  %a = mul i2 %f, %f
  ret i2 %a
e:
  %g = freeze i2 %x
  ret i2 %g
}
; check --oracle=interpreter: correct
; check --oracle=smt: correct
; check --oracle=interpreter --semantics=undef=no: correct
; check --oracle=smt --semantics=undef=no: correct
