; LangRef, "call": an unknown call may do anything: it may not go.
; LangRef demands: incorrect
declare void @f()
define void @src() { call void @f() ret void }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory", "willreturn", "nounwind": a call that computes only may, if its result is not used.
; LangRef demands: correct
declare i8 @f(i8) memory(none) willreturn nounwind
define void @src() { %v = call i8 @f(i8 1) ret void }
define void @tgt() { ret void }
; check: correct

; "willreturn": without it, it may run for ever.
; LangRef demands: incorrect
declare i8 @f(i8) memory(none) nounwind
define void @src() { %v = call i8 @f(i8 1) ret void }
define void @tgt() { ret void }
; check: incorrect: return-domain (interpreter, smt)

; "willreturn": nounwind is not implied: it may raise an exception.
; LangRef demands: incorrect
declare i8 @f(i8) memory(none) willreturn
define void @src() { %v = call i8 @f(i8 1) ret void }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": a call that only reads, also.
; LangRef demands: correct
declare i8 @f(i8) memory(read) willreturn nounwind
define void @src() { %v = call i8 @f(i8 1) ret void }
define void @tgt() { ret void }
; check: correct

; "memory": one that writes memory that the module can't access has an effect.
; LangRef demands: incorrect
declare void @f() memory(inaccessiblemem: write) willreturn nounwind
define void @src() { call void @f() ret void }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": one that only reads it has none.
; LangRef demands: correct
declare void @f() memory(inaccessiblemem: read) willreturn nounwind
define void @src() { call void @f() ret void }
define void @tgt() { ret void }
; check: correct

