; A pointer that is made of an argument's address accesses what the argument leads to, noalias or not (LangRef: it is based on it; MEM-18).
define i16 @src(i8 %v, ptr noalias %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
define i16 @tgt(i8 %v, ptr noalias %p) {
  store i8 %v, ptr %p, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
; interpreter: nothing against it
; solver: correct

define noundef i16 @src(i8 %v, ptr noalias %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
define noundef i16 @tgt(i8 %v, ptr noalias %p) {
  store i8 %v, ptr %p, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
; interpreter: nothing against it
; solver: correct

define noundef i16 @src(i8 %v, ptr  %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
define noundef i16 @tgt(i8 %v, ptr  %p) {
  store i8 %v, ptr %p, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
; interpreter: nothing against it
; solver: correct

define noundef i16 @src(i8 %v, ptr noalias noundef dereferenceable(8) %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
define noundef i16 @tgt(i8 %v, ptr noalias noundef dereferenceable(8) %p) {
  store i8 %v, ptr %p, align 1
  %r = load i16, ptr %p, align 1
  ret i16 %r
}
; interpreter: nothing against it
; solver: correct

define void @src(i8 %v, ptr %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q
  ret void
}
define void @tgt(i8 %v, ptr %p) {
  store i8 %v, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: incorrect: more-ub

define void @src(i8 %v, ptr noalias %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q
  ret void
}
define void @tgt(i8 %v, ptr noalias %p) {
  %n = getelementptr i8, ptr %p, i64 1
  store i8 %v, ptr %n
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

define void @src(i8 %v, ptr noalias %p) {
  store i8 %v, ptr %p
  ret void
}
define void @tgt(i8 %v, ptr noalias %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(i8 %v, ptr noalias %p) {
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q
  ret void
}
define void @tgt(i8 %v, ptr noalias %p) {
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define i8 @src(i8 %v, ptr %p, ptr %r) {
  %x = load i8, ptr %r
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q
  %y = load i8, ptr %r
  ret i8 %y
}
define i8 @tgt(i8 %v, ptr %p, ptr %r) {
  %x = load i8, ptr %r
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  store i8 %v, ptr %q
  ret i8 %x
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

define i8 @src(i64 %a, ptr noalias %p, ptr %r) {
  %x = load i8, ptr %p
  %q = inttoptr i64 %a to ptr
  store i8 0, ptr %q
  %y = load i8, ptr %p
  %z = xor i8 %x, %y
  ret i8 %z
}
define i8 @tgt(i64 %a, ptr noalias %p, ptr %r) {
  %q = inttoptr i64 %a to ptr
  store i8 0, ptr %q
  ret i8 0
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @src(i64 %a, ptr noalias %p, ptr %r) {
  %x = load i8, ptr %p
  %q = inttoptr i64 %a to ptr
  store i8 0, ptr %q
  %y = load i8, ptr %p
  %z = xor i8 %x, %y
  ret i8 %z
}
define i8 @tgt(i64 %a, ptr noalias %p, ptr %r) {
  %x = load i8, ptr %p
  %q = inttoptr i64 %a to ptr
  store i8 0, ptr %q
  ret i8 %x
}
; interpreter: nothing against it: the source is never defined
; solver: incorrect: value-mismatch

define i8 @src(ptr noalias %p, ptr %r) {
  %x = load i8, ptr %p
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %r to i64
  %c = icmp eq i64 %a, %b
  br i1 %c, label %t, label %e
t:
  %q = inttoptr i64 %b to ptr
  store i8 1, ptr %q
  %y = load i8, ptr %p
  ret i8 %y
e:
  ret i8 0
}
define i8 @tgt(ptr noalias %p, ptr %r) {
  %x = load i8, ptr %p
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %r to i64
  %c = icmp eq i64 %a, %b
  br i1 %c, label %t, label %e
t:
  %q = inttoptr i64 %b to ptr
  store i8 1, ptr %q
  ret i8 %x
e:
  ret i8 0
}
; interpreter: nothing against it
; solver: correct
