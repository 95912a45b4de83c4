; Indirect calls have bundles too.
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "deopt"(i32 %x) ]
  %s = mul i32 %r, 2
  ret i32 %s
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "deopt"(i32 %x) ]
  %s = shl i32 %r, 1
  ret i32 %s
}
; interpreter: nothing against it
; solver: correct

define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "deopt"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "deopt"(i32 2) ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %a, label %b
a:
  %v = call i32 %p(i32 %x) [ "deopt"() ]
  br label %b
b:
  ret i32 1
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i32 1
}
; interpreter: nothing against it
; solver: correct

; clang.arc.attachedcall is a second call after the call.
; The second call's result is not the first one's.
declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make()
  %s = call ptr @objc_retainAutoreleasedReturnValue(ptr %r)
  ret ptr %r
}
; interpreter: nothing against it
; solver: correct

declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare void @llvm.objc.clang.arc.noop.use(...)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make()
  %s = call ptr @objc_retainAutoreleasedReturnValue(ptr %r)
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  call void (...) @llvm.objc.clang.arc.noop.use(ptr %r)
  ret ptr %r
}
; interpreter: nothing against it
; solver: correct

declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare void @llvm.objc.clang.arc.noop.use(...)
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  call void (...) @llvm.objc.clang.arc.noop.use(ptr %r)
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make()
  %s = call ptr @objc_retainAutoreleasedReturnValue(ptr %r)
  ret ptr %r
}
; interpreter: nothing against it
; solver: correct

declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @objc_unsafeClaimAutoreleasedReturnValue(ptr)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_unsafeClaimAutoreleasedReturnValue) ]
  ret ptr %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) { %r = call ptr @make() ret ptr %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr null
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare ptr @make()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
define i32 @known(i32 %x) { ret i32 %x }
define ptr @src(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call ptr @make()
  %s = call ptr @objc_retainAutoreleasedReturnValue(ptr %r)
  ret ptr %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; CALL-27: kcfi checks indirect calls only.
declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "kcfi"(i32 7) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { %r = call i32 @f(i32 %x) ret i32 %r }
; interpreter: nothing against it
; solver: correct

define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "kcfi"(i32 7) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { ret i32 0 }
; interpreter: unsupported: operand bundle kcfi

; CALL-28: Bundles that the machines do not model are refused by name.
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "ptrauth"(i32 0, i64 7) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { ret i32 0 }
; interpreter: unsupported: operand bundle ptrauth

define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 %p(i32 %x) [ "cfguardtarget"(ptr %p) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { ret i32 0 }
; interpreter: unsupported: operand bundle cfguardtarget

define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @known(i32 %x) [ "deopt"(i32 7) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { ret i32 0 }
; interpreter: unsupported: operand bundle deopt

; CALL-25: A call with a bundle may throw, too.
declare i32 @p(...)
declare i8 @f(i8)
define i8 @src(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %y) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %z = add i8 %y, 0
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %z) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare i32 @p(...)
declare i8 @f(i8)
define i8 @src(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %y) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %x) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @p(...)
declare i8 @f(i8)
define i8 @src(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %y) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %y) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @p(...)
declare i8 @f(i8)
define i8 @src(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = invoke i8 @f(i8 %x) [ "deopt"(i8 %y) ] to label %n unwind label %u
n:
  ret i8 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x, i8 noundef %y) personality ptr @p {
  %r = call i8 @f(i8 %x) [ "deopt"(i8 %y) ]
  ret i8 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain
