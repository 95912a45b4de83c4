; Null leads to an object where the function says null_pointer_is_valid, or the pointer's address space is not 0
; (LangRef, function attributes, load). What holds for one function or address space says nothing of another. MEM-28
; Incorrect: the source may store to null, the target may not.
define void @src(ptr %p) null_pointer_is_valid {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store i8 1, ptr %p
  ret void
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

; Correct: the target may do more.
define void @src(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) null_pointer_is_valid {
  store i8 1, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

; Incorrect: as above, of a load that nothing uses.
define i8 @src(ptr %p) null_pointer_is_valid {
  %v = load i8, ptr %p
  ret i8 0
}
define i8 @tgt(ptr %p) {
  %v = load i8, ptr %p
  ret i8 0
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

; Incorrect: a copy from null.
define void @src(ptr %p, ptr %q) null_pointer_is_valid {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

; Incorrect: filling memory at null, by a function without the attribute.
define void @src(ptr %p) null_pointer_is_valid {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret void
}
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

; Correct: the source's function has no attribute, though it calls one that has. Its own store says that %p is not null.
define i1 @src(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr %p)
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr %p)
  ret i1 false
}
define internal void @f(ptr %p) null_pointer_is_valid {
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

; Incorrect: the function that has the attribute was inlined into one that has not.
define void @src(ptr %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  store i8 2, ptr %p
  ret void
}
define internal void @f(ptr %p) null_pointer_is_valid {
  store i8 2, ptr %p
  ret void
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

; Correct: a function without it was inlined into one that has it.
define void @src(ptr %p) null_pointer_is_valid {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) null_pointer_is_valid {
  store i8 2, ptr %p
  ret void
}
define internal void @f(ptr %p) {
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

; Incorrect: the store in @f, which has the attribute, does not say that %p is not null.
define i1 @src(ptr %p) {
  call void @f(ptr %p)
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  call void @f(ptr %p)
  ret i1 false
}
define internal void @f(ptr %p) null_pointer_is_valid {
  store i8 2, ptr %p
  ret void
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: value-mismatch

; Correct: an access in address space 0 says that its pointer is not null, whatever others there are.
define i1 @src(ptr %p, ptr addrspace(1) %q) {
  store i8 1, ptr %p
  store i8 1, ptr addrspace(1) %q
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p, ptr addrspace(1) %q) {
  store i8 1, ptr %p
  store i8 1, ptr addrspace(1) %q
  ret i1 false
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

; Incorrect: one in address space 1 says nothing of that.
define i1 @src(ptr %p, ptr addrspace(1) %q) {
  store i8 1, ptr %p
  store i8 1, ptr addrspace(1) %q
  %c = icmp eq ptr addrspace(1) %q, null
  ret i1 %c
}
define i1 @tgt(ptr %p, ptr addrspace(1) %q) {
  store i8 1, ptr %p
  store i8 1, ptr addrspace(1) %q
  ret i1 false
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: value-mismatch

; Correct: null in address space 0 may not be accessed, though there are pointers to others.
define i8 @src(ptr addrspace(1) %q) {
  store i8 1, ptr addrspace(1) %q
  %v = load i8, ptr null
  ret i8 %v
}
define i8 @tgt(ptr addrspace(1) %q) {
  unreachable
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

; Correct: what a null argument leads to is memory of the arguments.
define void @src(ptr %p) null_pointer_is_valid {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr writeonly captures(none) %p) null_pointer_is_valid memory(argmem: write) {
  store i8 1, ptr %p
  ret void
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

; Incorrect: what it leads to is not to be read only.
define void @src(ptr %p) null_pointer_is_valid {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) null_pointer_is_valid memory(argmem: read) {
  store i8 1, ptr %p
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub
