; LangRef, "llvm.abs": of the least number, with true, it is poison.
; LangRef demands: correct
declare i8 @llvm.abs.i8(i8, i1)
define i8 @src() { %r = call i8 @llvm.abs.i8(i8 -128, i1 true) ret i8 %r }
define i8 @tgt() { ret i8 poison }
; check: correct

; "llvm.abs": with false it is the least number again.
; LangRef demands: incorrect
declare i8 @llvm.abs.i8(i8, i1)
define i8 @src() { %r = call i8 @llvm.abs.i8(i8 -128, i1 false) ret i8 %r }
define i8 @tgt() { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.abs": so it is not always positive.
; LangRef demands: incorrect
declare i8 @llvm.abs.i8(i8, i1)
define i1 @src(i8 noundef %x) { %a = call i8 @llvm.abs.i8(i8 %x, i1 false) %r = icmp sge i8 %a, 0 ret i1 %r }
define i1 @tgt(i8 noundef %x) { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.smax": of a number and its negative it is the absolute number, without nsw.
; LangRef demands: correct
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.smax.i8(i8, i8)
define i8 @src(i8 noundef %x) { %n = sub i8 0, %x %r = call i8 @llvm.smax.i8(i8 %x, i8 %n) ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = call i8 @llvm.abs.i8(i8 %x, i1 false) ret i8 %r }
; check: correct

; "llvm.umin": it is no smin.
; LangRef demands: incorrect
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.smin.i8(i8, i8)
define i8 @src(i8 noundef %x) { %r = call i8 @llvm.umin.i8(i8 %x, i8 7) ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = call i8 @llvm.smin.i8(i8 %x, i8 7) ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.umin": as a comparison and select.
; LangRef demands: correct
declare i8 @llvm.umin.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %c = icmp ugt i8 %x, %y %r = select i1 %c, i8 %y, i8 %x ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.umin.i8(i8 %x, i8 %y) ret i8 %r }
; check: correct

; "llvm.umin": a select of what may be poison guards it, umin does not.
; LangRef demands: incorrect
declare i8 @llvm.umin.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 %y) { %z = icmp eq i8 %x, 0 %m = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %r = select i1 %z, i8 0, i8 %m ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 %y) { %r = call i8 @llvm.umin.i8(i8 %x, i8 %y) ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.scmp": it is -1, 0 or 1.
; LangRef demands: correct
declare i8 @llvm.scmp.i8.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.scmp.i8.i8(i8 %x, i8 %y) ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) {
  %a = icmp sgt i8 %x, %y %b = icmp slt i8 %x, %y %c = zext i1 %a to i8 %d = zext i1 %b to i8 %r = sub i8 %c, %d
  ret i8 %r }
; check: correct

; "llvm.ucmp": it compares without signs.
; LangRef demands: incorrect
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i8 @llvm.scmp.i8.i8(i8, i8)
define i8 @src(i8 noundef %x) { %r = call i8 @llvm.ucmp.i8.i8(i8 %x, i8 0) ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = call i8 @llvm.scmp.i8.i8(i8 %x, i8 0) ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.ctlz": of zero with true it is poison.
; LangRef demands: correct
declare i8 @llvm.ctlz.i8(i8, i1)
define i8 @src() { %r = call i8 @llvm.ctlz.i8(i8 0, i1 true) ret i8 %r }
define i8 @tgt() { ret i8 8 }
; check: correct

; "llvm.ctlz": with false it is the width.
; LangRef demands: incorrect
declare i8 @llvm.ctlz.i8(i8, i1)
define i8 @src() { %r = call i8 @llvm.ctlz.i8(i8 0, i1 false) ret i8 %r }
define i8 @tgt() { %r = call i8 @llvm.ctlz.i8(i8 0, i1 true) ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.cttz": the true is allowed where zero is excluded.
; LangRef demands: correct
declare i8 @llvm.cttz.i8(i8, i1)
define i8 @src(i8 %x) { %y = or i8 %x, 8 %r = call i8 @llvm.cttz.i8(i8 %y, i1 false) ret i8 %r }
define i8 @tgt(i8 %x) { %y = or i8 %x, 8 %r = call i8 @llvm.cttz.i8(i8 %y, i1 true) ret i8 %r }
; check: correct

; "llvm.ctpop": a number has one bit where x and x - 1 have no common one, and it is not zero.
; LangRef demands: incorrect
declare i8 @llvm.ctpop.i8(i8)
define i1 @src(i8 noundef %x) { %c = call i8 @llvm.ctpop.i8(i8 %x) %r = icmp eq i8 %c, 1 ret i1 %r }
define i1 @tgt(i8 noundef %x) { %y = add i8 %x, -1 %a = and i8 %x, %y %r = icmp eq i8 %a, 0 ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.ctpop": less than two bits.
; LangRef demands: correct
declare i8 @llvm.ctpop.i8(i8)
define i1 @src(i8 noundef %x) { %c = call i8 @llvm.ctpop.i8(i8 %x) %r = icmp ult i8 %c, 2 ret i1 %r }
define i1 @tgt(i8 noundef %x) { %y = add i8 %x, -1 %a = and i8 %x, %y %r = icmp eq i8 %a, 0 ret i1 %r }
; check: correct

; "llvm.bswap": twice is nothing.
; LangRef demands: correct
declare i16 @llvm.bswap.i16(i16)
define i16 @src(i16 %x) { %a = call i16 @llvm.bswap.i16(i16 %x) %r = call i16 @llvm.bswap.i16(i16 %a) ret i16 %r }
define i16 @tgt(i16 %x) { ret i16 %x }
; check: correct

; "llvm.bswap": of two bytes it is a rotation by eight.
; LangRef demands: correct
declare i16 @llvm.bswap.i16(i16)
declare i16 @llvm.fshl.i16(i16, i16, i16)
define i16 @src(i16 noundef %x) { %r = call i16 @llvm.bswap.i16(i16 %x) ret i16 %r }
define i16 @tgt(i16 noundef %x) { %r = call i16 @llvm.fshl.i16(i16 %x, i16 %x, i16 8) ret i16 %r }
; check: correct

; "llvm.bitreverse": it turns bits, not bytes.
; LangRef demands: incorrect
declare i16 @llvm.bswap.i16(i16)
declare i16 @llvm.bitreverse.i16(i16)
define i16 @src(i16 %x) { %r = call i16 @llvm.bitreverse.i16(i16 %x) ret i16 %r }
define i16 @tgt(i16 %x) { %r = call i16 @llvm.bswap.i16(i16 %x) ret i16 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.fshl": the amount is taken modulo the width, so 8 of 8 is 0.
; LangRef demands: correct
declare i8 @llvm.fshl.i8(i8, i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 8) ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { ret i8 %x }
; check: correct

; "llvm.fshr": and then it is the other operand.
; LangRef demands: incorrect
declare i8 @llvm.fshr.i8(i8, i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.fshr.i8(i8 %x, i8 %y, i8 8) ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { ret i8 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.fshl": two shifts and an or are poison where the amount is 0.
; LangRef demands: incorrect
declare i8 @llvm.fshl.i8(i8, i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %n) { %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %n) ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %n) { %m = sub i8 8, %n %a = shl i8 %x, %n %b = lshr i8 %x, %m
  %r = or i8 %a, %b ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.fshl": the other way round that may be.
; LangRef demands: correct
declare i8 @llvm.fshl.i8(i8, i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %n) { %m = sub i8 8, %n %a = shl i8 %x, %n %b = lshr i8 %x, %m
  %r = or i8 %a, %b ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %n) { %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %n) ret i8 %r }
; check: correct

; "llvm.sadd.with.overflow": the bit tells whether it wrapped.
; LangRef demands: correct
declare {i8, i1} @llvm.sadd.with.overflow.i8(i8, i8)
define i1 @src(i8 noundef %x) { %a = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %x, i8 1)
  %r = extractvalue {i8, i1} %a, 1 ret i1 %r }
define i1 @tgt(i8 noundef %x) { %r = icmp eq i8 %x, 127 ret i1 %r }
; check: correct

; "llvm.uadd.with.overflow": it wraps elsewhere.
; LangRef demands: incorrect
declare {i8, i1} @llvm.uadd.with.overflow.i8(i8, i8)
define i1 @src(i8 noundef %x) { %a = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 1)
  %r = extractvalue {i8, i1} %a, 1 ret i1 %r }
define i1 @tgt(i8 noundef %x) { %r = icmp eq i8 %x, 127 ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.umul.with.overflow": the sum has no flag where the bit is clear.
; LangRef demands: incorrect
declare {i8, i1} @llvm.umul.with.overflow.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %a = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %a, 0 ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %r = mul nuw i8 %x, %y ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.smul.with.overflow": -128 * -1 overflows.
; LangRef demands: incorrect
declare {i8, i1} @llvm.smul.with.overflow.i8(i8, i8)
define i1 @src() { %a = call {i8, i1} @llvm.smul.with.overflow.i8(i8 -128, i8 -1) %r = extractvalue {i8, i1} %a, 1
  ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.uadd.sat": it stays at the greatest number.
; LangRef demands: correct
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %s = add i8 %x, %y %c = icmp ult i8 %s, %x
  %r = select i1 %c, i8 -1, i8 %s ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y) ret i8 %r }
; check: correct

; "llvm.usub.sat": the difference of the greater and the lesser.
; LangRef demands: correct
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %m = call i8 @llvm.umax.i8(i8 %x, i8 %y) %r = sub i8 %m, %y ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y) ret i8 %r }
; check: correct

; "llvm.usub.sat": the operands can't be exchanged.
; LangRef demands: incorrect
declare i8 @llvm.usub.sat.i8(i8, i8)
define i8 @src(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y) ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.usub.sat.i8(i8 %y, i8 %x) ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.sadd.sat": it is not associative: 127 + 1 - 1.
; LangRef demands: incorrect
declare i8 @llvm.sadd.sat.i8(i8, i8)
define i8 @src(i8 noundef %x) { %a = call i8 @llvm.sadd.sat.i8(i8 %x, i8 1)
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 -1) ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.uadd.sat": of one sign it is.
; LangRef demands: correct
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 noundef %x) { %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 3)
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 4) ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 7) ret i8 %r }
; check: correct

