; LangRef, "Global Variables": a constant holds its initializer.
; LangRef demands: correct
@g = constant i8 7
define i8 @src() { %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: correct

; "Global Variables": a variable need not.
; LangRef demands: incorrect
@g = global i8 7
define i8 @src() { %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Linkage Types": one of the module that nobody writes does.
; LangRef demands: correct
@g = internal global i8 7
define i8 @src() { %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: correct (inner variables as they are initialized)

; "Linkage Types": a weak constant may be overridden by another definition.
; LangRef demands: incorrect
@g = weak constant i8 7
define i8 @src() { %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Linkage Types": a weak_odr one is the same in all.
; LangRef demands: correct
@g = weak_odr constant i8 7
define i8 @src() { %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: correct

; "Linkage Types": an external constant without initializer does not change.
; LangRef demands: correct
@g = external constant i8
declare void @f()
define i8 @src() { %a = load i8, ptr @g call void @f() %b = load i8, ptr @g %r = sub i8 %a, %b ret i8 %r }
define i8 @tgt() { %a = load i8, ptr @g call void @f() ret i8 0 }
; check: correct

; "Global Variables": storing to a constant is undefined behavior.
; LangRef demands: correct
@g = constant i8 7
define void @src() { store i8 7, ptr @g ret void }
define void @tgt() { unreachable }
; check: correct

; "Global Variables": externally_initialized is not its initializer.
; LangRef demands: incorrect
@g = externally_initialized constant i8 7
define i8 @src() { %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Global Variables": two have different addresses.
; LangRef demands: correct
@g = global i8 0
@h = global i8 0
define i1 @src() { %r = icmp eq ptr @g, @h ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: correct

; "Aliases": an alias is its aliasee.
; LangRef demands: correct
@g = global i8 0
@a = alias i8, ptr @g
define i1 @src() { %r = icmp eq ptr @g, @a ret i1 %r }
define i1 @tgt() { ret i1 true }
; check: correct

; "Aliases": a weak one may be another.
; LangRef demands: incorrect
@g = global i8 0
@a = weak alias i8, ptr @g
define i8 @src() { store i8 1, ptr @g %r = load i8, ptr @a ret i8 %r }
define i8 @tgt() { store i8 1, ptr @g ret i8 1 }
; check: unsupported: alias

; "Linkage Types": a body of weak linkage may not be inlined.
; LangRef demands: incorrect
define weak i8 @f() { ret i8 1 }
define i8 @src() { %r = call i8 @f() ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Linkage Types": one of linkonce_odr may.
; LangRef demands: correct
define linkonce_odr i8 @f() { ret i8 1 }
define i8 @src() { %r = call i8 @f() ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: correct

; "Linkage Types": an internal one may.
; LangRef demands: correct
define internal i8 @f() { ret i8 1 }
define i8 @src() { %r = call i8 @f() ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: correct

; "Linkage Types": available_externally is equivalent to what is outside.
; LangRef demands: correct
define available_externally i8 @f() { ret i8 1 }
define i8 @src() { %r = call i8 @f() ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: correct

; "Thread Local Storage Models": each thread has its own; in one thread it is a variable.
; LangRef demands: correct
@g = thread_local global i8 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define i8 @src() { %p = call ptr @llvm.threadlocal.address.p0(ptr @g) store i8 1, ptr %p %r = load i8, ptr %p
  ret i8 %r }
define i8 @tgt() { %p = call ptr @llvm.threadlocal.address.p0(ptr @g) store i8 1, ptr %p ret i8 1 }
; check: correct

; "Global Variables": the alignment is at least what is written.
; LangRef demands: correct
@g = global [4 x i8] zeroinitializer, align 4
define i64 @src() { %i = ptrtoint ptr @g to i64 %r = and i64 %i, 3 ret i64 %r }
define i64 @tgt() { ret i64 0 }
; check: correct

; "Global Variables": no more is known.
; LangRef demands: incorrect
@g = global [4 x i8] zeroinitializer, align 4
define i64 @src() { %i = ptrtoint ptr @g to i64 %r = and i64 %i, 7 ret i64 %r }
define i64 @tgt() { ret i64 0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Global Variables": an internal variable that is only stored to is of no account.
; LangRef demands: correct
@g = internal global i8 0
define void @src() { store i8 1, ptr @g ret void }
define void @tgt() { ret void }
; check: correct

; "Global Variables": one that others see is.
; LangRef demands: incorrect
@g = global i8 0
define void @src() { store i8 1, ptr @g ret void }
define void @tgt() { ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "Global Variables": an unknown call may write an external variable.
; LangRef demands: incorrect
@g = global i8 0
declare void @f()
define i8 @src() { store i8 1, ptr @g call void @f() %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { store i8 1, ptr @g call void @f() ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Global Variables": not an internal one that nothing else of the module writes.
; LangRef demands: correct
@g = internal global i8 0
declare void @f()
define i8 @src() { store i8 1, ptr @g call void @f() %r = load i8, ptr @g ret i8 %r }
define i8 @tgt() { store i8 1, ptr @g call void @f() ret i8 1 }
; check: unknown: unconfirmed

; "Aggregate constants": an element of a constant array.
; LangRef demands: correct
@g = constant [3 x i8] c"\01\02\03"
define i8 @src(i64 noundef %i) { %j = urem i64 %i, 3 %p = getelementptr i8, ptr @g, i64 %j %r = load i8, ptr %p
  ret i8 %r }
define i8 @tgt(i64 noundef %i) { %j = urem i64 %i, 3 %k = trunc i64 %j to i8 %r = add i8 %k, 1 ret i8 %r }
; check: correct

; "Addresses of Basic Blocks": an address of a block is not null.
; LangRef demands: correct
define i1 @src() { br label %b
b: %r = icmp eq ptr blockaddress(@src, %b), null ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: correct

; "Functions": an ifunc resolves to some function; two calls reach the same.
; LangRef demands: incorrect
@i = ifunc i8 (), ptr @resolve
define ptr @resolve() { ret ptr @one }
define i8 @one() { ret i8 1 }
define i8 @src() { %r = call i8 @i() ret i8 %r }
define i8 @tgt() { ret i8 2 }
; check: unsupported: ifunc
