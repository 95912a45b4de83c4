; ATTR-68: A loop's stores became a fill. Where the function has another one that says the same, it is not that one
; moved: it says what the stores have said.
define i8 @src(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
first:
  br i1 %b, label %other, label %before
other:
  %r = getelementptr i8, ptr %q, i64 %n
  call void @llvm.memset.p0.i64(ptr %r, i8 -1, i64 %n, i1 false), !tbaa !3
  ret i8 0
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %at = getelementptr inbounds nuw i8, ptr %p, i64 %i
  store i8 -1, ptr %at, align 1, !tbaa !3
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
first:
  br i1 %b, label %other, label %before
other:
  %r = getelementptr i8, ptr %q, i64 %n
  call void @llvm.memset.p0.i64(ptr %r, i8 -1, i64 %n, i1 false), !tbaa !3
  ret i8 0
before:
  %bytes = call i64 @llvm.umax.i64(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %bytes, i1 false), !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 0
}
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!1 = !{!"types"}
!2 = !{!"one", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"another", !1, i64 0}
!5 = !{!4, !4, i64 0}
; check: correct

; Their stores say something else.
define i8 @src(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
first:
  br i1 %b, label %other, label %before
other:
  %r = getelementptr i8, ptr %q, i64 %n
  call void @llvm.memset.p0.i64(ptr %r, i8 -1, i64 %n, i1 false), !tbaa !3
  ret i8 0
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %at = getelementptr inbounds nuw i8, ptr %p, i64 %i
  store i8 -1, ptr %at, align 1, !tbaa !5
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
first:
  br i1 %b, label %other, label %before
other:
  %r = getelementptr i8, ptr %q, i64 %n
  call void @llvm.memset.p0.i64(ptr %r, i8 -1, i64 %n, i1 false), !tbaa !3
  ret i8 0
before:
  %bytes = call i64 @llvm.umax.i64(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %bytes, i1 false), !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 0
}
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!1 = !{!"types"}
!2 = !{!"one", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"another", !1, i64 0}
!5 = !{!4, !4, i64 0}
; check: unknown: unfollowed-promise: !tbaa

; One of them says nothing: the fill may be that one.
define i8 @src(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
first:
  br i1 %b, label %other, label %before
other:
  %r = getelementptr i8, ptr %q, i64 %n
  call void @llvm.memset.p0.i64(ptr %r, i8 -1, i64 %n, i1 false), !tbaa !3
  ret i8 0
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  store i8 -1, ptr %q, align 1, !tbaa !3
  %at = getelementptr inbounds nuw i8, ptr %p, i64 %i
  store i8 -1, ptr %at, align 1
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
first:
  br i1 %b, label %other, label %before
other:
  %r = getelementptr i8, ptr %q, i64 %n
  call void @llvm.memset.p0.i64(ptr %r, i8 -1, i64 %n, i1 false), !tbaa !3
  ret i8 0
before:
  %bytes = call i64 @llvm.umax.i64(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %bytes, i1 false), !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  store i8 -1, ptr %q, align 1, !tbaa !3
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 0
}
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!1 = !{!"types"}
!2 = !{!"one", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"another", !1, i64 0}
!5 = !{!4, !4, i64 0}
; check: unknown: unfollowed-promise: !tbaa

; Without another fill.
define i8 @src(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
before:
  %read = load i8, ptr %q, align 1, !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %at = getelementptr inbounds nuw i8, ptr %p, i64 %i
  store i8 -1, ptr %at, align 1, !tbaa !3
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %read
}
define i8 @tgt(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
before:
  %read = load i8, ptr %q, align 1, !tbaa !3
  %bytes = call i64 @llvm.umax.i64(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %bytes, i1 false), !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %read
}
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!1 = !{!"types"}
!2 = !{!"one", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"another", !1, i64 0}
!5 = !{!4, !4, i64 0}
; check: correct

; Somebody else says what that fill says.
define i8 @src(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
before:
  %read = load i8, ptr %q, align 1, !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %at = getelementptr inbounds nuw i8, ptr %p, i64 %i
  store i8 -1, ptr %at, align 1, !tbaa !5
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %read
}
define i8 @tgt(ptr noundef %p, i64 noundef %n, ptr noundef %q, i1 noundef %b) {
before:
  %read = load i8, ptr %q, align 1, !tbaa !3
  %bytes = call i64 @llvm.umax.i64(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %bytes, i1 false), !tbaa !3
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %j = add nuw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %read
}
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!1 = !{!"types"}
!2 = !{!"one", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"another", !1, i64 0}
!5 = !{!4, !4, i64 0}
; check: unknown: unfollowed-promise: !tbaa
