; MEM-23: In each round an acquire and a load; the first round's load is enough for none.
@g = global i32 0
@x = global i32 0
define i32 @src(i32 %n) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %s = phi i32 [ 0, %0 ], [ %t, %l ]
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  ret i32 %t
}
define i32 @tgt(i32 %n) {
  %v = load i32, ptr @g
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %s = phi i32 [ 0, %0 ], [ %t, %l ]
  %a = load atomic i32, ptr @x acquire, align 4
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  ret i32 %t
}
; check: unknown: unsupported: other threads

; The other way about: from the second round on the load leaves the acquire of the round before.
@g = global i32 0
@x = global i32 0
define i32 @src(i32 %n) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %s = phi i32 [ 0, %0 ], [ %t, %l ]
  %v = load i32, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  ret i32 %t
}
define i32 @tgt(i32 %n) {
  %v = load i32, ptr @g
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %s = phi i32 [ 0, %0 ], [ %t, %l ]
  %a = load atomic i32, ptr @x acquire, align 4
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  ret i32 %t
}
; check: unknown: unsupported: other threads

; A store that sinks behind a loop of releases.
@g = global i32 0
@x = global i32 0
define void @src(i32 %n) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  store i32 %i, ptr @g
  store atomic i32 1, ptr @x release, align 4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  ret void
}
define void @tgt(i32 %n) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  store atomic i32 1, ptr @x release, align 4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o
o:
  store i32 2, ptr @g
  ret void
}
; check: unknown: unsupported: other threads

; Other accesses of the same place: the load behind the acquire takes the number of the one before.
@g = global i32 0
@x = global i32 0
define i32 @src() {
  %w = load i32, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  %o = icmp eq i32 %a, 1
  %r = select i1 %o, i32 %v, i32 %w
  ret i32 %r
}
define i32 @tgt() {
  %w = load i32, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 %w
}
; check: unknown: unsupported: other threads

; The one before may take the number of the one behind.
@g = global i32 0
@x = global i32 0
define i32 @src() {
  %w = load i32, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  %r = add i32 %v, %w
  ret i32 %r
}
define i32 @tgt() {
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  %r = add i32 %v, %v
  ret i32 %r
}
; check: correct (one thread)

; Behind a release and an acquire neither: others have been there.
@g = global i32 0
@x = global i32 0
define i32 @src() {
  %w = load i32, ptr @g
  %a = atomicrmw xchg ptr @x, i32 1 acq_rel
  %v = load i32, ptr @g
  %r = sub i32 %v, %w
  ret i32 %r
}
define i32 @tgt() {
  %a = atomicrmw xchg ptr @x, i32 1 acq_rel
  ret i32 0
}
; check: unknown: unsupported: other threads

