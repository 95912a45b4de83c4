; LangRef, "byval": the callee has a copy of its own; the caller's memory stays.
; LangRef demands: correct
define i8 @src(ptr byval(i8) %p) { store i8 1, ptr %p ret i8 1 }
define i8 @tgt(ptr byval(i8) %p) { ret i8 1 }
; check: correct

; "byval": what the copy holds counts for the callee.
; LangRef demands: incorrect
define i8 @src(ptr byval(i8) %p) { %v = load i8, ptr %p store i8 1, ptr %p ret i8 %v }
define i8 @tgt(ptr byval(i8) %p) { store i8 1, ptr %p %v = load i8, ptr %p ret i8 %v }
; check: incorrect: value-mismatch (interpreter, smt)

; "byval": a call with it gives a copy to the callee, so that it can't change the original.
; LangRef demands: correct
declare void @f(ptr byval(i8))
define i8 @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr byval(i8) %a) %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr byval(i8) %a) ret i8 1 }
; check: correct

; "byval": the contents are passed.
; LangRef demands: incorrect
declare void @f(ptr byval(i8))
define void @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr byval(i8) %a) ret void }
define void @tgt() { %a = alloca i8 store i8 2, ptr %a call void @f(ptr byval(i8) %a) ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "byref": it is dereferenceable, but no copy; writing must not be introduced.
; LangRef demands: correct
define void @src(ptr byref(i8) %p) { ret void }
define void @tgt(ptr byref(i8) %p) { %v = load i8, ptr %p ret void }
; check: correct

; "byref": a write of what is there.
; LangRef demands: incorrect
define void @src(ptr byref(i8) %p) { ret void }
define void @tgt(ptr byref(i8) %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "sret": what is stored there is the result.
; LangRef demands: incorrect
define void @src(ptr sret(i8) %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr sret(i8) %p) { ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "sret": the caller guarantees that it can be written.
; LangRef demands: correct
define void @src(ptr sret(i8) %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr sret(i8) %p) { store i8 2, ptr %p store i8 1, ptr %p ret void }
; check: correct

; "readonly": writing through it is undefined behavior.
; LangRef demands: correct
define void @src(ptr readonly %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr readonly %p) { unreachable }
; check: correct

; "readonly": writing the same memory through another pointer is not.
; LangRef demands: incorrect
define void @src(ptr readonly %p, ptr %q) { %v = load i8, ptr %p store i8 1, ptr %q ret void }
define void @tgt(ptr readonly %p, ptr %q) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "readonly": of an unknown callee's argument, memory stays, as long as the pointer leads there alone.
; LangRef demands: correct
declare void @f(ptr)
define i8 @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr readonly captures(none) %a)
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr readonly captures(none) %a) ret i8 1 }
; check: correct

; "readonly": without captures(none), the call before may have kept the pointer.
; LangRef demands: incorrect
declare void @f(ptr)
define i8 @src() { %a = alloca i8 call void @f(ptr %a) store i8 1, ptr %a
  call void @f(ptr readonly captures(none) %a) %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 call void @f(ptr %a) store i8 1, ptr %a
  call void @f(ptr readonly captures(none) %a) ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "readnone": the call does not see what the pointer leads to.
; LangRef demands: correct
declare void @f(ptr)
define void @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr readnone captures(none) %a) ret void }
define void @tgt() { %a = alloca i8 call void @f(ptr readnone captures(none) %a) ret void }
; check: correct

; "writeonly": the call does not read it.
; LangRef demands: correct
declare void @f(ptr)
define void @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr writeonly captures(none) %a) ret void }
define void @tgt() { %a = alloca i8 call void @f(ptr writeonly captures(none) %a) ret void }
; check: correct

; "writeonly": it may leave it as it was.
; LangRef demands: incorrect
declare void @f(ptr)
define i8 @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr writeonly captures(none) %a)
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 call void @f(ptr writeonly captures(none) %a) %r = load i8, ptr %a ret i8 %r }
; check: incorrect: more-undefined (interpreter, smt)

