; LangRef, "llvm.lifetime.end": a load from a dead stack object gives poison.
; LangRef demands: correct
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) store i8 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a) %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { ret i8 poison }
; check: correct

; "Object Lifetime": it is no undefined behavior.
; LangRef demands: incorrect
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) call void @llvm.lifetime.end.p0(ptr %a)
  %r = load i8, ptr %a ret i8 0 }
define i8 @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "Object Lifetime": a store to a dead one is.
; LangRef demands: correct
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) call void @llvm.lifetime.end.p0(ptr %a)
  store i8 1, ptr %a ret i8 0 }
define i8 @tgt() { unreachable }
; check: correct

; "llvm.lifetime.start": an object that has one is dead before it.
; LangRef demands: correct
declare void @llvm.lifetime.start.p0(ptr)
define i8 @src() { %a = alloca i8 store i8 1, ptr %a call void @llvm.lifetime.start.p0(ptr %a) ret i8 0 }
define i8 @tgt() { unreachable }
; check: correct

; "llvm.lifetime.start": behind it, it is not initialized.
; LangRef demands: correct
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) store i8 1, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %a) %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { ret i8 9 }
; check: correct

; "llvm.lifetime.end": of a dead object it is nothing.
; LangRef demands: incorrect
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a) ret i8 0 }
define i8 @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.lifetime.start": moved behind the store, the store is undefined.
; LangRef demands: incorrect
declare void @llvm.lifetime.start.p0(ptr)
define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) store i8 1, ptr %a %r = load i8, ptr %a
  ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a call void @llvm.lifetime.start.p0(ptr %a) %r = load i8, ptr %a
  ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.lifetime.start": of poison it has no effect.
; LangRef demands: correct
declare void @llvm.lifetime.start.p0(ptr)
define i8 @src() { call void @llvm.lifetime.start.p0(ptr poison) ret i8 0 }
define i8 @tgt() { ret i8 0 }
; check: correct

; "llvm.lifetime.end": two objects that live one after the other need not have one address.
; LangRef demands: correct
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i1 @src() { %a = alloca i8 %b = alloca i8 call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b) %i = ptrtoint ptr %a to i64 %j = ptrtoint ptr %b to i64
  call void @llvm.lifetime.end.p0(ptr %b)
  %r = icmp eq i64 %i, %j ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: correct

; "load": through null it is undefined behavior in address space 0.
; LangRef demands: correct
define i8 @src() { %r = load i8, ptr null ret i8 %r }
define i8 @tgt() { unreachable }
; check: correct

