; LangRef, "br": a loop of 100 rounds adds 100.
; LangRef demands: correct
define i32 @src(i32 noundef %x) {
e: br label %l
l: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ %x, %e ], [ %t, %l ] %t = add i32 %s, 1 %j = add i32 %i, 1
  %c = icmp eq i32 %j, 100 br i1 %c, label %o, label %l
o: ret i32 %t
}
define i32 @tgt(i32 noundef %x) { %r = add i32 %x, 100 ret i32 %r }
; check: correct

; "br": not 101.
; LangRef demands: incorrect
define i32 @src(i32 noundef %x) {
e: br label %l
l: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ %x, %e ], [ %t, %l ] %t = add i32 %s, 1 %j = add i32 %i, 1
  %c = icmp eq i32 %j, 100 br i1 %c, label %o, label %l
o: ret i32 %t
}
define i32 @tgt(i32 noundef %x) { %r = add i32 %x, 101 ret i32 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "mul": the sum of numbers below n as n * (n - 1) / 2 wraps otherwise for large n.
; LangRef demands: incorrect
define i32 @src(i32 noundef %n) {
e: %z = icmp eq i32 %n, 0 br i1 %z, label %o, label %l
l: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %t = add i32 %s, %i %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n br i1 %c, label %o, label %l
o: %r = phi i32 [ 0, %e ], [ %t, %l ] ret i32 %r
}
define i32 @tgt(i32 noundef %n) { %m = add i32 %n, -1 %p = mul i32 %n, %m %r = lshr i32 %p, 1 ret i32 %r }
; check: incorrect: value-mismatch (interpreter)

; "br": a loop that never ends is defined; to leave it out is incorrect.
; LangRef demands: incorrect
define void @src(i1 noundef %c) { br i1 %c, label %l, label %o
l: br label %l
o: ret void
}
define void @tgt(i1 noundef %c) { ret void }
; check: incorrect: return-domain (interpreter, smt)

; "mustprogress": with it, an endless loop without effects is undefined behavior.
; LangRef demands: correct
define void @src(i1 noundef %c) mustprogress { br i1 %c, label %l, label %o
l: br label %l
o: ret void
}
define void @tgt(i1 noundef %c) mustprogress { ret void }
; check: correct

; "mustprogress": a volatile access is progress.
; LangRef demands: incorrect
define void @src(i1 noundef %c, ptr %p) mustprogress { br i1 %c, label %l, label %o
l: %v = load volatile i8, ptr %p br label %l
o: ret void
}
define void @tgt(i1 noundef %c, ptr %p) mustprogress { ret void }
; check: unknown: unroll-bound

; "mustprogress": a call of a function that need not make progress and never returns is well defined.
; LangRef demands: incorrect
define internal void @hang() { br label %l
l: br label %l
}
define void @src() mustprogress { call void @hang() ret void }
define void @tgt() mustprogress { ret void }
; check: incorrect: return-domain (interpreter, smt)

; "willreturn": it implies mustprogress, and that the function comes back.
; LangRef demands: correct
define void @src(i1 noundef %c, ptr %p) willreturn { br i1 %c, label %l, label %o
l: %v = load volatile i8, ptr %p br label %l
o: ret void
}
define void @tgt(i1 noundef %c, ptr %p) willreturn { ret void }
; check: unknown: unroll-bound

; "llvm.loop.mustprogress": of the loop alone.
; LangRef demands: correct
define void @src(i1 noundef %c) { br i1 %c, label %l, label %o
l: br label %l, !llvm.loop !0
o: ret void
}
define void @tgt(i1 noundef %c) { ret void }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; check: correct

; "llvm.loop.mustprogress": gained by the target.
; LangRef demands: incorrect
define void @src(i1 noundef %c) { br i1 %c, label %l, label %o
l: br label %l
o: ret void
}
define void @tgt(i1 noundef %c) { br i1 %c, label %l, label %o
l: br label %l, !llvm.loop !0
o: ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; check: incorrect: more-ub (interpreter, smt)

; "br": an endless loop in the target alone.
; LangRef demands: incorrect
define void @src() { ret void }
define void @tgt() { br label %l
l: br label %l
}
; check: incorrect: return-domain (interpreter, smt)

; "br": two endless loops are the same.
; LangRef demands: correct
define void @src() { br label %l
l: br label %l
}
define void @tgt() { br label %a
a: br label %b
b: br label %a
}
; check: correct

; "br": undefined behavior must not come instead.
; LangRef demands: incorrect
define void @src() { br label %l
l: br label %l
}
define void @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "br": a division that does not change may not be moved before a loop that may make no round.
; LangRef demands: incorrect
define i32 @src(i32 noundef %n, i32 noundef %d) {
e: br label %h
h: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %c = icmp ult i32 %i, %n
  br i1 %c, label %l, label %o
l: %q = udiv i32 100, %d %t = add i32 %s, %q %j = add i32 %i, 1 br label %h
o: ret i32 %s
}
define i32 @tgt(i32 noundef %n, i32 noundef %d) {
e: %q = udiv i32 100, %d br label %h
h: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %c = icmp ult i32 %i, %n
  br i1 %c, label %l, label %o
l: %t = add i32 %s, %q %j = add i32 %i, 1 br label %h
o: ret i32 %s
}
; check: incorrect: more-ub (interpreter, smt)

; "br": a sum that does not change may.
; LangRef demands: correct
define i32 @src(i32 noundef %n, i32 noundef %d) {
e: br label %h
h: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %c = icmp ult i32 %i, %n
  br i1 %c, label %l, label %o
l: %q = add nsw i32 100, %d %t = add i32 %s, %q %j = add i32 %i, 1 br label %h
o: ret i32 %s
}
define i32 @tgt(i32 noundef %n, i32 noundef %d) {
e: %q = add nsw i32 100, %d br label %h
h: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %c = icmp ult i32 %i, %n
  br i1 %c, label %l, label %o
l: %t = add i32 %s, %q %j = add i32 %i, 1 br label %h
o: ret i32 %s
}
; check: correct

; "store": a loop that fills bytes is a memset.
; LangRef demands: correct
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p, i64 noundef %n) {
e: %z = icmp eq i64 %n, 0 br i1 %z, label %o, label %l
l: %i = phi i64 [ 0, %e ], [ %j, %l ] %q = getelementptr i8, ptr %p, i64 %i store i8 0, ptr %q %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l
o: ret void
}
define void @tgt(ptr %p, i64 noundef %n) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false) ret void }
; check: correct (up to 8 iterations of each loop)

