; CALL-18: A library function that computes a value is the operations that compute it.
declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
define double @src(double %x) { %r = call double @sqrt(double %x) memory(none) ret double %r }
define double @tgt(double %x) { %r = call double @llvm.sqrt.f64(double %x) ret double %r }
; interpreter: unknown: a choice for each member of a set
; solver: correct

declare i32 @abs(i32)
define i32 @src() { %r = call i32 @abs(i32 -2147483648) ret i32 %r }
define i32 @tgt() { ret i32 5 }
; interpreter: correct
; solver: correct

declare i32 @isdigit(i32)
define i1 @src(i32 %x) { %r = call i32 @isdigit(i32 %x) %c = icmp ne i32 %r, 0 ret i1 %c }
define i1 @tgt(i32 %x) { %d = add i32 %x, -48 %c = icmp ult i32 %d, 10 ret i1 %c }
; interpreter: nothing against it
; solver: correct

declare i32 @isdigit(i32)
define i32 @src(i32 %x) { ret i32 0 }
define i32 @tgt(i32 %x) { %r = call i32 @isdigit(i32 poison) ret i32 0 }
; interpreter: nothing against it
; solver: correct

; A caller with no-builtins calls a function that nobody knows.
declare i32 @isdigit(i32)
define i1 @src(i32 %x) "no-builtins" { %r = call i32 @isdigit(i32 %x) %c = icmp ne i32 %r, 0 ret i1 %c }
define i1 @tgt(i32 %x) "no-builtins" { %d = add i32 %x, -48 %c = icmp ult i32 %d, 10 ret i1 %c }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; CALL-30: Poison passed to a library function that stays a call refutes nothing.
declare double @pow(double, double)
define double @src(double %x) { %r = call double @pow(double %x, double 2.0) ret double %r }
define double @tgt(double %x) { %r = call double @pow(double noundef %x, double 2.0) ret double %r }
; interpreter: unknown: a library function of an undef value
; solver: unknown: approximation

; CALL-31: A function that may set errno is exchanged for no operation by a proof.
declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
define double @src(double %x) { %r = call double @sqrt(double %x) ret double %r }
define double @tgt(double %x) { %r = call double @llvm.sqrt.f64(double %x) ret double %r }
; interpreter: unknown: when a library function sets errno
; solver: unknown: approximation

declare double @sqrt(double)
define double @src(double %x) { %r = call double @sqrt(double 4.0) ret double %r }
define double @tgt(double %x) { ret double 3.0 }
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation
