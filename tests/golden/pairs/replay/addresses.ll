; What the solver refutes is run by the interpreter, which has no samples of its own here.

; Blocks are beside each other as in the model.
define ptr @src(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  ret ptr %q
b:
  ret ptr null
}
define ptr @tgt(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  ret ptr %p
b:
  ret ptr null
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; Blocks may stand in the upper half.
declare void @llvm.assume(i1)
define void @src(ptr %p) {
  %n = ptrtoint ptr %p to i64
  %c = icmp slt i64 %n, 0
  call void @llvm.assume(i1 %c)
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  %n = ptrtoint ptr %p to i64
  %c = icmp slt i64 %n, 0
  call void @llvm.assume(i1 %c)
  store i8 2, ptr %p
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @llvm.assume(i1)
define void @src(ptr align 8 dereferenceable(16) %p) {
  %n = ptrtoint ptr %p to i64
  %c = icmp slt i64 %n, 0
  call void @llvm.assume(i1 %c)
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr align 8 dereferenceable(16) %p) {
  %n = ptrtoint ptr %p to i64
  %c = icmp slt i64 %n, 0
  call void @llvm.assume(i1 %c)
  store i8 2, ptr %p
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; A copy keeps the pointer; whether its bytes as a number do is left open, in any of the worlds that are tried: What
; is left open at some addresses is told as that.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 4
  br i1 %c, label %a, label %b
a:
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
b:
  ret void
}
define void @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 4
  br i1 %c, label %a, label %b
a:
  store i8 %v, ptr %q
  ret void
b:
  ret void
}
; check --samples=0 --quick-budget=0: unknown: approximation

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 77
  br i1 %c, label %a, label %b
a:
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
b:
  ret void
}
define void @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 77
  br i1 %c, label %a, label %b
a:
  store i8 %v, ptr %q
  ret void
b:
  ret void
}
; check --samples=0 --quick-budget=0: unknown: approximation

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 200
  br i1 %c, label %a, label %b
a:
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
b:
  ret void
}
define void @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 200
  br i1 %c, label %a, label %b
a:
  store i8 %v, ptr %q
  ret void
b:
  ret void
}
; check --samples=0 --quick-budget=0: unknown: approximation

; MEM-17: by the number an unknown function may get at the source's variable, but no optimizer must keep that: A
; number that the target lacks is no counterexample.
declare void @g()
define i8 @src() {
  %v = alloca i8
  %n = ptrtoint ptr %v to i64
  %q = inttoptr i64 %n to ptr
  store i8 1, ptr %q
  call void @g()
  %r = load i8, ptr %v
  ret i8 %r
}
define i8 @tgt() {
  %v = alloca i8
  store i8 1, ptr %v
  call void @g()
  %r = load i8, ptr %v
  ret i8 %r
}
; check --samples=0 --quick-budget=0: unknown: approximation

