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

; The pointer may come from another address space: where that is not reached, the number may still be an address (MEM-19).
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

; An address that is used twice on each of many steps.
define i8 @src(ptr noundef %p) {
  %c0 = ptrtoint ptr %p to i64
  %b1 = add i64 %c0, %c0
  %c1 = sub i64 %b1, %c0
  %b2 = add i64 %c1, %c1
  %c2 = sub i64 %b2, %c1
  %b3 = add i64 %c2, %c2
  %c3 = sub i64 %b3, %c2
  %b4 = add i64 %c3, %c3
  %c4 = sub i64 %b4, %c3
  %b5 = add i64 %c4, %c4
  %c5 = sub i64 %b5, %c4
  %b6 = add i64 %c5, %c5
  %c6 = sub i64 %b6, %c5
  %b7 = add i64 %c6, %c6
  %c7 = sub i64 %b7, %c6
  %b8 = add i64 %c7, %c7
  %c8 = sub i64 %b8, %c7
  %b9 = add i64 %c8, %c8
  %c9 = sub i64 %b9, %c8
  %b10 = add i64 %c9, %c9
  %c10 = sub i64 %b10, %c9
  %b11 = add i64 %c10, %c10
  %c11 = sub i64 %b11, %c10
  %b12 = add i64 %c11, %c11
  %c12 = sub i64 %b12, %c11
  %b13 = add i64 %c12, %c12
  %c13 = sub i64 %b13, %c12
  %b14 = add i64 %c13, %c13
  %c14 = sub i64 %b14, %c13
  %b15 = add i64 %c14, %c14
  %c15 = sub i64 %b15, %c14
  %b16 = add i64 %c15, %c15
  %c16 = sub i64 %b16, %c15
  %b17 = add i64 %c16, %c16
  %c17 = sub i64 %b17, %c16
  %b18 = add i64 %c17, %c17
  %c18 = sub i64 %b18, %c17
  %b19 = add i64 %c18, %c18
  %c19 = sub i64 %b19, %c18
  %b20 = add i64 %c19, %c19
  %c20 = sub i64 %b20, %c19
  %b21 = add i64 %c20, %c20
  %c21 = sub i64 %b21, %c20
  %b22 = add i64 %c21, %c21
  %c22 = sub i64 %b22, %c21
  %b23 = add i64 %c22, %c22
  %c23 = sub i64 %b23, %c22
  %b24 = add i64 %c23, %c23
  %c24 = sub i64 %b24, %c23
  %b25 = add i64 %c24, %c24
  %c25 = sub i64 %b25, %c24
  %b26 = add i64 %c25, %c25
  %c26 = sub i64 %b26, %c25
  %b27 = add i64 %c26, %c26
  %c27 = sub i64 %b27, %c26
  %b28 = add i64 %c27, %c27
  %c28 = sub i64 %b28, %c27
  %b29 = add i64 %c28, %c28
  %c29 = sub i64 %b29, %c28
  %b30 = add i64 %c29, %c29
  %c30 = sub i64 %b30, %c29
  %b31 = add i64 %c30, %c30
  %c31 = sub i64 %b31, %c30
  %b32 = add i64 %c31, %c31
  %c32 = sub i64 %b32, %c31
  %b33 = add i64 %c32, %c32
  %c33 = sub i64 %b33, %c32
  %b34 = add i64 %c33, %c33
  %c34 = sub i64 %b34, %c33
  %b35 = add i64 %c34, %c34
  %c35 = sub i64 %b35, %c34
  %b36 = add i64 %c35, %c35
  %c36 = sub i64 %b36, %c35
  %b37 = add i64 %c36, %c36
  %c37 = sub i64 %b37, %c36
  %b38 = add i64 %c37, %c37
  %c38 = sub i64 %b38, %c37
  %b39 = add i64 %c38, %c38
  %c39 = sub i64 %b39, %c38
  %b40 = add i64 %c39, %c39
  %c40 = sub i64 %b40, %c39
  %q = inttoptr i64 %c40 to ptr
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr noundef %p) {
  %r = load i8, ptr %p
  ret i8 %r
}
; check: correct