; "null_pointer_is_valid": with it, it need not be.
; LangRef demands: incorrect
define i8 @src() null_pointer_is_valid { %r = load i8, ptr null ret i8 %r }
define i8 @tgt() null_pointer_is_valid { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "null_pointer_is_valid": a pointer that was loaded from may be null.
; LangRef demands: incorrect
define i1 @src(ptr %p) null_pointer_is_valid { %v = load i8, ptr %p %r = icmp eq ptr %p, null ret i1 %r }
define i1 @tgt(ptr %p) null_pointer_is_valid { %v = load i8, ptr %p ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "load": without it, it can't.
; LangRef demands: correct
define i1 @src(ptr %p) { %v = load i8, ptr %p %r = icmp eq ptr %p, null ret i1 %r }
define i1 @tgt(ptr %p) { %v = load i8, ptr %p ret i1 false }
; check: correct

; "load": in address space 1 null may be a place.
; LangRef demands: incorrect
define i1 @src(ptr addrspace(1) %p) { %v = load i8, ptr addrspace(1) %p %r = icmp eq ptr addrspace(1) %p, null
  ret i1 %r }
define i1 @tgt(ptr addrspace(1) %p) { %v = load i8, ptr addrspace(1) %p ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "nonnull": of an argument, also in another address space, null is poison.
; LangRef demands: correct
define i1 @src(ptr addrspace(1) nonnull %p) { %r = icmp eq ptr addrspace(1) %p, null ret i1 %r }
define i1 @tgt(ptr addrspace(1) nonnull %p) { ret i1 false }
; check: correct

; "dereferenceable": it implies nonnull in address space 0.
; LangRef demands: correct
define i1 @src(ptr dereferenceable(1) %p) { %r = icmp eq ptr %p, null ret i1 %r }
define i1 @tgt(ptr dereferenceable(1) %p) { ret i1 false }
; check: correct

; "dereferenceable": not with null_pointer_is_valid.
; LangRef demands: incorrect
define i1 @src(ptr dereferenceable(1) %p) null_pointer_is_valid { %r = icmp eq ptr %p, null ret i1 %r }
define i1 @tgt(ptr dereferenceable(1) %p) null_pointer_is_valid { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "dereferenceable": not in address space 1.
; LangRef demands: incorrect
define i1 @src(ptr addrspace(1) dereferenceable(1) %p) { %r = icmp eq ptr addrspace(1) %p, null ret i1 %r }
define i1 @tgt(ptr addrspace(1) dereferenceable(1) %p) { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "Global Variables": a global's address is not null in address space 0.
; LangRef demands: correct
@g = global i8 0
define i1 @src() { %r = icmp eq ptr @g, null ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: correct

; "Linkage Types": an extern_weak variable may be.
; LangRef demands: incorrect
@g = extern_weak global i8
define i1 @src() { %r = icmp eq ptr @g, null ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "getelementptr": inbounds of null by more than 0 is poison in address space 0.
; LangRef demands: correct
define ptr @src(i64 noundef %i) { %j = or i64 %i, 1 %r = getelementptr inbounds i8, ptr null, i64 %j ret ptr %r }
define ptr @tgt(i64 noundef %i) { ret ptr poison }
; check: correct

; "getelementptr": without inbounds it is a number.
; LangRef demands: incorrect
define ptr @src(i64 noundef %i) { %j = or i64 %i, 1 %r = getelementptr i8, ptr null, i64 %j ret ptr %r }
define ptr @tgt(i64 noundef %i) { ret ptr poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "getelementptr": an inbounds pointer of one that is not null is not null.
; LangRef demands: correct
define i1 @src(ptr nonnull noundef %p, i64 noundef %i) { %q = getelementptr inbounds i8, ptr %p, i64 %i
  %r = icmp eq ptr %q, null ret i1 %r }
define i1 @tgt(ptr nonnull noundef %p, i64 noundef %i) { ret i1 false }
; check: correct

; "getelementptr": one without inbounds may be.
; LangRef demands: incorrect
define i1 @src(ptr nonnull noundef %p, i64 noundef %i) { %q = getelementptr i8, ptr %p, i64 %i
  %r = icmp eq ptr %q, null ret i1 %r }
define i1 @tgt(ptr nonnull noundef %p, i64 noundef %i) { ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.invariant.start": between start and end memory does not change.
; LangRef demands: correct
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @h()
define i8 @src(ptr %p) { %t = call ptr @llvm.invariant.start.p0(i64 1, ptr %p) %a = load i8, ptr %p call void @h()
  %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { %t = call ptr @llvm.invariant.start.p0(i64 1, ptr %p) %a = load i8, ptr %p call void @h()
  ret i8 %a }
; check: unknown: approximation

; "llvm.invariant.end": behind the end it may.
; LangRef demands: incorrect
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare void @h()
define i8 @src(ptr %p) { %t = call ptr @llvm.invariant.start.p0(i64 1, ptr %p) %a = load i8, ptr %p
  call void @llvm.invariant.end.p0(ptr %t, i64 1, ptr %p) call void @h() %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { %t = call ptr @llvm.invariant.start.p0(i64 1, ptr %p) %a = load i8, ptr %p
  call void @llvm.invariant.end.p0(ptr %t, i64 1, ptr %p) call void @h() ret i8 %a }
; check: unknown: approximation

; "llvm.stacksave": what was allocated behind it is dead after the restore.
; LangRef demands: correct
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define i8 @src(i64 noundef %n) { %s = call ptr @llvm.stacksave.p0() %a = alloca i8, i64 4
  call void @llvm.stackrestore.p0(ptr %s) store i8 1, ptr %a ret i8 0 }
define i8 @tgt(i64 noundef %n) { unreachable }
; check: correct