declare void @g()
define i8 @src() {
  %v = alloca i8
  %n = ptrtoint ptr %v to i64
  %q = inttoptr i64 %n to ptr
  store i8 1, ptr %q
  call void @g()
  %r = load i8, ptr %v
  ret i8 %r
}
define i8 @tgt() {
  %v = alloca i8
  store i8 2, ptr %v
  call void @g()
  %r = load i8, ptr %v
  ret i8 %r
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; Numbers that are addresses follow their blocks.
@g = global i8 zeroinitializer
define i1 @src(i64 %i) { %p = getelementptr i8, ptr @g, i64 %i %c = icmp eq ptr %p, null ret i1 %c }
define i1 @tgt(i64 %i) { ret i1 false }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

@g = global i32 zeroinitializer
define i1 @src(i64 %i) { %p = getelementptr i8, ptr @g, i64 %i %c = icmp eq ptr %p, null ret i1 %c }
define i1 @tgt(i64 %i) { ret i1 false }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

@g = global [8 x i16] zeroinitializer
define i1 @src(i64 %i) { %p = getelementptr i8, ptr @g, i64 %i %c = icmp eq ptr %p, null ret i1 %c }
define i1 @tgt(i64 %i) { ret i1 false }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

@g = global i32 0
define i1 @src(i64 %i) { %p = ptrtoint ptr @g to i64 %c = icmp eq i64 %p, %i ret i1 %c }
define i1 @tgt(i64 %i) { ret i1 false }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; Memory of the caller may be freed.
declare void @free(ptr)
declare ptr @f(i32) memory(read)
define i8 @src() {
  %p = call ptr @f(i32 0)
  %c = icmp eq ptr %p, null
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  call void @free(ptr %p)
  ret i8 2
}
define i8 @tgt() { ret i8 1 }
; check --samples=0 --quick-budget=0: incorrect: return-domain (interpreter, smt)

declare void @free(ptr)
define i8 @src(ptr %p) { %v = load i8, ptr %p call void @free(ptr %p) ret i8 %v }
define i8 @tgt(ptr %p) { call void @free(ptr %p) %v = load i8, ptr %p ret i8 %v }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; Allocations may succeed.
declare noalias ptr @malloc(i64)
define ptr @src(i64 %n) { %p = call noalias ptr @malloc(i64 %n) %i = ptrtoint ptr %p to i64 ret ptr %p }
define ptr @tgt(i64 %n) { ret ptr null }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; A variable that is declared has some size.
@g = external global i8
define i8 @src(ptr %p) {
  %v = load i8, ptr %p
  %c = icmp eq ptr %p, @g
  br i1 %c, label %a, label %b
a:
  ret i8 0
b:
  ret i8 %v
}
define i8 @tgt(ptr %p) { %v = load i8, ptr %p ret i8 %v }
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

; Null may lead to an object.
define i8 @src(ptr addrspace(1) %p) { %v = load i8, ptr addrspace(1) null ret i8 %v }
define i8 @tgt(ptr addrspace(1) %p) { unreachable }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

define i8 @src(i8 %x, ptr addrspace(2) %p) { %v = load i8, ptr addrspace(1) null ret i8 %v }
define i8 @tgt(i8 %x, ptr addrspace(2) %p) { unreachable }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

define i8 @src(ptr %p) null_pointer_is_valid { %v = load i8, ptr null ret i8 %v }
define i8 @tgt(ptr %p) null_pointer_is_valid { ret i8 0 }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

define void @src(ptr %p) null_pointer_is_valid { store i32 1, ptr null ret void }
define void @tgt(ptr %p) null_pointer_is_valid { store i32 2, ptr null ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; Addresses that are returned differ as numbers.
define ptr @src(ptr %p) { %i = ptrtoint ptr %p to i64 %j = and i64 %i, -8 %q = inttoptr i64 %j to ptr ret ptr %q }
define ptr @tgt(ptr %p) { %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16) ret ptr %q }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; Variables that live at different times may have one address.
define i1 @src() {
  %p = alloca i8
  %q = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  call void @llvm.lifetime.end.p0(ptr %q)
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %c = icmp eq i64 %i, %j
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca i8
  %q = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  call void @llvm.lifetime.end.p0(ptr %q)
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %c = icmp eq i64 %i, %j
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i1 false
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

define i1 @src() {
  %p = alloca i32
  %q = alloca i32
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  call void @llvm.lifetime.end.p0(ptr %q)
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %c = icmp eq i64 %i, %j
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca i32
  %q = alloca i32
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  call void @llvm.lifetime.end.p0(ptr %q)
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %c = icmp eq i64 %i, %j
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i1 false
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

define i1 @src() {
  %p = alloca [4 x i64]
  %q = alloca [4 x i64]
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  call void @llvm.lifetime.end.p0(ptr %q)
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %c = icmp eq i64 %i, %j
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca [4 x i64]
  %q = alloca [4 x i64]
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  call void @llvm.lifetime.end.p0(ptr %q)
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %c = icmp eq i64 %i, %j
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i1 false
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; What a returned allocation holds is seen.
declare noalias ptr @malloc(i64)
define ptr @src() {
  %m = call ptr @malloc(i64 4)
  %c = icmp eq ptr %m, null
  br i1 %c, label %e, label %s
s:
  store i32 1, ptr %m
  br label %e
e:
  ret ptr %m
}
define ptr @tgt() {
  %m = call ptr @malloc(i64 4)
  %c = icmp eq ptr %m, null
  br i1 %c, label %e, label %s
s:
  br label %e
e:
  ret ptr %m
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; A block stands where the model has it, if there is room: its address has zeros in the lower half,
define i1 @src(ptr dereferenceable(4) %p) {
  %i = ptrtoint ptr %p to i64
  %h = and i64 %i, 4294967295
  %r = icmp eq i64 %h, 0
  ret i1 %r
}
define i1 @tgt(ptr dereferenceable(4) %p) { ret i1 false }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; or is zero where null leads to an object,
define i1 @src(ptr dereferenceable(4) %p) null_pointer_is_valid {
  %i = ptrtoint ptr %p to i64
  %r = icmp eq i64 %i, 0
  ret i1 %r
}
define i1 @tgt(ptr dereferenceable(4) %p) null_pointer_is_valid { ret i1 false }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; and nowhere else.
define i1 @src(ptr dereferenceable(4) %p) {
  %i = ptrtoint ptr %p to i64
  %r = icmp eq i64 %i, 0
  ret i1 %r
}
define i1 @tgt(ptr dereferenceable(4) %p) { ret i1 false }
; check --samples=0 --quick-budget=0: correct

; Which of two equal pointers is chosen matters, of lanes, too; that both may be undef hides no other model.
define ptr @src(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  %s = select i1 %c, ptr %p, ptr %q
  ret ptr %s
}
define ptr @tgt(ptr %p, ptr %q) {
  ret ptr %q
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

define <2 x ptr> @src(<2 x ptr> %p, <2 x ptr> %q) {
  %c = icmp eq <2 x ptr> %p, %q
  %s = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %q
  ret <2 x ptr> %s
}
define <2 x ptr> @tgt(<2 x ptr> %p, <2 x ptr> %q) {
  ret <2 x ptr> %q
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; Both lead into one object.
define ptr @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i16, ptr %p, i64 2
  %c = icmp eq ptr %q, %r
  %s = select i1 %c, ptr %q, ptr %r
  ret ptr %s
}
define ptr @tgt(ptr %p) {
  %r = getelementptr i16, ptr %p, i64 2
  ret ptr %r
}
; check --samples=0 --quick-budget=0: correct

; An object of more than a few bytes, which two arguments lead into at odd places.
define void @src(ptr noundef %s, ptr noundef %f) {
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i1, %latch ]
  %p = getelementptr inbounds nuw [9 x i32], ptr %f, i64 %i, i64 %j
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %latch, label %write
write:
  store i32 3, ptr %s
  br label %latch
latch:
  %i1 = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %i1, 3
  br i1 %m, label %inner, label %next
next:
  %j1 = add nuw nsw i64 %j, 1
  %n = icmp ne i64 %j1, 3
  br i1 %n, label %outer, label %done
done:
  ret void
}
define void @tgt(ptr noundef %s, ptr noundef %f) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %latch ]
  %p = getelementptr inbounds nuw [9 x i32], ptr %f, i64 %i, i64 %j
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %latch, label %write
write:
  store i32 3, ptr %s
  br label %latch
latch:
  %j1 = add nuw nsw i64 %j, 1
  %n = icmp ne i64 %j1, 3
  br i1 %n, label %inner, label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %i1, 3
  br i1 %m, label %outer, label %done
done:
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)
