; ATTR-35: what one argument may not write, another may.
declare void @u(ptr readonly captures(none), ptr captures(none))
define i8 @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a, ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a, ptr %a)
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @u(ptr readnone captures(none), ptr captures(none))
define void @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a, ptr %a)
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  call void @u(ptr %a, ptr %a)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @u(ptr readonly)
declare void @w()
define i8 @src(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  call void @w()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %a = alloca i8
  store i8 3, ptr %a
  call void @u(ptr %a)
  call void @w()
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Another way to the same object is not bound (LangRef: through this pointer argument).
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %p)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  store i8 1, ptr @G
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr @G, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; What is based on the parameter is: by getelementptr, in a loop, by a choice, in a callee.
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %r = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  br label %l
l:
  %i = phi i8 [ 0, %0 ], [ 1, %l ]
  %r = phi ptr [ %p, %0 ], [ %s, %l ]
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %r, i64 1
  %e = icmp eq i8 %i, 0
  br i1 %e, label %l, label %out
out:
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %e = icmp ne ptr %p, null
  %r = select i1 %e, ptr %p, ptr %q
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: correct

@G = global i8 0
define internal i8 @f(ptr readnone %p, ptr %q) {
  %v = load i8, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

@G = global i8 0
define internal i8 @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr readonly %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; So the target must not break it.
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %r = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %r = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %r
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  br label %l
l:
  %i = phi i8 [ 0, %0 ], [ 1, %l ]
  %r = phi ptr [ %p, %0 ], [ %s, %l ]
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %r, i64 1
  %e = icmp eq i8 %i, 0
  br i1 %e, label %l, label %out
out:
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  br label %l
l:
  %i = phi i8 [ 0, %0 ], [ 1, %l ]
  %r = phi ptr [ %p, %0 ], [ %s, %l ]
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %r, i64 1
  %e = icmp eq i8 %i, 0
  br i1 %e, label %l, label %out
out:
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %e = icmp ne ptr %p, null
  %r = select i1 %e, ptr %p, ptr %q
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %e = icmp ne ptr %p, null
  %r = select i1 %e, ptr %p, ptr %q
  store i8 1, ptr %r
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr readnone %p, ptr %q) {
  %v = load i8, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

@G = global i8 0
define internal i8 @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  store i8 1, ptr %p
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr readonly %p, ptr %q)
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Of a pointer that is stored, or given back by a call, nothing is known.
@G = global i8 0
define internal i8 @f(ptr readonly %p, ptr %q) {
  %a = alloca ptr
  store ptr %p, ptr %a
  %r = load ptr, ptr %a
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  %v = call i8 @f(ptr %p, ptr %q)
  ret i8 %v
}
define i8 @tgt(ptr dereferenceable(4) %p, ptr dereferenceable(4) %q) {
  ret i8 77
}
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: unknown: approximation

declare ptr @id(ptr readonly captures(ret: address, provenance)) nounwind willreturn memory(read)
define internal i8 @f(ptr readonly %p) {
  %r = call ptr @id(ptr %p)
  store i8 1, ptr %r
  ret i8 0
}
define i8 @src(ptr dereferenceable(4) %p) {
  %r = call ptr @id(ptr %p)
  store i8 1, ptr %r
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(4) %p) {
  %v = call i8 @f(ptr %p)
  ret i8 %v
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: unknown: approximation
