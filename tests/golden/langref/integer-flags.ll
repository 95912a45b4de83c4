; LangRef, "add": nuw makes the sum poison where it wraps; the target may have fewer flags.
; LangRef demands: correct
define i8 @src(i8 %x, i8 %y) { %r = add nuw i8 %x, %y ret i8 %r }
define i8 @tgt(i8 %x, i8 %y) { %r = add i8 %x, %y ret i8 %r }
; check: correct

; "add": a flag that the source lacks makes the sum poison for 255 + 1.
; LangRef demands: incorrect
define i8 @src(i8 %x, i8 %y) { %r = add i8 %x, %y ret i8 %r }
define i8 @tgt(i8 %x, i8 %y) { %r = add nuw i8 %x, %y ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "add", "icmp": without nsw, x + 1 > x is false for 127.
; LangRef demands: incorrect
define i1 @src(i8 noundef %x) { %y = add i8 %x, 1 %r = icmp sgt i8 %y, %x ret i1 %r }
define i1 @tgt(i8 noundef %x) { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "add": with nsw it is true, or poison.
; LangRef demands: correct
define i1 @src(i8 noundef %x) { %y = add nsw i8 %x, 1 %r = icmp sgt i8 %y, %x ret i1 %r }
define i1 @tgt(i8 noundef %x) { ret i1 true }
; check: correct

; "add": nuw says nothing of the signed order: 127 + 1 does not wrap unsigned.
; LangRef demands: incorrect
define i1 @src(i8 noundef %x) { %y = add nuw i8 %x, 1 %r = icmp sgt i8 %y, %x ret i1 %r }
define i1 @tgt(i8 noundef %x) { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "sub": x - x is 0 where x is one value.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = sub nsw i8 %x, %x ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 0 }
; check: correct

; "Undefined Values": undef is another value at each use, but the source picks among all, so that 0 is one of them.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = sub i8 %x, %x ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 0 }
; check: correct

; "freeze": a frozen undef is one value at all its uses.
; LangRef demands: correct
define i8 @src(i8 %x) { ret i8 0 }
define i8 @tgt(i8 %x) { %y = freeze i8 undef %r = sub i8 %y, %y ret i8 %r }
; check: correct

; "Undefined Values": one more use of an undef argument is another value: 2 * x is even, x + x need not be.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = mul i8 %x, 2 ret i8 %r }
define i8 @tgt(i8 %x) { %r = add i8 %x, %x ret i8 %r }
; check: incorrect: more-undefined (interpreter, smt)

; "mul": with noundef, both are the same.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = mul i8 %x, 2 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = add i8 %x, %x ret i8 %r }
; check: correct

; "mul": nsw of a product by 2 is nsw of the sum.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = mul nsw i8 %x, 2 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = add nsw i8 %x, %x ret i8 %r }
; check: correct

; "mul", "shl": x * -128 may be nsw for 1, but 1 << 7 shifts another bit than the sign out of nothing: its sign
; changes.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) { %r = mul nsw i8 %x, -128 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = shl nsw i8 %x, 7 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "mul", "shl": nuw of both is the same.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = mul nuw i8 %x, -128 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = shl nuw i8 %x, 7 ret i8 %r }
; check: correct

; "shl", "mul": -1 << 7 with nsw is -128, but -1 * -128 is 128, which overflows.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) { %r = shl nsw i8 %x, 7 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = mul nsw i8 %x, -128 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "shl": an amount of the width or more is poison.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = shl i8 %x, 8 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 poison }
; check: correct

; "shl": one less than the width is not.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = shl i8 %x, 7 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "shl": two shifts are one where the amounts together are below the width.
; LangRef demands: correct
define i8 @src(i8 %x) { %a = shl i8 %x, 3 %r = shl i8 %a, 4 ret i8 %r }
define i8 @tgt(i8 %x) { %r = shl i8 %x, 7 ret i8 %r }
; check: correct