; What is stored before a release and an acquire is not what is loaded behind them.
@g = global i32 0
@x = global i32 0
define i32 @src() {
  store i32 5, ptr @g
  store atomic i32 1, ptr @x release, align 4
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt() {
  store i32 5, ptr @g
  store atomic i32 1, ptr @x release, align 4
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 5
}
; check: unknown: unsupported: other threads

; Before an acquire alone it is: what others stored since would race with it.
@g = global i32 0
@x = global i32 0
define i32 @src() {
  store i32 5, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt() {
  store i32 5, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 5
}
; check: correct (one thread)

; A store that another one behind a release and an acquire repeats.
@g = global i32 0
@x = global i32 0
define void @src() {
  store i32 5, ptr @g
  %a = atomicrmw xchg ptr @x, i32 1 acq_rel
  store i32 6, ptr @g
  ret void
}
define void @tgt() {
  %a = atomicrmw xchg ptr @x, i32 1 acq_rel
  store i32 6, ptr @g
  ret void
}
; check: unknown: unsupported: other threads

; One of three fences is crossed.
@g = global i32 0
@h = global i32 0
define i32 @src() {
  fence acquire
  %v = load i32, ptr @h
  fence acquire
  %w = load i32, ptr @g
  fence acquire
  %r = add i32 %v, %w
  ret i32 %r
}
define i32 @tgt() {
  fence acquire
  %v = load i32, ptr @h
  %w = load i32, ptr @g
  fence acquire
  fence acquire
  %r = add i32 %v, %w
  ret i32 %r
}
; check: unknown: unsupported: other threads

; Pointers of which the object is not shown: loaded, returned, chosen.
@x = global i32 0
define i32 @src(ptr %p) {
  %q = load ptr, ptr %p
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %q = load ptr, ptr %p
  %v = load i32, ptr %q
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 %v
}
; check: unknown: unsupported: other threads

@x = global i32 0
declare ptr @f()
define i32 @src() {
  %q = call ptr @f()
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt() {
  %q = call ptr @f()
  %v = load i32, ptr %q
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 %v
}
; check: unknown: unsupported: other threads

@x = global i32 0
define i32 @src(ptr %p, ptr %q, i1 noundef %c) {
  %a = load atomic i32, ptr @x acquire, align 4
  %s = select i1 %c, ptr %p, ptr %q
  %v = load i32, ptr %s
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q, i1 noundef %c) {
  %s = select i1 %c, ptr %p, ptr %q
  %v = load i32, ptr %s
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 %v
}
; check: unknown: unsupported: other threads

; Other address spaces are shared as well.
@g = addrspace(1) global i32 0
@x = addrspace(1) global i32 0
define i32 @src() {
  %a = load atomic i32, ptr addrspace(1) @x acquire, align 4
  %v = load i32, ptr addrspace(1) @g
  ret i32 %v
}
define i32 @tgt() {
  %v = load i32, ptr addrspace(1) @g
  %a = load atomic i32, ptr addrspace(1) @x acquire, align 4
  ret i32 %v
}
; check: unknown: unsupported: other threads

; Memory of one's own that was handed to others: a noalias argument, a copy, a variable of this thread.
@x = global ptr null
define i32 @src(ptr noalias %p) {
  store atomic ptr %p, ptr @x release, align 8
  %a = load atomic ptr, ptr @x acquire, align 8
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr noalias %p) {
  store atomic ptr %p, ptr @x release, align 8
  %v = load i32, ptr %p
  %a = load atomic ptr, ptr @x acquire, align 8
  ret i32 %v
}
; check: unknown: unsupported: other threads

@x = global ptr null
define i32 @src(ptr byval(i32) %p) {
  store atomic ptr %p, ptr @x release, align 8
  %a = load atomic ptr, ptr @x acquire, align 8
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr byval(i32) %p) {
  store atomic ptr %p, ptr @x release, align 8
  %v = load i32, ptr %p
  %a = load atomic ptr, ptr @x acquire, align 8
  ret i32 %v
}
; check: unknown: unsupported: other threads

@t = thread_local global i32 0
@x = global ptr null
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @src() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store atomic ptr %p, ptr @x release, align 8
  %a = load atomic ptr, ptr @x acquire, align 8
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store atomic ptr %p, ptr @x release, align 8
  %v = load i32, ptr %p
  %a = load atomic ptr, ptr @x acquire, align 8
  ret i32 %v
}
; check: unknown: unsupported: other threads

; One that was not stays the thread's.
@t = thread_local global i32 0
@x = global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @src() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %a = load atomic i32, ptr @x acquire, align 4
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %v = load i32, ptr %p
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 %v
}
; check: correct (one thread)

; A copy and the load and store that it becomes are the same accesses.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@g = global i32 0
@x = global i32 0
define i32 @src() {
  %o = alloca i32
  %a = load atomic i32, ptr @x acquire, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr @g, i64 4, i1 false)
  %r = load i32, ptr %o
  ret i32 %r
}
define i32 @tgt() {
  %r = load i32, ptr @g
  %a = load atomic i32, ptr @x acquire, align 4
  ret i32 %r
}
; check: unknown: unsupported: other threads

; Memory that does not change may be known before the acquire.
declare ptr @llvm.invariant.start.p0(i64, ptr)
@x = global i32 0
define i32 @src(ptr %p) {
  store i32 5, ptr %p
  fence release
  %i = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  fence acquire
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  store i32 5, ptr %p
  fence release
  %i = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  fence acquire
  ret i32 5
}
; check: correct (one thread)
