; ATTR-52: A convergent call that depends on what is read, or on what a call gives, must not come to depend on something
; else: as many branches as before may ask for an argument.
declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  %d = icmp slt i32 %v, 90
  %e = and i1 %c, %d
  br i1 %x, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

; Fewer branches on the same are right.
declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  %d = icmp slt i32 %v, 90
  %e = and i1 %c, %d
  br i1 %e, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: correct (memory of the caller holds no undef)

; Nor on what is read elsewhere.
declare void @cv() convergent
@g = external global i32
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  %d = icmp slt i32 %v, 90
  %e = and i1 %c, %d
  %w = load i32, ptr @g
  %fw = freeze i32 %w
  %y = icmp eq i32 %fw, 3
  br i1 %y, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

declare void @cv() convergent
define void @src(ptr noundef dereferenceable(16) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(16) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  %d = icmp slt i32 %v, 90
  %e = and i1 %c, %d
  %gp = getelementptr i8, ptr %p, i64 8
  %w = load i32, ptr %gp
  %fw = freeze i32 %w
  %y = icmp eq i32 %fw, 3
  br i1 %y, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

; Nor where a call decided.
declare i32 @r(i32) nounwind willreturn
declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = call i32 @r(i32 %n)
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = call i32 @r(i32 %n)
  %c = icmp sgt i32 %v, 5
  %d = icmp slt i32 %v, 90
  %e = and i1 %c, %d
  br i1 %x, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

declare i32 @r(i32) nounwind willreturn memory(none)
declare void @cv() convergent
@g = external global i32
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = call i32 @r(i32 %n)
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %v = call i32 @r(i32 %n)
  %c = icmp sgt i32 %v, 5
  %d = icmp slt i32 %v, 90
  %e = and i1 %c, %d
  %w = load i32, ptr @g
  %fw = freeze i32 %w
  %y = icmp eq i32 %fw, 3
  br i1 %y, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

; What was stored, or copied, may be known to be what is read.
declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  store i32 %n, ptr %p
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  store i32 %n, ptr %p
  %c = icmp sgt i32 %n, 5
  br i1 %c, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: correct

declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  store i32 %n, ptr %p
  %v = load i32, ptr %p
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  store i32 %n, ptr %p
  %c = icmp sgt i32 %n, 5
  %d = icmp slt i32 %n, 90
  %e = and i1 %c, %d
  br i1 %x, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %s = alloca i32
  store i32 %n, ptr %s
  %v = load i32, ptr %s
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %c = icmp sgt i32 %n, 5
  br i1 %c, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: correct

declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %s = alloca i32
  store i32 %n, ptr %s
  %v = load i32, ptr %s
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %a, label %out
a:
  %d = icmp slt i32 %v, 90
  br i1 %d, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %c = icmp sgt i32 %n, 5
  %d = icmp slt i32 %n, 90
  %e = and i1 %c, %d
  br i1 %x, label %a, label %b
a:
  br i1 %e, label %a1, label %out
a1:
  call void @cv() convergent
  ret void
b:
  br i1 %e, label %b1, label %out
b1:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: unknown: unsupported: convergent calls

declare void @cv() convergent
define void @src(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %s = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %p, i64 4, i1 false)
  %v = load i32, ptr %s
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
define void @tgt(ptr noundef dereferenceable(4) align 4 %p, i32 noundef %n, i1 noundef %x) nofree {
  %n2 = load i32, ptr %p
  %c = icmp sgt i32 %n2, 5
  br i1 %c, label %b, label %out
b:
  call void @cv() convergent
  ret void
out:
  ret void
}
; check: correct
