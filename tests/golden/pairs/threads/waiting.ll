; MEM-23: Who waits for another thread looks again and again: a thread that reads a place repeatedly sees the store some
; time (LangRef, monotonic).
define void @src(ptr %p) {
entry:
  br label %wait
wait:
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %wait, label %done
done:
  ret void
}
define void @tgt(ptr %p) {
entry:
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp eq i32 %v, 0
  br label %wait
wait:
  br i1 %c, label %wait, label %done
done:
  ret void
}
; check: unknown: unsupported: other threads

; Also within another loop.
define void @src(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %done ]
  br label %wait
wait:
  %v = load atomic i32, ptr %p acquire, align 4
  %c = icmp eq i32 %v, %i
  br i1 %c, label %done, label %wait
done:
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %n
  br i1 %d, label %head, label %end
end:
  ret void
}
define void @tgt(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %done ]
  %v = load atomic i32, ptr %p acquire, align 4
  %c = icmp eq i32 %v, %i
  br label %wait
wait:
  br i1 %c, label %done, label %wait
done:
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %n
  br i1 %d, label %head, label %end
end:
  ret void
}
; check: unknown: unsupported: other threads

; The first look may stand before the loop.
define void @src(ptr %p) {
entry:
  br label %wait
wait:
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %wait, label %done
done:
  ret void
}
define void @tgt(ptr %p) {
entry:
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %wait, label %done
wait:
  %w = load atomic i32, ptr %p monotonic, align 4
  %d = icmp eq i32 %w, 0
  br i1 %d, label %wait, label %done
done:
  ret void
}
; check: correct (memory of the caller holds no undef, one thread)

; A loop that waits for nobody may stand beside what is atomic.
define i32 @src(ptr %p, i1 %c) {
entry:
  %v = load atomic i32, ptr %p monotonic, align 4
  br label %loop
loop:
  %x = add i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret i32 %x
}
define i32 @tgt(ptr %p, i1 %c) {
entry:
  %v = load atomic i32, ptr %p monotonic, align 4
  br label %loop
loop:
  br i1 %c, label %loop, label %done
done:
  ret i32 %v
}
; check: correct (one thread)
