; VAL-5: without a promise of progress a cycle may run for ever, and then the target does.
define i32 @src(i1 noundef %c) {
  br i1 %c, label %loop, label %end
loop:
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) { ret i32 1 }
; interpreter: incorrect: return-domain
; solver: incorrect: return-domain

; Nearly: mustprogress makes it undefined to stay there,
define i32 @src(i1 noundef %c) mustprogress {
  br i1 %c, label %loop, label %end
loop:
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) mustprogress { ret i32 1 }
; interpreter: correct
; solver: correct

; so does willreturn,
define i32 @src(i1 noundef %c) willreturn {
  br i1 %c, label %loop, label %end
loop:
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) willreturn { ret i32 1 }
; interpreter: correct
; solver: correct

; and the same word of the loop.
define i32 @src(i1 noundef %c) {
  br i1 %c, label %loop, label %end
loop:
  br label %loop, !llvm.loop !0
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) { ret i32 1 }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; interpreter: correct
; solver: correct

; Nearly: another word of the loop.
define i32 @src(i1 noundef %c) {
  br i1 %c, label %loop, label %end
loop:
  br label %loop, !llvm.loop !0
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) { ret i32 1 }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
; interpreter: incorrect: return-domain
; solver: incorrect: return-domain

; The target promises progress, the source does not.
define i32 @src(i1 noundef %c) {
  br i1 %c, label %loop, label %end
loop:
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) {
  br i1 %c, label %loop, label %end
loop:
  br label %loop, !llvm.loop !0
end:
  ret i32 1
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; The target runs for ever where the source ends.
define i32 @src(i32 noundef %x) { ret i32 1 }
define i32 @tgt(i32 noundef %x) {
  %c = icmp eq i32 %x, 123456789
  br i1 %c, label %loop, label %end
loop:
  br label %other
other:
  br label %loop
end:
  ret i32 1
}
; interpreter: incorrect: return-domain
; solver: incorrect: return-domain

; Both do.
define i32 @src(i32 noundef %x) {
  %c = icmp eq i32 %x, 123456789
  br i1 %c, label %loop, label %end
loop:
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i32 noundef %x) {
  %c = icmp eq i32 %x, 123456789
  br i1 %c, label %loop, label %end
loop:
  br label %other
other:
  %y = phi i32 [ 0, %loop ], [ %z, %third ]
  br label %third
third:
  %z = add i32 %y, 1
  br label %other
end:
  ret i32 1
}
; interpreter: unknown: step limit
; solver: correct

; What was done before is seen.
@g = external global i32
declare void @tell() nounwind willreturn
define void @src() {
  call void @tell()
  br label %loop
loop:
  br label %loop
}
define void @tgt() {
  br label %loop
loop:
  br label %loop
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Nobody sees memory any more.
@g = external global i32
define void @src() {
  store i32 1, ptr @g
  br label %loop
loop:
  br label %loop
}
define void @tgt() {
  br label %loop
loop:
  br label %loop
}
; interpreter: nothing against it
; solver: correct

; The source runs for ever, the target is undefined.
define void @src() {
  br label %loop
loop:
  br label %loop
}
define void @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; llvm.sideeffect stands for progress: such a loop runs for ever, also in a function that must make some.
declare void @llvm.sideeffect()
define i32 @src(i1 noundef %c) mustprogress {
  br i1 %c, label %loop, label %end
loop:
  call void @llvm.sideeffect()
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) mustprogress { ret i32 1 }
; interpreter: incorrect: return-domain
; solver: incorrect: return-domain

; It stands in another cycle: this one is undefined, as mustprogress says.
define i32 @src(i1 noundef %c, i1 noundef %d) mustprogress {
  br i1 %c, label %loop, label %other
loop:
  br label %loop
other:
  br i1 %d, label %seen, label %end
seen:
  call void @llvm.sideeffect()
  br label %seen
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c, i1 noundef %d) mustprogress {
  br i1 %c, label %end, label %other
other:
  br i1 %d, label %seen, label %end
seen:
  call void @llvm.sideeffect()
  br label %seen
end:
  ret i32 1
}
; interpreter: nothing against it
; solver: correct

; Nearly: the cycle that is left out is the other one,
define i32 @src(i1 noundef %c, i1 noundef %d) mustprogress {
  br i1 %c, label %loop, label %other
loop:
  br label %loop
other:
  br i1 %d, label %seen, label %end
seen:
  call void @llvm.sideeffect()
  br label %seen
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c, i1 noundef %d) mustprogress {
  br i1 %c, label %loop, label %end
loop:
  br label %loop
end:
  ret i32 1
}
; interpreter: incorrect: return-domain
; solver: incorrect: return-domain

; and of a cycle with a branch the text does not say whether a run passes there.
define i32 @src(i1 noundef %c, i1 noundef %d) mustprogress {
  br i1 %c, label %loop, label %end
loop:
  br i1 %d, label %seen, label %loop
seen:
  call void @llvm.sideeffect()
  br label %loop
end:
  ret i32 1
}
define i32 @tgt(i1 noundef %c, i1 noundef %d) mustprogress { ret i32 1 }
; interpreter: unknown: what must make progress
; solver: unknown: unroll-bound
; solver, @src against itself: unknown: unroll-bound

; mustprogress of a function says nothing of its callees (LangRef): one that never returns is defined.
declare i32 @spin() nounwind memory(none)
define i32 @src() mustprogress {
  %s = call i32 @spin()
  ret i32 1
}
define i32 @tgt() mustprogress { ret i32 1 }
; interpreter: unknown: a call that does not return
; solver: incorrect: return-domain

; willreturn of a function does.
declare i32 @spin() nounwind memory(none)
define i32 @src() willreturn {
  %s = call i32 @spin()
  ret i32 1
}
define i32 @tgt() willreturn { ret i32 1 }
; interpreter: nothing against it
; solver: correct

; So a callee of the module that does not promise it may run for ever.
define internal void @spin() noinline {
  br label %loop
loop:
  br label %loop
}
define i32 @src(i1 noundef %c) mustprogress {
  br i1 %c, label %a, label %b
a:
  call void @spin()
  br label %b
b:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) mustprogress { ret i32 1 }
; interpreter: incorrect: return-domain
; solver: incorrect: return-domain

; Nearly: the callee promises it.
define internal void @spin() noinline mustprogress {
  br label %loop
loop:
  br label %loop
}
define i32 @src(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @spin()
  br label %b
b:
  ret i32 1
}
define i32 @tgt(i1 noundef %c) { ret i32 1 }
; interpreter: correct
; solver: correct

; A loop that comes back to an earlier state runs for ever, too; but it has a way out.
define i8 @src(i8 noundef %x) {
  br label %loop
loop:
  %i = phi i8 [ %x, %0 ], [ %next, %loop ]
  %next = xor i8 %i, 1
  %done = icmp ugt i8 %i, 7
  br i1 %done, label %end, label %loop
end:
  ret i8 %i
}
define i8 @tgt(i8 noundef %x) { ret i8 %x }
; interpreter: unknown: a source that never ends
; solver: correct