; "captures(none)": after the call nobody else has the pointer.
; LangRef demands: correct
declare void @f(ptr)
declare void @g()
define i8 @src() { %a = alloca i8 call void @f(ptr captures(none) %a) store i8 1, ptr %a call void @g()
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 call void @f(ptr captures(none) %a) store i8 1, ptr %a call void @g() ret i8 1 }
; check: correct

; "captures(address)": the address alone gives no access.
; LangRef demands: correct
declare void @f(ptr)
declare void @g()
define i8 @src() { %a = alloca i8 call void @f(ptr captures(address) %a) store i8 1, ptr %a call void @g()
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 call void @f(ptr captures(address) %a) store i8 1, ptr %a call void @g() ret i8 1 }
; check: correct

; "captures": read_provenance lets others read later, not write.
; LangRef demands: correct
declare void @f(ptr)
declare void @g()
define i8 @src() { %a = alloca i8 call void @f(ptr captures(address, read_provenance) %a) store i8 1, ptr %a
  call void @g() %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 call void @f(ptr captures(address, read_provenance) %a) store i8 1, ptr %a
  call void @g() ret i8 1 }
; check: correct

; "captures": so the store is seen by them.
; LangRef demands: incorrect
declare void @f(ptr)
declare void @g()
define void @src() { %a = alloca i8 call void @f(ptr captures(address, read_provenance) %a) store i8 1, ptr %a
  call void @g() ret void }