; "llvm.sshl.sat": it stays at the ends.
; LangRef demands: incorrect
declare i8 @llvm.sshl.sat.i8(i8, i8)
define i8 @src() { %r = call i8 @llvm.sshl.sat.i8(i8 -100, i8 1) ret i8 %r }
define i8 @tgt() { ret i8 56 }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.sshl.sat": an amount of the width is poison.
; LangRef demands: correct
declare i8 @llvm.sshl.sat.i8(i8, i8)
define i8 @src(i8 noundef %x) { %r = call i8 @llvm.sshl.sat.i8(i8 %x, i8 8) ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 0 }
; check: correct

; "llvm.smul.fix": with scale 0 it is a product, whose overflow is undefined: 100 * 2.
; LangRef demands: correct
declare i8 @llvm.smul.fix.i8(i8, i8, i32)
define i8 @src(i8 noundef %x, i8 noundef %y) { %r = call i8 @llvm.smul.fix.i8(i8 %x, i8 %y, i32 0) ret i8 %r }
define i8 @tgt(i8 noundef %x, i8 noundef %y) { %r = mul i8 %x, %y ret i8 %r }
; check: correct

; "llvm.clmul": without carries, 3 * 3 is 5.
; LangRef demands: correct
declare i8 @llvm.clmul.i8(i8, i8)
define i8 @src() { %r = call i8 @llvm.clmul.i8(i8 3, i8 3) ret i8 %r }
define i8 @tgt() { ret i8 5 }
; check: correct

; "llvm.expect": it says nothing of the value.
; LangRef demands: incorrect
declare i8 @llvm.expect.i8(i8, i8)
define i8 @src(i8 noundef %x) { %r = call i8 @llvm.expect.i8(i8 %x, i8 3) ret i8 %r }
define i8 @tgt(i8 noundef %x) { ret i8 3 }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.expect": it is its first operand.
; LangRef demands: correct
declare i8 @llvm.expect.i8(i8, i8)
define i8 @src(i8 %x) { %r = call i8 @llvm.expect.i8(i8 %x, i8 3) ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: correct

; "llvm.is.constant": of a literal it is true.
; LangRef demands: incorrect
declare i1 @llvm.is.constant.i8(i8)
define i1 @src() { %r = call i1 @llvm.is.constant.i8(i8 3) ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.is.constant": of an argument a compiler may say false.
; LangRef demands: correct
declare i1 @llvm.is.constant.i8(i8)
define i1 @src(i8 noundef %x) { %r = call i1 @llvm.is.constant.i8(i8 %x) ret i1 %r }
define i1 @tgt(i8 noundef %x) { ret i1 false }
; check: correct