; "store": one byte too much.
; LangRef demands: incorrect
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p, i64 noundef %n) {
e: %z = icmp eq i64 %n, 0 br i1 %z, label %o, label %l
l: %i = phi i64 [ 0, %e ], [ %j, %l ] %q = getelementptr i8, ptr %p, i64 %i store i8 0, ptr %q %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l
o: ret void
}
define void @tgt(ptr %p, i64 noundef %n) { %m = add i64 %n, 1
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %m, i1 false) ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "llvm.memcpy": a loop that copies bytes in order is no memcpy where they overlap.
; LangRef demands: incorrect
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
e: br label %l
l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr i8, ptr %p, i64 %i %b = getelementptr i8, ptr %q, i64 %i
  %v = load <1 x i8>, ptr %b store <1 x i8> %v, ptr %a %j = add i64 %i, 1 %c = icmp eq i64 %j, 8
  br i1 %c, label %o, label %l
o: ret void
}
define void @tgt(ptr %p, ptr %q) { call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false) ret void }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.access.group": accesses of a parallel loop have no dependence from round to round.
; LangRef demands: correct
define void @src(ptr %p, i64 noundef %n) {
e: br label %l
l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a, !llvm.access.group !2 %j = add i64 %i, 1 %b = getelementptr i32, ptr %p, i64 %j
  store i32 %v, ptr %b, !llvm.access.group !2 %c = icmp eq i64 %j, 4 br i1 %c, label %o, label %l, !llvm.loop !0
o: ret void
}
define void @tgt(ptr %p, i64 noundef %n) { unreachable }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
; check: unknown: unconfirmed

