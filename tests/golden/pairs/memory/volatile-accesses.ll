; Execution need not continue after a volatile store: what is undefined behind it does not reach back over it (LangRef,
; volatile memory accesses). MEM-29
; Incorrect: the store may end the run before the undefined access.
define void @src(ptr %p) {
  store volatile i32 1, ptr %p
  store i32 1, ptr null
  ret void
}
define void @tgt(ptr %p) {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: nobody sees a plain store before what is undefined.
define void @src(ptr %p) {
  store i32 1, ptr %p
  store i32 1, ptr null
  ret void
}
define void @tgt(ptr %p) {
  unreachable
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; Correct: execution continues after a volatile load.
define void @src(ptr %p) {
  %v = load volatile i32, ptr %p
  store i32 1, ptr null
  ret void
}
define void @tgt(ptr %p) {
  unreachable
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; Correct: the store stays, what is behind it goes.
define void @src(ptr %p) {
  store volatile i32 1, ptr %p
  store i32 1, ptr null
  ret void
}
define void @tgt(ptr %p) {
  store volatile i32 1, ptr %p
  unreachable
}
; interpreter: nothing against it
; solver: correct

; Incorrect: a division by zero before the store, which the source does not reach.
define i32 @src(ptr %p, i32 noundef %x, i32 noundef %y) {
  store volatile i32 1, ptr %p
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt(ptr %p, i32 noundef %x, i32 noundef %y) {
  %d = udiv i32 %x, %y
  store volatile i32 1, ptr %p
  ret i32 %d
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: the same before a volatile load (LangRef: operations that may have undefined behaviour can be hoisted).
define i32 @src(ptr %p, i32 noundef %x, i32 noundef %y) {
  %v = load volatile i32, ptr %p
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt(ptr %p, i32 noundef %x, i32 noundef %y) {
  %d = udiv i32 %x, %y
  %v = load volatile i32, ptr %p
  ret i32 %d
}
; interpreter: nothing against it
; solver: correct

; Incorrect: another number is stored before the undefined branch.
define void @src(ptr %p) {
  store volatile i8 1, ptr %p
  unreachable
}
define void @tgt(ptr %p) {
  store volatile i8 2, ptr %p
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Correct: a function that will return comes back from the store.
define void @src(ptr %p) willreturn {
  store volatile i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) willreturn {
  store volatile i8 1, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

; Incorrect: the assumption behind the store does not hold before it.
define i8 @src(ptr %p, i8 noundef %x) {
  store volatile i8 %x, ptr %p
  %c = icmp ult i8 %x, 4
  call void @llvm.assume(i1 %c)
  ret i8 %x
}
define i8 @tgt(ptr %p, i8 noundef %x) {
  %l = and i8 %x, 3
  store volatile i8 %l, ptr %p
  ret i8 %l
}
declare void @llvm.assume(i1)
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Correct: what is known behind it is used behind it.
define i8 @src(ptr %p, i8 noundef %x) {
  store volatile i8 %x, ptr %p
  %c = icmp ult i8 %x, 4
  call void @llvm.assume(i1 %c)
  ret i8 %x
}
define i8 @tgt(ptr %p, i8 noundef %x) {
  store volatile i8 %x, ptr %p
  %l = and i8 %x, 3
  ret i8 %l
}
declare void @llvm.assume(i1)
; interpreter: nothing against it
; solver: correct

; Volatile accesses do not change from integer to floating-point or back. MEM-29
; Incorrect: an integer load that became one of a float.
define i32 @src(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 0
}
define i32 @tgt(ptr %p) {
  %v = load volatile float, ptr %p
  ret i32 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; Incorrect: a store of a float that became one of an integer.
define void @src(ptr %p, double %x) {
  store volatile double %x, ptr %p
  ret void
}
define void @tgt(ptr %p, double %x) {
  %i = bitcast double %x to i64
  store volatile i64 %i, ptr %p
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Correct: the same of accesses that are not volatile.
define void @src(ptr %p, double noundef %x) {
  store double %x, ptr %p
  ret void
}
define void @tgt(ptr %p, double noundef %x) {
  %i = bitcast double %x to i64
  store i64 %i, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

; Correct: a vector of integers and one number of as many bytes are integers.
define void @src(ptr %p) {
  store volatile <4 x i8> <i8 1, i8 1, i8 1, i8 1>, ptr %p, align 4
  ret void
}
define void @tgt(ptr %p) {
  store volatile i32 16843009, ptr %p, align 4
  ret void
}
; interpreter: nothing against it
; solver: correct

; Incorrect: in another address space, too.
define void @src(ptr addrspace(1) dereferenceable(4) nonnull align 4 %p) {
  store volatile float 0.0, ptr addrspace(1) %p
  ret void
}
define void @tgt(ptr addrspace(1) dereferenceable(4) nonnull align 4 %p) {
  store volatile i32 0, ptr addrspace(1) %p
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; MEM-59: The address space is part of it.
define i32 @src(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %v = load volatile i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr addrspace(1) %p
  ret i32 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

define void @src(ptr addrspace(3) %p) {
  %q = addrspacecast ptr addrspace(3) %p to ptr
  store volatile i32 1, ptr %q
  ret void
}
define void @tgt(ptr addrspace(3) %p) {
  store volatile i32 1, ptr addrspace(3) %p
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; Of a plain access it is not.
define void @src(ptr addrspace(3) %p) {
  %q = addrspacecast ptr addrspace(3) %p to ptr
  store i32 1, ptr %q
  ret void
}
define void @tgt(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  ret void
}
; check: correct

target triple = "nvptx64-nvidia-cuda"
define i32 @src(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %v = load volatile i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr addrspace(1) %p
  ret i32 %v
}
; check: correct

define i32 @src(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr addrspace(1) %p
  %w = load volatile float, ptr addrspace(1) %p
  ret i32 %v
}
define i32 @tgt(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr addrspace(1) %p
  %w = load volatile float, ptr addrspace(1) %p
  %u = add i32 %v, 0
  ret i32 %u
}
; check: correct

; MEM-60: A volatile access captures nothing.
declare void @h()
define i32 @src() {
  %a = alloca i32
  store volatile i32 5, ptr %a
  store i32 6, ptr %a
  call void @h()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca i32
  store volatile i32 5, ptr %a
  store i32 6, ptr %a
  call void @h()
  ret i32 6
}
; check: correct
