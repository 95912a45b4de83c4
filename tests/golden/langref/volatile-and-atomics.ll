; LangRef, "Volatile Memory Accesses": a volatile load may not go, though it is not used.
; LangRef demands: incorrect
define void @src(ptr %p) { %v = load volatile i8, ptr %p ret void }
define void @tgt(ptr %p) { ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": nor be put in.
; LangRef demands: incorrect
define void @src(ptr dereferenceable(1) %p) { ret void }
define void @tgt(ptr dereferenceable(1) %p) { %v = load volatile i8, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": two stores of one value stay two.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i8 1, ptr %p store volatile i8 1, ptr %p ret void }
define void @tgt(ptr %p) { store volatile i8 1, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": their order stays.
; LangRef demands: incorrect
define void @src(ptr %p, ptr %q) { store volatile i8 1, ptr %p store volatile i8 2, ptr %q ret void }
define void @tgt(ptr %p, ptr %q) { store volatile i8 2, ptr %q store volatile i8 1, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": a plain store must not move up over a volatile store, which need not come back.
; LangRef demands: incorrect
define void @src(ptr noalias %p, ptr noalias %q) { store volatile i8 1, ptr %p store i8 2, ptr %q ret void }
define void @tgt(ptr noalias %p, ptr noalias %q) { store i8 2, ptr %q store volatile i8 1, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "Volatile Memory Accesses": execution goes on behind a volatile load, so a plain store may move over it.
; LangRef demands: correct
define void @src(ptr noalias %p, ptr noalias %q) { %v = load volatile i8, ptr %p store i8 2, ptr %q ret void }
define void @tgt(ptr noalias %p, ptr noalias %q) { store i8 2, ptr %q %v = load volatile i8, ptr %p ret void }
; check: correct

; "Volatile Memory Accesses": another width is another access.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i16 0, ptr %p, align 2 ret void }
define void @tgt(ptr %p) { store volatile i8 0, ptr %p, align 2 %q = getelementptr i8, ptr %p, i64 1
  store volatile i8 0, ptr %q ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": an integer access does not become a floating-point one.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i32 0, ptr %p ret void }
define void @tgt(ptr %p) { store volatile float 0.0, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": a volatile access becomes no plain one.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i8 1, ptr %p ret void }
define void @tgt(ptr %p) { store i8 1, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Memory Model for Concurrent Operations": what a volatile load gives is target-dependent, not what was stored.
; LangRef demands: incorrect
define i8 @src(ptr %p) { store volatile i8 1, ptr %p %r = load volatile i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { store volatile i8 1, ptr %p %r = load volatile i8, ptr %p ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": two volatile loads need not give the same.
; LangRef demands: incorrect
define i1 @src(ptr %p) { %a = load volatile i8, ptr %p %b = load volatile i8, ptr %p %r = icmp eq i8 %a, %b
  ret i1 %r }
define i1 @tgt(ptr %p) { %a = load volatile i8, ptr %p %b = load volatile i8, ptr %p ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": a volatile access of null need not be undefined behavior.
; LangRef demands: incorrect
define void @src() { %v = load volatile i8, ptr null ret void }
define void @tgt() { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "Volatile Memory Accesses": it does not prove that a plain access is defined.
; LangRef demands: incorrect
define void @src(ptr %p) { %v = load volatile i8, ptr %p ret void }
define void @tgt(ptr %p) { %v = load volatile i8, ptr %p %w = load i8, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "Volatile Memory Accesses": undefined behavior behind a volatile store may not come about.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i8 1, ptr %p unreachable }
define void @tgt(ptr %p) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

; "Volatile Memory Accesses": the value that is stored counts.
; LangRef demands: incorrect
define void @src(ptr %p) { store volatile i8 1, ptr %p ret void }
define void @tgt(ptr %p) { store volatile i8 2, ptr %p ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": a volatile load may change the memory at its address.
; LangRef demands: incorrect
define i8 @src(ptr %p) { store i8 1, ptr %p %v = load volatile i8, ptr %p %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { store i8 1, ptr %p %v = load volatile i8, ptr %p ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "Volatile Memory Accesses": it may not change other memory.
; LangRef demands: correct
define i8 @src(ptr %p) { %a = alloca i8 store i8 1, ptr %a %v = load volatile i8, ptr %p %r = load i8, ptr %a
  ret i8 %r }
define i8 @tgt(ptr %p) { %v = load volatile i8, ptr %p ret i8 1 }
; check: correct

; "llvm.memcpy": a volatile one is no plain one.
; LangRef demands: incorrect
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true) ret void }
define void @tgt(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) ret void }
; check: unsupported: volatile

; "Atomic Memory Ordering Constraints": an ordering may be strengthened.
; LangRef demands: correct
define i32 @src(ptr %p) { %r = load atomic i32, ptr %p monotonic, align 4 ret i32 %r }
define i32 @tgt(ptr %p) { %r = load atomic i32, ptr %p acquire, align 4 ret i32 %r }
; check: correct (one thread)

; "Atomic Memory Ordering Constraints": it may not be weakened.
; LangRef demands: incorrect
define i32 @src(ptr %p) { %r = load atomic i32, ptr %p acquire, align 4 ret i32 %r }
define i32 @tgt(ptr %p) { %r = load atomic i32, ptr %p monotonic, align 4 ret i32 %r }
; check: incorrect: value-mismatch (interpreter)

; "Atomic Memory Ordering Constraints": an atomic store becomes no plain one.
; LangRef demands: incorrect
define void @src(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
define void @tgt(ptr %p) { store i32 1, ptr %p, align 4 ret void }
; check: incorrect: value-mismatch (interpreter)

; "Atomic Memory Ordering Constraints": a store must not move behind a release store.
; LangRef demands: incorrect
@g = global i32 0
@h = global i32 0
define void @src() { store i32 1, ptr @g store atomic i32 1, ptr @h release, align 4 ret void }
define void @tgt() { store atomic i32 1, ptr @h release, align 4 store i32 1, ptr @g ret void }
; check: unknown: unsupported: other threads

; "noalias": nobody else accesses the places while the function runs, so that nobody sees the order.
; LangRef demands: correct
define void @src(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p store atomic i32 1, ptr %q release, align 4 ret void }
define void @tgt(ptr noalias %p, ptr noalias %q) {
  store atomic i32 1, ptr %q release, align 4 store i32 1, ptr %p ret void }
; check: correct (one thread)

; "Atomic Memory Ordering Constraints": a load must not move before an acquire load.
; LangRef demands: incorrect
define i32 @src(ptr %p, ptr %q) { %a = load atomic i32, ptr %p acquire, align 4 %r = load i32, ptr %q ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) { %r = load i32, ptr %q %a = load atomic i32, ptr %p acquire, align 4 ret i32 %r }
; check: unknown: unsupported: other threads

; "Atomic Memory Ordering Constraints": two release stores of two variables in another order.
; LangRef demands: incorrect
@g = global i32 0
@h = global i32 0
define void @src() { store atomic i32 1, ptr @g release, align 4 store atomic i32 1, ptr @h release, align 4
  ret void }
define void @tgt() { store atomic i32 1, ptr @h release, align 4 store atomic i32 1, ptr @g release, align 4
  ret void }
; check: unknown: unsupported: other threads

; "fence": it may not go.
; LangRef demands: incorrect
define void @src() { fence seq_cst ret void }
define void @tgt() { ret void }
; check: incorrect: value-mismatch (interpreter)

; "fence": a stronger one may stand for a weaker one.
; LangRef demands: correct
define void @src() { fence acquire ret void }
define void @tgt() { fence acq_rel ret void }
; check: correct (one thread)

; "fence": a release is no acquire.
; LangRef demands: incorrect
define void @src() { fence acquire ret void }
define void @tgt() { fence release ret void }
; check: incorrect: value-mismatch (interpreter)

; "atomicrmw": it gives the old value.
; LangRef demands: incorrect
define i32 @src(ptr %p) { %r = atomicrmw add ptr %p, i32 1 seq_cst ret i32 %r }
define i32 @tgt(ptr %p) { %o = atomicrmw add ptr %p, i32 1 seq_cst %r = add i32 %o, 1 ret i32 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "atomicrmw": to subtract -1 is to add 1.
; LangRef demands: correct
define i32 @src(ptr %p) { %r = atomicrmw sub ptr %p, i32 -1 seq_cst ret i32 %r }
define i32 @tgt(ptr %p) { %r = atomicrmw add ptr %p, i32 1 seq_cst ret i32 %r }
; check: correct (one thread)

; "atomicrmw": nand is not(and).
; LangRef demands: incorrect
define i32 @src(ptr %p, i32 noundef %x) { %o = atomicrmw nand ptr %p, i32 %x monotonic %a = and i32 %o, %x
  %r = xor i32 %a, -1 ret i32 %r }
define i32 @tgt(ptr %p, i32 noundef %x) { %o = atomicrmw nand ptr %p, i32 %x monotonic %a = and i32 %o, %x
  ret i32 %a }
; check: incorrect: value-mismatch (interpreter, smt)

; "atomicrmw": a load, an add and a store are not one step.
; LangRef demands: incorrect
define i32 @src(ptr %p) { %r = atomicrmw add ptr %p, i32 1 monotonic ret i32 %r }
define i32 @tgt(ptr %p) { %r = load atomic i32, ptr %p monotonic, align 4 %n = add i32 %r, 1
  store atomic i32 %n, ptr %p monotonic, align 4 ret i32 %r }
; check: unknown: unsupported: other threads

; "atomicrmw": xchg of a value that is known to be read only may not go.
; LangRef demands: incorrect
define void @src(ptr %p) { %o = atomicrmw or ptr %p, i32 0 release ret void }
define void @tgt(ptr %p) { ret void }
; check: incorrect: value-mismatch (interpreter)

; "cmpxchg": it fails where the value differs, and the bit tells it.
; LangRef demands: correct
define i1 @src(ptr %p) { %c = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst %r = extractvalue {i32, i1} %c, 1
  ret i1 %r }
define i1 @tgt(ptr %p) { %c = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst %o = extractvalue {i32, i1} %c, 0
  %r = icmp eq i32 %o, 0 ret i1 %r }
; check: correct (one thread)

; "cmpxchg": a weak one may fail without cause.
; LangRef demands: incorrect
define i1 @src(ptr %p) { %c = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst %r = extractvalue {i32, i1} %c, 1
  ret i1 %r }
define i1 @tgt(ptr %p) { %c = cmpxchg weak ptr %p, i32 0, i32 1 seq_cst seq_cst %r = extractvalue {i32, i1} %c, 1
  ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "cmpxchg": a strong one may stand for a weak one.
; LangRef demands: correct
define i1 @src(ptr %p) { %c = cmpxchg weak ptr %p, i32 0, i32 1 seq_cst seq_cst %r = extractvalue {i32, i1} %c, 1
  ret i1 %r }
define i1 @tgt(ptr %p) { %c = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst %r = extractvalue {i32, i1} %c, 1
  ret i1 %r }
; check: correct (one thread)

; "syncscope": of one thread only, it orders less.
; LangRef demands: incorrect
define void @src() { fence seq_cst ret void }
define void @tgt() { fence syncscope("singlethread") seq_cst ret void }
; check: incorrect: value-mismatch (interpreter)

; "Memory Model for Concurrent Operations": a plain load between two may give what another thread wrote only by a
; race, which is undef.
; LangRef demands: correct
define i8 @src(ptr %p) { %a = load i8, ptr %p %b = load i8, ptr %p %r = sub i8 %a, %b ret i8 %r }
define i8 @tgt(ptr %p) { ret i8 0 }
; check: correct

; "Atomic Memory Ordering Constraints": two monotonic loads may give two values, but also one.
; LangRef demands: correct
define i32 @src(ptr %p) { %a = load atomic i32, ptr %p monotonic, align 4
  %b = load atomic i32, ptr %p monotonic, align 4 %r = sub i32 %a, %b ret i32 %r }
define i32 @tgt(ptr %p) { %a = load atomic i32, ptr %p monotonic, align 4 ret i32 0 }
; check: unknown: unsupported: other threads

; "load": an atomic load must be aligned as it says.
; LangRef demands: incorrect
define i32 @src(ptr align 4 %p) { %r = load atomic i32, ptr %p unordered, align 4 ret i32 %r }
define i32 @tgt(ptr align 4 %p) { %r = load atomic i32, ptr %p unordered, align 8 ret i32 %r }
; check: incorrect: more-ub (interpreter, smt)

; "atomicrmw": fadd gives the old value, too.
; LangRef demands: incorrect
define float @src(ptr %p) { store float 1.0, ptr %p %o = atomicrmw fadd ptr %p, float 2.0 seq_cst ret float %o }
define float @tgt(ptr %p) { store float 1.0, ptr %p %o = atomicrmw fadd ptr %p, float 2.0 seq_cst ret float 3.0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "atomicrmw": uinc_wrap goes to zero from the limit on.
; LangRef demands: correct
define i8 @src() { %p = alloca i8 store i8 3, ptr %p %o = atomicrmw uinc_wrap ptr %p, i8 3 seq_cst
  %r = load i8, ptr %p ret i8 %r }
define i8 @tgt() { ret i8 0 }
; check: correct

; "atomicrmw": usub_cond leaves a number that is less as it is.
; LangRef demands: incorrect
define i8 @src() { %p = alloca i8 store i8 3, ptr %p %o = atomicrmw usub_cond ptr %p, i8 4 seq_cst
  %r = load i8, ptr %p ret i8 %r }
define i8 @tgt() { ret i8 -1 }
; check: incorrect: value-mismatch (interpreter, smt)
