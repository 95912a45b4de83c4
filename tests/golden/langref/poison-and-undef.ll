; LangRef, "Poison Values": it is correct to replace poison with any value.
; LangRef demands: correct
define i8 @src() { ret i8 poison }
define i8 @tgt() { ret i8 77 }
; check: correct

; "Poison Values": and with undef.
; LangRef demands: correct
define i8 @src() { ret i8 poison }
define i8 @tgt() { ret i8 undef }
; check: correct

; "Undefined Values": poison is stronger than undef.
; LangRef demands: incorrect
define i8 @src() { ret i8 undef }
define i8 @tgt() { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "Undefined Values": an argument that is undef is any value, but one that is defined is itself.
; LangRef demands: incorrect
define i8 @src(i8 %x) { ret i8 %x }
define i8 @tgt(i8 %x) { ret i8 undef }
; check: incorrect: more-undefined (interpreter, smt)

; "Undefined Values": and x, undef may be 0.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = and i8 %x, undef ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 0 }
; check: correct

; "Undefined Values": and x, undef is not undef: bits that x lacks are 0.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = and i8 %x, undef ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 undef }
; check: incorrect: more-undefined (interpreter, smt)

; "Undefined Values": xor x, undef is undef, except where x is poison, which undef may replace.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = xor i8 %x, undef ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 undef }
; check: correct

; "Undefined Values": xor undef, undef is undef, not 0 alone, so 5 may stand for it.
; LangRef demands: correct
define i8 @src() { %r = xor i8 undef, undef ret i8 %r }
define i8 @tgt() { ret i8 5 }
; check: correct

; "Undefined Values": mul 2, undef is an even number.
; LangRef demands: incorrect
define i8 @src() { %r = mul i8 undef, 2 ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Undefined Values": mul 2, undef is an even number.
; LangRef demands: correct
define i8 @src() { %r = mul i8 undef, 2 ret i8 %r }
define i8 @tgt() { ret i8 6 }
; check: correct

; "Undefined Values": sdiv undef, x may be 0 (where x is 0, it is undefined behavior).
; LangRef demands: correct
define i8 @src(i8 %x) { %r = sdiv i8 undef, %x ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 0 }
; check: correct

; "Undefined Values": udiv x, undef may divide by zero: it is undefined behavior.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = udiv i8 %x, undef ret i8 %r }
define i8 @tgt(i8 %x) { unreachable }
; check: correct

; "Undefined Values": or undef, 1 is never zero.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) { %d = or i8 undef, 1 %r = udiv i8 0, %d ret i8 %r }
define i8 @tgt(i8 noundef %x) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "Undefined Values": select with an undef condition gives one of the two.
; LangRef demands: correct
define i8 @src() { %r = select i1 undef, i8 4, i8 6 ret i8 %r }
define i8 @tgt() { ret i8 6 }
; check: correct

; "Undefined Values": and nothing else.
; LangRef demands: incorrect
define i8 @src() { %r = select i1 undef, i8 4, i8 6 ret i8 %r }
define i8 @tgt() { ret i8 5 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Undefined Values": select c, x, undef may be x only if x is not poison.
; LangRef demands: incorrect
define i8 @src(i1 %c, i8 %x) { %r = select i1 %c, i8 %x, i8 undef ret i8 %r }
define i8 @tgt(i1 %c, i8 %x) { ret i8 %x }
; check: incorrect: more-poisonous (interpreter, smt)

; "Undefined Values": x is no poison here.
; LangRef demands: correct
define i8 @src(i1 %c, i8 noundef %x) { %r = select i1 %c, i8 %x, i8 undef ret i8 %r }
define i8 @tgt(i1 %c, i8 noundef %x) { ret i8 %x }
; check: correct

; "Poison Values": poison may be x in any case.
; LangRef demands: correct
define i8 @src(i1 %c, i8 %x) { %r = select i1 %c, i8 %x, i8 poison ret i8 %r }
define i8 @tgt(i1 %c, i8 %x) { ret i8 %x }
; check: correct

; "select": a poison condition gives poison.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = select i1 poison, i8 %x, i8 %x ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 poison }
; check: correct

; "select": so a select of equal arms may be poison where the arm is not.
; LangRef demands: incorrect
define i8 @src(i1 %c, i8 %x) { ret i8 %x }
define i8 @tgt(i1 %c, i8 %x) { %r = select i1 %c, i8 %x, i8 %x ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "select", "Undefined Values": an undef x may be 255 for the sum alone, so that the select is poison.
; LangRef demands: correct
define i8 @src(i8 %x) { %p = add nuw i8 %x, 1 %c = icmp eq i8 %x, -1 %r = select i1 %c, i8 0, i8 %p ret i8 %r }
define i8 @tgt(i8 %x) { %r = add i8 %x, 1 ret i8 %r }
; check: correct

; "select": the arm that is not chosen may be poison.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %p = add nuw i8 %x, 1 %c = icmp eq i8 %x, -1 %r = select i1 %c, i8 0, i8 %p
  ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = add i8 %x, 1 ret i8 %r }
