; Null may lead to an object where null_pointer_is_valid says so (LangRef, function attributes).
define void @src() null_pointer_is_valid {
  store i8 1, ptr null
  ret void
}
define void @tgt() null_pointer_is_valid {
  unreachable
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

define i8 @src() null_pointer_is_valid {
  %v = load i8, ptr null
  ret i8 %v
}
define i8 @tgt() null_pointer_is_valid {
  ret i8 poison
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-poisonous

define i1 @src(ptr %p) null_pointer_is_valid {
  %v = load i8, ptr %p
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p) null_pointer_is_valid {
  %v = load i8, ptr %p
  ret i1 false
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: value-mismatch

define i1 @src(ptr dereferenceable(4) %p) null_pointer_is_valid {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr dereferenceable(4) %p) null_pointer_is_valid {
  ret i1 false
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

define i8 @src(ptr %p) null_pointer_is_valid {
  %v = load i8, ptr %p
  %w = add i8 %v, %v
  ret i8 %w
}
define i8 @tgt(ptr %p) null_pointer_is_valid {
  %v = load i8, ptr %p
  %w = shl i8 %v, 1
  ret i8 %w
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

; Null may lead to an object in other address spaces than 0 (LangRef, pointer type).
define void @src()  {
  store i8 1, ptr addrspace(1) null
  ret void
}
define void @tgt()  {
  unreachable
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-ub

define i8 @src()  {
  %v = load i8, ptr addrspace(1) null
  ret i8 %v
}
define i8 @tgt()  {
  ret i8 poison
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-poisonous

define i1 @src(ptr addrspace(1) %p)  {
  %v = load i8, ptr addrspace(1) %p
  %c = icmp eq ptr addrspace(1) %p, null
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p)  {
  %v = load i8, ptr addrspace(1) %p
  ret i1 false
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: value-mismatch

define i1 @src(ptr addrspace(1) dereferenceable(4) %p)  {
  %c = icmp eq ptr addrspace(1) %p, null
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) dereferenceable(4) %p)  {
  ret i1 false
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

define i8 @src(ptr addrspace(1) %p)  {
  %v = load i8, ptr addrspace(1) %p
  %w = add i8 %v, %v
  ret i8 %w
}
define i8 @tgt(ptr addrspace(1) %p)  {
  %v = load i8, ptr addrspace(1) %p
  %w = shl i8 %v, 1
  ret i8 %w
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

; Nothing is at address zero in address space 0.
define void @src()  {
  store i8 1, ptr null
  ret void
}
define void @tgt()  {
  unreachable
}
; interpreter: correct
; solver: correct

define i8 @src()  {
  %v = load i8, ptr null
  ret i8 %v
}
define i8 @tgt()  {
  ret i8 poison
}
; interpreter: correct
; solver: correct

define i1 @src(ptr %p)  {
  %v = load i8, ptr %p
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr %p)  {
  %v = load i8, ptr %p
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

define i1 @src(ptr dereferenceable(4) %p)  {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt(ptr dereferenceable(4) %p)  {
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; Where null leads to an object, a noalias argument that is null and another pointer may lead to it: undefined, but not
; followed.
define i8 @src(ptr noalias %x, ptr %y, i8 noundef %z) null_pointer_is_valid {
  store i8 %z, ptr %x
  store i8 0, ptr %y
  %a = load i8, ptr %x
  ret i8 %a
}
define i8 @tgt(ptr noalias %x, ptr %y, i8 noundef %z) null_pointer_is_valid {
  store i8 %z, ptr %x
  store i8 0, ptr %y
  ret i8 %z
}
; interpreter: unknown: an object that may be at address zero
; solver: unknown: approximation

define i8 @src(ptr %x, ptr %y, i8 noundef %z) null_pointer_is_valid {
  store i8 %z, ptr %x
  store i8 0, ptr %y
  %a = load i8, ptr %x
  ret i8 %a
}
define i8 @tgt(ptr %x, ptr %y, i8 noundef %z) null_pointer_is_valid {
  store i8 %z, ptr %x
  store i8 0, ptr %y
  ret i8 %z
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @src(ptr noalias %x, ptr %y, i8 noundef %z) null_pointer_is_valid {
  store i8 %z, ptr %x
  %a = load i8, ptr %x
  store i8 0, ptr %y
  ret i8 %a
}
define i8 @tgt(ptr noalias %x, ptr %y, i8 noundef %z) null_pointer_is_valid {
  store i8 %z, ptr %x
  store i8 1, ptr %y
  ret i8 %z
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch
