; What a source may do where its values can't be listed is taken for more than it is, but not for poison that its
; operations never make.

; Of one lane: bits that are counted, reversed, saturated.
define i32 @src(i32 %x) {
  %n = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  %c = icmp ne i32 %x, 0
  %r = select i1 %c, i32 %n, i32 123
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %n = call i32 @llvm.ctlz.i32(i32 %x, i1 true)
  %c = icmp eq i32 %x, 0
  %r = select i1 %c, i32 123, i32 %n
  ret i32 %r
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define i64 @src(i64 %x) {
  %b = call i64 @llvm.bswap.i64(i64 %x)
  %s = call i64 @llvm.uadd.sat.i64(i64 %b, i64 %x)
  %m = mul i64 %s, %x
  ret i64 %m
}
define i64 @tgt(i64 %x) {
  %b = call i64 @llvm.bswap.i64(i64 %x)
  %s = add nuw i64 %b, %x
  %m = mul i64 %s, %x
  ret i64 %m
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

; The same where the source's flag allows it.
define i64 @src(i64 %x) {
  %b = call i64 @llvm.bswap.i64(i64 %x)
  %s = add nuw i64 %b, %x
  ret i64 %s
}
define i64 @tgt(i64 %x) {
  %b = call i64 @llvm.bswap.i64(i64 %x)
  %s = call i64 @llvm.uadd.sat.i64(i64 %b, i64 %x)
  ret i64 %s
}
; check --samples=0 --quick-budget=0: correct

; Of all lanes: a shift of vectors saturates, and one by an undef amount may be poison.
declare <4 x i32> @llvm.x86.avx2.psrav.d(<4 x i32>, <4 x i32>)
define <4 x i32> @src(<4 x i32> %v) {
  %r = call <4 x i32> @llvm.x86.avx2.psrav.d(<4 x i32> %v, <4 x i32> <i32 32, i32 100, i32 -255, i32 undef>)
  ret <4 x i32> %r
}
define <4 x i32> @tgt(<4 x i32> %v) {
  %r = ashr <4 x i32> %v, <i32 31, i32 31, i32 31, i32 undef>
  ret <4 x i32> %r
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define i32 @src(<4 x i32> %v) {
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %q = lshr i32 %r, 1
  ret i32 %q
}
define i32 @tgt(<4 x i32> %v) {
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %q = lshr exact i32 %r, 1
  ret i32 %q
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

; One condition for all lanes, an index that may be any, halves of a product, a sum and its overflow.
define <2 x i32> @src(i1 %c, <2 x i32> %x, <2 x i32> noundef %y) {
  %s = select i1 undef, <2 x i32> %x, <2 x i32> %y
  ret <2 x i32> %s
}
define <2 x i32> @tgt(i1 %c, <2 x i32> %x, <2 x i32> noundef %y) {
  %t = add nuw <2 x i32> %y, <i32 1, i32 1>
  ret <2 x i32> %t
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define <3 x i32> @src(<3 x i32> noundef %x, i32 noundef %y) {
  %f = freeze i32 undef
  %i = and i32 undef, 1
  %r = insertelement <3 x i32> %x, i32 %y, i32 %i
  ret <3 x i32> %r
}
define <3 x i32> @tgt(<3 x i32> noundef %x, i32 noundef %y) {
  %r = insertelement <3 x i32> %x, i32 %y, i32 2
  ret <3 x i32> %r
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

define <3 x i32> @src(<3 x i32> noundef %x, i32 noundef %y) {
  %i = and i32 undef, 1
  %r = insertelement <3 x i32> %x, i32 %y, i32 %i
  ret <3 x i32> %r
}
define <3 x i32> @tgt(<3 x i32> noundef %x, i32 noundef %y) {
  %r = insertelement <3 x i32> %x, i32 %y, i32 1
  ret <3 x i32> %r
}
; check --samples=0 --quick-budget=0: correct

define i64 @src(i1 noundef %c) {
  %s = select i1 %c, <2 x i32> <i32 undef, i32 1>, <2 x i32> <i32 3, i32 1>
  %m = mul <2 x i32> %s, <i32 3, i32 1>
  %b = bitcast <2 x i32> %m to i64
  ret i64 %b
}
define i64 @tgt(i1 noundef %c) {
  %s = select i1 %c, <2 x i32> <i32 undef, i32 1>, <2 x i32> <i32 3, i32 1>
  %m = mul nuw <2 x i32> %s, <i32 3, i32 1>
  %b = bitcast <2 x i32> %m to i64
  ret i64 %b
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define {i32, i1} @src(i32 %x, i32 %y) {
  %r = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
  ret {i32, i1} %r
}
define {i32, i1} @tgt(i32 %x, i32 %y) {
  %s = add nsw i32 %x, %y
  %r = insertvalue {i32, i1} zeroinitializer, i32 %s, 0
  ret {i32, i1} %r
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

define float @src(i1 noundef %c, float noundef %x) {
  %s = select i1 %c, float undef, float %x
  %r = fmul nsz float %s, %s
  ret float %r
}
define float @tgt(i1 noundef %c, float noundef %x) {
  %s = select i1 %c, float undef, float %x
  %r = fmul ninf float %s, %s
  ret float %r
}
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)