; "memory": errno is memory that others may look at.
; LangRef demands: incorrect
declare void @f() memory(errnomem: write) willreturn nounwind
define void @src() { call void @f() ret void }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": state of the target, too.
; LangRef demands: incorrect
declare void @f() memory(target_mem0: write) willreturn nounwind
define void @src() { call void @f() ret void }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": two calls that write inaccessible memory are in their order.
; LangRef demands: incorrect
declare void @f(i8) memory(inaccessiblemem: readwrite) willreturn nounwind
define void @src() { call void @f(i8 1) call void @f(i8 2) ret void }
define void @tgt() { call void @f(i8 2) call void @f(i8 1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": calls that read only may be exchanged.
; LangRef demands: correct
declare i8 @f(i8) memory(read) willreturn nounwind
define i8 @src() { %a = call i8 @f(i8 1) %b = call i8 @f(i8 2) %r = sub i8 %a, %b ret i8 %r }
define i8 @tgt() { %b = call i8 @f(i8 2) %a = call i8 @f(i8 1) %r = sub i8 %a, %b ret i8 %r }
; check: correct

; "memory": two equal calls that access nothing give the same.
; LangRef demands: correct
declare i8 @f(i8) memory(none) willreturn nounwind
define i8 @src(i8 noundef %x) { %a = call i8 @f(i8 %x) %b = call i8 @f(i8 %x) %r = add i8 %a, %b ret i8 %r }
define i8 @tgt(i8 noundef %x) { %a = call i8 @f(i8 %x) %r = add i8 %a, %a ret i8 %r }
; check: correct

; "memory": reading ones, unless something is written between.
; LangRef demands: incorrect
declare i8 @f() memory(read) willreturn nounwind
define i8 @src(ptr %p) { %a = call i8 @f() store i8 1, ptr %p %b = call i8 @f() %r = sub i8 %a, %b ret i8 %r }
define i8 @tgt(ptr %p) { %a = call i8 @f() store i8 1, ptr %p ret i8 0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": calls that read inaccessible memory see no store of the module.
; LangRef demands: correct
declare i8 @f() memory(inaccessiblemem: read) willreturn nounwind
define i8 @src(ptr %p) { %a = call i8 @f() store i8 1, ptr %p %b = call i8 @f() %r = add i8 %a, %b ret i8 %r }
define i8 @tgt(ptr %p) { %a = call i8 @f() store i8 1, ptr %p %r = add i8 %a, %a ret i8 %r }
; check: correct

; "memory": a call that writes it in between is seen.
; LangRef demands: incorrect
declare i8 @f() memory(inaccessiblemem: read) willreturn nounwind
declare void @w() memory(inaccessiblemem: write) willreturn nounwind
define i8 @src() { %a = call i8 @f() call void @w() %b = call i8 @f() %r = sub i8 %a, %b ret i8 %r }
define i8 @tgt() { %a = call i8 @f() call void @w() ret i8 0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": argmem only: other memory stays.
; LangRef demands: correct
declare void @f(ptr) memory(argmem: readwrite)
@g = global i8 0
define i8 @src(ptr noalias %p) { store i8 1, ptr @g call void @f(ptr %p) %r = load i8, ptr @g ret i8 %r }
define i8 @tgt(ptr noalias %p) { store i8 1, ptr @g call void @f(ptr %p) ret i8 1 }
; check: correct

; "memory": without noalias the argument may be the global's address.
; LangRef demands: incorrect
declare void @f(ptr) memory(argmem: readwrite)
@g = global i8 0
define i8 @src(ptr %p) { store i8 1, ptr @g call void @f(ptr %p) %r = load i8, ptr @g ret i8 %r }
define i8 @tgt(ptr %p) { store i8 1, ptr @g call void @f(ptr %p) ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "memory": argmem read: the argument's memory stays.
; LangRef demands: correct
declare void @f(ptr) memory(argmem: read)
define i8 @src(ptr %p) { store i8 1, ptr %p call void @f(ptr %p) %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { store i8 1, ptr %p call void @f(ptr %p) ret i8 1 }
; check: correct

; "memory": all but argument memory.
; LangRef demands: correct
declare void @f(ptr) memory(readwrite, argmem: none)
define void @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr captures(none) %a) ret void }
define void @tgt() { %a = alloca i8 call void @f(ptr captures(none) %a) ret void }
; check: correct

; "memory": of the call site, too: what it says counts together with the function.
; LangRef demands: correct
declare i8 @f() willreturn nounwind
define void @src() { %v = call i8 @f() memory(none) ret void }
define void @tgt() { ret void }
; check: correct

; "memory": of a definition: memory(none) may use its own stack.
; LangRef demands: correct
define i8 @src(i8 %x) { ret i8 %x }
define i8 @tgt(i8 %x) memory(none) { %a = alloca i8 store i8 %x, ptr %a %r = load i8, ptr %a ret i8 %r }
; check: correct

; "memory": a definition that reads, and promises that it does not.
; LangRef demands: incorrect
define i8 @src(ptr %p) { %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) memory(none) { %r = load i8, ptr %p ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "memory": read of a definition that stores back what was there is undefined behavior.
; LangRef demands: incorrect
define void @src(ptr %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
define void @tgt(ptr %p) memory(read) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "nounwind": gained at a call of an unknown function.
; LangRef demands: incorrect
declare void @f()
define void @src() { call void @f() ret void }
define void @tgt() { call void @f() nounwind ret void }
; check: incorrect: more-ub (interpreter, smt)

; "noreturn": what is behind is never run.
; LangRef demands: correct
declare void @f() noreturn
define i8 @src() { call void @f() ret i8 1 }
define i8 @tgt() { call void @f() unreachable }
; check: correct

; "noreturn": a call without it may return.
; LangRef demands: incorrect
declare void @f()
define i8 @src() { call void @f() ret i8 1 }
define i8 @tgt() { call void @f() unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "noreturn": a store before it is seen by it.
; LangRef demands: incorrect
declare void @f() noreturn
@g = global i8 0
define void @src() { store i8 1, ptr @g call void @f() unreachable }
define void @tgt() { call void @f() unreachable }
; check: incorrect: memory-mismatch (interpreter, smt)

; "call": undefined behavior behind a call may not come about, as the call need not return.
; LangRef demands: incorrect
declare void @f()
define void @src() { call void @f() unreachable }
define void @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "willreturn": a division must not move up over a call that need not return.
; LangRef demands: incorrect
declare void @f()
define i8 @src(i8 noundef %x) { call void @f() %r = udiv i8 1, %x ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = udiv i8 1, %x call void @f() ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "willreturn": over one that does.
; LangRef demands: correct
declare void @f() willreturn nounwind
define i8 @src(i8 noundef %x) { call void @f() %r = udiv i8 1, %x ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = udiv i8 1, %x call void @f() ret i8 %r }
; check: correct

; "willreturn": nounwind is needed, too.
; LangRef demands: incorrect
declare void @f() willreturn
define i8 @src(i8 noundef %x) { call void @f() %r = udiv i8 1, %x ret i8 %r }
define i8 @tgt(i8 noundef %x) { %r = udiv i8 1, %x call void @f() ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "nofree": memory is still there after the call, if nothing synchronizes.
; LangRef demands: correct
declare void @f() nofree nosync willreturn nounwind
define void @src(ptr %p) { %v = load i8, ptr %p call void @f() ret void }
define void @tgt(ptr %p) { %v = load i8, ptr %p call void @f() %w = load i8, ptr %p ret void }
; check: correct

; "nofree": without nosync another thread may free it.
; LangRef demands: incorrect
; Wrong by LangRef: one thread.
declare void @f() nofree willreturn nounwind
define void @src(ptr %p) { %v = load i8, ptr %p call void @f() ret void }
define void @tgt(ptr %p) { %v = load i8, ptr %p call void @f() %w = load i8, ptr %p ret void }
; check: correct

; "call": arguments are passed as they are; undef may be any, but poison is more.
; LangRef demands: incorrect
declare void @f(i8)
define void @src() { call void @f(i8 undef) ret void }
define void @tgt() { call void @f(i8 poison) ret void }
; check: incorrect: more-poisonous (interpreter, smt)

; "call": poison may be replaced.
; LangRef demands: correct
declare void @f(i8)
define void @src() { call void @f(i8 poison) ret void }
define void @tgt() { call void @f(i8 3) ret void }
; check: correct

; "call": with noundef, a poison argument is undefined behavior.
; LangRef demands: correct
declare void @f(i8 noundef)
define void @src() { call void @f(i8 poison) ret void }
define void @tgt() { unreachable }
; check: correct

; "call": and a gained noundef is a promise.
; LangRef demands: incorrect
declare void @f(i8)
define void @src(i8 %x) { call void @f(i8 %x) ret void }
define void @tgt(i8 %x) { call void @f(i8 noundef %x) ret void }
; check: incorrect: more-ub (interpreter, smt)

; "call": another argument.
; LangRef demands: incorrect
declare void @f(i8)
define void @src(i8 noundef %x) { %y = add i8 %x, 1 call void @f(i8 %y) ret void }
define void @tgt(i8 noundef %x) { %y = or i8 %x, 1 call void @f(i8 %y) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "call": through a poison pointer it is undefined behavior.
; LangRef demands: correct
define void @src() { call void poison() ret void }
define void @tgt() { unreachable }
; check: correct

; "call": through null, too.
; LangRef demands: correct
define void @src() { call void null() ret void }
define void @tgt() { unreachable }
; check: correct

; "call": where the pointer is known to be the function.
; LangRef demands: correct
declare void @f()
define void @src(ptr noundef %p) { %c = icmp eq ptr %p, @f br i1 %c, label %a, label %b
a: call void %p() ret void
b: ret void
}
define void @tgt(ptr noundef %p) { %c = icmp eq ptr %p, @f br i1 %c, label %a, label %b
a: call void @f() ret void
b: ret void
}
; check: correct

; "Calling Conventions": a mismatch is undefined behavior.
; LangRef demands: correct
define internal fastcc i8 @f() { ret i8 1 }
define i8 @src() { %r = call i8 @f() ret i8 %r }
define i8 @tgt() { unreachable }
; check: correct

; "Calling Conventions": gained by the target.
; LangRef demands: incorrect
define internal fastcc i8 @f() { ret i8 1 }
define i8 @src() { %r = call fastcc i8 @f() ret i8 %r }
define i8 @tgt() { %r = call i8 @f() ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "call": musttail must be kept a tail call only by code generation; its value is the callee's.
; LangRef demands: correct
define internal i8 @f(i8 %x) { %r = add i8 %x, 1 ret i8 %r }
define i8 @src(i8 %x) { %r = musttail call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = add i8 %x, 1 ret i8 %r }
; check: correct

; "call": tail promises that the callee accesses no alloca of the caller.
; LangRef demands: incorrect
declare void @f(ptr)
define void @src() { %a = alloca i8 store i8 1, ptr %a call void @f(ptr %a) ret void }
define void @tgt() { %a = alloca i8 store i8 1, ptr %a tail call void @f(ptr %a) ret void }
; check: incorrect: more-ub (interpreter, smt)

; "va_arg": variable arguments are passed in their order.
; LangRef demands: incorrect
declare void @f(...)
define void @src() { call void (...) @f(i32 1, i32 2) ret void }
define void @tgt() { call void (...) @f(i32 2, i32 1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "call": one variable argument less.
; LangRef demands: incorrect
declare void @f(i32, ...)
define void @src() { call void (i32, ...) @f(i32 1, i32 2) ret void }
define void @tgt() { call void (i32, ...) @f(i32 1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Operand Bundles": an unknown one may not be dropped.
; LangRef demands: incorrect
declare void @f()
define void @src(i8 noundef %x) { call void @f() [ "foo"(i8 %x) ] ret void }
define void @tgt(i8 noundef %x) { call void @f() ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Operand Bundles": it reads memory, even if the callee accesses none.
; LangRef demands: incorrect
declare void @f() memory(none)
@g = global i8 0
define void @src() { store i8 1, ptr @g call void @f() [ "foo"(i8 1) ] store i8 2, ptr @g ret void }
define void @tgt() { call void @f() [ "foo"(i8 1) ] store i8 2, ptr @g ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "Deoptimization Operand Bundles": other state at the call.
; LangRef demands: incorrect
declare void @f()
define void @src() { call void @f() [ "deopt"(i32 10) ] ret void }
define void @tgt() { call void @f() [ "deopt"(i32 20) ] ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Assume Operand Bundles": align.
; LangRef demands: correct
declare void @llvm.assume(i1)
define i64 @src(ptr noundef %p) { call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %i = ptrtoint ptr %p to i64 %r = and i64 %i, 7 ret i64 %r }
define i64 @tgt(ptr noundef %p) { ret i64 0 }
; check: correct

; "Assume Operand Bundles": a dropped assumption is fine, a gained one is not.
; LangRef demands: incorrect
declare void @llvm.assume(i1)
define void @src(ptr noundef %p) { ret void }
define void @tgt(ptr noundef %p) { call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ] ret void }
; check: incorrect: more-ub (interpreter, smt)

; "convergent": the call is not made dependent on more control.
; LangRef demands: incorrect
declare void @f() convergent
define void @src(i1 noundef %c) convergent { call void @f() br i1 %c, label %a, label %b
a: ret void
b: ret void
}
define void @tgt(i1 noundef %c) convergent { br i1 %c, label %a, label %b
a: call void @f() ret void
b: call void @f() ret void
}
; check: unknown: unsupported: convergent calls

; "call": one that is not convergent may.
; LangRef demands: correct
declare void @f()
define void @src(i1 noundef %c) { call void @f() br i1 %c, label %a, label %b
a: ret void
b: ret void
}
define void @tgt(i1 noundef %c) { br i1 %c, label %a, label %b
a: call void @f() ret void
b: call void @f() ret void
}
; check: correct

; "nocallback", "Linkage Types": an unknown function may call back an external one, which writes an internal variable.
; LangRef demands: incorrect
@g = internal global i8 0
declare void @f()
define void @set() { store i8 7, ptr @g ret void }
define i8 @src() { store i8 1, ptr @g call void @f() %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { store i8 1, ptr @g call void @f() ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "nocallback": with it, it can't.
; LangRef demands: correct
@g = internal global i8 0
declare void @f() nocallback
define void @set() { store i8 7, ptr @g ret void }
define i8 @src() { store i8 1, ptr @g call void @f() %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { store i8 1, ptr @g call void @f() ret i8 1 }
; check: correct

; "allockind": what is allocated with zeroed holds zeros.
; LangRef demands: correct
declare noalias ptr @get(i64) allockind("alloc,zeroed") allocsize(0) "alloc-family"="own"
define i8 @src() { %p = call ptr @get(i64 1) %c = icmp eq ptr %p, null br i1 %c, label %n, label %y
n: ret i8 0
y: %r = load i8, ptr %p ret i8 %r
}
define i8 @tgt() { ret i8 0 }
; check: correct

; "allockind": with uninitialized it is undef.
; LangRef demands: incorrect
declare noalias ptr @get(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="own"
define i8 @src() { %p = call ptr @get(i64 1) %c = icmp eq ptr %p, null br i1 %c, label %n, label %y
n: ret i8 0
y: %r = load i8, ptr %p ret i8 %r
}
define i8 @tgt() { ret i8 5 }
; check: unknown: unconfirmed

; "call": other arguments may give another result.
; LangRef demands: incorrect
declare i8 @f(i8) memory(none) willreturn nounwind
define i8 @src() { %a = call i8 @f(i8 1) ret i8 %a }
define i8 @tgt() { %a = call i8 @f(i8 2) ret i8 %a }
; check: incorrect: value-mismatch (interpreter, smt)

; "nocreateundeforpoison": the result is defined where the arguments are.
; LangRef demands: correct
declare i8 @f(i8) memory(none) willreturn nounwind nocreateundeforpoison
define i8 @src(i8 noundef %x) { %a = call i8 @f(i8 %x) %r = freeze i8 %a ret i8 %r }
define i8 @tgt(i8 noundef %x) { %a = call i8 @f(i8 %x) ret i8 %a }
; check: correct

; "nocreateundeforpoison": without it, it need not be.
; LangRef demands: incorrect
declare i8 @f(i8) memory(none) willreturn nounwind
define i8 @src(i8 noundef %x) { %a = call i8 @f(i8 %x) %r = freeze i8 %a ret i8 %r }
define i8 @tgt(i8 noundef %x) { %a = call i8 @f(i8 %x) ret i8 %a }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.ssa.copy": it is the value.
; LangRef demands: correct
declare i8 @llvm.ssa.copy.i8(i8)
define i8 @src(i8 %x) { %r = call i8 @llvm.ssa.copy.i8(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: correct

; "llvm.trap": it does not return.
; LangRef demands: incorrect
declare void @llvm.trap()
define i8 @src() { call void @llvm.trap() unreachable }
define i8 @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.ptrmask": it masks the address and keeps the provenance.
; LangRef demands: correct
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i64 @src(ptr noundef %p) { %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8) %i = ptrtoint ptr %q to i64
  %r = and i64 %i, 7 ret i64 %r }
define i64 @tgt(ptr noundef %p) { ret i64 0 }
; check: correct
