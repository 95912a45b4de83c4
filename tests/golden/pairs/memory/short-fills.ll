; MEM-55: fills, copies and matrices that are a fixed number of plain accesses.

; Patterns.
define void @src(ptr %p) {
  call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr align 4 %p, i32 7, i64 2, i1 false)
  ret void
}
define void @tgt(ptr %p) {
  store i32 7, ptr %p, align 4
  %q = getelementptr i8, ptr %p, i64 4
  store i32 7, ptr %q, align 4
  ret void
}
; check: correct

define void @src(ptr %p) {
  call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr align 4 %p, i32 7, i64 2, i1 false)
  ret void
}
define void @tgt(ptr %p) {
  store i32 7, ptr %p, align 4
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p) {
  call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr align 4 %p, i32 7, i64 2, i1 false)
  ret void
}
define void @tgt(ptr %p) {
  store i64 30064771079, ptr %p, align 4
  ret void
}
; check: correct

define void @src(ptr %p) {
  call void @llvm.experimental.memset.pattern.p0.i8.i64(ptr %p, i8 7, i64 5, i1 false)
  ret void
}
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 5, i1 false)
  ret void
}
; check: correct

define void @src(ptr %p) {
  call void @llvm.experimental.memset.pattern.p0.i8.i64(ptr %p, i8 7, i64 5, i1 false)
  ret void
}
define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 4, i1 false)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p, i16 %v) {
  call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr %p, i16 %v, i64 3, i1 false)
  ret void
}
define void @tgt(ptr %p, i16 %v) {
  call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr align 4 %p, i16 %v, i64 3, i1 false)
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

define void @src(ptr %p, i16 %v) {
  call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr %p, i16 %v, i64 3, i1 false)
  ret void
}
define void @tgt(ptr %p, i16 %v) {
  call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr %p, i16 %v, i64 2, i1 false)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p, i16 %v, i64 %n) {
  call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr %p, i16 %v, i64 %n, i1 false)
  ret void
}
define void @tgt(ptr %p, i16 %v, i64 %n) {
  %m = add i64 %n, 0
  call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr %p, i16 %v, i64 %m, i1 false)
  ret void
}
; check: correct

; Elements that are accessed whole.
define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i32 4)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %x = load atomic i32, ptr %q unordered, align 4
  store atomic i32 %x, ptr %p unordered, align 4
  %q1 = getelementptr i8, ptr %q, i64 4
  %p1 = getelementptr i8, ptr %p, i64 4
  %y = load atomic i32, ptr %q1 unordered, align 4
  store atomic i32 %y, ptr %p1 unordered, align 4
  ret void
}
; check: correct (one thread)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i32 4)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %x = load atomic i32, ptr %q unordered, align 4
  store atomic i32 %x, ptr %p unordered, align 4
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 4)
  ret void
}
define void @tgt(ptr %p) {
  store atomic i32 0, ptr %p unordered, align 4
  ret void
}
; check: correct (one thread)

define void @src(ptr %p) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 4 %p, i8 0, i32 4, i32 4)
  ret void
}
define void @tgt(ptr %p) {
  store atomic i32 1, ptr %p unordered, align 4
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 0, i32 4)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  ret void
}
; check: correct (one thread)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 4, i32 2)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 4, i32 2)
  ret void
}
; check: correct (one thread)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 4, i32 2)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 2, i32 2)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 4, i32 2)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 2 %q, i32 4, i32 2)
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

define void @src(ptr %p, i8 %v) {
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr align 2 %p, i8 %v, i32 4, i32 2)
  ret void
}
define void @tgt(ptr %p, i8 %v) {
  %z = zext i8 %v to i16
  %m = mul nuw i16 %z, 257
  store atomic i16 %m, ptr %p unordered, align 2
  %q = getelementptr i8, ptr %p, i64 2
  store atomic i16 %m, ptr %q unordered, align 2
  ret void
}
; check: correct (one thread)

; Matrices.
define <4 x i32> @src(ptr %p) {
  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr align 4 %p, i64 2, i1 false, i32 2, i32 2)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(ptr %p) {
  %r = load <4 x i32>, ptr %p, align 4
  ret <4 x i32> %r
}
; check: correct