; "llvm.access.group": without the loop's list there may be one.
; LangRef demands: incorrect
define void @src(ptr %p, i64 noundef %n) {
e: br label %l
l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a, !llvm.access.group !2 %j = add i64 %i, 1 %b = getelementptr i32, ptr %p, i64 %j
  store i32 %v, ptr %b, !llvm.access.group !2 %c = icmp eq i64 %j, 4 br i1 %c, label %o, label %l
o: ret void
}
define void @tgt(ptr %p, i64 noundef %n) { unreachable }
!2 = distinct !{}
; check: unknown: unconfirmed

; "add": nsw of a counter that starts at 0 and stops before n (signed) is true.
; LangRef demands: correct
declare void @use(i32)
define void @src(i32 noundef %n) {
e: %z = icmp sgt i32 %n, 0 br i1 %z, label %l, label %o
l: %i = phi i32 [ 0, %e ], [ %j, %l ] call void @use(i32 %i) %j = add i32 %i, 1 %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %o
o: ret void
}
define void @tgt(i32 noundef %n) {
e: %z = icmp sgt i32 %n, 0 br i1 %z, label %l, label %o
l: %i = phi i32 [ 0, %e ], [ %j, %l ] call void @use(i32 %i) %j = add nuw nsw i32 %i, 1 %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %o
o: ret void
}
; check: correct

; "add": of one that counts by 2 it is not: it may pass the greatest number.
; LangRef demands: incorrect
define i8 @src(i8 noundef %n) {
e: %z = icmp sgt i8 %n, 0 br i1 %z, label %l, label %o
l: %i = phi i8 [ 0, %e ], [ %j, %l ] %j = add i8 %i, 2 %c = icmp slt i8 %j, %n br i1 %c, label %l, label %o
o: %r = phi i8 [ 0, %e ], [ %j, %l ] ret i8 %r
}
define i8 @tgt(i8 noundef %n) {
e: %z = icmp sgt i8 %n, 0 br i1 %z, label %l, label %o
l: %i = phi i8 [ 0, %e ], [ %j, %l ] %j = add nsw i8 %i, 2 %c = icmp slt i8 %j, %n br i1 %c, label %l, label %o
o: %r = phi i8 [ 0, %e ], [ %j, %l ] ret i8 %r
}
; check: incorrect: more-ub (interpreter)

; "phi": all phis of a block are read at once.
; LangRef demands: correct
define i8 @src(i8 noundef %a, i8 noundef %b) {
e: br label %l
l: %x = phi i8 [ %a, %e ], [ %y, %l ] %y = phi i8 [ %b, %e ], [ %x, %l ] %i = phi i8 [ 0, %e ], [ %j, %l ]
  %j = add i8 %i, 1 %c = icmp eq i8 %j, 3 br i1 %c, label %o, label %l
o: ret i8 %x
}
define i8 @tgt(i8 noundef %a, i8 noundef %b) { ret i8 %a }
; check: correct

; "phi": after two rounds they are exchanged.
; LangRef demands: incorrect
define i8 @src(i8 noundef %a, i8 noundef %b) {
e: br label %l
l: %x = phi i8 [ %a, %e ], [ %y, %l ] %y = phi i8 [ %b, %e ], [ %x, %l ] %i = phi i8 [ 0, %e ], [ %j, %l ]
  %j = add i8 %i, 1 %c = icmp eq i8 %j, 2 br i1 %c, label %o, label %l
o: ret i8 %x
}
define i8 @tgt(i8 noundef %a, i8 noundef %b) { ret i8 %a }
; check: incorrect: value-mismatch (interpreter, smt)
