; "returns_twice": the second return sees what the code behind the first one has stored (CALL-53). Wrong by LangRef: the proof says that calls return once.
; LangRef demands: incorrect
declare i32 @again() returns_twice
declare void @use(i32)
define void @src() { %a = alloca i32 store i32 0, ptr %a %r = call i32 @again() returns_twice %v = load i32, ptr %a %w = add i32 %v, 1 store i32 %w, ptr %a call void @use(i32 %w) ret void }
define void @tgt() { %r = call i32 @again() returns_twice call void @use(i32 1) ret void }
; check: correct (every call returns once at most)

; "call": a musttail call must be a tail call for the program to be right (ATTR-16).
; LangRef demands: incorrect
declare i32 @f(i32)
define i32 @src(i32 %x) { %r = musttail call i32 @f(i32 %x) ret i32 %r }
define i32 @tgt(i32 %x) { %r = call i32 @f(i32 %x) ret i32 %r }
; check: unknown: unsupported: calls that were musttail

; "call": what is a musttail call and stays one.
; LangRef demands: correct
declare i32 @f(i32)
define i32 @src(i32 %x) { %y = add i32 %x, 0 %r = musttail call i32 @f(i32 %y) ret i32 %r }
define i32 @tgt(i32 %x) { %r = musttail call i32 @f(i32 %x) ret i32 %r }
; check: correct

; "call", "tail": the callee does not access arguments of the caller that were passed by value.
; LangRef demands: incorrect
declare void @f(ptr)
define void @src(ptr byval(i32) %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr byval(i32) %p) { tail call void @f(ptr %p) ret void }
; check: unknown: unfollowed-promise: tail

; "call", "tail": nor variables that it reaches in another way.
; LangRef demands: incorrect
declare void @f()
declare void @keep(ptr)
define void @src() { %a = alloca i32 call void @keep(ptr %a) call void @f() %v = load i32, ptr %a ret void }
define void @tgt() { %a = alloca i32 call void @keep(ptr %a) tail call void @f() %v = load i32, ptr %a ret void }
; check: incorrect: more-ub (interpreter)

; "call", "tail": a pointer of the caller's caller is none of them.
; LangRef demands: correct
declare void @f(ptr)
define void @src(ptr %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { tail call void @f(ptr %p) ret void }
; check: correct

; "memory", errnomem: a pointer may lead to errno (CALL-44). Wrong by LangRef: the proof says that none does.
; LangRef demands: incorrect
declare double @sqrt(double)
define i32 @src(double %x, ptr %p) { store i32 0, ptr %p %s = call double @sqrt(double %x) %b = load i32, ptr %p ret i32 %b }
define i32 @tgt(double %x, ptr %p) { store i32 0, ptr %p %s = call double @sqrt(double %x) ret i32 0 }
; check: correct (no pointer leads to errno)

; "memory", errnomem: no variable of the function is errno.
; LangRef demands: correct
declare double @sqrt(double)
define i32 @src(double %x) { %p = alloca i32 store i32 0, ptr %p %s = call double @sqrt(double %x) %b = load i32, ptr %p ret i32 %b }
define i32 @tgt(double %x) { %s = call double @sqrt(double %x) ret i32 0 }
; check: correct

; "noalias" at a call of one pointer is no promise of the call of another one.
; LangRef demands: incorrect
define void @src(ptr %0, ptr %1, ptr %p) { call void %0(ptr noalias %p, ptr null) call void %1(ptr %p, ptr %p) ret void }
define void @tgt(ptr %0, ptr %1, ptr %p) { call void %0(ptr noalias %p, ptr null) call void %1(ptr noalias %p, ptr %p) ret void }
; check: unknown: unfollowed-promise: noalias

; A promise stays with the pointer that is called, whatever it is named.
; LangRef demands: correct
define void @src(ptr %f, ptr %p) { call void %f(ptr nofree %p) ret void }
define void @tgt(ptr %g, ptr %p) { call void %g(ptr nofree %p) ret void }
; check: correct

; "convergent": the call is made dependent on one more branch.
; LangRef demands: incorrect
define void @src(ptr %f, i1 %c) { br i1 %c, label %a, label %b a: br label %b b: call void %f() convergent ret void }
define void @tgt(ptr %g, i1 %c) { br i1 %c, label %a, label %b a: call void %g() convergent br label %o b: call void %g() convergent br label %o o: ret void }
; check: unknown: unsupported: convergent calls

; "initializes": a byte that is stored with a volatile write counts as uninitialized, and the write is undefined.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i8 1, ptr %p ret void }
define void @tgt(ptr initializes((0, 1)) %p) { store volatile i8 1, ptr %p ret void }
; check: unknown: unfollowed-promise: initializes

; "initializes": a plain write does it.
; LangRef demands: correct
define void @src(ptr %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr initializes((0, 1)) %p) { store i8 1, ptr %p ret void }
; check: correct

; "readnone": strlen reads what its argument points to.
; LangRef demands: incorrect
declare i64 @strlen(ptr)
define i64 @src(ptr %p) { %n = call i64 @strlen(ptr %p) ret i64 %n }
define i64 @tgt(ptr %p) { %n = call i64 @strlen(ptr readnone %p) ret i64 %n }
; check: unknown: unfollowed-promise: readnone

; "readonly": it writes nothing there.
; LangRef demands: correct
declare i64 @strlen(ptr)
define i64 @src(ptr %p) { %n = call i64 @strlen(ptr %p) ret i64 %n }
define i64 @tgt(ptr %p) { %n = call i64 @strlen(ptr readonly %p) ret i64 %n }
; check: correct (up to 12 bytes looked at by each library function)

; "readonly": memset writes.
; LangRef demands: incorrect
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) ret void }
define void @tgt(ptr %p) { call void @llvm.memset.p0.i64(ptr readonly %p, i8 0, i64 4, i1 false) ret void }
; check: unknown: unfollowed-promise: readnone

; "memory": a volatile access may modify state that no access of the module reaches.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i8 1, ptr %p ret void }
define void @tgt(ptr %p) memory(argmem: readwrite) { store volatile i8 1, ptr %p ret void }
; check: unknown: unfollowed-promise: memory

; "memory": a plain one does not.
; LangRef demands: correct
define void @src(ptr %p) { store i8 1, ptr %p ret void }
define void @tgt(ptr %p) memory(argmem: readwrite) { store i8 1, ptr %p ret void }
; check: correct

; "captures": an unknown function may keep the address of a variable.
; LangRef demands: incorrect
@g = global i8 0
declare void @f(ptr)
define void @src() { call void @f(ptr @g) ret void }
define void @tgt() { call void @f(ptr captures(none) @g) ret void }
; check: unknown: unfollowed-promise: captures

; "llvm.loop.parallel_accesses": that no round depends on another is a promise.
; LangRef demands: incorrect
define void @src(ptr %p, i64 %n) { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr i8, ptr %p, i64 %i %v = load i8, ptr %a, !llvm.access.group !1 %j = add i64 %i, 1 %b = getelementptr i8, ptr %p, i64 %j store i8 %v, ptr %b, !llvm.access.group !1 %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l o: ret void }
define void @tgt(ptr %p, i64 %n) { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %a = getelementptr i8, ptr %p, i64 %i %v = load i8, ptr %a, !llvm.access.group !1 %j = add i64 %i, 1 %b = getelementptr i8, ptr %p, i64 %j store i8 %v, ptr %b, !llvm.access.group !1 %c = icmp eq i64 %j, %n br i1 %c, label %o, label %l, !llvm.loop !0 o: ret void }
!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
; check: unknown: unfollowed-promise: llvm.loop.parallel_accesses
