; ATTR-52: A convergent call must not depend on what it does not depend on in the source: the counter of a loop that is
; gone pays for no other branch.
declare void @cv() convergent
define void @src(i1 noundef %b, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @cv() convergent
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(i1 noundef %b, i32 noundef %n) {
entry:
  br i1 %b, label %t, label %e
t:
  call void @cv() convergent
  call void @cv() convergent
  ret void
e:
  call void @cv() convergent
  call void @cv() convergent
  ret void
}
; check: unknown: unsupported: convergent calls

declare void @cv() convergent
define void @src(i1 noundef %b, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @cv() convergent
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(i1 noundef %b, i32 noundef %n) {
entry:
  %m = call i32 @llvm.umax.i32(i32 %n, i32 7)
  %x = icmp eq i32 %m, 9
  br i1 %x, label %t, label %e
t:
  call void @cv() convergent
  call void @cv() convergent
  ret void
e:
  call void @cv() convergent
  call void @cv() convergent
  ret void
}
; check: unknown: unsupported: convergent calls

; Nor what is read.
declare void @cv() convergent
define void @src(i1 noundef %b, ptr noundef dereferenceable(4) align 4 %p) nofree nosync {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @cv() convergent
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(i1 noundef %b, ptr noundef dereferenceable(4) align 4 %p) nofree nosync {
entry:
  %v = load i32, ptr %p
  %m = freeze i32 %v
  %x = icmp eq i32 %m, 9
  br i1 %x, label %t, label %e
t:
  call void @cv() convergent
  call void @cv() convergent
  ret void
e:
  call void @cv() convergent
  call void @cv() convergent
  ret void
}
; check: unknown: unsupported: convergent calls

; Unrolled it depends on less,
declare void @cv() convergent
define void @src(i1 noundef %b, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @cv() convergent
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 2
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(i1 noundef %b, i32 noundef %n) {
  call void @cv() convergent
  call void @cv() convergent
  ret void
}
; check: correct

; and a counter in other steps on the same.
declare void @cv() convergent
define void @src(i1 noundef %b, i32 noundef %n, i64 noundef %k) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  call void @cv() convergent
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %k
  br i1 %c, label %l, label %out
out:
  ret void
}
define void @tgt(i1 noundef %b, i32 noundef %n, i64 noundef %k) {
entry:
  %u = call i64 @llvm.umax.i64(i64 %k, i64 1)
  br label %l
l:
  %i = phi i64 [ %u, %entry ], [ %j, %l ]
  call void @cv() convergent
  %j = add i64 %i, -1
  %c = icmp ne i64 %j, 0
  br i1 %c, label %l, label %out
out:
  ret void
}
; check: correct

; What the source has from a phi is of what the phi is made of.
declare void @cv() convergent
define void @src(i1 noundef %a, i1 noundef %b, i1 noundef %d) {
entry:
  br i1 %a, label %x, label %y
x:
  br label %y
y:
  %p = phi i1 [ false, %entry ], [ %b, %x ]
  br i1 %p, label %t, label %e
t:
  call void @cv() convergent
  br label %e
e:
  ret void
}
define void @tgt(i1 noundef %a, i1 noundef %b, i1 noundef %d) {
entry:
  %p = select i1 %a, i1 %b, i1 false
  br i1 %p, label %t, label %e
t:
  call void @cv() convergent
  br label %e
e:
  ret void
}
; check: correct