; "shl": where they are not, the result is 0, not poison.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %a = shl i8 %x, 4 %r = shl i8 %a, 4 ret i8 %r }
define i8 @tgt(i8 %x) { %r = shl i8 %x, 8 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "lshr": exact is poison where a one is shifted out; then shifting back gives the number.
; LangRef demands: correct
define i8 @src(i8 %x) { %a = lshr exact i8 %x, 3 %r = shl i8 %a, 3 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: correct

; "lshr": without exact the lowest bits are lost.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %a = lshr i8 %x, 3 %r = shl i8 %a, 3 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "shl": nuw loses no bits, so that shifting back gives the number.
; LangRef demands: correct
define i8 @src(i8 %x) { %a = shl nuw i8 %x, 3 %r = lshr i8 %a, 3 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: correct

; "shl", "lshr": nsw keeps the sign, but lshr fills with zeros: -1 << 1 >> 1 is 127.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %a = shl nsw i8 %x, 1 %r = lshr i8 %a, 1 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "ashr": it fills with the sign.
; LangRef demands: correct
define i8 @src(i8 %x) { %a = shl nsw i8 %x, 1 %r = ashr i8 %a, 1 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: correct

; "udiv": exact is poison where there is a remainder.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) { %r = udiv i8 %x, 4 ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = udiv exact i8 %x, 4 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "udiv", "lshr": by a power of two.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = udiv exact i8 %x, 4 ret i8 %r }
define i8 @tgt(i8 %x) { %r = lshr exact i8 %x, 2 ret i8 %r }
; check: correct

; "sdiv": it rounds to zero, ashr rounds down: -1 / 2 is 0.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = sdiv i8 %x, 2 ret i8 %r }
define i8 @tgt(i8 %x) { %r = ashr i8 %x, 1 ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "sdiv": with exact nothing is rounded.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = sdiv exact i8 %x, 2 ret i8 %r }
define i8 @tgt(i8 %x) { %r = ashr exact i8 %x, 1 ret i8 %r }
; check: correct

; "sdiv": division by zero is undefined behavior, not poison, even if the result is not used.
; LangRef demands: incorrect
define i8 @src(i8 %x, i8 %y) { ret i8 0 }
define i8 @tgt(i8 %x, i8 %y) { %r = sdiv i8 %x, %y ret i8 0 }
; check: incorrect: more-ub (interpreter, smt)

; "sdiv": and so a division that is not used may go.
; LangRef demands: correct
define i8 @src(i8 %x, i8 %y) { %r = sdiv i8 %x, %y ret i8 0 }
define i8 @tgt(i8 %x, i8 %y) { ret i8 0 }
; check: correct

; "sdiv": the overflow of -128 / -1 is undefined behavior.
; LangRef demands: correct
define i8 @src(i8 noundef %y) { %r = sdiv i8 -128, %y %c = icmp eq i8 %y, -1 br i1 %c, label %a, label %b
a: ret i8 1
b: ret i8 2
}
define i8 @tgt(i8 noundef %y) { %r = sdiv i8 -128, %y ret i8 2 }
; check: correct

; "srem": its result has the dividend's sign; x % 2 == 1 is false for negative odd numbers.
; LangRef demands: incorrect
define i1 @src(i8 noundef %x) { %a = srem i8 %x, 2 %r = icmp eq i8 %a, 1 ret i1 %r }
define i1 @tgt(i8 noundef %x) { %a = and i8 %x, 1 %r = icmp eq i8 %a, 1 ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "srem": compared with 0, it is the lowest bit.
; LangRef demands: correct
define i1 @src(i8 noundef %x) { %a = srem i8 %x, 2 %r = icmp eq i8 %a, 0 ret i1 %r }
define i1 @tgt(i8 noundef %x) { %a = and i8 %x, 1 %r = icmp eq i8 %a, 0 ret i1 %r }
; check: correct

; "srem": -128 % -1 is undefined behavior although the remainder would be 0.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) { ret i8 0 }
define i8 @tgt(i8 noundef %x) { %r = srem i8 %x, -1 ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "urem": by 1 it is 0.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = urem i8 %x, 1 ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 0 }
; check: correct

; "or": disjoint is poison where both have a bit; then the sum is the same.
; LangRef demands: correct
define i8 @src(i8 %x, i8 %y) { %r = or disjoint i8 %x, %y ret i8 %r }
define i8 @tgt(i8 %x, i8 %y) { %r = add nuw nsw i8 %x, %y ret i8 %r }
; check: correct

; "or": without disjoint, 1 | 1 is not 2.
; LangRef demands: incorrect
define i8 @src(i8 %x, i8 %y) { %r = or i8 %x, %y ret i8 %r }
define i8 @tgt(i8 %x, i8 %y) { %r = add i8 %x, %y ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "or": a sum without carries is found by masks; disjoint is kept.
; LangRef demands: correct
define i8 @src(i8 noundef %x, i8 noundef %y) { %a = and i8 %x, 15 %b = and i8 %y, -16 %r = add i8 %a, %b ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) {
  %a = and i8 %x, 15 %b = and i8 %y, -16 %r = or disjoint i8 %a, %b ret i8 %r }
; check: correct

; "or": the masks share a bit.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x, i8 noundef %y) { %a = and i8 %x, 31 %b = and i8 %y, -16 %r = or i8 %a, %b ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) {
  %a = and i8 %x, 31 %b = and i8 %y, -16 %r = or disjoint i8 %a, %b ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "zext": nneg is poison for a negative operand; then both extensions are the same.
; LangRef demands: correct
define i16 @src(i8 %x) { %r = zext nneg i8 %x to i16 ret i16 %r }
define i16 @tgt(i8 %x) { %r = sext i8 %x to i16 ret i16 %r }
; check: correct

; "zext": the converse adds a promise.
; LangRef demands: incorrect
define i16 @src(i8 %x) { %r = sext i8 %x to i16 ret i16 %r }
define i16 @tgt(i8 %x) { %r = zext nneg i8 %x to i16 ret i16 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "zext": a number that was shifted right is not negative.
; LangRef demands: correct
define i16 @src(i8 %x) { %a = lshr i8 %x, 1 %r = sext i8 %a to i16 ret i16 %r }
define i16 @tgt(i8 %x) { %a = lshr i8 %x, 1 %r = zext nneg i8 %a to i16 ret i16 %r }
; check: correct

; "uitofp": nneg is poison for a negative operand.
; LangRef demands: correct
define float @src(i8 %x) { %r = uitofp nneg i8 %x to float ret float %r }
define float @tgt(i8 %x) { %r = sitofp i8 %x to float ret float %r }
; check: correct

; "uitofp": without nneg, 255 is not -1.
; LangRef demands: incorrect
define float @src(i8 %x) { %r = uitofp i8 %x to float ret float %r }
define float @tgt(i8 %x) { %r = sitofp i8 %x to float ret float %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "trunc": nuw is poison where a one is cut off; extending with zeros gives the number back.
; LangRef demands: correct
define i16 @src(i16 %x) { %a = trunc nuw i16 %x to i8 %r = zext i8 %a to i16 ret i16 %r }
define i16 @tgt(i16 %x) { ret i16 %x }
; check: correct

; "trunc": nsw promises that extending by the sign gives it back, not with zeros.
; LangRef demands: incorrect
define i16 @src(i16 %x) { %a = trunc nsw i16 %x to i8 %r = zext i8 %a to i16 ret i16 %r }
define i16 @tgt(i16 %x) { ret i16 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "trunc": nsw with sext.
; LangRef demands: correct
define i16 @src(i16 %x) { %a = trunc nsw i16 %x to i8 %r = sext i8 %a to i16 ret i16 %r }
define i16 @tgt(i16 %x) { ret i16 %x }
; check: correct

; "trunc": to i1 with nuw, only 0 and 1 are left.
; LangRef demands: correct
define i1 @src(i8 %x) { %r = trunc nuw i8 %x to i1 ret i1 %r }
define i1 @tgt(i8 %x) { %r = icmp ne i8 %x, 0 ret i1 %r }
; check: correct

; "trunc": to i1 with nsw, 0 and -1 are left; 1 is not.
; LangRef demands: incorrect
define i1 @src(i8 %x) { %r = icmp eq i8 %x, 1 ret i1 %r }
define i1 @tgt(i8 %x) { %r = trunc nsw i8 %x to i1 ret i1 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "icmp": samesign is poison where the signs differ; then signed and unsigned order agree.
; LangRef demands: correct
define i1 @src(i8 %x, i8 %y) { %r = icmp samesign ult i8 %x, %y ret i1 %r }
define i1 @tgt(i8 %x, i8 %y) { %r = icmp slt i8 %x, %y ret i1 %r }
; check: correct

; "icmp": without samesign they don't.
; LangRef demands: incorrect
define i1 @src(i8 %x, i8 %y) { %r = icmp ult i8 %x, %y ret i1 %r }
define i1 @tgt(i8 %x, i8 %y) { %r = icmp slt i8 %x, %y ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "icmp": samesign of equality is a promise, too.
; LangRef demands: incorrect
define i1 @src(i8 %x, i8 %y) { %r = icmp eq i8 %x, %y ret i1 %r }
define i1 @tgt(i8 %x, i8 %y) { %r = icmp samesign eq i8 %x, %y ret i1 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "add": a sum of three keeps nuw when it is turned.
; LangRef demands: correct
define i8 @src(i8 %x, i8 %y, i8 %z) { %a = add nuw i8 %x, %y %r = add nuw i8 %a, %z ret i8 %r }
define i8 @tgt(i8 %x, i8 %y, i8 %z) { %a = add nuw i8 %y, %z %r = add nuw i8 %x, %a ret i8 %r }
; check: correct

; "add": it does not keep nsw: 100 + -100 + 100.
; LangRef demands: incorrect
define i8 @src(i8 %x, i8 %y, i8 %z) { %a = add nsw i8 %x, %y %r = add nsw i8 %a, %z ret i8 %r }
define i8 @tgt(i8 %x, i8 %y, i8 %z) { %a = add nsw i8 %x, %z %r = add nsw i8 %a, %y ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "sub": x - 1 with nsw is x + -1 with nsw.
; LangRef demands: correct
define i8 @src(i8 %x) { %r = sub nsw i8 %x, 1 ret i8 %r }
define i8 @tgt(i8 %x) { %r = add nsw i8 %x, -1 ret i8 %r }
; check: correct

; "sub": nuw does not carry over: 5 + 255 wraps.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = sub nuw i8 %x, 1 ret i8 %r }
define i8 @tgt(i8 %x) { %r = add nuw i8 %x, -1 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "sub": x - -128 with nsw is defined for negative x, where x + -128 overflows.
; LangRef demands: incorrect
define i8 @src(i8 %x) { %r = sub nsw i8 %x, -128 ret i8 %r }
define i8 @tgt(i8 %x) { %r = add nsw i8 %x, -128 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "mul": distributing over a sum loses nsw.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x, i8 noundef %y) { %a = add nsw i8 %x, %y %r = mul nsw i8 %a, 3 ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %a = mul nsw i8 %x, 3 %b = mul nsw i8 %y, 3 %r = add nsw i8 %a, %b
  ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "mul": distributing over a sum without flags.
; LangRef demands: correct
define i8 @src(i8 noundef %x, i8 noundef %y) { %a = add nsw i8 %x, %y %r = mul nsw i8 %a, 3 ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %a = mul i8 %x, 3 %b = mul i8 %y, 3 %r = add i8 %a, %b ret i8 %r }
; check: correct