define <4 x i32> @src(ptr %p) {
  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr align 4 %p, i64 3, i1 false, i32 2, i32 2)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(ptr %p) {
  %r = load <4 x i32>, ptr %p, align 4
  ret <4 x i32> %r
}
; check: incorrect: value-mismatch (interpreter, smt)

define <4 x i32> @src(ptr %p) {
  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr align 4 %p, i64 3, i1 false, i32 2, i32 2)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(ptr %p) {
  %a = load <2 x i32>, ptr %p, align 4
  %q = getelementptr i8, ptr %p, i64 12
  %b = load <2 x i32>, ptr %q, align 4
  %r = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %r
}
; check: correct

define void @src(<4 x i32> %v, ptr %p) {
  call void @llvm.matrix.column.major.store.v4i32.i64(<4 x i32> %v, ptr align 4 %p, i64 2, i1 false, i32 2, i32 2)
  ret void
}
define void @tgt(<4 x i32> %v, ptr %p) {
  store <4 x i32> %v, ptr %p, align 4
  ret void
}
; check: correct

define void @src(<4 x i32> %v, ptr %p) {
  call void @llvm.matrix.column.major.store.v4i32.i64(<4 x i32> %v, ptr align 4 %p, i64 2, i1 false, i32 2, i32 2)
  ret void
}
define void @tgt(<4 x i32> %v, ptr %p) {
  store <4 x i32> zeroinitializer, ptr %p, align 4
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; A stride is positive, however narrow it is.
define <4 x i32> @src(ptr %p, i8 noundef %s) {
  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i8(ptr align 4 %p, i8 %s, i1 false, i32 2, i32 2)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(ptr %p, i8 noundef %s) {
  %a = load <2 x i32>, ptr %p, align 4
  %z = zext i8 %s to i64
  %q = getelementptr i32, ptr %p, i64 %z
  %b = load <2 x i32>, ptr %q, align 4
  %r = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %r
}
; check: correct

define <4 x i32> @src(ptr %p, i8 noundef %s) {
  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i8(ptr align 4 %p, i8 %s, i1 false, i32 2, i32 2)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(ptr %p, i8 noundef %s) {
  %a = load <2 x i32>, ptr %p, align 4
  %z = sext i8 %s to i64
  %q = getelementptr i32, ptr %p, i64 %z
  %b = load <2 x i32>, ptr %q, align 4
  %r = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %r
}
; check: incorrect: more-ub (interpreter, smt)

define void @src(<6 x i32> %v, ptr %p, i64 %s) {
  call void @llvm.matrix.column.major.store.v6i32.i64(<6 x i32> %v, ptr align 4 %p, i64 %s, i1 false, i32 3, i32 2)
  ret void
}
define void @tgt(<6 x i32> %v, ptr %p, i64 %s) {
  %a = shufflevector <6 x i32> %v, <6 x i32> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %b = shufflevector <6 x i32> %v, <6 x i32> poison, <3 x i32> <i32 3, i32 4, i32 5>
  store <3 x i32> %a, ptr %p, align 4
  %q = getelementptr i32, ptr %p, i64 %s
  store <3 x i32> %b, ptr %q, align 4
  ret void
}
; check: correct

define void @src(<6 x i32> %v, ptr %p, i64 %s) {
  call void @llvm.matrix.column.major.store.v6i32.i64(<6 x i32> %v, ptr align 4 %p, i64 %s, i1 false, i32 3, i32 2)
  ret void
}
define void @tgt(<6 x i32> %v, ptr %p, i64 %s) {
  %a = shufflevector <6 x i32> %v, <6 x i32> poison, <3 x i32> <i32 0, i32 2, i32 4>
  %b = shufflevector <6 x i32> %v, <6 x i32> poison, <3 x i32> <i32 1, i32 3, i32 5>
  store <3 x i32> %a, ptr %p, align 4
  %q = getelementptr i32, ptr %p, i64 %s
  store <3 x i32> %b, ptr %q, align 4
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; Counters.
define void @src(<4 x ptr> %p, <4 x i1> %m) {
  call void @llvm.experimental.vector.histogram.add.v4p0.i32(<4 x ptr> %p, i32 1, <4 x i1> zeroinitializer)
  ret void
}
define void @tgt(<4 x ptr> %p, <4 x i1> %m) {
  ret void
}
; check: correct

define void @src(<2 x ptr> %p) {
  call void @llvm.experimental.vector.histogram.add.v2p0.i32(<2 x ptr> %p, i32 1, <2 x i1> <i1 true, i1 false>)
  ret void
}
define void @tgt(<2 x ptr> %p) {
  %q = extractelement <2 x ptr> %p, i32 0
  %x = load i32, ptr %q
  %y = add i32 %x, 1
  store i32 %y, ptr %q
  ret void
}
; check: correct

define void @src(<2 x ptr> %p) {
  call void @llvm.experimental.vector.histogram.add.v2p0.i32(<2 x ptr> %p, i32 1, <2 x i1> <i1 true, i1 false>)
  ret void
}
define void @tgt(<2 x ptr> %p) {
  %q = extractelement <2 x ptr> %p, i32 0
  %x = load i32, ptr %q
  %y = add i32 %x, 2
  store i32 %y, ptr %q
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(<2 x ptr> %p, i32 %v, <2 x i1> %m) {
  call void @llvm.experimental.vector.histogram.umax.v2p0.i32(<2 x ptr> %p, i32 %v, <2 x i1> %m)
  ret void
}
define void @tgt(<2 x ptr> %p, i32 %v, <2 x i1> %m) {
  call void @llvm.experimental.vector.histogram.umin.v2p0.i32(<2 x ptr> %p, i32 %v, <2 x i1> %m)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p) {
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr %p, i32 1
  call void @llvm.experimental.vector.histogram.uadd.sat.v2p0.i8(<2 x ptr> %b, i8 200, <2 x i1> splat (i1 true))
  ret void
}
define void @tgt(ptr %p) {
  %v = load i8, ptr %p
  store i8 -1, ptr %p
  ret void
}
; check: correct

define void @src(ptr %p) {
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr %p, i32 1
  call void @llvm.experimental.vector.histogram.uadd.sat.v2p0.i8(<2 x ptr> %b, i8 200, <2 x i1> splat (i1 true))
  ret void
}
define void @tgt(ptr %p) {
  %v = load i8, ptr %p
  %w = add i8 %v, -112
  store i8 %w, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; Masks of lanes that may run at once.
define <4 x i1> @src(ptr %a) {
  %b = getelementptr inbounds i8, ptr %a, i64 8
  %m = call <4 x i1> @llvm.loop.dependence.war.mask.v4i1(ptr %a, ptr %b, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> <i1 true, i1 true, i1 false, i1 false>
}
; check: correct

define <4 x i1> @src(ptr %a) {
  %b = getelementptr inbounds i8, ptr %a, i64 8
  %m = call <4 x i1> @llvm.loop.dependence.war.mask.v4i1(ptr %a, ptr %b, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> <i1 true, i1 true, i1 true, i1 false>
}
; check: incorrect: value-mismatch (interpreter, smt)

define <4 x i1> @src(ptr %a) {
  %b = getelementptr inbounds i8, ptr %a, i64 -8
  %m = call <4 x i1> @llvm.loop.dependence.war.mask.v4i1(ptr %a, ptr %b, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> <i1 true, i1 true, i1 true, i1 true>
}
; check: correct

define <4 x i1> @src(ptr %a) {
  %b = getelementptr inbounds i8, ptr %a, i64 -8
  %m = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr %a, ptr %b, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> <i1 true, i1 true, i1 false, i1 false>
}
; check: correct

define <4 x i1> @src(ptr %a) {
  %b = getelementptr inbounds i8, ptr %a, i64 -8
  %m = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr %a, ptr %b, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> <i1 true, i1 true, i1 true, i1 true>
}
; check: incorrect: value-mismatch (interpreter, smt)

define <4 x i1> @src(ptr %a) {
  %m = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr %a, ptr %a, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> zeroinitializer
}
; check: incorrect: value-mismatch (interpreter, smt)

define <4 x i1> @src(ptr %a) {
  %m = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr %a, ptr %a, i64 4)
  ret <4 x i1> %m
}
define <4 x i1> @tgt(ptr %a) {
  ret <4 x i1> splat (i1 true)
}
; check: correct
