; Functions that never return.

; VAL-5: A loop that never ends is not to be put in.
define i32 @src(i32 noundef %x) { ret i32 %x }
define i32 @tgt(i32 noundef %x) {
  br label %l
l:
  br label %l
}
; check: incorrect: return-domain (interpreter, smt)

define i32 @src(i32 noundef %x) { ret i32 %x }
define i32 @tgt(i32 noundef %x) {
  %c = icmp eq i32 %x, 77
  br i1 %c, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
; check: incorrect: return-domain (interpreter, smt)

declare void @g(i32)
define i32 @src(i32 noundef %x) { call void @g(i32 %x) ret i32 %x }
define i32 @tgt(i32 noundef %x) {
  call void @g(i32 %x)
  br label %l
l:
  br label %l
}
; check: incorrect: return-domain (interpreter, smt)

; One that is left out refutes nothing but makes nothing undefined.
define i32 @src(i32 noundef %x) {
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) { ret i32 %x }
; check: incorrect: return-domain (interpreter, smt)

define i32 @src(i32 noundef %x) {
  %c = icmp eq i32 %x, 77
  br i1 %c, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) { ret i32 %x }
; check: incorrect: return-domain (interpreter, smt)

define i32 @src(i32 noundef %x) {
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) { unreachable }
; check: incorrect: more-ub (interpreter, smt)

define i32 @src(i32 noundef %x) mustprogress {
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) mustprogress { unreachable }
; check: correct

; Loops that never end are all the same but for what is seen before.
define i32 @src(i32 noundef %x) {
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) {
  br label %l
l:
  br label %m
m:
  br label %l
}
; check: correct

define i32 @src(i32 noundef %x) {
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %j = xor i32 %i, 1
  br label %l
}
; check: correct

define i32 @src(i32 noundef %x) {
  %c = icmp eq i32 %x, 77
  br i1 %c, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) {
  %c = icmp eq i32 %x, 77
  br i1 %c, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
; check: correct

declare void @g(i32)
define i32 @src(i32 noundef %x) {
  call void @g(i32 %x)
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) {
  call void @g(i32 1)
  br label %l
l:
  br label %l
}
; check: incorrect: value-mismatch (interpreter, smt)

; A loop that ends beyond the usual bounds is unrolled as far as it goes.
define void @src(ptr %a) {
e:
  br label %b
b:
  %i = phi i64 [ 0, %e ], [ %j, %b ]
  %k = add i64 %i, 0
  %p = getelementptr inbounds i32, ptr %a, i64 %k
  %v = load i32, ptr %p
  %w = add nsw i32 %v, 1
  store i32 %w, ptr %p
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, 64
  br i1 %c, label %x, label %b
x:
  ret void
}
define void @tgt(ptr %a) {
e:
  br label %b
b:
  %i = phi i64 [ 64, %e ], [ %j, %b ]
  %k = sub i64 64, %i
  %p = getelementptr inbounds i32, ptr %a, i64 %k
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  %j = add i64 %i, -1
  %c = icmp eq i64 %j, 0
  br i1 %c, label %x, label %b
x:
  ret void
}
; check: correct

; A loop that must make progress may be left out.
define i32 @src(i32 noundef %x) mustprogress {
e:
  br label %l
l:
  %i = phi i32 [ 7, %e ], [ %j, %l ]
  %j = mul i32 %i, 3
  %c = icmp eq i32 %j, %x
  br i1 %c, label %o, label %l
o:
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) mustprogress { ret i32 %x }
; check: correct (up to 1024 iterations of each loop)

define i32 @src(i32 noundef %x) mustprogress {
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) mustprogress { ret i32 %x }
; check: correct

define i32 @src(i32 noundef %x) {
  br label %l
l:
  br label %l, !llvm.loop !0
}
define i32 @tgt(i32 noundef %x) { ret i32 %x }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; check: correct

define i32 @src(i32 noundef %x) mustprogress { ret i32 %x }
define i32 @tgt(i32 noundef %x) mustprogress {
  br label %l
l:
  br label %l
}
; check: incorrect: more-ub (interpreter, smt)

; Where all inputs are undefined no bound is left.
define i32 @src(i32 noundef %x) {
  br i1 undef, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) { unreachable }
; check: correct

define i32 @src(i32 noundef %x) {
  br i1 undef, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) { ret i32 1 }
; check: correct

define i32 @src(i32 noundef %x) {
  store i32 1, ptr null
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) { ret i32 %x }
; check: correct

declare void @g(i32)
define i32 @src(i32 noundef %x) {
  call void @g(i32 %x)
  store i32 1, ptr null
  br label %l
l:
  br label %l
}
define i32 @tgt(i32 noundef %x) { ret i32 %x }
; check: incorrect: value-mismatch (interpreter, smt)

define i32 @src(i32 noundef %x) {
  br i1 undef, label %l, label %o
l:
  br label %l
o:
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, 5000
  br i1 %c, label %o, label %l
o:
  ret i32 %x
}
; check: correct

; A pointer that leads back to itself is found in memory.
define void @src(ptr %p) { %q = load ptr, ptr %p call void @src(ptr %q) ret void }
define void @tgt(ptr %p) memory(argmem: read) { %q = load ptr, ptr %p call void @tgt(ptr %q) ret void }
; check: incorrect: more-ub (interpreter)

define void @src(ptr %p) { %q = load ptr, ptr %p call void @src(ptr %q) ret void }
define void @tgt(ptr %p) memory(read) { %q = load ptr, ptr %p call void @tgt(ptr %q) ret void }
; check: unknown: approximation

; What an inner loop promises is not said of the one around it.
define void @src(ptr %p, i64 %n) {
  br label %outer
outer:
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %k, %inner ]
  %a = getelementptr i32, ptr %p, i64 %j
  store i32 7, ptr %a
  %k = add i64 %j, 1
  %c = icmp eq i64 %k, %n
  br i1 %c, label %latch, label %inner, !llvm.loop !0
latch:
  br label %outer
}
define void @tgt(ptr %p, i64 %n) {
  br label %outer
outer:
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %k, %inner ]
  %a = getelementptr i32, ptr %p, i64 %j
  store i32 7, ptr %a
  %k = add i64 %j, 1
  %c = icmp eq i64 %k, %n
  br i1 %c, label %latch, label %inner, !llvm.loop !0
latch:
  br label %outer, !llvm.loop !2
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
!2 = distinct !{!2, !1}
; check: incorrect: more-ub (interpreter)
