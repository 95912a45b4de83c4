; LangRef, "trunc .. to": cutting twice is cutting once.
; LangRef demands: correct
define i4 @src(i16 %x) { %a = trunc i16 %x to i8 %r = trunc i8 %a to i4 ret i4 %r }
define i4 @tgt(i16 %x) { %r = trunc i16 %x to i4 ret i4 %r }
; check: correct

; "zext .. to", "sext .. to": a sign extension of a zero extension is a zero extension.
; LangRef demands: correct
define i32 @src(i8 %x) { %a = zext i8 %x to i16 %r = sext i16 %a to i32 ret i32 %r }
define i32 @tgt(i8 %x) { %r = zext i8 %x to i32 ret i32 %r }
; check: correct

; "sext .. to", "zext .. to": the other way round it is not a sign extension.
; LangRef demands: incorrect
define i32 @src(i8 %x) { %a = sext i8 %x to i16 %r = zext i16 %a to i32 ret i32 %r }
define i32 @tgt(i8 %x) { %r = sext i8 %x to i32 ret i32 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "fptoui .. to": a number that does not fit is poison.
; LangRef demands: correct
define i8 @src(float %x) { %r = fptoui float 256.0 to i8 ret i8 %r }
define i8 @tgt(float %x) { ret i8 0 }
; check: correct

; "fptoui .. to": it rounds to zero: 255.5 fits.
; LangRef demands: incorrect
define i8 @src(float %x) { %r = fptoui float 255.5 to i8 ret i8 %r }
define i8 @tgt(float %x) { ret i8 0 }
; check: incorrect: value-mismatch (interpreter, smt)

; "fptoui .. to": -0.5 rounds to zero, which fits.
; LangRef demands: correct
define i8 @src() { %r = fptoui float -0.5 to i8 ret i8 %r }
define i8 @tgt() { ret i8 0 }
; check: correct

; "fptoui .. to": -0.5 is 0, not any number.
; LangRef demands: incorrect
define i8 @src() { %r = fptoui float -0.5 to i8 ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; "fptoui .. to": -1.0 does not fit.
; LangRef demands: correct
define i8 @src() { %r = fptoui float -1.0 to i8 ret i8 %r }
define i8 @tgt() { ret i8 1 }
; check: correct

; "llvm.fptoui.sat": there is no poison; what is too small is the least number.
; LangRef demands: correct
declare i8 @llvm.fptoui.sat.i8.f32(float)
define i8 @src() { %r = call i8 @llvm.fptoui.sat.i8.f32(float -7.0) ret i8 %r }
define i8 @tgt() { ret i8 0 }
; check: correct

; "llvm.fptosi.sat": a NaN is 0.
; LangRef demands: incorrect
declare i8 @llvm.fptosi.sat.i8.f32(float)
define i8 @src() { %r = call i8 @llvm.fptosi.sat.i8.f32(float 0x7FF8000000000000) ret i8 %r }
define i8 @tgt() { ret i8 -128 }
; check: incorrect: value-mismatch (interpreter, smt)

; "llvm.fptosi.sat": a plain conversion is more poisonous.
; LangRef demands: incorrect
declare i8 @llvm.fptosi.sat.i8.f32(float)
define i8 @src(float %x) { %r = call i8 @llvm.fptosi.sat.i8.f32(float %x) ret i8 %r }
define i8 @tgt(float %x) { %r = fptosi float %x to i8 ret i8 %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "llvm.fptosi.sat": the other way round it defines more.
; LangRef demands: correct
declare i8 @llvm.fptosi.sat.i8.f32(float)
define i8 @src(float %x) { %r = fptosi float %x to i8 ret i8 %r }
define i8 @tgt(float %x) { %r = call i8 @llvm.fptosi.sat.i8.f32(float %x) ret i8 %r }
; check: correct

; "uitofp .. to": 65535 fits into half's range only up to 65504: by rounding to nearest it is infinity.
; LangRef demands: correct
define half @src() { %r = uitofp i16 -1 to half ret half %r }
define half @tgt() { ret half 0xH7C00 }
; check: correct

; "uitofp .. to": 65519 is nearer to 65504.
; LangRef demands: incorrect
define half @src() { %r = uitofp i16 -17 to half ret half %r }
define half @tgt() { ret half 0xH7C00 }
; check: incorrect: value-mismatch (interpreter, smt)

; "sitofp .. to", "fptosi .. to": 24 bits go through float without loss.
; LangRef demands: correct
define i24 @src(i24 %x) { %f = sitofp i24 %x to float %r = fptosi float %f to i24 ret i24 %r }
define i24 @tgt(i24 %x) { ret i24 %x }
; check: correct

; "sitofp .. to", "fptosi .. to": 26 do not: 2^24 + 1.
; LangRef demands: incorrect
define i26 @src(i26 %x) { %f = sitofp i26 %x to float %r = fptosi float %f to i26 ret i26 %r }
define i26 @tgt(i26 %x) { ret i26 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "fpext .. to", "fptrunc .. to": widening and narrowing keeps each number; of a NaN the sign is open.
; LangRef demands: correct
define float @src(float %x) { %d = fpext float %x to double %r = fptrunc double %d to float ret float %r }
define float @tgt(float %x) { ret float %x }
; check: correct

; "fptrunc .. to": it rounds.
; LangRef demands: incorrect
define double @src(double %x) { %f = fptrunc double %x to float %r = fpext float %f to double ret double %r }
define double @tgt(double %x) { ret double %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "bitcast .. to": of a vector of poison and not poison to an integer all is poison.
; LangRef demands: correct
define i16 @src(i8 %x) { %v = insertelement <2 x i8> poison, i8 %x, i32 0 %r = bitcast <2 x i8> %v to i16 ret i16 %r }
define i16 @tgt(i8 %x) { ret i16 poison }
; check: correct

; "bitcast .. to": with undef for poison, the bits of %x stay.
; LangRef demands: incorrect
define i16 @src(i8 noundef %x) { %v = insertelement <2 x i8> undef, i8 %x, i32 0 %r = bitcast <2 x i8> %v to i16
  ret i16 %r }
define i16 @tgt(i8 noundef %x) { ret i16 undef }
; check: incorrect: more-undefined (interpreter, smt)

; "bitcast .. to": element 0 is the lowest byte where the layout is little endian.
; LangRef demands: correct
target datalayout = "e"
define i16 @src() { %r = bitcast <2 x i8> <i8 1, i8 2> to i16 ret i16 %r }
define i16 @tgt() { ret i16 513 }
; check: correct

; "bitcast .. to": and the highest where it is big endian.
; LangRef demands: incorrect
target datalayout = "E"
define i16 @src() { %r = bitcast <2 x i8> <i8 1, i8 2> to i16 ret i16 %r }
define i16 @tgt() { ret i16 513 }
; check: incorrect: value-mismatch (interpreter, smt)

; "bitcast .. to": it is no floating-point operation: the bits of a NaN stay.
; LangRef demands: correct
define i32 @src(i32 %x) { %f = bitcast i32 %x to float %r = bitcast float %f to i32 ret i32 %r }
define i32 @tgt(i32 %x) { ret i32 %x }
; check: correct

; "bitcast .. to": fneg changes the sign alone.
; LangRef demands: correct
define i32 @src(i32 %x) { %f = bitcast i32 %x to float %n = fneg float %f %r = bitcast float %n to i32 ret i32 %r }
define i32 @tgt(i32 %x) { %r = xor i32 %x, -2147483648 ret i32 %r }
; check: correct

; "Behavior of Floating-Point NaN values": fmul by 1.0 may change a NaN's sign, so its bits are not those of %x.
; LangRef demands: incorrect
define i32 @src(i32 noundef %x) { ret i32 %x }
define i32 @tgt(i32 noundef %x) { %f = bitcast i32 %x to float %m = fmul float %f, 1.0 %r = bitcast float %m to i32
  ret i32 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "ptrtoint .. to", "inttoptr .. to": the address as a number and back has the same address.
; LangRef demands: correct
define i1 @src(ptr %p) { %i = ptrtoint ptr %p to i64 %q = inttoptr i64 %i to ptr %r = icmp eq ptr %p, %q ret i1 %r }
define i1 @tgt(ptr %p) { ret i1 true }
; check: correct

; "ptrtoint .. to": a pointer of 64 bits is cut.
; LangRef demands: incorrect
define i1 @src(ptr noundef %p) { %i = ptrtoint ptr %p to i32 %r = icmp eq i32 %i, 0 ret i1 %r }
define i1 @tgt(ptr noundef %p) { %r = icmp eq ptr %p, null ret i1 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "ptrtoaddr .. to": in the default layout it is the number that ptrtoint gives.
; LangRef demands: correct
define i64 @src(ptr noundef %p) { %r = ptrtoaddr ptr %p to i64 ret i64 %r }
define i64 @tgt(ptr noundef %p) { %r = ptrtoint ptr %p to i64 ret i64 %r }
; check: correct

; "ptrtoaddr .. to": only the index bits.
; LangRef demands: correct
target datalayout = "p1:64:64:64:32"
define i32 @src(ptr addrspace(1) noundef %p) { %r = ptrtoaddr ptr addrspace(1) %p to i32 ret i32 %r }
define i32 @tgt(ptr addrspace(1) noundef %p) { %i = ptrtoint ptr addrspace(1) %p to i64 %r = trunc i64 %i to i32
  ret i32 %r }
; check: correct

; "ptrtoaddr .. to": the bits above the index are ptrtoint's alone.
; LangRef demands: incorrect
target datalayout = "p1:64:64:64:32"
define i64 @src(ptr addrspace(1) noundef %p) { %r = ptrtoint ptr addrspace(1) %p to i64 ret i64 %r }
define i64 @tgt(ptr addrspace(1) noundef %p) { %a = ptrtoaddr ptr addrspace(1) %p to i32 %r = zext i32 %a to i64
  ret i64 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "ptrtoaddr .. to": it does not capture provenance: a call can't write what only its address is known of.
; LangRef demands: correct
declare void @use(i64)
define i8 @src() { %a = alloca i8 store i8 1, ptr %a %i = ptrtoaddr ptr %a to i64 call void @use(i64 %i)
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a %i = ptrtoaddr ptr %a to i64 call void @use(i64 %i) ret i8 1 }
; check: correct

; "ptrtoint .. to": it does capture provenance.
; LangRef demands: incorrect
declare void @use(i64)
define i8 @src() { %a = alloca i8 store i8 1, ptr %a %i = ptrtoint ptr %a to i64 call void @use(i64 %i)
  %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { %a = alloca i8 store i8 1, ptr %a %i = ptrtoint ptr %a to i64 call void @use(i64 %i) ret i8 1 }
; check: unknown: unconfirmed

; "addrspacecast .. to": null need not be null in another address space.
; LangRef demands: incorrect
define i1 @src() { %p = addrspacecast ptr null to ptr addrspace(1) %r = icmp eq ptr addrspace(1) %p, null ret i1 %r }
define i1 @tgt() { ret i1 true }
; check: unknown: approximation

; "inttoptr .. to": zero is null in address space 0.
; LangRef demands: correct
define ptr @src() { %r = inttoptr i64 0 to ptr ret ptr %r }
define ptr @tgt() { ret ptr null }
; check: correct

; "trunc .. to" of vectors works on elements.
; LangRef demands: correct
define <2 x i8> @src(<2 x i16> %v) { %a = and <2 x i16> %v, <i16 255, i16 255> %r = trunc <2 x i16> %a to <2 x i8>
  ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i16> %v) { %r = trunc <2 x i16> %v to <2 x i8> ret <2 x i8> %r }
; check: correct
