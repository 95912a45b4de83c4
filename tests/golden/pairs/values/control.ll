; Branch on poison is undefined in the target.
define i8 @src(i1 %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }
define i8 @tgt(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  ret i8 2
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i8 @src(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i1 %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }
; interpreter: correct
; solver: correct

; Switch takes the case of its value.
define i8 @src(i8 %x) {
  switch i8 %x, label %d [ i8 1, label %a i8 2, label %a ]
a:
  ret i8 7
d:
  ret i8 9
}
define i8 @tgt(i8 %x) {
  %f = add i8 %x, -1
  %c = icmp ult i8 %f, 2
  %r = select i1 %c, i8 7, i8 9
  ret i8 %r
}
; interpreter: correct
; solver: correct

define i8 @src(i8 %x) {
  switch i8 %x, label %d [ i8 1, label %a i8 2, label %a ]
a:
  ret i8 7
d:
  ret i8 9
}
define i8 @tgt(i8 %x) {
  %f = add i8 %x, -1
  %c = icmp ult i8 %f, 3
  %r = select i1 %c, i8 7, i8 9
  ret i8 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Values that leave a loop are those of the last iteration.
define i8 @src(i8 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %more = icmp ult i8 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i8 %j
}
define i8 @tgt(i8 noundef %n) {
  %z = icmp eq i8 %n, 0
  %r = select i1 %z, i8 1, i8 %n
  ret i8 %r
}
; interpreter: correct
; solver: correct

define i8 @src(i8 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %more = icmp ult i8 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i8 %j
}
define i8 @tgt(i8 noundef %n) { ret i8 %n }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; VAL-6: An indirect branch goes to the block whose address it is given.
; A branch to a block that is not listed is undefined.
define i8 @src(i1 noundef %c) {
  %p = select i1 %c, ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)
  indirectbr ptr %p, [label %a, label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(i1 noundef %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }
; interpreter: correct
; solver: correct

define i8 @src(i1 noundef %c) {
  %p = select i1 %c, ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)
  indirectbr ptr %p, [label %a, label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(i1 noundef %c) {
  br i1 %c, label %b, label %a
a:
  ret i8 1
b:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @src(i1 noundef %c) {
  %p = select i1 %c, ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)
  indirectbr ptr %p, [label %a, label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(i1 noundef %c) {
  %p = select i1 %c, ptr blockaddress(@tgt, %a), ptr blockaddress(@tgt, %b)
  indirectbr ptr %p, [label %a, label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
; interpreter: correct
; solver: correct

define i8 @src() {
  indirectbr ptr blockaddress(@src, %b), [label %a]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt() { ret i8 7 }
; interpreter: correct
; solver: correct

; An indirect branch by a table or a variable is followed.
@t = internal constant [2 x ptr] [ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)]
define i8 @src(i64 noundef %i) {
  %q = getelementptr inbounds [2 x ptr], ptr @t, i64 0, i64 %i
  %p = load ptr, ptr %q
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i64 noundef %i) {
  %c = icmp eq i64 %i, 0
  %r = select i1 %c, i8 1, i8 2
  ret i8 %r
}
; interpreter: nothing against it
; solver: correct

@t = internal constant [2 x ptr] [ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)]
define i8 @src(i64 noundef %i) {
  %q = getelementptr inbounds [2 x ptr], ptr @t, i64 0, i64 %i
  %p = load ptr, ptr %q
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i64 noundef %i) {
  %c = icmp eq i64 %i, 0
  %r = select i1 %c, i8 2, i8 1
  ret i8 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @src(i1 noundef %c) {
  %v = alloca ptr
  %p = select i1 %c, ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)
  store ptr %p, ptr %v
  %q = load ptr, ptr %v
  indirectbr ptr %q, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i1 noundef %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }
; interpreter: correct
; solver: correct

; Which block an address from elsewhere is nobody knows, but it is the same one in both functions (VAL-6).
define i8 @src(ptr %p, i8 %x) {
  indirectbr ptr %p, [label %a, label %b]
a:
  %y = mul i8 %x, 2
  ret i8 %y
b:
  ret i8 2
}
define i8 @tgt(ptr %p, i8 %x) {
  indirectbr ptr %p, [label %b, label %a]
b:
  ret i8 2
a:
  %y = shl i8 %x, 1
  ret i8 %y
}
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @src(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 2
b:
  ret i8 1
}
; interpreter: nothing against it: the source is never defined
; solver: unknown: approximation

; It may be one that the function has passed to others, but is compared with none.
define i8 @src() {
  %p = call ptr @get(ptr blockaddress(@src, %a), ptr blockaddress(@src, %b))
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt() {
  %p = call ptr @get(ptr blockaddress(@tgt, %a), ptr blockaddress(@tgt, %b))
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 1
b:
  %r = add i8 1, 1
  ret i8 %r
}
declare ptr @get(ptr, ptr)
; interpreter: nothing against it
; solver: correct

define i8 @src(ptr %p) {
  %c = icmp eq ptr %p, blockaddress(@src, %a)
  %r = zext i1 %c to i8
  indirectbr ptr %p, [label %a]
a:
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  %c = icmp eq ptr %p, blockaddress(@tgt, %a)
  indirectbr ptr %p, [label %a]
a:
  ret i8 0
}
; interpreter: nothing against it: the source is never defined
; solver: unsupported: indirectbr to an address from elsewhere
; solver, @src against itself: unsupported: indirectbr to an address from elsewhere
; solver, @tgt against itself: unsupported: indirectbr to an address from elsewhere

; A table of blocks that is copied is named, too.
@table = constant [1 x ptr] [ptr blockaddress(@src, %a)]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @src(ptr %p) {
  %l = alloca ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %l, ptr @table, i64 8, i1 false)
  indirectbr ptr %p, [label %a]
a:
  ret i8 1
}
define i8 @tgt(ptr %p) {
  indirectbr ptr %p, [label %a]
a:
  %r = add i8 0, 1
  ret i8 %r
}
; interpreter: nothing against it: the source is never defined
; solver: unsupported: indirectbr to an address from elsewhere
; solver, @src against itself: unsupported: indirectbr to an address from elsewhere

; Variables that lead to each other lead to no block.
@here = global ptr @there
@there = global ptr @here
define i8 @src(ptr %p, ptr %q) {
  store ptr @here, ptr %q
  indirectbr ptr %p, [label %a]
a:
  ret i8 1
}
define i8 @tgt(ptr %p, ptr %q) {
  store ptr @here, ptr %q
  indirectbr ptr %p, [label %a]
a:
  %r = add i8 0, 1
  ret i8 %r
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; A block's address that comes from elsewhere, or is given away, neither refutes nor proves what differs.
define i8 @src(ptr %p) {
  indirectbr ptr %p, [label %a]
a:
  ret i8 1
}
define i8 @tgt(ptr %p) { ret i8 2 }
; interpreter: nothing against it: the source is never defined
; solver: unknown: approximation

define ptr @src() {
  br label %a
a:
  ret ptr blockaddress(@src, %a)
}
define ptr @tgt() {
  br label %b
b:
  ret ptr blockaddress(@tgt, %b)
}
; interpreter: unknown: a pointer to a local object
; solver: unknown: approximation
