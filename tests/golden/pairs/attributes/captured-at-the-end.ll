; What only an argument leads to: both machines must know who may look at it, and when.

; ATTR-6: What points to it at the end is poison that only the source may leave.
@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr poison, ptr @x ret ptr null }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled
; check --oracle=smt --samples=256: correct

@x = global ptr null
define ptr @src(ptr %p) { store ptr %p, ptr @x ret ptr null }
define ptr @tgt(ptr %p) { store ptr poison, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: correct
; check --oracle=smt --samples=256: correct

@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr poison, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) { ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr %p) { store ptr poison, ptr @x ret ptr null }
define ptr @tgt(ptr %p) { store ptr %p, ptr @x ret ptr null }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled
; check --oracle=smt --samples=256: correct

define ptr @src(ptr captures(none) %p) { ret ptr %p }
define ptr @tgt(ptr captures(none) %p) { ret ptr poison }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled
; check --oracle=smt --samples=256: correct

define ptr @src(ptr captures(ret: address, provenance) %p) { ret ptr %p }
define ptr @tgt(ptr captures(ret: address, provenance) %p) { ret ptr poison }
; check --samples=256: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: more-poisonous (interpreter)
; check --oracle=smt --samples=256: incorrect: more-poisonous (interpreter, smt)

define ptr @src(ptr captures(none) %p) { ret ptr null }
define ptr @tgt(ptr captures(none) %p) { ret ptr %p }
; check --samples=256: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: more-poisonous (interpreter)
; check --oracle=smt --samples=256: incorrect: more-poisonous (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr %p, ptr @x store ptr null, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr null, ptr @x ret ptr null }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled
; check --oracle=smt --samples=256: correct

@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr %p, ptr @x store ptr null, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr @x, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr %p, ptr @x store ptr null, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) { store ptr null, ptr @x ret ptr null }
define ptr @tgt(ptr captures(none) %p) { store ptr %p, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) {
  store ptr %p, ptr @x
  %q = load ptr, ptr @x
  store ptr null, ptr @x
  store i8 1, ptr %q
  ret ptr null
}
define ptr @tgt(ptr captures(none) %p) { store ptr %p, ptr @x store ptr null, ptr @x ret ptr null }
; check --samples=256: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: memory-mismatch (interpreter)
; check --oracle=smt --samples=256: incorrect: memory-mismatch (interpreter, smt)

@x = global ptr null
define ptr @src(ptr captures(none) %p) {
  store ptr %p, ptr @x
  %q = load ptr, ptr @x
  store ptr null, ptr @x
  ret ptr %q
}
define ptr @tgt(ptr captures(none) %p) {
  store ptr %p, ptr @x
  %q = load ptr, ptr @x
  store ptr null, ptr @x
  ret ptr poison
}
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled
; check --oracle=smt --samples=256: correct

; A copy is nowhere but in memory.
declare i8 @take(ptr) nounwind
define i8 @src(ptr byval(i8) %a) { %v = call i8 @take(ptr %a) ret i8 %v }
define i8 @tgt(ptr byval(i8) %a) { %v = call i8 @take(ptr nonnull %a) ret i8 %v }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled

declare i8 @take(ptr) nounwind
define i8 @src(ptr %a) { %v = call i8 @take(ptr %a) ret i8 %v }
define i8 @tgt(ptr %a) { %v = call i8 @take(ptr nonnull %a) ret i8 %v }
; check --samples=256: incorrect: more-poisonous (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: more-poisonous (interpreter)

declare i8 @take(ptr) nounwind
define i8 @src(ptr byval(i8) %a) { %v = call i8 @take(ptr %a) ret i8 %v }
define i8 @tgt(ptr byval(i8) %a) { %v = call i8 @take(ptr noundef %a) ret i8 %v }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled

declare i8 @take(ptr) nounwind
define i8 @src(ptr %a) { %v = call i8 @take(ptr %a) ret i8 %v }
define i8 @tgt(ptr %a) { %v = call i8 @take(ptr noundef %a) ret i8 %v }
; check --samples=256: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: more-ub (interpreter)

declare i8 @take(ptr) nounwind
define i8 @src(ptr byval(i8) %a) { %v = call i8 @take(ptr %a) ret i8 %v }
define i8 @tgt(ptr byval(i8) %a) { %v = call i8 @take(ptr dereferenceable(1) %a) ret i8 %v }
; check --samples=256: correct
; check --oracle=interpreter --samples=256: unknown: sampled

declare i8 @take(ptr) nounwind
define i8 @src(ptr %a) { %v = call i8 @take(ptr %a) ret i8 %v }
define i8 @tgt(ptr %a) { %v = call i8 @take(ptr dereferenceable(1) %a) ret i8 %v }
; check --samples=256: incorrect: more-ub (interpreter, smt)
; check --oracle=interpreter --samples=256: incorrect: more-ub (interpreter)

; A call that may give the pointer was inlined: what is left of the argument is followed in the target alone.
declare void @use(ptr, ptr)
define ptr @src(ptr captures(none) %x, i1 noundef %y) {
  %a = alloca i32
  br i1 %y, label %calls, label %else
calls:
  %b = call ptr @src(ptr %a, i1 false)
  ret ptr null
else:
  call void @use(ptr %x, ptr %a)
  ret ptr %x
}
define ptr @tgt(ptr captures(none) %x, i1 noundef %y) {
  %c = alloca i32
  %a = alloca i32
  br i1 %y, label %calls, label %else
calls:
  call void @use(ptr %a, ptr %c)
  ret ptr null
else:
  call void @use(ptr %x, ptr %a)
  ret ptr %x
}
; check --oracle=interpreter: unknown: sampled
