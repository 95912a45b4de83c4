; ATTR-67: That no round of a loop depends on another by some accesses is a promise of these accesses: another loop of
; the function does not make it for them.
define void @f(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_accesses", !9}
!12 = distinct !{!12}
; target:
define void @f(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_accesses", !9}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.parallel_accesses", !8}
; check: unknown: unfollowed-promise: llvm.loop.parallel_accesses

define void @f(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_accesses", !9}
!12 = distinct !{!12}
; target:
define void @f(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.parallel_accesses", !8}
; check: unknown: unfollowed-promise: llvm.loop.parallel_accesses

define void @f(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_accesses", !9}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.parallel_accesses", !8}
; target:
define void @f(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_accesses", !9}
!12 = distinct !{!12}
; check: correct

define void @src(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
define void @tgt(ptr %p, ptr %q, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %z = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %z
  %v = load i32, ptr %a, !llvm.access.group !9
  store i32 %v, ptr %q, !llvm.access.group !9
  %j = add nuw i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %l, label %o, !llvm.loop !10
o:
  br label %k
k:
  %i2 = phi i32 [ 0, %o ], [ %j2, %k ]
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %q, i64 %z2
  %v2 = load i32, ptr %a2, !llvm.access.group !8
  store i32 %v2, ptr %p, !llvm.access.group !8
  %j2 = add nuw i32 %i2, 1
  %c2 = icmp ult i32 %j2, 3
  br i1 %c2, label %k, label %out, !llvm.loop !12
out:
  ret void
}
!9 = distinct !{}
!8 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.parallel_accesses", !9}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.parallel_accesses", !8}
; check: correct