; check: correct

; "Poison Values": arithmetic with poison is poison, also where 0 annihilates.
; LangRef demands: correct
define i8 @src(i8 %x) { %p = shl i8 1, 9 %r = and i8 %p, 0 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 poison }
; check: correct

; "Poison Values": logical and of i1 by select guards what "and" does not.
; LangRef demands: incorrect
define i1 @src(i1 %c, i1 %d) { %r = select i1 %c, i1 %d, i1 false ret i1 %r }
define i1 @tgt(i1 %c, i1 %d) { %r = and i1 %c, %d ret i1 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "freeze": it is enough to freeze the guarded operand.
; LangRef demands: correct
define i1 @src(i1 %c, i1 %d) { %r = select i1 %c, i1 %d, i1 false ret i1 %r }
define i1 @tgt(i1 %c, i1 %d) { %f = freeze i1 %d %r = and i1 %c, %f ret i1 %r }
; check: correct

; "freeze": the other operand is no help.
; LangRef demands: incorrect
define i1 @src(i1 %c, i1 %d) { %r = select i1 %c, i1 %d, i1 false ret i1 %r }
define i1 @tgt(i1 %c, i1 %d) { %f = freeze i1 %c %r = and i1 %f, %d ret i1 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "freeze": it gives an arbitrary but fixed value, so one for a frozen poison may be chosen.
; LangRef demands: correct
define i8 @src() { %r = freeze i8 poison ret i8 %r }
define i8 @tgt() { ret i8 42 }
; check: correct

; "freeze": the result is never poison.
; LangRef demands: incorrect
define i8 @src() { %r = freeze i8 poison ret i8 %r }
define i8 @tgt() { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "freeze": nor undef: all uses see the same value.
; LangRef demands: incorrect
define i8 @src() { %f = freeze i8 undef %r = sub i8 %f, %f ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "freeze": a constant undef may differ at each use.
; LangRef demands: correct
define i8 @src() { %r = sub i8 undef, undef ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: correct

; "freeze": freezing twice is freezing once.
; LangRef demands: correct
define i8 @src(i8 %x) { %a = freeze i8 %x %r = freeze i8 %a ret i8 %r }
define i8 @tgt(i8 %x) { %r = freeze i8 %x ret i8 %r }
; check: correct

; "freeze": two freezes of one value may give two values.
; LangRef demands: incorrect
define i1 @src(i8 %x) { %a = freeze i8 %x %r = icmp eq i8 %a, %a ret i1 %r }
define i1 @tgt(i8 %x) { %a = freeze i8 %x %b = freeze i8 %x %r = icmp eq i8 %a, %b ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "freeze": it may be dropped where the value is noundef.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = freeze i8 %x ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 %x }
; check: correct

; "freeze": not where it may be poison.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = freeze i8 %x ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: incorrect: more-poisonous (interpreter, smt)

; "freeze": it may be pushed up through an add without flags, which makes no poison.
; LangRef demands: correct
define i8 @src(i8 %x) { %a = add i8 %x, 1 %r = freeze i8 %a ret i8 %r }
define i8 @tgt(i8 %x) { %a = freeze i8 %x %r = add i8 %a, 1 ret i8 %r }
; check: correct

; "freeze": the flag that is behind it makes poison.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %a = add nsw i8 %x, 1 %r = freeze i8 %a ret i8 %r }
define i8 @tgt(i8 %x) { %a = freeze i8 %x %r = add nsw i8 %a, 1 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "freeze": of a vector, each element is frozen by itself.
; LangRef demands: correct
define <2 x i8> @src(<2 x i8> %v) { %i = insertelement <2 x i8> %v, i8 3, i32 0 %r = freeze <2 x i8> %i
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { %f = freeze <2 x i8> %v %r = insertelement <2 x i8> %f, i8 3, i32 0
  ret <2 x i8> %r }
; check: correct

; "br": a branch on poison is undefined behavior.
; LangRef demands: correct
define i8 @src() { br i1 poison, label %a, label %b
a: ret i8 1
b: ret i8 2
}
define i8 @tgt() { unreachable }
; check: correct

; "br": and on undef.
; LangRef demands: correct
define i8 @src() { br i1 undef, label %a, label %a
a: ret i8 1
}
define i8 @tgt() { unreachable }
; check: correct

; "br": a frozen condition goes one way.
; LangRef demands: correct
define i8 @src() { %f = freeze i1 undef br i1 %f, label %a, label %b
a: ret i8 1
b: ret i8 2
}
define i8 @tgt() { ret i8 2 }
; check: correct

; "br": and no third.
; LangRef demands: incorrect
define i8 @src() { %f = freeze i1 undef br i1 %f, label %a, label %b
a: ret i8 1
b: ret i8 2
}
define i8 @tgt() { ret i8 3 }
; check: incorrect: value-mismatch (interpreter, smt)

; "br": a branch must not be put in for a select.
; LangRef demands: incorrect
define i8 @src(i1 %c, i8 %x, i8 %y) { %r = select i1 %c, i8 %x, i8 %y ret i8 %r }
define i8 @tgt(i1 %c, i8 %x, i8 %y) { br i1 %c, label %a, label %b
a: ret i8 %x
b: ret i8 %y
}
; check: incorrect: more-ub (interpreter, smt)

; "freeze", "br": it may with a freeze.
; LangRef demands: correct
define i8 @src(i1 %c, i8 %x, i8 %y) { %r = select i1 %c, i8 %x, i8 %y ret i8 %r }
define i8 @tgt(i1 %c, i8 %x, i8 %y) { %f = freeze i1 %c br i1 %f, label %a, label %b
a: ret i8 %x
b: ret i8 %y
}
; check: correct

; "switch": on poison it is undefined behavior, also where all go to one block.
; LangRef demands: incorrect
define i8 @src(i8 %x) { ret i8 1 }
define i8 @tgt(i8 %x) { switch i8 %x, label %d [ i8 0, label %d ]
d: ret i8 1
}
; check: incorrect: more-ub (interpreter, smt)

; "switch": or undef, 255 is always 255.
; LangRef demands: correct
define i8 @src() { %x = or i8 undef, 255 switch i8 %x, label %d [ i8 -1, label %e ]
d: ret i8 1
e: ret i8 2
}
define i8 @tgt() { ret i8 2 }
; check: correct

; "phi": poison from one side may be replaced by the other side's value; no use is made of it.
; LangRef demands: correct
define i8 @src(i1 noundef %c, i8 %x) { br i1 %c, label %a, label %m
a: br label %m
m: %r = phi i8 [ poison, %0 ], [ %x, %a ] ret i8 %r }
define i8 @tgt(i1 noundef %c, i8 %x) { ret i8 %x }
; check: correct

; "phi": undef from one side must not be replaced by what may be poison.
; LangRef demands: incorrect
define i8 @src(i1 noundef %c, i8 %x) { br i1 %c, label %a, label %m
a: br label %m
m: %r = phi i8 [ undef, %0 ], [ %x, %a ] ret i8 %r }
define i8 @tgt(i1 noundef %c, i8 %x) { ret i8 %x }
; check: incorrect: more-poisonous (interpreter, smt)

; "unreachable": what is behind it does not matter, and the branch to it may go.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %c = icmp ult i8 %x, 10 br i1 %c, label %a, label %u
a: ret i8 %x
u: unreachable
}
define i8 @tgt(i8 noundef %x) { ret i8 %x }
; check: correct

; "llvm.assume": if the condition is false, it is undefined behavior.
; LangRef demands: correct
declare void @llvm.assume(i1)
define i8 @src(i8 noundef %x) { %c = icmp eq i8 %x, 3 call void @llvm.assume(i1 %c) ret i8 %x }
define i8 @tgt(i8 noundef %x) { ret i8 3 }
; check: correct

; "llvm.assume": it must not be made from nothing.
; LangRef demands: incorrect
declare void @llvm.assume(i1)
define i8 @src(i8 noundef %x) { ret i8 %x }
define i8 @tgt(i8 noundef %x) { %c = icmp eq i8 %x, 3 call void @llvm.assume(i1 %c) ret i8 %x }
; check: incorrect: more-ub (interpreter, smt)

; "noundef": an undef argument is undefined behavior, a value of any kind is not.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = shl i8 %x, 1 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = add i8 %x, %x ret i8 %r }
; check: correct

; "noundef": of a result: returning poison is undefined behavior.
; LangRef demands: correct
define noundef i8 @src(i8 %x) { ret i8 poison }
define noundef i8 @tgt(i8 %x) { unreachable }
; check: correct

; "noundef": gained for a result that may be poison.
; LangRef demands: incorrect
define i8 @src(i8 %x) { ret i8 %x }
define noundef i8 @tgt(i8 %x) { ret i8 %x }
; check: incorrect: more-ub (interpreter, smt)

; "noundef": gained for one that can't be.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = freeze i8 %x ret i8 %r }
define noundef i8 @tgt(i8 %x) { %r = freeze i8 %x ret i8 %r }
; check: correct
