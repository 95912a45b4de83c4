; A counterexample within a low bound ends the search.
; Loops within loops: eight rounds of each would be too many blocks.
define i8 @src(i8 noundef %x) {
entry:
  br label %h0
h0:
  br label %h1
h1:
  br label %h2
h2:
  br label %h3
h3:
  br label %h4
h4:
  br label %h5
h5:
  br label %l4
l4:
  %c4 = icmp eq i8 %x, 4
  br i1 %c4, label %h4, label %l3
l3:
  %c3 = icmp eq i8 %x, 3
  br i1 %c3, label %h3, label %l2
l2:
  %c2 = icmp eq i8 %x, 2
  br i1 %c2, label %h2, label %l1
l1:
  %c1 = icmp eq i8 %x, 1
  br i1 %c1, label %h1, label %l0
l0:
  %c0 = icmp eq i8 %x, 0
  br i1 %c0, label %h0, label %exit
exit:
  ret i8 %x
}
define i8 @tgt(i8 noundef %x) {
entry:
  br label %h0
h0:
  br label %h1
h1:
  br label %h2
h2:
  br label %h3
h3:
  br label %h4
h4:
  br label %h5
h5:
  br label %l4
l4:
  %c4 = icmp eq i8 %x, 4
  br i1 %c4, label %h4, label %l3
l3:
  %c3 = icmp eq i8 %x, 3
  br i1 %c3, label %h3, label %l2
l2:
  %c2 = icmp eq i8 %x, 2
  br i1 %c2, label %h2, label %l1
l1:
  %c1 = icmp eq i8 %x, 1
  br i1 %c1, label %h1, label %l0
l0:
  %c0 = icmp eq i8 %x, 0
  br i1 %c0, label %h0, label %exit
exit:
  %y = add i8 %x, 1
  ret i8 %y
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A branch on undef is undefined on both sides alike.
; Between the two, the branch is decided by what does not vary.
; An undef condition that does not matter is no excuse for one that does.
define i8 @src(i8 %x, i8 noundef %y) {
  %a = icmp ult i8 %x, 10
  %b = icmp ugt i8 %y, 9
  %c = and i1 %a, %b
  br i1 %c, label %then, label %else
then:
  ret i8 1
else:
  ret i8 2
}
define i8 @tgt(i8 %x, i8 noundef %y) {
  %a = icmp ult i8 %x, 10
  %b = icmp ugt i8 %y, 9
  %c = select i1 %b, i1 %a, i1 false
  br i1 %c, label %then, label %else
then:
  ret i8 1
else:
  ret i8 2
}
; interpreter: correct
; solver: correct

define i8 @src(i8 %x, i8 noundef %y) {
  %a = icmp ult i8 %x, 10
  %b = icmp ugt i8 %y, 9
  %c = and i1 %a, %b
  br i1 %c, label %then, label %else
then:
  ret i8 1
else:
  ret i8 2
}
define i8 @tgt(i8 %x, i8 noundef %y) {
  %a = icmp ult i8 %x, 11
  %b = icmp ugt i8 %y, 9
  %c = and i1 %a, %b
  br i1 %c, label %then, label %else
then:
  ret i8 1
else:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @src(i8 %x, i8 noundef %y) {
  %a = icmp ult i8 %x, 10
  %b = icmp ugt i8 %y, 9
  %c = and i1 %a, %b
  br i1 %c, label %then, label %else
then:
  ret i8 1
else:
  ret i8 2
}
define i8 @tgt(i8 %x, i8 noundef %y) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %then, label %else
then:
  ret i8 1
else:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; CALL-33: llvm.sideeffect does nothing where a run ends.
declare void @llvm.sideeffect()
define i8 @src(i8 %x) {
  call void @llvm.sideeffect()
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  ret i8 %x
}
; interpreter: correct
; solver: correct

declare void @llvm.sideeffect()
define i8 @src(i8 %x) {
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  call void @llvm.sideeffect()
  ret i8 %x
}
; interpreter: correct
; solver: correct

; In a loop that must make progress it is progress: CALL-33.
declare void @llvm.sideeffect()
define i8 @src(i8 %x) mustprogress {
  br label %l
l:
  call void @llvm.sideeffect()
  br label %l
}
define i8 @tgt(i8 %x) mustprogress {
  br label %l
l:
  br label %l
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.sideeffect()
define i8 @src(i8 %x) mustprogress {
  br label %l
l:
  call void @llvm.sideeffect()
  br label %l
}
define i8 @tgt(i8 %x) mustprogress {
  br label %l
l:
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; VAL-5: Behind a cycle without a way out nothing comes, and what comes before it is seen.
declare void @seen(i8)
define void @src() {
  call void @seen(i8 1)
  br label %l
l:
  br label %l
}
define void @tgt() {
  call void @seen(i8 1)
  call void @seen(i8 2)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare void @seen(i8)
define void @src() {
  call void @seen(i8 1)
  br label %l
l:
  br label %l
}
define void @tgt() {
  call void @seen(i8 2)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare void @seen(i8)
define void @src() {
  call void @seen(i8 1)
  br label %l
l:
  br label %l
}
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; VAL-6: Addresses of blocks that were kept in a variable of the function's own.
define i8 @src(i1 noundef %c, ptr noundef %p) {
  %t = alloca [2 x ptr]
  %s = getelementptr [2 x ptr], ptr %t, i64 0, i64 1
  store ptr blockaddress(@src, %a), ptr %t
  store ptr blockaddress(@src, %b), ptr %s
  %i = zext i1 %c to i64
  %q = getelementptr [2 x ptr], ptr %t, i64 0, i64 %i
  %g = load ptr, ptr %q
  indirectbr ptr %g, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) {
  %t = alloca [2 x ptr]
  %s = getelementptr [2 x ptr], ptr %t, i64 0, i64 1
  store ptr blockaddress(@tgt, %a), ptr %t
  store ptr blockaddress(@tgt, %b), ptr %s
  %i = zext i1 %c to i64
  %q = getelementptr [2 x ptr], ptr %t, i64 0, i64 %i
  %g = load ptr, ptr %q
  indirectbr ptr %g, [label %a, label %b]
a:
  %z = add i8 0, 1
  ret i8 %z
b:
  ret i8 2
}
; interpreter: nothing against it
; solver: correct

define i8 @src(i1 noundef %c, ptr noundef %p) {
  %t = alloca [2 x ptr]
  %s = getelementptr [2 x ptr], ptr %t, i64 0, i64 1
  store ptr blockaddress(@src, %a), ptr %t
  store ptr blockaddress(@src, %b), ptr %s
  %i = zext i1 %c to i64
  %q = getelementptr [2 x ptr], ptr %t, i64 0, i64 %i
  %g = load ptr, ptr %q
  indirectbr ptr %g, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) {
  %t = alloca [2 x ptr]
  %s = getelementptr [2 x ptr], ptr %t, i64 0, i64 1
  store ptr blockaddress(@tgt, %a), ptr %t
  store ptr blockaddress(@tgt, %b), ptr %s
  %i = zext i1 %c to i64
  %q = getelementptr [2 x ptr], ptr %t, i64 0, i64 %i
  %g = load ptr, ptr %q
  indirectbr ptr %g, [label %a, label %b]
a:
  ret i8 3
b:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation

define i8 @src(i1 noundef %c, ptr noundef %p) {
  %t = alloca [2 x ptr]
  %s = getelementptr [2 x ptr], ptr %t, i64 0, i64 1
  store ptr blockaddress(@src, %a), ptr %t
  store ptr %p, ptr %s
  %i = zext i1 %c to i64
  %q = getelementptr [2 x ptr], ptr %t, i64 0, i64 %i
  %g = load ptr, ptr %q
  indirectbr ptr %g, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) {
  %t = alloca [2 x ptr]
  %s = getelementptr [2 x ptr], ptr %t, i64 0, i64 1
  store ptr blockaddress(@tgt, %a), ptr %t
  store ptr %p, ptr %s
  %i = zext i1 %c to i64
  %q = getelementptr [2 x ptr], ptr %t, i64 0, i64 %i
  %g = load ptr, ptr %q
  indirectbr ptr %g, [label %a, label %b]
a:
  %z = add i8 0, 1
  ret i8 %z
b:
  ret i8 2
}
; interpreter: nothing against it
; solver: unsupported: indirectbr to an address from elsewhere
; solver, @src against itself: unsupported: indirectbr to an address from elsewhere
; solver, @tgt against itself: unsupported: indirectbr to an address from elsewhere
