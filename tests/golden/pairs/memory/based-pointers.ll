; MEM-18: a pointer made of an integer is based on the pointers whose addresses the integer is computed from (LangRef,
; pointer aliasing rules). Where this is one pointer, it leads where that leads.
define i8 @src(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %q = inttoptr i64 %i to ptr
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  %r = load i8, ptr %p
  ret i8 %r
}
; check: correct

define i8 @src(ptr %p, i64 %n) {
  %i = ptrtoint ptr %p to i64
  %j = add i64 %i, 8
  %q = inttoptr i64 %j to ptr
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr %p, i64 %n) {
  %q = getelementptr i8, ptr %p, i64 8
  %r = load i8, ptr %q
  ret i8 %r
}
; check: correct

; Of two pointers it is the one that was chosen.
define i8 @src(ptr %p, ptr %q, i1 %c) {
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %k = select i1 %c, i64 %i, i64 %j
  %s = inttoptr i64 %k to ptr
  %r = load i8, ptr %s
  ret i8 %r
}
define i8 @tgt(ptr %p, ptr %q, i1 %c) {
  %s = select i1 %c, ptr %p, ptr %q
  %r = load i8, ptr %s
  ret i8 %r
}
; check: correct

define i8 @src(ptr %p, ptr %q, i1 %c) {
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %k = select i1 %c, i64 %i, i64 %j
  %s = inttoptr i64 %k to ptr
  %r = load i8, ptr %s
  ret i8 %r
}
define i8 @tgt(ptr %p, ptr %q, i1 %c) {
  %s = select i1 %c, ptr %q, ptr %p
  %r = load i8, ptr %s
  ret i8 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

define i8 @src(ptr %p, ptr %q, i1 %c) {
  %i = ptrtoint ptr %p to i64
  br i1 %c, label %a, label %b
a:
  %j = ptrtoint ptr %q to i64
  br label %b
b:
  %k = phi i64 [ %i, %0 ], [ %j, %a ]
  %s = inttoptr i64 %k to ptr
  store i8 1, ptr %s
  ret i8 0
}
define i8 @tgt(ptr %p, ptr %q, i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %s = phi ptr [ %p, %0 ], [ %q, %a ]
  store i8 1, ptr %s
  ret i8 0
}
; check: correct

; Another address.
define i8 @src(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %j = or i64 %i, 1
  %q = inttoptr i64 %j to ptr
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; An integer from elsewhere: any pointer may have contributed to it.
define i8 @src(ptr %p, i64 %n) {
  %i = ptrtoint ptr %p to i64
  %c = icmp eq i64 %i, %n
  br i1 %c, label %a, label %b
a:
  %q = inttoptr i64 %n to ptr
  %r = load i8, ptr %q
  ret i8 %r
b:
  ret i8 0
}
define i8 @tgt(ptr %p, i64 %n) {
  %i = ptrtoint ptr %p to i64
  %c = icmp eq i64 %i, %n
  br i1 %c, label %a, label %b
a:
  %r = load i8, ptr %p
  ret i8 %r
b:
  ret i8 0
}
; check: incorrect: more-ub (interpreter, smt)

; The pointer may come from another address space.
define i8 @src(ptr addrspace(1) %p) {
  %g = addrspacecast ptr addrspace(1) %p to ptr
  %i = ptrtoint ptr %g to i64
  %j = add i64 %i, 8
  %q = inttoptr i64 %j to ptr
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr addrspace(1) %p) {
  %g = addrspacecast ptr addrspace(1) %p to ptr
  %q = getelementptr i8, ptr %g, i64 8
  %r = load i8, ptr %q
  ret i8 %r
}
; check: correct