define void @tgt() { %a = alloca i8 call void @f(ptr captures(address, read_provenance) %a) store i8 2, ptr %a
  call void @g() ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "captures(ret: address, provenance)": only the result may be the pointer.
; LangRef demands: incorrect
declare ptr @f(ptr)
declare void @g()
define i8 @src() { %a = alloca i8 %q = call ptr @f(ptr captures(ret: address, provenance) %a) store i8 1, ptr %a
  store i8 2, ptr %q %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 %q = call ptr @f(ptr captures(ret: address, provenance) %a) store i8 1, ptr %a
  store i8 2, ptr %q ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "captures(ret: address, provenance)": if the result is dropped, nobody has it.
; LangRef demands: correct
declare ptr @f(ptr)
declare void @g()
define i8 @src() { %a = alloca i8 %q = call ptr @f(ptr captures(ret: address, provenance) %a) store i8 1, ptr %a
  call void @g() %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 %q = call ptr @f(ptr captures(ret: address, provenance) %a) store i8 1, ptr %a
  call void @g() ret i8 1 }
; check: correct

; "initializes": the store before the call is not read.
; LangRef demands: correct
declare void @f(ptr)
define i8 @src() { %a = alloca i8 store i8 1, ptr %a
  call void @f(ptr initializes((0, 1)) captures(none) %a) nounwind %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 call void @f(ptr initializes((0, 1)) captures(none) %a) nounwind
  %r = load i8, ptr %a ret i8 %r }
; check: correct

; "initializes": a byte beside the range may be read.
; LangRef demands: incorrect
declare void @f(ptr)
define void @src() { %a = alloca [2 x i8] %b = getelementptr i8, ptr %a, i64 1 store i8 1, ptr %b
  call void @f(ptr initializes((0, 1)) captures(none) %a) nounwind ret void }
define void @tgt() { %a = alloca [2 x i8] call void @f(ptr initializes((0, 1)) captures(none) %a) nounwind ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "initializes": of a definition, a byte that is read before it is written is poison.
; LangRef demands: correct
define i8 @src(ptr initializes((0, 1)) %p) { %r = load i8, ptr %p store i8 0, ptr %p ret i8 %r }
define i8 @tgt(ptr initializes((0, 1)) %p) { store i8 0, ptr %p ret i8 9 }
; check: correct

; "initializes": what is not written is undef at the return.
; LangRef demands: correct
define void @src(ptr initializes((0, 1)) dereferenceable(1) writable %p) { ret void }
define void @tgt(ptr initializes((0, 1)) dereferenceable(1) writable %p) { store i8 7, ptr %p ret void }
; check: correct (one thread)

; "dead_on_unwind": stores that only the unwind path shows may go.
; LangRef demands: correct
declare void @may()
define void @src(ptr dead_on_unwind noalias writable dereferenceable(1) %p) { store i8 1, ptr %p
  call void @may() memory(none) store i8 2, ptr %p ret void }
define void @tgt(ptr dead_on_unwind noalias writable dereferenceable(1) %p) { call void @may() memory(none)
  store i8 2, ptr %p ret void }
; check: correct

; "dead_on_unwind": without it, the caller sees the store when the call unwinds.
; LangRef demands: incorrect
declare void @may()
define void @src(ptr noalias writable dereferenceable(1) %p) { store i8 1, ptr %p call void @may() memory(none)
  store i8 2, ptr %p ret void }
define void @tgt(ptr noalias writable dereferenceable(1) %p) { call void @may() memory(none) store i8 2, ptr %p
  ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "dead_on_return": what was written is poison after the return, so the last store may go.
; LangRef demands: correct
define void @src(ptr dead_on_return %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr dead_on_return %p) { ret void }
; check: correct

; "dead_on_return": gained by the target, it makes poison of what the source has written.
; LangRef demands: incorrect
define void @src(ptr %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr dead_on_return %p) { store i8 1, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter)

; "returned": the result is the argument.
; LangRef demands: correct
declare ptr @f(ptr returned)
define ptr @src(ptr %p) { %q = call ptr @f(ptr %p) ret ptr %q }
define ptr @tgt(ptr %p) { %q = call ptr @f(ptr %p) ret ptr %p }
; check: correct

; "returned": without it, it need not be.
; LangRef demands: incorrect
declare ptr @f(ptr)
define ptr @src(ptr %p) { %q = call ptr @f(ptr %p) ret ptr %q }
define ptr @tgt(ptr %p) { %q = call ptr @f(ptr %p) ret ptr %p }
; check: incorrect: value-mismatch (interpreter, smt)

; "nonnull": of an argument, null is poison.
; LangRef demands: correct
define i1 @src(ptr nonnull %p) { %r = icmp eq ptr %p, null ret i1 %r }
define i1 @tgt(ptr nonnull %p) { ret i1 false }
; check: correct

; "nonnull": poison is no undefined behavior.
; LangRef demands: incorrect
define i8 @src(ptr nonnull %p) { %c = icmp eq ptr %p, null %r = select i1 %c, i8 1, i8 1 ret i8 0 }
define i8 @tgt(ptr nonnull %p) { %c = icmp eq ptr %p, null br i1 %c, label %u, label %o
u: unreachable
o: ret i8 0
}
; check: incorrect: more-ub (interpreter, smt)

; "nonnull": with noundef it is.
; LangRef demands: correct
define i8 @src(ptr nonnull noundef %p) { ret i8 0 }
define i8 @tgt(ptr nonnull noundef %p) { %c = icmp eq ptr %p, null br i1 %c, label %u, label %o
u: unreachable
o: ret i8 0
}
; check: correct

; "range": of an argument.
; LangRef demands: correct
define i1 @src(i8 range(i8 0, 10) %x) { %r = icmp ult i8 %x, 10 ret i1 %r }
define i1 @tgt(i8 range(i8 0, 10) %x) { ret i1 true }
; check: correct

; "range": it may wrap: all but 5 to 9.
; LangRef demands: correct
define i1 @src(i8 range(i8 10, 5) %x) { %r = icmp ne i8 %x, 7 ret i1 %r }
define i1 @tgt(i8 range(i8 10, 5) %x) { ret i1 true }
; check: correct

; "range": the upper bound is not in it, the lower is.
; LangRef demands: incorrect
define i1 @src(i8 range(i8 0, 10) %x) { %r = icmp ult i8 %x, 9 ret i1 %r }
define i1 @tgt(i8 range(i8 0, 10) %x) { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "range": of the result, gained.
; LangRef demands: correct
define i8 @src(i8 noundef %x) { %r = and i8 %x, 7 ret i8 %r }
define range(i8 0, 8) i8 @tgt(i8 noundef %x) { %r = and i8 %x, 7 ret i8 %r }
; check: correct

; "range": narrower than what is returned.
; LangRef demands: incorrect
define i8 @src(i8 noundef %x) { %r = and i8 %x, 7 ret i8 %r }
define range(i8 0, 7) i8 @tgt(i8 noundef %x) { %r = and i8 %x, 7 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "range": of a call's result.
; LangRef demands: correct
declare i8 @f()
define i1 @src() { %x = call range(i8 0, 2) i8 @f() %r = icmp eq i8 %x, 2 ret i1 %r }
define i1 @tgt() { %x = call i8 @f() ret i1 false }
; check: correct

; "range": gained at a call.
; LangRef demands: incorrect
declare i8 @f()
define i8 @src() { %x = call i8 @f() ret i8 %x }
define i8 @tgt() { %x = call range(i8 0, 2) i8 @f() ret i8 %x }
; check: incorrect: more-poisonous (interpreter, smt)

; "noalias": of a result, it is other memory than all that there was.
; LangRef demands: correct
declare noalias ptr @f()
define i8 @src(ptr %p) { store i8 1, ptr %p %q = call noalias ptr @f() memory(none) store i8 2, ptr %q
  %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { store i8 1, ptr %p %q = call noalias ptr @f() memory(none) store i8 2, ptr %q ret i8 1 }
; check: correct

; "noalias": a result without it may be any.
; LangRef demands: incorrect
declare ptr @f()
define i8 @src(ptr %p) { store i8 1, ptr %p %q = call ptr @f() memory(none) store i8 2, ptr %q %r = load i8, ptr %p
  ret i8 %r }
define i8 @tgt(ptr %p) { store i8 1, ptr %p %q = call ptr @f() memory(none) store i8 2, ptr %q ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "nofree": of an argument: it is dereferenceable after the call, if it was before.
; LangRef demands: correct
declare void @f(ptr nofree captures(none)) nosync nounwind willreturn
define void @src(ptr %p) { %v = load i8, ptr %p call void @f(ptr nofree captures(none) %p) nofree ret void }
define void @tgt(ptr %p) { %v = load i8, ptr %p call void @f(ptr nofree captures(none) %p) nofree
  %w = load i8, ptr %p ret void }
; check: correct

; "nofree": without it, the call may free it.
; LangRef demands: incorrect
declare void @f(ptr)
define void @src(ptr %p) { %v = load i8, ptr %p call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { %v = load i8, ptr %p call void @f(ptr %p) %w = load i8, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "zeroext": it does not speak of the value that IR sees.
; LangRef demands: incorrect
define i32 @src(i8 zeroext %x) { %r = sext i8 %x to i32 ret i32 %r }
define i32 @tgt(i8 zeroext %x) { %r = zext i8 %x to i32 ret i32 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "align": of an argument: what is not aligned is poison.
; LangRef demands: correct
define i64 @src(ptr align 8 %p) { %i = ptrtoint ptr %p to i64 %r = and i64 %i, 7 ret i64 %r }
define i64 @tgt(ptr align 8 %p) { ret i64 0 }
; check: correct

; "align": dropped, it may be anything less.
; LangRef demands: incorrect
define void @src(ptr align 8 %p) { store i64 0, ptr %p, align 8 ret void }
define void @tgt(ptr align 8 %p) { store i64 0, ptr %p, align 16 ret void }
; check: incorrect: more-ub (interpreter, smt)
