; EXC-1: dead_on_unwind at a call: what it has written through the argument is poison when it throws, and with writable
; it has written all that can be dereferenced (LangRef).
declare i32 @__gxx_personality_v0(...)
declare void @g(ptr dead_on_unwind writable sret(i32))
define i32 @src() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 9
}
; check: correct

; Without writable it may have written nothing.
declare i32 @__gxx_personality_v0(...)
declare void @g(ptr dead_on_unwind)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 9
}
; check: incorrect: value-mismatch (interpreter, smt)

; And what it has not written is there still.
declare i32 @__gxx_personality_v0(...)
declare void @g(ptr dead_on_unwind)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 7
}
; check: correct

; Not so where the call returns.
declare i32 @__gxx_personality_v0(...)
declare void @g(ptr dead_on_unwind writable sret(i32))
define i32 @src() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  %v = load i32, ptr %a
  ret i32 %v
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 9
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}
; check: incorrect: value-mismatch (interpreter, smt)

; Nor behind the bytes of the type.
declare i32 @__gxx_personality_v0(...)
declare void @g(ptr dead_on_unwind writable sret(i32))
define i32 @src() personality ptr @__gxx_personality_v0 {
  %a = alloca [2 x i32]
  %b = getelementptr i32, ptr %a, i64 1
  store i32 7, ptr %b
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %b
  ret i32 %v
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %a = alloca [2 x i32]
  %b = getelementptr i32, ptr %a, i64 1
  store i32 7, ptr %b
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 9
}
; check: incorrect: value-mismatch (interpreter, smt)

; A target that reads what the call leaves.
declare i32 @__gxx_personality_v0(...)
declare void @g(ptr dead_on_unwind writable sret(i32))
define i32 @src() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 7
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 7, ptr %a
  invoke void @g(ptr captures(none) dead_on_unwind writable sret(i32) %a) to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  %v = load i32, ptr %a
  ret i32 %v
}
; check: incorrect: more-poisonous (interpreter, smt)

; The same of a function whose body is run: what it has written through the argument.
declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p) {
  store i32 1, ptr %p
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: correct

declare void @g() memory(none) willreturn
define internal void @h(ptr %p) {
  store i32 1, ptr %p
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; What it has written behind the call, and beside it.
declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p) {
  call void @g()
  store i32 1, ptr %p
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  store i32 2, ptr %p
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p) {
  store i8 1, ptr %p
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  store i32 512, ptr %p
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; What it has written to the same memory by another argument is no such write.
declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p, ptr %q) {
  store i32 1, ptr %q
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p, ptr %p)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; By a pointer of which it is not seen what it is based on, nothing is known.
declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p, ptr %q, i1 %c) {
  %r = select i1 %c, ptr %p, ptr %q
  store i32 1, ptr %r
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p, ptr %p, i1 true)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: unknown: approximation

; With writable it has written all of it.
declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind writable sret(i32) %p) {
  call void @g()
  store i32 1, ptr %p
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p) {
  store i32 0, ptr %p
  call void @h(ptr %p)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p) {
  call void @g()
  store i32 1, ptr %p
  ret void
}
; check: correct

; A write under a condition.
declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p, i1 %c) {
  br i1 %c, label %w, label %o
w:
  store i32 1, ptr %p
  br label %o
o:
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p, i1 noundef %c) {
  store i32 0, ptr %p
  call void @h(ptr %p, i1 %c)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p, i1 noundef %c) {
  store i32 0, ptr %p
  call void @g()
  br i1 %c, label %w, label %o
w:
  store i32 1, ptr %p
  br label %o
o:
  ret void
}
; check: correct

declare void @g() memory(none) willreturn
define internal void @h(ptr dead_on_unwind %p, i1 %c) {
  br i1 %c, label %w, label %o
w:
  store i32 1, ptr %p
  br label %o
o:
  call void @g()
  ret void
}
define void @src(ptr align 4 dereferenceable(4) %p, i1 noundef %c) {
  store i32 0, ptr %p
  call void @h(ptr %p, i1 %c)
  ret void
}
define void @tgt(ptr align 4 dereferenceable(4) %p, i1 noundef %c) {
  store i32 2, ptr %p
  call void @g()
  %v = zext i1 %c to i32
  store i32 %v, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)
